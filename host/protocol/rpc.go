package protocol

import "encoding/json"

// The numbers of JSON-RPC errors. Clients should look at data.code, which says
// more and never changes meaning.
const (
	RPCParse    = -32700
	RPCInvalid  = -32600
	RPCParams   = -32602
	RPCInternal = -32603
	RPCFailed   = -32000
)

// CancelMethod is the notification that nobody waits for a request any more.
// Its parameters are CancelParams.
const CancelMethod = "$/cancel"

// CancelParams names the request.
type CancelParams struct {
	ID json.RawMessage `json:"id"`
}

// EventMethod is the notification that carries an Event to subscribers.
const EventMethod = "event"

// StepResult is the type of answers to act and batch.
const StepResult = "STEP_RESULT"

// ErrorNumber is the JSON-RPC number of an error.
func ErrorNumber(e *Error) int {
	switch e.Code {
	case CodeUsage:
		return RPCParams
	case CodeInternal:
		return RPCInternal
	}
	return RPCFailed
}

// MaxDepth bounds how deep JSON may nest in any message. Ours nest 8 deep; Go's
// decoder would follow 10,000.
const MaxDepth = 64
