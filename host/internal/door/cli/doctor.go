package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"candid/host/internal/setup"
	"candid/host/protocol"
)

// findings is the result of `doctor`.
type findings struct {
	Checks []setup.Check `json:"checks"`
	Fixed  []string      `json:"fixed,omitempty"`
}

// sickness is what --json prints when something is broken: the findings are
// the answer, and the request has still failed.
type sickness struct {
	OK     bool            `json:"ok"`
	Result findings        `json:"result"`
	Error  *protocol.Error `json:"error"`
}

// doctorFlags are the choices of `doctor`.
type doctorFlags struct {
	userData string
	fix      bool
}

func (a *app) doctorCommand() *cobra.Command {
	var f doctorFlags
	cmd := &cobra.Command{
		Use:   "doctor [CHROME'S ERROR TEXT]",
		Short: "Check every link from here to the page, and say what mends the broken one",
		Long: `Checks the home, the programs, the browsers, their manifests, the extension, the connection,
and makes a round trip through each connected browser. With an error text of Chrome's own it
says what that means instead. Exit code 1 when something is broken.`,
		Example: `  candid doctor
  candid doctor --fix                       mend what can be mended without you
  candid doctor --user-data-dir DIR
  candid doctor "Specified native messaging host not found."`,
		Args: between(0, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return a.explain(strings.Join(args, " "))
			}
			ctx, cancel := a.limit(cmd.Context())
			defer cancel()
			return a.doctor(ctx, f)
		},
	}
	cmd.Flags().StringVar(&f.userData, "user-data-dir", "", "examine the browser that uses `DIR`")
	cmd.Flags().BoolVar(&f.fix, "fix", false, "mend what can be mended")
	return cmd
}

func (a *app) explain(text string) error {
	check, known := setup.Explain(text)
	if !known {
		return misuse(fmt.Sprintf("not an error text of Chrome's that Candid knows: %q", text), protocol.HintDoctor)
	}
	return show(a, check, nil, func(c setup.Check) string {
		return fmt.Sprintf("%s\n  means: %s\n  do: %s\n", c.Name, c.Detail, c.Remedy)
	})
}

func (a *app) doctor(ctx context.Context, f doctorFlags) error {
	result, err := a.examine(ctx, f)
	if err != nil {
		return err
	}
	if f.fix {
		fixed, err := a.mend(result)
		if err != nil {
			return err
		}
		if result, err = a.examine(ctx, f); err != nil {
			return err
		}
		result.Fixed = fixed
	}
	broken := slices.ContainsFunc(result.Checks, func(c setup.Check) bool { return !c.OK })
	if !broken {
		return show(a, result, nil, findingsText)
	}
	if a.json {
		err = printJSON(a.Out, sickness{Result: result, Error: firstBroken(result)})
	} else {
		err = printText(a.Out, findingsText(result))
	}
	if err != nil {
		return err
	}
	return exitError(ExitFailed)
}

func firstBroken(r findings) *protocol.Error {
	for _, c := range r.Checks {
		if !c.OK {
			return protocol.NewError(protocol.CodeInternal, c.Name+": "+c.Detail, c.Remedy)
		}
	}
	return nil
}

// examine asks the hosts, then looks at the files.
func (a *app) examine(ctx context.Context, f doctorFlags) (findings, error) {
	home, err := a.Home()
	if err != nil {
		return findings{}, err
	}
	system, err := setup.Here()
	if err != nil {
		return findings{}, err
	}
	d := setup.Doctor{System: system, Home: home}
	d.Programs, d.Missing = setup.Running()
	if err := a.target(&d, f); err != nil {
		return findings{}, err
	}
	var unreachable error
	d.Connected, unreachable = a.Hosts.List(ctx, home)
	checks := d.Examine()
	if unreachable != nil {
		checks = append(checks, errorCheck("sockets", unreachable))
	}
	checks = append(checks, d.ConnectedCheck(checks))
	for _, b := range d.Connected {
		checks = append(checks, setup.StaleCheck(b, a.reloader(ctx, b)), a.roundTrip(ctx, home, b))
	}
	return findings{Checks: checks}, nil
}

// target narrows the examination to what the flags name.
func (a *app) target(d *setup.Doctor, f doctorFlags) error {
	if f.userData != "" {
		d.Targets = []setup.Browser{setup.Custom(f.userData)}
		return nil
	}
	if a.browser == "" {
		return nil
	}
	b, err := setup.Find(d.System, a.browser)
	if err != nil {
		return asUsage(err)
	}
	d.Targets = []setup.Browser{b}
	return nil
}

// reloader is the fix for a stale browser.
func (a *app) reloader(ctx context.Context, b protocol.BrowserStatus) func() error {
	return func() error {
		_, err := a.renew(ctx, b)
		return err
	}
}

// roundTrip sends a message through host and worker and back.
func (a *app) roundTrip(ctx context.Context, home string, b protocol.BrowserStatus) setup.Check {
	name := "round trip (" + b.Name + ")"
	conn, err := a.Hosts.Dial(ctx, home, b.ID, a.agent())
	if err != nil {
		return errorCheck(name, err)
	}
	start := time.Now()
	var nothing protocol.NoParams
	err = conn.Call(ctx, protocol.DoorEcho, protocol.NoParams{}, &nothing)
	took := time.Since(start)
	if closed := conn.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return errorCheck(name, err)
	}
	return setup.Check{Name: name, OK: true, Detail: fmt.Sprintf("agent, host, extension and back in %.1f ms", float64(took.Microseconds())/1000)}
}

func errorCheck(name string, err error) setup.Check {
	known, is := err.(*protocol.Error) //nolint:errorlint // Hosts promises it
	if !is {
		return setup.Check{Name: name, Detail: err.Error(), Remedy: "run: candid reload"}
	}
	return setup.Check{Name: name, Detail: known.Message, Remedy: known.Hint}
}

// mend fixes what can be fixed and says what was done.
func (a *app) mend(r findings) (fixed []string, err error) {
	for _, c := range r.Checks {
		if !c.Fixable() {
			continue
		}
		if err := c.Fix(); err != nil {
			return fixed, err
		}
		fixed = append(fixed, c.Name)
	}
	return fixed, nil
}

func findingsText(r findings) string {
	var b strings.Builder
	for _, name := range r.Fixed {
		fmt.Fprintf(&b, "fixed   %s\n", name)
	}
	for _, c := range r.Checks {
		fmt.Fprintf(&b, "%s  %s: %s\n", ifElse(c.OK, "ok    ", "BROKEN"), c.Name, c.Detail)
		if c.Remedy != "" {
			fmt.Fprintf(&b, "        %s%s\n", ifElse(c.OK, "note: ", "do: "), c.Remedy)
		}
	}
	return b.String()
}
