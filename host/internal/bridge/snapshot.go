package bridge

import (
	"context"
	"time"

	"candid/host/internal/page"
	"candid/host/internal/store"
	"candid/host/protocol"
)

// viewMethods are what an agent reads a page with. After snapshot, more, find
// and diff work on what the host kept.
func (b *Bridge) viewMethods() map[string]handler {
	b.onEvent(b.views.event)
	return map[string]handler{
		protocol.DoorSnapshot: method(b.snapshot),
		protocol.DoorMore:     method(b.more),
		protocol.DoorFind:     method(b.find),
		protocol.DoorRead:     method(b.read),
		protocol.DoorDiff:     method(b.diff),
	}
}

// Limits of a walk. A page of 200,000 nodes needs half a second; a frame that
// takes longer than this is stuck, and costs its own entry only.
const (
	walkLimit     = 8 * time.Second
	snapshotLimit = 15 * time.Second
)

// snapshot takes a snapshot and answers a view of it.
func (b *Bridge) snapshot(ctx context.Context, who Caller, p protocol.SnapshotParams) (protocol.SnapshotResult, error) {
	start := time.Now()
	options, err := page.NewOptions(p)
	if err != nil {
		return protocol.SnapshotResult{}, err
	}
	ctx, cancel := within(ctx, p.Timeout, snapshotLimit)
	defer cancel()
	tab, err := b.tab(ctx, who, p.Tab)
	if err != nil {
		return protocol.SnapshotResult{}, err
	}
	k, err := b.take(ctx, who, tab, p, options)
	if err != nil {
		return protocol.SnapshotResult{}, err
	}
	return b.answer(ctx, k, p, start)
}

// take walks the page, and keeps what came under a new id.
func (b *Bridge) take(ctx context.Context, who Caller, tab string, p protocol.SnapshotParams, o page.Options) (*kept, error) {
	call, scope, err := b.walkCall(ctx, tab, p, o)
	if err != nil {
		return nil, err
	}
	return b.walk(ctx, &kept{tab: tab, agent: who.Agent, options: o, scope: scope.name, frame: scope.frame, asked: call})
}

// retake walks again what a kept snapshot asked for.
func (b *Bridge) retake(ctx context.Context, who Caller, tab string, before *kept) (*kept, error) {
	return b.walk(ctx, &kept{tab: tab, agent: who.Agent, options: before.options, scope: before.scope, frame: before.frame, asked: before.asked})
}

// walk asks the page and keeps its ledger.
func (b *Bridge) walk(ctx context.Context, k *kept) (*kept, error) {
	var reply protocol.SnapshotReply
	asked := time.Now()
	if err := b.link.Call(ctx, protocol.MethodSnapshot, k.asked, &reply); err != nil {
		return nil, err
	}
	b.sites.set(k.tab, reply.URL)
	answered := time.Now()
	if err := b.permitted(&reply); err != nil {
		return nil, err
	}
	if err := checkWalk(&reply, k.scope); err != nil {
		return nil, err
	}
	t := b.views.tab(k.tab)
	t.mu.Lock()
	defer t.mu.Unlock()
	around := t.around(k.asked.Frame)
	around.Part = k.asked.Walk.Within > 0
	k.ledger = page.DecodeInside(&reply, around)
	k.stages = stagesOf(&reply, answered.Sub(asked), time.Since(answered))
	if _, found := k.part(); !found {
		return nil, protocol.NewError(protocol.CodeFrameGone, k.scope+" is no longer on the page", "take a new snapshot of the whole page")
	}
	if err := t.refs.Number(k.ledger, goneOf(&reply), b.numberer(ctx, k.tab)); err != nil {
		return nil, err
	}
	b.views.keep(t, k)
	return k, nil
}

// readable tells whether a tab's site may be read, before anything of it is.
func (b *Bridge) readable(ctx context.Context, tab string) error {
	reply, err := b.listTabs(ctx)
	if err != nil {
		return err
	}
	for _, t := range reply.Tabs {
		if t.Tab == tab {
			if denied := b.policy.Allows(t.URL, store.Reading); denied != nil {
				return denied // a nil *protocol.Error in an error would not be nil
			}
			return nil
		}
	}
	return nil // not shared or gone: the worker says which
}

// walkCall is what to ask of the page, and how the answer is called.
func (b *Bridge) walkCall(ctx context.Context, tab string, p protocol.SnapshotParams, o page.Options) (protocol.SnapshotCall, scopeOf, error) {
	call := protocol.SnapshotCall{Tab: tab, Frame: -1, PerFrame: int(walkLimit / time.Millisecond), Walk: protocol.WalkArgs{
		NameChars: max(page.NameCeiling, o.Limits.NameChars), ValueChars: page.SentValue, Options: page.SentOptions,
		Blocks: o.View == page.ViewContent, Selectors: p.Controls, URLs: p.URLs || p.Controls,
		TimeMs: int(walkLimit/time.Millisecond) * 3 / 4, MaxChars: protocol.MaxLedger,
	}}
	if p.Frame != "" {
		_, is, err := b.place(ctx, tab, p.Frame)
		if err != nil {
			return call, scopeOf{}, err
		}
		if is.Frame < 0 {
			return call, scopeOf{}, protocol.NewError(protocol.CodeUsage, is.Ref+" is not a frame but "+is.String(), "use --within for parts of a page")
		}
		return call, scopeOf{scopeName(p.Frame, is), is.Frame}, nil
	}
	if p.Within == "" {
		return call, scopeOf{frame: -1}, nil
	}
	place, is, err := b.place(ctx, tab, p.Within)
	if err != nil {
		return call, scopeOf{}, err
	}
	if is.Frame >= 0 { // within a frame element is what the frame shows
		return call, scopeOf{scopeName(p.Within, is), is.Frame}, nil
	}
	call.Frame, call.Walk.Within, call.Walk.Nonce = place.Frame, place.Key, place.Nonce
	return call, scopeOf{scopeName(p.Within, is), -1}, nil
}

