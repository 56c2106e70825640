package page

import (
	"strings"

	"candid/host/protocol"
)

// text takes a text row.
func (s *shaper) text(i int32, r *row) {
	if !s.l.visible(r, s.mode) {
		s.pending = max(s.pending, r.brk)
		return
	}
	if s.said != "" && s.mode.titles {
		repeated := s.said == r.text
		s.said = ""
		if repeated {
			s.pending = max(s.pending, r.brk)
			return
		}
	}
	if r.flags&flagGroup != 0 {
		s.group = r.text
	}
	if len(r.text) <= s.mode.wrap && strings.IndexByte(r.text, '\r') < 0 {
		s.put(i, r.brk, false, runes(r.text))
		s.lines[s.cur].single = false
		return
	}
	s.pieces(i, r)
}

// pieces makes several lines of a text row: at its line breaks, and where it
// is long. The first piece goes on the line being made where it belongs to it.
func (s *shaper) pieces(i int32, r *row) {
	joins := s.cur >= 0 && max(r.brk, s.pending) <= protocol.BreakSpace
	for from := 0; from < len(r.text); {
		end, next := pieceEnd(r.text, from, s.mode.wrap)
		if end > from {
			s.piece(i, r, from, end, joins && from == 0 && s.length+end <= maxLine)
		} else if from == 0 && joins {
			s.cur = -1 // a line break at once
		}
		from = next
	}
}

// piece adds a piece of a text row to the line being made, or to a new one.
func (s *shaper) piece(i int32, r *row, from, end int, joins bool) {
	if !joins {
		s.start(i)
		s.last().from = int32(from)
		s.length = 0
	}
	s.pending = 0
	cur := &s.lines[s.cur]
	cur.last, cur.to = i, int32(end)
	s.length += end - from
	s.count(false, runes(r.text[from:end]))
}

// pieceEnd is where a piece of text that begins at from ends, and where the
// next begins: at a line break, else at the last space within the width, else
// at a grapheme border.
func pieceEnd(text string, from, width int) (end, next int) {
	limit := min(len(text), from+width)
	if at := strings.IndexByte(text[from:limit], '\r'); at >= 0 {
		return from + at, from + at + 1
	}
	if limit == len(text) {
		return limit, limit
	}
	if at := strings.LastIndexByte(text[from:limit], ' '); at > width/2 {
		return from + at, from + at + 1
	}
	end = graphemeEnd(text[from:], runeEnd(text[from:], width)) + from
	if end <= from {
		end = limit
	}
	return end, end
}

// control takes a control row.
func (s *shaper) control(i int32, r *row) {
	if s.mode.names {
		s.shown(i, r)
		return
	}
	s.said = ""
	c := &s.l.controls[r.ctl]
	if group, has := c.attr('g'); has && group != "" && group != s.group && group != c.name {
		s.ask[r.ctl] = true
		s.group = group
	}
	s.put(i, r.brk, true, len(c.name))
}

// shown takes a control as the words it shows: only those of a k row are not
// rows themselves.
func (s *shaper) shown(i int32, r *row) {
	if r.op != protocol.OpSelf || s.l.controls[r.ctl].name == "" {
		s.pending = max(s.pending, r.brk)
		return
	}
	chars := runes(s.l.controls[r.ctl].name)
	if s.cur >= 0 && s.lines[s.cur].single {
		s.cur = -1
	}
	single := s.cur < 0 || max(r.brk, s.pending) > protocol.BreakSpace
	s.put(i, r.brk, false, chars)
	s.lines[s.cur].single = single
}
