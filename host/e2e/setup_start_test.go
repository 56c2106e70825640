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

// deafOnce is a browser whose first run cannot start the host: to whoever waits
// for its hello that is the same as an extension whose worker Chrome does not
// run, as happens now and then. It answers the environment and the arguments of
// a start.
func deafOnce(t *testing.T, p *person) (env string, start []string) {
	t.Helper()
	wrapper := filepath.Join(p.dir, "chrome")
	script := fmt.Sprintf("#!/bin/sh\n[ -e %[1]s/once ] || { touch %[1]s/once; rm -r %[1]s/profile/NativeMessagingHosts; }\nexec %[2]s \"$@\"\n", p.dir, program(t))
	if err := os.WriteFile(wrapper, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return "CANDID_CHROME=" + wrapper, []string{"browser", "start", "--headless", "--user-data-dir", filepath.Join(p.dir, "profile")}
}

// TestStartAgain: a browser whose extension does not say hello is started once more.
func TestStartAgain(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	env, start := deafOnce(t, p)
	started := runWith(p, env, start...)
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
	env, start := deafOnce(t, p)
	cmd := exec.Command(shared.Bin, start...)
	cmd.Env, cmd.Dir = append(p.env(), env), p.dir
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
		t.Fatalf("the broken-off start left: %s %v", data, err)
	}
	again := runWith(p, env, start...)
	if again.code != 0 || !strings.Contains(again.err, "broken off") {
		t.Errorf("browser start: exit %d\n%s%s", again.code, again.out, again.err)
	}
	p.must("status")
}
