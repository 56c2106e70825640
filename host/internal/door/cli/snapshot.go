package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"candid/host/protocol"
)

// Budgets that snapshot accepts, in our estimate of tokens. Below, the banner
// and the map would leave no room for the page; above, clients cut the answer
// themselves and do not say so.
const (
	minBudget = 300
	maxBudget = 40_000
)

var (
	views   = []string{"outline", "controls", "content", "page"}
	presets = []string{"compact", "full", "wide", "head"}
)

func (a *app) snapshotCommand() *cobra.Command {
	var p protocol.SnapshotParams
	cmd := &cobra.Command{
		Use:     "snapshot",
		Aliases: []string{"snap"},
		Short:   "Print what is on a page: text and controls in reading order, with refs",
		Long: `Prints one bounded view of a page. The last line of the outline says whether it is
complete. When it is not, the first line begins SNAPSHOT_TRUNCATED, and a map names every
region that was left out, with the command that prints it: what is missing below that line
may still be on the page.`,
		Example: `  candid snapshot
  candid snapshot --view controls             only what can be acted on
  candid snapshot --within @e40               one region, or a CSS selector
  candid snapshot --budget 2000               smaller
  candid snapshot --all                       everything; a very long one goes to a file
  candid snapshot --json | jq .result.count`,
		Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.snapshot(cmd, p) },
	}
	f := cmd.Flags()
	f.StringVar(&p.View, "view", "", "`VIEW`: outline (default), controls, content or page; see: candid help views")
	f.StringVar(&p.Preset, "preset", "", "limits of a `PRESET`: compact, full, wide or head; see: candid help budget")
	f.IntVar(&p.Budget, "budget", 0, "at most `N` tokens of our estimate, 300 to 40000")
	f.BoolVar(&p.All, "all", false, "the whole tree; past 128 KiB it is saved to a file")
	f.BoolVar(&p.All, "full-snapshot", false, "the same as --all")
	f.StringVar(&p.Within, "within", "", "only what is in `REF|CSS`")
	f.StringVar(&p.Within, "selector", "", "the same as --within")
	f.StringVar(&p.Frame, "frame", "", "only the frame `REF`")
	f.IntVar(&p.Depth, "depth", 0, "only `N` levels of the outline")
	f.IntVar(&p.NameChars, "name-chars", 0, "cut names at `N` characters")
	f.BoolVar(&p.URLs, "urls", false, "print where links lead")
	f.BoolVar(&p.Fold, "fold", false, "print runs of equal lines once")
	f.BoolVar(&p.Diagnose, "diagnose", false, "say why each frame's part looks as it does: name lengths, costs, what was not read")
	completeWords(cmd, "view", views)
	completeWords(cmd, "preset", presets)
	cmd.MarkFlagsMutuallyExclusive("within", "selector")
	return cmd
}

// completeWords lets a shell complete a flag that takes one of a few words.
func completeWords(cmd *cobra.Command, flag string, words []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // the flag was defined a line above
	}
}

func (a *app) snapshot(cmd *cobra.Command, p protocol.SnapshotParams) error {
	if err := oneOf("view", p.View, views...); err != nil {
		return err
	}
	if err := oneOf("preset", p.Preset, presets...); err != nil {
		return err
	}
	if err := budget(cmd, p.Budget); err != nil {
		return err
	}
	if p.Depth < 0 || p.NameChars < 0 {
		return misuse("--depth and --name-chars take positive numbers", "leave them out for the defaults")
	}
	p.Tab, p.Controls, p.Timeout = a.tab, a.json, a.millis()
	result, err := call[protocol.SnapshotResult](cmd, a, protocol.DoorSnapshot, p)
	if err == nil {
		a.warn(result.Warnings)
	}
	return show(a, result, err, func(r protocol.SnapshotResult) string { return r.Text })
}

// budget checks a --budget that was given.
func budget(cmd *cobra.Command, n int) error {
	if !cmd.Flags().Changed("budget") || n >= minBudget && n <= maxBudget {
		return nil
	}
	return misuse(fmt.Sprintf("--budget cannot be %d", n), fmt.Sprintf("it is from %d to %d tokens; --all has no limit", minBudget, maxBudget))
}

