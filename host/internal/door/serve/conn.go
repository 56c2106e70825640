package serve

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"candid/host/internal/bridge"
	"candid/host/protocol"
)

// conn is one agent's connection: a reading goroutine (serve), a writing one,
// and one for each request that runs.
type conn struct {
	server *Server
	ws     *websocket.Conn
	who    bridge.Caller

	ctx  context.Context
	stop context.CancelFunc
	out  chan []byte
	last chan closing // asks the writer for an orderly end

	mu      sync.Mutex
	running map[string]context.CancelFunc
	wants   map[protocol.EventKind]bool // nil: not subscribed; empty: all
	work    sync.WaitGroup
}

// closing is how a connection ends.
type closing struct {
	code   int
	reason string
}

// Close codes of our own.
const (
	closeSlow    = 4408 // SLOW_CONSUMER
	closeRevoked = 4401 // the token was changed
)

// newConn wraps an upgraded connection.
func newConn(s *Server, ws *websocket.Conn, who bridge.Caller) *conn {
	ctx, stop := context.WithCancel(context.Background())
	return &conn{
		server: s, ws: ws, who: who,
		ctx: ctx, stop: stop, out: make(chan []byte, s.limits.answers), last: make(chan closing, 1),
		running: map[string]context.CancelFunc{},
	}
}

// refuse ends a connection before it began.
func (c *conn) refuse(code int, reason string) {
	c.stop()
	c.sayClose(closing{code, reason})
	c.shut()
}

// serve reads requests until the connection ends, and returns when all of its
// goroutines have.
func (c *conn) serve() {
	quiet := c.server.doer.Listen(c.notify)
	c.work.Add(1)
	go c.write()
	c.read()
	quiet()
	c.stop() // cancels what runs, down to the extension
	c.work.Wait()
	c.shut()
}

// shut closes the socket; that it may be closed already is no news.
func (c *conn) shut() {
	if err := c.ws.Close(); err != nil {
		c.server.log.Debug().Err(err).Msg("closing a connection")
	}
}

// read takes messages until the connection ends.
func (c *conn) read() {
	c.ws.SetReadLimit(c.server.limits.message)
	c.alive()
	c.ws.SetPongHandler(func(string) error { c.alive(); return nil })
	for {
		kind, message, err := c.ws.ReadMessage()
		if err != nil {
			c.readEnded(err)
			return
		}
		c.alive()
		if kind != websocket.TextMessage {
			c.reply(failure(nil, protocol.RPCInvalid, usage("messages are text, not binary", "send JSON text")))
			continue
		}
		c.take(message)
	}
}

// alive moves the deadline of the next sign of life.
func (c *conn) alive() {
	if err := c.ws.SetReadDeadline(time.Now().Add(c.server.limits.pong)); err != nil {
		c.server.log.Debug().Err(err).Msg("read deadline")
	}
}

// readEnded logs an end that was not in order.
func (c *conn) readEnded(err error) {
	if errors.Is(err, websocket.ErrReadLimit) {
		c.server.log.Warn().Str("agent", c.who.Agent).Msg("message over the limit")
	}
}

// write is the one goroutine that writes. When it ends, so does the connection.
func (c *conn) write() {
	defer c.work.Done()
	defer c.shut() // wakes the reader
	defer c.stop()
	ping := time.NewTicker(c.server.limits.ping)
	defer ping.Stop()
	for {
		var err error
		select {
		case message := <-c.out:
			err = c.send(websocket.TextMessage, message)
		case <-ping.C:
			err = c.send(websocket.PingMessage, nil)
		case end := <-c.last:
			c.drain()
			c.sayClose(end)
			return
		case <-c.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// send writes one message within the write deadline.
func (c *conn) send(kind int, message []byte) error {
	if err := c.ws.SetWriteDeadline(time.Now().Add(c.server.limits.write)); err != nil {
		return err
	}
	return c.ws.WriteMessage(kind, message)
}

// drain writes the answers that are ready.
func (c *conn) drain() {
	for {
		select {
		case message := <-c.out:
			if c.send(websocket.TextMessage, message) != nil {
				return
			}
		default:
			return
		}
	}
}

// sayClose tells the other side why.
func (c *conn) sayClose(end closing) {
	message := websocket.FormatCloseMessage(end.code, end.reason)
	err := c.ws.WriteControl(websocket.CloseMessage, message, time.Now().Add(time.Second))
	if err != nil {
		c.server.log.Debug().Err(err).Msg("close message")
	}
}

// kick asks the writer to end the connection with a code.
func (c *conn) kick(code int, reason string) {
	select {
	case c.last <- closing{code, reason}:
	default: // it is ending already
	}
}

// finish waits until deadline for requests to end (their calls have failed),
// then ends the connection after their answers.
func (c *conn) finish(deadline time.Time) {
	for c.inFlight() > 0 && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
	}
	c.kick(websocket.CloseGoingAway, "the browser went away")
}

// inFlight counts the requests that run.
func (c *conn) inFlight() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.running)
}

// push queues an answer or notification. A client that lets the queue fill is
// not reading, and is dropped: waiting for it would hold the memory of
// everything it asked for.
func (c *conn) push(message []byte) {
	select {
	case c.out <- message:
	case <-c.ctx.Done():
	default:
		c.server.log.Warn().Str("agent", c.who.Agent).Msg("SLOW_CONSUMER: connection dropped")
		c.stop()
	}
}
