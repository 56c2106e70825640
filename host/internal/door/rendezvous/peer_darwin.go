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
	var peer Peer
	var failed error
	err = raw.Control(func(fd uintptr) { peer, failed = credentials(int(fd)) })
	if err != nil {
		return Peer{}, err
	}
	return peer, failed
}

// credentials are the two socket options that Linux has in one.
func credentials(fd int) (Peer, error) {
	cred, err := unix.GetsockoptXucred(fd, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	if err != nil {
		return Peer{}, err
	}
	pid, err := unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	return Peer{UID: int(cred.Uid), PID: pid}, err
}
