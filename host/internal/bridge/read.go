package bridge

import (
	"context"
	"time"

	"candid/host/internal/page"
	"candid/host/protocol"
)

// readChars is how much text of an element the page sends at most; what is
// answered depends on the budget.
const readChars = 400_000

// readLimit bounds the page's answer.
const readLimit = 10 * time.Second

// read answers one element whole: its text, the attributes that matter, all
// options of a select. Of a secret it tells only that it holds something.
func (b *Bridge) read(ctx context.Context, who Caller, p protocol.ReadParams) (protocol.ReadResult, error) {
	budget := page.DefaultBudget
	if p.Budget > 0 {
		budget = p.Budget
	}
	ctx, cancel := within(ctx, 0, readLimit)
	defer cancel()
	tab, err := b.tab(ctx, who, p.Tab)
	if err != nil {
		return protocol.ReadResult{}, err
	}
	if err := b.readable(ctx, tab); err != nil {
		return protocol.ReadResult{}, err
	}
	place, is, err := b.place(ctx, tab, p.Ref)
	if err != nil {
		return protocol.ReadResult{}, err
	}
	var reply protocol.ReadReply
	if err := b.link.Call(ctx, protocol.MethodRead, protocol.ReadCall{Tab: tab, Place: place, Chars: readChars}, &reply); err != nil {
		return protocol.ReadResult{}, err
	}
	if err := checkRead(&reply, p.Ref, is); err != nil {
		return protocol.ReadResult{}, err
	}
	r := readResult(&reply, budget)
	if r.Ref = is.Ref; r.Ref == "" {
		r.Ref = p.Ref
	}
	r.Warnings = b.warnings()
	return r, nil
}

// checkRead turns a page's refusal into an error.
func checkRead(reply *protocol.ReadReply, ref string, is refInfo) error {
	switch {
	case reply.Error != nil:
		return reply.Error
	case reply.Stale:
		return protocol.NewError(protocol.CodeStaleRef, ref+" was "+is.String()+" of a page that is not shown any more", "take a new snapshot and use its refs")
	case reply.Missing || !reply.OK:
		return protocol.NewError(protocol.CodeStaleRef, ref+" was "+is.String()+"; it is no longer on the page", "take a new snapshot and use its refs")
	}
	return nil
}

// readResult cleans what the page sent and holds it to the budget.
func readResult(reply *protocol.ReadReply, budget int) protocol.ReadResult {
	r := protocol.ReadResult{Role: reply.Role, Name: page.Clean(reply.Name), Secret: reply.Secret,
		Attributes: map[string]string{}, Options: cleanOptions(reply.Options)}
	text, cut := page.CleanLines(reply.Text, budget)
	r.Text, r.Truncated = text, cut || reply.TextChars > readChars
	for name, value := range reply.Attributes {
		if !reply.Secret || name != "value" {
			r.Attributes[page.Clean(name)] = page.Clean(value)
		}
	}
	if reply.Value != nil && !reply.Secret {
		value := page.Clean(*reply.Value)
		r.Value = &value
	}
	return r
}

// cleanOptions cleans the words of options.
func cleanOptions(list []protocol.Option) []protocol.Option {
	for i := range list {
		o := &list[i]
		o.Value, o.Label, o.Group = page.Clean(o.Value), page.Clean(o.Label), page.Clean(o.Group)
	}
	return list
}
