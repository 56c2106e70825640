package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"candid/host/internal/setup"
	"candid/host/internal/setup/clients"
	"candid/host/protocol"
)

// setupFlags are the choices of `setup`.
type setupFlags struct {
	userData string
	browsers []string
	noWait   bool
	agents   []string
	yes      bool
	inPlace  bool
}

// installed is the result of `setup`.
type installed struct {
	Home      string                   `json:"home"`
	Binary    string                   `json:"binary"`
	Extension string                   `json:"extension"`
	Wrote     []string                 `json:"wrote"`
	Browsers  []string                 `json:"browsers"`
	Connected *protocol.BrowserStatus  `json:"connected,omitempty"`
	Snapshot  *protocol.SnapshotResult `json:"snapshot,omitempty"`
	Warnings  []string                 `json:"warnings,omitempty"`
}

// helloLimit is how long setup waits for the three clicks: long enough to read
// them twice, short enough that a forgotten terminal ends.
const helloLimit = 10 * time.Minute

func (a *app) setupCommand() *cobra.Command {
	var f setupFlags
	cmd := &cobra.Command{
		Use:   "setup",
		Short: "Install Candid in your own Chrome: this command and three clicks",
		Long: `Copies the binary and the extension to Candid's home, where they stay, and tells the browsers
where the native host is. It prints every file that it writes, and the three clicks that only
a person can make; then it waits for the extension and shows a first snapshot. Repeat it to
upgrade. candid uninstall undoes it.`,
		Example: `  candid setup
  candid setup --browser chrome --browser edge
  candid setup --user-data-dir DIR --no-wait    one profile directory and no other`,
		Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, name := range f.agents {
				if err := oneOf("mcp", name, clients.Names()...); err != nil {
					return err
				}
			}
			result, err := a.setup(cmd.Context(), f)
			if err == nil {
				a.warn(result.Warnings)
			}
			return show(a, result, err, setupText)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.userData, "user-data-dir", "", "register the host in `DIR`/NativeMessagingHosts and nowhere else")
	flags.StringSliceVar(&f.browsers, "browser", nil, "only for the browser `NAME` (repeatable): chrome, chromium, edge, brave, …")
	flags.StringSliceVar(&f.agents, "mcp", nil, "add Candid to the MCP client `NAME` (repeatable): claude, codex, cursor, vscode, gemini")
	flags.BoolVar(&f.noWait, "no-wait", false, "do not wait for the extension")
	flags.BoolVar(&f.yes, "yes", false, "ask nothing")
	flags.BoolVar(&f.inPlace, "in-place", false, "register the programs where they are, without a copy (for developing)")
	cmd.MarkFlagsMutuallyExclusive("user-data-dir", "browser")
	return cmd
}

func (a *app) setup(ctx context.Context, f setupFlags) (installed, error) {
	home, err := a.Home()
	if err != nil {
		return installed{}, err
	}
	system, err := setup.Here()
	if err != nil {
		return installed{}, err
	}
	programs, err := setup.Running()
	if err != nil {
		return installed{}, err
	}
	browsers, warnings, err := a.chooseBrowsers(system, f)
	if err != nil {
		return installed{}, err
	}
	agents, offered := a.chooseAgents(system, f)
	done, err := setup.Install(system, programs, setup.Options{Home: home, Browsers: browsers, UserData: f.userData, Agents: agents, InPlace: f.inPlace})
	for _, path := range done.Wrote {
		a.say("wrote %s\n", path)
	}
	if err != nil {
		return installed{}, err
	}
	result := installed{Home: home, Binary: done.Programs.Binary, Extension: done.Programs.Extension, Wrote: done.Wrote, Warnings: warnings}
	for _, b := range done.Browsers {
		result.Browsers = append(result.Browsers, b.Title)
	}
	for _, name := range offered {
		a.say("to add Candid to %s: %s mcp config --client %s --write\n", name, result.Binary, name)
	}
	if f.noWait {
		a.clicks(result.Extension, false)
		return result, nil
	}
	return a.firstSnapshot(ctx, home, result)
}

// chooseBrowsers decides which browsers to install for.
func (a *app) chooseBrowsers(s setup.System, f setupFlags) (chosen []setup.Browser, warnings []string, err error) {
	if f.userData != "" {
		return nil, nil, nil
	}
	for _, name := range f.browsers {
		b, err := setup.Find(s, name)
		if err != nil {
			return nil, nil, asUsage(err)
		}
		chosen = append(chosen, b)
	}
	if chosen != nil {
		return chosen, nil, nil
	}
	for _, b := range setup.Installed(s) {
		if b.Sandbox != "" {
			warnings = append(warnings, b.Title+" is left out: a "+b.Sandbox+" browser may not start programs outside of its sandbox")
			continue
		}
		chosen = append(chosen, b)
	}
	if len(chosen) == 0 {
		return nil, warnings, protocol.NewError(protocol.CodeNoBrowser, "no browser is installed that Candid knows", "install Chrome, Chromium, Edge or Brave; or name a profile: candid setup --user-data-dir DIR")
	}
	return a.askWhich(chosen, f.yes), warnings, nil
}

