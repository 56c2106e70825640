package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"candid/host/protocol"
)

// Numbers of the specification; the host has its own, and the probes compare.
const (
	leastBudget   = 300
	mostBudget    = 40_000
	defaultBudget = 10_000
	headRunes     = 24_000
	wideTokens    = 40_000
	spillBytes    = 128 << 10
)

const bannerStart = "SNAPSHOT_TRUNCATED"

func budgets() []Probe {
	return []Probe{
		{Rule: "budget: at the answer's own size, one more, one less", Run: ownBudget},
		{Rule: fmt.Sprintf("budget, by default: %d", defaultBudget), Run: usualBudget},
		{Rule: fmt.Sprintf("budget: %d to %d", leastBudget, mostBudget), Run: budgetBounds},
		{Rule: "budget: shown and left out add up", Run: sums},
		{Rule: "banner: on every incomplete answer and on no other", Run: banner},
		{Rule: fmt.Sprintf("preset head: the first %d characters", headRunes), Run: headPreset},
		{Rule: fmt.Sprintf("preset wide: %d of the seed's tokens", wideTokens), Run: widePreset},
		{Rule: fmt.Sprintf("spill past %d bytes", spillBytes), Run: spill},
	}
}

// listing is a page of regions with controls and text, far over any small budget.
func listing(items int) string {
	var b strings.Builder
	b.WriteString("<nav aria-label=Site>" + buttons(30) + "</nav><main><h1>Listing</h1>")
	for i := range items {
		fmt.Fprintf(&b, "<section aria-label='Group %d'><h2>Group %d</h2><p>Some words about group %d.</p><a href=/x%d>Open %d</a><button>Buy %d</button></section>", i, i, i, i, i, i)
	}
	return b.String() + "</main>"
}

func ownBudget(ctx context.Context, r *runner) error {
	whole, err := r.see(ctx, listing(40), "--budget", strconv.Itoa(mostBudget))
	if err != nil {
		return err
	}
	own := whole.Tokens.Estimate
	for _, budget := range []int{own - 1, own, own + 1} {
		taken, err := r.agent.snapshot(ctx, r.tab, "--budget", strconv.Itoa(budget))
		if err != nil {
			return err
		}
		if got, want := taken.Truncated, budget < own; got != want {
			return fmt.Errorf("with a budget of %d for an answer of %d: truncated %v, want %v", budget, own, got, want)
		}
		if taken.Tokens.Estimate > budget {
			return fmt.Errorf("with a budget of %d: an answer of %d", budget, taken.Tokens.Estimate)
		}
	}
	return nil
}

func usualBudget(ctx context.Context, r *runner) error {
	usual, err := r.see(ctx, listing(900))
	if err != nil {
		return err
	}
	if usual.Tokens.Budget != defaultBudget {
		return fmt.Errorf("the budget is %d", usual.Tokens.Budget)
	}
	if usual.Tokens.Estimate > defaultBudget || usual.Tokens.Estimate < defaultBudget*9/10 {
		return fmt.Errorf("a page over the budget gave an answer of %d", usual.Tokens.Estimate)
	}
	given, err := r.agent.snapshot(ctx, r.tab, "--budget", strconv.Itoa(defaultBudget))
	if err != nil {
		return err
	}
	if given.Count != usual.Count {
		return fmt.Errorf("the same budget, given, shows %+v instead of %+v", given.Count, usual.Count)
	}
	return nil
}

func budgetBounds(ctx context.Context, r *runner) error {
	if _, err := r.see(ctx, buttons(3)); err != nil {
		return err
	}
	for budget, allowed := range map[int]bool{leastBudget - 1: false, leastBudget: true, mostBudget: true, mostBudget + 1: false} {
		_, err := r.agent.snapshot(ctx, r.tab, "--budget", strconv.Itoa(budget))
		var refused *protocol.Error
		switch {
		case allowed && err != nil:
			return fmt.Errorf("a budget of %d: %w", budget, err)
		case !allowed && (!errors.As(err, &refused) || refused.Code != protocol.CodeUsage):
			return fmt.Errorf("a budget of %d: got %v, want the error usage", budget, err)
		}
	}
	return nil
}

func sums(ctx context.Context, r *runner) error {
	if _, err := r.see(ctx, listing(300)); err != nil {
		return err
	}
	for _, budget := range []string{"300", "301", "450", "700", "1000", "2345", "4000"} {
		taken, err := r.agent.snapshot(ctx, r.tab, "--budget", budget)
		if err != nil {
			return err
		}
		total := taken.Count.Shown
		for _, region := range taken.Omitted {
			total += region.Controls
		}
		if total != taken.Count.Controls || taken.OmittedControls != taken.Count.Controls-taken.Count.Shown {
			return fmt.Errorf("with a budget of %s: %d shown and %d in all with those left out, of %d; omittedControls %d",
				budget, taken.Count.Shown, total, taken.Count.Controls, taken.OmittedControls)
		}
	}
	return nil
}

