package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"candid/host/protocol"
)

// person is someone who sets Candid up on a machine of their own: a home
// directory that is empty at first, and a Chromium that they start by hand.
type person struct {
	t    *testing.T
	dir  string // HOME
	home string // CANDID_HOME
}

func newPerson(t *testing.T) *person {
	t.Helper()
	dir := folder(t)
	return &person{t: t, dir: dir, home: filepath.Join(dir, ".local", "state", "candid")}
}

// folder makes a directory that goes with the test. Unlike t.TempDir it has a
// short path, since a socket's holds 107 bytes, and waits for the last of a
// killed browser's processes, which still write their files.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "cnd")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		err := os.RemoveAll(dir)
		for end := time.Now().Add(5 * time.Second); err != nil && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			err = os.RemoveAll(dir)
		}
		if err != nil {
			t.Errorf("cleaning up: %v", err)
		}
	})
	return dir
}

// env is the person's environment: no CANDID_HOME, since setup alone has to
// make host and command line agree.
func (p *person) env() []string {
	keep := slices.DeleteFunc(os.Environ(), func(pair string) bool {
		return strings.HasPrefix(pair, "HOME=") || strings.HasPrefix(pair, "CANDID_") || strings.HasPrefix(pair, "XDG_")
	})
	return append(keep, "HOME="+p.dir)
}

// said is what a command printed.
type said struct {
	out, err string
	code     int
}

// runLimit bounds a command of a person.
const runLimit = 60 * time.Second

// run runs candid.
func (p *person) run(args ...string) said {
	p.t.Helper()
	return runWith(p, "", args...)
}

// must runs candid, which has to succeed.
func (p *person) must(args ...string) said {
	p.t.Helper()
	s := p.run(args...)
	if s.code != 0 {
		p.t.Fatalf("candid %q: exit %d\n%s%s", args, s.code, s.out, s.err)
	}
	return s
}

// result runs candid with --json and decodes its result.
func result[R any](p *person, args ...string) R {
	p.t.Helper()
	var answer struct {
		Result R               `json:"result"`
		Error  *protocol.Error `json:"error"`
	}
	s := p.run(append(args, "--json")...)
	if err := json.Unmarshal([]byte(s.out), &answer); err != nil {
		p.t.Fatalf("candid %q: %v: %s%s", args, err, s.out, s.err)
	}
	return answer.Result
}

// program is the Chromium that a person starts by hand.
func program(t *testing.T) string {
	t.Helper()
	for _, name := range []string{os.Getenv("CANDID_CHROME"), "chromium", "chromium-browser", "google-chrome-for-testing"} {
		if found, err := exec.LookPath(name); err == nil {
			return found
		}
	}
	t.Fatal("starting by hand needs Chromium: branded Chrome ignores --load-extension; install chromium or set CANDID_CHROME")
	return ""
}

// chromium starts the browser as a person does, with the extension of folder,
// and ends it with the test. More flags may follow.
func (p *person) chromium(profile, folder string, more ...string) *exec.Cmd {
	p.t.Helper()
	preferences := filepath.Join(profile, "Default", "Preferences")
	if err := os.MkdirAll(filepath.Dir(preferences), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(preferences, []byte(`{"extensions":{"ui":{"developer_mode":true}}}`), 0o600); err != nil {
		p.t.Fatal(err)
	}
	flags := slices.Concat([]string{"--load-extension=" + folder, "--headless=new", "--disable-gpu"}, more)
	return p.startProgram(program(p.t), browserFlags(profile, flags...), nil)
}

// browserFlags are a browser's with a profile; it opens nothing and asks nobody.
func browserFlags(profile string, more ...string) []string {
	flags := []string{"--user-data-dir=" + profile, "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"}
	if os.Geteuid() == 0 {
		flags = append(flags, "--no-sandbox", "--disable-dev-shm-usage")
	}
	return slices.Concat(flags, more, []string{"about:blank"})
}

// startProgram starts a program of the person's and ends it with the test.
// Further files are its descriptors from 3 on.
func (p *person) startProgram(path string, args, env []string, files ...*os.File) *exec.Cmd {
	p.t.Helper()
	cmd := exec.Command(path, args...)
	cmd.Env, cmd.Dir, cmd.ExtraFiles = append(p.env(), env...), p.dir, files
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() {
		_ = cmd.Process.Kill() // a test may have ended it already
		_ = cmd.Wait()         // killed, says the error
	})
	return cmd
}

// connected waits for n browsers and returns them.
func (p *person) connected(n int) []protocol.BrowserStatus {
	p.t.Helper()
	var status protocol.StatusResult
	p.until(fmt.Sprintf("%d browsers are connected", n), func() bool {
		status = result[protocol.StatusResult](p, "status")
		return len(status.Browsers) == n
	})
	return status.Browsers
}

// untilLimit is how long things may take in other processes. Two browsers that
// start at once on a machine with forty others at work took 25 s.
const untilLimit = 60 * time.Second

// until polls: what happens here happens in other processes.
func (p *person) until(what string, met func() bool) {
	p.t.Helper()
	for end := time.Now().Add(untilLimit); !met(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("not met within %v: %s", untilLimit, what)
		}
	}
}

// dist is the extension as built.
func dist() string { return filepath.Join(shared.Root, "dist", "extension") }

// buildOf reads the build id in an extension's folder.
func buildOf(t *testing.T, folder string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, "build.json"))
	if err != nil {
		t.Fatal(err)
	}
	var stamp struct {
		Build string `json:"build"`
	}
	if err := json.Unmarshal(data, &stamp); err != nil {
		t.Fatal(err)
	}
	return stamp.Build
}

// runWith is run with one more variable in the environment.
func runWith(p *person, pair string, args ...string) said {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), runLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, shared.Bin, args...)
	cmd.Env, cmd.Dir, cmd.WaitDelay = slices.DeleteFunc(append(p.env(), pair), func(s string) bool { return s == "" }), p.dir, time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if cmd.ProcessState == nil {
		p.t.Fatalf("candid %q: %v", args, err)
	}
	return said{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

func replaceIn(t *testing.T, path, from, to string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte(from)) {
		t.Fatalf("%s does not hold %q: %s", path, from, data)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(data, []byte(from), []byte(to)), 0o644); err != nil {
		t.Fatal(err)
	}
}
