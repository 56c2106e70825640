package page

import (
	"slices"
	"strconv"

	"candid/host/protocol"
)

// sheet is what a view may print of a ledger: its lines in the order of
// printing, and how to print them.
type sheet struct {
	printer
	lines []line
	head  int // of view page: lines of text before the line "Controls:"
}

// wrapFor is the width at which long text goes on in a new line: short enough
// that a small budget still holds some.
func wrapFor(l Limits) int {
	if l.Budget == 0 {
		return maxLine
	}
	return max(80, min(maxLine, l.Budget/2))
}

// sheetOf makes a view's sheet of the rows from … to-1.
func sheetOf(l *Ledger, o Options, from, to int32) *sheet {
	s := &sheet{printer: printer{l: l, view: o.View, limits: o.Limits, urls: o.URLs}}
	s.shareOptions()
	s.mode = mode{wrap: wrapFor(o.Limits), depth: o.Depth}
	switch o.View {
	case ViewOutline:
		s.mode.titles = true
		sh := shape(l, s.mode, from, to)
		s.lines, s.ask = sh.lines, sh.ask
		s.modalsFirst()
		if o.Fold {
			s.lines = fold(l, s.lines)
		}
	case ViewControls:
		s.lines = controlLines(l, from, to)
	case ViewContent:
		s.lines = contentLines(l, s.mode, from, to)
	case ViewPage:
		s.mode.names = true
		s.lines = shape(l, s.mode, from, to).lines
		s.head = len(s.lines)
		s.lines = append(s.lines, controlLines(l, from, to)...)
	}
	return s
}

// modalsFirst moves the lines of open modal dialogs of the top document to the
// front: while one is open, it is the page.
func (s *sheet) modalsFirst() {
	if !s.l.modals {
		return
	}
	modal := func(ln *line) bool { return ln.region >= 0 && s.l.inModal(ln.region) || s.isModal(ln) }
	var first, rest []int
	for i := range s.lines {
		if modal(&s.lines[i]) {
			first = append(first, i)
		} else {
			rest = append(rest, i)
		}
	}
	if len(first) == 0 {
		return
	}
	order := append(first, rest...)
	place := make([]int32, len(order))
	moved := make([]line, len(order))
	for to, from := range order {
		place[from] = int32(to)
		moved[to] = s.lines[from]
	}
	for i := range moved {
		if moved[i].parent >= 0 {
			moved[i].parent = place[moved[i].parent]
		}
	}
	s.lines = moved
	s.outdent(len(first))
}

// outdent takes the indentation of the regions around a modal from its lines,
// which no longer stand under their titles.
func (s *sheet) outdent(n int) {
	base := uint8(0)
	for i := range n {
		ln := &s.lines[i]
		if int(ln.parent) >= n {
			ln.parent = -1
		}
		if ln.parent < 0 {
			base = ln.depth
		}
		ln.depth -= min(base, ln.depth)
	}
}

// isModal tells the title line of an open modal.
func (s *sheet) isModal(ln *line) bool {
	return ln.kind == lineTitle && s.l.modal(&s.l.rows[ln.first])
}

// modal tells an open modal dialog of the top document.
func (l *Ledger) modal(r *row) bool {
	return r.op == protocol.OpOpen && r.flags&flagModal != 0 && r.frame == 0
}

// inModal tells whether an opener is, or is in, an open modal.
func (l *Ledger) inModal(at int32) bool {
	for ; at >= 0; at = l.rows[at].parent {
		if l.modal(&l.rows[at]) {
			return true
		}
	}
	return false
}

// controlLines makes a line of each control, and of what the page left out.
func controlLines(l *Ledger, from, to int32) []line {
	first, _ := slices.BinarySearchFunc(l.controls, from, func(c control, row int32) int { return int(c.row - row) })
	lines := make([]line, 0, len(l.controls)-first)
	left := from
	for i := first; i < len(l.controls) && l.controls[i].row < to; i++ {
		at := l.controls[i].row
		lines = leftOutLines(lines, l, left, at)
		left = at
		r := &l.rows[at]
		lines = append(lines, line{first: at, last: at, parent: -1, region: r.parent, controls: 1, class: r.class, kind: lineControl})
	}
	return leftOutLines(lines, l, left, to)
}

// leftOutLines makes lines of what the page left out between rows.
func leftOutLines(lines []line, l *Ledger, from, to int32) []line {
	if !l.partial {
		return lines
	}
	for i := from; i < to; i++ {
		if r := &l.rows[i]; r.op == protocol.OpLeftOut {
			lines = append(lines, line{first: i, last: i, parent: -1, region: r.parent, controls: r.ctl, class: r.class, kind: lineLeftOut})
		}
	}
	return lines
}

// controlLine appends a control as the views controls, content and page write it.
func (p *printer) controlLine(out []byte, ln *line) []byte {
	index := p.l.rows[ln.first].ctl
	if p.view == ViewPage {
		return p.pageControl(out, index)
	}
	c := &p.l.controls[index]
	out = append(out, "@e"...)
	out = strconv.AppendInt(out, int64(c.number), 10)
	out = append(out, ": ["...)
	out = append(out, c.role...)
	out = append(out, ' ')
	out = p.name(out, c, '\'')
	out = p.states(out, c)
	out = p.value(out, c, '\'')
	return append(out, ']')
}

// pageControl appends a control as the view page writes it: by its tag, and
// each option of a select in a line.
func (p *printer) pageControl(out []byte, index int32) []byte {
	c := &p.l.controls[index]
	out = append(out, "@e"...)
	out = strconv.AppendInt(out, int64(c.number), 10)
	out = append(out, ' ')
	out = append(out, c.tag...)
	out = append(out, ' ')
	out = p.name(out, c, '"')
	out = p.states(out, c)
	if c.optTo == c.optFrom {
		return p.value(out, c, '"')
	}
	sh := p.shares[index]
	for i := range sh.count {
		out = append(out, "\n  "...)
		out = p.option(out, &p.l.options[c.optFrom+int32(i)], true)
	}
	if total := p.l.optionTotal(c); total > sh.count {
		out = append(out, "\n  ("...)
		out = strconv.AppendInt(out, int64(sh.count), 10)
		out = append(out, " of "...)
		out = strconv.AppendInt(out, int64(total), 10)
		out = append(out, " options)"...)
	}
	return out
}
