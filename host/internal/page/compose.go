package page

import (
	"slices"

	"candid/host/protocol"
)

// Printed gives numbers to rows that are printed for the first time: regions,
// frames and content blocks. Controls have theirs before any view.
type Printed func(rows []int32) ([]int, error)

// Answer is a view of a ledger under limits, and exactly what it lacks.
type Answer struct {
	Text      string
	Estimate  int
	Budget    int
	Complete  bool
	Truncated bool
	Count     protocol.Count
	Omitted   []protocol.Omitted
	Cuts      protocol.Cuts
	Unseen    []protocol.Unseen
	Cursor    string
	Warnings  []string
	Shown     []bool // per line of the sheet

	sheet *sheet
}

// draft is an answer in the making.
type draft struct {
	id       string // of the snapshot, for cursors
	l        *Ledger
	o        Options
	s        *sheet
	pick     *choice
	from, to int32 // rows in scope
	more     bool  // it continues an earlier answer
	segments []segment
	total    weight // controls and characters in question
	lines    int
	number   Printed
	filled   bool
	unseen   []protocol.Unseen
	gaps     gaps
	flat     bool // --depth can leave nothing out
	chosen   bool // lines are chosen: segments says what is left
}

// Compose makes the answer about the rows of a scope. id is the snapshot's, for
// the cursors it tells.
func Compose(l *Ledger, o Options, id string, scope Scope, number Printed) (*Answer, error) {
	s := sheetOf(l, o, scope.from, scope.to)
	d := &draft{id: id, l: l, o: o, s: s, pick: newChoice(s, nil), from: scope.from, to: scope.to, number: number}
	return d.compose()
}

// compose chooses lines and writes the answer.
func (d *draft) compose() (*Answer, error) {
	scope := Scope{d.from, d.to}
	d.unseen, d.gaps, d.flat = d.l.unseenIn(scope), d.l.gaps(scope), !d.nested()
	d.sum()
	if whole, err := d.whole(); whole != nil || err != nil {
		return whole, err
	}
	d.choose()
	d.chosen = true
	for {
		d.segments = d.left()
		if err := d.numbers(); err != nil {
			return nil, err
		}
		text := d.write()
		if w := d.weighText(text); !w.within(d.o.Limits) {
			if d.pick.giveUp() {
				continue
			}
		} else if d.useRest(w) {
			continue
		}
		return d.answer(text), nil
	}
}

// useRest chooses more lines when the map and the verdict took less than was
// kept for them. It says whether it did, and does so once.
func (d *draft) useRest(spent weight) bool {
	limit := d.o.Limits.Budget * unitsPerToken
	left := limit - spent.units
	if d.filled || len(d.segments) == 0 || left < max(limit/40, 40*unitsPerToken) {
		return false
	}
	d.filled = true
	d.pick.spent = spent
	before := len(d.pick.order)
	d.fill(weight{units: limit / 100, thirds: d.o.Limits.Thirds / 100, runes: d.o.Limits.Runes / 100})
	return len(d.pick.order) > before
}

// whole shows everything where that fits to the letter; choosing has to keep
// room for figures as wide as they can get.
func (d *draft) whole() (*Answer, error) {
	if !d.pick.all(weight{}) {
		return nil, nil
	}
	d.segments = d.left()
	if err := d.numbers(); err != nil {
		return nil, err
	}
	text := d.write()
	if d.weighText(text).within(d.o.Limits) {
		return d.answer(text), nil
	}
	d.pick.reset()
	return nil, nil
}

// sum counts what is in question.
func (d *draft) sum() {
	for i := range d.s.lines {
		if d.pick.want == nil || d.pick.want[i] {
			d.total.controls += int(d.s.lines[i].controls)
			d.total.chars += int(d.s.lines[i].chars)
			d.lines++
		}
	}
}

// blind tells that something in scope could not be read at all.
func (d *draft) blind() bool { return d.gaps.any() }

// choose fills the limits.
func (d *draft) choose() {
	d.segments = []segment{{}} // something will be left out: the verdict says so
	frame := d.o.Limits.weigh(slices.Concat(d.banner(nil), d.head(nil), d.trailer(nil, d.lines), d.verdict(nil, d.widest())))
	d.pick.spent = d.pick.gap
	d.fill(frame.plus(d.mapShare()))
}

// fill chooses lines as long as there is room beside the rest.
func (d *draft) fill(rest weight) {
	if d.more || d.o.Limits.Runes > 0 {
		d.pick.fromStart(rest, !d.more)
	} else {
		d.pick.byPriority(rest)
	}
}

// mapShare is what is kept for the map: an eighth, and at least one entry.
func (d *draft) mapShare() weight {
	l := d.o.Limits
	return weight{units: max(l.Budget*unitsPerToken/8, entryCost*unitsPerToken), thirds: l.Thirds / 20, runes: l.Runes / 12}
}

