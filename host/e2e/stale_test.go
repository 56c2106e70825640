package e2e

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"candid/host/protocol"
)

// TestChromeServesTheOldWorker changes the build in the extension's folder while
// the browser is closed. Chrome keeps a worker's script in the profile and goes
// on serving it (measured), so the old build runs over the new folder: every
// answer says so until a reload mends it.
func TestChromeServesTheOldWorker(t *testing.T) {
	p := newPerson(t)
	profile, loaded := folder(t), filepath.Join(p.dir, "loaded")
	p.must("setup", "--user-data-dir", profile, "--no-wait")
	copyFolder(t, filepath.Join(p.home, "extension"), loaded)
	old, next := buildOf(t, loaded), "0123456789ab"
	browser := p.chromium(profile, loaded)
	if running := p.connected(1)[0]; running.Build != old || running.Stale {
		t.Fatalf("at first: %+v, want build %s, not stale", running, old)
	}
	if err := browser.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	p.until("the browser is gone", func() bool { return p.run("status").code == 3 })
	for _, file := range []string{"worker.js", "build.json"} {
		replaceIn(t, filepath.Join(loaded, file), old, next)
	}

	p.chromium(profile, loaded)
	if running := p.connected(1)[0]; running.Build != old || !running.Stale {
		t.Fatalf("started anew: %+v, want the old build %s, stale", running, old)
	}
	if sick := result[checkup](p, "doctor", "--user-data-dir", profile).first(); !strings.HasPrefix(sick.Name, "build") || !strings.Contains(sick.Remedy, "candid reload") {
		t.Errorf("doctor: %+v", sick)
	}
	tabs := result[protocol.TabsResult](p, "tabs")
	if warnings := strings.Join(tabs.Warnings, " "); !strings.Contains(warnings, old) || !strings.Contains(warnings, next) {
		t.Errorf("an answer warns: %q, want both builds", warnings)
	}
	p.must("reload")
	if running := p.connected(1)[0]; running.Build != next || running.Stale {
		t.Errorf("after reload: %+v, want build %s, not stale", running, next)
	}
}
