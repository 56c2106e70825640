package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	strict "github.com/go-json-experiment/json"

	"candid/host/protocol"
)

// take handles one message: a request, a notification or nonsense.
func (c *conn) take(message []byte) {
	request, problem := parse(message)
	if problem != nil {
		c.reply(*problem)
		return
	}
	switch request.Method {
	case protocol.CancelMethod:
		c.cancel(request)
		return
	case protocol.DoorSubscribe:
		c.subscribe(request)
		return
	}
	if request.ID == nil {
		return // JSON-RPC: notifications get no answer, and none of ours but cancel does anything
	}
	c.start(request)
}

// parse decodes one request strictly: repeated keys, other letter case and
// invalid UTF-8 are refused.
func parse(message []byte) (protocol.Request, *protocol.Response) {
	var request protocol.Request
	trimmed := bytes.TrimLeft(message, " \t\r\n")
	if len(trimmed) > 0 && trimmed[0] == '[' {
		bad := failure(nil, protocol.RPCInvalid, usage("JSON-RPC batches are not served", "send each request as a message of its own, or use the method batch"))
		return request, &bad
	}
	if protocol.TooDeep(message) {
		bad := failure(nil, protocol.RPCParse, usage("the message nests too deep", "requests nest a few levels"))
		return request, &bad
	}
	if err := strict.Unmarshal(message, &request, strict.RejectUnknownMembers(true)); err != nil {
		bad := failure(nil, protocol.RPCParse, usage("not a JSON-RPC request: "+err.Error(), `send {"jsonrpc":"2.0","id":1,"method":"status","params":{}}`))
		return request, &bad
	}
	if request.JSONRPC != "2.0" || request.Method == "" || !validID(request.ID) {
		bad := failure(request.ID, protocol.RPCInvalid, usage(`a request needs "jsonrpc":"2.0", a method, and a string or number as id`, ""))
		return request, &bad
	}
	return request, nil
}

// validID tells whether an id is absent, a string or a number.
func validID(id json.RawMessage) bool {
	return id == nil || len(id) > 0 && len(id) <= 256 && (id[0] == '"' || id[0] == '-' || id[0] >= '0' && id[0] <= '9')
}

// start runs a request on a goroutine of its own.
func (c *conn) start(request protocol.Request) {
	ctx, cancel := context.WithTimeout(c.ctx, c.server.limits.request)
	id := string(request.ID)
	if err := c.enlist(id, cancel); err != nil {
		cancel()
		c.reply(failure(request.ID, protocol.RPCFailed, err))
		c.slowDown(err)
		return
	}
	c.work.Add(1)
	go func() {
		defer c.work.Done()
		defer cancel()
		c.settle(id, c.encode(c.run(ctx, request)))
	}()
}

// slowDown keeps the reader from the next request for a moment after busy.
func (c *conn) slowDown(err *protocol.Error) {
	if err.Code != protocol.CodeBusy {
		return
	}
	select {
	case <-time.After(busyPause):
	case <-c.ctx.Done():
	}
}

// enlist notes a request as running. One id may not run twice: its answers
// could not be told apart.
func (c *conn) enlist(id string, cancel context.CancelFunc) *protocol.Error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, runs := c.running[id]; runs {
		return usage("a request with this id is still running", "give each request an id of its own")
	}
	if len(c.running) >= c.server.limits.inFlight {
		return protocol.NewError(protocol.CodeBusy, "too many requests of this connection run already", "wait for answers before asking more")
	}
	c.running[id] = cancel
	return nil
}

// settle takes out a request and queues its answer, in one step: whoever has
// read the answer may use the id again, and whoever sees no request running
// (finish) finds every answer queued.
func (c *conn) settle(id string, message []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.running, id)
	c.push(message)
}

// cancel ends a running request; its answer will be the error cancelled.
func (c *conn) cancel(request protocol.Request) {
	var params protocol.CancelParams
	if err := strict.Unmarshal(request.Params, &params); err != nil {
		return // a notification: nobody to tell
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if end, runs := c.running[string(params.ID)]; runs {
		end()
	}
}

// run carries out a request and makes its answer.
func (c *conn) run(ctx context.Context, request protocol.Request) protocol.Response {
	result, err := c.server.do(ctx, c.who, request.Method, request.Params)
	if err != nil {
		return answerError(request.ID, err)
	}
	answer := protocol.Response{JSONRPC: "2.0", ID: request.ID, Result: result}
	if request.Method == protocol.DoorAct || request.Method == protocol.DoorBatch {
		answer.Type = protocol.StepResult
	}
	return answer
}

// reply queues an answer.
func (c *conn) reply(answer protocol.Response) { c.push(c.encode(answer)) }

// encode is an answer as JSON; one that does not encode is a defect of ours,
// and is answered as one.
func (c *conn) encode(answer protocol.Response) []byte {
	if answer.ID == nil {
		answer.ID = json.RawMessage("null")
	}
	message, err := json.Marshal(answer)
	if err == nil {
		return message
	}
	c.server.log.Error().Err(err).Msg("an answer does not encode")
	if answer.Error != nil {
		return []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"an answer does not encode"}}`)
	}
	return c.encode(answerError(answer.ID, err))
}

// answerError makes the answer of a failed request.
func answerError(id json.RawMessage, err error) protocol.Response {
	known := protocol.AsError(err, protocol.HintDefect)
	return failure(id, protocol.ErrorNumber(known), known)
}

// failure is an answer with an error.
func failure(id json.RawMessage, number int, err *protocol.Error) protocol.Response {
	return protocol.Response{JSONRPC: "2.0", ID: id, Error: &protocol.RPCError{Code: number, Message: err.Message, Data: err}}
}

// usage is the error of a request that is malformed.
func usage(message, hint string) *protocol.Error {
	return protocol.NewError(protocol.CodeUsage, message, hint)
}

// subscribe turns notifications on for this connection.
func (c *conn) subscribe(request protocol.Request) {
	var params protocol.SubscribeParams
	if len(request.Params) > 0 {
		if err := strict.Unmarshal(request.Params, &params, strict.RejectUnknownMembers(true)); err != nil {
			c.reply(failure(request.ID, protocol.RPCParams, usage("the parameters do not fit subscribe: "+err.Error(), "")))
			return
		}
	}
	wants := map[protocol.EventKind]bool{}
	for _, kind := range params.Events {
		wants[kind] = true
	}
	c.mu.Lock()
	c.wants = wants
	c.mu.Unlock()
	if request.ID != nil {
		c.reply(protocol.Response{JSONRPC: "2.0", ID: request.ID, Result: json.RawMessage("{}")})
	}
}

// notify sends an event to a subscriber.
func (c *conn) notify(event protocol.Event) {
	c.mu.Lock()
	wanted := c.wants != nil && (len(c.wants) == 0 || c.wants[event.Event])
	c.mu.Unlock()
	if !wanted {
		return
	}
	params, err := json.Marshal(event)
	if err != nil {
		c.server.log.Error().Err(err).Msg("an event does not encode")
		return
	}
	message, err := json.Marshal(protocol.Request{JSONRPC: "2.0", Method: protocol.EventMethod, Params: params})
	if err != nil {
		c.server.log.Error().Err(err).Msg(fmt.Sprintf("event %s does not encode", event.Event))
		return
	}
	c.push(message)
}
