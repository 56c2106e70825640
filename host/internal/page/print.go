package page

import (
	"strconv"
	"strings"

	"candid/host/protocol"
)

// printer writes lines. What it writes depends on the ledger, the limits and
// the shares of options alone, so that a line has the same cost when it is
// weighed and when it is printed.
type printer struct {
	l      *Ledger
	view   View
	limits Limits
	urls   bool
	mode   mode
	ask    map[int32]bool
	shares map[int32]share
}

// share is how many of a select's options are printed, or the select before it
// that has the same ones.
type share struct {
	count int
	same  int32 // control, -1
}

// unnumbered stands for a ref while its number is not known: as wide as any a
// tab will see in practice.
const unnumbered = 999_999

// append appends a line without its line break.
func (p *printer) append(out []byte, ln *line) []byte {
	switch ln.kind {
	case lineTitle:
		return p.title(indented(out, ln.depth), ln)
	case lineUnseen:
		return p.unseen(indented(out, ln.depth), ln)
	case lineLeftOut:
		return p.leftOut(indented(out, ln.depth), ln)
	case lineDeeper:
		return p.deeper(indented(out, ln.depth), ln)
	case lineControl:
		return p.controlLine(out, ln)
	case lineBlock:
		return p.block(out, ln)
	case lineFold:
		return p.fold(indented(out, ln.depth), ln)
	}
	out = indented(out, ln.depth)
	if ln.level > 0 && ln.text {
		for range ln.level {
			out = append(out, '#')
		}
		out = append(out, ' ')
		return p.stretch(out, ln, false)
	}
	return p.stretch(out, ln, true)
}

// indented appends a line's indentation.
func indented(out []byte, depth uint8) []byte {
	for range depth {
		out = append(out, ' ')
	}
	return out
}

// What a line begins with: only words of the page may be taken for our marks.
const (
	leadNothing = iota
	leadControl
	leadWords
)

// stretch appends the words and controls of a line's rows. start tells that
// the first words stand where our own marks would.
func (p *printer) stretch(out []byte, ln *line, start bool) []byte {
	brk, first, after := byte(protocol.BreakNone), true, false
	lead := leadNothing
	begin := len(out)
	for i := ln.first; i <= ln.last; i++ {
		r := &p.l.rows[i]
		brk = max(brk, r.brk)
		text, is := p.words(ln, i, r)
		if !is {
			if r.op == protocol.OpText {
				brk = max(brk, protocol.BreakSpace)
			}
			continue
		}
		control := r.isControl() && !p.mode.names
		if !first {
			if ln.kind == lineRow && brk == protocol.BreakCell {
				out = appendCell(out, text, len(out) == begin)
			} else if brk != protocol.BreakNone || control && !opens(out) || after && !clings(text) {
				out = append(out, ' ')
			}
		}
		after = control
		if control {
			out = p.control(out, r.ctl)
			lead = max(lead, leadControl)
		} else {
			out = joinText(out, begin, text)
			if lead == leadNothing && strings.TrimLeft(text, " ") != "" {
				lead = leadWords
			}
		}
		brk, first = protocol.BreakNone, false
	}
	if start && lead == leadWords {
		return guardStart(out, begin)
	}
	return out
}

// words tells whether a row is printed in a line, and as which words.
func (p *printer) words(ln *line, i int32, r *row) (string, bool) {
	switch {
	case r.isControl():
		if !p.mode.names {
			return "", true
		}
		name := p.l.controls[r.ctl].name
		return name, r.op == protocol.OpSelf && name != ""
	case r.op == protocol.OpEmpty:
		return "", ln.kind == lineRow
	case r.op != protocol.OpText || !p.l.visible(r, p.mode):
		return "", false
	}
	from, to := int32(0), int32(len(r.text))
	if i == ln.first {
		from = ln.from
	}
	if i == ln.last && ln.to > 0 {
		to = ln.to
	}
	return r.text[from:to], true
}

// clings tells words that belong to what stands before them.
func clings(words string) bool {
	return words != "" && strings.IndexByte(".,;:!?)]}%'", words[0]) >= 0
}

// opens tells a line that ends in a sign to which the next word belongs.
func opens(out []byte) bool {
	return len(out) > 0 && strings.IndexByte("([{\"'-/$#", out[len(out)-1]) >= 0
}

// appendCell begins a table cell. A space before figures would be a token of
// its own, in tables of figures an eighth of all. first tells that the cells
// before it are empty.
func appendCell(out []byte, text string, first bool) []byte {
	if !first {
		out = append(out, ' ')
	}
	out = append(out, '|')
	if text == "" || !digit(text[0]) {
		out = append(out, ' ')
	}
	return out
}

