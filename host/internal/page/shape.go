package page

import "candid/host/protocol"

// line is one line that a view may print: a stretch of rows. Making lines
// renders nothing, so that a page of 200,000 rows costs only what is printed.
type line struct {
	first, last int32 // rows
	from, to    int32 // bytes of the first and last row's text; to 0 means all
	parent      int32 // the title line that must be printed with it, -1
	region      int32 // the innermost opener around it, -1
	controls    int32
	chars       int32 // code points of visible text
	kind        lineKind
	class       byte
	depth       uint8 // indentation
	level       uint8 // of a heading
	text        bool  // it has words of its own
	split       bool  // it begins with a control only because controls do not share a line
	single      bool  // so far it is one control's words: the next control begins a line
}

// lineKind says what a line is.
type lineKind uint8

const (
	lineText    lineKind = iota // text, controls, or both
	lineRow                     // a table row
	lineTitle                   // a region's title
	lineUnseen                  // something that cannot be read
	lineLeftOut                 // rows the page itself left out
	lineControl                 // one control (views controls, content and page)
	lineBlock                   // text of a content block (view content)
	lineFold                    // like rows, folded
	lineDeeper                  // what --depth leaves out
)

// mode is what a shaper makes lines of.
type mode struct {
	names  bool // words of a control's name are text (page), not left to the control (outline)
	titles bool // regions have title lines and headings marks
	wrap   int  // bytes after which text goes on in a new line
	depth  int  // levels of containers shown, 0 for all
}

// maxLine bounds a line of text and controls in characters. Longer, and one
// line is a large part of a small budget; shorter, and prose falls apart.
const maxLine = 1000

// scope is an opener that the shaper stands in.
type scope struct {
	end    int32
	title  int32 // its title line, -1
	outer  int32 // the title line outside of it
	indent uint8
	level  uint8 // the heading level outside of it
	flush  bool  // a line ends where it ends
	deeper bool  // a level of --depth
}

// shaper makes lines of rows, in one pass.
type shaper struct {
	l       *Ledger
	mode    mode
	lines   []line
	cur     int // the line being made, -1
	length  int // its length, about
	pending byte
	scopes  []scope
	title   int32
	indent  uint8
	level   uint8
	depth   int
	said    string         // a title's words, dropped where they stand again at once
	group   string         // the question last printed
	ask     map[int32]bool // controls whose question is printed nowhere else
}

// shape makes the lines of the rows from … to-1.
func shape(l *Ledger, m mode, from, to int32) *shaper {
	s := &shaper{l: l, mode: m, cur: -1, title: -1, ask: map[int32]bool{}}
	s.lines = make([]line, 0, int(to-from)/2+8)
	for i := from; i < to; {
		s.leave(i)
		i = s.step(i)
	}
	s.leave(1 << 30)
	return s
}

// step takes one row and says which is next.
func (s *shaper) step(i int32) int32 {
	r := &s.l.rows[i]
	switch r.op {
	case protocol.OpText:
		s.text(i, r)
	case protocol.OpControl, protocol.OpSelf:
		s.control(i, r)
	case protocol.OpContent:
		s.control(i, r)
		s.enter(scope{end: r.end, title: -1})
	case protocol.OpOpen:
		return s.open(i, r)
	case protocol.OpFrame:
		return s.region(i, r)
	case protocol.OpUnseen:
		s.alone(i, lineUnseen)
	case protocol.OpLeftOut:
		s.alone(i, lineLeftOut)
		s.last().controls, s.last().chars = r.ctl, r.end
	}
	return i + 1
}

// last is the line made last.
func (s *shaper) last() *line { return &s.lines[len(s.lines)-1] }

// enter opens a scope; what it changes is undone when it ends.
func (s *shaper) enter(sc scope) {
	sc.outer, sc.indent, sc.level = s.title, s.indent, s.level
	s.scopes = append(s.scopes, sc)
}

// leave ends the scopes that end before row i.
func (s *shaper) leave(i int32) {
	for n := len(s.scopes); n > 0 && s.scopes[n-1].end <= i; n = len(s.scopes) {
		sc := s.scopes[n-1]
		s.scopes = s.scopes[:n-1]
		s.title, s.indent, s.level = sc.outer, sc.indent, sc.level
		if sc.flush {
			s.cur = -1
		}
		if sc.deeper {
			s.depth--
		}
		if sc.title >= 0 && int(sc.title) == len(s.lines)-1 && s.bare(sc.title) {
			s.lines = s.lines[:sc.title]
			s.said, s.cur = "", -1
		}
	}
}

// bare tells that a title line says nothing when nothing stands under it.
func (s *shaper) bare(title int32) bool {
	r := &s.l.rows[s.lines[title].first]
	return r.op != protocol.OpFrame || s.l.unreadFrame(s.lines[title].first) == ""
}

// unreadFrame is why the frame of an element was not read, "" when it was.
func (l *Ledger) unreadFrame(element int32) string {
	for i := range l.Frames {
		if l.Frames[i].Row == element {
			return l.Frames[i].Unread
		}
	}
	return ""
}

