package bridge

import (
	"context"

	"candid/host/internal/page"
	"candid/host/protocol"
)

// findBudget is the usual budget of a search: enough for some thirty matches
// with their surroundings.
const findBudget = 3000

// find searches the agent's last snapshot of the tab, what its answer left out
// included. Without a snapshot, or when asked for a fresh one, it takes one.
func (b *Bridge) find(ctx context.Context, who Caller, p protocol.FindParams) (protocol.FindResult, error) {
	query, err := page.NewQuery(p.Text, p.Regex, p.Role)
	if err != nil {
		return protocol.FindResult{}, err
	}
	k, err := b.searched(ctx, who, p)
	if err != nil {
		return protocol.FindResult{}, err
	}
	budget := findBudget
	if p.Budget > 0 {
		budget = p.Budget
	}
	t := b.views.tab(k.tab)
	t.mu.Lock()
	defer t.mu.Unlock()
	r, err := page.Search(k.ledger, query, k.answer, budget, t.refs.Printer(k.ledger, b.numberer(ctx, k.tab)))
	if err != nil {
		return r, err
	}
	r.Snapshot = k.id
	r.Warnings = b.warnings()
	if now := b.changed(t, k); now != "" {
		r.Warnings = append(r.Warnings, now)
	}
	if k.scope != "" {
		r.Warnings = append(r.Warnings, "only "+k.scope+" was searched: the last snapshot was of that")
	}
	return r, nil
}

// searched is the snapshot to search.
func (b *Bridge) searched(ctx context.Context, who Caller, p protocol.FindParams) (*kept, error) {
	if p.Snapshot != "" {
		k, err := b.views.find(p.Snapshot)
		if err == nil {
			about(ctx, k.tab)
		}
		return k, err
	}
	tab, err := b.tab(ctx, who, p.Tab)
	if err != nil {
		return nil, err
	}
	if k := b.views.tab(tab).lastOf(who.Agent); k != nil && !p.Fresh {
		return k, nil
	}
	ctx, cancel := within(ctx, 0, snapshotLimit)
	defer cancel()
	options, err := page.NewOptions(protocol.SnapshotParams{})
	if err != nil {
		return nil, err
	}
	return b.take(ctx, who, tab, protocol.SnapshotParams{}, options)
}