// entryCost is about what a map entry costs in tokens.
const entryCost = 34

// left is the map of what is not chosen, as fine as its share allows.
func (d *draft) left() []segment {
	m := &mapper{s: d.s, out: make([]bool, len(d.s.lines))}
	for i := range m.out {
		m.out[i] = !d.pick.shown[i] && (d.pick.want == nil || d.pick.want[i])
	}
	budget := d.o.Limits.Budget
	if budget == 0 {
		budget = MaxBudget
	}
	most := max(1, budget/8/entryCost)
	return m.segments(most, budget*6/10)
}

// numbers gives refs to what is printed for the first time.
func (d *draft) numbers() error {
	var rows []int32
	need := func(row int32) {
		if _, has := d.l.refs[row]; row >= 0 && !has {
			d.l.refs[row] = 0
			rows = append(rows, row)
		}
	}
	for i, shown := range d.pick.shown {
		if !shown {
			continue
		}
		switch ln := &d.s.lines[i]; ln.kind {
		case lineTitle, lineDeeper:
			need(ln.first)
		case lineUnseen:
			if d.l.rowKey(ln.first) > 0 && referred(d.l.tagOf(&d.l.rows[ln.first])) {
				need(ln.first)
			}
		case lineBlock:
			need(d.l.blockOf(d.l.rows[ln.first].parent))
		}
	}
	for i := range d.segments {
		if d.l.rowKey(d.segments[i].region) > 0 {
			need(d.segments[i].region)
		}
	}
	return numberRows(d.l, rows, d.number)
}

// rowKey is the key of a structure, 0 when the page gave it none.
func (l *Ledger) rowKey(row int32) int32 {
	if row < 0 {
		return 0
	}
	return l.rows[row].key
}

// incomplete tells that the answer lacks something.
func (d *draft) incomplete() bool { return len(d.segments) > 0 || d.blind() }

// write prints the answer.
func (d *draft) write() []byte {
	var out []byte
	if d.incomplete() {
		out = d.banner(out)
	}
	out = d.head(out)
	out = d.body(out)
	if d.incomplete() {
		out = d.mapLines(out)
		out = d.trailer(out, d.elements())
	}
	return d.ending(out)
}

// elements counts what the trailer calls elements: controls, lines without a
// control, and frames that were not read.
func (d *draft) elements() int {
	n := d.gaps.unread
	for _, g := range d.segments {
		n += g.controls
	}
	for i := range d.s.lines {
		if !d.pick.shown[i] && d.s.lines[i].controls == 0 && (d.pick.want == nil || d.pick.want[i]) {
			n++
		}
	}
	return max(n, d.gaps.timedOut)
}

// body prints the chosen lines, with a gap line wherever some are missing.
func (d *draft) body(out []byte) []byte {
	gap := weight{}
	missing := 0
	for i := range d.s.lines {
		ln := &d.s.lines[i]
		if d.s.view == ViewPage && i == d.s.head {
			out = d.gapLine(out, missing, &gap)
			missing = 0
			out = append(out, "\nControls:\n"...)
		}
		if d.pick.shown[i] {
			out = d.gapLine(out, missing, &gap)
			missing = 0
			out = append(d.s.append(out, ln), '\n')
		} else if d.pick.want == nil || d.pick.want[i] {
			missing++
			gap.controls += int(ln.controls)
			gap.chars += int(ln.chars)
		}
	}
	if d.s.view == ViewPage && d.s.head == len(d.s.lines) {
		out = append(d.gapLine(out, missing, &gap), "\nControls:\n"...)
		missing = 0
	}
	return d.gapLine(out, missing, &gap)
}

// gapLine prints what is missing here, if anything.
func (d *draft) gapLine(out []byte, lines int, gap *weight) []byte {
	if lines == 0 {
		return out
	}
	out = append(out, "… "...)
	if gap.controls == 0 && gap.chars == 0 {
		out = append(out, protocol.Plural(lines, "line")...)
	} else {
		out = append(out, tally(gap.controls, gap.chars)...)
	}
	*gap = weight{}
	return append(out, '\n')
}

// ending appends the verdict; the outline has one always. It tells the estimate
// of the whole text, itself included.
func (d *draft) ending(out []byte) []byte {
	v := d.figures()
	units := cost(out)
	for range 4 {
		tail := d.verdict(nil, v)
		estimate := tokens(units + cost(tail))
		if estimate == v.estimate {
			break
		}
		v.estimate = max(estimate, v.estimate)
	}
	return d.verdict(out, v)
}

// weighText is the weight of a whole answer.
func (d *draft) weighText(text []byte) weight {
	w := d.o.Limits.weigh(text)
	for i, shown := range d.pick.shown {
		if shown {
			w.chars += int(d.s.lines[i].chars)
			w.controls += int(d.s.lines[i].controls)
		}
	}
	return w
}
