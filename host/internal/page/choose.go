package page

import "unicode/utf8"

// weight is what a part of an answer takes of each kind of limit.
type weight struct {
	units, thirds, runes, chars, controls int
}

// plus adds weights.
func (w weight) plus(o weight) weight {
	return weight{w.units + o.units, w.thirds + o.thirds, w.runes + o.runes, w.chars + o.chars, w.controls + o.controls}
}

// minus takes a weight away.
func (w weight) minus(o weight) weight {
	return weight{w.units - o.units, w.thirds - o.thirds, w.runes - o.runes, w.chars - o.chars, w.controls - o.controls}
}

// within tells whether a weight keeps all limits.
func (w weight) within(l Limits) bool {
	return (l.Budget == 0 || w.units <= l.Budget*unitsPerToken) && (l.Thirds == 0 || w.thirds <= l.Thirds) &&
		(l.Runes == 0 || w.runes <= l.Runes) && (l.TextChars == 0 || w.chars <= l.TextChars) &&
		(l.Controls == 0 || w.controls <= l.Controls)
}

// weigh is the weight of printed text: whole lines, each with its line break.
func (l Limits) weigh(text []byte) weight {
	w := weight{units: cost(text)}
	if l.Thirds > 0 {
		w.thirds = thirdsOfLines(text)
	}
	if l.Runes > 0 {
		w.runes = utf8.RuneCount(text)
	}
	return w
}

// thirdsOfLines sums the first seed's measure over lines.
func thirdsOfLines(text []byte) int {
	sum, from := 0, 0
	for i, b := range text {
		if b == '\n' {
			sum += thirds(text[from:i])
			from = i + 1
		}
	}
	return sum + thirds(text[from:])
}

// choice is which lines of a sheet are printed.
type choice struct {
	s      *sheet
	shown  []bool
	want   []bool // the lines in question; nil for all
	order  []int  // in which they were chosen, to give up the last ones first
	spent  weight
	gap    weight // of a gap line at its longest
	buffer []byte
	known  map[int]weight // of lines weighed before

	textFull bool // text has reached its own limit: only controls go on
}

// newChoice chooses nothing yet.
func newChoice(s *sheet, want []bool) *choice {
	c := &choice{s: s, shown: make([]bool, len(s.lines)), want: want, known: map[int]weight{}}
	controls, chars := 0, 0
	for i := range s.lines {
		controls += int(s.lines[i].controls)
		chars += int(s.lines[i].chars)
	}
	c.gap = s.limits.weigh([]byte("            … " + tally(controls, chars)))
	return c
}

// weigh is the weight of a line.
func (c *choice) weigh(i int) weight {
	w, known := c.known[i]
	if !known {
		c.buffer = append(c.s.append(c.buffer[:0], &c.s.lines[i]), '\n')
		w = c.s.limits.weigh(c.buffer)
		w.chars, w.controls = int(c.s.lines[i].chars), int(c.s.lines[i].controls)
		if len(c.known) < weighedLines {
			c.known[i] = w
		}
	}
	return w
}

// weighedLines is how many weights are remembered: what a budget can hold, and
// not every line of a page that is asked for whole.
const weighedLines = 2000

// wanted tells whether a line is in question.
func (c *choice) wanted(i int) bool {
	return (c.want == nil || c.want[i]) && c.s.lines[i].kind != lineLeftOut
}

// all chooses every line in question if that fits beside what else is said.
func (c *choice) all(rest weight) bool {
	c.spent = weight{}
	for i := range c.s.lines {
		if !c.wanted(i) {
			continue
		}
		c.spent = c.spent.plus(c.weigh(i))
		if !c.spent.plus(rest).within(c.s.limits) {
			c.reset()
			return false
		}
		c.shown[i] = true
		c.order = append(c.order, i)
	}
	return true
}

// reset takes back all choices.
func (c *choice) reset() {
	clear(c.shown)
	c.order = c.order[:0]
	c.spent = weight{}
}

// take chooses a line, and the titles it stands under, if they fit.
func (c *choice) take(i int, rest weight) bool {
	if c.shown[i] || !c.wanted(i) {
		return true
	}
	added, chain := weight{}, [16]int{}
	n := 0
	for at := i; at >= 0 && n < len(chain) && !c.shown[at]; at = int(c.s.lines[at].parent) {
		added = added.plus(c.weigh(at)).plus(c.gapsAround(at))
		chain[n] = at
		n++
	}
	if !c.spent.plus(added).plus(rest).within(c.s.limits) {
		return false
	}
	c.spent = c.spent.plus(added)
	for n > 0 {
		n--
		c.shown[chain[n]] = true
		c.order = append(c.order, chain[n])
	}
	return true
}

// gapsAround is what the gap lines beside a line cost more once it is shown:
// it stands in a gap, and splits that in two, or narrows or fills it.
func (c *choice) gapsAround(i int) weight {
	left := i > 0 && !c.shown[i-1]
	right := i+1 < len(c.shown) && !c.shown[i+1]
	switch {
	case left && right:
		return c.gap
	case !left && !right:
		return weight{}.minus(c.gap)
	}
	return weight{}
}

