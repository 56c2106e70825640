package check

import (
	"context"
	"fmt"
	"strings"

	"candid/host/protocol"
)

// ceiling is a number of the specification, shown at itself, one below and one
// above: only the last may be cut.
type ceiling struct {
	rule  string
	limit int
	flags []string
	page  func(n int) string
	cut   func(s protocol.SnapshotResult) int // how much was cut
}

func (c ceiling) probe() Probe {
	rule := fmt.Sprintf("%s: %d", c.rule, c.limit)
	return Probe{Rule: rule, Run: func(ctx context.Context, r *runner) error {
		for n := c.limit - 1; n <= c.limit+1; n++ {
			taken, err := r.see(ctx, c.page(n), c.flags...)
			if err != nil {
				return fmt.Errorf("at %d: %w", n, err)
			}
			want := 0
			if n > c.limit {
				want = 1
			}
			if got := c.cut(taken); got != want {
				return fmt.Errorf("at %d: %d cut, want %d\nof %s", n, got, want, shorten(taken.Text))
			}
		}
		return nil
	}}
}

func ceilings() []Probe {
	preset := func(name string) []string { return []string{"--preset", name} }
	names := func(s protocol.SnapshotResult) int { return s.Cuts.Names }
	values := func(s protocol.SnapshotResult) int { return s.Cuts.Values }
	options := func(s protocol.SnapshotResult) int { return s.Cuts.Options }
	table := []ceiling{
		{rule: "names, by default", limit: nameCeiling, page: named, cut: names},
		{rule: "names, preset compact", limit: 80, flags: preset("compact"), page: named, cut: names},
		{rule: "names, preset full", limit: 200, flags: preset("full"), page: named, cut: names},
		{rule: "names, preset wide", limit: 1200, flags: preset("wide"), page: named, cut: names},
		{rule: "values, by default", limit: valueCeiling, page: valued, cut: values},
		{rule: "values, preset wide", limit: 30, flags: preset("wide"), page: valued, cut: values},
		{rule: "options of a select, by default", limit: 20, page: choices, cut: options},
		{rule: "options of a select, preset compact", limit: 20, flags: preset("compact"), page: choices, cut: options},
		{rule: "options of a select, preset full", limit: 20, flags: preset("full"), page: choices, cut: options},
		{rule: "options of all selects, by default", limit: 100, page: manyChoices, cut: options},
		{rule: "options of all selects, preset full", limit: 100, flags: preset("full"), page: manyChoices, cut: options},
		{rule: "controls, preset compact", limit: 40, flags: preset("compact"), page: buttons, cut: left},
		{rule: "controls, preset full", limit: 100, flags: preset("full"), page: buttons, cut: left},
		{rule: "characters of text, preset compact", limit: 4000, flags: preset("compact"), page: prose, cut: truncated},
		{rule: "characters of text, preset full", limit: 24_000, flags: preset("full"), page: prose, cut: truncated},
	}
	var all []Probe
	for _, c := range table {
		all = append(all, c.probe())
	}
	return all
}

func left(s protocol.SnapshotResult) int { return s.OmittedControls }

func truncated(s protocol.SnapshotResult) int {
	if s.Truncated {
		return 1
	}
	return 0
}

// letters is a word of n letters. It ends in another letter than it is made
// of, so that one that was cut cannot look whole.
func letters(n int) string { return strings.Repeat("a", n-1) + "z" }

// named is a button with a name of n characters, twelve words a line so that
// no ceiling of another kind is met.
func named(n int) string { return `<button aria-label="` + letters(n) + `">x</button>` }

func valued(n int) string {
	return `<label>Field <input value="` + letters(n) + `"></label>`
}

func buttons(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<button>Button %d</button>\n", i)
	}
	return b.String()
}

func choices(n int) string { return selectOf("Choice", n) }

func selectOf(label string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<label>%s <select>", label)
	for i := range n {
		fmt.Fprintf(&b, "<option value=v%d>%s %d</option>", i, label, i)
	}
	b.WriteString("</select></label>")
	return b.String()
}

// manyChoices spreads n options over selects that stay under their own ceiling.
func manyChoices(n int) string {
	const each = 15
	var b strings.Builder
	for i := 0; n > 0; i++ {
		here := min(n, each)
		b.WriteString(selectOf(fmt.Sprintf("Choice %c", 'A'+i), here))
		n -= here
	}
	return b.String()
}

// prose is n characters of visible text in paragraphs.
func prose(n int) string {
	const each = 100
	var b strings.Builder
	for n > 0 {
		here := min(n, each)
		b.WriteString("<p>" + letters(here) + "</p>\n")
		n -= here
	}
	return b.String()
}

func shorten(text string) string {
	const shown = 400
	if len(text) <= shown {
		return text
	}
	return text[:shown] + "…"
}
