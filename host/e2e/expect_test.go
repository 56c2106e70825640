package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// budgets are those at which the output must be well-formed: the smallest,
// odd ones around likely cut points, and the largest.
var budgets = []string{"300", "301", "333", "500", "777", "1000", "2500", "5001", "40000"}

// views are the four of the CLI.
var views = []string{"outline", "controls", "content", "page"}

// check checks everything that a case expects of the page as it was loaded.
func (e expect) check(t *testing.T, page *rig.Page) {
	began := time.Now()
	snapshot, a := page.Snapshot()
	took := time.Since(began)
	if !a.OK {
		t.Fatalf("snapshot: %s", a)
	}
	if e.MaxMs > 0 && took > time.Duration(e.MaxMs)*time.Millisecond {
		t.Errorf("max_ms: the snapshot took %v, want at most %d ms", took, e.MaxMs)
	}
	e.checkControls(t, page, snapshot)
	e.checkText(t, page)
	for _, s := range e.OutlineContains {
		if !strings.Contains(plain(snapshot.Text), plain(s)) {
			t.Errorf("outline_contains: %q is not in the outline:\n%s", s, snapshot.Text)
		}
	}
	e.checkLines(t, page)
	if e.TruncationNotice {
		checkNotice(t, snapshot)
	}
	if e.OutputWellformed {
		checkWellformed(t, page)
	}
}

// scope are the controls among which one is expected or not: of the whole page,
// or of the selector it is scoped to.
func (w want) scope(t *testing.T, page *rig.Page, snapshot protocol.SnapshotResult) []protocol.Control {
	t.Helper()
	if w.Scoped == "" {
		return snapshot.Controls
	}
	scoped, a := page.Snapshot("--within", w.Scoped)
	if !a.OK || !scoped.Complete {
		t.Errorf("%v within %s: %s; complete: %v", w, w.Scoped, a, scoped.Complete)
	}
	return scoped.Controls
}

func (e expect) checkControls(t *testing.T, page *rig.Page, snapshot protocol.SnapshotResult) {
	for _, w := range e.Controls {
		controls := w.scope(t, page, snapshot)
		if fault := w.missing(controls); fault != "" && !w.Optional {
			t.Errorf("controls: %v: %s; listed:%s", w, fault, list(controls))
		}
	}
	for _, w := range e.AbsentControls {
		if found := w.among(w.scope(t, page, snapshot)); len(found) > 0 {
			t.Errorf("absent_controls: %v is listed:%s", w, list(found))
		}
	}
	if e.ControlCount == nil {
		return
	}
	if got := snapshot.Count.Controls; got != *e.ControlCount {
		t.Errorf("control_count: got %d, want %d:%s", got, *e.ControlCount, list(snapshot.Controls))
	}
	lines, a := page.Snapshot("--view", "controls")
	if first, _, _ := strings.Cut(lines.Text, "\n"); first != fmt.Sprintf("%d controls", *e.ControlCount) && *e.ControlCount != 1 {
		t.Errorf("control_count: --view controls begins %q, want %d controls (%s)", first, *e.ControlCount, a)
	}
}

// missing says what is wrong with the controls where w is concerned, "" when nothing is.
func (w want) missing(controls []protocol.Control) string {
	found := w.among(controls)
	if len(found) == 0 {
		return "missing"
	}
	if w.Count != nil && len(found) != *w.Count {
		return fmt.Sprintf("%d of it, want %d", len(found), *w.Count)
	}
	var faults []string
	for _, c := range found {
		wrong := w.State.wrong(c)
		if len(wrong) == 0 {
			return ""
		}
		faults = append(faults, wrong...)
	}
	return strings.Join(faults, ", ")
}

