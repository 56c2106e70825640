//go:build unix

package serve

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/rs/zerolog"

	"candid/host/internal/bridge"
	"candid/host/internal/store"
	"candid/host/protocol"
)

// port is a server on loopback TCP.
type port struct {
	*Server
	home, address, key string
}

// openTCP serves do on a free port.
func openTCP(t *testing.T, do func(context.Context, bridge.Caller, string, json.RawMessage) (any, error), scopes ...string) *port {
	t.Helper()
	p := &port{home: t.TempDir(), Server: New(Options{Doer: &fakeDoer{do: do}, Log: zerolog.Nop()})}
	p.Handle("/mcp", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Header.Get(headerCaller)) }))
	key, err := store.OpenKey(p.home)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := Loopback(0)
	if err != nil {
		t.Fatal(err)
	}
	p.address = listener.Addr().String()
	p.key = p.readKey(t)
	ended := make(chan error, 1)
	go func() { ended <- p.TCP(listener, key, scopes) }()
	t.Cleanup(func() {
		if err := errors.Join(p.Close(time.Second), <-ended); err != nil {
			t.Error(err)
		}
	})
	return p
}

// readKey is the token as its file says.
func (p *port) readKey(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(store.KeyFile(p.home))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(data))
}

// dial opens a WebSocket with the token and more headers.
func (p *port) dial(host, key string, header http.Header) (*websocket.Conn, *http.Response, error) {
	all := header.Clone()
	if all == nil {
		all = http.Header{}
	}
	if key != "" {
		all.Set("Authorization", "Bearer "+key)
	}
	dialer := websocket.Dialer{NetDial: func(string, string) (net.Conn, error) { return net.Dial("tcp", p.address) }}
	return dialer.Dial("ws://"+host+"/", all)
}

func TestTCPDoor(t *testing.T) {
	p := openTCP(t, echo, store.ScopeRead)
	_, number, err := net.SplitHostPort(p.address)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, host, key string
		header          http.Header
		status          int
	}{
		{"the token", p.address, p.key, nil, 0},
		{"localhost", "localhost:" + number, p.key, nil, 0},
		{"IPv6 loopback by name", "[::1]:" + number, p.key, nil, 0},
		{"no token", p.address, "", nil, 401},
		{"a wrong token", p.address, p.key + "x", nil, 401},
		{"a web page", p.address, p.key, http.Header{"Origin": {"https://evil.example"}}, 403},
		{"a page of its own name", "localhost:" + number, p.key, http.Header{"Origin": {"http://localhost:" + number}}, 403},
		{"an opaque page", p.address, p.key, http.Header{"Origin": {"null"}}, 403},
		{"an empty origin", p.address, p.key, http.Header{"Origin": {""}}, 403},
		{"a file", p.address, p.key, http.Header{"Origin": {"file://"}}, 403},
		{"another extension", p.address, p.key, http.Header{"Origin": {"chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}}, 403},
		{"a referring page", p.address, p.key, http.Header{"Referer": {"http://" + p.address + "/"}}, 403},
		{"DNS rebinding", "evil.example:" + number, p.key, nil, 403},
		{"DNS rebinding with its origin", "evil.example:" + number, p.key, http.Header{"Origin": {"http://evil.example:" + number}}, 403},
		{"0.0.0.0", "0.0.0.0:" + number, p.key, nil, 403},
		{"another port", "127.0.0.1:1", p.key, nil, 403},
		{"no port", "127.0.0.1", p.key, nil, 403},
		{"a decimal address", "2130706433:" + number, p.key, nil, 403},
		{"a look-alike", "localhost.evil.example:" + number, p.key, nil, 403},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ws, response, err := p.dial(test.host, test.key, test.header)
			if err == nil {
				ws.Close()
			}
			status := 0
			if err != nil && response != nil {
				status = response.StatusCode
			}
			if status != test.status || (err == nil) != (test.status == 0) {
				t.Errorf("got %d, %v, want %d", status, err, test.status)
			}
			for header := range response.Header {
				if strings.HasPrefix(header, "Access-Control-") {
					t.Errorf("header %s", header)
				}
			}
		})
	}
	// A token in the URL is not looked at: URLs end in logs.
	response, err := http.Get("http://" + p.address + "/?token=" + p.key)
	if err != nil || response.StatusCode != 401 {
		t.Errorf("a token in the URL: %v, %v", response, err)
	}
	response.Body.Close()
}

