package serve

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"candid/host/internal/bridge"
	"candid/host/internal/door/rendezvous"
	"candid/host/internal/store"
	"candid/host/protocol"
)

// keyLook is how often the token's file is looked at: a change drops live
// connections within a second.
const keyLook = 500 * time.Millisecond

// tcpDoor is loopback TCP. Every process and every web page of this machine can
// reach it, so it demands the token, takes no request that a page can make, and
// answers no other name than the loopback's own, which DNS rebinding lacks.
type tcpDoor struct {
	key    *store.Key
	port   string
	scopes bridge.Scopes
	brake  *brake
	server *Server

	mu   sync.Mutex
	live context.Context // of requests that the present token let in
	end  context.CancelFunc
}

// TCP serves loopback TCP on the port until Close. Port 0 takes a free one.
func (s *Server) TCP(listener net.Listener, key *store.Key, scopes []string) error {
	d := &tcpDoor{
		key: key, port: portIn(listener.Addr()), scopes: scopesOf(scopes), brake: newBrake(), server: s,
	}
	d.renew()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go d.watch(ctx)
	return s.run(s.httpServer(s.routes(d)), listener)
}

// Loopback listens on 127.0.0.1 and nothing else.
func Loopback(port int) (net.Listener, error) {
	return net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
}

// portIn is the port of an address.
func portIn(addr net.Addr) string {
	_, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return ""
	}
	return port
}

// scopesOf reads the configuration's words.
func scopesOf(words []string) bridge.Scopes {
	var scopes bridge.Scopes
	for _, word := range words {
		switch word {
		case store.ScopeRead:
			scopes.Read = true
		case store.ScopeAct:
			scopes.Act = true
		case store.ScopeNavigate:
			scopes.Navigate = true
		}
	}
	return scopes
}

// guard lets through what is no page's, names the loopback, and has the token.
// The order matters: a page learns nothing of the token, not even that it is wrong.
func (d *tcpDoor) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case fromWeb(r):
			deny(w, http.StatusForbidden, "web pages are not served")
		case !d.ownName(r.Host):
			deny(w, http.StatusForbidden, "this is not the name of this listener")
		case !d.brake.wait(r.Context()):
			deny(w, http.StatusTooManyRequests, "too many wrong tokens; wait a minute")
		case !d.key.Matches(bearer(r)):
			d.brake.failed()
			d.server.refused.Add(1)
			w.Header().Set("WWW-Authenticate", "Bearer")
			deny(w, http.StatusUnauthorized, "the token is missing or wrong")
		default:
			d.admit(next, w, r)
		}
	})
}

// admit serves a request until it ends or the token changes: an event stream
// stays open for hours.
func (d *tcpDoor) admit(next http.Handler, w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	live := d.live
	d.mu.Unlock()
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	defer context.AfterFunc(live, stop)()
	next.ServeHTTP(w, r.WithContext(ctx))
}

// renew ends the requests that the old token let in.
func (d *tcpDoor) renew() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.end != nil {
		d.end()
	}
	d.live, d.end = context.WithCancel(context.Background())
}

// deny answers in text. There are no CORS headers here, ever.
func deny(w http.ResponseWriter, status int, why string) { http.Error(w, why, status) }

// ownName tells whether a Host header names the loopback and our port.
func (d *tcpDoor) ownName(host string) bool {
	name, port, err := net.SplitHostPort(host)
	return err == nil && port == d.port && (name == "127.0.0.1" || name == "::1" || name == "localhost")
}

// bearer is the token in the request's header; in a URL it would end in logs.
func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// caller has the scopes of the configuration; what the client says of itself
// is a name.
func (d *tcpDoor) caller(r *http.Request, _ rendezvous.Peer) bridge.Caller {
	return bridge.Caller{
		Agent: nameIn(r.Header.Get(protocol.HeaderAgent), "tcp"), Program: nameIn(r.Header.Get(protocol.HeaderProgram), ""),
		Scopes: d.scopes, Remote: true,
	}
}

// watch drops live connections when the token changes.
func (d *tcpDoor) watch(ctx context.Context) {
	tick := time.NewTicker(keyLook)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			changed, err := d.key.Changed()
			if err != nil {
				d.server.log.Error().Err(err).Msg("token")
			}
			if changed || err != nil {
				d.renew()
				d.server.drop(closeRevoked, "the token was changed", func(c *conn) bool { return c.who.Remote })
			}
		case <-ctx.Done():
			return
		}
	}
}
