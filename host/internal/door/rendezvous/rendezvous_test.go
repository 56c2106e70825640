//go:build unix

package rendezvous

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"candid/host/internal/testkit"
	"candid/host/protocol"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve claims a profile and closes it with the test.
func serve(t *testing.T, home, profile string) *Claim {
	t.Helper()
	claim, err := Serve(t.Context(), home, profile)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := claim.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
			t.Log(err)
		}
	})
	return claim
}

// code is the code of a typed error.
func code(err error) protocol.Code {
	var known *protocol.Error
	if !errors.As(err, &known) {
		return ""
	}
	return known.Code
}

func TestServe(t *testing.T) {
	home := t.TempDir()
	claim := serve(t, home, "p1")
	testkit.Mode(t, Dir(home), 0o700)
	testkit.Mode(t, claim.Socket, 0o600)
	testkit.Mode(t, filepath.Join(Dir(home), "p1.lock"), 0o600)
	go func() {
		conn, err := claim.Accept()
		if err == nil {
			conn.Close()
		}
	}()
	conn, err := Dial(t.Context(), claim.Socket)
	if err != nil {
		t.Fatal(err)
	}
	peer, err := PeerOf(conn)
	if err != nil || peer.UID != os.Getuid() || peer.PID != os.Getpid() {
		t.Errorf("peer %+v, %v", peer, err)
	}
	conn.Close()
	sockets, err := Sockets(home)
	if err != nil || len(sockets) != 1 || sockets[0].Profile != "p1" {
		t.Errorf("sockets %+v, %v", sockets, err)
	}
	if err := claim.Close(); err != nil {
		t.Fatal(err)
	}
	if sockets, err = Sockets(home); err != nil || len(sockets) != 0 {
		t.Errorf("after the end: sockets %+v, %v", sockets, err)
	}
}

