package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"candid/host/protocol"
)

// check is a link as `doctor --json` tells it.
type check struct {
	Name, Detail, Remedy string
	OK                   bool
}

type checkup struct {
	Checks []check
	Fixed  []string
}

// first is the first broken link.
func (c checkup) first() check {
	for _, link := range c.Checks {
		if !link.OK {
			return link
		}
	}
	return check{Name: "nothing", OK: true}
}

// TestDoctorByHand breaks the chain of a real browser link by link, in the
// order in which a person meets the links.
func TestDoctorByHand(t *testing.T) {
	p := newPerson(t)
	profile, loaded := folder(t), filepath.Join(p.dir, "loaded")
	expect := func(link, detail, remedy string) {
		t.Helper()
		got := result[checkup](p, "doctor", "--user-data-dir", profile).first()
		if !strings.HasPrefix(got.Name, link) || !strings.Contains(got.Detail, detail) || !strings.Contains(got.Remedy, remedy) {
			t.Errorf("got %+v, want %s: …%s…, do: …%s…", got, link, detail, remedy)
		}
	}
	expect("manifest", "no manifest at", "candid setup --user-data-dir")
	p.must("setup", "--user-data-dir", profile, "--no-wait")
	expect("extension", "not loaded", "Load unpacked")

	copyFolder(t, filepath.Join(p.home, "extension"), loaded)
	browser := p.chromium(profile, loaded)
	p.connected(1)
	p.healthy(profile)

	// A newer build lies in the folder than the one that runs.
	build := filepath.Join(loaded, "build.json")
	if err := os.WriteFile(build, []byte(`{"build":"000000000000"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	expect("build", "stale", "candid reload")
	if status := result[protocol.StatusResult](p, "status"); !status.Browsers[0].Stale {
		t.Errorf("status does not say stale: %+v", status)
	}
	if err := os.WriteFile(build, []byte(`{"build":"`+buildOf(t, dist())+`"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	before := p.connected(1)[0]
	p.must("reload")
	if after := p.connected(1)[0]; after.PID == before.PID || after.Stale || after.ID != before.ID {
		t.Errorf("reload: before %+v, after %+v", before, after)
	}

	// The host is broken while the browser is closed.
	if err := browser.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	p.until("the browser is gone", func() bool { return p.run("status").code == 3 })
	manifest := filepath.Join(profile, "NativeMessagingHosts", protocol.NativeHost+".json")
	for _, c := range []struct{ from, to, detail string }{
		{filepath.Join(p.home, "bin", "candid"), "/nowhere/candid", "wrong path"},
		{protocol.ExtensionID, "aaaabbbbccccddddeeeeffffgggghhhh", "wrong extension id"},
	} {
		replaceIn(t, manifest, c.from, c.to)
		expect("manifest", c.detail, "candid doctor --fix")
		if fixed := result[checkup](p, "doctor", "--user-data-dir", profile, "--fix"); len(fixed.Fixed) != 1 || strings.HasPrefix(fixed.first().Name, "manifest") {
			t.Errorf("--fix: %+v", fixed)
		}
	}
	p.chromium(profile, loaded)
	p.connected(1)
	p.healthy(profile)
}

// healthy expects a doctor without complaints, a round trip among them.
func (p *person) healthy(profile string) {
	p.t.Helper()
	got := result[checkup](p, "doctor", "--user-data-dir", profile)
	if sick := got.first(); !sick.OK {
		p.t.Errorf("broken: %+v", sick)
	}
	if sick := result[checkup](p, "doctor").first(); !sick.OK {
		p.t.Errorf("without naming the folder: broken: %+v", sick)
	}
	if last := got.Checks[len(got.Checks)-1]; !strings.HasPrefix(last.Name, "round trip") {
		p.t.Errorf("no round trip: %+v", got.Checks)
	}
}

// TestHomesThatCannotBe: the host, and everything else, say exactly why.
func TestHomesThatCannotBe(t *testing.T) {
	p := newPerson(t)
	file := filepath.Join(p.dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(p.dir, "open")
	if err := os.Mkdir(open, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o755); err != nil { // whatever the umask
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ home, want string }{
		"below a file":   {filepath.Join(file, "home"), "not a directory"},
		"open to others": {open, "open to other users"},
		"read-only":      {"/proc/candid", "cannot be made"},
	} {
		t.Run(name, func(t *testing.T) {
			got := runWith(p, "CANDID_HOME="+c.home, "doctor")
			if got.code != 1 || !strings.Contains(got.out, "BROKEN  home") || !strings.Contains(got.out, c.want) {
				t.Errorf("doctor: exit %d\n%s%s", got.code, got.out, got.err)
			}
			if got := runWith(p, "CANDID_HOME="+c.home, "setup", "--user-data-dir", t.TempDir(), "--no-wait"); got.code != 1 || !strings.Contains(got.err, "hint:") {
				t.Errorf("setup: exit %d\n%s%s", got.code, got.out, got.err)
			}
		})
	}
}

// TestStrangeHomes: blanks, letters beyond ASCII, and paths longer than a
// socket's all work.
func TestStrangeHomes(t *testing.T) {
	for name, folder := range map[string]string{
		"blanks and letters": "Ada Łovelace 漢字",
		"200 characters":     strings.Repeat("long-", 39) + "home",
	} {
		t.Run(name, func(t *testing.T) {
			p := newPerson(t)
			p.home = filepath.Join(p.dir, folder)
			started := runWith(p, "CANDID_HOME="+p.home, "browser", "start", "--headless")
			if started.code != 0 {
				t.Fatalf("browser start: %s%s", started.out, started.err)
			}
			if s := runWith(p, "CANDID_HOME="+p.home, "status"); s.code != 0 {
				t.Errorf("status: %s%s", s.out, s.err)
			}
			if s := runWith(p, "CANDID_HOME="+p.home, "browser", "stop"); s.code != 0 {
				t.Errorf("browser stop: %s%s", s.out, s.err)
			}
		})
	}
}
