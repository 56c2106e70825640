package protocol

// What the worker asks of a page's act operations, and what the page answers.
// Every argument carries the document's nonce; an answer with Stale set means
// that another document is there now and that nothing was done.

// AimArgs asks the page to find a node again, check that it is the one printed
// and that it can be acted on, bring it into view and say where to press.
type AimArgs struct {
	Nonce  string  `json:"nonce"`
	Key    int     `json:"key"`
	Expect *Expect `json:"expect,omitempty"`
	Verb   string  `json:"verb"`
	Guard  int     `json:"guard"`  // id of the guard to arm on the element; 0: none
	WaitMs int     `json:"waitMs"` // how long to wait for an element that is not ready
	Hit    string  `json:"hit"`    // "strict": covered is refused; "own": its own editor may cover it; "none"
	Trust  bool    `json:"trust"`  // trusted input follows
	Hover  bool    `json:"hover"`  // answer soon when it is covered: the mouse comes, and it is asked again
	Skip   int     `json:"skip"`   // how many points of it the frames around, or the mouse, found covered
	// Outline is the label of the outline that shows the person what is operated; "" for none.
	Outline string `json:"outline"`
	// Edit is carried out on the element at once, in the same turn; its Key is not read.
	Edit *EditArgs `json:"edit,omitempty"`
}

// AimResult says where the element is and what it is.
type AimResult struct {
	OK      bool    `json:"ok"`
	Stale   bool    `json:"stale,omitempty"`
	Error   *Error  `json:"error,omitempty"`
	Key     int     `json:"key"`
	Rebound *Expect `json:"rebound,omitempty"` // set when Key took the place of the node asked for
	X       float64 `json:"x"`                 // in CSS pixels of the frame's viewport
	Y       float64 `json:"y"`
	Width   float64 `json:"width"` // the frame's viewport
	Height  float64 `json:"height"`
	Index   int     `json:"index"`   // of this frame in its parent, -1 for the top
	Leads   bool    `json:"leads"`   // a link or a submit button: a navigation may follow
	Zero    bool    `json:"zero"`    // no size of its own: only a DOM click reaches it
	Field   string  `json:"field"`   // how it is filled: text, value, editor, select, file, check, radio or none
	Checked string  `json:"checked"` // true, false, mixed or ""
	Secret  bool    `json:"secret"`
	Box     Rect    `json:"box"`
	// Edit is the answer to the edit that was asked for.
	Edit *EditResult `json:"edit,omitempty"`
}

// Rect is a rectangle in CSS pixels of a viewport.
type Rect struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// PassArgs asks a parent frame whether a point reaches one of its frames.
type PassArgs struct {
	Nonce string  `json:"nonce"` // "" the first time
	Index int     `json:"index"` // the child is window[Index]; -1 for one in a shadow tree, which
	Child string  `json:"child"` // the nonce of its document and
	URL   string  `json:"url"`   // its address tell
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Look  bool    `json:"look"` // only say whether the frame can be used, do not test the point
}

// PassResult is the parent's record of a frame element. Scrolled says that the
// point was out of view and that the parent was scrolled: measure again.
type PassResult struct {
	OK       bool    `json:"ok"`
	Stale    bool    `json:"stale,omitempty"`
	Error    *Error  `json:"error,omitempty"`
	Nonce    string  `json:"nonce"`
	Index    int     `json:"index"` // of this frame in its own parent, -1 for the top
	Width    float64 `json:"width"`
	Height   float64 `json:"height"`
	Scrolled bool    `json:"scrolled"`
}

// GuardArgs reads an armed guard. Off removes it.
type GuardArgs struct {
	Nonce string `json:"nonce"`
	Guard int    `json:"guard"`
	Off   bool   `json:"off"`
	Hold  bool   `json:"hold,omitempty"` // a press follows: keep the page still until it comes
	// Until is what the guard waits for in the page, at most WaitMs: "mouse" is any
	// input; "click" is the click of the last of Ups presses, "over" also what the
	// page does in it, both at most LateMs after the first. The guard is then
	// removed, if the presses met the element.
	Until  string `json:"until,omitempty"`
	Ups    int    `json:"ups,omitempty"`
	LateMs int    `json:"lateMs,omitempty"`
	WaitMs int    `json:"waitMs,omitempty"`
}

// GuardResult is what the guard heard. Moved says that the element is no longer
// where it was aimed at.
type GuardResult struct {
	OK    bool   `json:"ok"`
	Stale bool   `json:"stale,omitempty"`
	Heard bool   `json:"heard"` // input arrived in this frame
	Hit   bool   `json:"hit"`   // it arrived in the element, its label or something in it
	By    string `json:"by"`    // what it arrived in instead
	Moved bool   `json:"moved"`
	Down  bool   `json:"down"` // a press arrived
	// Idle says that the click has come and that no form is submitted because of it:
	// the page prevented that, or the form is not valid.
	Idle bool `json:"idle,omitempty"`
	// Lost says that the page moved the element away under the press, which took
	// the keyboard from a field, so that no click came of it.
	Lost bool `json:"lost,omitempty"`
	// Changed says that the element was another when the press came, which was kept from it.
	Changed bool `json:"changed,omitempty"`
	// Outward is the address of a link out of the browser that was not followed.
	Outward string `json:"outward,omitempty"`
	Gone    bool   `json:"gone"` // the element has left the document
	Key     int    `json:"key"`  // of the element, or of the one that took its place meanwhile
	// Rebound is what that one is; absent when it is the element aimed at.
	Rebound *Expect `json:"rebound,omitempty"`
}

