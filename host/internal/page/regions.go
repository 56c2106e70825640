package page

import "slices"

// segment is a stretch of lines that are left out, as the map names it. The
// segments of an answer share out all lines that are left out, so their
// numbers add up to what is missing.
type segment struct {
	from, to int   // lines; those shown in between do not count
	region   int32 // the smallest container around all of it, -1 for the page
	lines    int
	controls int
	chars    int
}

// bulk is about how much a segment's lines are, in a unit that scale turns into
// tokens.
func (g *segment) bulk() int { return g.chars/3 + g.controls*10 + g.lines*2 }

// mapper makes the map of what is left out.
type mapper struct {
	s     *sheet
	out   []bool // per line: left out
	scale int    // hundredths of a token that a unit of bulk costs here
}

// sampled is how many lines are weighed to find the scale: what a character
// costs differs tenfold between scripts.
const sampled = 32

// size is about how many tokens a segment costs.
func (m *mapper) size(g *segment) int { return g.bulk() * m.scale / 100 }

// measure finds the scale on lines here and there.
func (m *mapper) measure(all *segment) {
	units, sample := 0, segment{}
	var buffer []byte
	step := max(1, (all.to-all.from)/sampled)
	for i := all.from; i < all.to; i += step {
		if m.out[i] && m.s.lines[i].kind != lineLeftOut {
			buffer = append(m.s.append(buffer[:0], &m.s.lines[i]), '\n')
			units += cost(buffer)
			m.add(&sample, i)
		}
	}
	m.scale = 100
	if bulk := sample.bulk(); bulk > 0 {
		m.scale = max(20, tokens(units)*100/bulk)
	}
}

// segments shares the lines left out among at most most segments: by region
// first, the largest before the others, and then, as long as there is room, so
// finely that one step of more prints each whole.
func (m *mapper) segments(most, step int) []segment {
	all := m.span(0, len(m.out), -1)
	if all.lines == 0 {
		return nil
	}
	m.measure(&all)
	list := []segment{all}
	few := min(most, regionsFirst)
	done := map[[2]int]bool{}
	for {
		at := heaviest(list, done)
		if at < 0 || len(list) >= few && m.size(&list[at]) <= step {
			break
		}
		limit := few
		if m.size(&list[at]) > step {
			limit = most
		}
		parts := m.split(list[at], step, limit)
		if len(list)-1+len(parts) > limit {
			parts = m.merge(parts, limit-len(list)+1)
		}
		if len(parts) < 2 {
			done[[2]int{list[at].from, list[at].to}] = true
			if len(parts) == 1 && parts[0].region != list[at].region {
				delete(done, [2]int{list[at].from, list[at].to})
				list[at] = parts[0]
			}
			continue
		}
		list = slices.Replace(list, at, at+1, parts...)
	}
	return list
}

// regionsFirst is how many regions a map names for their own sake. Fewer, and
// a page is one lump; more, and the map is longer than what it is for. Beyond
// that only segments too large for one step of more are cut up.
const regionsFirst = 12

// heaviest is the largest segment that is not done.
func heaviest(list []segment, done map[[2]int]bool) int {
	best, size := -1, 0
	for i := range list {
		if g := &list[i]; g.bulk() > size && !done[[2]int{g.from, g.to}] {
			best, size = i, g.bulk()
		}
	}
	return best
}

// span sums up the lines left out from … to-1.
func (m *mapper) span(from, to int, region int32) segment {
	g := segment{from: -1, region: region}
	for i := from; i < to; i++ {
		if m.out[i] {
			if g.from < 0 {
				g.from = i
			}
			g.to = i + 1
			m.add(&g, i)
		}
	}
	return g
}

// add counts a line in.
func (m *mapper) add(g *segment, i int) {
	ln := &m.s.lines[i]
	g.lines++
	g.controls += int(ln.controls)
	g.chars += int(ln.chars)
}

// split cuts a segment where the regions within change; a segment of one
// region's own lines is cut into steps. Where they change more often than can
// be told (a list of 5,000 articles), neighbours stay together from the start.
func (m *mapper) split(g segment, step, most int) []segment {
	runs, inner := m.runs(g)
	if !inner {
		return m.steps(g, step)
	}
	grain := 0
	if runs > 4*most {
		grain = g.bulk() / (2 * max(1, most))
	}
	parts := make([]segment, 0, min(runs, 4*most))
	last := int32(-2)
	for i := g.from; i < g.to; i++ {
		if !m.out[i] {
			continue
		}
		child := m.childOf(m.boxOf(i), g.region)
		if n := len(parts); n == 0 || child != last && parts[n-1].bulk() >= grain {
			parts = append(parts, segment{from: i, region: child})
		} else if child != last {
			parts[n-1].region = g.region
		}
		last = child
		part := &parts[len(parts)-1]
		part.to = i + 1
		m.add(part, i)
	}
	return parts
}

// runs counts how often the region within a segment changes, and says whether
// there are any regions within.
func (m *mapper) runs(g segment) (n int, inner bool) {
	last := int32(-2)
	for i := g.from; i < g.to; i++ {
		if !m.out[i] {
			continue
		}
		child := m.childOf(m.boxOf(i), g.region)
		inner = inner || child != g.region
		if child != last {
			n++
			last = child
		}
	}
	return n, inner
}

// steps cuts a segment into pieces of about a step.
func (m *mapper) steps(g segment, step int) []segment {
	if m.size(&g) <= step {
		return []segment{g}
	}
	var parts []segment
	for i := g.from; i < g.to; i++ {
		if !m.out[i] {
			continue
		}
		if n := len(parts); n == 0 || m.size(&parts[n-1]) >= step {
			parts = append(parts, segment{from: i, region: g.region})
		}
		part := &parts[len(parts)-1]
		part.to = i + 1
		m.add(part, i)
	}
	return parts
}

// boxOf is the innermost container that a line stands in; a title stands in
// what it is the title of.
func (m *mapper) boxOf(i int) int32 {
	ln := &m.s.lines[i]
	if r := &m.s.l.rows[ln.first]; ln.kind != lineTitle {
		return r.box
	}
	return ln.first
}

// childOf is the container just inside outer on the way to another one, or
// outer itself when there is none.
func (m *mapper) childOf(box, outer int32) int32 {
	child := outer
	for at := box; at >= 0 && at != outer; at = m.s.l.rows[at].box {
		child = at
	}
	return child
}

// merge joins neighbours until no more than most are left, the lightest first.
func (m *mapper) merge(parts []segment, most int) []segment {
	most = max(1, most)
	for len(parts) > most {
		best := 0
		for i := range len(parts) - 1 {
			if parts[i].bulk()+parts[i+1].bulk() < parts[best].bulk()+parts[best+1].bulk() {
				best = i
			}
		}
		parts = slices.Replace(parts, best, best+2, m.join(parts[best], parts[best+1]))
	}
	return parts
}

// join makes one segment of two neighbours; its region is the one around both.
func (m *mapper) join(a, b segment) segment {
	return segment{from: a.from, to: b.to, region: m.common(a.region, b.region), lines: a.lines + b.lines,
		controls: a.controls + b.controls, chars: a.chars + b.chars}
}

// common is the innermost container around two.
func (m *mapper) common(a, b int32) int32 {
	for at := a; at >= 0; at = m.s.l.rows[at].box {
		for to := b; to >= 0; to = m.s.l.rows[to].box {
			if to == at {
				return at
			}
		}
	}
	return -1
}
