package bridge

import (
	"context"
	"encoding/json"
	"testing"

	"candid/host/protocol"
)

// A page that could not be read is an error with the reason, never an empty page.
func TestPagesThatCannotBeRead(t *testing.T) {
	broken := func(change func(*protocol.SnapshotReply)) protocol.SnapshotReply {
		reply := longPage(2)
		change(&reply)
		return reply
	}
	for name, test := range map[string]struct {
		reply protocol.SnapshotReply
		want  protocol.Code
	}{
		"no frame":  {broken(func(r *protocol.SnapshotReply) { r.Frames = nil }), protocol.CodeSnapshotFailed},
		"no answer": {broken(func(r *protocol.SnapshotReply) { r.Frames[0].Walk = nil }), protocol.CodeSnapshotFailed},
		"it threw":  {broken(func(r *protocol.SnapshotReply) { r.Frames[0].Walk.OK = false }), protocol.CodeSnapshotFailed},
		"a crashed tab": {broken(func(r *protocol.SnapshotReply) {
			r.Frames[0].Error = protocol.NewError(protocol.CodeTabCrashed, "gone", "")
		}), protocol.CodeTabCrashed},
	} {
		t.Run(name, func(t *testing.T) {
			b, _ := viewing(t, test.reply)
			if s, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{}); err == nil || err.Code != test.want {
				t.Errorf("got %v and %q, want %s", err, s.Text, test.want)
			}
		})
	}
}

func TestScopeOfASnapshot(t *testing.T) {
	b, link := acting(t, "", protocol.ActReply{})
	if _, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{Within: "@e2"}); err != nil {
		t.Fatal(err)
	}
	if asked := lastCall[protocol.SnapshotCall](t, link, protocol.MethodSnapshot); asked.Walk.Within != 2 || asked.Walk.Nonce != "n1" {
		t.Errorf("the worker was asked for %+v", asked.Walk)
	}
	gone := longPage(1)
	gone.Frames[0].Walk = &protocol.WalkResult{Stale: true}
	link.set(protocol.MethodSnapshot, always(gone))
	for name, test := range map[string]struct {
		params protocol.SnapshotParams
		want   protocol.Code
	}{
		"within what has gone": {protocol.SnapshotParams{Within: "@e2"}, protocol.CodeStaleRef},
		"within no ref":        {protocol.SnapshotParams{Within: "@e900"}, protocol.CodeUnknownRef},
		"a frame that is none": {protocol.SnapshotParams{Frame: "@e2"}, protocol.CodeUsage},
		"a frame without ref":  {protocol.SnapshotParams{Frame: "@e900"}, protocol.CodeUnknownRef},
	} {
		if _, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, test.params); err == nil || err.Code != test.want {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
	}
}

// What was known of a closed tab is forgotten, its refs and snapshots with it.
func TestAClosedTabIsForgotten(t *testing.T) {
	b, _ := acting(t, "", protocol.ActReply{})
	s, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{Tab: "7"})
	if err != nil {
		t.Fatal(err)
	}
	b.Event(protocol.Event{Event: protocol.EventTabNavigated, Tab: "7", URL: "https://shop.example/"})
	if got := b.sites.of("7"); got != "shop.example" {
		t.Errorf("the tab's site is %q", got)
	}
	b.Event(protocol.Event{Event: protocol.EventTabClosed, Tab: "7"})
	if got := b.sites.of("7"); got != "" {
		t.Errorf("the closed tab's site is still %q", got)
	}
	if _, err := call[protocol.DiffResult](t, b, protocol.DoorDiff, protocol.DiffParams{Tab: "7", Since: s.Snapshot}); err == nil || err.Code != protocol.CodeSnapshotGone {
		t.Errorf("diff: got %v, want snapshot_gone", err)
	}
	if _, err := call[protocol.ActResult](t, b, protocol.DoorAct, protocol.ActParams{Tab: "7", Step: protocol.Step{Do: "click", Ref: "@e1"}}); err == nil {
		t.Error("a ref of the closed tab still acts")
	}
	b.Event(protocol.Event{Event: protocol.EventPaused})
	if _, err := call[protocol.TabsResult](t, b, protocol.DoorTabs, protocol.NoParams{}); err == nil || err.Code != protocol.CodePaused {
		t.Errorf("paused: got %v", err)
	}
	b.Event(protocol.Event{Event: protocol.EventResumed})
	if _, err := call[protocol.TabsResult](t, b, protocol.DoorTabs, protocol.NoParams{}); err != nil {
		t.Errorf("resumed: got %v", err)
	}
}

// A defect over one request is that request's error, and the host lives on.
func TestAPanicIsAnError(t *testing.T) {
	b := New(Options{Link: withTabs()})
	b.methods["defect"] = func(context.Context, Caller, json.RawMessage) (any, error) { panic("page text") }
	b.methods["index"] = func(_ context.Context, _ Caller, params json.RawMessage) (any, error) {
		return params[len(params)], nil
	}
	for _, method := range []string{"defect", "index"} {
		if _, err := call[protocol.NoParams](t, b, method, protocol.NoParams{}); err == nil || err.Code != protocol.CodeInternal {
			t.Errorf("%s: got %v, want internal", method, err)
		}
	}
	if _, err := call[protocol.NoParams](t, b, protocol.DoorEcho, protocol.NoParams{}); err != nil {
		t.Errorf("the next request: %v", err)
	}
}

func TestReloadTellsWhatRanBefore(t *testing.T) {
	link := withTabs()
	link.set(protocol.MethodReload, always(protocol.NoParams{}))
	before, err := call[protocol.StatusResult](t, New(Options{Link: link}), protocol.DoorReload, protocol.NoParams{})
	if err != nil || len(before.Browsers) != 1 || before.Browsers[0].Build != "b1" || len(link.called(protocol.MethodReload)) != 1 {
		t.Errorf("got %+v, %v, after %q", before, err, link.called(protocol.MethodReload))
	}
}
