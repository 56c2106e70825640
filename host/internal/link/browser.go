package link

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	strict "github.com/go-json-experiment/json"
	"github.com/rs/zerolog"

	"candid/host/protocol"
)

// defaultDeadline ends calls whose context has no deadline. Chrome never says
// that it dropped a message, so no call may wait for ever.
const defaultDeadline = 30 * time.Second

// helloLimit is how long the first message may take. The extension sends it at
// once; without it there is no profile to serve.
const helloLimit = 10 * time.Second

// eventQueue is how many events may wait for the bridge, and askQueue how many
// questions of the panel. The reader waits when a queue is full: an event that
// was lost would leave refs of a closed tab alive.
const (
	eventQueue = 256
	askQueue   = 64
)

// Browser is the extension of one browser profile, as long as its port lives.
// All methods may be called concurrently.
type Browser struct {
	in     io.Reader
	out    *writer
	log    zerolog.Logger
	events chan protocol.Event
	asks   chan protocol.Ask
	gone   chan struct{} // closed when the port has ended

	mu      sync.Mutex
	hello   protocol.Hello
	welcome protocol.Welcome
	next    uint64
	pending map[string]chan protocol.Reply
	cause   error
	dropped uint64 // replies to calls that nobody waits for
	ignored uint64 // frames that made no sense
}

// Accept waits for the worker's hello. Nothing else may use in and out. The
// worker waits for Greet, which should come when agents can be served.
func Accept(ctx context.Context, in io.Reader, out io.Writer, log zerolog.Logger) (*Browser, error) {
	b := &Browser{
		in: in, log: log,
		events: make(chan protocol.Event, eventQueue), asks: make(chan protocol.Ask, askQueue),
		gone: make(chan struct{}), pending: map[string]chan protocol.Reply{},
	}
	b.out = newWriter(out, b.end)
	hello, err := b.awaitHello(ctx)
	if err != nil {
		b.end(err)
		return nil, err
	}
	if err := b.agree(hello); err != nil {
		return nil, err
	}
	return b, nil
}

// Greet answers the hello and starts reading.
func (b *Browser) Greet(welcome protocol.Welcome) error {
	welcome.Type, welcome.Protocol = "welcome", protocol.Version
	b.mu.Lock()
	b.welcome = welcome
	b.mu.Unlock()
	go b.read()
	return b.send(context.Background(), welcome)
}

// awaitHello reads the first message. Reading from a pipe cannot be cancelled,
// so a worker that never speaks costs this goroutine until the process ends.
func (b *Browser) awaitHello(ctx context.Context) (protocol.Hello, error) {
	ctx, cancel := context.WithTimeout(ctx, helloLimit)
	defer cancel()
	type first struct {
		hello protocol.Hello
		err   error
	}
	came := make(chan first, 1)
	go func() {
		hello, err := readHello(b.in)
		came <- first{hello, err}
	}()
	select {
	case f := <-came:
		return f.hello, f.err
	case <-ctx.Done():
		return protocol.Hello{}, errors.New("the extension said no hello")
	}
}

// readHello reads a hello and nothing else.
func readHello(in io.Reader) (protocol.Hello, error) {
	var hello protocol.Hello
	body, err := readFrame(in, protocol.MaxToExtension)
	if err != nil {
		return hello, err
	}
	if err := json.Unmarshal(body, &hello); err != nil || hello.Type != "hello" {
		return hello, errors.New("the first message is no hello")
	}
	return hello, nil
}

// agree checks a hello's version and keeps it. A worker of another version is
// told, and that is the end.
func (b *Browser) agree(hello protocol.Hello) error {
	if hello.Protocol != protocol.Version {
		mismatch := protocol.NewError(protocol.CodeVersionMismatch,
			fmt.Sprintf("the extension speaks protocol %d, the host %d", hello.Protocol, protocol.Version),
			"install both from the same build: run candid setup, then candid reload")
		return errors.Join(mismatch, b.sendNow(protocol.Welcome{Type: "welcome", Protocol: protocol.Version, Error: mismatch}))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hello = hello
	return nil
}

// sendNow writes past the queue and ends the link: the last word.
func (b *Browser) sendNow(message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	b.end(errors.New("the versions differ"))
	return b.out.write(body)
}

// Hello is what the worker said last.
func (b *Browser) Hello() protocol.Hello {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.hello
}

// Events are what the worker reports. The channel is not closed; see Gone.
func (b *Browser) Events() <-chan protocol.Event { return b.events }

// Asks are the questions of the extension's own pages; each wants one Answer.
func (b *Browser) Asks() <-chan protocol.Ask { return b.asks }

// Gone is closed when the port has ended.
func (b *Browser) Gone() <-chan struct{} { return b.gone }

// Cause is why the port ended: io.EOF when Chrome closed it in order.
func (b *Browser) Cause() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.cause
}

