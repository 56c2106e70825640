//go:build real

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// realCase is a file of testdata/real/cases.
type realCase struct {
	ID    string `json:"id"`
	Path  string `json:"url_path"`
	Facts struct {
		Controls       []want   `json:"controls"`
		AbsentControls []want   `json:"absent_controls"`
		TextContains   []string `json:"text_contains"`
	} `json:"facts"`
	Tasks []realTask `json:"tasks"`
}

type realTask struct {
	Goal        string `json:"goal"`
	Steps       []step `json:"steps"`
	Oracle      string `json:"oracle"`
	OracleFrame string `json:"oracle_frame"`
}

// realPatience and realOracle are longer than on our own pages: real widgets
// animate, and fetch.
const (
	realPatience = 6 * time.Second
	realOracle   = 4 * time.Second
)

// realSite serves the fetched pages; scripts/test-real says where they are.
func realSite(t *testing.T) *rig.Site {
	t.Helper()
	dir := os.Getenv("CANDID_REAL_DIR")
	if dir == "" {
		t.Fatal("CANDID_REAL_DIR is not set: run scripts/test-real")
	}
	site, err := rig.NewSite(filepath.Join(dir, "pages"), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := site.Close(); err != nil {
			t.Log(err)
		}
	})
	return site
}

// TestReal tries facts and tasks of every real page.
func TestReal(t *testing.T) { tryReal(t, "cases") }

// TestRealOwn tries the tasks on widgets of our own choice.
func TestRealOwn(t *testing.T) { tryReal(t, "own") }

func tryReal(t *testing.T, folder string) {
	site := realSite(t)
	files, err := filepath.Glob(filepath.Join(shared.Root, "testdata", "real", folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	t.Run("pages", func(t *testing.T) {
		for _, file := range files {
			c := readReal(t, file)
			if len(c.Facts.Controls)+len(c.Facts.TextContains) > 0 { // ours have tasks only
				t.Run(c.ID+"/facts", func(t *testing.T) {
					t.Parallel()
					c.facts(t, site)
				})
			}
			for _, task := range c.Tasks {
				t.Run(c.ID+"/"+strings.ReplaceAll(task.Goal, "/", " "), func(t *testing.T) {
					t.Parallel()
					c.task(t, site, task)
				})
			}
		}
	})
}

func readReal(t *testing.T, file string) (c realCase) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return c
}

func (c realCase) open(t *testing.T, site *rig.Site) *rig.Page {
	page := open(t, site.Visit(strings.TrimPrefix(c.Path, "/")))
	settle(t, page.Session)
	return page
}

func (c realCase) facts(t *testing.T, site *rig.Site) {
	page := c.open(t, site)
	snapshot := c.whole(t, page)
	outline := fullText(t, snapshot.Text, snapshot.Spill)
	for _, w := range c.Facts.Controls {
		w.Folded = true
		if len(w.among(snapshot.Controls)) > 0 {
			continue
		}
		if ref := lineRef(page, w, 0); ref == "" {
			t.Errorf("controls: %v is missing; listed:%s", w, list(snapshot.Controls))
		}
	}
	for _, w := range c.Facts.AbsentControls {
		w.Folded = true
		if found := w.among(snapshot.Controls); len(found) > 0 {
			t.Errorf("absent_controls: %v is listed:%s", w, list(found))
		}
	}
	content, a := page.Snapshot("--view", "content", "--all")
	if !a.OK {
		t.Fatal(a)
	}
	for view, text := range map[string]string{"outline": outline, "content": fullText(t, content.Text, content.Spill)} {
		for _, s := range c.Facts.TextContains {
			if !strings.Contains(solid(text), solid(s)) {
				t.Errorf("text_contains: %q is not in the %s:\n%.3000s", s, view, text)
			}
		}
	}
}

// whole takes snapshots until all controls of the facts are there, or long
// enough: real pages build themselves after they have loaded.
func (c realCase) whole(t *testing.T, page *rig.Page) protocol.SnapshotResult {
	for end := time.Now().Add(realPatience); ; time.Sleep(200 * time.Millisecond) {
		snapshot, a := page.Snapshot("--all")
		missing := 0
		for _, w := range c.Facts.Controls {
			w.Folded = true
			if len(w.among(snapshot.Controls)) == 0 && !lineRoles[w.Role] {
				missing++
			}
		}
		if a.OK && missing == 0 {
			return snapshot
		}
		if time.Now().After(end) {
			if !a.OK {
				t.Fatal(a)
			}
			return snapshot
		}
	}
}

// solid is a text as facts compare it: without blanks, case and the escapes
// that quoting adds.
func solid(s string) string {
	return strings.ReplaceAll(strings.ToLower(strings.Join(strings.Fields(s), "")), `\`, "")
}

func (c realCase) task(t *testing.T, site *rig.Site, task realTask) {
	page := c.open(t, site)
	p := newPlayer(t, page, pageCase{})
	p.patience, p.folded = realPatience, true
	sample, err := os.ReadFile(filepath.Join(shared.Root, "testdata", "real", "files", "sample.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(page.Agent.Dir(), "sample.txt"), sample, 0o600); err != nil {
		t.Fatal(err)
	}
	for i, s := range task.Steps {
		p.play(fmt.Sprintf("step %d (%s)", i+1, s.Do), s)
	}
	if err := page.Poll(task.Oracle, realOracle); err != nil {
		snapshot, _ := page.Snapshot()
		t.Errorf("oracle: %v\n%.3000s", err, snapshot.Text)
	}
}

// TestRealDifferential compares our controls with Chromium's tree on all real pages.
func TestRealDifferential(t *testing.T) {
	site := realSite(t)
	var y tally
	var v wordTally
	t.Run("pages", func(t *testing.T) {
		for _, p := range realPages(t) {
			t.Run(p, func(t *testing.T) {
				t.Parallel()
				y.compare(t, p, site.Visit(p))
			})
			t.Run("words/"+p, func(t *testing.T) {
				t.Parallel()
				v.compare(t, site.Visit(p))
			})
		}
	})
	y.finish(t, "differential-real.txt")
	v.finish(t)
}

// realPages are the paths of all real pages: those with cases and those that
// are there only to be compared.
func realPages(t *testing.T) (paths []string) {
	t.Helper()
	known := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(shared.Root, "testdata", "real", "cases", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		path := strings.TrimPrefix(readReal(t, file).Path, "/")
		known[path] = true
		paths = append(paths, path)
	}
	for _, path := range comparedOnly {
		if !known[path] {
			paths = append(paths, path)
		}
	}
	return paths
}
