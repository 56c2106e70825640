package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"candid/host/protocol"
)

// Why a request got no answer.
var (
	errLost    = errors.New("the connection broke")
	errNotSent = errors.New("the connection had broken before the request was sent")
)

// writeLimit is how long a host may take to accept a request.
const writeLimit = 10 * time.Second

// wire is one WebSocket to one host, for as long as that lasts.
type wire struct {
	ws   *websocket.Conn
	gone chan struct{} // closed when nothing comes any more

	writing sync.Mutex

	mu      sync.Mutex
	next    int
	pending map[string]chan protocol.Response
	listen  func(protocol.Event)
	dead    bool
}

// newWire starts reading.
func newWire(ws *websocket.Conn) *wire {
	w := &wire{ws: ws, gone: make(chan struct{}), pending: map[string]chan protocol.Response{}}
	go w.read()
	return w
}

// alive tells whether requests can be sent.
func (w *wire) alive() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.dead
}

// onEvent sets who gets notifications.
func (w *wire) onEvent(listen func(protocol.Event)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.listen = listen
}

// close ends the connection; the reader then wakes everyone.
func (w *wire) close() {
	_ = w.ws.Close() //nolint:errcheck // it may be closed already
	<-w.gone
}

// read takes messages until the connection ends.
func (w *wire) read() {
	defer w.end()
	for {
		_, message, err := w.ws.ReadMessage()
		if err != nil {
			return
		}
		w.take(message)
	}
}

// end marks the wire as dead.
func (w *wire) end() {
	w.mu.Lock()
	w.dead = true
	w.mu.Unlock()
	close(w.gone)
	_ = w.ws.Close() //nolint:errcheck // it has ended
}

// incoming is a response or a notification.
type incoming struct {
	protocol.Response
	Method string         `json:"method"`
	Params protocol.Event `json:"params"`
}

// take hands one message to whom it is for.
func (w *wire) take(message []byte) {
	var in incoming
	if json.Unmarshal(message, &in) != nil {
		return // not ours to interpret; the request's own deadline holds
	}
	w.mu.Lock()
	listen := w.listen
	came, waits := w.pending[string(in.ID)]
	if waits {
		delete(w.pending, string(in.ID))
	}
	w.mu.Unlock()
	switch {
	case in.Method == protocol.EventMethod && listen != nil:
		listen(in.Params)
	case waits:
		came <- in.Response
	}
}

// call sends one request and waits for its answer.
func (w *wire) call(ctx context.Context, method string, params, result any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	if len(raw) > protocol.MaxRequest-512 { // room for the envelope
		return protocol.NewError(protocol.CodeTooLarge, fmt.Sprintf("the request has %d bytes, more than the %d that the host takes", len(raw), protocol.MaxRequest),
			"send it in parts, such as several type commands")
	}
	id, came := w.register()
	defer w.forget(id)
	request := protocol.Request{JSONRPC: "2.0", ID: json.RawMessage(id), Method: method, Params: raw}
	if !w.alive() {
		return errNotSent
	}
	if err := w.send(request); err != nil {
		return errNotSent // a message that was not written whole is not carried out
	}
	select {
	case response := <-came:
		return decode(response, result)
	case <-w.gone:
		return w.lastAnswer(came, result)
	case <-ctx.Done():
		w.cancel(id)
		return context.Cause(ctx)
	}
}

// lastAnswer takes an answer that came in the moment the connection ended.
func (w *wire) lastAnswer(came chan protocol.Response, result any) error {
	select {
	case response := <-came:
		return decode(response, result)
	default:
		return errLost
	}
}

// decode turns a response into a result or an error.
func decode(response protocol.Response, result any) error {
	if response.Error == nil {
		return json.Unmarshal(response.Result, result)
	}
	if response.Error.Data != nil {
		return response.Error.Data
	}
	return protocol.NewError(protocol.CodeInternal, response.Error.Message, "")
}

// register makes an id and the channel its answer comes on.
func (w *wire) register() (string, chan protocol.Response) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next++
	id := strconv.Itoa(w.next)
	came := make(chan protocol.Response, 1)
	w.pending[id] = came
	return id, came
}

// forget drops a request that nobody waits for.
func (w *wire) forget(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.pending, id)
}

// cancel tells the host that nobody waits any more.
func (w *wire) cancel(id string) {
	params, err := json.Marshal(protocol.CancelParams{ID: json.RawMessage(id)})
	if err != nil {
		return // an id of ours always encodes
	}
	_ = w.send(protocol.Request{JSONRPC: "2.0", Method: protocol.CancelMethod, Params: params}) //nolint:errcheck // then the connection is gone, and the request with it
}

// send writes one message.
func (w *wire) send(request protocol.Request) error {
	w.writing.Lock()
	defer w.writing.Unlock()
	if err := w.ws.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
		return err
	}
	return w.ws.WriteJSON(request)
}