// checkText looks for texts in what a person can see, which the page view
// prints above its list of controls.
func (e expect) checkText(t *testing.T, page *rig.Page) {
	if len(e.TextContains)+len(e.TextAbsent) > 0 {
		shown, a := page.Snapshot("--view", "page")
		if !a.OK {
			t.Fatalf("text: %s", a)
		}
		text := visibleText(shown.Text)
		outline, a := page.Snapshot()
		if !a.OK {
			t.Fatalf("text: %s", a)
		}
		for _, s := range e.TextContains {
			if !strings.Contains(text, plain(s)) {
				t.Errorf("text_contains: %q is not in the visible text of the page view:\n%s", s, shown.Text)
			}
			if !strings.Contains(plain(outline.Text), plain(s)) {
				t.Errorf("text_contains: %q is not in the outline:\n%s", s, outline.Text)
			}
		}
		for _, s := range e.TextAbsent {
			if strings.Contains(text, plain(s)) {
				t.Errorf("text_absent: %q is in the visible text:\n%s", s, shown.Text)
			}
		}
	}
	if s := e.TextContainsScoped; s != nil {
		scoped, a := page.Snapshot("--within", s.Selector, "--view", "content")
		if !strings.Contains(plain(scoped.Text), plain(s.Text)) {
			t.Errorf("text_contains_scoped: %q is not within %s: %s", s.Text, s.Selector, a)
		}
	}
}

// visibleText is the part of a page view between title, URL and "Controls:".
func visibleText(view string) string {
	_, rest, found := strings.Cut(view, "\n\n")
	if !found {
		rest = view
	}
	if i := strings.LastIndex(rest, "\nControls:"); i >= 0 {
		rest = rest[:i]
	}
	return plain(rest)
}

func (e expect) checkLines(t *testing.T, page *rig.Page) {
	if len(e.NoLineMatches) == 0 {
		return
	}
	for _, view := range views {
		a := page.Agent.Plain(t.Context(), "", "snapshot", "--tab", page.Tab, "--view", view)
		for _, pattern := range e.NoLineMatches {
			forged := regexp.MustCompile(pattern)
			for _, line := range strings.FieldsFunc(a.Stdout, func(r rune) bool { return r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' }) {
				if forged.MatchString(line) {
					t.Errorf("no_line_matches: view %s prints %q, which matches %s", view, line, pattern)
				}
			}
		}
	}
}

// checkNotice: the output says that it is cut, how much is left out and how to go on.
func checkNotice(t *testing.T, s protocol.SnapshotResult) {
	if s.Complete || !s.Truncated {
		t.Errorf("truncation_notice: complete is %v, truncated %v", s.Complete, s.Truncated)
	}
	if !strings.HasPrefix(s.Text, "SNAPSHOT_TRUNCATED") {
		t.Errorf("truncation_notice: the text begins %.80q", s.Text)
	}
	if s.OmittedControls == 0 && len(s.Omitted) == 0 {
		t.Error("truncation_notice: nothing is counted as left out")
	}
	sum := s.Count.Shown
	for _, o := range s.Omitted {
		sum += o.Controls
	}
	if sum != s.Count.Controls {
		t.Errorf("truncation_notice: shown %d + left out = %d, want %d controls", s.Count.Shown, sum, s.Count.Controls)
	}
}

// loneSurrogate is a JSON escape of half a surrogate pair; Go's decoder would
// silently mend it.
var loneSurrogate = regexp.MustCompile(`(?i)\\u(d[89ab][0-9a-f]{2})(\\u(d[c-f][0-9a-f]{2}))?|\\ud[c-f][0-9a-f]{2}`)

func checkWellformed(t *testing.T, page *rig.Page) {
	for _, view := range views {
		for _, budget := range budgets {
			args := []string{"snapshot", "--tab", page.Tab, "--view", view, "--budget", budget}
			for _, form := range [][]string{args, append(args[:len(args):len(args)], "--json")} {
				a := page.Agent.Plain(t.Context(), "", form...)
				if fault := malformed(a.Stdout); fault != "" || a.Exit != 0 {
					t.Errorf("output_wellformed: %s %s", fault, a)
				}
			}
		}
	}
}

func malformed(out string) string {
	if !utf8.ValidString(out) {
		return "not UTF-8"
	}
	for _, m := range loneSurrogate.FindAllStringSubmatch(out, -1) {
		if m[1] == "" || m[3] == "" {
			return "half a surrogate pair: " + m[0]
		}
	}
	return ""
}
