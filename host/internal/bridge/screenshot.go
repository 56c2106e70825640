package bridge

import (
	"context"
	"time"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// shotLimit is how long a picture may take; a very long page takes seconds.
const shotLimit = 20 * time.Second

// screenshot takes a picture of the viewport, an element or the whole page.
// Secrets are covered in the page before it is taken.
func (b *Bridge) screenshot(ctx context.Context, who Caller, p protocol.ScreenshotParams) (protocol.ScreenshotResult, error) {
	if p.Ref != "" && p.FullPage {
		return protocol.ScreenshotResult{}, badStep("a screenshot is of one element or of the full page, not both")
	}
	ctx, cancel := within(ctx, 0, shotLimit)
	defer cancel()
	tab, err := b.tab(ctx, who, p.Tab)
	if err != nil {
		return protocol.ScreenshotResult{}, err
	}
	call := protocol.ScreenshotCall{Tab: tab, FullPage: p.FullPage, Marks: []protocol.Mark{}}
	if p.Ref != "" {
		place, _, err := b.place(ctx, tab, p.Ref)
		if err != nil {
			return protocol.ScreenshotResult{}, err
		}
		call.Place = &place
	}
	if err := b.mayShow(ctx, tab); err != nil {
		return protocol.ScreenshotResult{}, err
	}
	if p.Marks {
		if call.Marks, err = b.marks(ctx, who, tab); err != nil {
			return protocol.ScreenshotResult{}, err
		}
	}
	done, err := b.turns.take(ctx, tab)
	if err != nil {
		return protocol.ScreenshotResult{}, err
	}
	defer done()
	var reply protocol.ScreenshotReply
	if err := b.link.Call(ctx, protocol.MethodScreenshot, call, &reply); err != nil {
		return protocol.ScreenshotResult{}, err
	}
	return protocol.ScreenshotResult{Data: reply.Data, Width: reply.Width, Height: reply.Height, Warnings: b.warnings()}, nil
}

// mayShow checks the policy for every frame: a picture shows them all.
func (b *Bridge) mayShow(ctx context.Context, tab string) error {
	if !b.policy.Restricts() {
		return nil
	}
	var reply protocol.WhereReply
	if err := b.link.Call(ctx, protocol.MethodWhere, protocol.WhereCall{Tab: tab, Frame: -1}, &reply); err != nil {
		return err
	}
	for _, url := range reply.URLs {
		if err := b.policy.Allows(url, store.Reading); err != nil {
			return err
		}
	}
	return nil
}
