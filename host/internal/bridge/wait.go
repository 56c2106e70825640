package bridge

import (
	"context"
	"fmt"
	"time"

	"candid/host/protocol"
)

// waitTime is how long wait waits when the caller names no limit.
const waitTime = 5 * time.Second

// wait waits for a condition on a tab. It takes no turn: it only looks.
func (b *Bridge) wait(ctx context.Context, who Caller, p protocol.WaitParams) (protocol.WaitResult, error) {
	if err := checkCondition(p.Text, p.Gone, p.Ref, p.URL, p.Idle); err != nil {
		return protocol.WaitResult{}, err
	}
	ctx, cancel := within(ctx, p.Timeout, waitTime)
	defer cancel()
	tab, err := b.tab(ctx, who, p.Tab)
	if err != nil {
		return protocol.WaitResult{}, err
	}
	p.Tab = tab
	waited, err := b.waitFor(ctx, p)
	if err != nil {
		return protocol.WaitResult{}, err
	}
	return protocol.WaitResult{Met: true, WaitedMs: waited, Warnings: b.warnings()}, nil
}

// waitStep is wait as a step of a batch.
func (b *Bridge) waitStep(ctx context.Context, tab string, step protocol.Step) (protocol.ActResult, error) {
	waited, err := b.waitFor(ctx, protocol.WaitParams{
		Tab: tab, Text: step.Text, Gone: step.Gone, Ref: step.Ref, URL: step.URL, Idle: step.Idle, Timeout: step.Wait,
	})
	if err != nil {
		return protocol.ActResult{}, err
	}
	result := b.moved(doWait, tab, nil)
	result.Ref, result.Waited = step.Ref, &waited
	return result, nil
}

// waitFor asks the worker and turns "not met" into an error.
func (b *Bridge) waitFor(ctx context.Context, p protocol.WaitParams) (int, error) {
	call := protocol.WaitCall{Tab: p.Tab, Text: p.Text, Gone: p.Gone, URL: p.URL, Idle: p.Idle, Timeout: milliseconds(p.Timeout, waitTime)}
	if p.Ref != "" {
		place, _, err := b.place(ctx, p.Tab, p.Ref)
		if err != nil {
			return 0, err
		}
		call.Place = &place
	}
	var reply protocol.WaitReply
	if err := b.link.Call(ctx, protocol.MethodWait, call, &reply); err != nil {
		return 0, err
	}
	if !reply.Met {
		return 0, protocol.NewError(protocol.CodeWaitTimeout, fmt.Sprintf("%s did not come about in %d ms", conditionOf(p), reply.Waited),
			"take a snapshot to see what the page shows, or wait longer with --timeout")
	}
	return reply.Waited, nil
}

// conditionOf names what was waited for.
func conditionOf(p protocol.WaitParams) string {
	switch {
	case p.Text != "":
		return fmt.Sprintf("the text %q", p.Text)
	case p.Gone != "":
		return fmt.Sprintf("the end of the text %q", p.Gone)
	case p.Ref != "":
		return p.Ref
	case p.URL != "":
		return fmt.Sprintf("the address %q", p.URL)
	}
	return "rest"
}