// askWhich lets a person at a terminal leave browsers out.
func (a *app) askWhich(found []setup.Browser, yes bool) []setup.Browser {
	if yes || len(found) < 2 || !a.terminal() {
		return found
	}
	return slices.DeleteFunc(found, func(b setup.Browser) bool { return !a.ask("install for "+b.Title, true) })
}

// chooseAgents decides which MCP clients get an entry: those that were named,
// or that the person says yes to. Their files are the person's own, so nothing
// is written into one unasked, --yes or not; the others are only offered.
func (a *app) chooseAgents(s setup.System, f setupFlags) (chosen, offered []string) {
	if len(f.agents) > 0 {
		return f.agents, nil
	}
	for _, name := range setup.AgentsFound(s) {
		if !f.yes && a.terminal() && a.ask("add Candid to the MCP client "+name, false) {
			chosen = append(chosen, name)
		} else {
			offered = append(offered, name)
		}
	}
	return chosen, offered
}

// ask asks a person a yes-or-no question. It reads byte by byte, since what
// follows the line is the next answer's.
func (a *app) ask(question string, usual bool) bool {
	a.say("%s? [%s] ", question, ifElse(usual, "Y/n", "y/N"))
	var line []byte
	one := make([]byte, 1)
	for {
		n, err := a.In.Read(one)
		if n == 1 && one[0] != '\n' {
			line = append(line, one[0])
		}
		if err != nil || n == 1 && one[0] == '\n' {
			break
		}
	}
	word := strings.ToLower(strings.TrimSpace(string(line)))
	return word == "" && usual || strings.HasPrefix(word, "y")
}

// terminal says whether a person can be asked.
func (a *app) terminal() bool {
	if a.json {
		return false
	}
	file, is := a.In.(*os.File)
	if !is {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func asUsage(err error) error {
	if known, is := err.(*protocol.Error); is { //nolint:errorlint // never wrapped
		return usageError{known}
	}
	return err
}

func setupText(r installed) string {
	var b strings.Builder
	for _, name := range r.Browsers {
		fmt.Fprintf(&b, "installed for %s\n", name)
	}
	if r.Connected != nil {
		fmt.Fprintf(&b, "connected: %s %s  id %s\n", r.Connected.Name, r.Connected.Version, r.Connected.ID)
	}
	if r.Snapshot != nil {
		fmt.Fprintf(&b, "\nthe first snapshot:\n\n%s\n", r.Snapshot.Text)
	}
	return b.String()
}

// clicks tells the person what only a person can do.
func (a *app) clicks(extension string, copied bool) {
	a.say(`
Three clicks in your browser, at chrome://extensions :
  1. turn on "Developer mode" (top right)
  2. press "Load unpacked"
  3. choose this folder%s:
     %s
`, ifElse(copied, " (its path is on your clipboard)", ""), extension)
}

func (a *app) uninstallCommand() *cobra.Command {
	var purge bool
	cmd := &cobra.Command{
		Use: "uninstall", Short: "Undo setup: remove every file that it wrote, and what Candid kept",
		Long: `Removes what setup made and what Candid kept in its home (sockets, logs, saved answers, managed
profiles). A config.toml or policy.toml that you wrote stays, unless --purge.
The extension itself is removed by you, at chrome://extensions.`,
		Example: "  candid uninstall", Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			home, err := a.Home()
			if err != nil {
				return err
			}
			result, err := a.uninstall(cmd.Context(), home, purge)
			return show(a, result, err, removedText)
		},
	}
	cmd.Flags().BoolVar(&purge, "purge", false, "remove config.toml and policy.toml too")
	return cmd
}

func (a *app) uninstall(ctx context.Context, home string, purge bool) (setup.Removed, error) {
	ctx, cancel := a.limit(ctx)
	defer cancel()
	kept, err := setup.AllKept(home)
	if err != nil {
		return setup.Removed{}, err
	}
	for _, m := range kept {
		if _, err := setup.Stop(ctx, home, m.Name); err != nil {
			return setup.Removed{}, err
		}
	}
	return setup.Uninstall(home, purge)
}

func removedText(r setup.Removed) string {
	var b strings.Builder
	for _, path := range r.Removed {
		fmt.Fprintf(&b, "removed %s\n", path)
	}
	for _, path := range r.Kept {
		fmt.Fprintf(&b, "kept %s\n", path)
	}
	b.WriteString("if the extension is still loaded, remove it at chrome://extensions\n")
	return b.String()
}
