// Package cli is the door for people and for agents that have a shell. A
// command checks what can be checked without a browser, makes one call of a
// host's door method, and prints the answer twice over: as text, which is
// exactly what an agent is to read, or with --json as the same result whole.
// It decides nothing about pages; hosts are reached through door/client alone.
package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"candid/host/protocol"
)

// Hosts reaches the hosts of connected browsers. Errors are *protocol.Error.
type Hosts interface {
	List(ctx context.Context, home string) ([]protocol.BrowserStatus, error)
	Dial(ctx context.Context, home, browser, agent string) (Conn, error)
}

// Conn is a connection to one browser's host.
type Conn interface {
	Call(ctx context.Context, method string, params, result any) error
	Close() error
}

// Env is what the commands need of their surroundings.
type Env struct {
	In     io.Reader
	Out    io.Writer
	Err    io.Writer
	Getenv func(string) string
	Home   func() (string, error) // Candid's home; not made
	Hosts  Hosts
	More   []func(*cobra.Command) // further commands, registered on the root
}

// Exit codes, part of the interface.
const (
	ExitDone      = 0
	ExitFailed    = 1
	ExitUsage     = 2 // wrong in itself: no browser was asked
	ExitNoBrowser = 3
)

// Run runs a command line and returns the exit code.
func Run(env Env, args ...string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	root := New(env)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return ExitDone
	}
	return fail(env, wantsJSON(args), err)
}

// fail prints an error and chooses the exit code. Errors that are none of ours
// come from the system (a full disk, a folder that is not ours) or from cobra,
// and then they are about the command line.
func fail(env Env, asJSON bool, err error) int {
	var quiet exitError
	if errors.As(err, &quiet) {
		return int(quiet)
	}
	var usage usageError
	var known *protocol.Error
	switch {
	case errors.As(err, &usage):
		printError(env, asJSON, usage.Error_)
		return ExitUsage
	case errors.As(err, &known):
		printError(env, asJSON, known)
		if known.Code == protocol.CodeNoBrowser {
			return ExitNoBrowser
		}
		return ExitFailed
	case fromSystem(err):
		printError(env, asJSON, protocol.NewError(protocol.CodeInternal, err.Error(), "see that there is room on the disk and that the place is yours, then try again"))
		return ExitFailed
	}
	printError(env, asJSON, protocol.NewError(protocol.CodeUsage, err.Error(), "see: candid help"))
	return ExitUsage
}

// fromSystem tells whether a call of the operating system failed.
func fromSystem(err error) bool {
	var path *fs.PathError
	var link *os.LinkError
	var call *os.SyscallError
	return errors.As(err, &path) || errors.As(err, &link) || errors.As(err, &call)
}

// exitError ends the process with a code after everything was printed.
type exitError int

func (e exitError) Error() string { return "exit" }

// usageError is an error that no browser is needed to find.
type usageError struct{ Error_ *protocol.Error }

func (e usageError) Error() string { return e.Error_.Error() }

// misuse is a usageError of code usage.
func misuse(message, hint string) error {
	return usageError{protocol.NewError(protocol.CodeUsage, message, hint)}
}

// wantsJSON looks for --json by hand: a command line that cobra cannot parse
// must still be answered in the form that was asked for.
func wantsJSON(args []string) bool {
	for _, arg := range args {
		switch arg {
		case "--":
			return false
		case "--json", "--json=true":
			return true
		}
	}
	return false
}

// New makes the command tree.
func New(env Env) *cobra.Command {
	a := &app{Env: env}
	root := &cobra.Command{
		Use:   "candid",
		Short: "Let an agent read and operate your own Chrome, and never take a part of a page for the whole",
		Long: `Candid gives an agent the tabs of your own Chrome that you share.

A snapshot is bounded text with refs such as @e5. It says whether it is complete; when it is
not, it says which parts are missing and how to reach them. Acts take refs and say what
happened.`,
		Example: `  candid setup                          install in your Chrome: one command, three clicks
  candid browser start --headless       or a browser of its own, all tabs shared
  candid open https://example.com       opens a tab in the background
  candid snapshot                       what is on it
  candid fill @e5 "Hello"               act on a ref
  candid help refs                      topics: ` + topicNames(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(env.In)
	root.SetOut(env.Out)
	root.SetErr(env.Err)
	root.SetFlagErrorFunc(flagError)
	a.globalFlags(root)
	a.addCommands(root)
	for _, more := range env.More {
		more(root)
	}
	for _, c := range root.Commands() {
		if c.GroupID == "" && c.Runnable() {
			c.GroupID = groupOther
		}
	}
	root.SetHelpCommand(helpCommand(root))
	root.SetCompletionCommandGroupID(groupOther)
	return root
}

func (a *app) addCommands(root *cobra.Command) {
	root.AddGroup(
		&cobra.Group{ID: groupStart, Title: "Start here:"},
		&cobra.Group{ID: groupRead, Title: "Read a page:"},
		&cobra.Group{ID: groupAct, Title: "Act on a page:"},
		&cobra.Group{ID: groupTabs, Title: "Tabs:"},
		&cobra.Group{ID: groupOther, Title: "Other:"},
	)
	grouped(root, groupStart, a.setupCommand(), a.browserCommand(), a.statusCommand(), a.doctorCommand())
	grouped(root, groupRead, a.snapshotCommand(), a.moreCommand(), a.findCommand(), a.readCommand(), a.diffCommand(), a.waitCommand(), a.screenshotCommand())
	grouped(root, groupAct, a.verbCommands()...)
	grouped(root, groupAct, a.dialogCommand(), a.batchCommand())
	grouped(root, groupTabs, a.tabsCommand(), a.openCommand())
	grouped(root, groupTabs, a.tabVerbCommands()...)
	grouped(root, groupTabs, a.reloadCommand())
	grouped(root, groupOther, a.handoffCommand(), a.pauseCommand(), a.resumeCommand(), a.activityCommand(),
		a.configCommand(), a.tokenCommand(), a.uninstallCommand(), a.versionCommand(), a.manCommand())
	root.AddCommand(topicCommands()...)
}

// Groups of the help text.
const (
	groupStart = "start"
	groupRead  = "read"
	groupAct   = "act"
	groupTabs  = "tabs"
	groupOther = "other"
)

func grouped(root *cobra.Command, group string, commands ...*cobra.Command) {
	for _, c := range commands {
		c.GroupID = group
		root.AddCommand(c)
	}
}