// open takes a structure row.
func (s *shaper) open(i int32, r *row) int32 {
	switch {
	case r.kind == kindRow && s.oneLine(r, i):
		s.row(i, r)
		return r.end
	case r.kind.heading() > 0:
		s.cur = -1
		s.enter(scope{end: r.end, title: -1, flush: true})
		if s.mode.titles {
			s.level = uint8(r.kind.heading())
		}
	case r.kind.container():
		return s.region(i, r)
	case r.kind.inline():
		s.pending = max(s.pending, r.brk)
		s.enter(scope{end: r.end, title: -1})
	default:
		s.pending = max(s.pending, r.brk)
		s.enter(scope{end: r.end, title: -1, flush: r.brk >= protocol.BreakLine})
	}
	return i + 1
}

// region takes a container: a landmark, list, table, dialog, frame.
func (s *shaper) region(i int32, r *row) int32 {
	if s.mode.depth > 0 && s.depth >= s.mode.depth {
		s.deeper(i, r)
		return max(r.end, i+1)
	}
	s.pending = max(s.pending, r.brk)
	sc := scope{end: r.end, title: -1, flush: true, deeper: true}
	s.depth++
	if !s.mode.titles || !s.titled(r) {
		sc.flush = r.brk >= protocol.BreakLine || r.op == protocol.OpFrame
		s.enter(sc)
		return i + 1
	}
	s.alone(i, lineTitle)
	sc.title = int32(len(s.lines) - 1)
	s.enter(sc)
	s.title = sc.title
	s.indent = min(s.indent+1, 12)
	s.said = r.text
	if r.kind == kindGroup || r.kind == kindRadiogroup {
		s.group = r.text
	}
	return i + 1
}

// titled tells whether a container gets a title line: dialogs, popups and
// frames always, others when they have a name.
func (s *shaper) titled(r *row) bool {
	if r.op == protocol.OpFrame || r.kind.dialog() || r.flags&flagPopup != 0 {
		return true
	}
	return r.text != "" && r.kind.titled()
}

// deeper makes one line of a container below the depth asked for.
func (s *shaper) deeper(i int32, r *row) {
	controls, chars := s.l.within(i, r.end, s.mode)
	if controls == 0 && chars == 0 {
		return
	}
	s.alone(i, lineDeeper)
	s.last().class = lastClass
}

// within counts the controls and characters of an opener's inside.
func (l *Ledger) within(i, end int32, m mode) (controls, chars int) {
	for j := i + 1; j < end; j++ {
		r := &l.rows[j]
		if r.isControl() {
			controls++
		} else if r.op == protocol.OpText && l.visible(r, m) {
			chars += runes(r.text)
		}
	}
	return controls, chars
}

// visible tells whether a text row is printed as text.
func (l *Ledger) visible(r *row, m mode) bool {
	if r.flags&flagGraphic != 0 {
		return m.titles && r.flags&flagHidden == 0
	}
	return m.names || r.flags&flagName == 0 || r.ctl < 0
}

// alone makes a line of its own of one row.
func (s *shaper) alone(i int32, k lineKind) {
	s.start(i)
	s.last().kind = k
	s.cur = -1
}

// start begins a line at a row.
func (s *shaper) start(i int32) {
	r := &s.l.rows[i]
	s.lines = append(s.lines, line{first: i, last: i, parent: s.title, region: r.parent, class: r.class,
		depth: s.indent, level: s.level})
	s.cur = len(s.lines) - 1
	s.pending = 0
}

// put adds a row to the line being made where it belongs to it, else to a new
// one. Controls share a line only with words: a bar of buttons is a line each.
// chars is its length, of a control that of its name.
func (s *shaper) put(i int32, brk byte, control bool, chars int) {
	brk = max(brk, s.pending)
	s.pending = 0
	if s.cur >= 0 {
		cur := &s.lines[s.cur]
		if brk <= protocol.BreakSpace && (!control || cur.text) && s.length+chars <= maxLine {
			s.length += chars
			cur.last, cur.to = i, 0
			cur.class = min(cur.class, s.l.rows[i].class)
			s.count(control, chars)
			if !control {
				s.rejoin()
			}
			return
		}
	}
	split := s.cur >= 0 && brk <= protocol.BreakSpace
	s.start(i)
	s.lines[s.cur].split = split
	s.length = chars
	s.count(control, chars)
}

// fewControls is how many controls before the first word of a block are put
// back on its line. More than these are a bar of buttons.
const fewControls = 4

// rejoin puts the controls before a line's words on the line after all: in a
// row of a check box, a link and words, they belong together.
func (s *shaper) rejoin() {
	for s.cur > 0 && s.lines[s.cur].split && s.cur == len(s.lines)-1 {
		cur, before := &s.lines[s.cur], &s.lines[s.cur-1]
		if before.parent != cur.parent || before.controls == 0 || before.text ||
			before.controls+cur.controls > fewControls {
			return
		}
		before.last, before.to, before.text = cur.last, cur.to, true
		before.chars += cur.chars
		before.controls += cur.controls
		before.class = min(before.class, cur.class)
		s.lines = s.lines[:s.cur]
		s.cur--
	}
}

// count adds to the totals of the line being made.
func (s *shaper) count(control bool, chars int) {
	cur := &s.lines[s.cur]
	if control {
		cur.controls++
	} else {
		cur.text = true
		cur.chars += int32(chars)
	}
}
