// Package bridge is the only orchestrator: it takes an agent's request from
// the door, asks the extension through link, turns facts into answers with
// page, and keeps what must be kept in store. One Bridge serves one browser
// profile for as long as its native messaging port lives.
package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

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

// Do runs a door method. The error is always a *protocol.Error.
func (b *Bridge) Do(ctx context.Context, who Caller, name string, params json.RawMessage) (any, error) {
	run, known := b.methods[name]
	if !known {
		return nil, protocol.NewError(protocol.CodeUsage, fmt.Sprintf("unknown method: %q", name),
			fmt.Sprintf("the methods are %v", slices.Sorted(maps.Keys(b.methods))))
	}
	result, err := run(ctx, who, params)
	if err != nil {
		return nil, typed(err)
	}
	return result, nil
}

// typed makes a *protocol.Error of any error.
func typed(err error) *protocol.Error {
	var known *protocol.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.DeadlineExceeded):
		return protocol.NewError(protocol.CodeTimeout, "the browser did not answer in time", "try again with a longer --timeout")
	case errors.Is(err, context.Canceled):
		return protocol.NewError(protocol.CodeCancelled, "the request was cancelled", "")
	}
	return protocol.NewError(protocol.CodeInternal, err.Error(), "this is a defect of Candid; please report it")
}
