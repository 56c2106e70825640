package protocol

// ActCall asks the worker to carry out one step on a tab. Place is nil for
// steps without a target (press, type "-", scroll of the page).
type ActCall struct {
	Tab    string `json:"tab"`
	Place  *Place `json:"place,omitempty"`
	Drop   *Place `json:"drop,omitempty"` // target of a drag
	Step   Step   `json:"step"`
	Agent  string `json:"agent"` // who acts, for the person to see
	Input  string `json:"input"` // "trusted" or "dom"
	Settle int    `json:"settleMs"`
	Quiet  int    `json:"quietMs"` // the page must rest so long; 0: answer as soon as nothing is pending
	Wait   int    `json:"waitMs"`  // how long an element may take to become ready
}

// ActReply says what happened.
type ActReply struct {
	Rebound   *Place        `json:"rebound,omitempty"`   // the element that took the place of the one printed
	Fallback  string        `json:"fallback,omitempty"`  // "dom_click"
	Navigated string        `json:"navigated,omitempty"` // the new URL
	Dialog    *Dialog       `json:"dialog,omitempty"`
	Opened    []OpenedTab   `json:"opened"`
	Downloads []Download    `json:"downloads"`
	Scroll    *ScrollResult `json:"scroll,omitempty"`
	Value     *string       `json:"value,omitempty"` // what a filled field holds where it differs (masks); never of a secret
	Settled   bool          `json:"settled"`
	Outward   string        `json:"outward,omitempty"` // the page has asked for this address, which another program opens
	Unsure    bool          `json:"unsure,omitempty"`  // the page went away before it told whether the input had arrived
}

// OpenedTab is a tab that an act opened.
type OpenedTab struct {
	Tab string `json:"tab"`
	URL string `json:"url"`
}

// Download is a download that an act started.
type Download struct {
	File  string `json:"file"`
	State string `json:"state"` // in_progress, complete, interrupted
}

// ScrollResult says where a scroll ended, in CSS pixels.
type ScrollResult struct {
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Moved bool    `json:"moved"`
}

// DialogCall answers an open dialog.
type DialogCall struct {
	Tab    string `json:"tab"`
	Accept bool   `json:"accept"`
	Text   string `json:"text"`
}

// WaitCall waits for one condition, evaluated in the page.
type WaitCall struct {
	Tab     string `json:"tab"`
	Text    string `json:"text,omitempty"`
	Gone    string `json:"gone,omitempty"`
	Place   *Place `json:"place,omitempty"`
	URL     string `json:"url,omitempty"` // glob: * any run but /, ** any run
	Idle    bool   `json:"idle,omitempty"`
	Timeout int    `json:"timeoutMs"`
}

// WaitReply says whether the condition was met.
type WaitReply struct {
	Met    bool `json:"met"`
	Waited int  `json:"waitedMs"`
}

// ScreenshotCall takes a picture. Secrets are masked in the page first.
type ScreenshotCall struct {
	Tab      string `json:"tab"`
	Place    *Place `json:"place,omitempty"`
	FullPage bool   `json:"fullPage"`
	Marks    []Mark `json:"marks"`
}

// Mark draws a ref on its element.
type Mark struct {
	Ref   string `json:"ref"`
	Place Place  `json:"place"`
}

// ScreenshotReply is a PNG in base64.
type ScreenshotReply struct {
	Data   string `json:"data"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// WhereCall asks which documents an act would touch: the frame's and those
// around it. Frame -1 means all of the tab's.
type WhereCall struct {
	Tab   string `json:"tab"`
	Frame int    `json:"frame"`
}

// WhereReply lists their committed URLs.
type WhereReply struct {
	URLs []string `json:"urls"`
}

// HandoffCall puts a request to the person.
type HandoffCall struct {
	Tab     string `json:"tab"` // may be empty: any tab the person picks
	Agent   string `json:"agent"`
	Reason  string `json:"reason"`
	Timeout int    `json:"timeoutMs"`
}

// HandoffReply is the person's answer.
type HandoffReply struct {
	Granted bool   `json:"granted"`
	Tab     string `json:"tab"`
}

// Step is one act of an agent: the verb and what it needs. Value's meaning
// depends on the verb: the text of fill and type, the key of press, the options
// of select, the files of upload, "DX,DY", "top" or "bottom" of scroll, the URL
// of navigate, "accept" or "dismiss" of dialog, milliseconds never.
type Step struct {
	Do     string `json:"do"`
	Ref    string `json:"ref,omitempty"`
	To     string `json:"to,omitempty"` // ref where a drag ends
	Value  Values `json:"value,omitempty"`
	Until  string `json:"untilText,omitempty"` // scroll until this text is on the page
	Text   string `json:"text,omitempty"`      // wait: text; dialog: prompt text
	Gone   string `json:"gone,omitempty"`      // wait
	URL    string `json:"url,omitempty"`       // wait (glob), navigate
	Idle   bool   `json:"idle,omitempty"`      // wait
	Secret bool   `json:"secret,omitempty"`    // the value is a secret: never echoed, the field stays marked
	Wait   int    `json:"timeoutMs,omitempty"`
}
