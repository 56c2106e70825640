package main

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"candid/host/internal/door/rendezvous"
	"candid/host/internal/link/linktest"
	"candid/host/internal/store"
	"candid/host/protocol"
)

// startLimited starts a host under a limit of the shell's ulimit.
func startLimited(t *testing.T, home, limit string) *hostProcess {
	t.Helper()
	cmd := exec.Command("sh", "-c", "ulimit "+limit+` && exec "$0" "$1"`, os.Args[0], protocol.ExtensionOrigin)
	cmd.Env = append(os.Environ(), "CANDID_HOME="+home)
	stdin, err := cmd.StdinPipe()
	check(t, err)
	stdout, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	p := &hostProcess{cmd: cmd, stdin: stdin, home: home, ended: make(chan error, 1)}
	p.ext, err = linktest.Start(stdout, stdin, linktest.Hello("p1"), snapshots(0))
	check(t, err)
	go func() { <-p.ext.Done(); p.ended <- cmd.Wait() }()
	t.Cleanup(func() { stdin.Close(); cmd.Process.Kill() })
	return p
}

// A host without free descriptors waits for some, without spinning, and goes on
// when there are.
func TestOutOfDescriptors(t *testing.T) {
	home := t.TempDir()
	p := startLimited(t, home, "-n 32")
	socket := filepath.Join(rendezvous.Dir(home), "p1.sock")
	var held []net.Conn
	for range 100 {
		conn, err := net.DialTimeout("unix", socket, time.Second)
		if err != nil {
			break // the backlog is full as well
		}
		held = append(held, conn)
	}
	if len(held) < 40 {
		t.Fatalf("only %d connections", len(held))
	}
	before := cpu(t, p.cmd.Process.Pid)
	time.Sleep(time.Second) // the time over which it must not spin
	if used := cpu(t, p.cmd.Process.Pid) - before; used > 300*time.Millisecond {
		t.Errorf("%v of processor time in a second of waiting", used)
	}
	for _, conn := range held {
		conn.Close()
	}
	check(t, look(t.Context(), dial(t, home), "1"))
	check(t, p.stdin.Close())
	check(t, p.within(t, 2*time.Second))
	noSocket(t, home)
}

// fullHome is a home on a disk that becomes full, and how to make it so. Only
// root can make such a disk.
func fullHome(t *testing.T) (home string, fill func()) {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no disk of one's own without root: %v %s", err, out)
	}
	t.Cleanup(func() { check(t, exec.Command("umount", "-l", dir).Run()) })
	return filepath.Join(dir, "home"), func() {
		ballast, err := os.Create(filepath.Join(dir, "ballast"))
		check(t, err)
		for err == nil {
			_, err = ballast.Write(make([]byte, 4096))
		}
		ballast.Close()
	}
}

// The disk becomes full under a host: agents are served, what could not be kept
// is said, and a token that could not be written leaves the old one.
func TestHostOnAFullDisk(t *testing.T) {
	home, fill := fullHome(t)
	p := startHost(t, home, "p1", snapshots(0))
	conn := dial(t, home)
	check(t, look(t.Context(), conn, "1"))
	check(t, store.RotateKey(home))
	before, err := os.ReadFile(store.KeyFile(home))
	check(t, err)
	fill()
	for range 50 {
		check(t, look(t.Context(), conn, "1"))
	}
	var status protocol.StatusResult
	check(t, conn.Call(t.Context(), protocol.DoorStatus, protocol.NoParams{}, &status))
	if said := strings.Join(status.Warnings, "\n"); !strings.Contains(said, "audit log cannot be written") || !strings.Contains(said, "no space left") {
		t.Errorf("status says %q", said)
	}
	var known *protocol.Error
	if err := store.RotateKey(home); !errors.As(err, &known) || known.Hint == "" {
		t.Errorf("a token on a full disk: %v", err)
	}
	if after, err := os.ReadFile(store.KeyFile(home)); err != nil || string(after) != string(before) {
		t.Errorf("the token is %q, want what it was (%v)", after, err)
	}
	check(t, p.stdin.Close())
	check(t, p.within(t, 2*time.Second))
	noSocket(t, home)
}

// cpu is the processor time that a process has used; 0 where the system has no
// /proc.
func cpu(t *testing.T, pid int) time.Duration {
	t.Helper()
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if os.IsNotExist(err) {
		return 0
	}
	check(t, err)
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after)
	var ticks int
	for _, field := range fields[11:13] { // utime and stime, in hundredths of a second
		n, err := strconv.Atoi(field)
		check(t, err)
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}
