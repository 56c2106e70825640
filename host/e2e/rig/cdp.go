package rig

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// CDP is a small DevTools client for judging what happened in pages. It
// enables no domain: enabling Page would make Chromium hand dialogs to the
// judge, and the test would no longer see what an agent sees. Safe for
// concurrent use.
type CDP struct {
	conn *websocket.Conn

	write sync.Mutex
	mu    sync.Mutex
	next  int
	wait  map[int]chan cdpReply
	done  error
}

type cdpRequest struct {
	ID      int    `json:"id"`
	Session string `json:"sessionId,omitempty"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

type cdpReply struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// DialCDP connects to the browser's debug port.
func DialCDP(ctx context.Context, port int) (*CDP, error) {
	var version struct {
		Socket string `json:"webSocketDebuggerUrl"`
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d/json/version", port), nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("debug port %d: %w", port, err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&version); err != nil {
		return nil, fmt.Errorf("debug port %d: %w", port, err)
	}
	conn, _, err := websocket.DefaultDialer.DialContext(ctx, version.Socket, nil)
	if err != nil {
		return nil, err
	}
	c := &CDP{conn: conn, wait: map[int]chan cdpReply{}}
	go c.read()
	return c, nil
}

func (c *CDP) read() {
	for {
		var reply cdpReply
		if err := c.conn.ReadJSON(&reply); err != nil {
			c.end(err)
			return
		}
		c.mu.Lock()
		ch := c.wait[reply.ID]
		delete(c.wait, reply.ID)
		c.mu.Unlock()
		if ch != nil {
			ch <- reply
		}
	}
}

func (c *CDP) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = err
	for id, ch := range c.wait {
		delete(c.wait, id)
		close(ch)
	}
}

// Call sends one command, to a session or ("") to the browser.
func (c *CDP) Call(ctx context.Context, session, method string, params, result any) error {
	ch := make(chan cdpReply, 1)
	c.mu.Lock()
	if c.done != nil {
		c.mu.Unlock()
		return c.done
	}
	c.next++
	id := c.next
	c.wait[id] = ch
	c.mu.Unlock()
	c.write.Lock()
	err := c.conn.WriteJSON(cdpRequest{ID: id, Session: session, Method: method, Params: params})
	c.write.Unlock()
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	case reply, open := <-ch:
		if !open {
			return errors.New(method + ": the debug port closed")
		}
		return decodeReply(method, reply, result)
	}
}

func decodeReply(method string, reply cdpReply, result any) error {
	if reply.Error != nil {
		return fmt.Errorf("%s: %s", method, reply.Error.Message)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(reply.Result, result)
}

// Close ends the connection.
func (c *CDP) Close() error { return c.conn.Close() }

// Target is something that can be attached to.
type Target struct {
	ID    string `json:"targetId"`
	Type  string `json:"type"`
	URL   string `json:"url"`
	Title string `json:"title"`
	// Parent is the target that holds a frame of its own process.
	Parent string `json:"parentId"`
}

// Targets lists pages, frames of their own process and workers.
func (c *CDP) Targets(ctx context.Context) ([]Target, error) {
	var reply struct {
		Targets []Target `json:"targetInfos"`
	}
	params := struct {
		Filter []targetFilter `json:"filter"`
	}{[]targetFilter{{}}}
	return reply.Targets, c.Call(ctx, "", "Target.getTargets", params, &reply)
}

// targetFilter without a type lets every target through.
type targetFilter struct {
	Exclude bool `json:"exclude"`
}

// Attach opens a session on a target.
func (c *CDP) Attach(ctx context.Context, target string) (*Session, error) {
	params := struct {
		Target  string `json:"targetId"`
		Flatten bool   `json:"flatten"`
	}{target, true}
	var reply struct {
		Session string `json:"sessionId"`
	}
	if err := c.Call(ctx, "", "Target.attachToTarget", params, &reply); err != nil {
		return nil, err
	}
	return &Session{cdp: c, id: reply.Session, Target: target}, nil
}

// Session is one attached target.
type Session struct {
	cdp    *CDP
	id     string
	Target string
}

// Call sends a command to the target.
func (s *Session) Call(ctx context.Context, method string, params, result any) error {
	return s.cdp.Call(ctx, s.id, method, params, result)
}

type evaluateParams struct {
	Expression string `json:"expression"`
	ByValue    bool   `json:"returnByValue"`
	Await      bool   `json:"awaitPromise"`
	Context    int    `json:"contextId,omitempty"`
}

type evaluateReply struct {
	Result struct {
		Value json.RawMessage `json:"value"`
	} `json:"result"`
	Exception *struct {
		Text      string `json:"text"`
		Exception struct {
			Description string `json:"description"`
		} `json:"exception"`
	} `json:"exceptionDetails"`
}

// Eval evaluates a JS expression in the page's own world.
func (s *Session) Eval(expression string, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return s.EvalIn(ctx, 0, expression, result)
}

// EvalIn evaluates in an execution context, 0 for the page's own.
func (s *Session) EvalIn(ctx context.Context, world int, expression string, result any) error {
	var reply evaluateReply
	if err := s.Call(ctx, "Runtime.evaluate", evaluateParams{expression, true, true, world}, &reply); err != nil {
		return err
	}
	if reply.Exception != nil {
		return fmt.Errorf("%s %s", reply.Exception.Text, reply.Exception.Exception.Description)
	}
	if result == nil || len(reply.Result.Value) == 0 {
		return nil
	}
	return json.Unmarshal(reply.Result.Value, result)
}

// True evaluates a condition; an expression that throws is not true yet, and
// Why says what it threw.
func (s *Session) True(expression string) (met bool, why error) {
	why = s.Eval("!!("+expression+"\n)", &met)
	return met, why
}

// Poll evaluates a condition until it is true.
func (s *Session) Poll(expression string, limit time.Duration) error {
	var why error
	for end := time.Now().Add(limit); ; time.Sleep(50 * time.Millisecond) {
		met, err := s.True(expression)
		if met {
			return nil
		}
		why = err
		if time.Now().After(end) {
			return fmt.Errorf("not true within %v: %s (last error: %v)", limit, expression, why)
		}
	}
}
