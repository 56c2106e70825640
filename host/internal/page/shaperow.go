package page

import "candid/host/protocol"

// oneLine tells whether a table row is printed as one line: not when it is a
// page in disguise (layout tables, rows with tables or dialogs inside).
func (s *shaper) oneLine(r *row, i int32) bool {
	controls, chars := 0, 0
	for j := i + 1; j < r.end; j++ {
		in := &s.l.rows[j]
		switch in.op {
		case protocol.OpFrame, protocol.OpUnseen, protocol.OpLeftOut:
			return false
		case protocol.OpText:
			chars += len(in.text)
		case protocol.OpControl, protocol.OpSelf, protocol.OpContent:
			controls++
			chars += len(s.l.controls[in.ctl].name)
		case protocol.OpOpen:
			if in.kind == kindTable || in.kind == kindRow || in.kind.dialog() || in.flags&flagPopup != 0 {
				return false
			}
		}
		if chars > 2*maxLine || controls > 24 {
			return false
		}
	}
	return true
}

// row makes one line of a table row.
func (s *shaper) row(i int32, r *row) {
	s.cur = -1
	made, from := false, int32(-1)
	for j := i + 1; j < r.end; j++ {
		in := &s.l.rows[j]
		control := in.isControl() && !s.mode.names
		words := in.op == protocol.OpText && s.l.visible(in, s.mode)
		chars := 0
		if words {
			chars = runes(in.text)
		} else if in.op == protocol.OpSelf && s.mode.names {
			words, chars = true, runes(s.l.controls[in.ctl].name)
		}
		if !control && !words {
			if in.op == protocol.OpEmpty && from < 0 {
				from = j // the cells before the first words keep the columns in their places
			}
			continue
		}
		if !made {
			if from < 0 {
				from = j
			}
			s.start(from)
			s.last().kind, s.last().region, made = lineRow, i, true
		}
		s.last().last = j
		s.last().class = min(s.last().class, in.class)
		s.count(control, chars)
	}
	s.said, s.cur, s.pending = "", -1, 0
}
