// Package rig runs the whole of Candid for a test, as a person and an agent
// have it: the built binary, the built extension, a managed headless Chromium
// that the CLI itself starts, and loopback sites with pages. What happened in
// a page is judged through Chromium's own debug port, never through Candid,
// so that a mistake of ours cannot vouch for itself.
package rig

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"candid/build/devtools"
	"candid/build/sources"
)

// startLimit bounds `browser start`: a cold Chromium with a fresh profile on
// two busy cores needs up to 8 s. Smaller: false failures on a busy machine;
// larger: a start that hangs is noticed late.
const startLimit = 60 * time.Second

// keepVariable keeps the home, with the host's log, for looking into a failure.
const keepVariable = "CANDID_E2E_KEEP"

// Rig is one running browser with its host. Its methods may be called
// concurrently; Close once, at the end.
type Rig struct {
	Root string // the repository
	Bin  string // the candid binary
	Home string // CANDID_HOME of this run
	Site *Site
	CDP  *devtools.Client
	TCP  int // port of the host's loopback listener

	display   string // X display of a browser with windows, "" for a headless one
	debugPort int
	profile   string // the managed browser's own folder
}

// IsProfile says whether a folder is the browser's own profile, which Candid
// does not write.
func (r *Rig) IsProfile(dir string) bool { return dir == r.profile }

// Start builds what is stale, starts the sites and a headless browser.
func Start(ctx context.Context) (*Rig, error) { return StartOn(ctx, "") }

// StartOn is Start with a browser that opens windows on an X display.
func StartOn(ctx context.Context, display string) (*Rig, error) {
	root, err := sources.Root()
	if err != nil {
		return nil, err
	}
	return startIn(ctx, root, display)
}

// StartIn is Start with the sources in a folder, for a test that changes them.
func StartIn(ctx context.Context, root string) (*Rig, error) { return startIn(ctx, root, "") }

func startIn(ctx context.Context, root, display string) (*Rig, error) {
	if err := build(ctx, root); err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "cnd") // short: a socket path holds 107 bytes
	if err != nil {
		return nil, err
	}
	r := &Rig{Root: root, Bin: filepath.Join(root, "dist", "candid"), Home: home, display: display}
	if r.Site, err = NewSite(filepath.Join(root, "testdata", "cases"), filepath.Join(root, "testdata", "pages")); err != nil {
		return nil, err
	}
	if err := r.configure(); err != nil {
		return nil, err
	}
	if err := r.startBrowser(ctx); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// configure turns the loopback listener on, so that every test runs with all
// doors open.
func (r *Rig) configure() error {
	port, err := devtools.FreePort()
	if err != nil {
		return err
	}
	r.TCP = port
	return os.WriteFile(filepath.Join(r.Home, "config.toml"), fmt.Appendf(nil, "[tcp]\nport = %d\n", port), 0o600)
}

func (r *Rig) startBrowser(ctx context.Context) error {
	port, err := devtools.FreePort()
	if err != nil {
		return err
	}
	r.debugPort = port
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	command := []string{"browser", "start", "--debug-port", strconv.Itoa(port)}
	if r.display == "" {
		command = append(command, "--headless")
	}
	started := r.Agent("rig", r.Home).RunContext(ctx, command...)
	if !started.OK {
		return fmt.Errorf("browser start: %s", started)
	}
	var browser struct {
		Profile string `json:"profile"`
	}
	if err := json.Unmarshal(started.Result, &browser); err != nil {
		return fmt.Errorf("browser start: %w", err)
	}
	r.profile = browser.Profile
	r.CDP, err = devtools.Dial(ctx, port)
	return err
}

// Close stops the browser and says what is left that should not be: processes
// that belong to this home, sockets in it.
func (r *Rig) Close() error {
	var errs []error
	if r.CDP != nil {
		errs = append(errs, r.CDP.Close())
	}
	if stopped := r.Agent("rig", r.Home).Run("browser", "stop"); !stopped.OK && r.CDP != nil {
		errs = append(errs, fmt.Errorf("browser stop: %s", stopped))
	}
	errs = append(errs, r.leftovers(), r.Site.Close())
	if os.Getenv(keepVariable) != "" {
		fmt.Fprintln(os.Stderr, "rig: kept", r.Home)
		return errors.Join(errs...)
	}
	return errors.Join(append(errs, os.RemoveAll(r.Home))...)
}

// leftoverLimit is how long processes may take to end after `browser stop`:
// the host has 2 s after its port closes, Chromium its own shutdown.
const leftoverLimit = 8 * time.Second

func (r *Rig) leftovers() error {
	var pids, sockets []string
	for end := time.Now().Add(leftoverLimit); ; time.Sleep(100 * time.Millisecond) {
		pids, sockets = r.processes(), r.sockets()
		if len(pids)+len(sockets) == 0 {
			return nil
		}
		if time.Now().After(end) {
			break
		}
	}
	for _, pid := range pids {
		endProcess(pid)
	}
	return fmt.Errorf("left behind after browser stop: processes %q, sockets %q", pids, sockets)
}

func (r *Rig) sockets() (found []string) {
	err := filepath.WalkDir(filepath.Join(r.Home, "run"), func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type()&os.ModeSocket != 0 {
			found = append(found, path)
		}
		return nil
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		found = append(found, err.Error())
	}
	return found
}

// processes lists "pid command" of every process that was started with this
// rig's home, in its environment or its arguments.
func (r *Rig) processes() (found []string) {
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return []string{err.Error()}
	}
	for _, dir := range dirs {
		pid := filepath.Base(dir)
		if pid == strconv.Itoa(os.Getpid()) {
			continue
		}
		command, errCommand := os.ReadFile(filepath.Join(dir, "cmdline"))
		environ, errEnviron := os.ReadFile(filepath.Join(dir, "environ"))
		if errCommand != nil || errEnviron != nil || len(command) == 0 {
			continue // ended meanwhile, or not ours to read
		}
		if strings.Contains(string(command), r.Home) || strings.Contains(string(environ), "CANDID_HOME="+r.Home) {
			found = append(found, pid+" "+strings.ReplaceAll(string(command), "\x00", " "))
		}
	}
	return found
}

func endProcess(line string) {
	pid, _, _ := strings.Cut(line, " ")
	n, err := strconv.Atoi(pid)
	if err != nil {
		return
	}
	process, err := os.FindProcess(n)
	if err != nil {
		return
	}
	if err := process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		fmt.Fprintf(os.Stderr, "rig: process %d: %v\n", n, err)
	}
}
