package rig

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// KillHosts ends the native hosts of this rig as a crash would.
func (r *Rig) KillHosts() error { return killAll(r.Hosts()) }

// KillBrowser ends the browser as a crash would, and waits until its keeper and
// its hosts have followed by themselves.
func (r *Rig) KillBrowser() error {
	var main []string
	for _, p := range r.processes() {
		if strings.Contains(p, "--user-data-dir="+r.profile) && !strings.Contains(p, "--type=") && !strings.Contains(p, "crashpad") {
			main = append(main, p)
		}
	}
	if err := killAll(main); err != nil {
		return err
	}
	for end := time.Now().Add(leftoverLimit); len(r.processes()) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			return fmt.Errorf("after the browser was killed there still run: %q", r.processes())
		}
	}
	return nil
}

// Restart starts the browser again after KillBrowser.
func (r *Rig) Restart(ctx context.Context) error {
	if err := r.CDP.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "rig: the old debug connection:", err)
	}
	return r.startBrowser(ctx)
}

// killAll ends the processes of "pid command" lines; those that have ended
// meanwhile are no error.
func killAll(lines []string) error {
	var errs []error
	for _, line := range lines {
		pid, _, _ := strings.Cut(line, " ")
		n, err := strconv.Atoi(pid)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		process, err := os.FindProcess(n)
		if err == nil {
			err = process.Kill()
		}
		if err != nil && !errors.Is(err, os.ErrProcessDone) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
