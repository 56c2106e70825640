package bridge

import (
	"context"
	"fmt"
	"time"

	"candid/host/internal/page"
	"candid/host/protocol"
)

// more continues a cut answer from what is kept, without touching the page.
func (b *Bridge) more(ctx context.Context, who Caller, p protocol.MoreParams) (protocol.SnapshotResult, error) {
	id, line, ok := page.ParseCursor(p.Cursor)
	if !ok {
		return protocol.SnapshotResult{}, badCursor("cursor "+page.Quoted(p.Cursor)+" is none", "cursors look like abc12.340; take one from an answer")
	}
	k, err := b.views.find(id)
	if err != nil {
		return protocol.SnapshotResult{}, err
	}
	about(ctx, k.tab)
	if part, is := b.leftOut(k, line); is {
		return b.walkPart(ctx, who, k, part, p)
	}
	t := b.views.tab(k.tab)
	t.mu.Lock()
	defer t.mu.Unlock()
	if k.answer == nil || line >= k.answer.Lines() {
		return protocol.SnapshotResult{}, badCursor(fmt.Sprintf("snapshot %s has no line %d", id, line), "take the cursor from the answer as it is")
	}
	o, err := moreOptions(k, p)
	if err != nil {
		return protocol.SnapshotResult{}, err
	}
	a, err := page.More(k.answer, o, k.id, line, t.refs.Printer(k.ledger, b.numberer(ctx, k.tab)))
	if err != nil {
		return protocol.SnapshotResult{}, err
	}
	r := b.result(k, a)
	if now := b.changed(t, k); now != "" {
		r.Warnings = append(r.Warnings, now)
	}
	return r, nil
}

// leftOut is what the page itself left out at a line, because its ledger was
// full.
func (b *Bridge) leftOut(k *kept, line int) (page.Part, bool) {
	t := b.views.tab(k.tab)
	t.mu.Lock()
	defer t.mu.Unlock()
	if k.answer == nil {
		return page.Part{}, false
	}
	return k.answer.LeftOut(line)
}

// walkPart walks again a part that the page left out, and says so.
func (b *Bridge) walkPart(ctx context.Context, who Caller, k *kept, part page.Part, p protocol.MoreParams) (protocol.SnapshotResult, error) {
	o, err := moreOptions(k, p)
	if err != nil {
		return protocol.SnapshotResult{}, err
	}
	ctx, cancel := within(ctx, 0, snapshotLimit)
	defer cancel()
	again, err := b.retakePart(ctx, who, k, part)
	if err != nil {
		return protocol.SnapshotResult{}, err
	}
	again.options = o
	r, err := b.answer(ctx, again, protocol.SnapshotParams{}, time.Now())
	r.Warnings = append(r.Warnings, "the page is too large to be kept whole: this part was walked again just now")
	return r, err
}

// retakePart walks one part of a kept snapshot's page.
func (b *Bridge) retakePart(ctx context.Context, who Caller, k *kept, part page.Part) (*kept, error) {
	of := &kept{tab: k.tab, agent: who.Agent, options: k.options, scope: "a part of " + k.id, frame: -1, asked: k.asked, rest: true}
	of.asked.Frame, of.asked.Walk.Within, of.asked.Walk.Nonce = part.Frame, part.Key, part.Nonce
	return b.walk(ctx, of)
}

// moreOptions are the snapshot's own, under the budget asked for.
func moreOptions(k *kept, p protocol.MoreParams) (page.Options, error) {
	asked := protocol.SnapshotParams{View: string(k.options.View), Budget: p.Budget, Reserve: p.Reserve, Voice: p.Voice}
	o, err := page.NewOptions(asked)
	o.Scope = k.scope
	return o, err
}

// badCursor is the error for a cursor that no answer told.
func badCursor(message, hint string) error {
	return protocol.NewError(protocol.CodeBadCursor, message, hint)
}

// changed says that a newer snapshot of the tab shows another page than a kept
// one. The tab's lock is held.
func (b *Bridge) changed(t *tabViews, k *kept) string {
	if len(t.list) == 0 {
		return ""
	}
	// Another part of the page, or one with its blocks of text, is not to be compared.
	newest := k
	for _, one := range t.list {
		if was, now := &k.asked, &one.asked; one.serial > newest.serial && !one.rest && now.Frame == was.Frame &&
			now.Walk.Within == was.Walk.Within && now.Walk.Blocks == was.Walk.Blocks {
			newest = one
		}
	}
	switch last := t.list[len(t.list)-1]; {
	case last == k:
		return ""
	case last.ledger.URL != k.ledger.URL:
		return "this is of snapshot " + k.id + "; the tab shows another page now"
	case newest.ledger.Differs(k.ledger):
		return "this is of snapshot " + k.id + "; the page has changed since (diff says how)"
	}
	return ""
}
