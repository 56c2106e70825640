package serve

import (
	"net"

	"candid/host/internal/door/rendezvous"
)

// ownListener accepts this user's connections alone. The directory's mode keeps
// others out already; this holds when someone opened it.
type ownListener struct {
	net.Listener
	server *Server
}

// knownConn is a connection whose peer is known.
type knownConn struct {
	net.Conn
	peer rendezvous.Peer
}

// Accept waits for the next connection of our own user. net/http retries
// temporary errors, such as too many open files, with growing pauses.
func (l *ownListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		peer, err := rendezvous.PeerOf(conn)
		if err == nil && peer.UID == l.server.uid {
			return &knownConn{Conn: conn, peer: peer}, nil
		}
		l.server.refused.Add(1)
		l.server.log.Warn().Int("uid", peer.UID).Err(err).Msg("connection of another user refused")
		if err := conn.Close(); err != nil {
			l.server.log.Debug().Err(err).Msg("closing a refused connection")
		}
	}
}