// scopeOf is what a snapshot is about when not the whole page: its name, and the
// frame it is, -1 when it is none. A frame is read as a part of the whole page,
// since it cannot know by itself that it is inert or behind a dialog.
type scopeOf struct {
	name  string
	frame int
}

// scopeName is how the verdict calls a scope.
func scopeName(asked string, is refInfo) string {
	if is.Ref != "" {
		return is.Ref
	}
	return page.Quoted(asked)
}

// permitted takes out of a reply the frames whose site may not be read. The
// committed address counts, not the one asked for.
func (b *Bridge) permitted(reply *protocol.SnapshotReply) error {
	for i := range reply.Frames {
		f := &reply.Frames[i]
		if err := b.policy.Allows(f.URL, store.Reading); err != nil {
			if i == 0 {
				return err
			}
			f.Error, f.Walk = typed(err), nil
		}
	}
	return nil
}

// checkWalk turns a main frame that could not be read into the call's error: an
// empty page would be a lie.
func checkWalk(reply *protocol.SnapshotReply, scope string) error {
	if len(reply.Frames) == 0 {
		return protocol.NewError(protocol.CodeSnapshotFailed, "the browser named no frame of the tab", "wait until the page has loaded and try again")
	}
	f := &reply.Frames[0]
	switch {
	case f.Error != nil:
		return f.Error
	case f.Walk == nil:
		return protocol.NewError(protocol.CodeSnapshotFailed, "the page did not answer", "try again; reload the tab if it goes on")
	case f.Walk.Stale && scope != "":
		return protocol.NewError(protocol.CodeStaleRef, "the page is another one now: "+scope+" is gone", "take a new snapshot")
	case !f.Walk.OK:
		return protocol.NewError(protocol.CodeSnapshotFailed, "the page could not be read: "+f.Walk.Error, "try again; reload the tab if it goes on")
	}
	return nil
}

// goneOf lists, per document, the keys that have left it.
func goneOf(reply *protocol.SnapshotReply) map[string][]int {
	gone := map[string][]int{}
	for i := range reply.Frames {
		if w := reply.Frames[i].Walk; w != nil && len(w.Gone) > 0 {
			gone[w.Nonce] = w.Gone
		}
	}
	return gone
}

// numberer hands out a tab's ref numbers.
func (b *Bridge) numberer(ctx context.Context, tab string) page.Numberer {
	return func(n int) ([]int, error) { return b.numbers(ctx, tab, n) }
}

// stagesOf are the times of a snapshot so far.
func stagesOf(reply *protocol.SnapshotReply, call, decode time.Duration) protocol.Timing {
	t := protocol.Timing{Frames: reply.Stages.Frames, Inject: reply.Stages.Inject, Decode: ms(decode)}
	for i := range reply.Frames {
		if w := reply.Frames[i].Walk; w != nil {
			t.Walk += w.WalkMs
			t.Join += w.JoinMs
		}
	}
	t.Native = ms(call) - t.Inject
	return t
}

// ms is a duration in milliseconds.
func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// answer composes what the agent gets, and remembers what it was shown.
func (b *Bridge) answer(ctx context.Context, k *kept, p protocol.SnapshotParams, start time.Time) (protocol.SnapshotResult, error) {
	t := b.views.tab(k.tab)
	t.mu.Lock()
	defer t.mu.Unlock()
	began := time.Now()
	o := k.options
	o.Scope = k.scope
	scope, _ := k.part()
	a, err := page.Compose(k.ledger, o, k.id, scope, t.refs.Printer(k.ledger, b.numberer(ctx, k.tab)))
	if err != nil {
		return protocol.SnapshotResult{}, err
	}
	k.answer = a
	r := b.result(k, a)
	if p.Controls {
		r.Controls = a.ControlList(p.All)
	}
	if p.Diagnose {
		r.Diagnosis = k.ledger.Diagnose(o.Limits)
		r.Text += page.DiagnosisText(r.Diagnosis)
		r.Tokens.Estimate = page.Estimate(r.Text)
	}
	if p.All && len(a.Text) > spillOver {
		if err := b.spillOut(ctx, k, &r); err != nil {
			return r, err
		}
	}
	k.stages.View = ms(time.Since(began))
	k.stages.Total = ms(time.Since(start))
	r.Stages = &k.stages
	return r, nil
}

// result is an answer in the words of the wire.
func (b *Bridge) result(k *kept, a *page.Answer) protocol.SnapshotResult {
	return protocol.SnapshotResult{
		Snapshot: k.id, Tab: k.tab, URL: protocol.HideInURL(k.ledger.URL), Title: k.ledger.Title, View: string(k.options.View),
		Loaded: k.ledger.Loaded, Complete: a.Complete, Truncated: a.Truncated, Text: a.Text,
		Tokens: protocol.Tokens{Estimate: a.Estimate, Budget: a.Budget}, Count: a.Count,
		OmittedControls: a.Count.Controls - a.Count.Shown, Omitted: a.Omitted, Cuts: a.Cuts, Unseen: a.Unseen,
		Cursor: a.Cursor, Warnings: append(a.Warnings, b.warnings()...),
	}
}