// EditArgs asks the page to write a value, or to prepare a field so that the
// worker's keys write it.
type EditArgs struct {
	Nonce  string   `json:"nonce"`
	Key    int      `json:"key"`
	Mode   string   `json:"mode"` // one of the modes of the page's edit.ts
	Values []string `json:"values"`
	Secret bool     `json:"secret"`
	// Until is the event that the mode typed waits for, at most WaitMs.
	Until  string `json:"until,omitempty"`
	WaitMs int    `json:"waitMs,omitempty"`
	// Turn names a write and what is asked about it.
	Turn int `json:"turn,omitempty"`
}

// EditResult tells how far the edit got. Type asks the worker to insert the
// text itself as trusted input.
type EditResult struct {
	OK      bool    `json:"ok"`
	Stale   bool    `json:"stale,omitempty"`
	Error   *Error  `json:"error,omitempty"`
	Type    bool    `json:"type"`
	All     bool    `json:"all"`   // select everything with the keyboard first: an editor that owns its model
	Lines   bool    `json:"lines"` // line breaks must be typed as Enter
	Held    *string `json:"held,omitempty"`
	Kept    bool    `json:"kept"`
	Heard   bool    `json:"heard"`
	Focused bool    `json:"focused"`
	Clicks  []int   `json:"clicks"` // options of a custom listbox to be clicked
	Open    bool    `json:"open"`   // a custom listbox must be opened first, by a click on it
	Proxy   bool    `json:"proxy"`  // the field only takes the keys for an editor that draws the text itself
}

// ScrollArgs scrolls an element's container (Key 0: the page).
type ScrollArgs struct {
	Nonce string  `json:"nonce"`
	Key   int     `json:"key"`
	DX    float64 `json:"dx"`
	DY    float64 `json:"dy"`
	To    string  `json:"to"` // "", top or bottom
	Until string  `json:"until"`
	Time  int     `json:"timeMs"`
}

// ScrollReply is where it ended.
type ScrollReply struct {
	OK    bool    `json:"ok"`
	Stale bool    `json:"stale,omitempty"`
	Error *Error  `json:"error,omitempty"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Moved bool    `json:"moved"`
	Found bool    `json:"found"`
	End   bool    `json:"end"`
}

// SettleArgs waits until nothing has changed for QuietMs, at most TimeMs.
type SettleArgs struct {
	Nonce   string `json:"nonce"`
	QuietMs int    `json:"quietMs"`
	TimeMs  int    `json:"timeMs"`
}

// SettleResult says whether the page came to rest.
type SettleResult struct {
	OK      bool `json:"ok"`
	Stale   bool `json:"stale,omitempty"`
	Settled bool `json:"settled"`
	Loading bool `json:"loading"`
}

// Condition is a wait condition, asked of one frame. Nonce goes with Key.
type Condition struct {
	Nonce string `json:"nonce"`
	Key   int    `json:"key"` // 0: none
	Text  string `json:"text"`
	Gone  string `json:"gone"`
	Idle  bool   `json:"idle"`
}

// Standing says which of a Condition's parts hold in the frame.
type Standing struct {
	OK      bool `json:"ok"`
	Stale   bool `json:"stale,omitempty"`
	Text    bool `json:"text"`    // the text is on the page
	Gone    bool `json:"gone"`    // the text that should go is still there
	Visible bool `json:"visible"` // the element is there and visible
	Idle    bool `json:"idle"`    // complete, and unchanged since the last question
}

// VeilArgs covers the secrets of a frame for a picture, and draws marks.
type VeilArgs struct {
	Nonce string     `json:"nonce"`
	On    bool       `json:"on"`
	Marks []MarkSpot `json:"marks"`
	Full  bool       `json:"full"`
}

// MarkSpot is a mark to be drawn on a node of the frame.
type MarkSpot struct {
	Key   int    `json:"key"`
	Label string `json:"label"`
}

// VeilResult says how many fields are covered.
type VeilResult struct {
	OK    bool   `json:"ok"`
	Stale bool   `json:"stale,omitempty"`
	Nonce string `json:"nonce"`
	Count int    `json:"count"`
}

// FileArgs asks which file input an element stands for.
type FileArgs struct {
	Nonce string   `json:"nonce"`
	Key   int      `json:"key"`
	Files []string `json:"files"`
	// Drop is "listen" before files are dropped on the element, "taken" afterwards,
	// and "" when it is only asked which input the element stands for.
	Drop string `json:"drop"`
}

// FileResult is what a file input takes, found from the element asked for.
type FileResult struct {
	OK       bool   `json:"ok"`
	Stale    bool   `json:"stale,omitempty"`
	Error    *Error `json:"error,omitempty"`
	Key      int    `json:"key"` // of the file input, 0 when the element only opens a chooser
	Accept   string `json:"accept"`
	Multiple bool   `json:"multiple"`
	Disabled bool   `json:"disabled"`
	Taken    bool   `json:"taken"` // the page took what was dropped
}

// DOMArgs carries out a verb with the page's own events: not trusted.
type DOMArgs struct {
	Nonce string `json:"nonce"`
	Key   int    `json:"key"`
	Verb  string `json:"verb"`
	Text  string `json:"text"`
}

// DOMResult is the answer to DOMArgs.
type DOMResult struct {
	OK    bool   `json:"ok"`
	Stale bool   `json:"stale,omitempty"`
	Error *Error `json:"error,omitempty"`
	// Outward is the address of a link out of the browser that was not followed.
	Outward string `json:"outward,omitempty"`
}
