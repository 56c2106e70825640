package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// actFlags are the flags of acts; a verb defines those it has a use for.
type actFlags struct {
	diff   bool
	input  string
	stdin  bool
	secret bool
	on     string
	by     string
	to     string
	until  string
}

// verb is an act as a command.
type verb struct {
	use     string
	short   string
	long    string
	example string
	least   int
	most    int // -1: no limit
	flags   func(*cobra.Command, *actFlags)
	step    func(a *app, args []string, f actFlags) (protocol.Step, error)
}

// onRef is a verb that needs a ref and nothing else.
func onRef(name, short, example string) verb {
	return verb{use: name + " REF", short: short, example: example, least: 1, most: 1,
		step: func(_ *app, args []string, _ actFlags) (protocol.Step, error) {
			return protocol.Step{Do: name, Ref: args[0]}, nil
		}}
}

// verbs are the acts on a page.
var verbs = []verb{
	onRef("click", "Click an element", "  candid click @e5\n  candid click \"button.primary\" --diff"),
	onRef("dblclick", "Double-click an element", "  candid dblclick @e5"),
	onRef("rightclick", "Click an element with the right button", "  candid rightclick @e5"),
	onRef("hover", "Move the pointer onto an element and leave it there", "  candid hover @e5 --diff"),
	onRef("check", "Turn a checkbox, radio button or switch on", "  candid check @e5"),
	onRef("uncheck", "Turn a checkbox or switch off", "  candid uncheck @e5"),
	{
		use: "fill REF TEXT", short: "Put a text into a field, in place of what it holds",
		long: `Replaces what a field holds, keeps line breaks, and checks afterwards that the field holds
the text. With --stdin the text is read from standard input, less one final newline; with
--secret too, it is never echoed and the field stays marked as secret.`,
		example: `  candid fill @e5 "Quarterly report"
  candid fill @e7 2026-11-30                  dates in the form of HTML
  pass show bank | candid fill @e9 --stdin --secret`,
		least: 1, most: 2, flags: stdinFlags, step: textStep("fill"),
	},
	{
		use: "type REF TEXT", short: "Type a text key by key, into an element or (-) into what has the focus",
		example: `  candid type @e5 "hello"
  candid type - "into what has the focus"`,
		least: 1, most: 2, flags: stdinFlags, step: textStep("type"),
	},
	{
		use: "press KEY", short: "Press a key or a chord, such as Enter or Control+A",
		example: `  candid press Enter
  candid press Control+A --on @e5`,
		least: 1, most: 1,
		flags: func(cmd *cobra.Command, f *actFlags) {
			cmd.Flags().StringVar(&f.on, "on", "", "focus `REF` first")
		},
		step: func(_ *app, args []string, f actFlags) (protocol.Step, error) {
			return protocol.Step{Do: "press", Ref: f.on, Value: args}, nil
		},
	},
	{
		use: "select REF VALUE…", short: "Choose options of a select, by value or by label",
		example: `  candid select @e7 research
  candid select @e8 red green                 a multiple select then has exactly these`,
		least: 2, most: -1,
		step: func(_ *app, args []string, _ actFlags) (protocol.Step, error) {
			return protocol.Step{Do: "select", Ref: args[0], Value: args[1:]}, nil
		},
	},
	{
		use: "scroll", short: "Scroll the page or an element",
		example: `  candid scroll --by 0,600
  candid scroll --to bottom
  candid scroll --on @e30 --until-text "row 7,777"`,
		flags: scrollFlags, step: scrollStep,
	},
	{
		use: "drag REF REF", short: "Drag one element onto another", example: "  candid drag @e5 @e9",
		least: 2, most: 2,
		step: func(_ *app, args []string, _ actFlags) (protocol.Step, error) {
			return protocol.Step{Do: "drag", Ref: args[0], To: args[1]}, nil
		},
	},
	{
		use: "upload REF FILE…", short: "Give files to a file input, a drop zone or a button that opens a chooser",
		long:    "Files must lie in the working directory or in upload_roots of the configuration.",
		example: "  candid upload @e5 report.pdf", least: 2, most: -1, step: uploadStep,
	},
}

