package mcp

import (
	"context"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// progressEvery is how often a client that asked for progress hears that a
// call is alive. Clients give up on silence after a minute or less; more often
// than once a second tells nobody anything.
const progressEvery = time.Second

// progress reports seconds gone until the returned function is called. It
// does nothing for a client that sent no progress token.
func (c *call) progress(ctx context.Context) (stop func()) {
	token := c.request.Params.GetProgressToken()
	if token == nil || c.request.Session == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.tick(ctx, token)
	}()
	return func() { cancel(); <-done }
}

func (c *call) tick(ctx context.Context, token any) {
	ticker := time.NewTicker(progressEvery)
	defer ticker.Stop()
	started := time.Now()
	for {
		params := &sdk.ProgressNotificationParams{ProgressToken: token, Progress: time.Since(started).Seconds(), Message: c.request.Params.Name + " is running"}
		if err := c.request.Session.NotifyProgress(ctx, params); err != nil {
			return // the client is gone; the call's own context ends too
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
