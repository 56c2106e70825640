package setup

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"candid/host/protocol"
)

// The keeper is a small process that outlives the command that started it. It
// holds the managed browser's DevTools pipe, because the browser exits when
// that pipe closes: so the browser cannot be left behind, whatever ends the
// keeper.

// Order is what a keeper is to do; it reads it as JSON from its stdin.
type Order struct {
	Managed   Managed  `json:"managed"` // without the two process ids
	Env       []string `json:"env"`     // added to the browser's environment
	Extension string   `json:"extension"`
	Folder    string   `json:"folder"` // <home>/browser
}

// Report is what a keeper answers on its stdout, once.
type Report struct {
	Managed *Managed        `json:"managed,omitempty"`
	Error   *protocol.Error `json:"error,omitempty"`
}

// closeGrace is how long a browser may take to close by itself when asked to.
// Shorter, and it is killed while it writes its profile; longer, and `stop`
// seems to hang. A browser with 26 tabs took 0.4 s.
const closeGrace = 5 * time.Second

// loadGrace is how long a browser may take from its start to the answer that
// the extension is loaded. A cold start on a busy two-core machine took 6 s.
const loadGrace = 45 * time.Second

// Keep runs a keeper to the browser's end. It returns the process exit code.
func Keep(in io.Reader, out io.Writer) int {
	var order Order
	if err := json.NewDecoder(in).Decode(&order); err != nil {
		return answer(out, nil, protocol.NewError(protocol.CodeUsage, "a keeper reads its order from stdin: "+err.Error(), "use: candid browser start"))
	}
	lock := flock.New(lockPath(order.Folder, order.Managed.Name))
	if held, err := lock.TryLock(); err != nil || !held {
		return answer(out, nil, protocol.NewError(protocol.CodeBusy, "the managed browser "+quote(order.Managed.Name)+" is running already", "stop it with: candid browser stop --name "+order.Managed.Name))
	}
	defer func() { _ = lock.Unlock() }() // the process ends here, and the lock with it
	return keep(order, out)
}

func keep(order Order, out io.Writer) int {
	stop, release := signal.NotifyContext(context.Background(), stopSignals...)
	defer release()
	browser, err := launch(order)
	if err != nil {
		return answer(out, nil, err)
	}
	defer browser.end()
	if err := browser.load(stop, order.Extension); err != nil {
		return answer(out, nil, err)
	}
	state := order.Managed
	state.PID, state.Keeper = browser.cmd.Process.Pid, os.Getpid()
	path := statePath(order.Folder, state.Name)
	if err := writeState(path, state); err != nil {
		return answer(out, nil, err)
	}
	defer func() { _ = os.Remove(path) }() // a leftover is recognised by the lock
	if code := answer(out, &state, nil); code != 0 {
		return code
	}
	select {
	case <-stop.Done():
	case <-browser.exited:
		keepLastWords(order, browser)
	}
	return 0
}

// keepLastWords leaves what a browser printed before it ended by itself, for
// those who wonder where it went. Nobody is left to tell when that fails.
func keepLastWords(order Order, r *running) {
	text := time.Now().Format(time.RFC3339) + " the browser ended: " + r.cmd.ProcessState.String() + "\n" + r.log.String()
	_ = os.WriteFile(logPath(order.Folder, order.Managed.Name), []byte(text), 0o600)
}

// answer writes the report; stdout is closed after it, so that a caller that
// waits for its end is not held.
func answer(out io.Writer, managed *Managed, err error) int {
	report := Report{Managed: managed}
	if err != nil {
		report.Error = asError(err)
	}
	failed := json.NewEncoder(out).Encode(report)
	if closer, ok := out.(io.Closer); ok {
		failed = closer.Close()
	}
	if err != nil || failed != nil {
		return 1
	}
	return 0
}

func writeState(path string, state Managed) error {
	data, err := json.MarshalIndent(state, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(path, append(data, '\n'), 0o600)
}

func statePath(folder, name string) string { return filepath.Join(folder, name+".json") }
func lockPath(folder, name string) string  { return filepath.Join(folder, name+".lock") }
func logPath(folder, name string) string   { return filepath.Join(folder, name+".log") }

// running is a browser and the pipe to it.
type running struct {
	cmd    *exec.Cmd
	pipe   *pipe
	log    *tail
	exited chan struct{}
}

// launch starts the browser with its two pipe ends.
func launch(order Order) (*running, error) {
	r := &running{cmd: exec.Command(order.Managed.Program, order.Managed.Args...), log: &tail{}, exited: make(chan struct{})}
	r.cmd.Env = append(os.Environ(), order.Env...)
	r.cmd.Stdout, r.cmd.Stderr = r.log, r.log
	r.cmd.WaitDelay = time.Second // its children inherit stderr and may outlive it
	var err error
	if r.pipe, err = newPipe(r.cmd); err != nil {
		return nil, fmt.Errorf("making the DevTools pipe: %w", err)
	}
	if err := r.cmd.Start(); err != nil {
		return nil, protocol.NewError(protocol.CodeNoBrowser, "the browser did not start: "+err.Error(), "is "+order.Managed.Program+" a browser? set CANDID_CHROME to another one")
	}
	r.pipe.started()
	go func() {
		_ = r.cmd.Wait() // how a browser ends is told by its output, kept in log
		close(r.exited)
	}()
	return r, nil
}

// load loads the extension, and turns a browser that dies meanwhile into an
// error that holds its last words.
func (r *running) load(ctx context.Context, extension string) error {
	ctx, cancel := context.WithTimeout(ctx, loadGrace)
	defer cancel()
	id, err := r.pipe.loadUnpacked(ctx, extension)
	switch {
	case err == nil && id == protocol.ExtensionID:
		return nil
	case err == nil:
		return protocol.NewError(protocol.CodeInternal, "the extension in "+extension+" has the id "+id+", not ours", "build it again: go run ./build")
	}
	select {
	case <-r.exited:
		return protocol.NewError(protocol.CodeNoBrowser, "the browser ended at once: "+r.log.last(), startHint(r.log.String()))
	case <-time.After(closeGrace):
		return protocol.NewError(protocol.CodeInternal, "the browser did not load the extension: "+err.Error(), "is "+extension+" complete? build it again: go run ./build")
	}
}

// end closes the browser, and kills it when it does not go.
func (r *running) end() {
	select {
	case <-r.exited:
		return
	default:
	}
	if r.pipe.close() == nil {
		select {
		case <-r.exited:
			return
		case <-time.After(closeGrace):
		}
	}
	_ = r.cmd.Process.Kill() // it may have ended just now
	<-r.exited
}