func (a *app) moreCommand() *cobra.Command {
	var p protocol.MoreParams
	cmd := &cobra.Command{
		Use:   "more CURSOR",
		Short: "Print the part that a snapshot left out, without touching the page",
		Example: `  candid more s3:412
  candid more s3:412 --budget 20000`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := budget(cmd, p.Budget); err != nil {
				return err
			}
			p.Cursor = args[0]
			result, err := call[protocol.SnapshotResult](cmd, a, protocol.DoorMore, p)
			if err == nil {
				a.warn(result.Warnings)
			}
			return show(a, result, err, func(r protocol.SnapshotResult) string { return r.Text })
		},
	}
	cmd.Flags().IntVar(&p.Budget, "budget", 0, "at most `N` tokens of our estimate, 300 to 40000")
	return cmd
}

func (a *app) findCommand() *cobra.Command {
	var p protocol.FindParams
	cmd := &cobra.Command{
		Use:   "find TEXT",
		Short: "Search the last snapshot whole, what was left out of it included",
		Long: `Searches the page as the last snapshot saw it, also what that snapshot did not print, and
says whether the search was complete: "0 matches in a complete ledger" means that it is not
on the page.`,
		Example: `  candid find "Save changes"
  candid find --role button save
  candid find --regex "row [0-9]+"
  candid find --fresh "Order received"      walk the page again first`,
		Args: between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && p.Role == "" {
				return misuse("nothing to search for", "give a text, or --role, or both")
			}
			if err := budget(cmd, p.Budget); err != nil {
				return err
			}
			if len(args) == 1 {
				p.Text = args[0]
			}
			p.Tab = a.tab
			result, err := call[protocol.FindResult](cmd, a, protocol.DoorFind, p)
			if err == nil {
				a.warn(result.Warnings)
			}
			return show(a, result, err, func(r protocol.FindResult) string { return r.Text })
		},
	}
	f := cmd.Flags()
	f.BoolVar(&p.Regex, "regex", false, "TEXT is a regular expression (RE2)")
	f.StringVar(&p.Role, "role", "", "only controls of this `ROLE`, such as button")
	f.BoolVar(&p.Fresh, "fresh", false, "take a new snapshot first")
	f.StringVar(&p.Snapshot, "snapshot", "", "search the snapshot with this `ID`")
	f.IntVar(&p.Budget, "budget", 0, "at most `N` tokens of our estimate, 300 to 40000")
	return cmd
}

func (a *app) readCommand() *cobra.Command {
	var p protocol.ReadParams
	cmd := &cobra.Command{
		Use:   "read REF",
		Short: "Print one element whole: its full text, value, attributes and options",
		Example: `  candid read @e12
  candid read "#terms" --json`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := budget(cmd, p.Budget); err != nil {
				return err
			}
			p.Tab, p.Ref = a.tab, args[0]
			result, err := call[protocol.ReadResult](cmd, a, protocol.DoorRead, p)
			if err == nil {
				a.warn(result.Warnings)
			}
			return show(a, result, err, readText)
		},
	}
	cmd.Flags().IntVar(&p.Budget, "budget", 0, "at most `N` tokens of our estimate, 300 to 40000")
	return cmd
}

func (a *app) diffCommand() *cobra.Command {
	var p protocol.DiffParams
	cmd := &cobra.Command{
		Use:   "diff",
		Short: "Print what changed on the page since your last snapshot of it",
		Example: `  candid diff
  candid diff --since s3`,
		Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			p.Tab = a.tab
			result, err := call[protocol.DiffResult](cmd, a, protocol.DoorDiff, p)
			if err == nil {
				a.warn(result.Warnings)
			}
			return show(a, result, err, func(r protocol.DiffResult) string { return r.Text })
		},
	}
	cmd.Flags().StringVar(&p.Since, "since", "", "compare with the snapshot with this `ID`")
	return cmd
}
