// Package devtools is a small client of a browser's DevTools port, for what
// judges Candid from outside: the build's checks and the end-to-end tests. It
// enables no domain: enabling Page would make Chromium hand dialogs to the
// judge, and nobody would see any longer what an agent sees. The shipped binary
// does not link it.
package devtools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"

	"github.com/gorilla/websocket"
)

// Client is a connection to the port. Its methods may be called concurrently;
// events are not needed and dropped.
type Client struct {
	conn *websocket.Conn

	write sync.Mutex
	mu    sync.Mutex
	last  int
	wait  map[int]chan reply
	done  error
}

type command struct {
	ID      int    `json:"id"`
	Session string `json:"sessionId,omitempty"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

type reply struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// errClosed is the end of a connection, by us or by the browser.
var errClosed = errors.New("the DevTools connection is closed")

// Dial connects to the browser's port on loopback.
func Dial(ctx context.Context, port int) (*Client, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d/json/version", port), nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("DevTools port %d: %w", port, err)
	}
	defer response.Body.Close()
	var version struct {
		Socket string `json:"webSocketDebuggerUrl"`
	}
	if err := json.NewDecoder(response.Body).Decode(&version); err != nil {
		return nil, fmt.Errorf("DevTools port %d: %w", port, err)
	}
	conn, _, err := websocket.DefaultDialer.DialContext(ctx, version.Socket, nil)
	if err != nil {
		return nil, err
	}
	c := &Client{conn: conn, wait: map[int]chan reply{}}
	go c.read()
	return c, nil
}

func (c *Client) read() {
	for {
		var r reply
		if err := c.conn.ReadJSON(&r); err != nil {
			c.end(err)
			return
		}
		c.mu.Lock()
		waiting := c.wait[r.ID]
		delete(c.wait, r.ID)
		c.mu.Unlock()
		if waiting != nil {
			waiting <- r
		}
	}
}

// end fails whoever waits. The first reason stays.
func (c *Client) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done == nil {
		c.done = err
	}
	for id, waiting := range c.wait {
		delete(c.wait, id)
		close(waiting)
	}
}

// Close ends the connection.
func (c *Client) Close() error {
	c.end(errClosed)
	return c.conn.Close()
}

// Call sends one command, to a session or ("") to the browser, and decodes its
// result.
func (c *Client) Call(ctx context.Context, session, method string, params, result any) error {
	answer := make(chan reply, 1)
	c.mu.Lock()
	if c.done != nil {
		c.mu.Unlock()
		return c.done
	}
	c.last++
	id := c.last
	c.wait[id] = answer
	c.mu.Unlock()
	c.write.Lock()
	err := c.conn.WriteJSON(command{ID: id, Session: session, Method: method, Params: params})
	c.write.Unlock()
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	case r, open := <-answer:
		if !open {
			return fmt.Errorf("%s: %w", method, errClosed)
		}
		return r.decode(method, result)
	}
}

func (r reply) decode(method string, result any) error {
	if r.Error != nil {
		return fmt.Errorf("%s: %s", method, r.Error.Message)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(r.Result, result)
}

// FreePort is a loopback port that nobody listens on now, for a browser that
// must be told its port.
func FreePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return listener.Addr().(*net.TCPAddr).Port, listener.Close()
}
