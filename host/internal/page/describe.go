package page

import (
	"candid/host/protocol"
)

// describe says what a row was printed for.
func (l *Ledger) describe(at int32) *Described {
	r := &l.rows[at]
	if !r.isControl() {
		d := &Described{Role: r.kind.String(), Name: r.text, Frame: -1, Words: l.wordsOf(at)}
		if r.op == protocol.OpFrame {
			d.Name = l.regionName(at)
			d.Frame = l.frameOf(at)
		}
		d.Expect = protocol.Expect{Role: d.Role, Name: l.rawName(at, r.text), Region: l.landmark(r.parent)}
		if r.op != protocol.OpUnseen { // its tag is the kind of what is unseen
			d.Expect.Tag = l.tagOf(r)
		}
		return d
	}
	c := &l.controls[r.ctl]
	return &Described{Role: c.role, Name: c.name, Control: true, Frame: -1, Secret: c.secret(), Expect: l.expect(c)}
}

// comparedWords is how much of a structure's text is kept to tell it from
// another. Less, and rows that begin alike are taken for each other; more, and
// every kept ref costs more memory.
const comparedWords = 120

// wordsOf is the beginning of a structure's own visible text, with
// protocol.WordGap where something else stands in between.
func (l *Ledger) wordsOf(at int32) string {
	r := &l.rows[at]
	if r.op != protocol.OpOpen {
		return ""
	}
	var words []byte
	for i := at + 1; i < r.end && len(words) < comparedWords; i++ {
		inner := &l.rows[i]
		switch {
		case inner.op == protocol.OpText && inner.frame == r.frame && inner.flags&(flagHidden|flagGraphic) == 0:
			words = append(append(words, inner.text...), ' ')
		case inner.op != protocol.OpOpen && inner.op != protocol.OpClose && len(words) > 0:
			words = append(words, protocol.WordGap...)
		}
	}
	return clip(string(words), comparedWords)
}

// expect is what the page is to find in place of a control.
func (l *Ledger) expect(c *control) protocol.Expect {
	return protocol.Expect{Role: c.role, Name: l.rawName(c.row, c.name), Tag: c.tag, Type: c.kind,
		Region: l.landmark(l.rows[c.row].parent), Total: c.count('l')}
}

// rawName is a name as the page sent it.
func (l *Ledger) rawName(row int32, cleaned string) string {
	if sent, changed := l.raw[row]; changed {
		return sent
	}
	return cleaned
}

// frameOf is the Chrome frameId of the document in a frame element, -1 when
// there is none.
func (l *Ledger) frameOf(element int32) int {
	for i := range l.Frames {
		if l.Frames[i].Row == element {
			return l.Frames[i].ID
		}
	}
	return -1
}

// landmark is the innermost landmark or dialog around a row in its own
// document, as its kind and name.
func (l *Ledger) landmark(at int32) string {
	for ; at >= 0; at = l.rows[at].parent {
		r := &l.rows[at]
		if r.op == protocol.OpFrame {
			return ""
		}
		if !r.kind.landmark() {
			continue
		}
		if r.text == "" {
			return r.kind.String()
		}
		return r.kind.String() + ` "` + l.rawName(at, r.text) + `"`
	}
	return ""
}

// unique tells whether no other control of the ledger would be taken for the
// one in a row.
func (l *Ledger) unique(row int32) bool {
	c := &l.controls[l.rows[row].ctl]
	region := l.landmark(l.rows[row].parent)
	for i := range l.controls {
		o := &l.controls[i]
		if o != c && o.name == c.name && o.role == c.role && o.tag == c.tag && o.kind == c.kind &&
			l.landmark(l.rows[o.row].parent) == region {
			return false
		}
	}
	return true
}

// Same finds the ref of a control with a role and name: "" when there is none
// or more than one.
func (l *Ledger) Same(role, name string) string {
	found := ""
	for i := range l.controls {
		if c := &l.controls[i]; c.role == role && clip(c.name, 200) == clip(name, 200) && c.number > 0 {
			if found != "" {
				return ""
			}
			found = refName(c.number)
		}
	}
	return found
}
