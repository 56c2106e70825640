package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"

	"candid/host/protocol"
)

// Do runs a door method. The error is always a *protocol.Error.
func (b *Bridge) Do(ctx context.Context, who Caller, name string, params json.RawMessage) (any, error) {
	b.rest.begin()
	defer b.rest.end()
	run, known := b.methods[name]
	if !known {
		return nil, protocol.NewError(protocol.CodeUsage, fmt.Sprintf("unknown method: %q", name),
			fmt.Sprintf("the methods are %v", slices.Sorted(maps.Keys(b.methods))))
	}
	ctx, end, err := b.admit(context.WithValue(ctx, noteKey{}, &note{}), who, name)
	if err != nil {
		return nil, typed(err)
	}
	defer end()
	result, err := b.guarded(ctx, run, who, params)
	if err != nil {
		err = causeOf(ctx, err)
	}
	b.recordRequest(ctx, who, name, err)
	if err != nil {
		return nil, typed(err)
	}
	return result, nil
}

// guarded runs a handler. A panic over one page must not take the host down for
// every agent: it becomes an error of this request, and the log gets the stack.
// A panic's own text is logged only when it is the runtime's, since any other
// may quote the page.
func (b *Bridge) guarded(ctx context.Context, run handler, who Caller, params json.RawMessage) (result any, err error) {
	defer func() {
		caught := recover()
		if caught == nil {
			return
		}
		event := b.log.Error().Bytes("stack", debug.Stack())
		if known, ok := caught.(runtime.Error); ok {
			event = event.Str("panic", known.Error())
		}
		event.Msg("a request panicked")
		err = protocol.NewError(protocol.CodeInternal, "the request ran into a defect of Candid", "the host's log has the details; please report it")
	}()
	return run(ctx, who, params)
}

// causeOf puts the reason of a cancelled context in place of the cancellation:
// a pause, not "cancelled".
func causeOf(ctx context.Context, err error) error {
	var known *protocol.Error
	if cause := context.Cause(ctx); cause != nil && errors.As(cause, &known) {
		return known
	}
	return err
}

// typed makes a *protocol.Error of any error; one that nobody foresaw is ours.
func typed(err error) *protocol.Error { return protocol.AsError(err, protocol.HintDefect) }

// personAgent is the name of the person's own requests in the activity list.
const personAgent = "you"

// Answer serves a question of the extension's own pages, where the person is.
func (b *Bridge) Answer(ctx context.Context, ask protocol.Ask) protocol.Answer {
	who := Caller{Agent: personAgent, Person: true, Scopes: Scopes{Read: true, Act: true, Navigate: true}}
	result, err := b.Do(ctx, who, ask.Method, ask.Params)
	answer := protocol.Answer{Type: "answer", ID: ask.ID}
	if err != nil {
		answer.Error = typed(err)
		return answer
	}
	if answer.Result, err = json.Marshal(result); err != nil {
		answer.Error = typed(err)
	}
	return answer
}
