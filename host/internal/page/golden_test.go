package page

import (
	"path/filepath"
	"strings"
	"testing"

	"candid/host/internal/testkit"
	"candid/host/protocol"
)

// variants are the requests that each fixture has a golden file for.
func variants() []protocol.SnapshotParams {
	var list []protocol.SnapshotParams
	for _, view := range []string{"outline", "controls", "content", "page"} {
		for _, preset := range []string{"", "compact", "full", "wide", "head"} {
			list = append(list, protocol.SnapshotParams{View: view, Preset: preset})
		}
	}
	return append(list, protocol.SnapshotParams{Budget: 300}, protocol.SnapshotParams{Budget: 1000, Voice: "mcp"},
		protocol.SnapshotParams{All: true, URLs: true}, protocol.SnapshotParams{Fold: true}, protocol.SnapshotParams{Depth: 1})
}

// variantName names a request in a golden file.
func variantName(p protocol.SnapshotParams) string {
	words := []string{p.View}
	if p.View == "" {
		words[0] = "outline"
	}
	words = append(words, p.Preset)
	if p.Budget > 0 {
		words = append(words, "budget "+protocol.Grouped(p.Budget))
	}
	words = append(words, p.Voice)
	for word, is := range map[string]bool{"all urls": p.All, "fold": p.Fold, "depth 1": p.Depth == 1} {
		if is {
			words = append(words, word)
		}
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// TestGolden compares every view under every preset with what is on file. A
// golden file without a fixture fails too.
func TestGolden(t *testing.T) {
	known := map[string]bool{}
	ledgers, err := filepath.Glob("testdata/ledgers/*.txt")
	if err != nil || len(ledgers) < 15 {
		t.Fatalf("got %d fixtures (%v), want at least 15", len(ledgers), err)
	}
	for _, path := range ledgers {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		known[name] = true
		t.Run(name, func(t *testing.T) {
			testkit.Golden(t, filepath.Join("testdata", "golden", name+".txt"), goldenText(t, name))
		})
	}
	goldens, err := filepath.Glob("testdata/golden/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range goldens {
		if name := strings.TrimSuffix(filepath.Base(path), ".txt"); !known[name] {
			t.Errorf("%s belongs to no fixture", path)
		}
	}
}

// goldenText is every variant of a fixture. Variants that read like one before
// are named with it.
func goldenText(t *testing.T, name string) string {
	var out strings.Builder
	first := map[string]string{}
	for _, p := range variants() {
		b := newBook(t)
		l := b.decode(fixture(t, name))
		a := b.compose(l, options(t, p))
		checkAnswer(t, a, options(t, p))
		word := variantName(p)
		out.WriteString("==== " + word)
		if same := first[a.Text]; same != "" {
			out.WriteString(": as " + same + "\n")
			continue
		}
		first[a.Text] = word
		out.WriteString("\n" + a.Text)
	}
	return out.String()
}
