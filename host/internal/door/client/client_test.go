package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"candid/host/internal/bridge"
	"candid/host/internal/door/client"
	"candid/host/internal/door/rendezvous"
	"candid/host/internal/door/serve"
	"candid/host/protocol"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// host is a host whose bridge is a function.
type host struct {
	profile string
	do      func(ctx context.Context, method string) (any, error)
	calls   sync.Map // method → *atomic.Int32

	mu     sync.Mutex
	listen []func(protocol.Event)
	server *serve.Server
	claim  *rendezvous.Claim
	ended  chan error
}

// start serves a profile of the home until the test ends.
func start(t *testing.T, home, profile string, do func(ctx context.Context, method string) (any, error)) *host {
	t.Helper()
	h := &host{profile: profile, do: do, ended: make(chan error, 1)}
	claim, err := rendezvous.Serve(t.Context(), home, profile)
	if err != nil {
		t.Fatal(err)
	}
	h.claim, h.server = claim, serve.New(serve.Options{Doer: h, Log: zerolog.Nop()})
	go func() { h.ended <- h.server.Unix(claim) }()
	t.Cleanup(func() { h.stop(t) })
	return h
}

// stop ends the host in order; twice is once.
func (h *host) stop(t *testing.T) {
	if h.claim == nil {
		return
	}
	if err := errors.Join(h.claim.Close(), h.server.Close(50*time.Millisecond), <-h.ended); err != nil {
		t.Error(err)
	}
	h.claim = nil
}

func (h *host) Do(ctx context.Context, _ bridge.Caller, method string, _ json.RawMessage) (any, error) {
	count, _ := h.calls.LoadOrStore(method, new(atomic.Int32))
	count.(*atomic.Int32).Add(1)
	if method == protocol.DoorStatus {
		return protocol.StatusResult{Browsers: []protocol.BrowserStatus{{ID: h.profile, Name: "Chromium " + h.profile}}}, nil
	}
	return h.do(ctx, method)
}

func (h *host) Listen(listen func(protocol.Event)) func() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.listen = append(h.listen, listen)
	return func() {}
}

// event hands an event to every connection.
func (h *host) event(event protocol.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, listen := range h.listen {
		listen(event)
	}
}

// count is how often a method was called.
func (h *host) count(method string) int {
	count, found := h.calls.Load(method)
	if !found {
		return 0
	}
	return int(count.(*atomic.Int32).Load())
}

// done answers at once.
func done(context.Context, string) (any, error) { return protocol.NoParams{}, nil }

// hang answers when it is cancelled.
func hang(ctx context.Context, _ string) (any, error) {
	<-ctx.Done()
	return nil, context.Cause(ctx)
}

