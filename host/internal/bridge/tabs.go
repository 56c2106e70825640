package bridge

import (
	"context"
	"fmt"
	"slices"
	"time"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// openLimit is how long open and navigate wait for a page to load when the
// caller names no limit. Not loaded by then is an answer, not an error.
const openLimit = 15 * time.Second

// tabMethods are about tabs as such; verbs on one tab come through act.
func (b *Bridge) tabMethods() map[string]handler {
	return map[string]handler{
		protocol.DoorTabs:    method(b.tabs),
		protocol.DoorOpen:    method(b.open),
		protocol.DoorHandoff: method(b.handoff),
	}
}

// tabs lists the tabs an agent may use. The address and title of a site that
// may not be read stay the person's.
func (b *Bridge) tabs(ctx context.Context, _ Caller, _ protocol.NoParams) (protocol.TabsResult, error) {
	reply, err := b.listTabs(ctx)
	if err != nil {
		return protocol.TabsResult{}, err
	}
	tabs := []protocol.Tab{}
	for _, tab := range reply.Tabs {
		if b.policy.Allows(tab.URL, store.Reading) != nil {
			reply.Private++
			continue
		}
		tab.URL = protocol.HideInURL(tab.URL)
		tabs = append(tabs, tab)
	}
	return protocol.TabsResult{Tabs: tabs, Private: reply.Private, Warnings: b.warnings()}, nil
}

// listTabs asks the worker and remembers the sites.
func (b *Bridge) listTabs(ctx context.Context) (protocol.TabsReply, error) {
	var reply protocol.TabsReply
	if err := b.link.Call(ctx, protocol.MethodTabs, protocol.NoParams{}, &reply); err != nil {
		return reply, err
	}
	for _, tab := range reply.Tabs {
		b.sites.set(tab.Tab, tab.URL)
	}
	return reply, nil
}

// open opens a tab in the background; it belongs to the agent.
func (b *Bridge) open(ctx context.Context, who Caller, p protocol.OpenParams) (protocol.OpenResult, error) {
	address, err := b.mayVisit(p.URL)
	if err != nil {
		return protocol.OpenResult{}, err
	}
	ctx, cancel := within(ctx, p.Timeout, openLimit)
	defer cancel()
	var reply protocol.TabReply
	call := protocol.OpenCall{URL: address, Owner: who.Agent, Timeout: milliseconds(p.Timeout, openLimit)}
	if err := b.link.Call(ctx, protocol.MethodOpen, call, &reply); err != nil {
		return protocol.OpenResult{}, err
	}
	about(ctx, reply.Tab)
	b.sites.set(reply.Tab, reply.URL)
	// A redirect may have led elsewhere than the address that was allowed.
	if err := b.policy.Allows(reply.URL, store.Reading); err != nil {
		return protocol.OpenResult{}, err
	}
	return protocol.OpenResult{
		Tab: reply.Tab, URL: protocol.HideInURL(reply.URL), Title: reply.Title, Loaded: reply.Loaded,
		Dialog: reply.Dialog, Warnings: b.warnings(),
	}, nil
}

// mayVisit checks an address that an agent wants to go to.
func (b *Bridge) mayVisit(raw string) (string, error) {
	address, err := protocol.CheckURL(raw, b.config.Schemes...)
	if err != nil {
		return "", err
	}
	if err := b.policy.Allows(address, store.Reading); err != nil {
		return "", err
	}
	return address, nil
}

// milliseconds is the asked limit or the usual one.
func milliseconds(asked int, usual time.Duration) int {
	if asked > 0 {
		return asked
	}
	return int(usual / time.Millisecond)
}

// handoff asks the person, and waits for the answer.
func (b *Bridge) handoff(ctx context.Context, who Caller, p protocol.HandoffParams) (protocol.HandoffResult, error) {
	if p.Reason == "" {
		return protocol.HandoffResult{}, protocol.NewError(protocol.CodeUsage, "a handoff needs a reason", "say in one sentence what the person shall do")
	}
	about(ctx, p.Tab)
	ctx, cancel := within(ctx, p.Timeout, handoffLimit)
	defer cancel()
	var reply protocol.HandoffReply
	call := protocol.HandoffCall{Tab: p.Tab, Agent: who.Agent, Reason: p.Reason, Timeout: milliseconds(p.Timeout, handoffLimit)}
	if err := b.link.Call(ctx, protocol.MethodHandoff, call, &reply); err != nil {
		return protocol.HandoffResult{}, err
	}
	if !reply.Granted {
		return protocol.HandoffResult{}, protocol.NewError(protocol.CodeHandoffRefused, "the person declined or did not answer",
			"go on without it, or tell the person why it is needed")
	}
	return protocol.HandoffResult{Granted: true, Tab: reply.Tab}, nil
}

// handoffLimit is how long a person is given.
const handoffLimit = 2 * time.Minute

// tab decides which tab a request means: the one asked for, else the one this
// agent may use. It never guesses between two. Every method uses it first.
func (b *Bridge) tab(ctx context.Context, who Caller, asked string) (string, error) {
	if asked != "" {
		about(ctx, asked)
		return asked, b.closed.check(asked) // whether it is there and shared, the worker says
	}
	reply, err := b.listTabs(ctx)
	if err != nil {
		return "", err
	}
	choice := b.choose(reply.Tabs, who.Agent)
	switch len(choice) {
	case 0:
		return "", noTab(reply.Private)
	case 1:
		about(ctx, choice[0].Tab)
		return choice[0].Tab, nil
	}
	return "", ambiguousTab(choice)
}

// choose narrows the tabs to those this agent would mean: pages it can read,
// without those that other agents opened, as long as any are left.
func (b *Bridge) choose(tabs []protocol.Tab, agent string) []protocol.Tab {
	readable := narrow(tabs, func(t protocol.Tab) bool {
		_, err := protocol.CheckURL(t.URL, b.config.Schemes...)
		return err == nil && b.policy.Allows(t.URL, store.Reading) == nil
	})
	return narrow(readable, func(t protocol.Tab) bool { return t.Owner == "" || t.Owner == agent })
}

// narrow keeps the tabs that pass, or all when none does.
func narrow(tabs []protocol.Tab, pass func(protocol.Tab) bool) []protocol.Tab {
	kept := slices.DeleteFunc(slices.Clone(tabs), func(t protocol.Tab) bool { return !pass(t) })
	if len(kept) == 0 {
		return tabs
	}
	return kept
}

// noTab says that there is nothing to look at.
func noTab(private int) error {
	message := "no tab is shared with agents"
	if private > 0 {
		message = fmt.Sprintf("no tab is shared with agents (%d are private)", private)
	}
	return protocol.NewError(protocol.CodeNoTab, message,
		"open one with open URL, or ask the person to share a tab with the toolbar button")
}

// ambiguousTab lists the tabs that may have been meant.
func ambiguousTab(tabs []protocol.Tab) error {
	err := protocol.NewError(protocol.CodeAmbiguousTab, fmt.Sprintf("%d tabs may be meant", len(tabs)), "name one with --tab (tab over MCP)")
	for _, tab := range tabs {
		label := tab.Title
		if tab.URL != "" {
			label += " <" + protocol.HideInURL(tab.URL) + ">"
		}
		err.Refs = append(err.Refs, protocol.Candidate{Tab: tab.Tab, Label: label})
	}
	return err
}
