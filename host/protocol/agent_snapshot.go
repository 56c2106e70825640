package protocol

// SnapshotParams asks for a view of a tab. Zero values mean the defaults.
type SnapshotParams struct {
	Tab       string `json:"tab,omitempty"`
	View      string `json:"view,omitempty"`    // outline, controls, content, page
	Preset    string `json:"preset,omitempty"`  // compact, full, wide, head
	Budget    int    `json:"budget,omitempty"`  // our estimate of tokens, 300…40000
	Reserve   int    `json:"reserve,omitempty"` // tokens of the budget that the transport adds around Text
	NameChars int    `json:"nameChars,omitempty"`
	Within    string `json:"within,omitempty"` // ref or CSS selector
	Frame     string `json:"frame,omitempty"`  // ref of a frame
	Depth     int    `json:"depth,omitempty"`
	All       bool   `json:"all,omitempty"`
	URLs      bool   `json:"urls,omitempty"`
	Fold      bool   `json:"fold,omitempty"`
	Diagnose  bool   `json:"diagnose,omitempty"`
	Controls  bool   `json:"controls,omitempty"` // fill SnapshotResult.Controls
	Voice     string `json:"voice,omitempty"`    // next moves in the words of "cli" (default) or "mcp"
	Timeout   int    `json:"timeoutMs,omitempty"`
}

// SnapshotResult is a view and what it holds and lacks.
type SnapshotResult struct {
	Snapshot        string     `json:"snapshot"` // id, for more, find and diff
	Tab             string     `json:"tab"`
	URL             string     `json:"url"`
	Title           string     `json:"title"`
	View            string     `json:"view"`
	Loaded          bool       `json:"loaded"`
	Complete        bool       `json:"complete"`
	Truncated       bool       `json:"truncated"`
	Text            string     `json:"text"`
	Tokens          Tokens     `json:"tokens"`
	Count           Count      `json:"count"`
	OmittedControls int        `json:"omittedControls"`
	Controls        []Control  `json:"controls,omitzero"`
	Omitted         []Omitted  `json:"omitted"`
	Cuts            Cuts       `json:"cuts"`
	Unseen          []Unseen   `json:"unseen"`
	Cursor          string     `json:"cursor,omitempty"`
	Spill           string     `json:"spill,omitempty"`
	Warnings        []string   `json:"warnings"`
	Diagnosis       *Diagnosis `json:"diagnosis,omitempty"`
	Stages          *Timing    `json:"stages,omitempty"`
}

// Tokens are our estimate of Text and the budget it was held to.
type Tokens struct {
	Estimate int `json:"estimate"`
	Budget   int `json:"budget"`
}

// Count counts controls in scope, controls printed and lines of Text.
type Count struct {
	Controls int `json:"controls"`
	Shown    int `json:"shown"`
	Lines    int `json:"lines"`
}

// Cuts counts what was cut at its ceiling and marked in place.
type Cuts struct {
	Names   int `json:"names"`
	Values  int `json:"values"`
	Options int `json:"options"`
}

// Omitted is a region that is left out wholly or in part.
type Omitted struct {
	Ref      string `json:"ref,omitempty"` // for --within
	Label    string `json:"label"`
	Controls int    `json:"controls"`
	Chars    int    `json:"chars"`
	Cursor   string `json:"cursor"` // more CURSOR prints it
}

// Unseen is something on the page that a snapshot cannot hold.
type Unseen struct {
	Kind  UnseenKind `json:"kind"`
	Label string     `json:"label"`
	Count int        `json:"count"`
	Ref   string     `json:"ref,omitempty"`
}

// MoreParams continues a cut answer from the kept ledger.
type MoreParams struct {
	Cursor  string `json:"cursor"`
	Budget  int    `json:"budget,omitempty"`
	Reserve int    `json:"reserve,omitempty"`
	Voice   string `json:"voice,omitempty"`
}

// Timing are the stages of a snapshot in milliseconds.
type Timing struct {
	Frames float64 `json:"frames"`
	Inject float64 `json:"inject"`
	Walk   float64 `json:"walk"`
	Join   float64 `json:"join"`
	Native float64 `json:"native"`
	Decode float64 `json:"decode"`
	View   float64 `json:"view"`
	Total  float64 `json:"total"`
}

// Diagnosis is the checklist of --diagnose, per frame.
type Diagnosis struct {
	Frames []FrameDiagnosis `json:"frames"`
}

// FrameDiagnosis tells why a frame's part of a snapshot looks as it does.
type FrameDiagnosis struct {
	Frame     string `json:"frame"` // "top" or the frame's ref and URL
	Controls  int    `json:"controls"`
	Lengths   []Bin  `json:"lengths"` // name lengths, most frequent first
	Ceiling   int    `json:"ceiling"`
	AtCeiling int    `json:"atCeiling"`
	Binding   bool   `json:"binding"` // the ceiling is still binding
	Estimate  int    `json:"estimate"`
	Roleless  int    `json:"roleless"`
	Pointer   int    `json:"pointer"`
	Unread    string `json:"unread,omitempty"` // why it was not read
}

// Bin is a name length and how many names have it.
type Bin struct {
	Length int `json:"length"`
	Count  int `json:"count"`
}
