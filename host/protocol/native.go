package protocol

import "encoding/json"

// Native messages. Each is one JSON object with a "type". From the worker:
// hello, reply, event, ask. To the worker: welcome, call, cancel, chunk, answer.

// Hello is the worker's first message on a port.
type Hello struct {
	Type     string  `json:"type"` // "hello"
	Protocol int     `json:"protocol"`
	Build    string  `json:"build"`     // build id compiled into the running worker
	Disk     string  `json:"diskBuild"` // build id in the extension's folder now; differs when the worker is stale
	Profile  string  `json:"profile"`   // random id kept in storage.local, one a profile
	Browser  Browser `json:"browser"`
	Paused   bool    `json:"paused"`
}

// Browser names the program the worker runs in.
type Browser struct {
	Name    string `json:"name"`    // "Chromium", "Google Chrome", "Microsoft Edge", "Brave"
	Version string `json:"version"` // full version
}

// Welcome answers Hello. ShareAll is set for a managed browser, all of whose
// tabs are shared. Error is set (and the port closed) on a version mismatch.
type Welcome struct {
	Type     string `json:"type"` // "welcome"
	Protocol int    `json:"protocol"`
	Build    string `json:"build"` // the host's own build id
	ShareAll bool   `json:"shareAll"`
	Error    *Error `json:"error,omitempty"`
}

// Call asks the worker to run a method (see the Method constants).
type Call struct {
	Type     string          `json:"type"` // "call"
	ID       string          `json:"id"`
	Method   string          `json:"method"`
	Params   json.RawMessage `json:"params"`
	Deadline int             `json:"deadlineMs"` // milliseconds from arrival
}

// Cancel tells the worker that nobody waits for the call any more.
type Cancel struct {
	Type string `json:"type"` // "cancel"
	ID   string `json:"id"`
}

// Chunk carries a part of a message that is over MaxToExtension: the JSON text
// of that message, cut on code point borders. Seq counts from 0.
type Chunk struct {
	Type string `json:"type"` // "chunk"
	ID   string `json:"id"`
	Seq  int    `json:"seq"`
	Last bool   `json:"last"`
	Data string `json:"data"`
}