// tabVerbs act on a tab as such.
var tabVerbs = []verb{
	{
		use: "navigate URL", short: "Go to an address in the tab", example: "  candid navigate https://example.com",
		least: 1, most: 1,
		step: func(a *app, args []string, _ actFlags) (protocol.Step, error) {
			address, err := a.address(args[0])
			return protocol.Step{Do: "navigate", URL: address}, err
		},
	},
	onTab("back", "Go back in the tab's history"),
	onTab("forward", "Go forward in the tab's history"),
	onTab("close", "Close the tab"),
	onTab("activate", "Bring the tab to the front"),
}

func onTab(name, short string) verb {
	return verb{use: name, short: short, example: "  candid " + name + " --tab 12",
		step: func(*app, []string, actFlags) (protocol.Step, error) { return protocol.Step{Do: name}, nil }}
}

func (a *app) verbCommands() []*cobra.Command    { return a.commandsOf(verbs) }
func (a *app) tabVerbCommands() []*cobra.Command { return a.commandsOf(tabVerbs) }

func (a *app) commandsOf(list []verb) []*cobra.Command {
	var commands []*cobra.Command
	for _, v := range list {
		commands = append(commands, a.verbCommand(v))
	}
	return commands
}

func (a *app) verbCommand(v verb) *cobra.Command {
	var f actFlags
	cmd := &cobra.Command{
		Use: v.use, Short: v.short, Long: v.long, Example: v.example, Args: between(v.least, v.most),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneOf("input", f.input, "trusted", "dom"); err != nil {
				return err
			}
			step, err := v.step(a, args, f)
			if err != nil {
				return err
			}
			return a.act(cmd, step, f)
		},
	}
	actCommon(cmd, &f)
	if v.flags != nil {
		v.flags(cmd, &f)
	}
	return cmd
}

// actCommon are the flags of every act.
func actCommon(cmd *cobra.Command, f *actFlags) {
	cmd.Flags().BoolVar(&f.diff, "diff", false, "also print what changed on the page")
	cmd.Flags().StringVar(&f.input, "input", "", "`HOW`: trusted (default; Chrome shows its debugging bar) or dom (no bar; some pages ignore it)")
}

func (a *app) act(cmd *cobra.Command, step protocol.Step, f actFlags) error {
	roots, err := a.roots()
	if err != nil {
		return err
	}
	params := protocol.ActParams{Tab: a.tab, Step: step, Input: f.input, Diff: f.diff, Timeout: a.millis(), Roots: roots}
	result, err := call[protocol.ActResult](cmd, a, protocol.DoorAct, params)
	if err == nil {
		a.warn(result.Warnings)
	}
	return show(a, result, err, actText)
}

// roots are the folders that this process may upload from: where it works, and
// where the person said.
func (a *app) roots() ([]string, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, misuse("the working directory is gone: "+err.Error(), "change to one that exists")
	}
	config, err := a.config()
	return append([]string{here}, config.UploadRoots...), err
}

// config is the person's configuration; a mistake in it is theirs to correct.
func (a *app) config() (store.Config, error) {
	home, err := a.Home()
	if err != nil {
		return store.Config{}, err
	}
	return store.LoadConfig(home)
}

// address checks a URL before any browser is asked.
func (a *app) address(raw string) (string, error) {
	config, err := a.config()
	if err != nil {
		return "", err
	}
	address, bad := protocol.CheckURL(raw, config.Schemes...)
	if bad != nil {
		return "", usageError{bad}
	}
	return address, nil
}

