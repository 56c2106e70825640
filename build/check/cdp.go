package check

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

// devtools is a connection to a browser's DevTools port. Calls may be made
// concurrently; events are not needed and dropped.
type devtools struct {
	conn *websocket.Conn

	mu      sync.Mutex
	next    int
	pending map[int]chan reply
	err     error
}

type request struct {
	ID      int    `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
	Session string `json:"sessionId,omitempty"`
}

type reply struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// errClosed is the end of a connection that we closed.
var errClosed = errors.New("the DevTools connection is closed")

func dialDevtools(ctx context.Context, port int) (*devtools, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d/json/version", port), nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var version struct {
		URL string `json:"webSocketDebuggerUrl"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&version); err != nil {
		return nil, fmt.Errorf("DevTools version: %w", err)
	}
	conn, _, err := websocket.DefaultDialer.DialContext(ctx, version.URL, nil)
	if err != nil {
		return nil, err
	}
	d := &devtools{conn: conn, pending: map[int]chan reply{}}
	go d.read()
	return d, nil
}

func (d *devtools) read() {
	for {
		var r reply
		if err := d.conn.ReadJSON(&r); err != nil {
			d.end(err)
			return
		}
		d.mu.Lock()
		waiting := d.pending[r.ID]
		delete(d.pending, r.ID)
		d.mu.Unlock()
		if waiting != nil {
			waiting <- r
		}
	}
}

func (d *devtools) end(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err == nil {
		d.err = err
	}
	for id, waiting := range d.pending {
		delete(d.pending, id)
		close(waiting)
	}
}

func (d *devtools) close() error {
	d.end(errClosed)
	return d.conn.Close()
}

// call sends a command to a session ("" for the browser) and decodes its result.
func (d *devtools) call(ctx context.Context, session, method string, params, result any) error {
	answer := make(chan reply, 1)
	d.mu.Lock()
	if d.err != nil {
		d.mu.Unlock()
		return d.err
	}
	d.next++
	id := d.next
	d.pending[id] = answer
	err := d.conn.WriteJSON(request{id, method, params, session})
	d.mu.Unlock()
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case r, open := <-answer:
		switch {
		case !open:
			return errClosed
		case r.Error != nil:
			return fmt.Errorf("%s: %s", method, r.Error.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(r.Result, result)
	}
}

// worker attaches to the extension's service worker and answers its session.
func (d *devtools) worker(ctx context.Context, extension string) (string, error) {
	const every = 50 * time.Millisecond
	for {
		var targets struct {
			Infos []struct {
				ID   string `json:"targetId"`
				Type string `json:"type"`
				URL  string `json:"url"`
			} `json:"targetInfos"`
		}
		if err := d.call(ctx, "", "Target.getTargets", nil, &targets); err != nil {
			return "", err
		}
		for _, t := range targets.Infos {
			if t.Type == "service_worker" && t.URL == "chrome-extension://"+extension+"/worker.js" {
				return d.attach(ctx, t.ID)
			}
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("no service worker of %s: %w", extension, ctx.Err())
		case <-time.After(every):
		}
	}
}

func (d *devtools) attach(ctx context.Context, target string) (string, error) {
	var attached struct {
		Session string `json:"sessionId"`
	}
	params := struct {
		ID      string `json:"targetId"`
		Flatten bool   `json:"flatten"`
	}{target, true}
	err := d.call(ctx, "", "Target.attachToTarget", params, &attached)
	return attached.Session, err
}

// evaluate runs an expression and decodes its value.
func (d *devtools) evaluate(ctx context.Context, session, expression string, value any) error {
	params := struct {
		Expression string `json:"expression"`
		Await      bool   `json:"awaitPromise"`
		ByValue    bool   `json:"returnByValue"`
	}{expression, true, true}
	var got struct {
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
	if err := d.call(ctx, session, "Runtime.evaluate", params, &got); err != nil {
		return err
	}
	if got.Exception != nil {
		return fmt.Errorf("%s %s", got.Exception.Text, got.Exception.Exception.Description)
	}
	if value == nil {
		return nil
	}
	return json.Unmarshal(got.Result.Value, value)
}
