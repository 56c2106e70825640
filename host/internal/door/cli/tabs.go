package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"candid/host/protocol"
)

func (a *app) statusCommand() *cobra.Command {
	return &cobra.Command{
		Use: "status", Short: "List the browsers that are connected",
		Long:    "Asks the host of every browser profile. Exit code 3 when none is connected.",
		Example: "  candid status\n  candid status --json | jq '.result.browsers[].build'",
		Args:    exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, cancel := a.limit(cmd.Context())
			defer cancel()
			result, err := a.status(ctx)
			if err == nil {
				a.warn(result.Warnings)
			}
			return show(a, result, err, statusText)
		},
	}
}

// status asks every host, or the one that --browser names.
func (a *app) status(ctx context.Context) (protocol.StatusResult, error) {
	home, err := a.Home()
	if err != nil {
		return protocol.StatusResult{}, err
	}
	all, err := a.Hosts.List(ctx, home)
	if err != nil {
		return protocol.StatusResult{}, timedOut(ctx, err)
	}
	wanted := managedID(home, a.browser)
	result := protocol.StatusResult{Browsers: []protocol.BrowserStatus{}}
	for _, b := range all {
		if wanted == "" || strings.EqualFold(b.Name, wanted) || strings.HasPrefix(b.ID, wanted) {
			result.Browsers = append(result.Browsers, b)
		}
		if b.Stale {
			result.Warnings = append(result.Warnings, fmt.Sprintf("%s runs an old build of the extension; run: candid reload", b.Name))
		}
	}
	if len(result.Browsers) == 0 {
		return result, noBrowser(a.browser, len(all))
	}
	return result, nil
}

// noBrowser is the error when nothing, or nothing of that name, is connected.
func noBrowser(wanted string, connected int) error {
	if wanted != "" && connected > 0 {
		return protocol.NewError(protocol.CodeNoBrowser, fmt.Sprintf("no connected browser is called %q", wanted), "see: candid status")
	}
	return protocol.NewError(protocol.CodeNoBrowser, "no browser is connected",
		"start one of Candid's own: candid browser start --headless; or install in yours: candid setup; if that is done: candid doctor")
}

func statusText(r protocol.StatusResult) string {
	var b strings.Builder
	for _, s := range r.Browsers {
		fmt.Fprintf(&b, "%s %s  id %s  build %s  %s%s%s\n", s.Name, s.Version, s.ID, s.Build, protocol.Plural(s.Tabs, "tab"),
			ifElse(s.Stale, "  STALE", ""), ifElse(s.Paused, "  PAUSED", ""))
	}
	return b.String()
}

func (a *app) tabsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "tabs", Short: "List the tabs that you may use",
		Long:    "Private tabs are only counted: their addresses and titles are the person's own.",
		Example: "  candid tabs", Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			result, err := call[protocol.TabsResult](cmd, a, protocol.DoorTabs, protocol.NoParams{})
			if err == nil {
				a.warn(result.Warnings)
			}
			return show(a, result, err, tabsText)
		},
	}
}

func tabsText(r protocol.TabsResult) string {
	var b strings.Builder
	for _, t := range r.Tabs {
		fmt.Fprintf(&b, "%s  %s  %q%s%s\n", t.Tab, t.URL, t.Title,
			ifElse(t.Active, "  (in front)", ""), ifElse(t.Owner != "", "  opened by "+t.Owner, ""))
	}
	fmt.Fprintf(&b, "-- %s, %d private\n", protocol.Plural(len(r.Tabs), "tab"), r.Private)
	return b.String()
}

func (a *app) openCommand() *cobra.Command {
	return &cobra.Command{
		Use: "open URL", Short: "Open an address in a new tab, in the background",
		Long: `Opens a tab that belongs to this agent, in the tab group Candid, and waits until it has
loaded (15 s, or --timeout). Not loaded by then is no error: loaded says false, and a
snapshot shows what is there.`,
		Example: "  candid open https://example.com\n  candid open http://127.0.0.1:3000/ --timeout 3s",
		Args:    exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			address, err := a.address(args[0])
			if err != nil {
				return err
			}
			result, err := call[protocol.OpenResult](cmd, a, protocol.DoorOpen, protocol.OpenParams{URL: address, Timeout: a.millis()})
			if err == nil {
				a.warn(result.Warnings)
			}
			return show(a, result, err, openText)
		},
	}
}

func openText(r protocol.OpenResult) string {
	text := fmt.Sprintf("tab %s  %s  %q%s\n", r.Tab, r.URL, r.Title, ifElse(r.Loaded, "", "  (still loading)"))
	if r.Dialog != nil {
		text += fmt.Sprintf("dialog: %s %q is open; answer it: candid dialog accept|dismiss\n", r.Dialog.Type, r.Dialog.Message)
	}
	return text
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