func stdinFlags(cmd *cobra.Command, f *actFlags) {
	cmd.Flags().BoolVar(&f.stdin, "stdin", false, "read the text from standard input, less one final newline")
	cmd.Flags().BoolVar(&f.secret, "secret", false, "with --stdin: never echo the text, and keep the field secret")
}

// textStep is a step whose value is a text, given as an argument or on stdin.
func textStep(do string) func(*app, []string, actFlags) (protocol.Step, error) {
	return func(a *app, args []string, f actFlags) (protocol.Step, error) {
		step := protocol.Step{Do: do, Ref: args[0], Secret: f.secret}
		switch {
		case f.stdin && len(args) == 2:
			return step, misuse("the text is given twice, as an argument and with --stdin", "leave one of them out")
		case f.secret && !f.stdin:
			return step, misuse("--secret needs --stdin: arguments can be seen by every process", "use: … | candid "+do+" "+args[0]+" --stdin --secret")
		case !f.stdin && len(args) == 1:
			return step, misuse("there is no text", "usage: candid "+do+" REF TEXT, or --stdin; an empty text is \"\"")
		case len(args) == 2:
			step.Value = protocol.Values{args[1]}
			return step, nil
		}
		text, err := a.stdin()
		step.Value = protocol.Values{text}
		return step, err
	}
}

// maxStdin bounds a text from stdin: a file piped by mistake must not fill the
// memory, and no field of a page takes a text of 16 MiB.
const maxStdin = 16 << 20

// stdin reads a text whole, less the final newline that echo and editors add.
func (a *app) stdin() (string, error) {
	data, err := io.ReadAll(io.LimitReader(a.In, maxStdin+1))
	if err != nil {
		return "", misuse("standard input cannot be read: "+err.Error(), "")
	}
	if len(data) > maxStdin {
		return "", misuse("standard input is longer than 16 MiB", "give a shorter text, or upload it as a file")
	}
	return strings.TrimSuffix(strings.TrimSuffix(string(data), "\n"), "\r"), nil
}

func scrollFlags(cmd *cobra.Command, f *actFlags) {
	cmd.Flags().StringVar(&f.on, "on", "", "the element `REF` instead of the page")
	cmd.Flags().StringVar(&f.by, "by", "", "by `DX,DY` CSS pixels")
	cmd.Flags().StringVar(&f.to, "to", "", "to `END`: top or bottom")
	cmd.Flags().StringVar(&f.until, "until-text", "", "downwards until `TEXT` is on the page")
	cmd.MarkFlagsMutuallyExclusive("by", "to")
	completeWords(cmd, "to", []string{"top", "bottom"})
}

func scrollStep(_ *app, _ []string, f actFlags) (protocol.Step, error) {
	step := protocol.Step{Do: "scroll", Ref: f.on, Until: f.until}
	if err := oneOf("to", f.to, "top", "bottom"); err != nil {
		return step, err
	}
	switch {
	case f.to != "":
		step.Value = protocol.Values{f.to}
	case f.by != "":
		var x, y float64
		if n, err := fmt.Sscanf(f.by, "%g,%g", &x, &y); n != 2 || err != nil {
			return step, misuse(fmt.Sprintf("--by cannot be %q", f.by), "it is two numbers: --by 0,600 scrolls down")
		}
		step.Value = protocol.Values{f.by}
	case f.until == "":
		return step, misuse("where to?", "give --by DX,DY or --to top|bottom or --until-text TEXT")
	}
	return step, nil
}

func uploadStep(_ *app, args []string, _ actFlags) (protocol.Step, error) {
	step := protocol.Step{Do: "upload", Ref: args[0]}
	for _, file := range args[1:] {
		path, err := filepath.Abs(file)
		if err != nil {
			return step, err
		}
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			return step, usageError{protocol.NewError(protocol.CodeFileNotFound, "no such file: "+path, "paths are relative to the working directory")}
		}
		step.Value = append(step.Value, path)
	}
	return step, nil
}
