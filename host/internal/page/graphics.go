package page

import (
	"strings"

	"candid/host/protocol"
)

// nearby is how many rows around a graphic are searched for its words: a card's
// picture and title, a logo and its caption.
const nearby = 4

// hideEchoes marks the graphics whose words stand beside them anyway: no view
// says a word twice.
func (l *Ledger) hideEchoes() {
	for i := range l.rows {
		r := &l.rows[i]
		if r.op != protocol.OpText || r.flags&flagGraphic == 0 {
			continue
		}
		words := strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(r.text, "[image "), "]"))
		for j := max(0, i-nearby); j < min(len(l.rows), i+nearby+1); j++ {
			if j != i && strings.Contains(strings.ToLower(l.saidBy(j)), words) {
				r.flags |= flagHidden
				break
			}
		}
	}
}

// saidBy is what a row says: its text, or its control's name.
func (l *Ledger) saidBy(i int) string {
	r := &l.rows[i]
	switch {
	case r.isControl():
		return l.controls[r.ctl].name
	case r.op == protocol.OpText && r.flags&flagGraphic == 0, r.op == protocol.OpOpen:
		return r.text
	}
	return ""
}
