package bridge

import (
	"context"

	"candid/host/internal/page"
	"candid/host/protocol"
)

// panelMethods are what only the person's side panel asks for.
func (b *Bridge) panelMethods() map[string]handler {
	return map[string]handler{
		protocol.DoorHighlight: method(b.highlight),
		protocol.DoorLocate:    method(b.locate),
	}
}

// onlyPerson refuses agents: pointing at things is between the page and the
// person who looks at it.
func onlyPerson(who Caller) error {
	if who.Person {
		return nil
	}
	return protocol.NewError(protocol.CodeForbidden, "only the person's side panel may do this", "")
}

// highlight outlines the element of a ref on the page.
func (b *Bridge) highlight(ctx context.Context, who Caller, params protocol.HighlightParams) (protocol.NoParams, error) {
	if err := onlyPerson(who); err != nil {
		return protocol.NoParams{}, err
	}
	call := protocol.HighlightCall{Tab: params.Tab}
	if params.Ref != "" {
		n, is := page.ParseRef(params.Ref)
		if !is {
			return protocol.NoParams{}, protocol.NewError(protocol.CodeUsage, "not a ref: "+page.Quoted(params.Ref), "refs are written @e5")
		}
		place, _, err := b.placeOfRef(params.Tab, n)
		if err != nil {
			return protocol.NoParams{}, err
		}
		call.Place = &place
	}
	var done protocol.NoParams
	return done, b.link.Call(ctx, protocol.MethodHighlight, call, &done)
}

// locate finds the ref that was printed for what the person pointed at, or for
// the nearest thing around it.
func (b *Bridge) locate(_ context.Context, who Caller, params protocol.LocateParams) (protocol.LocateResult, error) {
	if err := onlyPerson(who); err != nil {
		return protocol.LocateResult{}, err
	}
	t := b.views.tab(params.Tab)
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, place := range params.Places {
		if d := t.refs.At(place.Nonce, place.Key); d != nil && d.Ref != "" {
			return protocol.LocateResult{Ref: d.Ref}, nil
		}
	}
	return protocol.LocateResult{}, protocol.NewError(protocol.CodeUnknownRef, "no line of a snapshot stands for this element",
		"it may have no words and no function; pick something beside it")
}
