package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"candid/host/protocol"
)

// success and failure are the two forms that --json prints.
type success[R any] struct {
	OK     bool `json:"ok"`
	Result R    `json:"result"`
}

type failure struct {
	OK    bool            `json:"ok"`
	Error *protocol.Error `json:"error"`
}

// show prints a result: whole as JSON, or what text says of it.
func show[R any](a *app, result R, err error, text func(R) string) error {
	if err != nil {
		return err
	}
	if a.json {
		return printJSON(a.Out, success[R]{OK: true, Result: result})
	}
	return printText(a.Out, text(result))
}

// printText prints a text and ends its last line, unless it ends already.
func printText(out io.Writer, text string) error {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err := io.WriteString(out, text)
	return err
}

// printJSON writes one line. HTML escapes would only make URLs unreadable.
func printJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// warn prints warnings beside a text; --json has them in the result.
func (a *app) warn(warnings []string) {
	if a.json {
		return
	}
	for _, w := range warnings {
		a.say("warning: %s\n", w)
	}
}

// say prints progress and notes, which are no part of a result, on stderr.
func (a *app) say(format string, args ...any) {
	_, _ = fmt.Fprintf(a.Err, format, args...) // nobody is left to tell when stderr is closed
}

// printError prints an error in the form asked for: JSON on stdout, where the
// result would be; words on stderr, also where stdout takes nothing.
func printError(env Env, asJSON bool, err *protocol.Error) {
	if asJSON && printJSON(env.Out, failure{Error: err}) == nil {
		return
	}
	_, _ = io.WriteString(env.Err, errorText(err))
}

func errorText(err *protocol.Error) string {
	var b strings.Builder
	fmt.Fprintf(&b, "candid: %s: %s\n", err.Code, err.Message)
	if err.Dialog != nil {
		fmt.Fprintf(&b, "  dialog: %s %q\n", err.Dialog.Type, err.Dialog.Message)
	}
	for _, step := range err.Steps {
		fmt.Fprintf(&b, "  ran: %s\n", indentAfterFirst(actText(step)))
	}
	for _, c := range err.Refs {
		fmt.Fprintf(&b, "  %s%s %s\n", c.Ref, c.Tab, c.Label)
	}
	if err.Hint != "" {
		fmt.Fprintf(&b, "  hint: %s\n", err.Hint)
	}
	return b.String()
}

func indentAfterFirst(text string) string {
	return strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ")
}
