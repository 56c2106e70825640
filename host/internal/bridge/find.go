package bridge

import (
	"context"
	"fmt"
	"slices"

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
	r, now, err := b.search(ctx, k, query, budget)
	if err != nil {
		return r, err
	}
	b.referWords(ctx, who, k, query, budget, &r)
	r.Warnings = b.warnings()
	if now != "" {
		r.Warnings = append(r.Warnings, now)
	}
	b.searchRest(ctx, who, k, query, budget, &r)
	if k.asked.Walk.Within > 0 {
		r.Warnings = append(r.Warnings, "only "+k.scope+" was searched: the last snapshot was of that")
	}
	return r, nil
}

// search looks through one kept ledger, and says when the page has changed since.
func (b *Bridge) search(ctx context.Context, k *kept, query page.Query, budget int) (protocol.FindResult, string, error) {
	t := b.views.tab(k.tab)
	t.mu.Lock()
	defer t.mu.Unlock()
	r, err := page.Search(k.ledger, query, k.answer, budget, k.asked.Walk.Blocks, t.refs.Printer(k.ledger, b.numberer(ctx, k.tab)))
	r.Snapshot = k.id
	return r, b.changed(t, k), err
}

// blockBytes is the largest ledger whose page is walked once more to give words
// their refs: about 25,000 nodes, which takes a tenth of a second. Larger, and a
// search takes as long as a snapshot; smaller, and words of ordinary pages cannot
// be acted on.
const blockBytes = 2 << 20

// referWords gives refs to words that were found outside of controls: agents drag,
// hover and double-click them too. Ledgers hold no blocks of text but for the view
// content, so the page is asked for them; where it cannot be, words stay without.
func (b *Bridge) referWords(ctx context.Context, who Caller, k *kept, query page.Query, budget int, r *protocol.FindResult) {
	if k.asked.Walk.Blocks || k.ledger.Bytes() > blockBytes || !slices.ContainsFunc(r.Matches, func(m protocol.Match) bool { return m.Ref == "" }) {
		return
	}
	again := &kept{tab: k.tab, agent: who.Agent, options: k.options, scope: k.scope, frame: k.frame, asked: k.asked, rest: true}
	again.asked.Walk.Blocks = true
	ctx, cancel := within(ctx, 0, snapshotLimit)
	defer cancel()
	again, err := b.walk(ctx, again)
	if err != nil {
		return
	}
	if words, _, err := b.search(ctx, again, query, budget); err == nil {
		page.TakeRefs(r, words)
	}
}

// restSearched is how many parts that a page left out are walked again in one
// search. More, and a search takes longer than an agent waits.
const restSearched = 8

// searchRest walks and searches what the page left out because its ledger was
// full. A part that cannot be walked any more stays unsearched: the answer
// says already that it is not of the whole page.
func (b *Bridge) searchRest(ctx context.Context, who Caller, k *kept, query page.Query, budget int, r *protocol.FindResult) {
	parts := k.ledger.LeftOutKeys()
	walked := 0
	for _, part := range parts[:min(len(parts), restSearched)] {
		again, err := b.retakePart(ctx, who, k, part)
		if err != nil {
			r.Warnings = append(r.Warnings, "a part was not searched: "+typed(err).Message)
			continue
		}
		more, _, err := b.search(ctx, again, query, budget)
		if err != nil {
			r.Warnings = append(r.Warnings, "a part was not searched: "+typed(err).Message)
			continue
		}
		walked++
		r.Total += more.Total
		r.Matches = append(r.Matches, more.Matches...)
		r.Searched.Controls += more.Searched.Controls
		r.Searched.Chars += more.Searched.Chars
		r.Text += more.Text
	}
	if walked > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of %d parts that the page left out were walked again and searched", walked, len(parts)))
	}
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
	if k := b.views.tab(tab).wholeOf(who.Agent); k != nil && !p.Fresh {
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
