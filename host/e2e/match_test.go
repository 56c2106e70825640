package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"candid/host/protocol"
)

// plain is a name as names are compared: blanks collapsed, invisible break
// hints dropped.
func plain(s string) string {
	s = strings.NewReplacer("\u00ad", "", "\u200b", "", "\ufeff", "").Replace(s)
	return strings.Join(strings.Fields(s), " ")
}

// matches says whether a control is the one described, states aside.
func (w want) matches(c protocol.Control) bool {
	return w.roleFits(c) && w.nameFits(c.Name)
}

func (w want) roleFits(c protocol.Control) bool {
	return w.Role == "" || c.Role == w.Role || slices.Contains(w.RoleAny, c.Role)
}

func (w want) nameFits(name string) bool {
	if w.Folded {
		return w.foldedFits(foldName(name))
	}
	name = plain(name)
	for _, part := range w.Contains {
		if !strings.Contains(name, plain(part)) {
			return false
		}
	}
	for _, part := range w.Excludes {
		if strings.Contains(name, plain(part)) {
			return false
		}
	}
	return w.Name == nil || name == plain(*w.Name)
}

func (w want) foldedFits(name string) bool {
	if w.Name == nil {
		return true
	}
	wanted := foldName(*w.Name)
	switch w.Match {
	case "prefix":
		return strings.HasPrefix(name, wanted)
	case "contains":
		return strings.Contains(name, wanted)
	}
	return name == wanted
}

// among lists the controls that fit.
func (w want) among(controls []protocol.Control) (found []protocol.Control) {
	for _, c := range controls {
		if w.matches(c) {
			found = append(found, c)
		}
	}
	return found
}

// wrong says which wanted states a control does not have.
func (s wantStates) wrong(c protocol.Control) (faults []string) {
	tri := func(state string, want json.RawMessage, have string) {
		if len(want) > 0 && strings.Trim(string(want), `"`) != have {
			faults = append(faults, fmt.Sprintf("%s is %s, want %s", state, have, want))
		}
	}
	tri("checked", s.Checked, triOf(c.States.Checked))
	tri("pressed", s.Pressed, triOf(c.States.Pressed))
	tri("expanded", s.Expanded, boolOf(c.States.Expanded))
	tri("selected", s.Selected, boolOf(c.States.Selected))
	flag := func(state string, want *bool, have bool) {
		if want != nil && *want != have {
			faults = append(faults, fmt.Sprintf("%s is %v, want %v", state, have, *want))
		}
	}
	flag("disabled", s.Disabled, c.States.Disabled)
	flag("readonly", s.Readonly, c.States.Readonly)
	flag("required", s.Required, c.States.Required)
	flag("invalid", s.Invalid, c.States.Invalid)
	value := "(none)"
	if c.Value != nil {
		value = *c.Value
	}
	if s.Value != nil && value != *s.Value {
		faults = append(faults, fmt.Sprintf("value is %q, want %q", value, *s.Value))
	}
	if s.ValueContains != nil && !strings.Contains(value, *s.ValueContains) {
		faults = append(faults, fmt.Sprintf("value is %q, want %q in it", value, *s.ValueContains))
	}
	return faults
}

func triOf(t *protocol.Tri) string {
	if t == nil {
		return "none"
	}
	return string(*t)
}

func boolOf(b *bool) string {
	if b == nil {
		return "none"
	}
	return fmt.Sprint(*b)
}

// list is the controls for a failure message.
func list(controls []protocol.Control) string {
	var lines []string
	for i, c := range controls {
		if i == 40 {
			lines = append(lines, fmt.Sprintf("… %d more", len(controls)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("%s %s %q (%s)", c.Ref, c.Role, c.Name, c.Reason))
	}
	return "\n\t" + strings.Join(lines, "\n\t")
}
