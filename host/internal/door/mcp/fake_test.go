package mcp

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"candid/host/protocol"
)

// fakeDialer stands for a host: it answers each method with a fixed result or
// error, and keeps what it was asked.
type fakeDialer struct {
	results map[string]any   // protocol structs
	errors  map[string]error // *protocol.Error
	dialing error
	status  []protocol.BrowserStatus
	block   chan struct{} // calls wait for it, or for the end of their context

	mu     sync.Mutex
	asks   []Ask
	calls  []fakeCall
	open   int
	cancel int
}

type fakeCall struct {
	method string
	params string
}

func (f *fakeDialer) Dial(_ context.Context, ask Ask) (Conn, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asks = append(f.asks, ask)
	if f.dialing != nil {
		return nil, f.dialing
	}
	f.open++
	return (*fakeConn)(f), nil
}

func (f *fakeDialer) Browsers(context.Context, Ask) ([]protocol.BrowserStatus, error) {
	return f.status, f.dialing
}

type fakeConn fakeDialer

func (f *fakeConn) Call(ctx context.Context, method string, params, result any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	f.mu.Lock()
	f.calls = append(f.calls, fakeCall{method, string(raw)})
	f.mu.Unlock()
	if f.block != nil {
		select {
		case <-f.block:
		case <-ctx.Done():
			f.mu.Lock()
			f.cancel++
			f.mu.Unlock()
			return protocol.NewError(protocol.CodeCancelled, "the request was cancelled", "")
		}
	}
	if err := f.errors[method]; err != nil {
		return err
	}
	out, err := json.Marshal(f.results[method])
	if err != nil {
		return err
	}
	return json.Unmarshal(out, result)
}

func (f *fakeConn) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open--
	return nil
}

// connect joins a client and a server in memory.
func connect(t *testing.T, dialer Dialer) *sdk.ClientSession {
	return connectAs(t, dialer, "test-agent", nil)
}

func connectAs(t *testing.T, dialer Dialer, name string, options *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	server := New(Options{Dialer: dialer, Version: "test", Roots: []string{"/work dir"}, nonce: func() string { return "NONCE" }})
	near, far := sdk.NewInMemoryTransports()
	serving, err := server.Connect(t.Context(), far, nil)
	if err != nil {
		t.Fatal(err)
	}
	client := sdk.NewClient(&sdk.Implementation{Name: name, Version: "1"}, options)
	session, err := client.Connect(t.Context(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		if err := serving.Wait(); err != nil {
			t.Logf("server session: %v", err)
		}
	})
	return session
}

// use calls a tool with JSON arguments.
func use(t *testing.T, session *sdk.ClientSession, tool, arguments string) *sdk.CallToolResult {
	t.Helper()
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	return result
}

// textOf is the text content of a result, which there must be one of at most.
func textOf(t *testing.T, result *sdk.CallToolResult) string {
	t.Helper()
	text := ""
	for _, content := range result.Content {
		if part, ok := content.(*sdk.TextContent); ok {
			if text != "" {
				t.Errorf("two text contents: %q and %q", text, part.Text)
			}
			text = part.Text
		}
	}
	return text
}

// factsOfResult is structuredContent as JSON.
func factsOfResult(t *testing.T, result *sdk.CallToolResult) string {
	t.Helper()
	raw, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
