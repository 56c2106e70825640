package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"candid/host/internal/door/client"
	"candid/host/internal/link/linktest"
	"candid/host/protocol"
)

// inProcess is a whole host in this process, with a fake extension.
type inProcess struct {
	home  string
	ext   *linktest.Extension
	close func() error // ends the port and waits for the host
}

// startInProcess starts a host over pipes.
func startInProcess(t *testing.T, handlers map[string]linktest.Handler) *inProcess {
	t.Helper()
	home := t.TempDir()
	t.Setenv("CANDID_HOME", home)
	fromExt, toHost := io.Pipe()
	fromHost, toExt := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := host(context.Background(), fromExt, toExt)
		ended <- errors.Join(err, toExt.Close())
	}()
	ext, err := linktest.Start(fromHost, toHost, linktest.Hello("p1"), handlers)
	check(t, err)
	p := &inProcess{home: home, ext: ext}
	p.close = sync.OnceValue(func() error {
		err := errors.Join(toHost.Close(), <-ended)
		<-ext.Done()
		return err
	})
	t.Cleanup(func() { check(t, p.close()) })
	return p
}

// snapshots is a fake page a tab, whose text and button name the tab.
func snapshots(work time.Duration) map[string]linktest.Handler {
	handlers := linktest.Usual()
	handlers[protocol.MethodSnapshot] = func(call protocol.Call, cancelled <-chan struct{}) (any, *protocol.Error) {
		var asked protocol.SnapshotCall
		if err := json.Unmarshal(call.Params, &asked); err != nil {
			return nil, protocol.NewError(protocol.CodeUsage, err.Error(), "")
		}
		select {
		case <-time.After(work):
		case <-cancelled:
			return nil, protocol.NewError(protocol.CodeCancelled, "cancelled", "")
		}
		return fakePage(asked.Tab), nil
	}
	return handlers
}

// fakePage is the one frame of a tab.
func fakePage(tab string) protocol.SnapshotReply {
	ledger := "3t\t\tText of tab " + tab + "\n3k\t1\tbutton\tbutton\t\tPress " + tab + "\n"
	return protocol.SnapshotReply{
		Tab: tab, URL: "https://" + tab + ".example/", Title: "Tab " + tab, Loaded: true,
		Frames: []protocol.FrameLedger{{
			Parent: -1, URL: "https://" + tab + ".example/", Document: "d" + tab,
			Walk: &protocol.WalkResult{OK: true, Nonce: "n" + tab, Index: -1, Ledger: ledger, Gone: []int{}, Elements: 2},
		}},
	}
}

// look takes a snapshot and checks that it is of the tab.
func look(ctx context.Context, conn *client.Conn, tab string) error {
	var result protocol.SnapshotResult
	if err := conn.Call(ctx, protocol.DoorSnapshot, protocol.SnapshotParams{Tab: tab}, &result); err != nil {
		return err
	}
	if !result.Complete || result.Tab != tab || !strings.Contains(result.Text, "Text of tab "+tab+"\n") || result.Count.Controls != 1 {
		return fmt.Errorf("tab %s got %+v", tab, result)
	}
	return nil
}

// 200 agents at once, 50 snapshots each: no error, no cross-talk, and nothing
// is left when they have gone.
func TestTwoHundredAgents(t *testing.T) {
	before := goleak.IgnoreCurrent()
	p := startInProcess(t, snapshots(0))
	files := openFiles(t)
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	var failed atomic.Int32
	var agents sync.WaitGroup
	for n := range 200 {
		agents.Go(func() {
			if err := fiftyLooks(p.home, strconv.Itoa(n)); err != nil && failed.Add(1) < 5 {
				t.Error(err)
			}
		})
	}
	agents.Wait()
	if failed.Load() > 0 {
		t.Errorf("%d agents failed", failed.Load())
	}
	if got := p.ext.Calls(protocol.MethodSnapshot); got != 200*50 {
		t.Errorf("%d snapshots, want %d", got, 200*50)
	}
	waitFor(t, func() bool { return openFiles(t) <= files+2 })
	check(t, p.close())
	if err := goleak.Find(before); err != nil {
		t.Error(err)
	}
	var after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(memory.HeapAlloc); grown > 16<<20 {
		t.Errorf("%d MiB more in use", grown>>20)
	}
}

