package link

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/rs/zerolog"

	"candid/host/internal/link/linktest"
	"candid/host/protocol"
)

// said is a message as Chrome sends it.
func said(t *testing.T, message any) []byte {
	t.Helper()
	body, err := json.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	return appendFrame(nil, body)
}

func TestAcceptRefuses(t *testing.T) {
	other := linktest.Hello("p")
	other.Protocol = protocol.Version + 1
	tests := []struct {
		name string
		in   []byte
		want protocol.Code // "" for an error of its own
	}{
		{"nothing", nil, ""},
		{"half a frame", []byte{9, 0, 0, 0, '{'}, ""},
		{"no hello", said(t, protocol.Event{Type: "event"}), ""},
		{"no JSON", appendFrame(nil, []byte("abc")), ""},
		{"another version", said(t, other), protocol.CodeVersionMismatch},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			b, err := Accept(t.Context(), bytes.NewReader(test.in), &out, zerolog.Nop())
			if err == nil || b != nil || code(err) != test.want {
				t.Fatalf("got %v, %v, want an error %q", b, err, test.want)
			}
			if test.want == "" {
				return
			}
			var told protocol.Welcome
			if err := json.Unmarshal(out.Bytes()[4:], &told); err != nil || told.Error == nil || told.Error.Code != test.want {
				t.Errorf("the worker was told %s, %v", out.Bytes(), err)
			}
		})
	}
}

// A worker that connects and never speaks does not hold the host for ever.
func TestAcceptWaitsNoLongerThanItsContext(t *testing.T) {
	in, silent := io.Pipe()
	defer silent.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Accept(ctx, in, io.Discard, zerolog.Nop()); err == nil {
		t.Error("a silent worker was accepted")
	}
}

var errPipe = errors.New("the pipe is broken")

// brokenPipe takes one message, the welcome, and then breaks.
type brokenPipe struct{ took int }

func (p *brokenPipe) Write(data []byte) (int, error) {
	if p.took++; p.took > 1 {
		return 0, errPipe
	}
	return len(data), nil
}

// When Chrome reads no longer, whoever calls is told, and the cause is kept.
func TestAWriteThatFailsEndsTheLink(t *testing.T) {
	in, worker := io.Pipe()
	defer worker.Close()
	go func() {
		if _, err := worker.Write(said(t, linktest.Hello("p"))); err != nil {
			t.Error(err)
		}
	}()
	b, err := Accept(t.Context(), in, &brokenPipe{}, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Greet(protocol.Welcome{}); err != nil {
		t.Fatal(err)
	}
	if err := b.Call(t.Context(), protocol.MethodTabs, protocol.NoParams{}, &protocol.TabsReply{}); code(err) != protocol.CodeBrowserGone {
		t.Errorf("the call that met it: got %v, want browser_gone", err)
	}
	<-b.Gone()
	if !errors.Is(b.Cause(), errPipe) {
		t.Errorf("cause: got %v, want %v", b.Cause(), errPipe)
	}
	if err := b.Answer(protocol.Answer{ID: "a"}); code(err) != protocol.CodeBrowserGone {
		t.Errorf("an answer to nobody: got %v, want browser_gone", err)
	}
}

// What cannot be sent is an error of its own and hurts no other call.
func TestParametersThatDoNotEncode(t *testing.T) {
	p := connect(t, linktest.Usual())
	if err := p.Call(t.Context(), protocol.MethodTabs, func() {}, &protocol.TabsReply{}); code(err) != protocol.CodeInternal {
		t.Errorf("got %v, want internal", err)
	}
	if err := p.Call(t.Context(), protocol.MethodTabs, protocol.NoParams{}, &protocol.TabsReply{}); err != nil {
		t.Errorf("the next call: %v", err)
	}
}

// A reply that does not decode fails its call at once, and nonsense fails none.
func TestNonsense(t *testing.T) {
	p := connect(t, map[string]linktest.Handler{"hang": linktest.Hangs})
	ended := make(chan error, 1)
	go func() { ended <- p.Call(t.Context(), "hang", protocol.NoParams{}, &protocol.NoParams{}) }()
	until(t, func() bool { return p.ext.Running() == 1 })
	for _, raw := range []string{"[", `{"type":"what"}`, `{"type":"event","tab":7}`, `{"type":"hello","protocol":"x"}`, `{"type":"reply","id":"1","error":{"code":5}}`} {
		if err := p.ext.SendRaw([]byte(raw)); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-ended; code(err) != protocol.CodeInternal {
		t.Errorf("got %v, want internal", err)
	}
	if err := p.Answer(protocol.Answer{ID: "a"}); err != nil {
		t.Errorf("an answer after nonsense: %v", err)
	}
}
