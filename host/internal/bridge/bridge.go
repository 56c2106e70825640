// Package bridge is the only orchestrator: it takes an agent's request from
// the door, asks the extension through link, turns facts into answers with
// page, and keeps what must be kept in store. One Bridge serves one browser
// profile for as long as its native messaging port lives.
package bridge

import (
	"context"
	"encoding/json"

	"candid/host/protocol"
)

// Link is what the bridge needs of the extension. It is implemented by
// link.Browser and may be called concurrently.
type Link interface {
	// Call runs a worker method. params and result are protocol structs. The
	// error is a *protocol.Error. The context's deadline is the call's.
	Call(ctx context.Context, method string, params, result any) error
	// Hello is what the worker said last.
	Hello() protocol.Hello
}

// Caller is who asks. Person is set for the extension's own pages.
type Caller struct {
	Agent   string
	Program string
	PID     int
	Person  bool
	Remote  bool // came over TCP
	Scopes  Scopes
}

// Scopes are what a connection may do, decided by the host's configuration.
type Scopes struct {
	Read, Act, Navigate bool
}

// handler serves one door method: it decodes the parameters and answers a
// protocol result.
type handler func(ctx context.Context, who Caller, params json.RawMessage) (any, error)

// method adapts a typed function to a handler. Unknown parameters are refused,
// so that a misspelt flag never silently changes what an agent is shown.
func method[P, R any](run func(ctx context.Context, who Caller, params P) (R, error)) handler {
	return func(ctx context.Context, who Caller, raw json.RawMessage) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		return run(ctx, who, params)
	}
}
