package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"candid/host/internal/door/client"
	"candid/host/internal/door/rendezvous"
	"candid/host/internal/link/linktest"
	"candid/host/protocol"
)

// TestMain lets the test binary be the native host, as Chrome would start it.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], originScheme) {
		os.Exit(run(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// hostProcess is a native host that runs on its own, with a fake extension.
type hostProcess struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	ext   *linktest.Extension
	home  string
	ended chan error
}

// startHost starts a host process for the profile. More environment may follow.
func startHost(t *testing.T, home, profile string, handlers map[string]linktest.Handler, env ...string) *hostProcess {
	t.Helper()
	cmd := exec.Command(os.Args[0], protocol.ExtensionOrigin)
	cmd.Env = append(append(os.Environ(), "CANDID_HOME="+home), env...)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	check(t, err)
	stdout, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	p := &hostProcess{cmd: cmd, stdin: stdin, home: home, ended: make(chan error, 1)}
	p.ext, err = linktest.Start(stdout, stdin, linktest.Hello(profile), handlers)
	check(t, err)
	go func() {
		<-p.ext.Done() // Wait closes stdout, so the reader must have ended
		p.ended <- cmd.Wait()
	}()
	t.Cleanup(func() { stdin.Close(); cmd.Process.Kill() })
	return p
}

// check ends the test on an error.
func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// dial connects to the one host of a home.
func dial(t *testing.T, home string) *client.Conn {
	t.Helper()
	conn, err := client.Dial(t.Context(), client.Options{Home: home, Agent: "test"})
	check(t, err)
	t.Cleanup(func() { check(t, conn.Close()) })
	return conn
}

// within waits for a process to end by itself.
func (p *hostProcess) within(t *testing.T, limit time.Duration) error {
	t.Helper()
	select {
	case err := <-p.ended:
		return err
	case <-time.After(limit):
		t.Fatalf("the host did not end within %v", limit)
		return nil
	}
}

// noSocket checks that nothing is left in the run directory but locks.
func noSocket(t *testing.T, home string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(rendezvous.Dir(home), "*.sock"))
	check(t, err)
	if len(left) != 0 {
		t.Errorf("sockets left: %v", left)
	}
}

func TestHostServesAndEnds(t *testing.T) {
	home := t.TempDir()
	p := startHost(t, home, "profile-1", linktest.Usual(), "CANDID_MANAGED=1")
	if !p.ext.Welcome.ShareAll || p.ext.Welcome.Error != nil {
		t.Errorf("welcome %+v", p.ext.Welcome)
	}
	conn := dial(t, home)
	var status protocol.StatusResult
	check(t, conn.Call(t.Context(), protocol.DoorStatus, protocol.NoParams{}, &status))
	if b := status.Browsers[0]; b.ID != "profile-1" || b.Name != "Chromium" || b.Tabs != 1 || b.Stale || b.PID != p.cmd.Process.Pid {
		t.Errorf("status %+v", status)
	}
	var opened protocol.OpenResult
	check(t, conn.Call(t.Context(), protocol.DoorOpen, protocol.OpenParams{URL: "https://example.com"}, &opened))
	if opened.Tab != "1" || !opened.Loaded {
		t.Errorf("opened %+v", opened)
	}
	check(t, p.stdin.Close())
	if err := p.within(t, 2*time.Second); err != nil {
		t.Errorf("exit: %v", err)
	}
	noSocket(t, home)
}

func TestEOFFailsWhatIsInFlight(t *testing.T) {
	home := t.TempDir()
	handlers := linktest.Usual()
	handlers[protocol.MethodOpen] = linktest.Hangs
	p := startHost(t, home, "profile-1", handlers)
	conn := dial(t, home)
	failed := make(chan error, 1)
	go func() {
		failed <- conn.Call(context.Background(), protocol.DoorOpen, protocol.OpenParams{URL: "https://example.com"}, &protocol.OpenResult{})
	}()
	waitFor(t, func() bool { return p.ext.Running() == 1 })
	start := time.Now()
	check(t, p.stdin.Close())
	var known *protocol.Error
	if err := <-failed; !errors.As(err, &known) || known.Code != protocol.CodeBrowserGone {
		t.Errorf("got %v, want browser_gone", err)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("the agent was told after %v", took)
	}
	check(t, p.within(t, 2*time.Second))
	noSocket(t, home)
}

func TestStrangerIsRefusedBeforeReading(t *testing.T) {
	for _, origin := range []string{"chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/", "chrome-extension://", strings.TrimSuffix(protocol.ExtensionOrigin, "/")} {
		cmd := exec.Command(os.Args[0], origin)
		cmd.Env = append(os.Environ(), "CANDID_HOME="+filepath.Join(t.TempDir(), "unmade"))
		stdin, err := cmd.StdinPipe() // never closed: an exit proves it was not read
		check(t, err)
		defer stdin.Close()
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != exitStranger {
			t.Errorf("%q: got %v, want exit %d", origin, err, exitStranger)
		}
		if !strings.Contains(string(out), "not our extension") {
			t.Errorf("%q: said %q", origin, out)
		}
	}
}

