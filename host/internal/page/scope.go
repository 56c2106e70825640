package page

// Scope is the part of a ledger that an answer is about.
type Scope struct {
	from, to int32
}

// Whole is the whole ledger.
func (l *Ledger) Whole() Scope { return Scope{0, int32(len(l.rows))} }

// FrameScope is the inside of the frame with a Chrome frameId; false when the
// ledger does not hold it.
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
