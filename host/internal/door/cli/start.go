package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"candid/host/internal/setup"
	"candid/host/protocol"
)

// startLimit bounds a start; a cold one on a busy two-core machine took 9 s.
const startLimit = 60 * time.Second

// answerLimit is how long the extension may take to say hello once it is loaded.
// It takes a second, on a machine with ten times its load three (measured).
const answerLimit = 15 * time.Second

// startBrowser starts the browser and finds out which host is its own: the one
// that was not there before, since a profile's id appears when it connects.
func (a *app) startBrowser(ctx context.Context, o setup.StartOptions) (started, error) {
	home, err := a.Home()
	if err != nil {
		return started{}, err
	}
	if result, running, err := a.alreadyRunning(ctx, home, o.Name); err != nil || running {
		return result, err
	}
	programs, err := setup.Running()
	if err != nil {
		return started{}, err
	}
	system, err := setup.Here()
	if err != nil {
		return started{}, err
	}
	before, err := a.Hosts.List(ctx, home)
	if err != nil {
		return started{}, err
	}
	start := func() (setup.Managed, error) { return setup.Start(ctx, system, home, programs, o) }
	m, hello, err := a.firstHello(ctx, home, start, func(b protocol.BrowserStatus) bool {
		return !slices.ContainsFunc(before, func(old protocol.BrowserStatus) bool { return old.PID == b.PID })
	})
	if err != nil {
		return started{}, err
	}
	if err := setup.Identify(home, m, hello.ID); err != nil {
		return started{}, a.giveUp(home, m, err)
	}
	if hello.Stale { // Chrome serves a profile's old worker after a build, over a restart too
		if hello, err = a.renew(ctx, hello); err != nil {
			return started{}, a.giveUp(home, m, err)
		}
	}
	return startedBy(m, hello, o), nil
}

// firstHello starts a browser and waits for its extension. Now and then Chrome
// loads an extension and does not run its worker (seen once in some hundred
// starts): then the browser is started once more.
func (a *app) firstHello(ctx context.Context, home string, start func() (setup.Managed, error), fits func(protocol.BrowserStatus) bool) (setup.Managed, protocol.BrowserStatus, error) {
	for again := false; ; again = true {
		m, err := start()
		if err != nil {
			return m, protocol.BrowserStatus{}, err
		}
		within, done := context.WithTimeout(ctx, answerLimit)
		hello, err := a.awaitHello(within, home, fits)
		done()
		if err == nil {
			return m, hello, nil
		}
		if err := a.giveUp(home, m, err); again || ctx.Err() != nil {
			return m, hello, err
		}
		a.say("the extension did not say hello; starting the browser once more …\n")
	}
}

// startedBy is the result of a start, with what the person should know of it.
func startedBy(m setup.Managed, hello protocol.BrowserStatus, o setup.StartOptions) started {
	result := started{ID: hello.ID, Name: m.Name, PID: m.PID, Profile: m.Profile, Build: hello.Build}
	if m.Unsandboxed() {
		result.Warnings = append(result.Warnings, "running as root, so the browser runs without its sandbox (--no-sandbox); visit only pages that you trust")
	}
	if o.Port > 0 {
		result.Warnings = append(result.Warnings, fmt.Sprintf("DevTools is open on 127.0.0.1:%d: every process on this machine can control this browser", o.Port))
	}
	return result
}

// giveUp ends a browser whose extension never said hello.
func (a *app) giveUp(home string, m setup.Managed, cause error) error {
	ctx, cancel := context.WithTimeout(context.Background(), callGrace)
	defer cancel()
	if _, err := setup.Stop(ctx, home, m.Name); err != nil {
		a.say("warning: the browser (pid %d) could not be ended: %v\n", m.PID, err)
	}
	return cause
}

// alreadyRunning makes `start` repeatable.
func (a *app) alreadyRunning(ctx context.Context, home, name string) (started, bool, error) {
	m, running, err := setup.Kept(home, name)
	if err != nil || !running {
		return started{}, false, err
	}
	if m.ID == "" {
		return a.halfStarted(ctx, home, name)
	}
	result := started{Name: m.Name, PID: m.PID, Profile: m.Profile, Already: true}
	kept, done := whileKept(ctx, home, name)
	defer done()
	hello, err := a.awaitHello(kept, home, func(b protocol.BrowserStatus) bool { return b.ID == m.ID })
	switch {
	case errors.Is(context.Cause(kept), errNotKept):
		return started{}, false, nil // it was just ending: start another
	case err != nil:
		return result, true, err
	}
	if hello.Stale || hello.Host != protocol.Build {
		hello, err = a.renew(ctx, hello)
	}
	result.ID, result.Build = hello.ID, hello.Build
	return result, true, err
}

// halfStarted waits for another start of the same browser. One that was killed
// left its browser behind without ever learning its id; that is ended.
func (a *app) halfStarted(ctx context.Context, home, name string) (started, bool, error) {
	within, done := context.WithTimeout(ctx, answerLimit)
	defer done()
	for {
		m, running, err := setup.Kept(home, name)
		switch {
		case err != nil:
			return started{}, false, err
		case !running || m.ID != "":
			return a.alreadyRunning(ctx, home, name)
		}
		select {
		case <-time.After(helloPoll):
		case <-ctx.Done():
			return started{}, false, ctx.Err()
		case <-within.Done():
			a.say("ending the managed browser %s, whose start was broken off …\n", name)
			_, err := setup.Stop(ctx, home, name)
			return started{}, false, err
		}
	}
}

// renew reloads the extension of a browser that runs an older build than this.
func (a *app) renew(ctx context.Context, old protocol.BrowserStatus) (protocol.BrowserStatus, error) {
	a.say("reloading the extension: the running build is older …\n")
	one := *a
	one.browser = old.ID
	now, err := one.reloadExtension(ctx)
	if err != nil {
		return old, err
	}
	return now.Browsers[0], nil
}

// errNotKept ends the wait for a browser that ended meanwhile.
var errNotKept = errors.New("the managed browser has ended")

// whileKept is a context that ends with the managed browser. One that was
// killed a moment ago still looks as if it ran; waiting for it would be in vain.
func whileKept(ctx context.Context, home, name string) (context.Context, context.CancelFunc) {
	kept, end := context.WithCancelCause(ctx)
	go func() {
		for {
			select {
			case <-time.After(helloPoll):
			case <-kept.Done():
				return
			}
			if _, running, err := setup.Kept(home, name); err == nil && !running {
				end(errNotKept)
			}
		}
	}()
	return kept, func() { end(nil) }
}

// helloPoll is how often the hosts are asked while one is awaited.
const helloPoll = 50 * time.Millisecond

// awaitHello waits until a host fits. One that ends while it is asked is listed
// by its id alone, and has not said hello.
func (a *app) awaitHello(ctx context.Context, home string, fits func(protocol.BrowserStatus) bool) (protocol.BrowserStatus, error) {
	ticks := time.NewTicker(helloPoll)
	defer ticks.Stop()
	for {
		all, err := a.Hosts.List(ctx, home)
		if err != nil && ctx.Err() == nil {
			return protocol.BrowserStatus{}, err
		}
		said := func(b protocol.BrowserStatus) bool { return b.Build != "" && fits(b) }
		if i := slices.IndexFunc(all, said); i >= 0 {
			return all[i], nil
		}
		select {
		case <-ticks.C:
		case <-ctx.Done():
			return protocol.BrowserStatus{}, protocol.NewError(protocol.CodeTimeout, "the extension did not say hello in time", protocol.HintDoctor)
		}
	}
}