// Reply ends a Call: Result or Error.
type Reply struct {
	Type   string          `json:"type"` // "reply"
	ID     string          `json:"id"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *Error          `json:"error,omitempty"`
}

// Event tells the host what happened without having been asked.
type Event struct {
	Type     string    `json:"type"` // "event"
	Event    EventKind `json:"event"`
	Tab      string    `json:"tab,omitempty"`
	Frame    int       `json:"frame,omitempty"`
	Document string    `json:"document,omitempty"` // Chrome's documentId
	URL      string    `json:"url,omitempty"`      // only of tabs that are shared
	Dialog   *Dialog   `json:"dialog,omitempty"`
	Paused   bool      `json:"paused,omitempty"`
	Granted  bool      `json:"granted,omitempty"` // with handoff_answered
	Opener   string    `json:"opener,omitempty"`  // tab that opened this tab
}

// EventKind names an Event.
type EventKind string

// The events. Documents are suspended when hidden in the back/forward cache;
// the host learns that one is gone when its nonce is no longer reported.
const (
	EventTabOpened    EventKind = "tab_opened"
	EventTabNavigated EventKind = "tab_navigated"
	EventTabClosed    EventKind = "tab_closed"
	EventTabReplaced  EventKind = "tab_replaced"
	EventTabShared    EventKind = "tab_shared"
	EventTabUnshared  EventKind = "tab_unshared"
	EventDialog       EventKind = "dialog"
	EventDialogClosed EventKind = "dialog_closed"
	EventPaused       EventKind = "paused"
	EventResumed      EventKind = "resumed"
	EventHandoff      EventKind = "handoff_answered"
)

// Ask is a question of the extension's own pages (popup, side panel) to the
// host, carried by the worker: a door method with the person as the agent.
type Ask struct {
	Type   string          `json:"type"` // "ask"
	ID     string          `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// Answer ends an Ask.
type Answer struct {
	Type   string          `json:"type"` // "answer"
	ID     string          `json:"id"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *Error          `json:"error,omitempty"`
}

// Methods of the worker, called by the host.
const (
	MethodTabs       = "tabs"       // NoParams → TabsReply
	MethodOpen       = "open"       // OpenCall → TabReply
	MethodNavigate   = "navigate"   // NavigateCall → TabReply
	MethodClose      = "close"      // TabCall → TabReply
	MethodActivate   = "activate"   // TabCall → TabReply
	MethodLease      = "lease"      // LeaseCall → LeaseReply
	MethodSnapshot   = "snapshot"   // SnapshotCall → SnapshotReply
	MethodResolve    = "resolve"    // ResolveCall → ResolveReply
	MethodRead       = "read"       // ReadCall → ReadReply
	MethodAct        = "act"        // ActCall → ActReply
	MethodDialog     = "dialog"     // DialogCall → TabReply
	MethodWait       = "wait"       // WaitCall → WaitReply
	MethodScreenshot = "screenshot" // ScreenshotCall → ScreenshotReply
	MethodWhere      = "where"      // WhereCall → WhereReply
	MethodHandoff    = "handoff"    // HandoffCall → HandoffReply
	MethodDisk       = "disk"       // NoParams → DiskReply
	MethodReload     = "reload"     // NoParams → NoParams; runtime.reload() follows the reply
	MethodEcho       = "echo"       // NoParams → NoParams; the round trip of doctor and bench
	MethodPause      = "pause"      // PauseCall → NoParams; the worker keeps and shows the state
)

// NoParams is the empty object.
type NoParams struct{}

// Tab is a tab as an agent may see it. Private tabs are only counted.
type Tab struct {
	Tab    string `json:"tab"`
	URL    string `json:"url"`
	Title  string `json:"title"`
	Active bool   `json:"active"` // the tab the person looks at
	Owner  string `json:"owner"`  // agent that opened it, "" for the person's
	Shared bool   `json:"shared"`
}

// TabsReply lists the shared tabs.
type TabsReply struct {
	Tabs    []Tab `json:"tabs"`
	Private int   `json:"private"`
}

// PauseCall stops agents, or lets them go on. The worker keeps it over restarts
// and sends EventPaused or EventResumed when it changes.
type PauseCall struct {
	Paused bool `json:"paused"`
}

// TabCall names a tab.
type TabCall struct {
	Tab string `json:"tab"`
}

// OpenCall opens a tab in the background, in the Candid group.
type OpenCall struct {
	URL     string `json:"url"`
	Owner   string `json:"owner"`
	Timeout int    `json:"timeoutMs"`
}

// NavigateCall moves a tab. To is "url", "back", "forward" or "reload".
type NavigateCall struct {
	Tab     string `json:"tab"`
	To      string `json:"to"`
	URL     string `json:"url,omitempty"`
	Timeout int    `json:"timeoutMs"`
}

// TabReply says where a tab is. Loaded is false when Timeout passed first.
type TabReply struct {
	Tab    string  `json:"tab"`
	URL    string  `json:"url"`
	Title  string  `json:"title"`
	Loaded bool    `json:"loaded"`
	Dialog *Dialog `json:"dialog,omitempty"`
}

// LeaseCall asks for ref numbers of a tab; the worker writes the new end to
// storage.local before it answers, so no number is ever handed out twice.
type LeaseCall struct {
	Tab   string `json:"tab"`
	Count int    `json:"count"`
}

// LeaseReply grants the numbers From … To-1.
type LeaseReply struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// DiskReply says which build lies in the extension's folder now.
type DiskReply struct {
	Build string `json:"build"`
	Disk  string `json:"diskBuild"`
}

// Dialog is a JavaScript dialog that is open.
type Dialog struct {
	Type    string `json:"type"` // alert, confirm, prompt, beforeunload
	Message string `json:"message"`
}

// SnapshotCall asks for the ledgers of a tab's frames. Frame restricts it to
// one frame and its children (-1: all).
type SnapshotCall struct {
	Tab      string   `json:"tab"`
	Frame    int      `json:"frame"`
	Walk     WalkArgs `json:"walk"`
	PerFrame int      `json:"perFrameMs"` // deadline of each frame's call
}

// SnapshotReply carries one FrameLedger a frame, the main frame first.
type SnapshotReply struct {
	Tab    string        `json:"tab"`
	URL    string        `json:"url"`
	Title  string        `json:"title"`
	Loaded bool          `json:"loaded"`
	Frames []FrameLedger `json:"frames"`
	Stages Stages        `json:"stages"`
}

// Stages are the worker's own times of a snapshot, in milliseconds.
type Stages struct {
	Frames float64 `json:"frames"` // listing the frames
	Inject float64 `json:"inject"` // from the first call to the last answer
}

// FrameLedger is what one frame answered. Error is set when it did not: it
// then becomes an unseen entry with that reason.
type FrameLedger struct {
	Frame    int         `json:"frame"`  // Chrome's frameId; 0 is the main frame
	Parent   int         `json:"parent"` // frameId of the parent, -1 for the main frame
	URL      string      `json:"url"`    // committed URL
	Document string      `json:"document"`
	Error    *Error      `json:"error,omitempty"`
	Walk     *WalkResult `json:"walk,omitempty"`
}
