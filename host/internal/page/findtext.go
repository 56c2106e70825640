package page

import (
	"strings"

	"candid/host/protocol"
)

// contextLines is how many lines before and after a match are told.
const contextLines = 1

// number gives refs to the titles among what is going to be printed.
func (f *finder) number(found []hit, number Printed) error {
	var rows []int32
	for n, h := range found {
		if n > f.limit/unitsPerToken {
			break
		}
		if block := f.blockOf(h); block >= 0 {
			if _, has := f.s.l.refs[block]; !has {
				f.s.l.refs[block] = 0
				rows = append(rows, block)
			}
		}
		for i := max(0, h.line-contextLines); i <= h.line+contextLines && i < len(f.s.lines); i++ {
			ln := &f.s.lines[i]
			if _, has := f.s.l.refs[ln.first]; ln.kind == lineTitle && !has {
				f.s.l.refs[ln.first] = 0
				rows = append(rows, ln.first)
			}
		}
	}
	return numberRows(f.s.l, rows, number)
}

// numberRows numbers rows that are marked with 0. Rows of one node share a
// number: a region, and that it has more to scroll.
func numberRows(l *Ledger, rows []int32, number Printed) error {
	if len(rows) == 0 {
		return nil
	}
	type node struct{ frame, key int32 }
	at := map[node]int{}
	var first []int32
	for _, row := range rows {
		n := node{int32(l.rows[row].frame), l.rows[row].key}
		if _, known := at[n]; !known {
			at[n] = len(first)
			first = append(first, row)
		}
	}
	numbers, err := number(first)
	for _, row := range rows {
		if err != nil {
			delete(l.refs, row)
		} else {
			l.refs[row] = numbers[at[node{int32(l.rows[row].frame), l.rows[row].key}]]
		}
	}
	return err
}

// write prints the matches as long as the budget lasts.
func (f *finder) write(found []hit, r *protocol.FindResult) {
	head := f.head(len(found), r.Searched)
	left := f.limit - cost(head) - 20*unitsPerToken
	var text strings.Builder
	for _, h := range found {
		m := f.match(h)
		part := matchText(m)
		units := cost(part)
		if m.Ref == "" {
			units += refCost // it may get one
		}
		if units > left {
			break
		}
		left -= units
		r.Matches = append(r.Matches, m)
		text.WriteString(part)
	}
	r.Text = head + text.String()
	if more := len(found) - len(r.Matches); more > 0 {
		r.Text += "… " + protocol.Grouped(more) + " more matches: look for something narrower\n"
	}
}

// refCost is about what the ref of a text costs, in units.
const refCost = 8 * unitsPerToken

// blockOf is the block that a match without a control stands in, where the ledger
// holds blocks: that of the first words which match by themselves, else of the
// first ones. -1 when there is none.
func (f *finder) blockOf(h hit) int32 {
	ln := &f.s.lines[h.line]
	if !f.blocks || h.ctl >= 0 || ln.kind != lineText && ln.kind != lineRow {
		return -1
	}
	first := int32(-1)
	for i := ln.first; i <= ln.last; i++ {
		words, is := f.s.words(ln, i, &f.s.l.rows[i])
		if !is {
			continue
		}
		block := f.s.l.blockOf(f.s.l.rows[i].parent)
		if f.s.l.rowKey(block) == 0 {
			continue
		}
		if f.q.matches([]byte(words)) {
			return block
		}
		if first < 0 {
			first = block
		}
	}
	return first
}

// TakeRefs gives the matches that have no ref those of the same search in a ledger
// with blocks, when both tell the same lines.
func TakeRefs(r *protocol.FindResult, blocks protocol.FindResult) {
	if blocks.Total != r.Total {
		return
	}
	head, rest, _ := strings.Cut(r.Text, "\n")
	var text strings.Builder
	text.WriteString(head + "\n")
	for i := range r.Matches {
		m := &r.Matches[i]
		rest = strings.TrimPrefix(rest, matchText(*m))
		if m.Ref == "" && i < len(blocks.Matches) && blocks.Matches[i].Line == m.Line {
			m.Ref = blocks.Matches[i].Ref
		}
		text.WriteString(matchText(*m))
	}
	r.Text = text.String() + rest
}

// head says how many matches there are, and in how much.
func (f *finder) head(n int, s protocol.Searched) string {
	word := "matches"
	if n == 1 {
		word = "match"
	}
	where := " in a complete ledger ("
	if !s.Complete {
		where = " in what could be read, which is not the whole page ("
	}
	text := protocol.Grouped(n) + " " + word + where + tally(s.Controls, s.Chars) + ")"
	if !s.Complete {
		if left := f.s.l.leftOut(); left > 0 {
			text += "; not searched: " + protocol.Plural(left, "control")
		}
	}
	return text + "\n"
}

// match describes a hit.
func (f *finder) match(h hit) protocol.Match {
	ln := &f.s.lines[h.line]
	m := protocol.Match{Line: f.text(h.line), Context: []string{}, Path: f.s.l.path(ln.region), Shown: f.seen[ln.first]}
	if h.ctl >= 0 {
		m.Ref = refName(f.s.l.controls[h.ctl].number)
		m.Shown = f.seen[f.s.l.controls[h.ctl].row]
	} else if block := f.blockOf(h); block >= 0 {
		m.Ref = refName(f.s.l.refs[block])
	} else if number := f.s.l.refs[ln.first]; number > 0 && ln.kind == lineTitle {
		m.Ref = refName(number)
	}
	for i := max(0, h.line-contextLines); i <= h.line+contextLines && i < len(f.s.lines); i++ {
		if i != h.line {
			m.Context = append(m.Context, f.text(i))
		}
	}
	return m
}

// lineChars bounds a line in a list of matches.
const lineChars = 400

// text is a line as the outline prints it, clipped.
func (f *finder) text(i int) string {
	ln := f.s.lines[i]
	ln.depth = 0
	text := string(f.s.append(nil, &ln))
	if cut := clip(text, lineChars); len(cut) < len(text) {
		return cut + "…"
	}
	return text
}

// path names the containers around a row, outermost first.
func (l *Ledger) path(at int32) []string {
	path := []string{}
	for ; at >= 0; at = l.rows[at].parent {
		r := &l.rows[at]
		if !r.kind.container() && r.kind.heading() == 0 {
			continue
		}
		label := r.kind.String()
		if name := l.regionName(at); name != "" {
			label += " " + string(appendQuoted(nil, clip(name, labelChars), '"'))
		}
		path = append([]string{label}, path...)
	}
	return path
}

// names tells whether a line prints a ref itself: as a mark of ours, not as words
// of the page, before which stands a backslash.
func names(line, ref string) bool {
	for from := 0; ; {
		at := strings.Index(line[from:], ref)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(ref)
		if (at == 0 || line[at-1] != '\\') && (from == len(line) || !digit(line[from])) {
			return true
		}
	}
}

// matchText prints a match: where it is, the line before, itself, the line after.
func matchText(m protocol.Match) string {
	var out strings.Builder
	if len(m.Path) > 0 {
		out.WriteString("in " + strings.Join(m.Path, " > ") + "\n")
	}
	out.WriteString(" ")
	if m.Ref != "" && !names(m.Line, m.Ref) {
		out.WriteString(m.Ref + ": ")
	}
	out.WriteString(m.Line)
	if !m.Shown {
		out.WriteString(" (not shown before)")
	}
	out.WriteString("\n")
	for _, line := range m.Context {
		out.WriteString("   beside: " + line + "\n")
	}
	return out.String()
}
