package check

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"candid/build/devtools"
	"candid/host/protocol"
)

// agent is one way in that the checks share with every agent: the built binary,
// with a home of its own and a managed browser in it.
type agent struct {
	binary  string
	home    string // "" for the caller's own
	browser string // id of the browser to use; "" for the only one
	port    int    // the browser's DevTools port; 0 when it has none
}

// startBrowser starts a managed browser with the build in dist.
func startBrowser(ctx context.Context, dist string) (*agent, error) {
	home, err := os.MkdirTemp("", "candid-check-")
	if err != nil {
		return nil, err
	}
	port, err := devtools.FreePort()
	if err != nil {
		return nil, err
	}
	a := &agent{binary: binaryIn(dist), home: home, port: port}
	if err := a.run(ctx, nil, "browser", "start", "--headless", "--debug-port", fmt.Sprint(port)); err != nil {
		return nil, errors.Join(fmt.Errorf("start of the browser: %w", err), os.RemoveAll(home))
	}
	return a, nil
}

// binaryIn is the binary of a build.
func binaryIn(dist string) string {
	name := "candid"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(dist, name)
}

// stop ends the browser and removes its home.
func (a *agent) stop() error {
	const patience = 20 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := a.run(ctx, nil, "browser", "stop")
	return errors.Join(err, os.RemoveAll(a.home))
}

// run runs a command of the binary with --json and decodes its result. A
// failure of the command is a *protocol.Error.
func (a *agent) run(ctx context.Context, result any, args ...string) error {
	args = append(args, "--json")
	if a.browser != "" {
		args = append(args, "--browser", a.browser)
	}
	cmd := exec.CommandContext(ctx, a.binary, args...)
	cmd.Env = append(os.Environ(), "CANDID_AGENT=check")
	if a.home != "" {
		cmd.Env = append(cmd.Env, "CANDID_HOME="+a.home)
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	failed := cmd.Run()
	var answer struct {
		OK     bool            `json:"ok"`
		Result json.RawMessage `json:"result"`
		Error  *protocol.Error `json:"error"`
	}
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
		return fmt.Errorf("candid %v answered no JSON: %w: %s%s", args, errors.Join(failed, err), out.Bytes(), errs.Bytes())
	}
	switch {
	case answer.Error != nil:
		return answer.Error
	case !answer.OK:
		return fmt.Errorf("candid %v: neither ok nor an error: %s", args, out.Bytes())
	case result == nil:
		return nil
	}
	return json.Unmarshal(answer.Result, result)
}

// open opens a page and answers its tab.
func (a *agent) open(ctx context.Context, url string) (string, error) {
	var opened protocol.OpenResult
	err := a.run(ctx, &opened, "open", url)
	return opened.Tab, err
}

// snapshot takes a snapshot of a tab.
func (a *agent) snapshot(ctx context.Context, tab string, flags ...string) (protocol.SnapshotResult, error) {
	var taken protocol.SnapshotResult
	err := a.run(ctx, &taken, append([]string{"snapshot", "--tab", tab}, flags...)...)
	return taken, err
}

// worker opens a session on the extension's service worker, once it runs; done
// ends the connection.
func (a *agent) worker(ctx context.Context) (session *devtools.Session, done func() error, err error) {
	port, err := devtools.Dial(ctx, a.port)
	if err != nil {
		return nil, nil, err
	}
	const every = 50 * time.Millisecond
	for {
		worker, err := port.Worker(ctx, protocol.ExtensionOrigin)
		if err == nil {
			session, err = port.Attach(ctx, worker.ID)
		}
		if err == nil {
			return session, port.Close, nil
		}
		if !errors.Is(err, devtools.ErrNoWorker) {
			return nil, nil, errors.Join(err, port.Close())
		}
		select {
		case <-ctx.Done():
			return nil, nil, errors.Join(err, ctx.Err(), port.Close())
		case <-time.After(every):
		}
	}
}
