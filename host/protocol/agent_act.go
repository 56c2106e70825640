package protocol

// ActParams is one step.
type ActParams struct {
	Tab     string   `json:"tab,omitempty"`
	Step    Step     `json:"step"`
	Input   string   `json:"input,omitempty"` // trusted (default) or dom
	Diff    bool     `json:"diff,omitempty"`
	Settle  int      `json:"settleMs,omitempty"` // default 2000
	Timeout int      `json:"timeoutMs,omitempty"`
	Roots   []string `json:"uploadRoots,omitempty"` // folders the caller may upload from
}

// ActResult says what an act did.
type ActResult struct {
	Action    string      `json:"action"`
	Tab       string      `json:"tab"`
	Ref       string      `json:"ref,omitempty"`
	Rebound   string      `json:"rebound,omitempty"` // the new ref
	Fallback  string      `json:"fallback,omitempty"`
	Navigated string      `json:"navigated,omitempty"`
	Dialog    *Dialog     `json:"dialog,omitempty"`
	Opened    []OpenedTab `json:"opened"`
	Downloads []Download  `json:"downloads"`
	Scrolled  bool        `json:"scrolled,omitempty"`
	X         *float64    `json:"x,omitempty"`
	Y         *float64    `json:"y,omitempty"`
	Moved     *bool       `json:"moved,omitempty"`
	Value     *string     `json:"value,omitempty"`
	Waited    *int        `json:"waited_ms,omitempty"`
	File      string      `json:"file,omitempty"`
	Diff      *DiffResult `json:"diff,omitempty"`
	Warnings  []string    `json:"warnings,omitempty"`
}

// BatchParams is 1…20 steps, checked as a whole before the first runs.
type BatchParams struct {
	Tab     string   `json:"tab,omitempty"`
	Steps   []Step   `json:"steps"`
	Input   string   `json:"input,omitempty"`
	Diff    bool     `json:"diff,omitempty"`
	Settle  int      `json:"settleMs,omitempty"`
	Timeout int      `json:"timeoutMs,omitempty"`
	Roots   []string `json:"uploadRoots,omitempty"`
}

// BatchResult lists the steps that ran; Failed is the 1-based step that failed
// and Error why.
type BatchResult struct {
	Steps    []ActResult `json:"steps"`
	Failed   int         `json:"failed,omitempty"`
	Error    *Error      `json:"error,omitempty"`
	Warnings []string    `json:"warnings,omitempty"`
}

// WaitParams waits for one condition.
type WaitParams struct {
	Tab     string `json:"tab,omitempty"`
	Text    string `json:"text,omitempty"`
	Gone    string `json:"gone,omitempty"`
	Ref     string `json:"ref,omitempty"`
	URL     string `json:"url,omitempty"`
	Idle    bool   `json:"idle,omitempty"`
	Timeout int    `json:"timeoutMs,omitempty"` // default 5000
}

// WaitResult says whether it was met. Not met is the error wait_timeout.
type WaitResult struct {
	Met      bool     `json:"met"`
	WaitedMs int      `json:"waited_ms"`
	Warnings []string `json:"warnings,omitempty"`
}

// ScreenshotParams takes a picture.
type ScreenshotParams struct {
	Tab      string `json:"tab,omitempty"`
	Ref      string `json:"ref,omitempty"`
	FullPage bool   `json:"fullPage,omitempty"`
	Marks    bool   `json:"marks,omitempty"`
}

// ScreenshotResult is the PNG in base64; the CLI writes it to File.
type ScreenshotResult struct {
	Data     string   `json:"data,omitempty"`
	File     string   `json:"file,omitempty"`
	Width    int      `json:"width"`
	Height   int      `json:"height"`
	Warnings []string `json:"warnings,omitempty"`
}

// HandoffParams asks the person for a tab, or to do a step only a person can.
type HandoffParams struct {
	Tab     string `json:"tab,omitempty"`
	Reason  string `json:"reason"`
	Timeout int    `json:"timeoutMs,omitempty"` // default 120000
}

// HandoffResult is the person's answer.
type HandoffResult struct {
	Granted bool   `json:"granted"`
	Tab     string `json:"tab,omitempty"`
}
