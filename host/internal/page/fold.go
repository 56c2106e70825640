package page

import (
	"hash/maphash"
	"slices"
	"strconv"

	"candid/host/protocol"
)

// minFold is how many like siblings are worth folding, and keptOfFold how many
// of them stay: an agent needs a few to see what the others are like.
const (
	minFold    = 6
	keptOfFold = 3
)

// fold replaces runs of like siblings (items of a list, rows of a table) by the
// first few and one line that names the refs of the rest. It is done on request
// only, and the verdict says how many rows are folded: their refs are told,
// their words are not.
func fold(l *Ledger, lines []line) []line {
	groups := siblings(l, lines)
	var out []line
	at := make([]int32, len(lines)) // where each line went
	for g := 0; g < len(groups); {
		end := g + 1
		for end < len(groups) && groups[end].parent == groups[g].parent && groups[end].print == groups[g].print {
			end++
		}
		keep := end
		if groups[g].parent >= 0 && end-g >= minFold {
			keep = g + keptOfFold
		}
		for _, group := range groups[g:keep] {
			for i := group.from; i < group.to; i++ {
				at[i] = int32(len(out))
				out = append(out, lines[i])
			}
		}
		if keep < end {
			out = append(out, foldLine(l, lines, groups[keep:end]))
		}
		g = end
	}
	for i := range out {
		if p := out[i].parent; p >= 0 {
			out[i].parent = at[p]
		}
	}
	return out
}

// sibling is the lines of one item or row, or of what is neither.
type sibling struct {
	from, to int
	parent   int32 // the list or table, -1 for what is not a sibling
	print    uint64
}

// siblings cuts the lines into siblings.
func siblings(l *Ledger, lines []line) []sibling {
	var out []sibling
	last := int32(-1)
	for i := range lines {
		item := itemOf(l, lines[i].region)
		if item < 0 || item != last || len(out) == 0 {
			parent := int32(-1)
			if item >= 0 {
				parent = l.rows[item].parent
			}
			out = append(out, sibling{from: i, parent: parent})
		}
		out[len(out)-1].to = i + 1
		out[len(out)-1].print = mix(out[len(out)-1].print, shapeOf(l, &lines[i]))
		last = item
	}
	return out
}

// itemOf is the outermost repeated structure around a line that has a list or
// table (or anything else) as its parent.
func itemOf(l *Ledger, at int32) int32 {
	item := int32(-1)
	for ; at >= 0; at = l.rows[at].parent {
		if k := l.rows[at].kind; k == kindItem || k == kindRow || k == kindArticle {
			item = at
		} else if k.container() && item >= 0 {
			break
		}
	}
	return item
}

// shapeOf is a hash of what a line consists of: roles, words or not; never the
// words themselves.
func shapeOf(l *Ledger, ln *line) uint64 {
	print := uint64(ln.kind) + 31*uint64(ln.level)
	for i := ln.first; i <= ln.last; i++ {
		r := &l.rows[i]
		if r.isControl() {
			print = mix(print, maphash.String(optionSeed, l.controls[r.ctl].role))
		}
	}
	return print
}

// mix combines two hashes.
func mix(a, b uint64) uint64 { return (a^b)*0x9e3779b97f4a7c15 + 1 }

// foldLine is the line that stands for folded siblings: its rows are theirs.
func foldLine(l *Ledger, lines []line, groups []sibling) line {
	first, last := lines[groups[0].from], lines[groups[len(groups)-1].to-1]
	out := line{first: first.first, last: last.last, parent: first.parent, region: l.rows[itemOf(l, first.region)].parent,
		class: first.class, depth: first.depth, kind: lineFold, from: int32(len(groups))}
	for i := groups[0].from; i < groups[len(groups)-1].to; i++ {
		out.controls += lines[i].controls
		out.chars += lines[i].chars
	}
	return out
}

// fold appends a line of folded siblings: `×2,997 more like this, @e10…@e3006`.
func (p *printer) fold(out []byte, ln *line) []byte {
	out = append(out, "×"...)
	out = append(out, protocol.Grouped(int(ln.from))...)
	out = append(out, " more like this"...)
	for i, span := range p.l.refSpans(ln.first, ln.last) {
		if i == 20 {
			return append(out, ", …"...)
		}
		out = append(out, ", @e"...)
		out = strconv.AppendInt(out, int64(span[0]), 10)
		if span[1] > span[0] {
			out = append(out, "…@e"...)
			out = strconv.AppendInt(out, int64(span[1]), 10)
		}
	}
	return out
}

// refSpans lists the refs of the controls in rows, as spans of numbers.
func (l *Ledger) refSpans(first, last int32) [][2]int {
	var numbers []int
	for i := first; i <= last; i++ {
		if l.rows[i].isControl() {
			numbers = append(numbers, l.controls[l.rows[i].ctl].number)
		}
	}
	slices.Sort(numbers)
	var spans [][2]int
	for _, n := range numbers {
		if len(spans) > 0 && spans[len(spans)-1][1] == n-1 {
			spans[len(spans)-1][1] = n
		} else {
			spans = append(spans, [2]int{n, n})
		}
	}
	return spans
}
