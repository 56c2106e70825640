// Package serve lets agents in: JSON-RPC 2.0, one message a WebSocket frame,
// over the Unix socket and, when configured, loopback TCP with a token. An
// agent may be buggy, slow or gone at any moment and there may be hundreds, so
// every queue is bounded, every write has a deadline, what one agent asks never
// makes another wait long, and work that nobody waits for any more is cancelled
// down to the extension.
package serve

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"github.com/rs/zerolog"

	"candid/host/internal/bridge"
	"candid/host/internal/door/rendezvous"
	"candid/host/protocol"
)

// Doer is what serve needs of the bridge.
type Doer interface {
	Do(ctx context.Context, who bridge.Caller, method string, params json.RawMessage) (any, error)
	Listen(func(protocol.Event)) func()
}

// MaxConnections bounds the connections of one host. 200 agents at once is
// usual for us; a thousand is a defect of one of them.
const MaxConnections = 1024

// Server serves one bridge on any number of listeners.
type Server struct {
	doer   Doer
	log    zerolog.Logger
	limits limits
	looks  *gate
	acts   *gate
	uid    int

	refused atomic.Int64 // connections of other users, and bad tokens

	mu     sync.Mutex
	extra  map[string]http.Handler
	conns  map[*conn]struct{}
	open   []*http.Server
	closed bool
	work   sync.WaitGroup
}

// Options make a Server.
type Options struct {
	Doer Doer
	Log  zerolog.Logger
}

// New makes a Server.
func New(o Options) *Server {
	return &Server{
		doer: o.Doer, log: o.Log, limits: usualLimits, looks: newGate(lookSlots, lookSlotsEach), acts: newGate(actSlots, actSlotsEach),
		extra: map[string]http.Handler{}, uid: os.Getuid(), conns: map[*conn]struct{}{},
	}
}

// Refused counts connections turned away for who they were.
func (s *Server) Refused() int64 { return s.refused.Load() }

// Handle adds an HTTP handler ("/mcp"), guarded like the WebSocket. Call it
// before serving.
func (s *Server) Handle(path string, handler http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.extra[path] = handler
}

// peerKey is where a connection's peer is kept in its requests' contexts.
type peerKey struct{}

// Unix serves a Unix socket until Close.
func (s *Server) Unix(listener net.Listener) error {
	server := s.httpServer(s.routes(openDoor{}))
	server.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		peer, _ := conn.(*knownConn)
		return context.WithValue(ctx, peerKey{}, peer.peer)
	}
	return s.run(server, &ownListener{Listener: listener, server: s})
}

// httpServer has the limits that keep half-open connections from piling up.
func (s *Server) httpServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: s.limits.handshake, MaxHeaderBytes: 16 << 10,
		ErrorLog: nil, IdleTimeout: s.limits.idle,
	}
}

// run serves until the listener closes.
func (s *Server) run(server *http.Server, listener net.Listener) error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return unlessClosed(listener.Close())
	}
	s.open = append(s.open, server)
	s.mu.Unlock()
	return unlessClosed(server.Serve(listener))
}

// unlessClosed drops the errors of what was closed already, which is what was wanted.
func unlessClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// routes are the paths behind a door.
func (s *Server) routes(d door) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.upgrade(w, r, d) })
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, handler := range s.extra {
		mux.Handle(path, named(d, handler))
	}
	return d.guard(mux)
}

// upgrader refuses every web page: a page always sends an Origin. gorilla's own
// check would let in a page whose Host header matches its Origin, which DNS
// rebinding arranges. Compression is off: it buys nothing on this machine.
var upgrader = websocket.Upgrader{
	HandshakeTimeout: 5 * time.Second,
	ReadBufferSize:   4 << 10,
	WriteBufferSize:  16 << 10,
	CheckOrigin:      func(r *http.Request) bool { return !fromWeb(r) },
}

// fromWeb tells whether a browser sent the request for a page.
func fromWeb(r *http.Request) bool {
	return len(r.Header.Values("Origin")) > 0 || len(r.Header.Values("Referer")) > 0
}

// upgrade makes a WebSocket of a request and serves it.
func (s *Server) upgrade(w http.ResponseWriter, r *http.Request, d door) {
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // gorilla has answered
	}
	peer, _ := r.Context().Value(peerKey{}).(rendezvous.Peer)
	c := newConn(s, ws, d.caller(r, peer))
	if !s.add(c) {
		c.refuse(websocket.CloseTryAgainLater, "too many connections")
		return
	}
	defer s.remove(c)
	c.serve()
}

// add registers a connection, unless there are too many.
func (s *Server) add(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.conns) >= MaxConnections {
		return false
	}
	s.conns[c] = struct{}{}
	s.work.Add(1)
	return true
}

// remove takes out a connection that has ended.
func (s *Server) remove(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
	s.work.Done()
}

// all lists the connections.
func (s *Server) all() []*conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.conns))
}

// Close stops listening and ends the connections, giving answers that are
// ready flush to be sent.
func (s *Server) Close(flush time.Duration) error {
	s.mu.Lock()
	s.closed = true
	servers := s.open
	s.mu.Unlock()
	deadline := time.Now().Add(flush)
	for _, c := range s.all() {
		c.finish(deadline)
	}
	var err error
	for _, server := range servers {
		err = errors.Join(err, unlessClosed(server.Close()))
	}
	s.work.Wait()
	return err
}

// drop ends the connections that keep selects, with a close code of its own.
func (s *Server) drop(code int, reason string, selects func(*conn) bool) {
	for _, c := range s.all() {
		if selects(c) {
			c.kick(code, reason)
		}
	}
}