// A hundred hosts start at once for one profile: one serves it.
func TestOneOwner(t *testing.T) {
	home := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	var owners, busy atomic.Int32
	var starting sync.WaitGroup
	for range 100 {
		starting.Go(func() {
			claim, err := Serve(ctx, home, "p1")
			switch {
			case err == nil:
				owners.Add(1)
				t.Cleanup(func() { claim.Close() })
			case code(err) == protocol.CodeBusy:
				busy.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	starting.Wait()
	if owners.Load() != 1 || busy.Load() != 99 {
		t.Errorf("%d owners, %d busy", owners.Load(), busy.Load())
	}
}

func TestSuccessorTakesOverWithoutAGap(t *testing.T) {
	home := t.TempDir()
	first := serve(t, home, "p1")
	second := make(chan error, 1)
	go func() {
		claim, err := Serve(t.Context(), home, "p1")
		if err == nil {
			defer claim.Close()
		}
		second <- err
	}()
	time.AfterFunc(100*time.Millisecond, func() { first.Close() })
	if err := <-second; err != nil {
		t.Fatal(err)
	}
}

func TestStaleSocketIsReplacedAndSwept(t *testing.T) {
	home := t.TempDir()
	dir, err := prepare(home)
	if err != nil {
		t.Fatal(err)
	}
	left, err := listen(filepath.Join(dir, "p1.sock"))
	if err != nil {
		t.Fatal(err)
	}
	left.Close() // as a killed host leaves it: bound, and nobody there
	claim := serve(t, home, "p1")
	if err := Sweep(Socket{Profile: "p1", Path: claim.Socket}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(claim.Socket); err != nil {
		t.Error("a served socket was swept")
	}
	if err := claim.lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	if err := Sweep(Socket{Profile: "p1", Path: claim.Socket}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(claim.Socket); !errors.Is(err, os.ErrNotExist) {
		t.Error("a socket that nobody serves was not swept")
	}
}

// unsafe is a state of the socket directory in which nothing may be served.
type unsafe struct {
	name string
	make func(t *testing.T, home string)
	says string
}

func TestUnsafeDirectories(t *testing.T) {
	tests := []unsafe{
		{"world-writable", func(t *testing.T, home string) { mkdir(t, Dir(home), 0o777) }, "chmod 700"},
		{"group can enter", func(t *testing.T, home string) { mkdir(t, Dir(home), 0o750) }, "chmod 700"},
		{"symbolic link", func(t *testing.T, home string) { symlink(t, t.TempDir(), Dir(home)) }, "symbolic link"},
		{"dangling link", func(t *testing.T, home string) { symlink(t, "/nonexistent/candid", Dir(home)) }, "symbolic link"},
		{"a file", func(t *testing.T, home string) { write(t, Dir(home)) }, "not a directory"},
		{"socket is a link", func(t *testing.T, home string) {
			mkdir(t, Dir(home), 0o700)
			symlink(t, filepath.Join(t.TempDir(), "x"), filepath.Join(Dir(home), "p1.sock"))
		}, "not a socket"},
		{"socket is a file", func(t *testing.T, home string) {
			mkdir(t, Dir(home), 0o700)
			write(t, filepath.Join(Dir(home), "p1.sock"))
		}, "not a socket"},
		{"lock is a link", func(t *testing.T, home string) {
			mkdir(t, Dir(home), 0o700)
			symlink(t, filepath.Join(t.TempDir(), "x"), filepath.Join(Dir(home), "p1.lock"))
		}, "lock"},
	}
	if os.Getuid() == 0 { // only root can make the case; store tests the verdict itself
		tests = append(tests, unsafe{"another user's", func(t *testing.T, home string) {
			mkdir(t, Dir(home), 0o700)
			if err := os.Lchown(Dir(home), 65534, 65534); err != nil {
				t.Fatal(err)
			}
		}, "another user"})
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			home := t.TempDir()
			test.make(t, home)
			claim, err := Serve(t.Context(), home, "p1")
			if err == nil {
				claim.Close()
				t.Fatal("it was used")
			}
			var known *protocol.Error
			if !errors.As(err, &known) || known.Code != protocol.CodeForbidden || !strings.Contains(known.Message+known.Hint, test.says) || known.Hint == "" {
				t.Errorf("got %v (%+v), want forbidden with %q", err, known, test.says)
			}
		})
	}
}

func mkdir(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := errors.Join(os.Mkdir(path, mode), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
}

func symlink(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestLongHome(t *testing.T) {
	home := filepath.Join(t.TempDir(), strings.Repeat("long/", 40))
	other := home + "er"
	if len(home) < 200 || !strings.HasPrefix(Dir(home), "/tmp/candid-") {
		t.Fatalf("directory %s", Dir(home))
	}
	if Dir(home) == Dir(other) {
		t.Error("two homes share a directory")
	}
	profile := strings.Repeat("p", maxProfile)
	claim := serve(t, home, profile)
	t.Cleanup(func() { os.RemoveAll(Dir(home)) })
	if len(claim.Socket) > pathLimit {
		t.Errorf("%d bytes: %s", len(claim.Socket), claim.Socket)
	}
	sockets, err := Sockets(home)
	if err != nil || len(sockets) != 1 || sockets[0].Profile != profile {
		t.Errorf("sockets %+v, %v", sockets, err)
	}
}

// Both sides must find the same directory whatever the shell has set.
func TestEnvironmentPlaysNoPart(t *testing.T) {
	home := t.TempDir()
	before := Dir(home)
	t.Setenv("XDG_RUNTIME_DIR", "/run/user/4711")
	t.Setenv("XDG_STATE_HOME", "/elsewhere")
	t.Setenv("TMPDIR", "/elsewhere")
	if Dir(home) != before {
		t.Errorf("%s became %s", before, Dir(home))
	}
}

func TestProfileIDsAreFileNames(t *testing.T) {
	for _, profile := range []string{"", "..", "a/b", "a b", ".hidden", strings.Repeat("p", maxProfile+1), "a\x00b", "é"} {
		if claim, err := Serve(t.Context(), t.TempDir(), profile); err == nil {
			claim.Close()
			t.Errorf("%q was served", profile)
		}
	}
}

func TestRecent(t *testing.T) {
	home := t.TempDir()
	if Recent(home, time.Hour) {
		t.Error("recent without a trace")
	}
	claim := serve(t, home, "p1")
	if err := claim.Close(); err != nil {
		t.Fatal(err)
	}
	if !Recent(home, time.Hour) || Recent(home, 0) {
		t.Error("a host that went just now is recent, for a while")
	}
	ahead := time.Now().Add(24 * time.Hour)
	if err := os.Chtimes(filepath.Join(Dir(home), "p1.lock"), ahead, ahead); err != nil {
		t.Fatal(err)
	}
	if Recent(home, time.Hour) {
		t.Error("a host that went tomorrow is recent: after the clock was set back, every call would wait for it")
	}
}
