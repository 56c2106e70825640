//go:build linux || darwin

package rendezvous

import (
	"fmt"
	"net"
)

// PeerOf asks the kernel who is at the other end of a Unix socket.
func PeerOf(conn net.Conn) (Peer, error) {
	unixConn, is := conn.(*net.UnixConn)
	if !is {
		return Peer{}, fmt.Errorf("not a Unix socket: %T", conn)
	}
	raw, err := unixConn.SyscallConn()
	if err != nil {
		return Peer{}, err
	}
	var peer Peer
	var failed error
	if err := raw.Control(func(fd uintptr) { peer, failed = credentials(int(fd)) }); err != nil {
		return Peer{}, err
	}
	if failed != nil {
		return Peer{}, fmt.Errorf("peer credentials: %w", failed)
	}
	return peer, nil
}
