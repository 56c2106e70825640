package protocol

import "encoding/json"

// The agents' side: JSON-RPC 2.0, one request or response a WebSocket message.
// Methods, parameters and results are those of the CLI's --json.

// HeaderAgent names the agent when a client dials (CANDID_AGENT, the MCP
// client's name); HeaderProgram its program. Both are for the audit log and
// for tab ownership, not for rights.
const (
	HeaderAgent   = "Candid-Agent"
	HeaderProgram = "Candid-Program"
)

// MaxRequest bounds one message of an agent to the host, in bytes. A text to
// fill may be a book: 3 MB with every character escaped must arrive. Larger
// would only let a mad client fill the memory.
const MaxRequest = 16 << 20

// Request is a JSON-RPC request. ID is a string or a number, echoed as it came.
type Request struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params,omitempty"`
}

// Response is a JSON-RPC response. Its error's code is ErrorNumber of the
// Error in data. Type is "STEP_RESULT" on answers to act and batch.
type Response struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Type    string          `json:"type,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *RPCError       `json:"error,omitempty"`
}

// RPCError is JSON-RPC's error object; Data is ours.
type RPCError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    *Error `json:"data,omitempty"`
}

// Methods of the door. Notifications (method "event", params Event) come only
// to connections that called subscribe.
const (
	DoorStatus     = "status"     // NoParams → StatusResult (of this browser)
	DoorTabs       = "tabs"       // NoParams → TabsResult
	DoorOpen       = "open"       // OpenParams → OpenResult
	DoorSnapshot   = "snapshot"   // SnapshotParams → SnapshotResult
	DoorMore       = "more"       // MoreParams → SnapshotResult
	DoorFind       = "find"       // FindParams → FindResult
	DoorRead       = "read"       // ReadParams → ReadResult
	DoorDiff       = "diff"       // DiffParams → DiffResult
	DoorAct        = "act"        // ActParams → ActResult
	DoorBatch      = "batch"      // BatchParams → BatchResult
	DoorWait       = "wait"       // WaitParams → WaitResult
	DoorScreenshot = "screenshot" // ScreenshotParams → ScreenshotResult
	DoorHandoff    = "handoff"    // HandoffParams → HandoffResult
	DoorReload     = "reload"     // NoParams → StatusResult; reloads the extension
	DoorPause      = "pause"      // NoParams → NoParams
	DoorResume     = "resume"     // NoParams → NoParams; only the person may
	DoorSubscribe  = "subscribe"  // SubscribeParams → NoParams
	DoorActivity   = "activity"   // NoParams → ActivityResult; the person's list of what agents did
	DoorEcho       = "echo"       // NoParams → NoParams; a round trip to the worker
)

// BrowserStatus is one connected browser profile.
type BrowserStatus struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Version   string `json:"version"`
	Connected bool   `json:"connected"`
	Build     string `json:"build"`
	Stale     bool   `json:"stale"` // the running worker is not the build in its folder
	Tabs      int    `json:"tabs"`
	Paused    bool   `json:"paused"`
	Host      string `json:"host"` // the host's build id
	PID       int    `json:"pid"`  // the host's
}

// StatusResult lists browsers: one when a host answers, all when the CLI asks each.
type StatusResult struct {
	Browsers []BrowserStatus `json:"browsers"`
	Warnings []string        `json:"warnings,omitempty"`
}

// TabsResult lists the tabs an agent may use; Private counts the others.
type TabsResult struct {
	Tabs     []Tab    `json:"tabs"`
	Private  int      `json:"private"`
	Warnings []string `json:"warnings,omitempty"`
}

// OpenParams opens a tab in the background.
type OpenParams struct {
	URL     string `json:"url"`
	Timeout int    `json:"timeoutMs,omitempty"` // default 15000
}

// OpenResult is where the tab is. Loaded false is not an error.
type OpenResult struct {
	Tab      string   `json:"tab"`
	URL      string   `json:"url"`
	Title    string   `json:"title"`
	Loaded   bool     `json:"loaded"`
	Dialog   *Dialog  `json:"dialog,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

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
	Controls        []Control  `json:"controls,omitempty"`
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

