package client

import (
	"context"
	"errors"
	"sync"
	"time"

	"candid/host/protocol"
)

// eventQueue is how many notifications may wait for the caller; more are
// dropped, oldest kept, because an agent that does not listen to them must not
// stop its own answers.
const eventQueue = 256

// Conn is a connection that outlives the host it is to. All methods may be
// called concurrently.
type Conn struct {
	options Options
	events  chan protocol.Event
	closed  chan struct{}
	once    sync.Once

	mu         sync.Mutex
	wire       *wire
	subscribed *protocol.SubscribeParams
}

// reads are the methods that may be repeated after a connection broke.
var reads = map[string]bool{
	protocol.DoorStatus: true, protocol.DoorTabs: true, protocol.DoorSnapshot: true, protocol.DoorMore: true,
	protocol.DoorFind: true, protocol.DoorRead: true, protocol.DoorDiff: true, protocol.DoorWait: true,
	protocol.DoorScreenshot: true, protocol.DoorActivity: true, protocol.DoorEcho: true, protocol.DoorSubscribe: true,
}

// Call runs a method and decodes its result; the error is a *protocol.Error.
// When the context ends, the request is cancelled down to the extension.
func (c *Conn) Call(ctx context.Context, method string, params, result any) error {
	deadline := time.Now().Add(Patience)
	for {
		wire, err := c.connected(ctx)
		if err != nil {
			return err
		}
		err = wire.call(ctx, method, params, result)
		if err == nil {
			c.remember(method, params)
			return nil
		}
		if !lost(err) {
			return typed(err)
		}
		// An act that was never sent is as good as a read.
		if !reads[method] && !errors.Is(err, errNotSent) || time.Now().After(deadline) {
			return goneDuring(method)
		}
	}
}

// lost tells whether the connection, and not the request, failed.
func lost(err error) bool {
	var known *protocol.Error
	if errors.As(err, &known) {
		return known.Code == protocol.CodeBrowserGone
	}
	return errors.Is(err, errLost) || errors.Is(err, errNotSent)
}

// goneDuring is the error of a request whose connection broke.
func goneDuring(method string) *protocol.Error {
	hint := "try again in a few seconds; run candid doctor if it stays so"
	if !reads[method] {
		hint = "it may or may not have happened: look first (snapshot), then decide"
	}
	return protocol.NewError(protocol.CodeBrowserGone, "the browser or its extension went away during the request", hint)
}

// connected is the live connection, made again if it broke.
func (c *Conn) connected(ctx context.Context) (*wire, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.closed:
		return nil, protocol.NewError(protocol.CodeCancelled, "the connection was closed", "")
	default:
	}
	if c.wire.alive() {
		return c.wire, nil
	}
	wire, err := dialPatiently(ctx, c.options)
	if err != nil {
		return nil, reconnecting(err)
	}
	if c.subscribed != nil {
		if err := wire.call(ctx, protocol.DoorSubscribe, *c.subscribed, &protocol.NoParams{}); err != nil {
			wire.close()
			return nil, reconnecting(err)
		}
	}
	c.adoptLocked(wire)
	return wire, nil
}

// alive tells whether the host that was connected last is still there.
func (c *Conn) alive() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wire.alive()
}

// reconnecting is the error of a call that found no browser any more.
func reconnecting(err error) *protocol.Error {
	known := typed(err)
	if known.Code != protocol.CodeNoBrowser {
		return known
	}
	return protocol.NewError(protocol.CodeReconnecting, "the browser went away and has not come back yet",
		"nothing was done; try again in a few seconds")
}

// remember keeps a subscription for the next connection.
func (c *Conn) remember(method string, params any) {
	if subscribe, is := params.(protocol.SubscribeParams); is && method == protocol.DoorSubscribe {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.subscribed = &subscribe
	}
}

// adopt makes a wire the connection's own.
func (c *Conn) adopt(w *wire) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.adoptLocked(w)
}

// adoptLocked is adopt for those who hold the lock.
func (c *Conn) adoptLocked(w *wire) {
	c.wire = w
	w.onEvent(func(event protocol.Event) {
		select {
		case c.events <- event:
		default:
		}
	})
}

// Events are the notifications of a connection that called subscribe.
func (c *Conn) Events() <-chan protocol.Event { return c.events }

// Close ends the connection; calls that wait fail.
func (c *Conn) Close() error {
	c.once.Do(func() { close(c.closed) })
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wire.close()
	return nil
}