func TestKilledHostIsSucceeded(t *testing.T) {
	home := t.TempDir()
	first := startHost(t, home, "profile-1", linktest.Usual())
	conn := dial(t, home)
	check(t, conn.Call(t.Context(), protocol.DoorEcho, protocol.NoParams{}, &protocol.NoParams{}))
	check(t, first.cmd.Process.Kill())
	<-first.ended
	if _, err := os.Lstat(filepath.Join(rendezvous.Dir(home), "profile-1.sock")); err != nil {
		t.Fatalf("a killed host leaves its socket: %v", err)
	}
	answered := make(chan error, 1)
	go func() {
		answered <- conn.Call(context.Background(), protocol.DoorTabs, protocol.NoParams{}, &protocol.TabsResult{})
	}()
	second := startHost(t, home, "profile-1", linktest.Usual())
	if err := <-answered; err != nil {
		t.Errorf("the read was not repeated: %v", err)
	}
	check(t, second.stdin.Close())
	check(t, second.within(t, 2*time.Second))
	noSocket(t, home)
}

func TestNewHostWaitsForTheOldOne(t *testing.T) {
	home := t.TempDir()
	first := startHost(t, home, "profile-1", linktest.Usual())
	go func() {
		time.Sleep(200 * time.Millisecond) // both are alive for a moment, as when a worker restarts
		first.stdin.Close()
	}()
	second := startHost(t, home, "profile-1", linktest.Usual())
	waitFor(t, func() bool {
		instances, err := client.List(t.Context(), home)
		return err == nil && len(instances) == 1 && instances[0].Status.PID == second.cmd.Process.Pid
	})
}

func TestStdoutIsChromesAlone(t *testing.T) {
	home := t.TempDir()
	p := startHost(t, home, "profile-1", linktest.Usual())
	for _, junk := range []string{"not json", `{"type":"reply","id":"nobody"}`, `{"type":"what"}`, "\xff\xfe", strings.Repeat("[", 100), "NaN"} {
		check(t, p.ext.SendRaw([]byte(junk)))
	}
	check(t, p.ext.SendRaw(nil))
	conn := dial(t, home)
	check(t, conn.Call(t.Context(), protocol.DoorEcho, protocol.NoParams{}, &protocol.NoParams{}))
}

func TestVersionMismatchIsTold(t *testing.T) {
	hello := linktest.Hello("profile-1")
	hello.Protocol = 999
	cmd := exec.Command(os.Args[0], protocol.ExtensionOrigin)
	cmd.Env = append(os.Environ(), "CANDID_HOME="+t.TempDir())
	stdin, err := cmd.StdinPipe()
	check(t, err)
	stdout, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	ext, err := linktest.Start(stdout, stdin, hello, nil)
	check(t, err)
	<-ext.Done()
	if e := ext.Welcome.Error; e == nil || e.Code != protocol.CodeVersionMismatch || !strings.Contains(e.Message, "999") || !strings.Contains(e.Message, "1") {
		t.Errorf("welcome %+v", ext.Welcome)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the host ended as if all were well")
	}
}

// waitFor waits until a condition holds, for at most some seconds.
func waitFor(t *testing.T, holds func() bool) {
	t.Helper()
	deadline := time.Now().Add(8 * time.Second)
	for !holds() {
		if time.Now().After(deadline) {
			t.Fatal("it never came to hold")
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestTwoProfilesAreToldApart(t *testing.T) {
	home := t.TempDir()
	startHost(t, home, "aaaa", linktest.Usual())
	startHost(t, home, "bbbb", linktest.Usual())
	waitFor(t, func() bool { all, err := client.List(t.Context(), home); return err == nil && len(all) == 2 })
	_, err := client.Dial(t.Context(), client.Options{Home: home, Agent: "test"})
	var known *protocol.Error
	if !errors.As(err, &known) || known.Code != protocol.CodeAmbiguousBrowser || len(known.Refs) != 2 {
		t.Fatalf("got %v, want ambiguous_browser with 2 candidates", err)
	}
	conn, err := client.Dial(t.Context(), client.Options{Home: home, Agent: "test", Browser: "bbbb"})
	check(t, err)
	defer conn.Close()
	var status protocol.StatusResult
	check(t, conn.Call(t.Context(), protocol.DoorStatus, protocol.NoParams{}, &status))
	if status.Browsers[0].ID != "bbbb" {
		t.Errorf("got %q", status.Browsers[0].ID)
	}
}

func TestRawSocketSpeaksJSONRPC(t *testing.T) {
	home := t.TempDir()
	startHost(t, home, "profile-1", linktest.Usual())
	socket := filepath.Join(rendezvous.Dir(home), "profile-1.sock")
	waitFor(t, func() bool {
		conn, err := net.Dial("unix", socket)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	info, err := os.Lstat(socket)
	check(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("socket mode %v", info.Mode())
	}
	var raw json.RawMessage
	check(t, dial(t, home).Call(t.Context(), protocol.DoorTabs, protocol.NoParams{}, &raw))
	if !strings.Contains(string(raw), `"private":2`) {
		t.Errorf("tabs %s", raw)
	}
}
