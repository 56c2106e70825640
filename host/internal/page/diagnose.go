package page

import (
	"fmt"
	"slices"

	"candid/host/protocol"
)

// binsTold is how many name lengths a diagnosis lists.
const binsTold = 12

// Diagnose runs the first seed's checklist for each frame: how many controls,
// how their names' lengths are spread (a heap exactly at the ceiling means that
// the ceiling still binds), what they cost, how many nodes without a role had
// text or a pointer hint, and which frames were not read.
func (l *Ledger) Diagnose(limits Limits) *protocol.Diagnosis {
	d := &protocol.Diagnosis{Frames: make([]protocol.FrameDiagnosis, len(l.Frames))}
	lengths := make([]map[int]int, len(l.Frames))
	s := sheetOf(l, Options{View: ViewControls, Limits: limits}, 0, int32(len(l.rows)))
	for i := range l.Frames {
		f := &l.Frames[i]
		lengths[i] = map[int]int{}
		d.Frames[i] = protocol.FrameDiagnosis{Frame: l.frameLabel(f), Ceiling: limits.NameChars, Roleless: f.Roleless,
			Pointer: f.Pointer, Unread: f.Unread}
	}
	var buffer []byte
	for i := range s.lines {
		c := &l.controls[l.rows[s.lines[i].first].ctl]
		f := &d.Frames[c.frame]
		shown, cut := l.clippedName(c, limits.NameChars)
		f.Controls++
		lengths[c.frame][runes(shown)]++
		if cut != nil {
			f.AtCeiling++
		}
		buffer = s.append(buffer[:0], &s.lines[i])
		f.Estimate += tokens(cost(buffer) + unitsPerToken)
	}
	for i := range d.Frames {
		f := &d.Frames[i]
		f.Lengths = bins(lengths[i])
		// A handful of long names is what a ceiling is for; a heap is a clip.
		f.Binding = f.AtCeiling >= 3 && f.AtCeiling*5 >= f.Controls
	}
	return d
}

// frameLabel names a frame: "top", or its ref and address.
func (l *Ledger) frameLabel(f *Frame) string {
	if f.Row < 0 && f.ID == 0 {
		return "top"
	}
	url := clipURL(f.URL)
	if n := l.refs[f.Row]; f.Row >= 0 && n > 0 {
		return refName(n) + " " + url
	}
	return url
}

// bins lists lengths, the most frequent first.
func bins(counts map[int]int) []protocol.Bin {
	list := make([]protocol.Bin, 0, len(counts))
	for length, count := range counts {
		list = append(list, protocol.Bin{Length: length, Count: count})
	}
	slices.SortFunc(list, func(a, b protocol.Bin) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return b.Length - a.Length
	})
	return list[:min(len(list), binsTold)]
}

// DiagnosisText is a diagnosis in words.
func DiagnosisText(d *protocol.Diagnosis) string {
	text := ""
	for i := range d.Frames {
		f := &d.Frames[i]
		text += fmt.Sprintf("frame %s: %s, ~%d tokens; %d elements without a role had text, %d of them a pointer hint",
			f.Frame, protocol.Plural(f.Controls, "control"), f.Estimate, f.Roleless, f.Pointer)
		if f.Unread != "" {
			text += "; not read: " + f.Unread
		}
		text += "\n  name lengths:"
		for _, b := range f.Lengths {
			text += fmt.Sprintf(" %d×%d", b.Length, b.Count)
		}
		if f.Binding {
			text += fmt.Sprintf("\n  the ceiling of %d is still binding: %d of %d names end at it", f.Ceiling, f.AtCeiling, f.Controls)
		}
		text += "\n"
	}
	return text
}
