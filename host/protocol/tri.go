package protocol

import (
	"encoding/json"
	"fmt"
)

// Tri is a state with three values, written in JSON as true, false or "mixed".
type Tri string

// The values of a Tri.
const (
	TriTrue  Tri = "true"
	TriFalse Tri = "false"
	TriMixed Tri = "mixed"
)

// MarshalJSON writes true, false or "mixed".
func (t Tri) MarshalJSON() ([]byte, error) {
	if t == TriMixed {
		return json.Marshal(string(t))
	}
	return []byte(t), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *Tri) UnmarshalJSON(data []byte) error {
	switch s := string(data); s {
	case "true", "false":
		*t = Tri(s)
	case `"mixed"`:
		*t = TriMixed
	default:
		return fmt.Errorf("not a three-valued state: %q", s)
	}
	return nil
}
