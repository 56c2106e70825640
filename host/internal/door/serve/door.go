package serve

import (
	"net/http"
	"path/filepath"
	"strings"

	"candid/host/internal/bridge"
	"candid/host/internal/door/rendezvous"
	"candid/host/protocol"
)

// door is one way in: what it demands of a request, and who it takes the other
// side to be.
type door interface {
	guard(http.Handler) http.Handler
	caller(*http.Request, rendezvous.Peer) bridge.Caller
}

// openDoor is the Unix socket: who can open it is the person.
type openDoor struct{}

// guard refuses web pages, which cannot reach a Unix socket; a proxy could.
func (openDoor) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if fromWeb(r) {
			http.Error(w, "web pages are not served", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// caller may do everything.
func (openDoor) caller(r *http.Request, peer rendezvous.Peer) bridge.Caller {
	return bridge.Caller{
		Agent: nameIn(r.Header.Get(protocol.HeaderAgent), "cli"), Program: programOf(r, peer), PID: peer.PID,
		Scopes: bridge.Scopes{Read: true, Act: true, Navigate: true},
	}
}

// maxName bounds what a client says about itself, in bytes.
const maxName = 64

// nameIn takes a name that a client gave: printable ASCII, since it goes into
// logs and tab groups.
func nameIn(given, usual string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, given)
	name = strings.TrimSpace(name[:min(len(name), maxName)])
	if name == "" {
		return usual
	}
	return name
}

// programOf is the client's program: what the system says, else what it says.
func programOf(r *http.Request, peer rendezvous.Peer) string {
	if exe := executableOf(peer.PID); exe != "" {
		return filepath.Base(exe)
	}
	return nameIn(r.Header.Get(protocol.HeaderProgram), "")
}
