package page

import (
	"bytes"
	"regexp"
	"strings"

	"candid/host/protocol"
)

// Query is what to look for: words in any case, or a regular expression, and a
// role that the match must have.
type Query struct {
	text  []byte // lower case
	ascii bool
	regex *regexp.Regexp
	role  string
}

// NewQuery checks what an agent looks for.
func NewQuery(text string, regex bool, role string) (Query, error) {
	q := Query{role: role}
	if text == "" && role == "" {
		return q, usage("nothing to look for", "give a text, a --regex or a --role")
	}
	if regex {
		compiled, err := regexp.Compile(text)
		if err != nil {
			return q, usage("the regular expression does not parse: "+err.Error(), "the syntax is RE2; (?i) ignores case")
		}
		q.regex = compiled
		return q, nil
	}
	q.text = []byte(strings.ToLower(strings.Join(strings.Fields(text), " ")))
	q.ascii = bytes.IndexFunc(q.text, func(r rune) bool { return r >= 0x80 }) < 0
	return q, nil
}

// matches tells whether a line's words match.
func (q *Query) matches(words []byte) bool {
	switch {
	case q.regex != nil:
		return q.regex.Match(words)
	case q.ascii:
		return containsFold(words, q.text)
	}
	return bytes.Contains(bytes.ToLower(words), q.text)
}

// containsFold tells whether text holds a lower-case ASCII word in any case.
func containsFold(text, word []byte) bool {
	if len(word) == 0 {
		return true
	}
	first := word[0]
	for i := 0; i+len(word) <= len(text); i++ {
		if folded(text[i]) == first && equalFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

func equalFold(text, word []byte) bool {
	for i := range word {
		if folded(text[i]) != word[i] {
			return false
		}
	}
	return true
}

// folded is an ASCII letter in lower case.
func folded(b byte) byte {
	if upper(b) {
		return b | 0x20
	}
	return b
}

// Search looks through a whole ledger, what an answer left out included. shown
// tells which rows the agent has seen; nil means none. blocks says that the ledger
// holds content blocks: words that no control holds are then told with the ref of
// the block they stand in.
func Search(l *Ledger, q Query, a *Answer, budget int, blocks bool, number Printed) (protocol.FindResult, error) {
	s := sheetOf(l, Options{View: ViewOutline}, 0, int32(len(l.rows)))
	f := &finder{s: s, q: q, seen: a.rowsShown(), limit: budget * unitsPerToken, blocks: blocks}
	found := f.run()
	r := protocol.FindResult{Total: len(found), Matches: []protocol.Match{},
		Searched: protocol.Searched{Complete: !blindLedger(l), Controls: len(l.controls)}}
	for i := range s.lines {
		r.Searched.Chars += int(s.lines[i].chars)
	}
	if err := f.number(found, number); err != nil {
		return r, err
	}
	f.write(found, &r)
	return r, nil
}

// blindLedger tells that a ledger lacks something of the page.
func blindLedger(l *Ledger) bool { return l.gaps(l.Whole()).any() }

// rowsShown marks the rows that an answer printed.
func (a *Answer) rowsShown() map[int32]bool {
	seen := map[int32]bool{}
	if a == nil {
		return seen
	}
	for i, shown := range a.Shown {
		if ln := &a.sheet.lines[i]; shown && ln.kind != lineFold {
			for row := ln.first; row <= ln.last; row++ {
				seen[row] = true
			}
		}
	}
	return seen
}

// finder looks for a query in a sheet.
type finder struct {
	s      *sheet
	q      Query
	seen   map[int32]bool
	limit  int
	blocks bool
	buffer []byte
}

// hit is a line that matches, and the control in it that does, -1 for none.
type hit struct {
	line int
	ctl  int32
}

// run finds the lines that match.
func (f *finder) run() []hit {
	var hits []hit
	for i := range f.s.lines {
		ln := &f.s.lines[i]
		if f.q.role != "" {
			hits = f.controls(hits, i, ln)
			continue
		}
		f.buffer = f.s.plain(f.buffer[:0], ln)
		if f.q.matches(f.buffer) {
			hits = append(hits, hit{i, f.inside(ln)})
		}
	}
	return hits
}

// controls finds the controls of a line that have the role and match.
func (f *finder) controls(hits []hit, i int, ln *line) []hit {
	if ln.controls == 0 {
		return hits
	}
	for row := ln.first; row <= ln.last; row++ {
		r := &f.s.l.rows[row]
		if !r.isControl() || f.s.l.controls[r.ctl].role != f.q.role {
			continue
		}
		f.buffer = f.s.plainControl(f.buffer[:0], r.ctl)
		if f.q.matches(f.buffer) {
			hits = append(hits, hit{i, r.ctl})
		}
	}
	return hits
}

// inside is the control of a line that matches by itself, else its first one.
func (f *finder) inside(ln *line) int32 {
	first := int32(-1)
	if ln.controls == 0 {
		return first
	}
	for row := ln.first; row <= ln.last; row++ {
		r := &f.s.l.rows[row]
		if !r.isControl() {
			continue
		}
		if first < 0 {
			first = r.ctl
		}
		f.buffer = f.s.plainControl(f.buffer[:0], r.ctl)
		if f.q.matches(f.buffer) {
			return r.ctl
		}
	}
	return first
}

// plain appends a line's words without our marks.
func (p *printer) plain(out []byte, ln *line) []byte {
	brk := byte(protocol.BreakNone)
	start := len(out)
	for i := ln.first; i <= ln.last; i++ {
		r := &p.l.rows[i]
		brk = max(brk, r.brk)
		words, is := p.words(ln, i, r)
		if ln.kind == lineTitle || ln.kind == lineUnseen || ln.kind == lineLeftOut {
			words, is = r.text, true
		}
		if !is {
			if r.op == protocol.OpText {
				brk = max(brk, protocol.BreakSpace)
			}
			continue
		}
		if len(out) > start && brk > protocol.BreakNone {
			out = append(out, ' ')
		}
		if r.isControl() {
			out = p.plainControl(out, r.ctl)
		} else {
			out = append(out, words...)
		}
		brk = protocol.BreakNone
	}
	return out
}

// plainControl appends the words of a control: its name, value and options.
func (p *printer) plainControl(out []byte, index int32) []byte {
	c := &p.l.controls[index]
	out = append(out, c.name...)
	if c.extra != "" && !c.secret() {
		for _, letter := range "vdgp" {
			if text := p.l.text(c, byte(letter)); text != "" {
				out = append(append(out, ' '), text...)
			}
		}
	}
	for i := c.optFrom; i < c.optTo; i++ {
		o := &p.l.options[i]
		out = append(append(out, ' '), o.label...)
		if o.value != o.label {
			out = append(append(out, ' '), o.value...)
		}
	}
	return out
}
