package page

import (
	"fmt"

	"candid/host/protocol"
)

// Scope is the part of a ledger that an answer is about: rows from … to-1.
type Scope struct {
	from, to int32
}

// Whole is the whole ledger.
func (l *Ledger) Whole() Scope { return Scope{0, int32(len(l.rows))} }

// FrameScope is the frame with a Chrome frameId; false when the ledger does not
// hold it.
func (l *Ledger) FrameScope(frame int) (Scope, bool) {
	for i := range l.Frames {
		if l.Frames[i].ID != frame {
			continue
		}
		if row := l.Frames[i].Row; row >= 0 {
			return Scope{row, l.rows[row].end}, true
		}
		return l.Whole(), true
	}
	return Scope{}, false
}

// Around is what the frame elements around a frame's document do to it.
func (l *Ledger) Around(frame int) Block {
	var b Block
	scope, found := l.FrameScope(frame)
	if !found || scope == l.Whole() {
		return b
	}
	for at := scope.from; at >= 0; at = l.rows[at].parent {
		if r := &l.rows[at]; r.op == protocol.OpFrame {
			b.flags |= r.flags & (flagInert | flagModal | flagAria)
		}
	}
	return b
}

// holds tells whether a frame is in a scope.
func (s Scope) holds(f *Frame) bool {
	return s.from == 0 && f.Row < 0 || f.Row >= s.from && f.Row < s.to
}

// gaps are what a ledger lacks of a scope, as far as it knows.
type gaps struct {
	unread, timedOut int
	partial          bool
}

// any tells that something is lacking.
func (g gaps) any() bool { return g.unread > 0 || g.timedOut > 0 || g.partial }

// gaps sums up the frames of a scope.
func (l *Ledger) gaps(s Scope) gaps {
	var g gaps
	for i := range l.Frames {
		f := &l.Frames[i]
		if !s.holds(f) {
			continue
		}
		if f.Unread != "" {
			g.unread++
		}
		if f.TimedOut {
			g.timedOut++
		}
		g.partial = g.partial || f.Partial
	}
	return g
}

// unseenIn lists what cannot be read within a scope.
func (l *Ledger) unseenIn(s Scope) []protocol.Unseen {
	list := []protocol.Unseen{}
	for i := s.from; i < s.to; i++ {
		r := &l.rows[i]
		if r.op == protocol.OpUnseen {
			u := protocol.Unseen{Kind: protocol.UnseenKind(l.tagOf(r)), Label: r.text, Count: max(1, int(r.ctl))}
			if n := l.refs[i]; n > 0 {
				u.Ref = refName(n)
			}
			list = append(list, u)
		}
	}
	hidden, behind := 0, 0
	for i := range l.Frames {
		f := &l.Frames[i]
		if !s.holds(f) {
			continue
		}
		hidden += f.Hidden
		behind += f.Behind
		if f.Unread != "" {
			list = append(list, l.unreadEntry(f))
		}
	}
	if behind > 0 {
		list = append(list, protocol.Unseen{Kind: protocol.UnseenModal, Label: "controls in frames behind an open modal", Count: behind})
	}
	if hidden > 0 {
		list = append(list, protocol.Unseen{Kind: protocol.UnseenHidden, Label: "characters of text hidden from people", Count: hidden})
	}
	return list
}

// unreadEntry is the entry of a frame that was not read.
func (l *Ledger) unreadEntry(f *Frame) protocol.Unseen {
	u := protocol.Unseen{Kind: protocol.UnseenFrame, Label: fmt.Sprintf("%s: %s", clipURL(f.URL), f.Unread), Count: 1}
	if n := l.refs[f.Row]; f.Row >= 0 && n > 0 {
		u.Ref = refName(n)
	}
	return u
}
