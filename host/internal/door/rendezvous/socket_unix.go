//go:build unix

package rendezvous

import (
	"context"
	"net"
	"sync"
	"syscall"
)

// noFollow refuses a lock file that is a symbolic link.
const noFollow = syscall.O_NOFOLLOW

// umask is the process's, so only one bind at a time may change it.
var umask sync.Mutex

// listen binds the socket with mode 0600 from its first moment: the usual umask
// would leave it open to others until a chmod.
func listen(path string) (net.Listener, error) {
	umask.Lock()
	defer umask.Unlock()
	old := syscall.Umask(0o177)
	defer syscall.Umask(old)
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	// Claim.Close removes the socket, before it gives up the lock.
	listener.SetUnlinkOnClose(false)
	return listener, nil
}

// Dial connects to a socket.
func Dial(ctx context.Context, path string) (net.Conn, error) {
	var dialer net.Dialer
	return dialer.DialContext(ctx, "unix", path)
}
