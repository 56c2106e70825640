package page

import (
	"strings"
	"unicode/utf8"

	"candid/host/protocol"
)

// Ledger is a whole page: the rows of all its frames in reading order. It is
// not changed after Decode, but for the refs that Number gives its controls.
type Ledger struct {
	URL    string
	Title  string
	Loaded bool
	Frames []Frame

	rows     []row
	controls []control
	options  []option
	tags     []string
	raw      map[int32]string // by row: names as sent, where cleaning changed them

	partial bool
	modals  bool          // the top document has an open modal
	removed int           // invisible characters taken out
	bytes   int           // what the ledger holds in memory, about
	refs    map[int32]int // refs of rows that are not controls, once printed
	canon   *sheet        // the whole outline without limits, made when first compared
	prints  []uint64      // of its lines
}

// Frame is one frame's part of a ledger.
type Frame struct {
	ID       int
	Nonce    string
	URL      string
	Row      int32  // the row of its element, -1 for the top document
	Unread   string // why it could not be read
	TimedOut bool   // its walk hit the time limit
	Partial  bool   // its ledger was full
	Hidden   int    // characters of text hidden from people that were dropped
	Behind   int    // controls behind a modal that only the frames around know of
	Elements int
	Roleless int
	Pointer  int
	WalkMs   float64
	JoinMs   float64
}

// row is one row of the ledger. Rows that open a structure (openers) hold the
// index after their last inner row in end; there are no closing rows.
type row struct {
	op     byte
	brk    byte
	class  byte
	kind   kind
	flags  uint16
	tag    uint16
	frame  int32
	key    int32
	parent int32 // the innermost opener around, -1 at the top
	box    int32 // the innermost container around, -1 at the top
	end    int32
	ctl    int32 // of control rows, and of text that is part of a control's name; else -1
	text   string
}

// Flags of rows, one bit a letter, so that text, structure and frame rows
// share one field.
const (
	flagName    uint16 = 1 << iota // n: words of a control's name
	flagHidden                     // h
	flagAria                       // a
	flagHeader                     // H
	flagGroup                      // g
	flagModal                      // m
	flagPopup                      // p
	flagInert                      // i
	flagGraphic                    // G
)

// rowFlags reads the flag letters of t, ( and f rows.
func rowFlags(letters string) uint16 {
	var set uint16
	for i := range len(letters) {
		if at := strings.IndexByte("nhaHgmpiG", letters[i]); at >= 0 {
			set |= 1 << at
		}
	}
	return set
}

// control is a control. What is rarely needed stays unparsed in extra.
type control struct {
	row     int32
	frame   int32
	key     int32
	flags   uint32
	role    string
	name    string
	tag     string
	kind    string // the type attribute
	extra   string
	optFrom int32
	optTo   int32
	number  int // its ref
}

// controlFlag is the bit of a letter of protocol.ControlFlags.
func controlFlag(letter byte) uint32 {
	return 1 << strings.IndexByte(protocol.ControlFlags, letter)
}

// has tells whether a control has a flag.
func (c *control) has(letter byte) bool { return c.flags&controlFlag(letter) != 0 }

// attr is the "x=value" field of a letter.
func (c *control) attr(letter byte) (string, bool) {
	rest := c.extra
	for rest != "" {
		field := rest
		if tab := strings.IndexByte(rest, '\t'); tab >= 0 {
			field, rest = rest[:tab], rest[tab+1:]
		} else {
			rest = ""
		}
		if len(field) > 1 && field[0] == letter && field[1] == '=' {
			return field[2:], true
		}
	}
	return "", false
}

// count is an attribute that is a number, 0 without it.
func (c *control) count(letter byte) int {
	text, _ := c.attr(letter)
	return number(text)
}

// secret tells that the control's value is never told.
func (c *control) secret() bool { return c.has('X') }

// option is an option of a select.
type option struct {
	value, label, group string
	selected, disabled  bool
}

// number reads a positive decimal; anything else is 0.
func number(text string) int {
	n := 0
	for i := range len(text) {
		d := text[i] - '0'
		if d > 9 || n > 1<<40 {
			return 0
		}
		n = n*10 + int(d)
	}
	return n
}

// opens tells whether a row opens a structure.
func (r *row) opens() bool {
	return r.op == protocol.OpOpen || r.op == protocol.OpFrame || r.op == protocol.OpContent
}

// isControl tells whether a row is a control.
func (r *row) isControl() bool {
	return r.op == protocol.OpControl || r.op == protocol.OpSelf || r.op == protocol.OpContent
}

// tagOf is the tag of a structure or frame row.
func (l *Ledger) tagOf(r *row) string { return l.tags[r.tag] }

// Controls counts the controls there are, those included that the page itself
// left out because the ledger was full.
func (l *Ledger) Controls() int { return len(l.controls) + l.leftOut() }

// leftOut sums the controls of the "x" rows.
func (l *Ledger) leftOut() int {
	n := 0
	if !l.partial {
		return 0
	}
	for i := range l.rows {
		if l.rows[i].op == protocol.OpLeftOut {
			n += int(l.rows[i].ctl)
		}
	}
	return n
}

// Bytes is about what the ledger holds in memory.
func (l *Ledger) Bytes() int { return l.bytes }

// Nonces lists the documents that the ledger was read from.
func (l *Ledger) Nonces() []string {
	var list []string
	for i := range l.Frames {
		if l.Frames[i].Nonce != "" {
			list = append(list, l.Frames[i].Nonce)
		}
	}
	return list
}

// runes counts code points, fast for ASCII.
func runes(s string) int { return utf8.RuneCountInString(s) }
