package bridge

import (
	"context"
	"fmt"
	"strings"

	"candid/host/internal/page"
	"candid/host/protocol"
)

// refInfo says what a place was printed for; of a selector's match that was
// never printed, Ref is empty.
type refInfo struct {
	page.Described
}

// place finds what an agent names: @e5, e5, or a CSS selector that matches
// exactly once.
func (b *Bridge) place(ctx context.Context, tab, named string) (protocol.Place, refInfo, error) {
	if n, is := page.ParseRef(named); is {
		return b.placeOfRef(tab, n)
	}
	if strings.TrimSpace(named) == "" {
		return protocol.Place{}, refInfo{}, protocol.NewError(protocol.CodeUsage, "no element was named", "name a ref such as @e5, or a CSS selector")
	}
	var reply protocol.ResolveReply
	if err := b.link.Call(ctx, protocol.MethodResolve, protocol.ResolveCall{Tab: tab, Selector: named}, &reply); err != nil {
		return protocol.Place{}, refInfo{}, err
	}
	switch {
	case reply.Error != "":
		return protocol.Place{}, refInfo{}, protocol.NewError(protocol.CodeSelectorBad, "the selector does not parse: "+reply.Error,
			"refs are written @e5; anything else is read as a CSS selector")
	case reply.Count == 0:
		return protocol.Place{}, refInfo{}, protocol.NewError(protocol.CodeSelectorMissing, "nothing matches "+page.Quoted(named),
			"look for it with find, or take a new snapshot")
	case reply.Count > 1:
		return protocol.Place{}, refInfo{}, protocol.NewError(protocol.CodeSelectorAmbig,
			fmt.Sprintf("%d elements match %s", reply.Count, page.Quoted(named)), "make the selector narrower, or use a ref")
	}
	info := refInfo{page.Described{Frame: -1}}
	t := b.views.tab(tab)
	t.mu.Lock()
	defer t.mu.Unlock()
	if d := t.refs.At(reply.Place.Nonce, reply.Place.Key); d != nil {
		info.Described = *d
	}
	return reply.Place, info, nil
}

// placeOfRef finds the place of a number.
func (b *Bridge) placeOfRef(tab string, n int) (protocol.Place, refInfo, error) {
	t := b.views.tab(tab)
	t.mu.Lock()
	defer t.mu.Unlock()
	if place, d, found := t.refs.Find(n); found {
		return place, refInfo{*d}, nil
	}
	return protocol.Place{}, refInfo{}, b.lostRef(t, tab, n)
}

// lostRef says what became of a ref that stands for nothing.
func (b *Bridge) lostRef(t *tabViews, tab string, n int) error {
	name := fmt.Sprintf("@e%d", n)
	gone, known := t.refs.Lost(n)
	switch {
	case known:
		return t.stale(name, gone)
	case t.refs.Len() == 0 && len(t.list) == 0 && n > 0:
		return protocol.NewError(protocol.CodeStaleRef, name+" is of another tab than "+tab+", or from before the browser connection or the extension was restarted",
			"name the tab it was printed for with --tab, or take a new snapshot")
	case t.refs.Before(n):
		return protocol.NewError(protocol.CodeStaleRef, name+" is from before the browser connection or the extension was restarted",
			"take a new snapshot and use its refs")
	case t.refs.Given(n):
		return protocol.NewError(protocol.CodeStaleRef, name+" stood for something that has left the page", "take a new snapshot and use its refs")
	}
	return protocol.NewError(protocol.CodeUnknownRef, name+" was never given out for tab "+tab, "use a ref from a snapshot of this tab")
}

// stale is the error for a ref whose element is gone: what it was, why it is
// gone, and what looks like it now.
func (t *tabViews) stale(name string, gone page.Gone) error {
	err := protocol.NewError(protocol.CodeStaleRef, name+" was "+gone.What+"; "+gone.Why, "take a new snapshot and use its refs")
	if len(t.list) > 0 {
		if ref := t.list[len(t.list)-1].ledger.Same(gone.Role, gone.Name); ref != "" {
			err.Hint = ref + " has the same role and name; take a new snapshot to be sure"
			err.Refs = []protocol.Candidate{{Ref: ref, Label: gone.What}}
		}
	}
	return err
}
