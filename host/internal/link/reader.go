package link

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	strict "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"candid/host/protocol"
)

// envelope holds the fields by which messages of the worker are told apart.
type envelope struct {
	Type   string          `json:"type"`
	ID     string          `json:"id"`
	Result jsontext.Value  `json:"result"`
	Error  *protocol.Error `json:"error"`
}

// read is the reading goroutine: it takes frames until the port ends.
func (b *Browser) read() {
	for {
		body, err := readFrame(b.in, protocol.MaxFromExtension)
		switch {
		case err == nil:
			err = b.take(body)
			if err != nil {
				b.ignore(err)
			}
		case recoverable(err):
			b.ignore(err)
		default:
			b.end(err)
			return
		}
	}
}

// ignore counts a frame that made no sense. Its content is not logged: it may
// be page text.
func (b *Browser) ignore(err error) {
	b.mu.Lock()
	b.ignored++
	b.mu.Unlock()
	b.log.Warn().Err(err).Msg("frame ignored")
}

// end marks the port as ended, once, and wakes everyone who waits.
func (b *Browser) end(cause error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cause != nil {
		return
	}
	b.cause = cause
	close(b.gone)
	b.out.stop()
}

// take hands one message to whom it is for.
func (b *Browser) take(body []byte) error {
	var message envelope
	if err := strict.Unmarshal(body, &message); err != nil {
		b.takeBroken(body)
		return errors.New("not a message") // the decoder's own words would quote it
	}
	switch message.Type {
	case "reply":
		b.takeReply(message)
		return nil
	case "event":
		return deliver(b, body, b.events)
	case "ask":
		return deliver(b, body, b.asks)
	case "hello":
		return b.takeHello(body)
	}
	return fmt.Errorf("unknown type %.20q", message.Type)
}

// takeBroken fails the call whose reply does not decode, as far as it can be
// told which: otherwise its caller waits for the deadline.
func (b *Browser) takeBroken(body []byte) {
	var message struct{ Type, ID string }
	if json.Unmarshal(body, &message) != nil || message.Type != "reply" {
		return
	}
	b.takeReply(envelope{ID: message.ID, Error: protocol.NewError(protocol.CodeInternal,
		"the extension's answer does not decode", "the extension and the host may differ: run candid doctor")})
}

// takeReply wakes the caller, if there still is one.
func (b *Browser) takeReply(message envelope) {
	b.mu.Lock()
	defer b.mu.Unlock()
	came, waits := b.pending[message.ID]
	if !waits {
		b.dropped++
		return
	}
	delete(b.pending, message.ID)
	came <- protocol.Reply{ID: message.ID, Result: []byte(message.Result), Error: message.Error}
}

// deliver decodes an event or ask and queues it.
func deliver[M any](b *Browser, body []byte, queue chan M) error {
	var message M
	if err := strict.Unmarshal(body, &message); err != nil {
		return errors.New("an event or ask that does not decode")
	}
	select {
	case queue <- message:
	case <-b.gone:
	}
	return nil
}

// takeHello takes a later hello: the worker's state changed.
func (b *Browser) takeHello(body []byte) error {
	var hello protocol.Hello
	if err := strict.Unmarshal(body, &hello); err != nil {
		return errors.New("a hello that does not decode")
	}
	if err := b.agree(hello); err != nil {
		return err
	}
	b.mu.Lock()
	welcome := b.welcome
	b.mu.Unlock()
	return b.send(context.Background(), welcome)
}