func dial(t *testing.T, home string) *client.Conn {
	t.Helper()
	conn, err := client.Dial(t.Context(), client.Options{Home: home, Agent: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func code(err error) protocol.Code {
	var known *protocol.Error
	if !errors.As(err, &known) {
		return ""
	}
	return known.Code
}

func until(t *testing.T, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(8 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it never came to hold")
		}
	}
}

func TestNobodyThereIsSaidAtOnce(t *testing.T) {
	start := time.Now()
	_, err := client.Dial(t.Context(), client.Options{Home: t.TempDir(), Agent: "test"})
	if code(err) != protocol.CodeNoBrowser || time.Since(start) > time.Second {
		t.Errorf("got %v after %v", err, time.Since(start))
	}
}

func TestHostThatJustWentIsWaitedFor(t *testing.T) {
	home := t.TempDir()
	start(t, home, "p1", done).stop(t)
	time.AfterFunc(300*time.Millisecond, func() { start(t, home, "p1", done) })
	if err := dial(t, home).Call(t.Context(), protocol.DoorEcho, protocol.NoParams{}, &protocol.NoParams{}); err != nil {
		t.Error(err)
	}
}

func TestReadsAreRepeatedAndActsAreNot(t *testing.T) {
	for _, test := range []struct {
		method string
		want   protocol.Code
		calls  int // of the second host
	}{
		{protocol.DoorSnapshot, "", 1}, {protocol.DoorFind, "", 1}, {protocol.DoorAct, protocol.CodeBrowserGone, 0},
		{protocol.DoorBatch, protocol.CodeBrowserGone, 0}, {protocol.DoorOpen, protocol.CodeBrowserGone, 0},
	} {
		t.Run(test.method, func(t *testing.T) {
			home := t.TempDir()
			first := start(t, home, "p1", hang)
			conn := dial(t, home)
			answered := make(chan error, 1)
			go func() {
				answered <- conn.Call(context.Background(), test.method, protocol.NoParams{}, &protocol.NoParams{})
			}()
			until(t, func() bool { return first.count(test.method) == 1 })
			first.stop(t)
			second := start(t, home, "p1", done)
			err := <-answered
			if code(err) != test.want || second.count(test.method) != test.calls {
				t.Errorf("got %v and %d more calls, want %q and %d", err, second.count(test.method), test.want, test.calls)
			}
			// Either way the connection goes on.
			if err := conn.Call(t.Context(), test.method, protocol.NoParams{}, &protocol.NoParams{}); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

func TestGoneForGoodIsReconnecting(t *testing.T) {
	home := t.TempDir()
	first := start(t, home, "p1", done)
	conn := dial(t, home)
	first.stop(t)
	ctx, cancel := context.WithTimeout(t.Context(), 7*time.Second)
	defer cancel()
	err := conn.Call(ctx, protocol.DoorAct, protocol.NoParams{}, &protocol.NoParams{})
	if code(err) == protocol.CodeBrowserGone { // it was sent in the moment the host went
		err = conn.Call(ctx, protocol.DoorAct, protocol.NoParams{}, &protocol.NoParams{})
	}
	if code(err) != protocol.CodeReconnecting {
		t.Errorf("got %v, want reconnecting", err)
	}
}

func TestCallersDeadlineEndsTheWait(t *testing.T) {
	home := t.TempDir()
	h := start(t, home, "p1", hang)
	conn := dial(t, home)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := conn.Call(ctx, protocol.DoorAct, protocol.NoParams{}, &protocol.NoParams{}); code(err) != protocol.CodeTimeout {
		t.Errorf("got %v, want timeout", err)
	}
	h.stop(t)
	ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if err := conn.Call(ctx, protocol.DoorEcho, protocol.NoParams{}, &protocol.NoParams{}); err == nil || time.Since(begin) > time.Second {
		t.Errorf("with nobody there: %v after %v", err, time.Since(begin))
	}
}

func TestSubscriptionSurvivesTheHost(t *testing.T) {
	home := t.TempDir()
	first := start(t, home, "p1", done)
	conn := dial(t, home)
	if err := conn.Call(t.Context(), protocol.DoorSubscribe, protocol.SubscribeParams{}, &protocol.NoParams{}); err != nil {
		t.Fatal(err)
	}
	first.event(protocol.Event{Event: protocol.EventPaused})
	if event := <-conn.Events(); event.Event != protocol.EventPaused {
		t.Errorf("got %+v", event)
	}
	first.stop(t)
	second := start(t, home, "p1", done)
	if err := conn.Call(t.Context(), protocol.DoorEcho, protocol.NoParams{}, &protocol.NoParams{}); err != nil {
		t.Fatal(err)
	}
	second.event(protocol.Event{Event: protocol.EventResumed})
	if event := <-conn.Events(); event.Event != protocol.EventResumed {
		t.Errorf("got %+v", event)
	}
}

func TestBrowserIsPicked(t *testing.T) {
	home := t.TempDir()
	start(t, home, "aaa1", done)
	start(t, home, "aaa2", done)
	start(t, home, "bbb1", done)
	for asked, want := range map[string]protocol.Code{
		"aaa1": "", "bbb": "", "Chromium bbb1": "", "chromium AAA2": "",
		"": protocol.CodeAmbiguousBrowser, "aaa": protocol.CodeAmbiguousBrowser, "ccc": protocol.CodeNoBrowser,
	} {
		conn, err := client.Dial(t.Context(), client.Options{Home: home, Browser: asked, Agent: "test"})
		if code(err) != want {
			t.Errorf("%q: got %v, want %q", asked, err, want)
		}
		if err == nil {
			conn.Close()
		}
	}
	all, err := client.List(t.Context(), home)
	if err != nil || len(all) != 3 || all[0].ID != "aaa1" || all[2].Status.Name != "Chromium bbb1" {
		t.Errorf("list %+v, %v", all, err)
	}
}

// TestPool: the only browser is dialled once, again when its host is another,
// and not kept where a second browser makes it a question which is meant.
func TestPool(t *testing.T) {
	home := t.TempDir()
	first := start(t, home, "p1", done)
	var pool client.Pool
	lend := func() client.Lent {
		t.Helper()
		conn, err := pool.Dial(t.Context(), client.Options{Home: home, Agent: "tester"})
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.Call(t.Context(), protocol.DoorAct, protocol.NoParams{}, &protocol.NoParams{}); err != nil {
			t.Fatal(err)
		}
		if err := conn.Close(); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	one := lend()
	if two := lend(); two.Conn != one.Conn {
		t.Error("dialled anew though the host is the same")
	}
	first.stop(t)
	again := start(t, home, "p1", done)
	last := lend()
	if again.count(protocol.DoorAct) != 1 {
		t.Error("the new host was not asked")
	}
	start(t, home, "p2", done)
	if _, err := pool.Dial(t.Context(), client.Options{Home: home}); code(err) != protocol.CodeAmbiguousBrowser {
		t.Errorf("two browsers: %v, want %s", err, protocol.CodeAmbiguousBrowser)
	}
	for _, conn := range []client.Lent{one, last} {
		if err := conn.Conn.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestCloseEndsCalls(t *testing.T) {
	home := t.TempDir()
	h := start(t, home, "p1", hang)
	conn := dial(t, home)
	answered := make(chan error, 1)
	go func() {
		answered <- conn.Call(context.Background(), protocol.DoorAct, protocol.NoParams{}, &protocol.NoParams{})
	}()
	until(t, func() bool { return h.count(protocol.DoorAct) == 1 })
	conn.Close()
	if err := <-answered; err == nil {
		t.Error("the call ended well")
	}
	if err := conn.Call(t.Context(), protocol.DoorEcho, protocol.NoParams{}, &protocol.NoParams{}); code(err) != protocol.CodeCancelled {
		t.Errorf("after Close: %v", err)
	}
}
