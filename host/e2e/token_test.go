package e2e

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// revoked is the code that a WebSocket closes with when its token was taken back.
const revoked = 4401

// TestTokenIsRotatedByCommand (threat 39): `candid token rotate` cuts off what
// the running host let in with the old token, a stream of MCP over HTTP
// included; the new token opens, and no command has printed either. It is not
// parallel: tests that use the listener start after it.
func TestTokenIsRotatedByCommand(t *testing.T) {
	old := token(t)
	ws := dialTCP(t, "rotated")
	ws.call(t, protocol.DoorEcho, protocol.NoParams{}, &protocol.NoParams{})
	stream := eventStream(t, old)
	agent := shared.Agent("rotated", t.TempDir())
	if a := agent.Run("token", "path"); !a.OK || !strings.Contains(string(a.Result), store.KeyFile(shared.Home)) {
		t.Errorf("token path: %s", a)
	}
	if a := agent.Run("token", "rotate"); !a.OK {
		t.Fatal(a)
	}
	began := time.Now()
	if err := ws.conn.SetReadDeadline(began.Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ws.conn.ReadMessage(); !websocket.IsCloseError(err, revoked) {
		t.Errorf("the old connection: got %v, want close %d", err, revoked)
	}
	if _, err := io.ReadAll(stream); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the old stream: %v", err)
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("what used the old token ended after %v, want within a second", took)
	}
	if status := statusWith(t, old); status != http.StatusUnauthorized {
		t.Errorf("the old token gets %d, want 401", status)
	}
	now := token(t)
	dialTCP(t, "rotated").call(t, protocol.DoorEcho, protocol.NoParams{}, &protocol.NoParams{})
	if heard := agent.Heard(); strings.Contains(heard, old) || strings.Contains(heard, now) || now == old {
		t.Errorf("a command printed a token, or it is the same still: %s", heard)
	}
}

// request is one to the listener's /mcp with a token.
func request(t *testing.T, method, body, key, session string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, fmt.Sprintf("http://127.0.0.1:%d/mcp", shared.TCP), strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if session != "" {
		r.Header.Set("Mcp-Session-Id", session)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() }) // ended by the host already, perhaps
	return answer
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"rotated","version":"1"}}}`

// eventStream begins an MCP session and opens its stream of events, which stays
// open for as long as the host lets it.
func eventStream(t *testing.T, key string) io.Reader {
	t.Helper()
	begun := request(t, http.MethodPost, initialize, key, "")
	session := begun.Header.Get("Mcp-Session-Id")
	if begun.StatusCode != http.StatusOK || session == "" {
		t.Fatalf("initialize: %s, session %q", begun.Status, session)
	}
	stream := request(t, http.MethodGet, "", key, session)
	if stream.StatusCode != http.StatusOK {
		t.Fatalf("the stream: %s", stream.Status)
	}
	return stream.Body
}

func statusWith(t *testing.T, key string) int {
	t.Helper()
	return request(t, http.MethodPost, initialize, key, "").StatusCode
}
