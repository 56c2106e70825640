package protocol_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"candid/host/protocol"
)

// documented are the structs whose every field docs/PROTOCOL.md names.
var documented = []any{
	protocol.BrowserStatus{}, protocol.StatusResult{}, protocol.Tab{}, protocol.TabsResult{}, protocol.OpenParams{}, protocol.OpenResult{},
	protocol.SnapshotParams{}, protocol.SnapshotResult{}, protocol.MoreParams{}, protocol.Control{}, protocol.Option{}, protocol.Omitted{}, protocol.Unseen{},
	protocol.FindParams{}, protocol.FindResult{}, protocol.Match{}, protocol.Searched{}, protocol.ReadParams{}, protocol.ReadResult{},
	protocol.DiffParams{}, protocol.DiffResult{}, protocol.Change{}, protocol.Step{}, protocol.ActParams{}, protocol.ActResult{},
	protocol.BatchParams{}, protocol.BatchResult{}, protocol.WaitParams{}, protocol.WaitResult{}, protocol.ScreenshotParams{},
	protocol.HandoffParams{}, protocol.HandoffResult{}, protocol.SubscribeParams{}, protocol.Activity{}, protocol.Error{}, protocol.Candidate{}, protocol.Dialog{},
}

func repositoryFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheDocumentNamesEveryField(t *testing.T) {
	doc := repositoryFile(t, "docs/PROTOCOL.md")
	for _, value := range documented {
		typ := reflect.TypeOf(value)
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if !regexp.MustCompile(`\b` + name + `\b`).MatchString(doc) {
				t.Errorf("docs/PROTOCOL.md does not name %s of %s", name, typ.Name())
			}
		}
	}
}

var constants = regexp.MustCompile(`(?m)^\s+(Code|Door|Event)\w+\s+(?:Code |EventKind )?= "(\w+)"`)

func TestTheDocumentNamesEveryMethodEventAndCode(t *testing.T) {
	doc := repositoryFile(t, "docs/PROTOCOL.md")
	for _, file := range []string{"errors.go", "agent.go", "native.go"} {
		for _, found := range constants.FindAllStringSubmatch(repositoryFile(t, "host/protocol/"+file), -1) {
			if !strings.Contains(doc, "`"+found[2]+"`") {
				t.Errorf("docs/PROTOCOL.md does not name the %s %s", found[1], found[2])
			}
		}
	}
}

func TestTheDocumentShowsTheClientsThatTestsRun(t *testing.T) {
	doc := repositoryFile(t, "docs/PROTOCOL.md")
	for _, name := range []string{"client.py", "client.mjs", "client.go"} {
		text := repositoryFile(t, "testdata/clients/"+name)
		if !strings.Contains(doc, strings.TrimSpace(text)) {
			t.Errorf("docs/PROTOCOL.md shows another %s", name)
		}
	}
}

var wireMethods = regexp.MustCompile(`(?m)^\s+Method\w+\s+= "(\w+)"`)

// What the table of the worker lacks, its compiler does not miss.
func TestTheWorkerServesEveryMethod(t *testing.T) {
	table := repositoryFile(t, "extension/worker/methods.ts")
	found := 0
	for _, file := range []string{"native.go", "panel.go"} {
		for _, method := range wireMethods.FindAllStringSubmatch(repositoryFile(t, "host/protocol/"+file), -1) {
			found++
			if !strings.Contains(table, "\n  "+method[1]+": [wire.") {
				t.Errorf("extension/worker/methods.ts does not serve %s", method[1])
			}
		}
	}
	if found < 15 {
		t.Errorf("only %d methods were found", found)
	}
}
