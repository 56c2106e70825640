package cli

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"candid/host/protocol"
)

func (a *app) waitCommand() *cobra.Command {
	var p protocol.WaitParams
	cmd := &cobra.Command{
		Use:   "wait",
		Short: "Wait until a text, an element or an address is there, a text is gone, or the page rests",
		Example: `  candid wait --text "Saved"
  candid wait --gone "Loading" --timeout 30s
  candid wait --url "**/receipt/*"
  candid wait --idle`,
		Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			p.Tab, p.Timeout = a.tab, a.millis()
			result, err := call[protocol.WaitResult](cmd, a, protocol.DoorWait, p)
			if err == nil {
				a.warn(result.Warnings)
			}
			return show(a, result, err, func(r protocol.WaitResult) string {
				return fmt.Sprintf("wait: met after %d ms", r.WaitedMs)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.Text, "text", "", "until `TEXT` is on the page")
	f.StringVar(&p.Gone, "gone", "", "until `TEXT` is not on the page any more")
	f.StringVar(&p.Ref, "ref", "", "until `REF|CSS` is there and visible")
	f.StringVar(&p.URL, "url", "", "until the address matches `GLOB` (* stops at /, ** does not)")
	f.BoolVar(&p.Idle, "idle", false, "until nothing loads and nothing changes")
	cmd.MarkFlagsOneRequired("text", "gone", "ref", "url", "idle")
	cmd.MarkFlagsMutuallyExclusive("text", "gone", "ref", "url", "idle")
	return cmd
}

func (a *app) screenshotCommand() *cobra.Command {
	var p protocol.ScreenshotParams
	var file string
	cmd := &cobra.Command{
		Use:   "screenshot",
		Short: "Save a picture of the page; secrets are masked in it",
		Example: `  candid screenshot -o page.png
  candid screenshot --ref @e5
  candid screenshot --full-page --marks      with the refs drawn on it`,
		Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			p.Tab = a.tab
			result, err := call[protocol.ScreenshotResult](cmd, a, protocol.DoorScreenshot, p)
			if err == nil {
				a.warn(result.Warnings)
				err = savePicture(&result, file)
			}
			return show(a, result, err, func(r protocol.ScreenshotResult) string {
				return fmt.Sprintf("screenshot: %s (%d x %d)", r.File, r.Width, r.Height)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.Ref, "ref", "", "only the element `REF`")
	f.BoolVar(&p.FullPage, "full-page", false, "the whole page, not only what is in view")
	f.BoolVar(&p.Marks, "marks", false, "draw each control's ref on it")
	f.StringVarP(&file, "output", "o", "", "save as `FILE` (default: screenshot-TIME.png here)")
	cmd.MarkFlagsMutuallyExclusive("ref", "full-page")
	return cmd
}

// savePicture writes the picture and puts its path in the place of its bytes.
func savePicture(r *protocol.ScreenshotResult, file string) error {
	data, err := base64.StdEncoding.DecodeString(r.Data)
	if err != nil {
		return protocol.NewError(protocol.CodeInternal, "the picture is not base64: "+err.Error(), "")
	}
	if file == "" {
		file = "screenshot-" + time.Now().Format("20060102-150405.000") + ".png"
	}
	if file, err = filepath.Abs(file); err != nil {
		return err
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		return protocol.NewError(protocol.CodeFileNotFound, "the picture cannot be saved: "+err.Error(), "choose another place with -o FILE")
	}
	r.Data, r.File = "", file
	return nil
}

func (a *app) dialogCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dialog accept [TEXT] | dismiss",
		Short: "Answer the JavaScript dialog that is open in the tab",
		Example: `  candid dialog accept
  candid dialog accept "the answer to a prompt"
  candid dialog dismiss`,
		Args: between(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			step := protocol.Step{Do: "dialog", Value: protocol.Values{args[0]}}
			switch {
			case args[0] != "accept" && args[0] != "dismiss":
				return misuse(fmt.Sprintf("a dialog cannot be answered with %q", args[0]), "use: candid dialog accept [TEXT], or: candid dialog dismiss")
			case len(args) == 2 && args[0] == "dismiss":
				return misuse("dismiss takes no text", "use: candid dialog accept TEXT")
			case len(args) == 2:
				step.Text = args[1]
			}
			return a.act(cmd, step, actFlags{})
		},
		ValidArgs: []string{"accept", "dismiss"},
	}
	return cmd
}

func (a *app) handoffCommand() *cobra.Command {
	var p protocol.HandoffParams
	cmd := &cobra.Command{
		Use:   "handoff REASON",
		Short: "Ask the person for a tab, or to do what only a person can",
		Long: `Shows the request in Candid's popup and waits for the answer (two minutes, or --timeout).
Without --tab the person picks the tab.`,
		Example: `  candid handoff "please solve the captcha, then press Continue" --tab 12
  candid handoff "I need your order page" --timeout 5m`,
		Args: between(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Tab, p.Reason, p.Timeout = a.tab, strings.Join(args, " "), a.millis()
			if a.timeout == 0 {
				a.timeout = handoffWait // the call must outlive the host's own default
			}
			result, err := call[protocol.HandoffResult](cmd, a, protocol.DoorHandoff, p)
			return show(a, result, err, func(r protocol.HandoffResult) string {
				if !r.Granted {
					return "handoff: the person said no"
				}
				return "handoff: done, tab " + r.Tab
			})
		},
	}
	return cmd
}

// handoffWait is the host's default for handoffs.
const handoffWait = 2 * time.Minute

func (a *app) pauseCommand() *cobra.Command {
	return a.plain("pause", "Stop every agent at once, until the person resumes", protocol.DoorPause, "pause: every agent is stopped")
}

func (a *app) resumeCommand() *cobra.Command {
	return a.plain("resume", "Ask to go on after a pause: only the person can, in the popup or the side panel", protocol.DoorResume, "resume: agents may go on")
}

// plain is a command that calls a method and says one thing when it worked.
func (a *app) plain(name, short, method, said string) *cobra.Command {
	return &cobra.Command{
		Use: name, Short: short, Example: "  candid " + name, Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			result, err := call[protocol.NoParams](cmd, a, method, protocol.NoParams{})
			return show(a, result, err, func(protocol.NoParams) string { return said })
		},
	}
}

func (a *app) activityCommand() *cobra.Command {
	return &cobra.Command{
		Use: "activity", Short: "List what agents did lately", Example: "  candid activity", Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			result, err := call[protocol.ActivityResult](cmd, a, protocol.DoorActivity, protocol.NoParams{})
			return show(a, result, err, func(r protocol.ActivityResult) string {
				var b strings.Builder
				for _, e := range r.Entries {
					fmt.Fprintf(&b, "%s  %-12s %-10s tab %-5s %-24s %s\n", e.Time, e.Agent, e.Verb, e.Tab, e.Site, e.Result)
				}
				return b.String()
			})
		},
	}
}
