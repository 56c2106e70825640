package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// player carries out the steps of one case in one tab.
type player struct {
	t        *testing.T
	page     *rig.Page
	known    []want // what the case expects: their role_any hold in steps too
	dialogs  answers
	held     map[string]string
	opened   string        // the tab that a step opened
	patience time.Duration // how long a control may take to appear
	folded   bool          // compare names as real pages do
}

// lookLimit is how long a control may take to appear after an act.
const lookLimit = 3 * time.Second

func newPlayer(t *testing.T, page *rig.Page, c pageCase) *player {
	p := &player{t: t, page: page, known: c.Expect.Controls, held: map[string]string{}, patience: lookLimit}
	if c.Dialogs != nil {
		p.dialogs = *c.Dialogs
	}
	return p
}

// play carries out one step; at says which one it is in failure messages.
func (p *player) play(at string, s step) {
	p.t.Helper()
	if s.Tab == "new" {
		if p.opened == "" {
			p.t.Fatalf("%s: no step has opened a tab", at)
		}
		p.page.Tab = p.opened
	}
	switch s.Do {
	case "wait":
		p.wait(at, s)
	case "snapshot":
		p.hold(at, s)
	default:
		p.act(at, s)
	}
}

// wait waits for a JS condition (cases) or for milliseconds (real pages).
func (p *player) wait(at string, s step) {
	p.t.Helper()
	var ms float64
	if json.Unmarshal(s.Value, &ms) == nil {
		time.Sleep(time.Duration(ms) * time.Millisecond)
		return
	}
	if err := p.page.Poll(text(s.Value), 10*time.Second); err != nil {
		p.t.Fatalf("%s: %v", at, err)
	}
}

func (p *player) hold(at string, s step) {
	p.t.Helper()
	for key, w := range s.Hold {
		ref, seen := p.look(w)
		if ref == "" {
			p.t.Fatalf("%s: %v is not listed:%s", at, w, list(seen))
		}
		p.held[key] = ref
	}
	if len(s.Hold) == 0 {
		if _, a := p.page.Snapshot(); !a.OK {
			p.t.Fatalf("%s: %s", at, a)
		}
	}
}

// look takes snapshots until the control is listed, and gives its ref; a
// selector stands for itself.
func (p *player) look(w want) (ref string, seen []protocol.Control) {
	if w.CSS != "" {
		return w.CSS, nil
	}
	w = p.widen(w)
	w.Folded = p.folded
	for end := time.Now().Add(p.patience); ; time.Sleep(100 * time.Millisecond) {
		args := []string{"--all"}
		if w.Scoped != "" {
			args = []string{"--within", w.Scoped}
		}
		snapshot, a := p.page.Snapshot(args...)
		seen = snapshot.Controls
		if a.OK {
			if c, found := w.pick(seen); found {
				return c.Ref, seen
			}
			if ref := p.lookBeside(w, seen, time.Until(end)); ref != "" {
				return ref, seen
			}
		} else if p.answerError(a) {
			continue
		}
		if time.Now().After(end) {
			return "", seen
		}
	}
}

// lookBeside finds what tasks on real pages act on that is no control by its
// role (a text, a cell): by its line, else as whatever it is listed as.
func (p *player) lookBeside(w want, seen []protocol.Control, left time.Duration) string {
	if !lineRoles[w.Role] {
		return ""
	}
	if ref := lineRef(p.page, w, left); ref != "" {
		return ref
	}
	w.Role, w.RoleAny = "", nil
	c, _ := w.pick(seen)
	return c.Ref
}

// widen adds the role_any of the expected control that this one names.
func (p *player) widen(w want) want {
	for _, k := range p.known {
		same := w.Locate != "" && k.Locate == w.Locate
		if same || (k.Role == w.Role && slices.Equal(k.Contains, w.Contains) && samePointer(k.Name, w.Name)) {
			w.RoleAny = append(slices.Clone(w.RoleAny), k.RoleAny...)
		}
	}
	return w
}

func samePointer(a, b *string) bool {
	return a == b || (a != nil && b != nil && *a == *b)
}

// pick chooses among the controls that fit: the role as named before the
// roles that are also right, then by position.
func (w want) pick(controls []protocol.Control) (protocol.Control, bool) {
	exact := w
	exact.RoleAny = nil
	for _, try := range []want{exact, w} {
		found := try.among(controls)
		n := 0
		if w.Nth != nil {
			n = *w.Nth
		}
		if n < len(found) {
			return found[n], true
		}
	}
	return protocol.Control{}, false
}

// act carries out a step that is a verb of the CLI.
func (p *player) act(at string, s step) {
	p.t.Helper()
	ref := p.held[s.Use]
	if ref == "" && s.Control != nil {
		var seen []protocol.Control
		if ref, seen = p.look(*s.Control); ref == "" {
			if s.MustFail {
				return // not offered at all: nothing to act on
			}
			p.t.Fatalf("%s: %v is not listed:%s", at, *s.Control, list(seen))
		}
	}
	result, a := p.page.Do(p.command(at, s, ref)...)
	p.judge(at, s, a)
	if len(result.Opened) > 0 {
		p.opened = result.Opened[0].Tab
	}
	if s.OpensTab && p.opened == "" {
		p.t.Errorf("%s: no opened tab is reported: %s", at, a)
	}
	p.answer(result.Dialog)
}

