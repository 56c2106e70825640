// Package linktest is an extension without a browser: the other end of the
// native messaging pipe, for tests of everything above it. It speaks the wire
// itself instead of sharing code with link, so that the two cannot agree on a
// mistake.
package linktest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"candid/host/protocol"
)

// Handler answers one call. The cancelled channel is closed when the host says
// that nobody waits.
type Handler func(call protocol.Call, cancelled <-chan struct{}) (any, *protocol.Error)

// Extension is the fake worker. Handlers may be called concurrently.
type Extension struct {
	Welcome protocol.Welcome

	in  io.Reader
	out io.Writer

	writing sync.Mutex

	mu       sync.Mutex
	handlers map[string]Handler
	running  map[string]chan struct{}
	cancels  int
	calls    map[string]int
	chunks   map[string]string
	done     chan struct{}
}

// Hello is the hello of a usual worker of the profile.
func Hello(profile string) protocol.Hello {
	return protocol.Hello{
		Type: "hello", Protocol: protocol.Version, Build: "build-1", Disk: "build-1", Profile: profile,
		Browser: protocol.Browser{Name: "Chromium", Version: "156.0.0.0"},
	}
}

// Start says hello over out, reads the welcome from in, and serves calls until
// in ends.
func Start(in io.Reader, out io.Writer, hello protocol.Hello, handlers map[string]Handler) (*Extension, error) {
	e := &Extension{
		in: in, out: out, handlers: handlers, running: map[string]chan struct{}{},
		calls: map[string]int{}, chunks: map[string]string{}, done: make(chan struct{}),
	}
	if err := e.Send(hello); err != nil {
		return nil, err
	}
	body, err := e.read()
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(body, &e.Welcome); err != nil || e.Welcome.Type != "welcome" {
		return nil, fmt.Errorf("no welcome: %s", body)
	}
	go e.serve()
	return e, nil
}

// Done is closed when the host has closed its end.
func (e *Extension) Done() <-chan struct{} { return e.done }

// Cancels counts the cancel messages that came for running calls.
func (e *Extension) Cancels() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.cancels
}

// Calls counts the calls of a method that came.
func (e *Extension) Calls(method string) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.calls[method]
}

// Running counts the calls that are not answered.
func (e *Extension) Running() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.running)
}

// Send writes one message.
func (e *Extension) Send(message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return e.SendRaw(body)
}

// SendRaw writes one frame with any body.
func (e *Extension) SendRaw(body []byte) error {
	frame := binary.NativeEndian.AppendUint32(nil, uint32(len(body)))
	e.writing.Lock()
	defer e.writing.Unlock()
	_, err := e.out.Write(append(frame, body...))
	return err
}

// read takes one frame.
func (e *Extension) read() ([]byte, error) {
	var header [4]byte
	if _, err := io.ReadFull(e.in, header[:]); err != nil {
		return nil, err
	}
	length := binary.NativeEndian.Uint32(header[:])
	if length > protocol.MaxToExtension {
		return nil, fmt.Errorf("frame of %d bytes: Chrome would close the port", length)
	}
	body := make([]byte, length)
	_, err := io.ReadFull(e.in, body)
	return body, err
}

// serve takes messages until the host closes.
func (e *Extension) serve() {
	defer close(e.done)
	defer e.cancelAll()
	for {
		body, err := e.read()
		if err != nil {
			return
		}
		e.take(body)
	}
}

// cancelAll ends what runs when the port has ended.
func (e *Extension) cancelAll() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for id, cancelled := range e.running {
		close(cancelled)
		delete(e.running, id)
	}
}

// take handles one message.
func (e *Extension) take(body []byte) {
	var kind struct {
		Type string `json:"type"`
		ID   string `json:"id"`
	}
	if json.Unmarshal(body, &kind) != nil {
		return
	}
	switch kind.Type {
	case "call":
		e.call(body)
	case "cancel":
		e.cancel(kind.ID)
	case "chunk":
		e.chunk(body)
	}
}

