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

func liveProbes() []Probe {
	return []Probe{
		{Rule: "names at their ceiling of 1200", Run: threeAtOnce(1200, named, func(s protocol.SnapshotResult) int { return s.Cuts.Names })},
		{Rule: "values at their ceiling of 200", Run: threeAtOnce(200, valued, func(s protocol.SnapshotResult) int { return s.Cuts.Values })},
		{Rule: "exclusions and what looks like them", Run: itemsAtOnce},
		{Rule: "banner and sums of a cut answer", Run: cutAnswer},
	}
}

// threeAtOnce puts the page one below, at and one above a ceiling on one page:
// exactly one of them may be cut.
func threeAtOnce(limit int, part func(int) string, cut func(protocol.SnapshotResult) int) func(context.Context, *runner) error {
	return func(ctx context.Context, r *runner) error {
		taken, err := r.see(ctx, part(limit-1)+part(limit)+part(limit+1))
		if err != nil {
			return err
		}
		if got := cut(taken); got != 1 {
			return fmt.Errorf("of %d, %d and %d: %d cut, want 1", limit-1, limit, limit+1, got)
		}
		return nil
	}
}

// itemsAtOnce puts every item on one page, but for those that open a modal,
// which would hide the others.
func itemsAtOnce(ctx context.Context, r *runner) error {
	var items []item
	var page strings.Builder
	for i, it := range append(excluded(), included()...) {
		if strings.Contains(it.html, "showModal") {
			continue
		}
		// Each item gets words and ids of its own.
		old, word := madeUp.FindString(it.text), fmt.Sprintf("Word%dx", i)
		if old == "" {
			old, word = it.text, it.text
		}
		it.html = strings.NewReplacer(old, word, "id=o", fmt.Sprintf("id=o%d", i), "#o[", fmt.Sprintf("#o%d[", i), "id=h", fmt.Sprintf("id=h%d", i), "h.attach", fmt.Sprintf("h%d.attach", i)).Replace(it.html)
		it.text = strings.ReplaceAll(it.text, old, word)
		items = append(items, it)
		page.WriteString("<div>" + it.html + "</div>")
	}
	taken, err := r.see(ctx, page.String())
	if err != nil {
		return err
	}
	var problems []error
	for _, it := range items {
		problems = append(problems, it.judge(taken))
	}
	return errors.Join(problems...)
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
