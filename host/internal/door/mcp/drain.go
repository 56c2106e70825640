package mcp

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// drainLimit is how long calls may go on after the client closed its end. A
// script that pipes its requests in and waits for the answers needs it; a
// client that went away leaves nothing running for longer.
const drainLimit = 10 * time.Second

// drained is a transport whose end of input is seen only when every request
// has its answer, or the limit is over.
type drained struct{ sdk.Transport }

// Connect opens the inner transport.
func (d drained) Connect(ctx context.Context) (sdk.Connection, error) {
	inner, err := d.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &drainedConn{Connection: inner, idle: make(chan struct{}), ended: make(chan struct{})}, nil
}

type drainedConn struct {
	sdk.Connection

	mu      sync.Mutex
	pending int
	idle    chan struct{} // closed when nothing is pending after the end
	over    bool          // the input has ended
	once    sync.Once
	ended   chan struct{} // closed by Close
}

// Read counts requests, and holds back the end until they are answered.
func (c *drainedConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if errors.Is(err, io.EOF) {
		c.drain(ctx)
		return nil, err
	}
	if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() {
		c.mu.Lock()
		c.pending++
		c.mu.Unlock()
	}
	return message, err
}

func (c *drainedConn) drain(ctx context.Context) {
	c.mu.Lock()
	c.over = true
	if c.pending == 0 {
		c.mu.Unlock()
		return
	}
	c.mu.Unlock()
	limit := time.NewTimer(drainLimit)
	defer limit.Stop()
	select {
	case <-c.idle:
	case <-c.ended:
	case <-ctx.Done():
	case <-limit.C:
	}
}

// Write counts answers. One that cannot be written ends the waiting: the
// client is gone.
func (c *drainedConn) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if _, ok := message.(*jsonrpc.Response); !ok && err == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending--
	if err != nil {
		c.pending = 0
	}
	if c.over && c.pending == 0 {
		close(c.idle)
		c.over = false // closed once
	}
	return err
}

// Close ends the connection and whoever waits for its end.
func (c *drainedConn) Close() error {
	c.once.Do(func() { close(c.ended) })
	return c.Connection.Close()
}
