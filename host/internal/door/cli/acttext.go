package cli

import (
	"fmt"
	"strings"

	"candid/host/protocol"
)

// actText says in a few lines what an act did: what it was asked first, then
// what else happened, each on a line of its own.
func actText(r protocol.ActResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", r.Action)
	if r.Ref != "" {
		fmt.Fprintf(&b, " %s", r.Ref)
	}
	b.WriteString(": done\n")
	note := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	if r.Rebound != "" {
		note("rebound: the element had been replaced by its equal, %s", r.Rebound)
	}
	if r.Fallback != "" {
		note("fallback: %s", r.Fallback)
	}
	if r.Value != nil {
		note("value: %q", *r.Value)
	}
	if r.Scrolled && r.X != nil && r.Y != nil {
		note("scrolled: to %g,%g%s", *r.X, *r.Y, ifElse(r.Moved != nil && !*r.Moved, " (did not move)", ""))
	}
	if r.Navigated != "" {
		note("navigated: %s", r.Navigated)
	}
	if r.Dialog != nil {
		note("dialog: %s %q is open; answer it: candid dialog accept|dismiss", r.Dialog.Type, r.Dialog.Message)
	}
	for _, tab := range r.Opened {
		note("opened: tab %s %s", tab.Tab, tab.URL)
	}
	for _, d := range r.Downloads {
		note("download: %s (%s)", d.File, d.State)
	}
	if r.Diff != nil {
		note("%s", strings.TrimSuffix(r.Diff.Text, "\n"))
	}
	return b.String()
}

// readText is one element for reading: its line, then its text and the rest.
func readText(r protocol.ReadResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %q\n", r.Ref, r.Role, r.Name)
	switch {
	case r.Secret:
		b.WriteString("value: hidden, the field is secret\n")
	case r.Value != nil:
		fmt.Fprintf(&b, "value: %q\n", *r.Value)
	}
	for _, key := range sortedKeys(r.Attributes) {
		fmt.Fprintf(&b, "%s: %q\n", key, r.Attributes[key])
	}
	for _, o := range r.Options {
		fmt.Fprintf(&b, "option %q: %q%s%s\n", o.Value, o.Label, ifElse(o.Selected, " (selected)", ""), ifElse(o.Disabled, " (disabled)", ""))
	}
	if r.Text != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimSuffix(r.Text, "\n"))
	}
	if r.Truncated {
		b.WriteString("-- INCOMPLETE: the text is longer; raise --budget\n")
	}
	return b.String()
}

func ifElse(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}
