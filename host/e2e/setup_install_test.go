package e2e

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"candid/host/internal/testkit"
	"candid/host/protocol"
)

// formURL serves the form page under the address that its capture shows.
func formURL(t *testing.T) string { t.Helper(); return shared.Site.Show(t, formPage(t)) }

func formPage(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(shared.Root, "testdata", "pages", "form.html"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestSetupByHand is the README's way into a person's own browser: setup, then
// a Chromium that the person starts; two of them are told apart; uninstall
// leaves nothing behind.
func TestSetupByHand(t *testing.T) {
	p := newPerson(t)
	before := testkit.Tree(t, p.dir)
	profiles := []string{folder(t), folder(t)}
	for _, profile := range profiles {
		s := p.must("setup", "--user-data-dir", profile, "--no-wait")
		if want := filepath.Join(profile, "NativeMessagingHosts", protocol.NativeHost+".json"); !strings.Contains(s.err, "wrote "+want) {
			t.Errorf("setup does not say that it wrote %s:\n%s", want, s.err)
		}
		p.chromium(profile, dist())
	}
	browsers := p.connected(2)
	for _, b := range browsers {
		if b.Build != buildOf(t, dist()) || b.Stale || !b.Connected || b.ID == "" {
			t.Errorf("got %+v, want build %s, not stale", b, buildOf(t, dist()))
		}
	}
	if s := p.run("tabs"); s.code != 1 || !strings.Contains(s.err, "ambiguous_browser") {
		t.Errorf("two browsers: exit %d %s, want 1 and ambiguous_browser", s.code, s.err)
	}
	for _, b := range browsers {
		p.openSnapshotClose(b.ID)
	}
	s := p.must("uninstall")
	for _, profile := range profiles {
		if _, err := os.Stat(filepath.Join(profile, "NativeMessagingHosts")); err == nil {
			t.Errorf("uninstall left %s:\n%s", profile, s.out)
		}
	}
	if after := testkit.Tree(t, p.dir); !slices.Equal(before, withoutBrowserFiles(after)) {
		t.Errorf("uninstall left %q", after)
	}
}

// withoutBrowserFiles leaves out what Chromium itself puts into a HOME.
func withoutBrowserFiles(paths []string) []string {
	return slices.DeleteFunc(paths, func(path string) bool {
		for _, own := range []string{"/.pki", "/.cache", "/.config", "/.local/share"} {
			if strings.Contains(path, own) {
				return true
			}
		}
		return strings.HasSuffix(path, "/.local") // holds share
	})
}

func (p *person) openSnapshotClose(browser string) {
	p.t.Helper()
	opened := result[protocol.OpenResult](p, "open", formURL(p.t), "--browser", browser)
	if opened.Tab == "" || !opened.Loaded || opened.Title != "Create a form" {
		p.t.Fatalf("open: %+v", opened)
	}
	snapshot := result[protocol.SnapshotResult](p, "snapshot", "--tab", opened.Tab, "--browser", browser)
	if !snapshot.Complete || snapshot.Count.Controls != 8 || !strings.Contains(snapshot.Text, `"Form title"`) {
		p.t.Errorf("snapshot: complete %v, %d controls\n%s", snapshot.Complete, snapshot.Count.Controls, snapshot.Text)
	}
	p.must("close", "--tab", opened.Tab, "--browser", browser)
	if s := p.run("snapshot", "--tab", opened.Tab, "--browser", browser); s.code != 1 || !strings.Contains(s.err, "tab_not_found") {
		p.t.Errorf("a closed tab: exit %d %s, want 1 and tab_not_found", s.code, s.err)
	}
}

// TestSetupAsANewUser is the README's way from an empty home: setup says the
// three clicks, waits for the extension, and shows the first snapshot by
// itself; uninstall leaves the home as it was.
func TestSetupAsANewUser(t *testing.T) {
	p := newPerson(t)
	claude := filepath.Join(p.dir, ".claude.json")
	if err := os.WriteFile(claude, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := testkit.Tree(t, p.dir)
	waiting := p.beginSetup("setup", "--browser", "chromium", "--mcp", "claude", "--timeout", "60s")
	p.chromium(filepath.Join(p.dir, ".config", "chromium"), filepath.Join(p.home, "extension"))
	out := waiting()
	for _, want := range []string{"connected: ", "the first snapshot", "Candid is connected", `"Your name"`, "-- complete"} {
		if !strings.Contains(out, want) {
			t.Errorf("setup does not print %q:\n%s", want, out)
		}
	}
	entry, err := os.ReadFile(claude)
	if err != nil || !strings.Contains(string(entry), filepath.Join(p.home, "bin", "candid")) {
		t.Errorf("the MCP client has no entry: %v %s", err, entry)
	}
	// A second setup is an upgrade: nothing to wait for.
	if s := p.must("setup", "--browser", "chromium"); !strings.Contains(s.out, "the first snapshot") {
		t.Errorf("setup again:\n%s%s", s.out, s.err)
	}
	p.must("uninstall")
	if after := withoutBrowserFiles(testkit.Tree(t, p.dir)); !slices.Equal(before, after) {
		t.Errorf("after uninstall: %q, want %q", after, before)
	}
	if _, err := os.Stat(filepath.Join(p.dir, ".config", "chromium", "NativeMessagingHosts")); err == nil {
		t.Error("the manifest's folder is still there")
	}
	if text, err := os.ReadFile(claude); err != nil || string(text) != "{}\n" {
		t.Errorf("the MCP client's file: %v %q, want what it was", err, text)
	}
}

// beginSetup starts a setup and returns once it waits for the extension; the
// function it returns waits for its end and gives what it printed.
func (p *person) beginSetup(args ...string) (end func() string) {
	p.t.Helper()
	cmd := exec.Command(shared.Bin, args...)
	cmd.Env, cmd.Dir = p.env(), p.dir
	stderr, err := cmd.StderrPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	var out strings.Builder
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	var told strings.Builder
	lines := bufio.NewScanner(stderr)
	for lines.Scan() && !strings.Contains(lines.Text(), "waiting for the extension") {
		told.WriteString(lines.Text() + "\n")
	}
	if !strings.Contains(told.String(), "Load unpacked") || !strings.Contains(told.String(), filepath.Join(p.home, "extension")) {
		p.t.Errorf("setup does not tell the clicks:\n%s", told.String())
	}
	return func() string {
		p.t.Helper()
		rest, err := io.ReadAll(stderr)
		if err != nil {
			p.t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			p.t.Fatalf("setup: %v\n%s%s", err, out.String(), rest)
		}
		return out.String()
	}
}

// TestManagedByName: several managed browsers at once, each with its profile;
// when one is killed, its host and its socket are gone within 2 s.
func TestManagedByName(t *testing.T) {
	p := newPerson(t)
	type startResult struct {
		ID, Name, Profile string
		PID               int
		Already           bool
	}
	one := result[startResult](p, "browser", "start", "--headless", "--name", "one")
	two := result[startResult](p, "browser", "start", "--headless", "--name", "two")
	t.Cleanup(func() { p.run("browser", "stop", "--all") })
	if one.ID == "" || two.ID == "" || one.ID == two.ID || one.PID == 0 || one.Profile == two.Profile {
		t.Fatalf("got %+v and %+v", one, two)
	}
	if again := result[startResult](p, "browser", "start", "--headless", "--name", "one"); again.ID != one.ID || again.PID != one.PID || !again.Already {
		t.Errorf("started again: %+v, want %+v", again, one)
	}
	p.connected(2)
	p.openSnapshotClose("two")
	host := result[protocol.StatusResult](p, "status", "--browser", "one").Browsers[0].PID
	if err := process(t, one.PID).Kill(); err != nil {
		t.Fatal(err)
	}
	killed := time.Now()
	socket := filepath.Join(p.home, "run", one.ID+".sock")
	p.until("host and socket are gone", func() bool {
		_, err := os.Stat(socket)
		return os.IsNotExist(err) && ended(t, host)
	})
	if took := time.Since(killed); took > 2*time.Second {
		t.Errorf("host and socket were gone after %v, want within 2 s", took)
	}
	p.until("its keeper has ended too", func() bool { return p.run("browser", "stop", "--name", "one").code == 3 })
	p.must("browser", "stop", "--name", "two")
	if s := p.run("status"); s.code != 3 {
		t.Errorf("after stop: exit %d %s%s, want 3", s.code, s.out, s.err)
	}
}

// ended tells whether a process has ended. One that its new parent has not yet
// waited for (a zombie; some take seconds) still takes signals.
func ended(t *testing.T, pid int) bool {
	t.Helper()
	if process(t, pid).Signal(syscall.Signal(0)) != nil {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && bytes.Contains(stat, []byte(") Z "))
}

func process(t *testing.T, pid int) *os.Process {
	t.Helper()
	found, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	return found
}
