//go:build unix

package serve

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"candid/host/internal/bridge"
	"candid/host/protocol"
)

func TestMain(m *testing.M) {
	if socket := os.Getenv("CANDID_TEST_DIAL"); socket != "" {
		os.Exit(dialAsStranger(socket))
	}
	goleak.VerifyTestMain(m)
}

// fakeDoer is a bridge without a browser.
type fakeDoer struct {
	do       func(ctx context.Context, who bridge.Caller, method string, params json.RawMessage) (any, error)
	mu       sync.Mutex
	next     int
	listener map[int]func(protocol.Event)
}

func (d *fakeDoer) Do(ctx context.Context, who bridge.Caller, method string, params json.RawMessage) (any, error) {
	return d.do(ctx, who, method, params)
}

func (d *fakeDoer) Listen(listen func(protocol.Event)) func() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.listener == nil {
		d.listener = map[int]func(protocol.Event){}
	}
	d.next++
	id := d.next
	d.listener[id] = listen
	return func() { d.mu.Lock(); defer d.mu.Unlock(); delete(d.listener, id) }
}

// event hands an event to everyone.
func (d *fakeDoer) event(event protocol.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, listen := range d.listener {
		listen(event)
	}
}

// echo answers with who asked and what.
func echo(_ context.Context, who bridge.Caller, method string, params json.RawMessage) (any, error) {
	return map[string]string{"agent": who.Agent, "method": method, "params": string(params)}, nil
}

// hang answers when it is cancelled.
func hang(ctx context.Context, _ bridge.Caller, _ string, _ json.RawMessage) (any, error) {
	<-ctx.Done()
	return nil, context.Cause(ctx)
}

// site is a server on a Unix socket.
type site struct {
	*Server
	doer   *fakeDoer
	socket string
}

// open serves do on a socket; change adjusts the server first.
func open(t *testing.T, do func(context.Context, bridge.Caller, string, json.RawMessage) (any, error), change ...func(*Server)) *site {
	t.Helper()
	s := &site{doer: &fakeDoer{do: do}, socket: filepath.Join(t.TempDir(), "s")}
	s.Server = New(Options{Doer: s.doer, Log: zerolog.Nop()})
	for _, c := range change {
		c(s.Server)
	}
	listener, err := net.Listen("unix", s.socket)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Unix(listener) }()
	t.Cleanup(func() {
		if err := errors.Join(s.Close(time.Second), <-ended); err != nil {
			t.Error(err)
		}
	})
	return s
}

