package page

import (
	"slices"
	"strconv"

	"candid/host/protocol"
)

// answer fills in the figures.
func (d *draft) answer(text []byte) *Answer {
	v := d.figures()
	a := &Answer{Text: string(text), Complete: !d.incomplete(), Cuts: v.cuts, Unseen: d.l.unseenIn(Scope{d.from, d.to}),
		Omitted: d.omitted(), Shown: d.pick.shown, sheet: d.s, Warnings: d.warnings()}
	a.Estimate = Estimate(a.Text)
	a.Budget = d.o.Limits.Budget
	if a.Budget == 0 {
		a.Budget = d.o.Limits.Thirds
	}
	a.Count = protocol.Count{Controls: d.total.controls, Shown: v.controls}
	for _, b := range text {
		if b == '\n' {
			a.Count.Lines++
		}
	}
	a.Truncated = !a.Complete || v.cuts != (protocol.Cuts{})
	a.Cursor = d.next()
	return a
}

// next is the cursor of what follows: of a continuation, what comes after the
// last line shown; else the first line left out that the ledger holds.
func (d *draft) next() string {
	from := 0
	for i := range d.pick.shown {
		if d.more && d.pick.shown[i] && d.pick.want[i] {
			from = i + 1
		}
	}
	for i := from; i < len(d.s.lines); i++ {
		if !d.pick.shown[i] && d.pick.wanted(i) {
			return d.cursor(i)
		}
	}
	return ""
}

// warnings says what the text cannot.
func (d *draft) warnings() []string {
	list := []string{}
	if d.l.removed > 0 {
		list = append(list, protocol.Plural(d.l.removed, "invisible character")+" removed from page text")
	}
	if d.o.Depth > 0 && !slices.ContainsFunc(d.s.lines, func(ln line) bool { return ln.kind == lineDeeper }) {
		list = append(list, "depth "+strconv.Itoa(d.o.Depth)+" left nothing out: nothing here is nested deeper")
	}
	return list
}

// omitted is the map as data.
func (d *draft) omitted() []protocol.Omitted {
	list := make([]protocol.Omitted, 0, len(d.segments))
	for i := range d.segments {
		g := &d.segments[i]
		list = append(list, protocol.Omitted{Ref: d.regionRef(g.region), Label: d.label(i), Controls: g.controls,
			Chars: g.chars, Cursor: d.cursor(g.from)})
	}
	return list
}

// cursor is where more goes on.
func (d *draft) cursor(line int) string { return d.id + "." + strconv.Itoa(line) }
