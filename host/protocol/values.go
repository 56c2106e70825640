package protocol

import (
	"encoding/json"
	"errors"
)

// Values is a list of strings that JSON may also write as one string, as
// {"value":"x"} and {"value":["x","y"]} do in batch lines. It is always
// written as a list.
type Values []string

// UnmarshalJSON accepts a string, a number's or boolean's text is refused.
func (v *Values) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*v = Values{one}
		return nil
	}
	var many []string
	if json.Unmarshal(data, &many) != nil {
		return errors.New("value must be a string or a list of strings")
	}
	*v = many
	return nil
}

// First is the first value, or "".
func (v Values) First() string {
	if len(v) == 0 {
		return ""
	}
	return v[0]
}
