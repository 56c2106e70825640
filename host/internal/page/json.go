package page

import (
	"strconv"

	"candid/host/protocol"
)

// refName writes a number as a ref.
func refName(n int) string { return "@e" + strconv.Itoa(n) }

// ControlList is an answer's controls as data: those printed, or all in scope.
func (a *Answer) ControlList(all bool) []protocol.Control {
	s := a.sheet
	list := []protocol.Control{}
	for i := range s.lines {
		ln := &s.lines[i]
		if ln.controls == 0 || ln.kind == lineLeftOut || !all && !a.Shown[i] {
			continue
		}
		for j := ln.first; j <= ln.last; j++ {
			if r := &s.l.rows[j]; r.isControl() {
				list = append(list, s.data(r.ctl, a.Shown[i]))
			}
		}
	}
	return list
}

// data is one control.
func (s *sheet) data(index int32, shown bool) protocol.Control {
	c := &s.l.controls[index]
	name, clip := s.l.clippedName(c, s.limits.NameChars)
	out := protocol.Control{Ref: refName(c.number), Role: c.role, Name: name, Clipped: clip, Tag: c.tag, Type: c.kind,
		Secret: c.secret(), Shown: shown, States: s.l.states(c)}
	out.Group = s.l.text(c, 'g')
	if d := s.l.text(c, 'd'); d != c.name {
		out.Description = d
	}
	out.Selector, _ = c.attr('s')
	out.URL = protocol.HideInURL(s.l.text(c, 'u'))
	out.Reason = s.l.text(c, 'r')
	if out.Reason == "" {
		out.Reason = protocol.ReasonNative
	}
	if c.secret() {
		out.HasValue = c.has('V')
	} else if value, has := c.attr('v'); has {
		value, _ = clipped(s.l.field(value), c.count('w'), s.limits.ValueChars)
		out.Value = &value
	}
	if c.optTo > c.optFrom {
		out.Options = s.l.optionList(c)
		out.OptionCount = s.l.optionTotal(c)
		if out.Value == nil {
			out.Value = s.l.chosenValue(c)
		}
	}
	if element := s.l.Frames[c.frame].Row; element >= 0 {
		if n := s.l.refs[element]; n > 0 {
			out.Frame = refName(n)
		}
	}
	return out
}

// text is a cleaned attribute.
func (l *Ledger) text(c *control, letter byte) string {
	s, _ := c.attr(letter)
	return l.field(s)
}

// chosenValue is the value of a select's first chosen option.
func (l *Ledger) chosenValue(c *control) *string {
	for i := c.optFrom; i < c.optTo; i++ {
		if l.options[i].selected {
			return &l.options[i].value
		}
	}
	return nil
}

// optionList lists a select's options.
func (l *Ledger) optionList(c *control) []protocol.Option {
	list := make([]protocol.Option, 0, c.optTo-c.optFrom)
	for i := c.optFrom; i < c.optTo; i++ {
		o := &l.options[i]
		list = append(list, protocol.Option{Value: o.value, Label: o.label, Selected: o.selected, Disabled: o.disabled, Group: o.group})
	}
	return list
}

// states lists the states that apply to a control.
func (l *Ledger) states(c *control) protocol.States {
	s := protocol.States{Disabled: c.has('D'), Readonly: c.has('R'), Required: c.has('Q'), Invalid: c.has('I'),
		Focused: c.has('F'), Multiple: c.has('U'), Level: c.count('L')}
	s.Checked = tri(c, 'K', 'k', 'm')
	s.Pressed = tri(c, 'P', 'p', 'q')
	s.Selected = two(c, 'S', 's')
	s.Expanded = two(c, 'E', 'e')
	if c.has('C') {
		if s.Current = l.text(c, 'c'); s.Current == "" {
			s.Current = "true"
		}
	}
	s.Haspopup = l.text(c, 'h')
	return s
}

// tri reads a state of three values.
func tri(c *control, yes, no, mixed byte) *protocol.Tri {
	var state protocol.Tri
	switch {
	case c.has(yes):
		state = protocol.TriTrue
	case c.has(no):
		state = protocol.TriFalse
	case c.has(mixed):
		state = protocol.TriMixed
	default:
		return nil
	}
	return &state
}

// two reads a state of two values.
func two(c *control, yes, no byte) *bool {
	is := c.has(yes)
	if !is && !c.has(no) {
		return nil
	}
	return &is
}
