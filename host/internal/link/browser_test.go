package link

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"candid/host/internal/link/linktest"
	"candid/host/protocol"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pair is a link with a fake extension at its other end.
type pair struct {
	*Browser
	ext   *linktest.Extension
	close func()
}

// connect makes a pair over pipes.
func connect(t *testing.T, handlers map[string]linktest.Handler) pair {
	t.Helper()
	fromExt, toHost := io.Pipe()
	fromHost, toExt := io.Pipe()
	said := make(chan *linktest.Extension, 1)
	go func() {
		ext, err := linktest.Start(fromHost, toHost, linktest.Hello("p"), handlers)
		if err != nil {
			t.Error(err)
		}
		said <- ext
	}()
	b, err := Accept(t.Context(), fromExt, toExt, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Greet(protocol.Welcome{Build: "host"}); err != nil {
		t.Fatal(err)
	}
	p := pair{Browser: b, ext: <-said, close: func() { toHost.Close(); fromHost.Close(); toExt.Close() }}
	t.Cleanup(func() { p.close(); <-b.Gone(); <-p.ext.Done() })
	return p
}

func TestCall(t *testing.T) {
	p := connect(t, linktest.Usual())
	var tabs protocol.TabsReply
	if err := p.Call(t.Context(), protocol.MethodTabs, protocol.NoParams{}, &tabs); err != nil || len(tabs.Tabs) != 1 {
		t.Fatalf("%+v, %v", tabs, err)
	}
	if p.Hello().Profile != "p" || p.ext.Welcome.Build != "host" {
		t.Errorf("hello %+v, welcome %+v", p.Hello(), p.ext.Welcome)
	}
	err := p.Call(t.Context(), "what", protocol.NoParams{}, &tabs)
	if code(err) != protocol.CodeNotSupported {
		t.Errorf("got %v, want the extension's own error", err)
	}
}

// code is the code of a typed error.
func code(err error) protocol.Code {
	var known *protocol.Error
	if !errors.As(err, &known) {
		return ""
	}
	return known.Code
}

func TestCallsDoNotMix(t *testing.T) {
	handlers := map[string]linktest.Handler{"double": func(call protocol.Call, _ <-chan struct{}) (any, *protocol.Error) {
		n, err := strconv.Atoi(string(call.Params))
		if err != nil {
			return nil, protocol.NewError(protocol.CodeUsage, err.Error(), "")
		}
		return 2 * n, nil
	}}
	p := connect(t, handlers)
	var calls sync.WaitGroup
	for n := range 500 {
		calls.Go(func() {
			var got int
			if err := p.Call(t.Context(), "double", n, &got); err != nil || got != 2*n {
				t.Errorf("double %d: got %d, %v", n, got, err)
			}
		})
	}
	calls.Wait()
	if p.InFlight() != 0 {
		t.Errorf("%d calls left", p.InFlight())
	}
}

func TestDeadlineAndCancelReachTheExtension(t *testing.T) {
	p := connect(t, map[string]linktest.Handler{"hang": linktest.Hangs})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if err := p.Call(ctx, "hang", protocol.NoParams{}, &protocol.NoParams{}); code(err) != protocol.CodeTimeout {
		t.Errorf("got %v, want timeout", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.Call(ctx, "hang", protocol.NoParams{}, &protocol.NoParams{}) }()
	until(t, func() bool { return p.ext.Calls("hang") == 2 })
	cancel()
	if err := <-ended; code(err) != protocol.CodeCancelled {
		t.Errorf("got %v, want cancelled", err)
	}
	until(t, func() bool { return p.ext.Cancels() == 2 && p.ext.Running() == 0 })
	if p.InFlight() != 0 {
		t.Errorf("%d calls left", p.InFlight())
	}
}

func TestTheEndFailsEveryCall(t *testing.T) {
	p := connect(t, map[string]linktest.Handler{"hang": linktest.Hangs})
	ended := make(chan error, 50)
	for range 50 {
		go func() {
			ended <- p.Call(context.Background(), "hang", protocol.NoParams{}, &protocol.NoParams{})
		}()
	}
	until(t, func() bool { return p.ext.Running() == 50 })
	p.close()
	for range 50 {
		if err := <-ended; code(err) != protocol.CodeBrowserGone {
			t.Errorf("got %v, want browser_gone", err)
		}
	}
	if err := p.Call(t.Context(), "hang", protocol.NoParams{}, &protocol.NoParams{}); code(err) != protocol.CodeBrowserGone {
		t.Errorf("a later call: got %v, want browser_gone", err)
	}
}

func TestLargeMessages(t *testing.T) {
	handlers := map[string]linktest.Handler{"length": func(call protocol.Call, _ <-chan struct{}) (any, *protocol.Error) {
		var text string
		if err := json.Unmarshal(call.Params, &text); err != nil {
			return nil, protocol.NewError(protocol.CodeUsage, err.Error(), "")
		}
		return text, nil
	}}
	p := connect(t, handlers)
	for _, size := range []int{protocol.MaxToExtension - 200, protocol.MaxToExtension, protocol.MaxToExtension + 1, 2 << 20} {
		want := strings.Repeat("\"\\é", size/4)
		var got string
		if err := p.Call(t.Context(), "length", want, &got); err != nil || got != want {
			t.Errorf("%d bytes: %d came back, %v", len(want), len(got), err)
		}
	}
}

func TestNothingForAnAnswerIsAnError(t *testing.T) {
	p := connect(t, map[string]linktest.Handler{
		"null":  linktest.Answers(nil),
		"twice": linktest.Answers(json.RawMessage(`{"tabs":[],"tabs":null,"private":0}`)),
	})
	for _, method := range []string{"null", "twice"} {
		var tabs protocol.TabsReply
		if err := p.Call(t.Context(), method, protocol.NoParams{}, &tabs); code(err) != protocol.CodeInternal {
			t.Errorf("%s: got %v, want internal", method, err)
		}
	}
}

func TestEventsAndLateReplies(t *testing.T) {
	p := connect(t, linktest.Usual())
	send := func(message any) {
		if err := p.ext.Send(message); err != nil {
			t.Fatal(err)
		}
	}
	send(protocol.Reply{Type: "reply", ID: "77"})
	send(protocol.Event{Type: "event", Event: protocol.EventTabClosed, Tab: "3"})
	send(protocol.Ask{Type: "ask", ID: "a", Method: "status", Params: json.RawMessage("{}")})
	if event := <-p.Events(); event.Tab != "3" {
		t.Errorf("event %+v", event)
	}
	if ask := <-p.Asks(); ask.Method != "status" {
		t.Errorf("ask %+v", ask)
	}
	hello := linktest.Hello("p")
	hello.Paused = true
	send(hello)
	until(t, func() bool { return p.Hello().Paused })
}

// until waits for a condition, for at most some seconds.
func until(t *testing.T, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it never came to hold")
		}
	}
}
