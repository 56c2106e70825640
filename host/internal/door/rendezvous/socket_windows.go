package rendezvous

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"

	"github.com/Microsoft/go-winio"
	"golang.org/x/sys/windows"
)

// placeType is the type of a profile's place in the directory: a file that
// holds the pipe's name.
const placeType = fs.FileMode(0)

// noFollow has no counterpart: links need a privilege on Windows.
const noFollow = 0

// pipePrefix begins the name of every pipe. What follows is random and new at
// each start, so that nobody can make the pipe first.
const pipePrefix = `\\.\pipe\candid-`

// listenFresh makes a pipe and writes its name where clients look. The lock is
// held, so a file that is there belongs to nobody.
func listenFresh(place string) (net.Listener, error) {
	if err := os.Remove(place); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	user, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		return nil, fmt.Errorf("the user's SID: %w", err)
	}
	var raw [16]byte
	rand.Read(raw[:]) // never fails: the runtime ends the program first
	name := pipePrefix + hex.EncodeToString(raw[:])
	listener, err := winio.ListenPipe(name, &winio.PipeConfig{SecurityDescriptor: sddl(user.User.Sid.String())})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(place, []byte(name), 0o600); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

// Dial connects to the pipe whose name the place holds.
func Dial(ctx context.Context, place string) (net.Conn, error) {
	name, err := os.ReadFile(place)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(string(name), pipePrefix) {
		return nil, fmt.Errorf("%s holds no pipe name", place)
	}
	return winio.DialPipeContext(ctx, string(name))
}

// PeerOf asks which process is at the other end. Its user is ours: the pipe's
// descriptor lets in nobody else.
func PeerOf(conn net.Conn) (Peer, error) {
	peer := Peer{UID: os.Getuid()}
	handle, has := conn.(interface{ Fd() uintptr })
	if !has {
		return peer, nil
	}
	var pid uint32
	if err := windows.GetNamedPipeClientProcessId(windows.Handle(handle.Fd()), &pid); err != nil {
		return peer, err
	}
	peer.PID = int(pid)
	return peer, nil
}