// InFlight is how many calls wait for an answer.
func (b *Browser) InFlight() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.pending)
}

// Call runs a worker method and decodes its result. The error is always a
// *protocol.Error.
func (b *Browser) Call(ctx context.Context, method string, params, result any) error {
	ctx, cancel := withDeadline(ctx)
	defer cancel()
	raw, err := json.Marshal(params)
	if err != nil {
		return protocol.NewError(protocol.CodeInternal, "parameters of "+method+": "+err.Error(), "please report it")
	}
	id, came, failed := b.register()
	if failed != nil {
		return failed
	}
	defer b.forget(id)
	call := protocol.Call{Type: "call", ID: id, Method: method, Params: raw, Deadline: remaining(ctx)}
	if err := b.send(ctx, call); err != nil {
		return b.ended(ctx, method, err)
	}
	select {
	case reply := <-came:
		return decodeReply(method, reply, result)
	case <-b.gone:
		return lastReply(method, came, result)
	case <-ctx.Done():
		b.cancel(id)
		return b.ended(ctx, method, context.Cause(ctx))
	}
}

// lastReply takes a reply that came in the moment the port ended.
func lastReply(method string, came chan protocol.Reply, result any) error {
	select {
	case reply := <-came:
		return decodeReply(method, reply, result)
	default:
		return errGone()
	}
}

// withDeadline gives a context a deadline if it has none.
func withDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, set := ctx.Deadline(); set {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, defaultDeadline)
}

// remaining is the worker's deadline: a tenth, at most 250 ms, before ours, so
// that its typed error wins over our bare timeout.
func remaining(ctx context.Context) int {
	deadline, _ := ctx.Deadline()
	left := time.Until(deadline)
	left -= min(left/10, 250*time.Millisecond)
	return max(1, int(left/time.Millisecond))
}

// register makes an id and the channel its reply comes on.
func (b *Browser) register() (string, chan protocol.Reply, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cause != nil {
		return "", nil, errGone()
	}
	b.next++
	id := strconv.FormatUint(b.next, 10)
	came := make(chan protocol.Reply, 1)
	b.pending[id] = came
	return id, came, nil
}

// forget drops a call; a reply that comes later is counted and dropped.
func (b *Browser) forget(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.pending, id)
}

// cancel tells the worker that nobody waits any more. It does not wait: a full
// queue means that the worker is not listening anyway, and it has the deadline.
func (b *Browser) cancel(id string) {
	body, err := json.Marshal(protocol.Cancel{Type: "cancel", ID: id})
	if err != nil {
		b.log.Error().Err(err).Msg("cancel")
		return
	}
	select {
	case b.out.queue <- body:
	default:
	}
}

// send hands a message to the writer. Once the port has ended its queue would
// still take some, and nobody would ever write them.
func (b *Browser) send(ctx context.Context, message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	select {
	case <-b.gone:
		return errGone()
	default:
	}
	select {
	case b.out.queue <- body:
		return nil
	case <-b.gone:
		return errGone()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Answer ends an Ask.
func (b *Browser) Answer(answer protocol.Answer) error {
	answer.Type = "answer"
	return b.send(context.Background(), answer)
}

// ended makes the error of a call that got no reply.
func (b *Browser) ended(ctx context.Context, method string, err error) error {
	var known *protocol.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return protocol.NewError(protocol.CodeTimeout, fmt.Sprintf("the extension did not answer %q in time", method),
			"try again with a longer --timeout; if it happens again, run candid doctor")
	}
	return protocol.NewError(protocol.CodeCancelled, "the request was cancelled", "")
}

// errGone is the error of every call once the port has ended.
func errGone() *protocol.Error {
	return protocol.NewError(protocol.CodeBrowserGone, "the browser or its extension went away",
		"it reconnects by itself; look again (tabs, snapshot) before repeating an act")
}

// decodeReply turns a reply into the call's result or error.
func decodeReply(method string, reply protocol.Reply, result any) error {
	if reply.Error != nil {
		return reply.Error
	}
	if len(reply.Result) == 0 || string(reply.Result) == "null" {
		return protocol.NewError(protocol.CodeInternal, fmt.Sprintf("the extension answered %q with nothing", method), "please report it")
	}
	if err := strict.Unmarshal(reply.Result, result); err != nil {
		return protocol.NewError(protocol.CodeInternal, fmt.Sprintf("the extension's answer to %q: %v", method, err),
			"the extension and the host may differ: run candid doctor")
	}
	return nil
}