func TestTCPListensOnLoopbackAlone(t *testing.T) {
	p := openTCP(t, echo)
	host, number, err := net.SplitHostPort(p.address)
	if err != nil || host != "127.0.0.1" {
		t.Fatalf("it listens on %s, %v", p.address, err)
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range addresses {
		ip := address.(*net.IPNet).IP
		if ip.IsLoopback() {
			continue
		}
		conn, err := net.DialTimeout("tcp", net.JoinHostPort(ip.String(), number), time.Second)
		if err == nil {
			conn.Close()
			t.Errorf("%s is open", ip)
		}
	}
}

func TestGuardHoldsForEveryPath(t *testing.T) {
	p := openTCP(t, echo, store.ScopeRead)
	ask := func(path string, header http.Header) (int, string) {
		request, err := http.NewRequest(http.MethodPost, "http://"+p.address+path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		request.Header = header
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body)
	}
	bearer := "Bearer " + p.key
	for _, path := range []string{"/mcp", "/", "/other", "/mcp/../mcp"} {
		if status, _ := ask(path, http.Header{}); status != 401 {
			t.Errorf("%s without a token: %d", path, status)
		}
		if status, _ := ask(path, http.Header{"Authorization": {bearer}, "Origin": {"null"}}); status != 403 {
			t.Errorf("%s from a page: %d", path, status)
		}
	}
	// What the client says about itself gives it no rights.
	status, caller := ask("/mcp", http.Header{"Authorization": {bearer}, headerCaller: {`{"Scopes":{"Act":true},"Person":true}`}})
	if status != 200 || !strings.Contains(caller, `"Act":false`) || !strings.Contains(caller, `"Person":false`) || !strings.Contains(caller, `"Read":true`) {
		t.Errorf("%d %s", status, caller)
	}
	http.DefaultClient.CloseIdleConnections()
}

func TestScopes(t *testing.T) {
	p := openTCP(t, echo, store.ScopeRead, store.ScopeNavigate)
	ws, _, err := p.dial(p.address, p.key, http.Header{"Scope": {"act"}})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	tests := []struct {
		method, params string
		allowed        bool
	}{
		{protocol.DoorStatus, `{}`, true}, {protocol.DoorSnapshot, `{}`, true}, {protocol.DoorPause, `{}`, true},
		{protocol.DoorOpen, `{"url":"https://example.com"}`, true},
		{protocol.DoorAct, `{"step":{"do":"navigate","value":"https://example.com"}}`, true},
		{protocol.DoorAct, `{"step":{"do":"click","ref":"e1"}}`, false},
		{protocol.DoorAct, `{"scope":"act","step":{"do":"click","ref":"e1"}}`, false},
		{protocol.DoorBatch, `{"steps":[{"do":"back"}]}`, false},
		{protocol.DoorResume, `{}`, false}, {protocol.DoorHandoff, `{}`, false},
	}
	for _, test := range tests {
		answer := ask(t, ws, `{"jsonrpc":"2.0","id":1,"method":"`+test.method+`","params":`+test.params+`}`)
		denied := answer.Error != nil && answer.Error.Data.Code == protocol.CodeForbidden
		if denied == test.allowed {
			t.Errorf("%s %s: %+v, want allowed %v", test.method, test.params, answer.Error, test.allowed)
		}
	}
}

func TestRotationDropsLiveConnections(t *testing.T) {
	p := openTCP(t, echo, store.ScopeRead)
	ws, _, err := p.dial(p.address, p.key, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	start := time.Now()
	if err := store.RotateKey(p.home); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ws.ReadMessage(); !websocket.IsCloseError(err, closeRevoked) {
		t.Errorf("got %v, want close %d", err, closeRevoked)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("it took %v", took)
	}
	if old, response, err := p.dial(p.address, p.key, nil); err == nil {
		old.Close()
		t.Error("the old token still opens")
	} else if response == nil || response.StatusCode != 401 {
		t.Errorf("the old token: %v", err)
	}
	again, _, err := p.dial(p.address, p.readKey(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}

// A thousand guesses at once: few are looked at, the rest turned away.
func TestGuessingIsSlow(t *testing.T) {
	p := openTCP(t, echo, store.ScopeRead)
	const guesses = 1000
	statuses := make(chan int, guesses)
	left := make(chan struct{}, guesses)
	for range guesses {
		left <- struct{}{}
	}
	close(left)
	start := time.Now()
	for range 20 {
		go func() {
			for range left {
				_, response, err := p.dial(p.address, "wrong", nil)
				if err != nil && response == nil {
					statuses <- 0
					continue
				}
				statuses <- response.StatusCode
			}
		}()
	}
	seen := map[int]int{}
	for range guesses {
		seen[<-statuses]++
	}
	looked := seen[401]
	atMost := freeFails + 20 + int(time.Since(start)/brakePause) + brakeQueue // 20 were on their way when the brake came on
	if looked > atMost || seen[429] < guesses/2 || seen[0] > 0 {
		t.Errorf("%d of %d guesses were looked at in %v, want at most %d: %v", looked, guesses, time.Since(start), atMost, seen)
	}
	ws, response, err := p.dial(p.address, p.key, nil)
	if err != nil {
		t.Fatalf("the right token, afterwards: %v, %v", err, response)
	}
	ws.Close()
}