// fiftyLooks is one agent's work on its own tab.
func fiftyLooks(home, tab string) error {
	conn, err := client.Dial(context.Background(), client.Options{Home: home, Agent: "agent" + tab})
	if err != nil {
		return err
	}
	defer conn.Close()
	for range 50 {
		if err := look(context.Background(), conn, tab); err != nil {
			return err
		}
	}
	return nil
}

// openFiles counts this process's descriptors.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		entries, err = os.ReadDir("/dev/fd")
	}
	check(t, err)
	return len(entries)
}

// A well-behaved agent's p95 at most doubles while another floods. The page
// takes 20 ms, as a middling real one does. Three tries, since the machine may
// have other work: the claim is about the host. The race detector makes the
// host's part ten times as long and not the page's, so that under it the factor
// says nothing; being served at all still does.
func TestFloodLeavesOthersTheirPace(t *testing.T) {
	p := startInProcess(t, snapshots(20*time.Millisecond))
	calm, err := client.Dial(t.Context(), client.Options{Home: p.home, Agent: "calm"})
	check(t, err)
	defer calm.Close()
	var said string
	for range 3 {
		alone := p95(t, calm)
		stop := flood(t, p.home, 10_000)
		together := p95(t, calm)
		stop()
		said = fmt.Sprintf("p95 alone %v, beside a flood %v", alone, together)
		if together <= 2*alone || raced && together < time.Second {
			t.Log(said)
			return
		}
	}
	t.Error(said)
}

// p95 is the 95th percentile of 100 snapshots.
func p95(t *testing.T, conn *client.Conn) time.Duration {
	t.Helper()
	var took []time.Duration
	for range 100 {
		start := time.Now()
		check(t, look(t.Context(), conn, "1"))
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	return took[94]
}

// flood sends requests without waiting for answers, and returns how to end it.
func flood(t *testing.T, home string, requests int) func() {
	t.Helper()
	conn, err := client.Dial(t.Context(), client.Options{Home: home, Agent: "flood"})
	check(t, err)
	ctx, stop := context.WithCancel(t.Context())
	var sending sync.WaitGroup
	var busy, done atomic.Int32
	for range requests {
		sending.Go(func() {
			err := look(ctx, conn, "2")
			var known *protocol.Error
			switch {
			case err == nil:
				done.Add(1)
			case errors.As(err, &known) && known.Code == protocol.CodeBusy:
				busy.Add(1)
			}
		})
	}
	return func() {
		stop()
		conn.Close()
		sending.Wait()
		if busy.Load() == 0 {
			t.Errorf("the flood was served whole: %d done", done.Load())
		}
	}
}

// A state directory that cannot be written costs what it holds, and no more.
func TestDirectoriesThatCannotBeMade(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"spill", "audit", "log", "door"} {
		check(t, os.WriteFile(filepath.Join(home, name), nil, 0o600))
	}
	check(t, os.WriteFile(filepath.Join(home, "config.toml"), []byte("[tcp]\nport = 1\n"), 0o600))
	startHost(t, home, "p1", snapshots(0))
	conn := dial(t, home)
	check(t, look(t.Context(), conn, "1"))
	var status protocol.StatusResult
	check(t, conn.Call(t.Context(), protocol.DoorStatus, protocol.NoParams{}, &status))
	said := strings.Join(status.Warnings, "\n")
	for _, want := range []string{"nothing can be spilled", "log goes to stderr", "audit log cannot be written", "loopback TCP is not open"} {
		if !strings.Contains(said, want) {
			t.Errorf("status does not say %q: %s", want, said)
		}
	}
}

func TestBrokenConfigurationIsSaidAndNotFatal(t *testing.T) {
	home := t.TempDir()
	check(t, os.WriteFile(filepath.Join(home, "config.toml"), []byte("[tcp]\nprot = 1\n"), 0o600))
	startHost(t, home, "p1", linktest.Usual())
	var status protocol.StatusResult
	check(t, dial(t, home).Call(t.Context(), protocol.DoorStatus, protocol.NoParams{}, &status))
	if said := strings.Join(status.Warnings, "\n"); !strings.Contains(said, "config.toml:2:1") {
		t.Errorf("status says %s", said)
	}
}
