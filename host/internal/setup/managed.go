package setup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"candid/host/protocol"
)

// EnvManaged, in a browser's environment, tells the host that it starts that
// the browser is ours, and its name: all its tabs are shared.
const (
	EnvManaged = "CANDID_MANAGED"
	EnvName    = "CANDID_BROWSER"
	EnvHome    = "CANDID_HOME"
)

var nameRule = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// Folder is where the managed browsers of a home are kept.
func Folder(home string) string { return filepath.Join(home, "browser") }

// Start starts a managed browser through a keeper, and returns when the
// extension is loaded. The extension has then not yet said hello to the host.
func Start(ctx context.Context, s System, home string, programs Programs, o StartOptions) (Managed, error) {
	if !nameRule.MatchString(o.Name) {
		return Managed{}, protocol.NewError(protocol.CodeUsage, "not a name: "+quote(o.Name), "use up to 32 of a-z, 0-9 and -")
	}
	browser, err := ForManaged(s)
	if err != nil {
		return Managed{}, err
	}
	if !o.Headless && s.GOOS == "linux" && s.Getenv("DISPLAY") == "" && s.Getenv("WAYLAND_DISPLAY") == "" {
		return Managed{}, protocol.NewError(protocol.CodeUsage, "there is no display to open a window on", "add --headless")
	}
	if o.Profile == "" {
		o.Profile = filepath.Join(Folder(home), o.Name)
	}
	if o.Profile, err = filepath.Abs(o.Profile); err != nil {
		return Managed{}, err
	}
	if err := os.MkdirAll(Folder(home), 0o700); err != nil {
		return Managed{}, homeError(Folder(home), err)
	}
	if err := PrepareProfile(o.Profile, programs.Binary); err != nil {
		return Managed{}, err
	}
	return runKeeper(ctx, programs, Order{
		Managed:   Managed{Name: o.Name, Profile: o.Profile, Program: browser.Program(), Args: o.Flags(isRoot())},
		Env:       []string{EnvHome + "=" + home, EnvManaged + "=1", EnvName + "=" + o.Name},
		Extension: programs.Extension,
		Folder:    Folder(home),
	})
}

// Unsandboxed says whether a managed browser runs without Chrome's sandbox.
func (m Managed) Unsandboxed() bool {
	for _, arg := range m.Args {
		if arg == "--no-sandbox" {
			return true
		}
	}
	return false
}

// runKeeper starts a keeper and waits for its report.
func runKeeper(ctx context.Context, programs Programs, order Order) (Managed, error) {
	data, err := json.Marshal(order)
	if err != nil {
		return Managed{}, err
	}
	cmd := exec.Command(programs.Binary, KeeperCommand...)
	cmd.Stdin = bytes.NewReader(data)
	detach(cmd)
	reports, theirs, err := os.Pipe()
	if err != nil {
		return Managed{}, err
	}
	defer reports.Close()
	cmd.Stdout = theirs
	if err := cmd.Start(); err != nil {
		return Managed{}, errors.Join(err, theirs.Close())
	}
	go func() { _ = cmd.Wait() }() // reaped while we live; it outlives us else
	if err := theirs.Close(); err != nil {
		return Managed{}, err
	}
	if deadline, set := ctx.Deadline(); set {
		if err := reports.SetReadDeadline(deadline); err != nil {
			return Managed{}, err
		}
	}
	var report Report
	if err := json.NewDecoder(reports).Decode(&report); err != nil {
		return Managed{}, errors.Join(protocol.NewError(protocol.CodeTimeout, "the browser did not start in time: "+err.Error(), "try again with a longer --timeout"), stopProcess(cmd.Process.Pid))
	}
	if report.Error != nil {
		return Managed{}, report.Error
	}
	return *report.Managed, nil
}

// KeeperCommand are the arguments of a keeper, a hidden command of the binary.
var KeeperCommand = []string{"browser", "keep"}

// Kept is the managed browser of that name, if it is running now.
func Kept(home, name string) (Managed, bool, error) {
	path := lockPath(Folder(home), name)
	if !fileExists(path) {
		return Managed{}, false, nil
	}
	lock := flock.New(path)
	free, err := lock.TryRLock()
	if err != nil {
		return Managed{}, false, err
	}
	if free {
		return Managed{}, false, lock.Unlock()
	}
	data, err := os.ReadFile(statePath(Folder(home), name))
	if errors.Is(err, fs.ErrNotExist) {
		return Managed{}, false, protocol.NewError(protocol.CodeBusy, "the managed browser "+quote(name)+" is just starting or stopping", "try again in a moment")
	}
	if err != nil {
		return Managed{}, false, err
	}
	var m Managed
	if err := json.Unmarshal(data, &m); err != nil {
		return Managed{}, false, err
	}
	return m, true, nil
}

// Identify notes the profile's id in a managed browser's state, once its
// extension has told it.
func Identify(home string, m Managed, id string) error {
	m.ID = id
	return writeState(statePath(Folder(home), m.Name), m)
}

// AllKept lists the managed browsers of a home that are running.
func AllKept(home string) ([]Managed, error) {
	paths, err := filepath.Glob(filepath.Join(Folder(home), "*.lock"))
	if err != nil {
		return nil, err
	}
	var all []Managed
	for _, path := range paths {
		m, running, err := Kept(home, strings.TrimSuffix(filepath.Base(path), ".lock"))
		switch {
		case err != nil && asError(err).Code != protocol.CodeBusy:
			return nil, err
		case running:
			all = append(all, m)
		}
	}
	return all, nil
}

// stopPoll is how often Stop looks whether the keeper has gone.
const stopPoll = 25 * time.Millisecond

// Stop ends a managed browser and waits until it is gone.
func Stop(ctx context.Context, home, name string) (Managed, error) {
	m, running, err := Kept(home, name)
	if err != nil {
		return m, err
	}
	if !running {
		return m, protocol.NewError(protocol.CodeNoBrowser, "no managed browser "+quote(name)+" is running", "start it with: candid browser start")
	}
	if err := stopProcess(m.Keeper); err != nil {
		return m, err
	}
	lock := flock.New(lockPath(Folder(home), name))
	if gone, err := lock.TryLockContext(ctx, stopPoll); err != nil || !gone {
		return m, protocol.NewError(protocol.CodeTimeout, "the managed browser "+quote(name)+" did not end in time", "try again with a longer --timeout")
	}
	return m, lock.Unlock() // the file stays: removing a lock that others may open splits it in two
}
