package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"candid/host/protocol"
)

// agreement is how much of Chromium's interactive nodes must be in our
// snapshot with the same role and name.
const agreement = 0.99

// tally collects, over the pages of one comparison, what was compared and
// which differences were found.
type tally struct {
	mu    sync.Mutex
	total int
	found int
	lines []string
}

func (y *tally) add(total, found int, lines []string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.total += total
	y.found += found
	y.lines = append(y.lines, lines...)
}

// statedReasons are those for which a control may be in our list that
// Chromium does not expose: it only behaves like one.
var statedReasons = []string{
	protocol.ReasonOnclick, protocol.ReasonCursor, protocol.ReasonTabindex,
	protocol.ReasonLabel, protocol.ReasonEditable, protocol.ReasonDraggable,
}

// TestDifferential compares our controls with Chromium's accessibility tree on
// every page of testdata/cases. Each difference is a line of the golden file
// and must be explained in explanations.txt beside it.
func TestDifferential(t *testing.T) {
	var y tally
	eachCase(t, notCompared, func(t *testing.T, id string) { y.compare(t, id, shared.Site.Visit(id+"/")) })
	y.finish(t, "differential.txt")
}

// notCompared are pages of which two looks cannot be compared, and why.
var notCompared = map[string]string{
	"067-frames-come-and-go":  "its frames are others at every look",
	"069-huge-page-60k-nodes": "tens of thousands of nodes, each a DevTools call: see TestExtremes",
	"141-recycled-row":        "its row is another after a while",
	"184-frame-navigates":     "its frame is another after a while",
}

// compare compares one page.
func (y *tally) compare(t *testing.T, id, url string) {
	page := open(t, url)
	settle(t, page.Session)
	built(t, page)
	snapshot, a := page.Snapshot("--all")
	if !a.OK {
		t.Fatalf("snapshot: %s", a)
	}
	theirs := axControls(t, page)
	ours := slices.Clone(snapshot.Controls)
	var missing []axControl
	found := 0
	for _, theirs := range theirs {
		if i := indexOf(ours, theirs); i >= 0 {
			ours = slices.Delete(ours, i, i+1)
			found++
			continue
		}
		missing = append(missing, theirs)
	}
	var lines []string
	for _, m := range missing {
		lines = append(lines, fmt.Sprintf("%s\tmissing\t%s %q\t%s%s", id, m.role, clipName(m.name), m.html, nearest(ours, m)))
	}
	for _, c := range ours {
		if !slices.Contains(statedReasons, c.Reason) {
			lines = append(lines, fmt.Sprintf("%s\tours alone\t%s %q\t%s %s, counts because: %s", id, c.Role, clipName(c.Name), c.Tag, c.Type, c.Reason))
		}
	}
	y.add(len(theirs), found, lines)
}

// indexOf finds the control that is the same node as far as role and name tell.
func indexOf(ours []protocol.Control, theirs axControl) int {
	return slices.IndexFunc(ours, func(c protocol.Control) bool {
		return (c.Role == theirs.role || theirs.internals()) && sameName(c, theirs.name)
	})
}

// internals says whether only ElementInternals can know the role: a custom
// element without a role. It counts as found under its visible name.
func (a axControl) internals() bool {
	tag, attributes, _ := strings.Cut(a.html, " ")
	return strings.Contains(tag, "-") && !strings.Contains(" "+attributes, " role=")
}

func sameName(c protocol.Control, name string) bool {
	got, want := foldName(c.Name), foldName(name)
	if c.Clipped != nil {
		return strings.HasPrefix(want, strings.TrimRight(got, "… "))
	}
	return got == want
}

// foldName compares as people read: no icon glyphs, no case (CSS
// text-transform changes Chromium's names), blanks collapsed.
func foldName(s string) string {
	s = terminalCode.ReplaceAllString(s, "")
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Co, r) || unicode.Is(unicode.Cf, r) && r != '\u200d' {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
	return plain(s)
}

// terminalCode is an escape sequence for a terminal, which no name of ours holds.
var terminalCode = regexp.MustCompile(`\x1b\[[0-9;]*[A-Za-z]`)

func nearest(ours []protocol.Control, m axControl) string {
	for _, c := range ours {
		if sameName(c, m.name) || (c.Role == m.role && strings.Contains(foldName(m.name), foldName(c.Name))) {
			return fmt.Sprintf(" (ours: %s %q)", c.Role, clipName(c.Name))
		}
	}
	return ""
}

func clipName(s string) string {
	if r := []rune(plain(s)); len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return plain(s)
}

// finish judges the whole comparison and holds its differences to the golden file.
func (y *tally) finish(t *testing.T, golden string) {
	slices.Sort(y.lines)
	share := float64(y.found) / float64(max(1, y.total))
	t.Logf("%d of %d interactive nodes agree (%.2f %%), %d differences", y.found, y.total, 100*share, len(y.lines))
	if y.total == 0 || share < agreement {
		t.Errorf("only %.2f %% agree, want at least %.0f %%:\n%s", 100*share, 100*agreement, strings.Join(y.lines, "\n"))
	}
	file := filepath.Join(shared.Root, "testdata", "golden", golden)
	got := explained(y.lines)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the differences are others than those in %s (UPDATE=1 rewrites it):\n%s", file, got)
	}
	if strings.Contains(got, unexplained) {
		t.Errorf("differences without an explanation in explanations_test.go:\n%s", got)
	}
}