// chunk puts a large message together.
func (e *Extension) chunk(body []byte) {
	var part protocol.Chunk
	if json.Unmarshal(body, &part) != nil {
		return
	}
	e.mu.Lock()
	e.chunks[part.ID] += part.Data
	whole := e.chunks[part.ID]
	if part.Last {
		delete(e.chunks, part.ID)
	}
	e.mu.Unlock()
	if part.Last {
		e.take([]byte(whole))
	}
}

// cancel closes the running call's channel.
func (e *Extension) cancel(id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if cancelled, runs := e.running[id]; runs {
		e.cancels++
		close(cancelled)
		delete(e.running, id)
	}
}

// call runs a handler on a goroutine of its own.
func (e *Extension) call(body []byte) {
	var call protocol.Call
	if json.Unmarshal(body, &call) != nil {
		return
	}
	cancelled := make(chan struct{})
	e.mu.Lock()
	e.calls[call.Method]++
	e.running[call.ID] = cancelled
	handle := e.handlers[call.Method]
	e.mu.Unlock()
	go func() {
		e.reply(call.ID, handle, call, cancelled)
		e.mu.Lock()
		delete(e.running, call.ID)
		e.mu.Unlock()
	}()
}

// reply answers a call. A host that has gone is no error of the extension's.
func (e *Extension) reply(id string, handle Handler, call protocol.Call, cancelled <-chan struct{}) {
	reply := protocol.Reply{Type: "reply", ID: id}
	if handle == nil {
		reply.Error = protocol.NewError(protocol.CodeNotSupported, "the fake extension has no "+call.Method, "")
		_ = e.Send(reply) //nolint:errcheck // see above
		return
	}
	result, failed := handle(call, cancelled)
	reply.Error = failed
	if failed == nil {
		raw, err := json.Marshal(result)
		if err != nil {
			reply.Error = protocol.NewError(protocol.CodeInternal, err.Error(), "")
		}
		reply.Result = raw
	}
	_ = e.Send(reply) //nolint:errcheck // see above
}

// Answers is a handler that always answers the same.
func Answers(result any) Handler {
	return func(protocol.Call, <-chan struct{}) (any, *protocol.Error) { return result, nil }
}

// Hangs is a handler that answers only when it is cancelled.
func Hangs(_ protocol.Call, cancelled <-chan struct{}) (any, *protocol.Error) {
	<-cancelled
	return nil, protocol.NewError(protocol.CodeCancelled, "cancelled", "")
}

// Usual are handlers for a browser with one shared tab.
func Usual() map[string]Handler {
	tab := protocol.Tab{Tab: "1", URL: "https://example.com/", Title: "Example", Shared: true}
	where := protocol.TabReply{Tab: "1", URL: tab.URL, Title: tab.Title, Loaded: true}
	var mu sync.Mutex
	next := 1
	return map[string]Handler{
		protocol.MethodTabs:     Answers(protocol.TabsReply{Tabs: []protocol.Tab{tab}, Private: 2}),
		protocol.MethodDisk:     Answers(protocol.DiskReply{Build: "build-1", Disk: "build-1"}),
		protocol.MethodEcho:     Answers(protocol.NoParams{}),
		protocol.MethodPause:    Answers(protocol.NoParams{}),
		protocol.MethodOpen:     Answers(where),
		protocol.MethodNavigate: Answers(where),
		protocol.MethodClose:    Answers(where),
		protocol.MethodActivate: Answers(where),
		protocol.MethodLease: func(call protocol.Call, _ <-chan struct{}) (any, *protocol.Error) {
			var lease protocol.LeaseCall
			if err := json.Unmarshal(call.Params, &lease); err != nil {
				return nil, protocol.NewError(protocol.CodeUsage, err.Error(), "")
			}
			mu.Lock()
			defer mu.Unlock()
			reply := protocol.LeaseReply{From: next, To: next + lease.Count}
			next = reply.To
			return reply, nil
		},
	}
}
