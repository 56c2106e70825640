package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"candid/host/internal/setup"
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
