package protocol

// Control is a control as --json lists it.
type Control struct {
	Ref         string   `json:"ref"`
	Role        string   `json:"role"`
	Name        string   `json:"name"`
	Clipped     *Clip    `json:"clipped,omitempty"`
	Tag         string   `json:"tag"`
	Type        string   `json:"type,omitempty"`
	Group       string   `json:"group,omitempty"`
	Description string   `json:"description,omitempty"`
	Selector    string   `json:"selector,omitempty"`
	URL         string   `json:"url,omitempty"`
	Value       *string  `json:"value,omitempty"`
	Secret      bool     `json:"secret,omitempty"`
	HasValue    bool     `json:"hasValue,omitempty"` // of a secret
	Reason      string   `json:"reason"`
	States      States   `json:"states"`
	Options     []Option `json:"options,omitempty"`
	OptionCount int      `json:"optionCount,omitempty"`
	Frame       string   `json:"frame,omitempty"` // ref of the frame it is in
	Shown       bool     `json:"shown"`
}

// Clip says how much of a cut name is there.
type Clip struct {
	Shown int `json:"shown"` // code points
	Total int `json:"total"`
}

// States are the states that apply; absent ones do not. Checked and Pressed
// are true, false or "mixed".
type States struct {
	Checked  *Tri   `json:"checked,omitempty"`
	Selected *bool  `json:"selected,omitempty"`
	Expanded *bool  `json:"expanded,omitempty"`
	Pressed  *Tri   `json:"pressed,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
	Readonly bool   `json:"readonly,omitempty"`
	Required bool   `json:"required,omitempty"`
	Invalid  bool   `json:"invalid,omitempty"`
	Focused  bool   `json:"focused,omitempty"`
	Current  string `json:"current,omitempty"`
	Haspopup string `json:"haspopup,omitempty"`
	Level    int    `json:"level,omitempty"`
	Multiple bool   `json:"multiple,omitempty"`
}
