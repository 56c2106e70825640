package bridge

import (
	"context"

	"candid/host/internal/page"
	"candid/host/protocol"
)

// diff takes a new snapshot and says what changed since an earlier one: the
// agent's last of the tab, unless another is named.
func (b *Bridge) diff(ctx context.Context, who Caller, p protocol.DiffParams) (protocol.DiffResult, error) {
	tab, before, err := b.before(ctx, who, p)
	if err != nil {
		return protocol.DiffResult{}, err
	}
	return b.diffSince(ctx, who, tab, before, p.Budget)
}

// before is the snapshot to compare with.
func (b *Bridge) before(ctx context.Context, who Caller, p protocol.DiffParams) (string, *kept, error) {
	if p.Since != "" {
		k, err := b.views.find(p.Since)
		if err != nil {
			return "", nil, err
		}
		about(ctx, k.tab)
		return k.tab, k, nil
	}
	tab, err := b.tab(ctx, who, p.Tab)
	if err != nil {
		return "", nil, err
	}
	if k := b.views.tab(tab).lastOf(who.Agent); k != nil {
		return tab, k, nil
	}
	return "", nil, protocol.NewError(protocol.CodeSnapshotGone, "there is no snapshot of this tab to compare with", "take a snapshot first")
}

// diffSince walks again what a kept snapshot is about, and compares.
func (b *Bridge) diffSince(ctx context.Context, who Caller, tab string, before *kept, budget int) (protocol.DiffResult, error) {
	if budget == 0 {
		budget = page.DefaultBudget
	}
	if budget < page.MinBudget || budget > page.MaxBudget {
		return protocol.DiffResult{}, protocol.NewError(protocol.CodeUsage, "the budget must be 300 to 40000 tokens", "leave it out for the usual one")
	}
	ctx, cancel := within(ctx, 0, snapshotLimit)
	defer cancel()
	k, err := b.again(ctx, who, tab, before)
	if err != nil {
		return protocol.DiffResult{}, err
	}
	t := b.views.tab(tab)
	t.mu.Lock()
	defer t.mu.Unlock()
	r, err := page.Diff(before.ledger, k.ledger, before.id, k.id, budget, t.refs.Printer(k.ledger, b.numberer(ctx, tab)))
	if err != nil {
		return r, err
	}
	r.Warnings = b.warnings()
	return r, nil
}

// again takes a snapshot of the same part of the page as a kept one, or of the
// whole page when that part is gone.
func (b *Bridge) again(ctx context.Context, who Caller, tab string, before *kept) (*kept, error) {
	k, err := b.retake(ctx, who, tab, before)
	if err != nil && before.scope != "" {
		whole := *before
		whole.scope, whole.frame, whole.asked.Frame, whole.asked.Walk.Within, whole.asked.Walk.Nonce = "", -1, -1, 0, ""
		return b.retake(ctx, who, tab, &whole)
	}
	return k, err
}
