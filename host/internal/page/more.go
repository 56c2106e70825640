package page

import (
	"slices"
	"strconv"
	"strings"

	"candid/host/protocol"
)

// More continues an answer from the ledger alone: the lines from one on that it
// left out, in reading order. It is a function of the answer and the cursor, so
// asking twice gives the same. A budget that cannot hold the first of these lines
// is refused with one that can: passed over, the line would be lost to an agent
// that follows the cursors.
func More(a *Answer, o Options, id string, line int, number Printed) (*Answer, error) {
	r, err := more(a, o, id, line, number)
	if err != nil || !r.stuck() {
		return r, err
	}
	for wider := o; wider.Limits.Budget < MaxBudget; {
		wider.Limits.Budget = min(MaxBudget, wider.Limits.Budget*5/4)
		if next, err := more(a, wider, id, line, number); err != nil {
			return nil, err
		} else if !next.stuck() {
			// Some transports keep a part of the budget for themselves.
			enough := strconv.Itoa(min(MaxBudget, (wider.Limits.Budget+199)/100*100))
			return nil, usage("what comes next does not fit in "+strconv.Itoa(o.Limits.Budget)+" tokens", "ask with a budget of "+enough+", or leave the budget out")
		}
	}
	return r, nil
}

func more(a *Answer, o Options, id string, line int, number Printed) (*Answer, error) {
	s := *a.sheet
	s.limits.Budget, s.limits.Thirds, s.limits.Runes = o.Limits.Budget, 0, 0
	s.limits.TextChars, s.limits.Controls = 0, 0
	s.limits.NameChars = min(limit(s.limits.NameChars), nameShare(o.Limits.Budget))
	o.Limits = s.limits
	want := make([]bool, len(s.lines))
	for i := line; i < len(want); i++ {
		want[i] = !a.Shown[i] && s.lines[i].kind != lineLeftOut
	}
	d := &draft{id: id, l: s.l, o: o, s: &s, pick: newChoice(&s, want), from: 0, to: int32(len(s.l.rows)), more: true, number: number}
	return d.compose()
}

// stuck tells that an answer shows nothing, though something is left to show.
func (a *Answer) stuck() bool { return a.Cursor != "" && !slices.Contains(a.Shown, true) }

// ParseCursor splits a cursor into the snapshot's id and the line.
func ParseCursor(cursor string) (id string, line int, ok bool) {
	id, digits, found := strings.Cut(strings.TrimSpace(cursor), ".")
	line, err := strconv.Atoi(digits)
	return id, line, found && err == nil && line >= 0
}

// LeftOut is what the page itself left out at a line of an answer: it is to be
// walked again. False when the ledger holds the line, or the page named no
// element that could be walked by itself.
func (a *Answer) LeftOut(line int) (Part, bool) {
	if line < 0 || line >= len(a.sheet.lines) || a.sheet.lines[line].kind != lineLeftOut {
		return Part{}, false
	}
	l := a.sheet.l
	r := &l.rows[a.sheet.lines[line].first]
	f := &l.Frames[r.frame]
	return Part{Frame: f.ID, Nonce: f.Nonce, Key: int(r.key)}, r.key > 0
}

// LeftOutKeys lists what the page itself left out and that can be walked by
// itself: by frame and key.
func (l *Ledger) LeftOutKeys() []Part {
	var list []Part
	for i := range l.rows {
		if r := &l.rows[i]; r.op == protocol.OpLeftOut && r.key > 0 && l.partial {
			f := &l.Frames[r.frame]
			list = append(list, Part{Frame: f.ID, Nonce: f.Nonce, Key: int(r.key)})
		}
	}
	return list
}

// Part is an element of a page that can be walked by itself.
type Part struct {
	Frame int
	Nonce string
	Key   int
}

// Lines is how many lines an answer's view has, printed or not.
func (a *Answer) Lines() int { return len(a.sheet.lines) }

// Bounded are the same options under the usual budget.
func (o Options) Bounded() Options {
	o.All = false
	o.Limits = standard
	return o
}

// HeadRunes is the head of what is spilled: the third seed's inline cap.
const HeadRunes = 24_000

// Head is the whole lines of a text that fit in so many code points.
func Head(text string, limit int) string {
	head := text
	if runes(text) > limit {
		end := 0
		for i := range text {
			if limit--; limit < 0 {
				end = i
				break
			}
		}
		head = text[:end]
		if cut := strings.LastIndexByte(head, '\n'); cut >= 0 {
			head = head[:cut]
		}
	}
	return head
}

// Quoted writes a foreign value in quotes, cleaned and clipped.
func Quoted(s string) string { return quote(s) }

// Clean takes out of a page string what a reader cannot see.
func Clean(s string) string {
	s, _ = clean(s)
	return s
}

// CleanLines cleans text that keeps its line breaks, and cuts it to a budget at
// a line or grapheme. It says whether it cut.
func CleanLines(text string, budget int) (string, bool) {
	var out strings.Builder
	left := budget * unitsPerToken
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r", "\n"), "\n") {
		line, _ = clean(line)
		for part, rest := cutLine(line); ; part, rest = cutLine(rest) {
			units := cost(part) + unitsPerToken
			if units > left {
				return strings.TrimRight(out.String(), "\n"), true
			}
			left -= units
			out.WriteString(part)
			if rest == "" {
				break
			}
		}
		out.WriteByte('\n')
	}
	return strings.TrimRight(out.String(), "\n"), false
}

// cutLine splits a long line so that a budget can hold a part of it.
func cutLine(line string) (part, rest string) {
	if len(line) <= maxLine {
		return line, ""
	}
	end, _ := pieceEnd(line, 0, maxLine)
	return line[:end], line[end:]
}

// Differs tells whether two ledgers of a page read differently, cheaply.
func (l *Ledger) Differs(o *Ledger) bool {
	if len(l.rows) != len(o.rows) || len(l.controls) != len(o.controls) || l.Title != o.Title {
		return true
	}
	for i := range l.rows {
		if l.rows[i].op != o.rows[i].op || l.rows[i].text != o.rows[i].text {
			return true
		}
	}
	for i := range l.controls {
		a, b := &l.controls[i], &o.controls[i]
		if a.number != b.number || a.name != b.name || a.flags != b.flags || a.extra != b.extra {
			return true
		}
	}
	return false
}