// byPriority chooses by class: popups and dialogs, bars, the screen, pinned
// columns, the rest. What one node on the screen says beyond its share waits
// until the ordinary lines of what is off the screen had half of the room, so
// that an endless name or paragraph does not hide the page's last button.
func (c *choice) byPriority(rest weight) {
	waiting := false
	for class := byte(1); class <= screenClass; class++ {
		waiting = c.class(class, rest, false) || waiting
	}
	if waiting {
		half := c.keeping(rest, 2)
		for class := screenClass + 1; class <= lastClass; class++ {
			c.class(class, half, false)
		}
		for class := byte(1); class <= screenClass; class++ {
			c.class(class, rest, true)
		}
	}
	for class := screenClass + 1; class <= lastClass; class++ {
		c.class(class, rest, true)
	}
}

// screenClass is the last class of what is on the screen.
const screenClass = byte(3)

// class chooses lines of a class, with or without those beyond a node's share,
// and tells whether it passed over one of these.
// Among equals headings come before filler, up to a fifth of what is left,
// since they tell what a region is about. The class is given up at its first
// ordinary line that does not fit: to pick up every short line that still does
// would leave scraps between gaps.
func (c *choice) class(class byte, rest weight, beyond bool) (passed bool) {
	c.headings(class, rest)
	for i := range c.s.lines {
		ln := &c.s.lines[i]
		if ln.class != class || c.shown[i] || !c.wanted(i) || c.textFull && ln.controls == 0 && ln.chars > 0 {
			continue
		}
		if !beyond && c.over(c.toHere(i)) {
			passed = true
			continue
		}
		if c.take(i, rest) {
			continue
		}
		if c.full(i, rest) {
			break
		}
		text := c.s.limits.TextChars
		c.textFull = c.textFull || text > 0 && ln.chars > 0 && c.spent.chars+int(ln.chars) > text
	}
	return passed
}

// One node gets a twentieth of a budget before others had theirs, but no less
// than what an ordinary line takes: small budgets would fall into scraps.
const (
	nodeShare    = 20
	ordinaryLine = 100 // tokens
)

// over tells that a weight is more than one node's share.
func (c *choice) over(w weight) bool {
	l := c.s.limits
	return l.Budget > 0 && w.units > max(l.Budget/nodeShare, ordinaryLine)*unitsPerToken ||
		l.Thirds > 0 && w.thirds > max(l.Thirds/nodeShare, ordinaryLine)
}

// toHere is about what a line weighs together with the pieces of the same text
// before it.
func (c *choice) toHere(i int) weight {
	ln, w := &c.s.lines[i], c.weigh(i)
	if size := int(ln.to - ln.from); ln.from > 0 && size > 0 {
		w.units = w.units * int(ln.to) / size
		w.thirds = w.thirds * int(ln.to) / size
	}
	return w
}

// keeping is rest, and beside it all but an nth of what is left.
func (c *choice) keeping(rest weight, n int) weight {
	l, share := c.s.limits, rest
	if l.Budget > 0 {
		left := l.Budget*unitsPerToken - rest.units - c.spent.units
		share.units += left - left/n
	}
	if l.Thirds > 0 {
		left := l.Thirds - rest.thirds - c.spent.thirds
		share.thirds += left - left/n
	}
	return share
}

// full tells that a line that did not fit shows the answer to be full: the line
// is ordinary, and what it lacks is room as such, not the place for a control more or
// for text.
func (c *choice) full(i int, rest weight) bool {
	l := c.s.limits
	needed := c.spent.plus(c.weigh(i)).plus(rest)
	return !c.over(c.weigh(i)) && !needed.within(Limits{Budget: l.Budget, Thirds: l.Thirds, Runes: l.Runes})
}

// headings chooses a class's headings.
func (c *choice) headings(class byte, rest weight) {
	share := c.keeping(rest, 5)
	for i := range c.s.lines {
		ln := &c.s.lines[i]
		if ln.class == class && (ln.level > 0 || c.s.header(ln)) && !c.take(i, share) {
			return
		}
	}
}

// header tells whether a line is a table's header row.
func (s *sheet) header(ln *line) bool {
	return ln.kind == lineRow && s.l.rows[ln.first].flags&flagHeader != 0 && ln.controls == 0
}

// fromStart chooses in reading order until the first line that does not fit. A
// line too long for the whole budget is passed over when skip says so, and goes
// on the map.
func (c *choice) fromStart(rest weight, skip bool) {
	started := false
	for i := range c.s.lines {
		if !c.wanted(i) {
			continue
		}
		if c.take(i, rest) {
			started = true
		} else if started || !skip {
			return
		}
	}
}

// giveUp takes back the line chosen last.
func (c *choice) giveUp() bool {
	if len(c.order) == 0 {
		return false
	}
	c.shown[c.order[len(c.order)-1]] = false
	c.order = c.order[:len(c.order)-1]
	return true
}
