package cli

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"candid/host/internal/setup"
	"candid/host/protocol"
)

// app is what the commands share: the surroundings and the global flags.
type app struct {
	Env
	json    bool
	tab     string
	browser string
	timeout time.Duration
}

func (a *app) globalFlags(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "print the whole result, or the error, as one JSON object")
	flags.StringVar(&a.tab, "tab", "", "the `TAB` to work on (see: candid tabs); without it the one tab this agent may use")
	flags.StringVar(&a.browser, "browser", "", "the browser to work in, by `NAME` or id, when several are connected")
	flags.DurationVar(&a.timeout, "timeout", 0, "how long to wait, for example 5s or 500ms; each command has its own default")
}

// callGrace is what a call may take beyond the time it was given to wait in:
// the host answers a timeout itself, and says more than we could.
const callGrace = 10 * time.Second

// callLimit bounds calls that have no time of their own. Shorter, and a walk of
// a huge page in a busy browser fails; longer, and a lost answer looks like a hang.
const callLimit = 60 * time.Second

// millis is the --timeout as the wire wants it, 0 for the method's default.
func (a *app) millis() int { return int(a.timeout / time.Millisecond) }

// limit bounds a command.
func (a *app) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if a.timeout > 0 {
		return context.WithTimeout(ctx, a.timeout+callGrace)
	}
	return context.WithTimeout(ctx, callLimit)
}

// agent is who asks: tabs belong to an agent, not to a process.
func (a *app) agent() string {
	if name := a.Getenv("CANDID_AGENT"); name != "" {
		return name
	}
	return "cli"
}

// dial connects to the browser that was asked for.
func (a *app) dial(ctx context.Context) (Conn, error) {
	home, err := a.Home()
	if err != nil {
		return nil, err
	}
	return a.Hosts.Dial(ctx, home, managedID(home, a.browser), a.agent())
}

// managedID turns the name of a managed browser into its id, and leaves every
// other name to the hosts, which know themselves by id and product.
func managedID(home, name string) string {
	if m, running, err := setup.Kept(home, name); name != "" && err == nil && running && m.ID != "" {
		return m.ID
	}
	return name
}

// call dials, calls one method and hangs up.
func call[R any](cmd *cobra.Command, a *app, method string, params any) (R, error) {
	ctx, cancel := a.limit(cmd.Context())
	defer cancel()
	var result R
	conn, err := a.dial(ctx)
	if err != nil {
		return result, timedOut(ctx, err)
	}
	err = conn.Call(ctx, method, params, &result)
	if closed := conn.Close(); err == nil {
		err = closed
	}
	return result, timedOut(ctx, err)
}

// timedOut turns an exceeded deadline of ours into words.
func timedOut(ctx context.Context, err error) error {
	var known *protocol.Error
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return protocol.NewError(protocol.CodeTimeout, "the browser did not answer in time", "try again with a longer --timeout, or run: candid doctor")
	case ctx.Err() != nil:
		return protocol.NewError(protocol.CodeCancelled, "interrupted", "")
	}
	return protocol.NewError(protocol.CodeInternal, err.Error(), protocol.HintDoctor)
}
