package protocol

import "encoding/json"

// The agents' side: JSON-RPC 2.0, one request or response a WebSocket message.
// Methods, parameters and results are those of the CLI's --json.
// Each kind of request has a file of its own: agent_snapshot.go and so on.

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
