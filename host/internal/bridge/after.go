package bridge

import (
	"context"

	"candid/host/protocol"
)

// rebind gives the element that took the place of a named one its own ref.
func (b *Bridge) rebind(ctx context.Context, tab string, place protocol.Place) (string, error) {
	t := b.views.tab(tab)
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.refs.Adopt(place, b.numberer(ctx, tab))
}

// changes is what an act has changed since the agent last looked at the tab. An
// agent that never did gets no list: everything would be on it.
func (b *Bridge) changes(ctx context.Context, who Caller, tab string) (*protocol.DiffResult, error) {
	if b.views.tab(tab).lastOf(who.Agent) == nil {
		return nil, nil
	}
	diff, err := b.diff(ctx, who, protocol.DiffParams{Tab: tab})
	if err != nil {
		return nil, err
	}
	return &diff, nil
}

// marks are the refs of a picture: those of a snapshot taken for it, so that
// picture and text agree.
func (b *Bridge) marks(ctx context.Context, who Caller, tab string) ([]protocol.Mark, error) {
	snapshot, err := b.snapshot(ctx, who, protocol.SnapshotParams{Tab: tab, Controls: true})
	if err != nil {
		return nil, err
	}
	marks := []protocol.Mark{}
	for _, control := range snapshot.Controls {
		if place, _, err := b.place(ctx, tab, control.Ref); err == nil {
			place.Expect = nil
			marks = append(marks, protocol.Mark{Ref: control.Ref, Place: place})
		}
	}
	return marks, nil
}
