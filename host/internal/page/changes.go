package page

import (
	"fmt"
	"strings"

	"candid/host/protocol"
)

// Diff says what changed from one ledger to the next, as lines of the outline.
// Its text is never larger than the outline of the newer one under the same
// budget: where it would be, it is that outline.
func Diff(before, after *Ledger, since, id string, budget int, number Printed) (protocol.DiffResult, error) {
	o := Options{View: ViewOutline, Limits: standard}
	o.Limits.Budget = budget
	d := &differ{
		r: protocol.DiffResult{Snapshot: id, Since: since, Added: []string{}, Removed: []string{}, Changed: []protocol.Change{}},
	}
	a, aPrints := before.comparable()
	b, bPrints := after.comparable()
	d.a, d.b, d.edits = a, b, compare(aPrints, bPrints)
	d.pair()
	if err := d.number(number); err != nil {
		return d.r, err
	}
	d.r.Complete = !blindLedger(after) && !blindLedger(before)
	d.write(before, after, budget)
	whole, err := Compose(after, o, id, after.Whole(), number)
	if err != nil {
		return d.r, err
	}
	if Estimate(d.r.Text) > whole.Estimate || len(d.r.Text) > len(whole.Text) {
		d.r.Text = whole.Text
		d.r.Complete = d.r.Complete && whole.Complete
	}
	return d.r, nil
}

// differ writes a diff.
type differ struct {
	a, b  *sheet
	edits []edit
	was   map[int]int  // line of b → the line of a that it was
	used  map[int]bool // lines of a that are one of these
	live  map[node]bool
	r     protocol.DiffResult
}

// pair finds which new lines are old ones that read differently: those about
// the same control, and in stretches of equal length those without any.
func (d *differ) pair() {
	d.was, d.used = map[int]int{}, map[int]bool{}
	about := map[node]int{} // a line's first control → line of a
	for _, e := range d.edits {
		for i := e.aFrom; i < e.aTo; i++ {
			if n := d.a.firstNode(i); n.key > 0 {
				if _, again := about[n]; !again {
					about[n] = i
				}
			}
		}
	}
	for _, e := range d.edits {
		for i := e.bFrom; i < e.bTo; i++ {
			n := d.b.firstNode(i)
			at, known := about[n]
			if n.key == 0 && e.aTo-e.aFrom == e.bTo-e.bFrom {
				at = e.aFrom + i - e.bFrom
				known = d.a.firstNode(at).key == 0 && d.a.lines[at].kind == d.b.lines[i].kind
			}
			if known && !d.used[at] {
				d.was[i], d.used[at] = at, true
			}
		}
	}
}

// node is an element: its document and key.
type node struct {
	nonce string
	key   int32
}

// firstNode is the element of a line's first control; key 0 without one.
func (s *sheet) firstNode(i int) node {
	ln := &s.lines[i]
	if ln.controls == 0 || ln.kind == lineLeftOut {
		return node{}
	}
	for row := ln.first; row <= ln.last; row++ {
		if r := &s.l.rows[row]; r.isControl() {
			return node{s.l.Frames[r.frame].Nonce, r.key}
		}
	}
	return node{}
}

// number gives refs to the titles among the lines to be printed.
func (d *differ) number(number Printed) error {
	var rows []int32
	for _, e := range d.edits {
		for i := e.bFrom; i < e.bTo; i++ {
			ln := &d.b.lines[i]
			if _, has := d.b.l.refs[ln.first]; ln.kind == lineTitle && !has {
				d.b.l.refs[ln.first] = 0
				rows = append(rows, ln.first)
			}
		}
	}
	return numberRows(d.b.l, rows, number)
}

// text is a line as it is printed, without its indentation.
func (s *sheet) text(i int) string {
	ln := s.lines[i]
	ln.depth = 0
	return string(s.append(nil, &ln))
}

// write fills in the lines and the text.
func (d *differ) write(before, after *Ledger, budget int) {
	var out strings.Builder
	if before.URL != after.URL || before.Title != after.Title {
		out.WriteString("~ " + string(appendText(nil, clip(after.Title, titleChars))) + " <" + clipURL(after.URL) + ">\n")
	}
	left := budget*unitsPerToken - cost(out.String()) - 60*unitsPerToken
	dropped := 0
	tell := func(mark, line string) bool {
		part := mark + line + "\n"
		units := cost(part)
		if budget > 0 && units > left {
			dropped++
			return false
		}
		left -= units
		out.WriteString(part)
		return true
	}
	for _, e := range d.edits {
		d.stretch(e, tell)
	}
	d.r.Text = out.String() + d.verdict(dropped, &out)
	d.r.Complete = d.r.Complete && dropped == 0
}

// stretch tells one stretch: what was removed, then what is new or changed.
func (d *differ) stretch(e edit, tell func(mark, line string) bool) {
	for i := e.aFrom; i < e.aTo; i++ {
		if d.used[i] {
			continue
		}
		if line := d.a.text(i); tell("- ", clip(line, lineChars)) {
			d.r.Removed = append(d.r.Removed, line)
		}
	}
	for i := e.bFrom; i < e.bTo; i++ {
		line := d.b.text(i)
		if was, changed := d.was[i]; changed {
			if before := d.a.text(was); before != line && tell("~ ", line) {
				d.r.Changed = append(d.r.Changed, protocol.Change{Before: before, After: line})
				d.lost(was, tell)
			}
		} else if tell("+ ", line) {
			d.r.Added = append(d.r.Added, line)
		}
	}
}

// lost tells the controls that a changed line had, and that are nowhere now: the
// line as it is now does not say so.
func (d *differ) lost(was int, tell func(mark, line string) bool) {
	ln := &d.a.lines[was]
	for row := ln.first; row <= ln.last && ln.controls > 1; row++ {
		r := &d.a.l.rows[row]
		if !r.isControl() || d.here()[node{d.a.l.Frames[r.frame].Nonce, r.key}] {
			continue
		}
		if line := string(d.a.control(nil, r.ctl)); tell("- ", clip(line, lineChars)) {
			d.r.Removed = append(d.r.Removed, line)
		}
	}
}

// here are the controls of the newer page.
func (d *differ) here() map[node]bool {
	if d.live == nil {
		d.live = make(map[node]bool, len(d.b.l.controls))
		for i := range d.b.l.controls {
			r := &d.b.l.rows[d.b.l.controls[i].row]
			d.live[node{d.b.l.Frames[r.frame].Nonce, r.key}] = true
		}
	}
	return d.live
}

// verdict is a diff's last line.
func (d *differ) verdict(dropped int, out *strings.Builder) string {
	if len(d.r.Added)+len(d.r.Removed)+len(d.r.Changed)+dropped == 0 && out.Len() == 0 {
		return "-- no change since " + d.r.Since + "\n"
	}
	text := fmt.Sprintf("-- since %s: %d changed, %d added, %d removed", d.r.Since, len(d.r.Changed), len(d.r.Added), len(d.r.Removed))
	if dropped > 0 {
		text += fmt.Sprintf("; INCOMPLETE: %d more lines differ, take a new snapshot", dropped)
	}
	if !d.r.Complete {
		text += "; not all of the page could be compared"
	}
	return text + "\n"
}
