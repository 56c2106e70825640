//go:build unix

package rendezvous

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"sync"
	"syscall"

	"candid/host/protocol"
)

// placeType is the type of a profile's place in the directory.
const placeType = fs.ModeSocket

// noFollow refuses a lock file that is a symbolic link.
const noFollow = syscall.O_NOFOLLOW

// umask is the process's, so only one bind at a time may change it.
var umask sync.Mutex

// listenFresh binds the socket after removing a stale one. The lock is held, so
// a socket that is there belongs to nobody.
func listenFresh(socket string) (net.Listener, error) {
	info, err := os.Lstat(socket)
	switch {
	case err == nil && info.Mode()&fs.ModeSocket == 0:
		return nil, protocol.NewError(protocol.CodeForbidden, socket+" is there and is not a socket", "remove it")
	case err == nil:
		if err := os.Remove(socket); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	return listen(socket)
}

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
