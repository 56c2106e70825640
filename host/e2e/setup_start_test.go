package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestStartAgain: Chrome now and then loads the extension and does not run its
// worker. The first browser of this test cannot start the host, which is the
// same to whoever waits for it; `browser start` starts a second one.
func TestStartAgain(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	wrapper := filepath.Join(p.dir, "chrome")
	script := fmt.Sprintf("#!/bin/sh\n[ -e %[1]s/once ] || { touch %[1]s/once; rm -r %[1]s/profile/NativeMessagingHosts; }\nexec %[2]s \"$@\"\n", p.dir, program(t))
	if err := os.WriteFile(wrapper, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	started := runWith(p, "CANDID_CHROME="+wrapper, "browser", "start", "--headless", "--user-data-dir", filepath.Join(p.dir, "profile"))
	defer p.must("browser", "stop")
	if started.code != 0 || !strings.Contains(started.err, "once more") {
		t.Errorf("browser start: exit %d\n%s%s", started.code, started.out, started.err)
	}
}

// TestStartBrokenOff: a start that is killed leaves a browser behind that nobody
// knows. The next start ends it and starts another.
func TestStartBrokenOff(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	cmd := exec.Command(shared.Bin, "browser", "start", "--headless")
	cmd.Env, cmd.Dir = p.env(), p.dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(p.home, "browser", "default.json")
	for end := time.Now().Add(runLimit); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(state); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the browser was not started")
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	defer p.must("browser", "stop")
	if data, err := os.ReadFile(state); err != nil || !strings.Contains(string(data), `"id": ""`) {
		t.Skipf("it was killed too late: %s %v", data, err)
	}
	p.must("browser", "start", "--headless")
	p.must("status")
}
