package devtools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Target is something that can be attached to.
type Target struct {
	ID    string `json:"targetId"`
	Type  string `json:"type"`
	URL   string `json:"url"`
	Title string `json:"title"`
	// Parent is the target that holds a frame of its own process.
	Parent string `json:"parentId"`
}

// targetFilter without a type lets every target through.
type targetFilter struct {
	Exclude bool `json:"exclude"`
}

// Targets lists pages, frames of their own process and workers.
func (c *Client) Targets(ctx context.Context) ([]Target, error) {
	var listed struct {
		Targets []Target `json:"targetInfos"`
	}
	params := struct {
		Filter []targetFilter `json:"filter"`
	}{[]targetFilter{{}}}
	err := c.Call(ctx, "", "Target.getTargets", params, &listed)
	return listed.Targets, err
}

// ErrNoWorker says that an extension's service worker does not run now.
var ErrNoWorker = errors.New("the extension's worker does not run")

// Worker finds the service worker of the extension with this origin.
func (c *Client) Worker(ctx context.Context, origin string) (Target, error) {
	targets, err := c.Targets(ctx)
	if err != nil {
		return Target{}, err
	}
	for _, t := range targets {
		if t.Type == "service_worker" && strings.HasPrefix(t.URL, origin) {
			return t, nil
		}
	}
	return Target{}, ErrNoWorker
}

type targetParams struct {
	Target string `json:"targetId"`
}

// CloseTarget closes a tab or stops a worker.
func (c *Client) CloseTarget(ctx context.Context, target string) error {
	if err := c.Call(ctx, "", "Target.closeTarget", targetParams{target}, nil); err != nil {
		return fmt.Errorf("closing %s: %w", target, err)
	}
	return nil
}

// OpenTarget opens a tab in front, as another program does that opens a link.
func (c *Client) OpenTarget(ctx context.Context, url string) (string, error) {
	params := struct {
		URL string `json:"url"`
	}{url}
	var opened targetParams
	err := c.Call(ctx, "", "Target.createTarget", params, &opened)
	return opened.Target, err
}

// Attach opens a session on a target.
func (c *Client) Attach(ctx context.Context, target string) (*Session, error) {
	params := struct {
		Target  string `json:"targetId"`
		Flatten bool   `json:"flatten"`
	}{target, true}
	var attached struct {
		Session string `json:"sessionId"`
	}
	if err := c.Call(ctx, "", "Target.attachToTarget", params, &attached); err != nil {
		return nil, err
	}
	return &Session{client: c, id: attached.Session, Target: target}, nil
}

// Session is one attached target.
type Session struct {
	client *Client
	id     string
	Target string
}

// Call sends a command to the target.
func (s *Session) Call(ctx context.Context, method string, params, result any) error {
	return s.client.Call(ctx, s.id, method, params, result)
}

type evaluateParams struct {
	Expression string `json:"expression"`
	ByValue    bool   `json:"returnByValue"`
	Await      bool   `json:"awaitPromise"`
	Context    int    `json:"contextId,omitempty"`
}

type evaluated struct {
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

// evalLimit bounds Eval: judges ask for what is there, and do not wait in the page.
const evalLimit = 10 * time.Second

// Eval evaluates a JS expression in the page's own world.
func (s *Session) Eval(expression string, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), evalLimit)
	defer cancel()
	return s.EvalIn(ctx, 0, expression, result)
}

// EvalIn evaluates in an execution context, 0 for the page's own.
func (s *Session) EvalIn(ctx context.Context, world int, expression string, result any) error {
	var got evaluated
	if err := s.Call(ctx, "Runtime.evaluate", evaluateParams{expression, true, true, world}, &got); err != nil {
		return err
	}
	if got.Exception != nil {
		return fmt.Errorf("%s %s", got.Exception.Text, got.Exception.Exception.Description)
	}
	if result == nil || len(got.Result.Value) == 0 {
		return nil
	}
	return json.Unmarshal(got.Result.Value, result)
}

// True evaluates a condition; an expression that throws is not true yet, and
// why says what it threw.
func (s *Session) True(expression string) (met bool, why error) {
	why = s.Eval("!!("+expression+"\n)", &met)
	return met, why
}

// Poll evaluates a condition until it is true.
func (s *Session) Poll(expression string, limit time.Duration) error {
	for end := time.Now().Add(limit); ; time.Sleep(50 * time.Millisecond) {
		met, err := s.True(expression)
		if met {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("not true within %v: %s (last error: %v)", limit, expression, err)
		}
	}
}
