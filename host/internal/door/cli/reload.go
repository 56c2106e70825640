package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"candid/host/protocol"
)

// reloadCommand reloads a page or the extension. The two share a name because
// a person says "reload" of both; --tab tells them apart.
func (a *app) reloadCommand() *cobra.Command {
	var f actFlags
	var extension bool
	cmd := &cobra.Command{
		Use: "reload", Short: "Reload the page of --tab; without --tab, the extension",
		Long: `With --tab it reloads that page. Without, it makes the extension reload itself and waits until
the new worker has said hello: after an upgrade or a build this is how the new code gets in.
All refs are stale then.`,
		Example: "  candid reload --tab 12\n  candid reload\n  candid reload --extension --browser Chromium",
		Args:    exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if a.tab != "" && !extension {
				return a.act(cmd, protocol.Step{Do: "reload"}, f)
			}
			ctx, cancel := a.limit(cmd.Context())
			defer cancel()
			result, err := a.reloadExtension(ctx)
			if err == nil {
				a.warn(result.Warnings)
			}
			return show(a, result, timedOut(ctx, err), statusText)
		},
	}
	actCommon(cmd, &f)
	cmd.Flags().BoolVar(&extension, "extension", false, "the extension, also with --tab")
	return cmd
}

// reloadExtension asks the worker to reload and waits for its successor: the
// same profile, served by a new host process, since the old one ends with its port.
func (a *app) reloadExtension(ctx context.Context) (protocol.StatusResult, error) {
	home, err := a.Home()
	if err != nil {
		return protocol.StatusResult{}, err
	}
	conn, err := a.dial(ctx)
	if err != nil {
		return protocol.StatusResult{}, err
	}
	var before protocol.StatusResult
	err = conn.Call(ctx, protocol.DoorReload, protocol.NoParams{}, &before)
	if closed := conn.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return before, err
	}
	if len(before.Browsers) != 1 {
		return before, protocol.NewError(protocol.CodeInternal, fmt.Sprintf("the host told of %d browsers, not of itself", len(before.Browsers)), protocol.HintDoctor)
	}
	old := before.Browsers[0]
	now, err := a.awaitHello(ctx, home, func(b protocol.BrowserStatus) bool { return b.ID == old.ID && b.PID != old.PID })
	if err != nil {
		return before, err
	}
	result := protocol.StatusResult{Browsers: []protocol.BrowserStatus{now}}
	if now.Stale {
		result.Warnings = append(result.Warnings, "the worker is still an old build; open chrome://extensions and press the reload arrow of Candid")
	}
	return result, nil
}
