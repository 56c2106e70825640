package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"candid/host/internal/setup"
	"candid/host/protocol"
)

// started is the result of `browser start`.
type started struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	PID      int      `json:"pid"`
	Profile  string   `json:"profile"`
	Build    string   `json:"build"`
	Already  bool     `json:"already,omitempty"` // it was running before
	Warnings []string `json:"warnings,omitempty"`
}

// stopped is the result of `browser stop`.
type stopped struct {
	Name    string `json:"name"`
	PID     int    `json:"pid"`
	Profile string `json:"profile"`
}

// startLimit bounds a start; a cold one on a busy two-core machine took 9 s.
const startLimit = 60 * time.Second

func (a *app) browserCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "browser",
		Short: "Start and stop a browser of Candid's own",
		Long: `A managed browser has a profile of its own, in which the extension is loaded and every tab
is shared. It needs no set-up and does not touch the person's profile.`,
		Example: "  candid browser start --headless\n  candid browser stop",
		Args:    unknownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.startCommand(), a.stopCommand(), keepCommand())
	return cmd
}

func (a *app) startCommand() *cobra.Command {
	var o setup.StartOptions
	cmd := &cobra.Command{
		Use:   "start [-- BROWSER-FLAG…]",
		Short: "Start a managed browser, and return once its extension has said hello",
		Long: `Finds Chrome, Chromium, Edge or Brave (CANDID_CHROME names another), makes a profile below
Candid's home, and starts the browser with the extension. As root the browser needs
--no-sandbox, which is then added and said.`,
		Example: `  candid browser start --headless
  candid browser start --name work            a second one, with its own profile
  candid browser start --headless -- --lang=de`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Extra = args
			if o.Port < 0 || o.Port > 65535 {
				return misuse(fmt.Sprintf("--debug-port cannot be %d", o.Port), "it is a port, 1 to 65535")
			}
			if a.timeout == 0 {
				a.timeout = startLimit
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), a.timeout)
			defer cancel()
			result, err := a.startBrowser(ctx, o)
			if err == nil {
				a.warn(result.Warnings)
			}
			return show(a, result, timedOut(ctx, err), startedText)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.Headless, "headless", false, "without a window")
	f.IntVar(&o.Port, "debug-port", 0, "also open DevTools on the loopback port `N`, for every local process")
	f.StringVar(&o.Profile, "user-data-dir", "", "the profile's `DIR`, instead of one below Candid's home")
	f.StringVar(&o.Name, "name", "default", "a `NAME`, to have several at once")
	return cmd
}

func startedText(s started) string {
	return fmt.Sprintf("%s %s  id %s  pid %d  build %s\nprofile: %s\n", ifElse(s.Already, "already running:", "started:"), s.Name, s.ID, s.PID, s.Build, s.Profile)
}

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
	m, err := setup.Start(ctx, system, home, programs, o)
	if err != nil {
		return started{}, err
	}
	hello, err := a.awaitHello(ctx, home, func(b protocol.BrowserStatus) bool {
		return !slices.ContainsFunc(before, func(old protocol.BrowserStatus) bool { return old.PID == b.PID })
	})
	if err != nil {
		return started{}, a.giveUp(home, m, err)
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
	result := started{Name: m.Name, PID: m.PID, Profile: m.Profile, Already: true}
	if m.ID == "" {
		return result, true, protocol.NewError(protocol.CodeBusy, "the managed browser "+name+" is just starting", "try again in a moment")
	}
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

func (a *app) stopCommand() *cobra.Command {
	var name string
	var all bool
	cmd := &cobra.Command{
		Use: "stop", Short: "End a managed browser; its profile stays",
		Example: "  candid browser stop\n  candid browser stop --name work\n  candid browser stop --all",
		Args:    exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, cancel := a.limit(cmd.Context())
			defer cancel()
			home, err := a.Home()
			if err != nil {
				return err
			}
			if all {
				return a.stopAll(ctx, home)
			}
			m, err := setup.Stop(ctx, home, name)
			if _, listed := a.Hosts.List(ctx, home); err == nil { // listing removes what a killed host left
				err = listed
			}
			return show(a, stopped{m.Name, m.PID, m.Profile}, err, stoppedText)
		},
	}
	cmd.Flags().StringVar(&name, "name", "default", "the `NAME` it was started with")
	cmd.Flags().BoolVar(&all, "all", false, "every managed browser")
	cmd.MarkFlagsMutuallyExclusive("name", "all")
	return cmd
}

func stoppedText(s stopped) string { return fmt.Sprintf("stopped: %s  pid %d\n", s.Name, s.PID) }

func (a *app) stopAll(ctx context.Context, home string) error {
	kept, err := setup.AllKept(home)
	if err != nil {
		return err
	}
	gone := []stopped{}
	for _, m := range kept {
		if _, err := setup.Stop(ctx, home, m.Name); err != nil {
			return err
		}
		gone = append(gone, stopped{m.Name, m.PID, m.Profile})
	}
	return show(a, gone, nil, func(list []stopped) string {
		var b strings.Builder
		for _, s := range list {
			b.WriteString(stoppedText(s))
		}
		return b.String()
	})
}

// keepCommand is the keeper: no command for people. Its stdin and stdout are
// those of the process that started it, whatever Env says.
func keepCommand() *cobra.Command {
	return &cobra.Command{
		Use: setup.KeeperCommand[1], Hidden: true, Args: exactly(0),
		RunE: func(*cobra.Command, []string) error {
			if code := setup.Keep(io.Reader(os.Stdin), os.Stdout); code != ExitDone {
				return exitError(code)
			}
			return nil
		},
	}
}
