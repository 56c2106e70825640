// Package rendezvous is where host and agents find each other: a directory of
// sockets that only its user can enter, one socket a browser profile. The
// directory is the gate: its mode and owner are checked on each use, a lock
// beside each socket decides who may serve it, and the peer's uid is asked of
// the kernel for the case that the gate was left open.
package rendezvous

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// Paths of Unix sockets: Linux takes 107 bytes and macOS 103. Longer homes use
// a short directory, computed alike by host and client.
const (
	maxPath    = 107
	maxPathMac = 103
)

// maxProfile bounds a profile id, so that whether a home is too long does not
// depend on the profile.
const maxProfile = 40

const (
	socketEnd = ".sock"
	lockEnd   = ".lock"
)

// LockWait is how long a new host waits for an old one to go. The old one exits
// within 2 s of its port's end.
const LockWait = 3 * time.Second

// lockRetry is how often the lock is tried meanwhile.
const lockRetry = 25 * time.Millisecond

// profileID is what a profile id must look like, since it becomes a file name.
var profileID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$`)

// Dir is the directory of a home's sockets.
func Dir(home string) string {
	dir := filepath.Join(home, "run")
	if len(dir)+1+maxProfile+len(socketEnd) <= pathLimit {
		return dir
	}
	sum := sha256.Sum256([]byte(filepath.Clean(home)))
	return filepath.Join(shortDir(), hex.EncodeToString(sum[:4]))
}

// shortDir holds the sockets of homes whose path is too long.
func shortDir() string { return filepath.Join("/tmp", "candid-"+strconv.Itoa(os.Getuid())) }

// prepare makes the directory and refuses it when it is not safe.
func prepare(home string) (string, error) {
	dir := Dir(home)
	if filepath.Dir(dir) == shortDir() {
		if err := store.Private(shortDir()); err != nil {
			return "", err
		}
	}
	return dir, store.Private(dir)
}

// Check tells whether a home's socket directory is safe to use; nil also when
// it does not exist yet.
func Check(home string) error {
	dir := Dir(home)
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return store.Private(dir)
}

// Claim is the right to serve one profile, and the socket it is served on.
type Claim struct {
	net.Listener
	Profile string
	Socket  string
	lock    *flock.Flock
}

// Serve claims a profile: it waits for the lock, takes away the socket that a
// killed host left behind, and listens.
func Serve(ctx context.Context, home, profile string) (*Claim, error) {
	if !profileID.MatchString(profile) {
		return nil, protocol.NewError(protocol.CodeUsage, fmt.Sprintf("not a profile id: %.60q", profile), "reload the extension")
	}
	dir, err := prepare(home)
	if err != nil {
		return nil, err
	}
	lock, err := takeLock(ctx, filepath.Join(dir, profile+lockEnd))
	if err != nil {
		return nil, err
	}
	socket := filepath.Join(dir, profile+socketEnd)
	listener, err := listenFresh(socket)
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	return &Claim{Listener: listener, Profile: profile, Socket: socket, lock: lock}, nil
}

// takeLock waits up to LockWait for the profile's lock.
func takeLock(ctx context.Context, path string) (*flock.Flock, error) {
	lock := newLock(path)
	ctx, cancel := context.WithTimeout(ctx, LockWait)
	defer cancel()
	held, err := lock.TryLockContext(ctx, lockRetry)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil, protocol.NewError(protocol.CodeForbidden, "the lock cannot be taken: "+err.Error(), "remove "+path)
	}
	if !held {
		return nil, protocol.NewError(protocol.CodeBusy, "another host serves this browser profile", "close the other one")
	}
	touch(path)
	return lock, nil
}

// newLock is a lock file that only its user can open; links are not followed.
func newLock(path string) *flock.Flock {
	return flock.New(path, flock.SetPermissions(0o600), flock.SetFlag(os.O_CREATE|os.O_RDWR|noFollow))
}

// touch marks the moment for Recent. Failing costs clients a retry, no more.
func touch(path string) {
	now := time.Now()
	_ = os.Chtimes(path, now, now) //nolint:errcheck // see above
}

// Close stops listening, removes the socket and gives up the lock, in this
// order: a new host may take over only when nothing of the old one is left.
func (c *Claim) Close() error {
	err := c.Listener.Close()
	if errors.Is(err, net.ErrClosed) {
		err = nil // whoever served it closed it
	}
	if removed := os.Remove(c.Socket); removed != nil && !errors.Is(removed, fs.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	touch(c.lock.Path())
	return errors.Join(err, c.lock.Unlock())
}

// Sockets lists the profiles that have a socket, live or left behind.
func Sockets(home string) ([]Socket, error) {
	if err := Check(home); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(Dir(home))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var sockets []Socket
	for _, entry := range entries {
		profile, found := strings.CutSuffix(entry.Name(), socketEnd)
		if found && profileID.MatchString(profile) && entry.Type()&fs.ModeType == placeType {
			sockets = append(sockets, Socket{Profile: profile, Path: filepath.Join(Dir(home), entry.Name())})
		}
	}
	return sockets, nil
}

// Socket is one profile's place.
type Socket struct {
	Profile string
	Path    string
}

// Recent tells whether a host came or went in the last while: worth waiting for
// its successor. A time further ahead than that is one of a clock that was set
// back since, and says nothing.
func Recent(home string, while time.Duration) bool {
	entries, err := os.ReadDir(Dir(home))
	if err != nil {
		return false
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && strings.HasSuffix(entry.Name(), lockEnd) && time.Since(info.ModTime()).Abs() < while {
			return true
		}
	}
	return false
}

// Sweep removes a socket that nobody serves. It holds the lock meanwhile, so a
// host that is just starting is not harmed. That a host went counts as Recent.
func Sweep(socket Socket) error {
	lock := newLock(strings.TrimSuffix(socket.Path, socketEnd) + lockEnd)
	held, err := lock.TryLock()
	if err != nil || !held {
		return err
	}
	touch(lock.Path())
	if err = os.Remove(socket.Path); errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, lock.Unlock())
}