func (p *player) judge(at string, s step, a rig.Answer) {
	p.t.Helper()
	switch {
	case len(s.Either) > 0:
		// both outcomes are right; the oracle decides
	case s.MustFail && a.OK:
		p.t.Errorf("%s: must_fail: it was not refused: %s", at, a)
	case s.MustFail && a.Exit != 1:
		p.t.Errorf("%s: must_fail: exit %d, want 1: %s", at, a.Exit, a)
	case !s.MustFail && !a.OK && !p.answerError(a):
		p.t.Fatalf("%s: %s", at, a)
	}
}

// answer answers an open dialog as the case says, and those that follow it.
func (p *player) answer(d *protocol.Dialog) {
	for ; d != nil; p.advance() {
		if len(p.dialogs) == 0 {
			p.t.Errorf("a dialog that the case does not speak of: %s %q", d.Type, d.Message)
			p.dialogs = answers{{}}
		}
		verb := []string{"dialog", "dismiss"}
		if p.dialogs[0].Accept {
			verb = []string{"dialog", "accept"}
			if d.Type == "prompt" {
				verb = append(verb, p.dialogs[0].Text)
			}
		}
		result, a := p.page.Do(verb...)
		if !a.OK {
			p.t.Errorf("answering the dialog: %s", a)
			return
		}
		d = result.Dialog
	}
}

func (p *player) advance() {
	if len(p.dialogs) > 1 {
		p.dialogs = p.dialogs[1:]
	}
}

// answerError answers the dialog because of which a call was refused.
func (p *player) answerError(a rig.Answer) bool {
	if a.Error == nil || a.Error.Code != protocol.CodeDialogOpen || len(p.dialogs) == 0 {
		return false
	}
	d := a.Error.Dialog
	if d == nil {
		d = &protocol.Dialog{}
	}
	p.answer(d)
	return true
}

// command is the CLI's words for a step.
func (p *player) command(at string, s step, ref string) []string {
	p.t.Helper()
	switch s.Do {
	case "click", "dblclick", "rightclick", "hover", "uncheck":
		return []string{s.Do, ref}
	case "check":
		if string(s.Value) == "false" {
			return []string{"uncheck", ref}
		}
		return []string{"check", ref}
	case "fill", "type":
		if ref == "" {
			ref = "-"
		}
		return []string{s.Do, ref, "--", text(s.Value)}
	case "press":
		if ref == "" {
			return []string{"press", text(s.Value)}
		}
		return []string{"press", text(s.Value), "--on", ref}
	case "select":
		return append([]string{"select", ref, "--"}, texts(s.Value)...)
	case "upload":
		return append([]string{"upload", ref}, p.files(at, s.Value)...)
	case "scroll":
		return scrollCommand(s, ref)
	case "drag":
		to, seen := p.look(*s.To)
		if to == "" {
			p.t.Fatalf("%s: drag: %v is not listed:%s", at, *s.To, list(seen))
		}
		return []string{"drag", ref, to}
	case "dialog":
		return append([]string{"dialog"}, texts(s.Value)...)
	}
	p.t.Fatalf("%s: no verb for %q", at, s.Do)
	return nil
}

func scrollCommand(s step, ref string) []string {
	command := []string{"scroll"}
	if ref != "" {
		command = append(command, "--on", ref)
	}
	if s.Until != "" {
		return append(command, "--until-text", s.Until, "--timeout", "40s")
	}
	value := text(s.Value)
	if n, err := strconv.ParseFloat(value, 64); err == nil {
		return append(command, "--by", fmt.Sprintf("0,%d", int(n)))
	}
	if value == "" {
		value = "bottom"
	}
	if strings.Contains(value, ",") {
		return append(command, "--by", value)
	}
	return append(command, "--to", value)
}

// files writes the files of an upload into the agent's working directory.
func (p *player) files(at string, value json.RawMessage) (names []string) {
	p.t.Helper()
	type file struct{ Name, Text string }
	var many []file
	if json.Unmarshal(value, &many) != nil {
		var one file
		if json.Unmarshal(value, &one) != nil {
			return texts(value) // names of files that are there
		}
		many = []file{one}
	}
	for _, f := range many {
		name := filepath.Join(p.page.Agent.Dir(), f.Name)
		if err := os.WriteFile(name, []byte(f.Text), 0o600); err != nil {
			p.t.Fatalf("%s: %v", at, err)
		}
		names = append(names, name)
	}
	return names
}

// text is a value as one string.
func text(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s
	}
	return string(value)
}

// texts is a value as a list of strings.
func texts(value json.RawMessage) []string {
	var many []string
	if json.Unmarshal(value, &many) == nil {
		return many
	}
	return []string{text(value)}
}
