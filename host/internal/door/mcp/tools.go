package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"candid/host/protocol"
)

// resultChars tells Claude's clients how long an answer may be before they put
// it into a file: the largest budget, 40,000 tokens, is under 200,000
// characters of any script that has spaces.
const resultChars = 200_000

// hints are a tool's annotations. A tool that reads also says that it is open
// to the world: what it answers comes from web pages.
type hints struct {
	reads, idempotent, closed, long bool
}

// addTools registers the ten tools. The SDK lists them by name, so the order
// is the same each time.
func (s *server) addTools(to *sdk.Server) {
	add(s, to, "browser_status", "Connected browsers, and what to do when there is none.", hints{reads: true, closed: true}, s.status)
	add(s, to, "browser_tabs", "List, open, close or activate tabs.", hints{}, s.tabs)
	add(s, to, "browser_navigate", "Open a URL in a tab (without tab: in a new background tab), or go back, forward, reload.", hints{}, s.navigate)
	add(s, to, "browser_snapshot", "Text and controls of a page with refs, held to a budget; says what is missing and how to get it.", hints{reads: true, long: true}, s.snapshot)
	add(s, to, "browser_find", "Search the whole page, parts a snapshot left out included.", hints{reads: true, long: true}, s.find)
	add(s, to, "browser_act", "Do 1-20 actions in order; stops at the first failure.", hints{}, s.act)
	add(s, to, "browser_wait_for", "Wait for one of: text, gone, ref, url, idle.", hints{reads: true}, s.wait)
	add(s, to, "browser_screenshot", "PNG of the view, an element or the full page; secrets are masked.", hints{reads: true}, s.screenshot)
	add(s, to, "browser_handle_dialog", "Answer an open alert, confirm, prompt or beforeunload.", hints{}, s.dialog)
	add(s, to, "browser_handoff", "Ask the person for a tab, or to do what only a person can.", hints{}, s.handoff)
}

// call is one tool call on its way: who asks, and for what.
type call struct {
	*server
	request *sdk.CallToolRequest
	agent   string
}

// add registers one tool: its schema, its annotations, and a handler that
// decodes the arguments strictly and turns every outcome into a tool result.
// An error of the protocol itself would be hidden from the model.
func add[In any](s *server, to *sdk.Server, name, description string, h hints, run func(context.Context, *call, In) (*answer, error)) {
	schema, err := schemaOf[In](name)
	if err != nil {
		panic(err) // a defect of this file, and every test meets it
	}
	to.AddTool(&sdk.Tool{Name: name, Description: description, InputSchema: schema, Annotations: h.annotations(), Meta: h.meta()},
		func(ctx context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			c := &call{server: s, request: request, agent: agentName(request)}
			in, err := decode[In](request.Params.Arguments)
			if err != nil {
				return c.failure(err), nil
			}
			stop := c.progress(ctx)
			defer stop()
			out, err := run(ctx, c, in)
			if err != nil {
				return c.failure(err), nil
			}
			return c.result(out), nil
		})
}

func (h hints) annotations() *sdk.ToolAnnotations {
	open := !h.closed
	return &sdk.ToolAnnotations{ReadOnlyHint: h.reads, IdempotentHint: h.idempotent, OpenWorldHint: &open}
}

func (h hints) meta() sdk.Meta {
	if !h.long {
		return nil
	}
	return sdk.Meta{"anthropic/maxResultSizeChars": resultChars}
}

// decode reads arguments strictly: a misspelt one must not silently change
// what the agent is shown.
func decode[In any](raw json.RawMessage) (In, error) {
	var in In
	if len(bytes.TrimSpace(raw)) == 0 || string(raw) == "null" {
		raw = json.RawMessage("{}")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	err := d.Decode(&in)
	if err == nil {
		return in, nil
	}
	return in, protocol.NewError(protocol.CodeUsage, "bad arguments: "+inArguments(err), "see the tool's input schema")
}

// inArguments says what is wrong with arguments without naming our types.
func inArguments(err error) string {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Sprintf("%s cannot be a %s", wrong.Field, wrong.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

func (c *call) ask(browser string) Ask {
	ask := Ask{Browser: browser, Agent: c.agent, Program: "mcp"}
	if c.request.Extra != nil {
		ask.Header = c.request.Extra.Header
	}
	return ask
}

// request runs one door method. When the context ends, it is cancelled down to
// the browser.
func request[R any](ctx context.Context, c *call, browser, method string, params any) (R, error) {
	var result R
	conn, err := c.Dialer.Dial(ctx, c.ask(browser))
	if err != nil {
		return result, err
	}
	err = conn.Call(ctx, method, params, &result)
	if closing := conn.Close(); closing != nil && c.Logger != nil {
		c.Logger.Debug("closing a connection", "error", closing)
	}
	return result, err
}