func banner(ctx context.Context, r *runner) error {
	whole, err := r.see(ctx, listing(5))
	if err != nil {
		return err
	}
	if whole.Truncated || strings.Contains(whole.Text, bannerStart) {
		return fmt.Errorf("a whole page has the banner: %s", shorten(whole.Text))
	}
	for _, flags := range [][]string{{"--budget", "600"}, {"--preset", "compact"}, {"--view", "controls", "--budget", "400"}, {"--view", "page", "--budget", "500"}, {"--view", "content", "--budget", "500"}} {
		cut, err := r.see(ctx, listing(120), flags...)
		if err != nil {
			return err
		}
		if !cut.Truncated || cut.Complete || !strings.HasPrefix(cut.Text, bannerStart) || !strings.Contains(cut.Text, "do NOT record it as absent") {
			return fmt.Errorf("with %v: truncated %v, complete %v, without the banner: %s", flags, cut.Truncated, cut.Complete, shorten(cut.Text))
		}
	}
	return nil
}

// sized is a page of paragraphs whose answer has a wanted size, reached by
// letting its last paragraph grow. step is how many letters make the size grow
// by one.
type sized struct {
	flags      []string
	paragraphs int
	step       int
	measure    func(text string) int
	last       int
}

// page is the page, or one whose answer is larger by extra.
func (z *sized) page(extra int) string {
	return prose(z.paragraphs*100) + "<p>" + letters(z.last+extra*z.step) + "</p>"
}

// grow lets the answer grow to one below the limit. The end of an answer tells
// its size, so that one measurement is not enough.
func (z *sized) grow(ctx context.Context, r *runner, limit int) error {
	z.last = z.step
	const tries = 6
	var got int
	for range tries {
		taken, err := r.see(ctx, z.page(0), z.flags...)
		if err != nil {
			return err
		}
		got = z.measure(taken.Text)
		if got == limit-1 && !taken.Truncated {
			return nil
		}
		if taken.Truncated || taken.Spill != "" {
			return fmt.Errorf("an answer of %d is cut, under a limit of %d", got, limit)
		}
		z.add(limit - 1 - got)
	}
	return fmt.Errorf("no page was found whose answer is one below %d: the last was %d", limit, got)
}

// add makes the answer larger by so much, mostly with whole paragraphs: a long
// one would be broken into lines, each of which costs more than its letters.
func (z *sized) add(size int) {
	paragraph := z.measure(letters(100) + "\n")
	if whole := size/paragraph - 1; whole > 0 {
		z.paragraphs += whole
		size -= whole * paragraph
	}
	z.last += size * z.step
}

// around shows the answers one below, at and one above the limit to test.
func (z *sized) around(ctx context.Context, r *runner, limit int, test func(s protocol.SnapshotResult, over bool) error) error {
	if err := z.grow(ctx, r, limit); err != nil {
		return err
	}
	for extra := range 3 {
		taken, err := r.see(ctx, z.page(extra), z.flags...)
		if err != nil {
			return err
		}
		if err := test(taken, extra == 2); err != nil {
			return fmt.Errorf("an answer of %d: %w", limit-1+extra, err)
		}
	}
	return nil
}

// cutAbove is the test of a limit on the whole text.
func cutAbove(limit int, measure func(string) int) func(protocol.SnapshotResult, bool) error {
	return func(s protocol.SnapshotResult, over bool) error {
		if got := measure(s.Text); got > limit {
			return fmt.Errorf("it is %d", got)
		}
		if s.Truncated != over {
			return fmt.Errorf("truncated %v, want %v", s.Truncated, over)
		}
		return nil
	}
}

func headPreset(ctx context.Context, r *runner) error {
	z := sized{flags: []string{"--preset", "head"}, paragraphs: 200, step: 1, measure: utf8.RuneCountInString}
	return z.around(ctx, r, headRunes, cutAbove(headRunes, z.measure))
}

// seedTokens is the first seed's count: a third of a line's UTF-16 length.
func seedTokens(text string) int {
	total := 0
	for line := range strings.Lines(text) {
		total += (len(utf16.Encode([]rune(strings.TrimSuffix(line, "\n")))) + 2) / 3
	}
	return total
}

func widePreset(ctx context.Context, r *runner) error {
	z := sized{flags: []string{"--preset", "wide"}, paragraphs: 1100, step: 3, measure: seedTokens}
	return z.around(ctx, r, wideTokens, cutAbove(wideTokens, seedTokens))
}

func spill(ctx context.Context, r *runner) error {
	z := sized{flags: []string{"--all"}, paragraphs: 1200, step: 1, measure: func(text string) int { return len(text) }}
	return z.around(ctx, r, spillBytes, spilled)
}

func spilled(s protocol.SnapshotResult, over bool) error {
	if (s.Spill != "") != over {
		return fmt.Errorf("spilled %v, want %v", s.Spill != "", over)
	}
	if !over {
		return nil
	}
	whole, err := os.ReadFile(s.Spill)
	if err != nil {
		return err
	}
	if !strings.Contains(string(whole), letters(100)) || len(s.Text) > spillBytes || !strings.Contains(s.Text, s.Spill) {
		return fmt.Errorf("spilled %d bytes to %s, told %d: %s", len(whole), s.Spill, len(s.Text), shorten(s.Text))
	}
	return nil
}
