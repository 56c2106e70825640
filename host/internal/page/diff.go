package page

import (
	"hash/maphash"
	"slices"

	"candid/host/protocol"
)

// edit is a stretch of lines that differ: a[aFrom:aTo] became b[bFrom:bTo].
type edit struct {
	aFrom, aTo, bFrom, bTo int
}

// comparable is the whole outline of a ledger without limits, and the prints of
// its lines: hashes of what is printed. It is made once a ledger.
func (l *Ledger) comparable() (*sheet, []uint64) {
	if l.canon == nil {
		o := Options{View: ViewOutline, Limits: standard}
		o.Limits.Budget = 0
		l.canon = sheetOf(l, o, 0, int32(len(l.rows)))
		l.prints = make([]uint64, len(l.canon.lines))
		for i := range l.prints {
			l.prints[i] = l.canon.print(&l.canon.lines[i])
		}
	}
	return l.canon, l.prints
}

// print is a hash of what a line prints.
func (s *sheet) print(ln *line) uint64 {
	hash := uint64(ln.kind)<<8 | uint64(ln.level)
	for i := ln.first; i <= ln.last; i++ {
		r := &s.l.rows[i]
		switch {
		case r.isControl():
			hash = mix(hash, s.controlPrint(r.ctl))
		case r.op != protocol.OpText || s.l.visible(r, s.mode):
			hash = mix(hash, maphash.String(optionSeed, r.text))
		}
	}
	return mix(hash, uint64(uint32(ln.from))<<32|uint64(uint32(ln.to)))
}

// controlPrint is a hash of what is printed of a control.
func (s *sheet) controlPrint(index int32) uint64 {
	c := &s.l.controls[index]
	hash := mix(uint64(c.number)<<32|uint64(c.flags), maphash.String(optionSeed, c.name))
	hash = mix(hash, maphash.String(optionSeed, c.role))
	for _, letter := range []byte("vwlgph") {
		if text, has := c.attr(letter); has {
			hash = mix(hash, maphash.String(optionSeed, text)+uint64(letter))
		}
	}
	for i := c.optFrom; i < c.optTo; i++ {
		o := &s.l.options[i]
		hash = mix(mix(hash, maphash.String(optionSeed, o.value)), maphash.String(optionSeed, o.label))
		if o.selected {
			hash++
		}
		if o.disabled {
			hash += 2
		}
	}
	return hash
}

// compare finds how one list of prints became another: what is the same at both
// ends is cut off, then lines that occur once on each side are anchors, and what
// stands between anchors is compared in turn.
func compare(a, b []uint64) []edit {
	var edits []edit
	work := []edit{{0, len(a), 0, len(b)}}
	for len(work) > 0 {
		e := work[len(work)-1]
		work = work[:len(work)-1]
		e = trim(a, b, e)
		switch {
		case e.aFrom == e.aTo && e.bFrom == e.bTo:
		case e.aFrom == e.aTo || e.bFrom == e.bTo:
			edits = append(edits, e)
		default:
			parts := between(e, anchors(a, b, e))
			if len(parts) == 1 {
				edits = append(edits, small(a, b, e)...)
			} else {
				work = append(work, parts...)
			}
		}
	}
	slices.SortFunc(edits, func(x, y edit) int { return x.bFrom + x.aFrom - y.bFrom - y.aFrom })
	return edits
}

// trim cuts off what is equal at both ends.
func trim(a, b []uint64, e edit) edit {
	for e.aFrom < e.aTo && e.bFrom < e.bTo && a[e.aFrom] == b[e.bFrom] {
		e.aFrom++
		e.bFrom++
	}
	for e.aFrom < e.aTo && e.bFrom < e.bTo && a[e.aTo-1] == b[e.bTo-1] {
		e.aTo--
		e.bTo--
	}
	return e
}

// anchors are pairs of equal lines that occur once on each side, in an order
// that grows on both.
func anchors(a, b []uint64, e edit) [][2]int {
	type place struct{ a, b, inA, inB int }
	seen := make(map[uint64]*place, e.aTo-e.aFrom)
	for i := e.aFrom; i < e.aTo; i++ {
		if p := seen[a[i]]; p != nil {
			p.inA++
		} else {
			seen[a[i]] = &place{a: i, inA: 1}
		}
	}
	for i := e.bFrom; i < e.bTo; i++ {
		if p := seen[b[i]]; p != nil {
			p.b = i
			p.inB++
		}
	}
	var pairs [][2]int
	for i := e.bFrom; i < e.bTo; i++ {
		if p := seen[b[i]]; p != nil && p.inA == 1 && p.inB == 1 {
			pairs = append(pairs, [2]int{p.a, i})
		}
	}
	return growing(pairs)
}

// growing is the longest part of pairs, ordered by the second, in which the
// first grows too.
func growing(pairs [][2]int) [][2]int {
	var tails []int
	before := make([]int, len(pairs))
	for i := range pairs {
		at, _ := slices.BinarySearchFunc(tails, pairs[i][0], func(t, first int) int { return pairs[t][0] - first })
		before[i] = -1
		if at > 0 {
			before[i] = tails[at-1]
		}
		if at == len(tails) {
			tails = append(tails, i)
		} else {
			tails[at] = i
		}
	}
	var out [][2]int
	if len(tails) > 0 {
		for i := tails[len(tails)-1]; i >= 0; i = before[i] {
			out = append(out, pairs[i])
		}
	}
	slices.Reverse(out)
	return out
}

// between are the stretches between anchors.
func between(e edit, pairs [][2]int) []edit {
	var parts []edit
	for _, p := range pairs {
		parts = append(parts, edit{e.aFrom, p[0], e.bFrom, p[1]})
		e.aFrom, e.bFrom = p[0]+1, p[1]+1
	}
	return append(parts, e)
}

// smallDiff bounds the table of the exact comparison: a million cells are 4 MB
// and a few milliseconds. Larger stretches without one unique line in common
// count as replaced.
const smallDiff = 1 << 20

// small compares exactly, by longest common subsequence.
func small(a, b []uint64, e edit) []edit {
	n, m := e.aTo-e.aFrom, e.bTo-e.bFrom
	if n*m > smallDiff {
		return []edit{e}
	}
	table := make([]int32, (n+1)*(m+1))
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if a[e.aFrom+i] == b[e.bFrom+j] {
				table[i*(m+1)+j] = table[(i+1)*(m+1)+j+1] + 1
			} else {
				table[i*(m+1)+j] = max(table[(i+1)*(m+1)+j], table[i*(m+1)+j+1])
			}
		}
	}
	var edits []edit
	open := edit{e.aFrom, e.aFrom, e.bFrom, e.bFrom}
	i, j := 0, 0
	for i < n && j < m {
		switch {
		case a[e.aFrom+i] == b[e.bFrom+j]:
			if open.aFrom < e.aFrom+i || open.bFrom < e.bFrom+j {
				edits = append(edits, edit{open.aFrom, e.aFrom + i, open.bFrom, e.bFrom + j})
			}
			i++
			j++
			open = edit{e.aFrom + i, 0, e.bFrom + j, 0}
		case table[(i+1)*(m+1)+j] >= table[i*(m+1)+j+1]:
			i++
		default:
			j++
		}
	}
	if open.aFrom < e.aTo || open.bFrom < e.bTo {
		edits = append(edits, edit{open.aFrom, e.aTo, open.bFrom, e.bTo})
	}
	return edits
}
