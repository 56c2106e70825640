package rendezvous

import (
	"fmt"
	"net"

	"golang.org/x/sys/unix"
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
	var cred *unix.Ucred
	var failed error
	err = raw.Control(func(fd uintptr) {
		cred, failed = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	})
	if err != nil || failed != nil {
		return Peer{}, fmt.Errorf("peer credentials: %v %v", err, failed)
	}
	return Peer{UID: int(cred.Uid), PID: int(cred.Pid)}, nil
}