// MoreParams continues a cut answer from the kept ledger.
type MoreParams struct {
	Cursor  string `json:"cursor"`
	Budget  int    `json:"budget,omitempty"`
	Reserve int    `json:"reserve,omitempty"`
	Voice   string `json:"voice,omitempty"`
}

// FindParams searches the kept ledger of the agent's last snapshot of the tab
// (or Snapshot); without one a snapshot is taken first.
type FindParams struct {
	Tab      string `json:"tab,omitempty"`
	Snapshot string `json:"snapshot,omitempty"`
	Text     string `json:"text"`
	Regex    bool   `json:"regex,omitempty"`
	Role     string `json:"role,omitempty"`
	Budget   int    `json:"budget,omitempty"`
	Fresh    bool   `json:"fresh,omitempty"` // walk again first
}

// FindResult lists matches in reading order.
type FindResult struct {
	Snapshot string   `json:"snapshot"`
	Matches  []Match  `json:"matches"`
	Total    int      `json:"total"` // matches there are; more than len(Matches) when the budget cut
	Searched Searched `json:"searched"`
	Text     string   `json:"text"`
	Warnings []string `json:"warnings,omitempty"`
}

// Match is one line that matched, where it stands, and whether the last
// snapshot printed it.
type Match struct {
	Ref     string   `json:"ref,omitempty"`
	Line    string   `json:"line"`
	Context []string `json:"context"`
	Path    []string `json:"path"`
	Shown   bool     `json:"shown"`
}

// Searched says what a search covered.
type Searched struct {
	Complete bool `json:"complete"`
	Controls int  `json:"controls"`
	Chars    int  `json:"chars"`
}

// ReadParams asks for one element whole.
type ReadParams struct {
	Tab    string `json:"tab,omitempty"`
	Ref    string `json:"ref"`
	Budget int    `json:"budget,omitempty"`
}

// ReadResult is one element.
type ReadResult struct {
	Ref        string            `json:"ref"`
	Role       string            `json:"role"`
	Name       string            `json:"name"`
	Text       string            `json:"text"`
	Truncated  bool              `json:"truncated"`
	Value      *string           `json:"value,omitempty"`
	Secret     bool              `json:"secret,omitempty"`
	Attributes map[string]string `json:"attributes"`
	Options    []Option          `json:"options,omitempty"`
	Warnings   []string          `json:"warnings,omitempty"`
}

// DiffParams compares the page now with a kept snapshot (the agent's last of
// the tab when Since is empty).
type DiffParams struct {
	Tab    string `json:"tab,omitempty"`
	Since  string `json:"since,omitempty"`
	Budget int    `json:"budget,omitempty"`
}

// DiffResult is what changed, as lines of the outline.
type DiffResult struct {
	Snapshot string   `json:"snapshot"`
	Since    string   `json:"since"`
	Added    []string `json:"added"`
	Removed  []string `json:"removed"`
	Changed  []Change `json:"changed"`
	Complete bool     `json:"complete"`
	Text     string   `json:"text"`
	Warnings []string `json:"warnings,omitempty"`
}

// Change is a line that reads differently now.
type Change struct {
	Before string `json:"before"`
	After  string `json:"after"`
}

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

// SubscribeParams turns notifications on. Empty: all kinds.
type SubscribeParams struct {
	Events []EventKind `json:"events,omitempty"`
}

// Activity is one line of the audit log: never page text, names or values.
type Activity struct {
	Time    string `json:"time"` // RFC 3339
	Agent   string `json:"agent"`
	Program string `json:"program,omitempty"`
	PID     int    `json:"pid,omitempty"`
	Tab     string `json:"tab,omitempty"`
	Site    string `json:"site,omitempty"`
	Verb    string `json:"verb"`
	Result  string `json:"result"` // "ok" or an error code
}

// ActivityResult lists the latest acts, newest last.
type ActivityResult struct {
	Entries []Activity `json:"entries"`
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
