package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"candid/host/protocol"
)

// Live is a browser that somebody works with, seen through a built binary. The
// checks use one tab of their own in it and close that again.
type Live struct {
	Binary  string
	Browser protocol.BrowserStatus
}

// Browsers lists the browsers that are connected; none is no error.
func Browsers(ctx context.Context, binary string) ([]Live, error) {
	var status protocol.StatusResult
	err := (&agent{binary: binary}).run(ctx, &status, "status")
	var none *protocol.Error
	if errors.As(err, &none) && none.Code == protocol.CodeNoBrowser {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Live
	for _, b := range status.Browsers {
		if b.Connected {
			all = append(all, Live{binary, b})
		}
	}
	return all, nil
}

// Reload makes the extension start anew and waits for the hello of a build.
func (l Live) Reload(ctx context.Context, build string) error {
	a := agent{binary: l.Binary, browser: l.Browser.ID}
	if err := a.run(ctx, nil, "reload"); err != nil {
		return err
	}
	const every = 50 * time.Millisecond
	for {
		var status protocol.StatusResult
		err := a.run(ctx, &status, "status")
		for _, b := range status.Browsers {
			if err == nil && b.ID == l.Browser.ID && b.Build == build {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("no hello of build %s came: %w", build, errors.Join(err, ctx.Err()))
		case <-time.After(every):
		}
	}
}

// Verify runs the few probes that a change of the page code is most likely to
// break, gathered on as few pages as will do.
func (l Live) Verify(ctx context.Context, out io.Writer) (err error) {
	a := &agent{binary: l.Binary, browser: l.Browser.ID}
	r := newRunner(a)
	defer r.close()
	defer func() {
		if r.tab != "" {
			err = errors.Join(err, a.run(ctx, nil, "close", "--tab", r.tab))
		}
	}()
	return runProbes(ctx, r, liveProbes(), out)
}

// liveProbes look at two pages: one with everything that is judged by what is
// in the answer, one that is over its budget.
func liveProbes() []Probe {
	items, listed := together(append(excluded(), included()...))
	body := around(nameCeiling, named) + around(valueCeiling, valued) + listed
	cut := func(limit int, cuts func(protocol.Cuts) int) func(protocol.SnapshotResult) error {
		return func(taken protocol.SnapshotResult) error {
			if got := cuts(taken.Cuts); got != 1 {
				return fmt.Errorf("of %d, %d and %d characters %d are cut, want the last alone", limit-1, limit, limit+1, got)
			}
			return nil
		}
	}
	first := &look{body: body}
	return []Probe{
		{Rule: fmt.Sprintf("names at their ceiling of %d", nameCeiling), Run: first.judged(cut(nameCeiling, func(c protocol.Cuts) int { return c.Names }))},
		{Rule: fmt.Sprintf("values at their ceiling of %d", valueCeiling), Run: first.judged(cut(valueCeiling, func(c protocol.Cuts) int { return c.Values }))},
		{Rule: "exclusions and what looks like them", Run: first.judged(items.judge)},
		{Rule: "banner and sums of a cut answer", Run: cutAnswer},
	}
}

// Numbers of the specification, as in ceilings.
const (
	nameCeiling  = 1200
	valueCeiling = 200
)

// around is a page's part one below, at and one above a ceiling: exactly one of
// them may be cut.
func around(limit int, part func(int) string) string {
	return part(limit-1) + part(limit) + part(limit+1)
}

// look is one look at a page that several probes judge.
type look struct {
	body  string
	taken *protocol.SnapshotResult
}

func (l *look) judged(judge func(protocol.SnapshotResult) error) func(context.Context, *runner) error {
	return func(ctx context.Context, r *runner) error {
		if l.taken == nil {
			taken, err := r.see(ctx, l.body)
			if err != nil {
				return err
			}
			l.taken = &taken
		}
		return judge(*l.taken)
	}
}

// items are judged together.
type items []item

func (all items) judge(taken protocol.SnapshotResult) error {
	var problems []error
	for _, it := range all {
		problems = append(problems, it.judge(taken))
	}
	return errors.Join(problems...)
}

// together puts items on one page, each with words and ids of its own, but for
// those that open a modal, which would hide the others.
func together(all []item) (kept items, body string) {
	var page strings.Builder
	for i, it := range all {
		if strings.Contains(it.html, "showModal") {
			continue
		}
		old, word := madeUp.FindString(it.text), fmt.Sprintf("Word%dx", i)
		if old == "" {
			old, word = it.text, it.text
		}
		it.html = strings.NewReplacer(old, word, "id=o", fmt.Sprintf("id=o%d", i), "#o[", fmt.Sprintf("#o%d[", i), "id=h", fmt.Sprintf("id=h%d", i), "h.attach", fmt.Sprintf("h%d.attach", i)).Replace(it.html)
		it.text = strings.ReplaceAll(it.text, old, word)
		kept = append(kept, it)
		page.WriteString("<div>" + it.html + "</div>")
	}
	return kept, page.String()
}

func cutAnswer(ctx context.Context, r *runner) error {
	taken, err := r.see(ctx, listing(120), "--budget", "700")
	if err != nil {
		return err
	}
	total := taken.Count.Shown
	for _, region := range taken.Omitted {
		total += region.Controls
	}
	switch {
	case !taken.Truncated || !strings.HasPrefix(taken.Text, bannerStart):
		return fmt.Errorf("no banner: %s", shorten(taken.Text))
	case total != taken.Count.Controls:
		return fmt.Errorf("%d controls shown and left out, of %d", total, taken.Count.Controls)
	case taken.Tokens.Estimate > taken.Tokens.Budget:
		return fmt.Errorf("an answer of %d under a budget of %d", taken.Tokens.Estimate, taken.Tokens.Budget)
	}
	return nil
}
