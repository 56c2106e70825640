package mcp

import (
	"encoding/json"

	"candid/host/protocol"
)

// The arguments of the tools. Their schemas are made from these structs, so
// that what is advertised is what is decoded; unknown arguments are refused.

// tabID is a tab's id. Ids are strings of digits, and clients that guess types
// send them as numbers.
type tabID string

// UnmarshalJSON takes a string or a whole number.
func (t *tabID) UnmarshalJSON(raw []byte) error {
	var number json.Number
	if err := json.Unmarshal(raw, &number); err == nil && raw[0] != '"' {
		*t = tabID(number)
		return nil
	}
	var text string
	err := json.Unmarshal(raw, &text)
	*t = tabID(text)
	return err
}

type statusIn struct{}

type tabsIn struct {
	Action  string `json:"action,omitempty" jsonschema:"default list"`
	Tab     tabID  `json:"tab,omitempty"`
	URL     string `json:"url,omitempty"`
	Browser string `json:"browser,omitempty"`
}

type navigateIn struct {
	URL     string `json:"url,omitempty"`
	Tab     tabID  `json:"tab,omitempty" jsonschema:"without: a new tab"`
	Go      string `json:"go,omitempty" jsonschema:"instead of url"`
	Timeout int    `json:"timeoutMs,omitempty"`
	Browser string `json:"browser,omitempty"`
}

type snapshotIn struct {
	Tab     tabID  `json:"tab,omitempty"`
	View    string `json:"view,omitempty"`
	Preset  string `json:"preset,omitempty"`
	Budget  int    `json:"budget,omitempty" jsonschema:"tokens, 300-40000, default 10000"`
	Within  string `json:"within,omitempty" jsonschema:"ref or CSS selector"`
	Frame   string `json:"frame,omitempty" jsonschema:"frame ref"`
	Depth   int    `json:"depth,omitempty"`
	All     bool   `json:"all,omitempty" jsonschema:"no budget"`
	URLs    bool   `json:"urls,omitempty" jsonschema:"print link URLs"`
	Fold    bool   `json:"fold,omitempty" jsonschema:"fold like rows"`
	Cursor  string `json:"cursor,omitempty" jsonschema:"continue a cut snapshot"`
	Since   string `json:"since,omitempty" jsonschema:"snapshot id or \"last\": only what changed"`
	Read    string `json:"read,omitempty" jsonschema:"ref: that element's whole text, attributes, options"`
	Browser string `json:"browser,omitempty"`
}

type findIn struct {
	Tab     tabID  `json:"tab,omitempty"`
	Text    string `json:"text"`
	Regex   bool   `json:"regex,omitempty"`
	Role    string `json:"role,omitempty"`
	Fresh   bool   `json:"fresh,omitempty" jsonschema:"read the page again first"`
	Budget  int    `json:"budget,omitempty"`
	Browser string `json:"browser,omitempty"`
}

type actIn struct {
	Tab     tabID           `json:"tab,omitempty"`
	Actions []protocol.Step `json:"actions"`
	Diff    bool            `json:"diff,omitempty" jsonschema:"return what changed"`
	Input   string          `json:"input,omitempty" jsonschema:"dom: no debugger bar, less able"`
	Timeout int             `json:"timeoutMs,omitempty"`
	Browser string          `json:"browser,omitempty"`
}

type waitIn struct {
	Tab     tabID  `json:"tab,omitempty"`
	Text    string `json:"text,omitempty"`
	Gone    string `json:"gone,omitempty" jsonschema:"text to vanish"`
	Ref     string `json:"ref,omitempty"`
	URL     string `json:"url,omitempty" jsonschema:"glob"`
	Idle    bool   `json:"idle,omitempty"`
	Timeout int    `json:"timeoutMs,omitempty" jsonschema:"default 5000"`
	Browser string `json:"browser,omitempty"`
}

type screenshotIn struct {
	Tab      tabID  `json:"tab,omitempty"`
	Ref      string `json:"ref,omitempty"`
	FullPage bool   `json:"fullPage,omitempty"`
	Marks    bool   `json:"marks,omitempty" jsonschema:"draw refs"`
	Browser  string `json:"browser,omitempty"`
}

type dialogIn struct {
	Tab     tabID  `json:"tab,omitempty"`
	Accept  bool   `json:"accept" jsonschema:"false dismisses"`
	Text    string `json:"text,omitempty" jsonschema:"for a prompt"`
	Browser string `json:"browser,omitempty"`
}

type handoffIn struct {
	Tab     tabID  `json:"tab,omitempty"`
	Reason  string `json:"reason" jsonschema:"shown to the person"`
	Timeout int    `json:"timeoutMs,omitempty" jsonschema:"default 120000"`
	Browser string `json:"browser,omitempty"`
}
