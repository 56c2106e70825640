package main

import (
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
