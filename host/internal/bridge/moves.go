package bridge

import (
	"context"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// The verbs that move a tab as a whole, and need no page code.
const (
	doNavigate = "navigate"
	doBack     = "back"
	doForward  = "forward"
	doReload   = "reload"
	doClose    = "close"
	doActivate = "activate"
)

// moveTab carries out the steps that concern a tab as a whole. Handled is false
// for every other step. The caller has the tab's turn.
func (b *Bridge) moveTab(ctx context.Context, tab string, step protocol.Step, timeout int) (result protocol.ActResult, handled bool, err error) {
	switch step.Do {
	case doNavigate:
		result, err = b.navigate(ctx, tab, step, timeout)
	case doBack, doForward, doReload:
		result, err = b.goTo(ctx, protocol.NavigateCall{Tab: tab, To: step.Do}, timeout)
	case doClose:
		result, err = b.tabCall(ctx, protocol.MethodClose, tab, step.Do)
	case doActivate:
		result, err = b.tabCall(ctx, protocol.MethodActivate, tab, step.Do)
	default:
		return protocol.ActResult{}, false, nil
	}
	return result, true, err
}

// navigate goes to a URL, given as the step's URL or value.
func (b *Bridge) navigate(ctx context.Context, tab string, step protocol.Step, timeout int) (protocol.ActResult, error) {
	raw := step.URL
	if raw == "" {
		raw = step.Value.First()
	}
	address, err := b.mayVisit(raw)
	if err != nil {
		return protocol.ActResult{}, err
	}
	return b.goTo(ctx, protocol.NavigateCall{Tab: tab, To: "url", URL: address}, timeout)
}

// goTo moves the tab and checks where it arrived: a redirect may have led to a
// site that is denied.
func (b *Bridge) goTo(ctx context.Context, call protocol.NavigateCall, timeout int) (protocol.ActResult, error) {
	ctx, cancel := within(ctx, timeout, openLimit)
	defer cancel()
	call.Timeout = milliseconds(timeout, openLimit)
	var reply protocol.TabReply
	if err := b.link.Call(ctx, protocol.MethodNavigate, call, &reply); err != nil {
		return protocol.ActResult{}, err
	}
	b.sites.set(call.Tab, reply.URL)
	if err := b.policy.Allows(reply.URL, store.Reading); err != nil {
		return protocol.ActResult{}, err
	}
	action := call.To
	if action == "url" {
		action = doNavigate
	}
	result := b.moved(action, call.Tab, reply.Dialog)
	result.Navigated = protocol.HideInURL(reply.URL)
	if !reply.Loaded && reply.Dialog == nil {
		result.Warnings = append(result.Warnings, "the page had not loaded when the time was over; what it holds so far can be read")
	}
	return result, nil
}

// tabCall closes or activates a tab.
func (b *Bridge) tabCall(ctx context.Context, method, tab, action string) (protocol.ActResult, error) {
	var reply protocol.TabReply
	if err := b.link.Call(ctx, method, protocol.TabCall{Tab: tab}, &reply); err != nil {
		return protocol.ActResult{}, err
	}
	return b.moved(action, tab, reply.Dialog), nil
}

// moved is the result that all of these share.
func (b *Bridge) moved(action, tab string, dialog *protocol.Dialog) protocol.ActResult {
	return protocol.ActResult{
		Action: action, Tab: tab, Dialog: dialog,
		Opened: []protocol.OpenedTab{}, Downloads: []protocol.Download{}, Warnings: b.warnings(),
	}
}