// title appends a region's title: `@e9 dialog "Delete?":`.
func (p *printer) title(out []byte, ln *line) []byte {
	r := &p.l.rows[ln.first]
	out = p.rowRef(out, ln.first)
	out = append(out, ' ')
	out = append(out, r.kind.String()...)
	name := p.l.regionName(ln.first)
	if name != "" {
		out = append(out, ' ')
		out = appendQuoted(out, p.short(name), '"')
	}
	if why := p.l.unreadFrame(ln.first); why != "" && r.op == protocol.OpFrame {
		out = append(out, " not read: "...)
		return append(out, p.short(why)...)
	}
	return append(out, ':')
}

// short clips a string that only labels something.
func (p *printer) short(s string) string {
	if cut := clip(s, labelChars); len(cut) < len(s) {
		return cut + "…"
	}
	return s
}

// labelChars bounds the labels of regions and unseen things: they are to be
// recognised, not read.
const labelChars = 80

// regionName names a region; a frame without a name by its address.
func (l *Ledger) regionName(i int32) string {
	r := &l.rows[i]
	if r.text != "" || r.op != protocol.OpFrame {
		return r.text
	}
	for f := range l.Frames {
		if l.Frames[f].Row == i && !strings.HasPrefix(l.Frames[f].URL, "about:") {
			url, _ := clean(protocol.HideInURL(l.Frames[f].URL))
			return url
		}
	}
	return ""
}

// rowRef appends the ref of a structure.
func (p *printer) rowRef(out []byte, i int32) []byte {
	number, known := p.l.refs[i]
	if !known {
		number = unnumbered
	}
	out = append(out, "@e"...)
	return strconv.AppendInt(out, int64(number), 10)
}

// referred tells kinds of unseen things that a ref is printed for: what a picture
// shows, for screenshot, and what is scrolled.
func referred(kind string) bool {
	return drawn(kind) || protocol.UnseenKind(kind) == protocol.UnseenScroll
}

// drawn tells kinds of unseen things that a picture shows.
func drawn(kind string) bool {
	switch protocol.UnseenKind(kind) {
	case protocol.UnseenCanvas, protocol.UnseenVideo, protocol.UnseenEmbed:
		return true
	}
	return false
}

// unseen appends a thing that cannot be read, where it stands.
func (p *printer) unseen(out []byte, ln *line) []byte {
	r := &p.l.rows[ln.first]
	what := p.l.tagOf(r)
	if drawn(what) && r.key > 0 {
		out = append(append(p.rowRef(out, ln.first), ' '), what...)
		if r.text != "" {
			out = appendQuoted(append(out, ' '), p.short(r.text), '"')
		}
		return append(out, " not readable"...)
	}
	out = append(out, "… "...)
	switch protocol.UnseenKind(what) {
	case protocol.UnseenList:
		out = append(out, protocol.Grouped(int(r.ctl))...)
		out = append(out, " more items not loaded"...)
	case protocol.UnseenScroll:
		out = append(out, "more by scrolling"...)
		if r.key > 0 {
			out = p.rowRef(append(out, ' '), ln.first)
		}
	case protocol.UnseenFrame:
		out = append(out, "frame not loaded until one scrolls to it"...)
	case protocol.UnseenModal:
		out = append(out, protocol.Plural(int(r.ctl), "control")...)
		out = append(out, " behind an open modal"...)
	default:
		out = append(out, what...)
		out = append(out, " not readable"...)
	}
	if r.text != "" {
		out = append(out, ": "...)
		out = appendQuoted(out, p.short(r.text), '"')
	}
	return out
}

// leftOut appends what the page itself left out.
func (p *printer) leftOut(out []byte, ln *line) []byte {
	r := &p.l.rows[ln.first]
	out = append(out, "… "...)
	return append(out, tally(int(r.ctl), int(r.end))...)
}

// deeper appends what --depth left out of a container.
func (p *printer) deeper(out []byte, ln *line) []byte {
	r := &p.l.rows[ln.first]
	controls, chars := p.l.within(ln.first, r.end, p.mode)
	out = p.rowRef(out, ln.first)
	out = append(out, ' ')
	out = append(out, r.kind.String()...)
	if r.text != "" {
		out = append(out, ' ')
		out = appendQuoted(out, p.short(r.text), '"')
	}
	out = append(out, ": "...)
	out = append(out, tally(controls, chars)...)
	return append(out, " deeper"...)
}

// tally says how much there is of something.
func tally(controls, chars int) string {
	var parts []string
	if controls > 0 {
		parts = append(parts, protocol.Plural(controls, "control"))
	}
	if chars > 0 || controls == 0 {
		parts = append(parts, protocol.Plural(chars, "character"))
	}
	return strings.Join(parts, ", ")
}