// dial opens a WebSocket as the agent.
func (s *site) dial(t *testing.T, agent string) *websocket.Conn {
	t.Helper()
	dialer := websocket.Dialer{NetDial: func(string, string) (net.Conn, error) { return net.Dial("unix", s.socket) }}
	ws, _, err := dialer.Dial("ws://localhost/", http.Header{protocol.HeaderAgent: {agent}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return ws
}

// ask sends a text and reads one answer.
func ask(t *testing.T, ws *websocket.Conn, text string) protocol.Response {
	t.Helper()
	say(t, ws, text)
	return hear(t, ws)
}

func say(t *testing.T, ws *websocket.Conn, text string) {
	t.Helper()
	if err := ws.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func hear(t *testing.T, ws *websocket.Conn) protocol.Response {
	t.Helper()
	var answer protocol.Response
	if err := ws.ReadJSON(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestRequests(t *testing.T) {
	s := open(t, echo)
	ws := s.dial(t, "robot")
	deep := strings.Repeat("[", 80)
	tests := []struct {
		name, send, want string
		number           int
	}{
		{"a request", `{"jsonrpc":"2.0","id":7,"method":"tabs","params":{"a":1}}`, `"agent":"robot"`, 0},
		{"an id as text", `{"jsonrpc":"2.0","id":"x","method":"tabs"}`, `"method":"tabs"`, 0},
		{"not JSON", `hello`, "", protocol.RPCParse},
		{"NaN", `{"jsonrpc":"2.0","id":NaN,"method":"tabs"}`, "", protocol.RPCParse},
		{"a repeated key", `{"jsonrpc":"2.0","id":1,"method":"tabs","method":"act"}`, "", protocol.RPCParse},
		{"a repeated key within", `{"jsonrpc":"2.0","id":1,"method":"tabs","params":{"tab":"1","tab":"2"}}`, "", protocol.RPCParse},
		{"other letter case", `{"jsonrpc":"2.0","id":1,"Method":"tabs"}`, "", protocol.RPCParse},
		{"an unknown member", `{"jsonrpc":"2.0","id":1,"method":"tabs","token":"x"}`, "", protocol.RPCParse},
		{"invalid UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tabs\",\"params\":{\"a\":\"\xff\"}}", "", protocol.RPCParse},
		{"too deep", `{"jsonrpc":"2.0","id":1,"method":"tabs","params":` + deep, "", protocol.RPCParse},
		{"a batch", `[{"jsonrpc":"2.0","id":1,"method":"tabs"}]`, "", protocol.RPCInvalid},
		{"another version", `{"jsonrpc":"1.0","id":1,"method":"tabs"}`, "", protocol.RPCInvalid},
		{"no method", `{"jsonrpc":"2.0","id":1}`, "", protocol.RPCInvalid},
		{"an object as id", `{"jsonrpc":"2.0","id":{},"method":"tabs"}`, "", protocol.RPCInvalid},
		{"null as id", `{"jsonrpc":"2.0","id":null,"method":"tabs"}`, "", protocol.RPCInvalid},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			answer := ask(t, ws, test.send)
			switch {
			case test.number == 0 && (answer.Error != nil || !strings.Contains(string(answer.Result), test.want)):
				t.Errorf("got %s, %+v, want %s", answer.Result, answer.Error, test.want)
			case test.number != 0 && (answer.Error == nil || answer.Error.Code != test.number || answer.Error.Data == nil):
				t.Errorf("got %+v, want error %d", answer.Error, test.number)
			}
		})
	}
	if answer := ask(t, ws, `{"jsonrpc":"2.0","id":"last","method":"act","params":{}}`); answer.Type != protocol.StepResult || string(answer.ID) != `"last"` {
		t.Errorf("after all that: %+v", answer)
	}
}

func TestNotificationsGetNoAnswer(t *testing.T) {
	s := open(t, echo)
	ws := s.dial(t, "robot")
	say(t, ws, `{"jsonrpc":"2.0","method":"tabs"}`)
	if answer := ask(t, ws, `{"jsonrpc":"2.0","id":2,"method":"tabs"}`); string(answer.ID) != "2" {
		t.Errorf("got an answer to %s", answer.ID)
	}
}

func TestMessageLimit(t *testing.T) {
	s := open(t, echo, func(s *Server) { s.limits.message = 1 << 20 })
	ws := s.dial(t, "robot")
	fits := `{"jsonrpc":"2.0","id":1,"method":"tabs","params":{"a":"` + strings.Repeat("x", 1<<19) + `"}}`
	if answer := ask(t, ws, fits); answer.Error != nil {
		t.Errorf("half the limit: %+v", answer.Error)
	}
	say(t, ws, `"`+strings.Repeat("x", 1<<20)+`"`)
	_, _, err := ws.ReadMessage()
	if !websocket.IsCloseError(err, websocket.CloseMessageTooBig) {
		t.Errorf("got %v, want close 1009", err)
	}
}

func TestNoCompression(t *testing.T) {
	s := open(t, echo)
	dialer := websocket.Dialer{EnableCompression: true, NetDial: func(string, string) (net.Conn, error) { return net.Dial("unix", s.socket) }}
	ws, response, err := dialer.Dial("ws://localhost/", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	if got := response.Header.Get("Sec-Websocket-Extensions"); got != "" {
		t.Errorf("extensions %q", got)
	}
}

// Answers go to who asked, though all use the same ids.
func TestNoCrossTalk(t *testing.T) {
	s := open(t, echo)
	var agents sync.WaitGroup
	for n := range 100 {
		agent := "agent" + strconv.Itoa(n)
		ws := s.dial(t, agent)
		agents.Go(func() {
			for i := range 50 {
				answer := ask(t, ws, `{"jsonrpc":"2.0","id":`+strconv.Itoa(i)+`,"method":"tabs","params":{"n":`+strconv.Itoa(n)+`}}`)
				if string(answer.ID) != strconv.Itoa(i) || !strings.Contains(string(answer.Result), `"`+agent+`"`) {
					t.Errorf("%s got %s %s", agent, answer.ID, answer.Result)
				}
			}
		})
	}
	agents.Wait()
}

func TestCancelAndLeavingEndTheWork(t *testing.T) {
	var running atomic.Int32
	s := open(t, func(ctx context.Context, who bridge.Caller, method string, params json.RawMessage) (any, error) {
		running.Add(1)
		defer running.Add(-1)
		return hang(ctx, who, method, params)
	})
	ws := s.dial(t, "robot")
	say(t, ws, `{"jsonrpc":"2.0","id":1,"method":"wait"}`)
	until(t, func() bool { return running.Load() == 1 })
	say(t, ws, `{"jsonrpc":"2.0","method":"$/cancel","params":{"id":1}}`)
	if answer := hear(t, ws); answer.Error == nil || answer.Error.Data.Code != protocol.CodeCancelled {
		t.Errorf("got %+v, want cancelled", answer)
	}
	for range 200 { // agents that are killed while they wait
		leaving := s.dial(t, "robot")
		say(t, leaving, `{"jsonrpc":"2.0","id":1,"method":"wait"}`)
		leaving.NetConn().Close()
	}
	until(t, func() bool { return running.Load() == 0 })
	until(t, func() bool { return len(s.all()) == 1 })
}

func TestAnAnsweredIDMayBeUsedAgain(t *testing.T) {
	s := open(t, echo)
	ws := s.dial(t, "robot")
	for range 3000 {
		if answer := ask(t, ws, `{"jsonrpc":"2.0","id":1,"method":"tabs"}`); answer.Error != nil {
			t.Fatalf("got %+v", answer.Error)
		}
	}
}

func TestOneIDRunsOnce(t *testing.T) {
	s := open(t, hang)
	ws := s.dial(t, "robot")
	say(t, ws, `{"jsonrpc":"2.0","id":1,"method":"wait"}`)
	answer := ask(t, ws, `{"jsonrpc":"2.0","id":1,"method":"wait"}`)
	if answer.Error == nil || answer.Error.Data.Code != protocol.CodeUsage {
		t.Errorf("got %+v, want usage", answer)
	}
}

func TestFloodIsBusyAndOthersAreServed(t *testing.T) {
	release := make(chan struct{})
	s := open(t, func(ctx context.Context, who bridge.Caller, method string, params json.RawMessage) (any, error) {
		if who.Agent == "flood" {
			select {
			case <-release:
			case <-ctx.Done():
			}
		}
		return echo(ctx, who, method, params)
	}, func(s *Server) { s.limits.answers = 4096 })
	flood := s.dial(t, "flood")
	go func() {
		for i := range 1000 {
			flood.WriteMessage(websocket.TextMessage, []byte(`{"jsonrpc":"2.0","id":`+strconv.Itoa(i)+`,"method":"tabs"}`))
		}
	}()
	busy := 0
	for busy < 1000-s.limits.inFlight {
		if answer := hear(t, flood); answer.Error == nil || answer.Error.Data.Code != protocol.CodeBusy {
			t.Fatalf("got %+v, want busy", answer)
		}
		busy++
	}
	other := s.dial(t, "other")
	start := time.Now()
	if answer := ask(t, other, `{"jsonrpc":"2.0","id":1,"method":"tabs"}`); answer.Error != nil {
		t.Errorf("the other agent got %+v", answer.Error)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("the other agent waited %v", took)
	}
	close(release)
	for range s.limits.inFlight {
		if answer := hear(t, flood); answer.Error != nil {
			t.Fatalf("a request that waited: %+v", answer.Error)
		}
	}
}

func TestSlowConsumerIsDropped(t *testing.T) {
	big := strings.Repeat("x", 1<<18)
	s := open(t, func(context.Context, bridge.Caller, string, json.RawMessage) (any, error) { return big, nil },
		func(s *Server) { s.limits.write = 200 * time.Millisecond })
	slow := s.dial(t, "slow")
	for i := range 200 { // asks for 50 MB and reads none of it
		if slow.WriteMessage(websocket.TextMessage, []byte(`{"jsonrpc":"2.0","id":`+strconv.Itoa(i)+`,"method":"tabs"}`)) != nil {
			break
		}
	}
	until(t, func() bool { return len(s.all()) == 0 })
}

func TestSilentClientIsDropped(t *testing.T) {
	s := open(t, echo, func(s *Server) { s.limits.pong, s.limits.ping = time.Second, 100*time.Millisecond })
	alive := s.dial(t, "alive")
	alive.SetReadDeadline(time.Now().Add(5 * time.Second))
	go alive.ReadMessage()                             // gorilla answers pings while it reads
	s.dial(t, "suspended").NetConn()                   // never reads, so never answers
	until(t, func() bool { return len(s.all()) == 2 }) // a dialled connection is listed a moment later
	until(t, func() bool { return len(s.all()) == 1 })
	if left := s.all(); len(left) == 1 && left[0].who.Agent != "alive" {
		t.Errorf("%s was kept", left[0].who.Agent)
	}
}

func TestEventsComeOnRequest(t *testing.T) {
	s := open(t, echo)
	all, some, none := s.dial(t, "all"), s.dial(t, "some"), s.dial(t, "none")
	ask(t, all, `{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{}}`)
	ask(t, some, `{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"events":["paused"]}}`)
	ask(t, none, `{"jsonrpc":"2.0","id":1,"method":"tabs"}`)
	s.doer.event(protocol.Event{Event: protocol.EventTabClosed, Tab: "4"})
	s.doer.event(protocol.Event{Event: protocol.EventPaused})
	var got struct {
		Method string
		Params protocol.Event
	}
	if err := all.ReadJSON(&got); err != nil || got.Method != "event" || got.Params.Tab != "4" {
		t.Errorf("all got %+v, %v", got, err)
	}
	if err := some.ReadJSON(&got); err != nil || got.Params.Event != protocol.EventPaused {
		t.Errorf("some got %+v, %v", got, err)
	}
	if answer := ask(t, none, `{"jsonrpc":"2.0","id":2,"method":"tabs"}`); string(answer.ID) != "2" {
		t.Errorf("none got %+v", answer)
	}
}

func TestWebPagesAreRefused(t *testing.T) {
	s := open(t, echo)
	for header, value := range map[string]string{"Origin": "null", "Referer": "http://localhost/", "origin": "http://localhost"} {
		dialer := websocket.Dialer{NetDial: func(string, string) (net.Conn, error) { return net.Dial("unix", s.socket) }}
		ws, response, err := dialer.Dial("ws://localhost/", http.Header{header: {value}})
		if err == nil {
			ws.Close()
			t.Errorf("%s: %s was let in", header, value)
			continue
		}
		if response == nil || response.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s got %v, want 403", header, value, response)
		}
	}
}

func TestTooManyConnections(t *testing.T) {
	s := open(t, echo)
	s.mu.Lock()
	for range MaxConnections {
		s.conns[&conn{}] = struct{}{}
	}
	s.mu.Unlock()
	ws := s.dial(t, "one more")
	if _, _, err := ws.ReadMessage(); !websocket.IsCloseError(err, websocket.CloseTryAgainLater) {
		t.Errorf("got %v, want close 1013", err)
	}
	s.mu.Lock()
	clear(s.conns)
	s.mu.Unlock()
}

// dialAsStranger is this test binary run as another user.
func dialAsStranger(socket string) int {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return 10
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(5 * time.Second))
	conn.Write([]byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
	if n, _ := conn.Read(make([]byte, 100)); n > 0 {
		return 11
	}
	return 0
}

// Another user who finds the directory open still gets nothing. Running as root
// the test is another user; else it takes itself for one.
func TestOtherUsersAreRefused(t *testing.T) {
	s := open(t, echo)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "CANDID_TEST_DIAL="+s.socket)
	if os.Getuid() == 0 {
		cmd = asStranger(t, s.socket)
	} else {
		s.uid++
	}
	if err := cmd.Run(); err != nil {
		t.Fatalf("the stranger: %v", err)
	}
	if s.Refused() != 1 {
		t.Errorf("%d refused, want 1", s.Refused())
	}
}

// asStranger runs a copy of this binary as nobody, having opened the way to it
// and to the socket.
func asStranger(t *testing.T, socket string) *exec.Cmd {
	t.Helper()
	program := filepath.Join(filepath.Dir(socket), "stranger")
	self, err := os.ReadFile(os.Args[0])
	if err = errors.Join(err, os.WriteFile(program, self, 0o755), os.Chmod(socket, 0o777)); err != nil {
		t.Fatal(err)
	}
	for dir := filepath.Dir(socket); len(dir) > len(os.TempDir()); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "CANDID_TEST_DIAL="+socket)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	return cmd
}

func TestCloseSendsWhatIsReady(t *testing.T) {
	gone := make(chan struct{})
	s := open(t, func(context.Context, bridge.Caller, string, json.RawMessage) (any, error) {
		<-gone
		return nil, protocol.NewError(protocol.CodeBrowserGone, "gone", "")
	})
	ws := s.dial(t, "robot")
	say(t, ws, `{"jsonrpc":"2.0","id":1,"method":"wait"}`)
	until(t, func() bool { return len(s.all()) == 1 && s.all()[0].inFlight() == 1 })
	close(gone)
	closed := make(chan error, 1)
	go func() { closed <- s.Close(time.Second) }()
	if answer := hear(t, ws); answer.Error == nil || answer.Error.Data.Code != protocol.CodeBrowserGone {
		t.Errorf("got %+v, want browser_gone", answer)
	}
	if _, _, err := ws.ReadMessage(); !websocket.IsCloseError(err, websocket.CloseGoingAway) {
		t.Errorf("got %v, want close 1001", err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

// until waits for a condition, for at most some seconds.
func until(t *testing.T, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(8 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it never came to hold")
		}
	}
}

func FuzzRequest(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"tabs","params":{}}`))
	f.Add([]byte(`[{}]`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":"\u0000","method":"$/cancel","params":{"id":1}}`))
	f.Fuzz(func(t *testing.T, message []byte) {
		request, problem := parse(message)
		if problem == nil && (request.JSONRPC != "2.0" || request.Method == "" || len(request.ID) > 256) {
			t.Fatalf("accepted %q as %+v", message, request)
		}
		if problem != nil && (problem.Error == nil || problem.Error.Data == nil) {
			t.Fatalf("refused %q without an error", message)
		}
	})
}
