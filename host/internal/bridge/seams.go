package bridge

import (
	"context"
	"strings"

	"candid/host/protocol"
)

// Until the views are there: selectors only.

func isRef(s string) bool { return strings.HasPrefix(s, "@e") }

func (b *Bridge) place(ctx context.Context, tab, ref string) (protocol.Place, error) {
	var reply protocol.ResolveReply
	if err := b.link.Call(ctx, protocol.MethodResolve, protocol.ResolveCall{Tab: tab, Selector: ref}, &reply); err != nil {
		return protocol.Place{}, err
	}
	if reply.Count != 1 {
		return protocol.Place{}, protocol.NewError(protocol.CodeSelectorMissing, "no single match for "+ref, "")
	}
	return reply.Place, nil
}

func (b *Bridge) rebind(context.Context, string, string, protocol.Place) (string, error) {
	return "", nil
}

func (b *Bridge) changes(context.Context, Caller, string) (*protocol.DiffResult, error) {
	return nil, nil
}

func (b *Bridge) marks(context.Context, Caller, string) ([]protocol.Mark, error) {
	return nil, nil
}
