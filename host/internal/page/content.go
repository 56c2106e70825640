package page

import (
	"strings"

	"candid/host/protocol"
)

// contentLines makes the lines of the view content: each control, and the text
// of each innermost content block without the words of controls in it.
func contentLines(l *Ledger, m mode, from, to int32) []line {
	c := &contents{l: l, mode: m, cur: -1}
	c.lines = make([]line, 0, int(to-from)/2+8)
	for i := from; i < to; i++ {
		r := &l.rows[i]
		switch {
		case r.isControl():
			c.lines = append(c.lines, line{first: i, last: i, parent: -1, region: r.parent, controls: 1,
				class: r.class, kind: lineControl})
		case r.op == protocol.OpText && l.visible(r, m):
			c.text(i, r)
		case r.op == protocol.OpUnseen, r.op == protocol.OpLeftOut:
			c.other(i, r)
		}
	}
	return c.lines
}

// contents makes lines of content blocks.
type contents struct {
	l     *Ledger
	mode  mode
	lines []line
	cur   int   // the block line being made, -1
	block int32 // its block
}

// text adds a text row to its block's line, or begins one.
func (c *contents) text(i int32, r *row) {
	block := c.l.blockOf(r.parent)
	n := runes(r.text)
	if c.cur >= 0 && block == c.block {
		if cur := &c.lines[c.cur]; int(cur.chars)+n <= maxLine && cur.to == 0 {
			cur.last = i
			cur.chars += int32(n)
			cur.class = min(cur.class, r.class)
			return
		}
	}
	c.block = block
	c.pieces(i, r)
}

// pieces begins the line or, for long text, the lines of a text row.
func (c *contents) pieces(i int32, r *row) {
	for from := 0; from < len(r.text); {
		end, next := pieceEnd(r.text, from, c.mode.wrap)
		if end > from {
			ln := line{first: i, last: i, parent: -1, region: r.parent, class: r.class, kind: lineBlock, text: true,
				from: int32(from), chars: int32(runes(r.text[from:end]))}
			if end < len(r.text) {
				ln.to = int32(end)
			}
			c.lines = append(c.lines, ln)
			c.cur = len(c.lines) - 1
		}
		from = next
	}
}

// other makes a line of something that is neither text nor control.
func (c *contents) other(i int32, r *row) {
	ln := line{first: i, last: i, parent: -1, region: r.parent, class: r.class, kind: lineUnseen}
	if r.op == protocol.OpLeftOut {
		ln.kind, ln.controls, ln.chars = lineLeftOut, r.ctl, r.end
	}
	c.lines = append(c.lines, ln)
	c.cur = -1
}

// blockOf is the innermost content block around: the nearest structure that is
// an element of its own, and not only a label in it.
func (l *Ledger) blockOf(at int32) int32 {
	for ; at >= 0; at = l.rows[at].parent {
		r := &l.rows[at]
		if r.op == protocol.OpFrame || r.op == protocol.OpOpen && r.tag != 0 && r.kind != kindLabel {
			return at
		}
	}
	return -1
}

// block appends a content block: `@e9: [p 'text']`.
func (p *printer) block(out []byte, ln *line) []byte {
	at := p.l.blockOf(p.l.rows[ln.first].parent)
	tag := "body"
	if at >= 0 {
		out = p.rowRef(out, at)
		out = append(out, ": "...)
		tag = p.l.tagOf(&p.l.rows[at])
	}
	out = append(out, '[')
	out = append(out, tag...)
	out = append(out, ' ', '\'')
	out = appendInside(out, p.blockText(ln), '\'')
	return append(out, '\'', ']')
}

// blockText is the text of a block's line.
func (p *printer) blockText(ln *line) string {
	if ln.first == ln.last {
		text, _ := p.words(ln, ln.first, &p.l.rows[ln.first])
		return strings.ReplaceAll(text, "\r", " ")
	}
	var out strings.Builder
	brk := byte(protocol.BreakNone)
	block := p.l.blockOf(p.l.rows[ln.first].parent)
	for i := ln.first; i <= ln.last; i++ {
		r := &p.l.rows[i]
		brk = max(brk, r.brk)
		words, is := p.words(ln, i, r)
		if !is || r.op != protocol.OpText || p.l.blockOf(r.parent) != block {
			brk = max(brk, protocol.BreakSpace)
			continue
		}
		if out.Len() > 0 && brk > protocol.BreakNone {
			out.WriteByte(' ')
		}
		out.WriteString(strings.ReplaceAll(words, "\r", " "))
		brk = protocol.BreakNone
	}
	return out.String()
}
