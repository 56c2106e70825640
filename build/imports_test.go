package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const testRoot = ".."

// goRules say what a package may not import, directly or through others of
// this module, and why.
var goRules = []struct{ from, forbidden, reason string }{
	{"host/protocol", `candid/|[a-z]+\.[a-z]+/`, "the wire is the bottom: standard library only"},
	{"host/internal/page", `candid/host/internal/(bridge|link|store|door|setup)`, "pure: a view is a function of ledgers"},
	{"host/internal/link", `candid/host/internal/(bridge|page|store|door|setup)`, "the link knows the wire alone"},
	{"host/internal/store", `candid/host/internal/(bridge|link|page|door|setup)`, "what is kept on disk knows nobody above"},
	{"host/internal/bridge", `candid/host/internal/(door|setup)`, "imports point down: door, then bridge"},
	{"host/internal/door/cli", `candid/host/internal/(bridge|link|page|door/serve)`, "the command line reaches the host through door/client alone"},
	{"host/internal/door/mcp", `candid/host/internal/(bridge|link|page|door/serve)`, "MCP reaches the host through door/client alone"},
	{"host/internal/door/client", `candid/host/internal/(bridge|link|page|door/(serve|cli|mcp))`, "the client is what agents' programs would link"},
	{"build", `candid/host/(internal|e2e)`, "the build knows the wire alone: it must build a broken host too"},
	{"build/tsgen", `candid/`, "types are read from the source"},
	{"build/sources", `candid/`, "it serves the build and the end-to-end tests alike"},
	{"build/devtools", `candid/`, "it serves the build's checks and the end-to-end tests alike"},
	{"host/internal/testkit", `candid/`, "tests of every room may import it"},
}

// binaryRules are modules that the shipped binary must not link.
var binaryRules = map[string]string{
	"github.com/evanw/esbuild":         "bundling is the build's",
	"github.com/tdewolff/parse":        "proving the bundle is the build's",
	"github.com/chromedp/chromedp":     "driving pages by CDP is the tests'; the managed browser speaks the pipe itself",
	"github.com/rogpeppe/go-internal":  "scripts of tests",
	"go.uber.org/goleak":               "tests",
	"github.com/tiktoken-go/tokenizer": "the estimate is proved against it, not made with it",
	"candid/build":                     "the binary does not build",
	"testing":                          "tests",
	"candid/host/e2e":                  "tests",
}

func TestGoImports(t *testing.T) {
	for _, rule := range goRules {
		if !hasGo(t, filepath.Join(testRoot, rule.from)) {
			t.Errorf("%s: no such package: the rule has lost its subject", rule.from)
			continue
		}
		forbidden := regexp.MustCompile(`^(` + rule.forbidden + `)`)
		for _, imported := range depsOf(t, "./"+rule.from) {
			if imported != "candid/"+rule.from && forbidden.MatchString(imported) {
				t.Errorf("%s imports %s: %s", rule.from, imported, rule.reason)
			}
		}
	}
}

func TestBinaryLinks(t *testing.T) {
	for _, imported := range depsOf(t, "./host") {
		for forbidden, reason := range binaryRules {
			if imported == forbidden || strings.HasPrefix(imported, forbidden+"/") {
				t.Errorf("candid links %s: %s", imported, reason)
			}
		}
	}
}

func depsOf(t *testing.T, pkg string) []string {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", pkg)
	cmd.Dir = testRoot
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %s: %v", pkg, err)
	}
	return strings.Fields(string(out))
}

func hasGo(t *testing.T, dir string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return len(files) > 0
}

// tsRule says what the scripts in a folder may not mention, and why. Except
// names the files or folders that may.
type tsRule struct {
	folder, except, pattern, reason string
}

var tsRules = []tsRule{
	{"worker", "", `from "\.\.?(/\.\.)*/page/|from '\.\.?(/\.\.)*/page/`, "page code reaches the worker only as page:install, one self-contained function"},
	{"worker", "inject.ts", `page:install`, "only inject.ts installs"},
	{"worker", "inject.ts", `chrome\.scripting`, "inject.ts is the only caller of chrome.scripting"},
	{"worker", "input/", `chrome\.debugger`, "input is the only caller of chrome.debugger"},
	{"worker", "port.ts", `connectNative`, "one port, one writer"},
	{"worker", "", `\b(onMessageExternal|onConnectExternal)\b`, "no page and no other extension may talk to the worker"},
	{"worker", "", `\beval\s*\(|new Function\b`, "no code but ours ever runs"},
	{"worker", "port.ts", `Date\.now`, "the clock may jump; deadlines are performance.now's, and only tries for the host outlive the worker"},
	{"page", "", `Date\.now`, "the clock may jump, and a page may replace it"},
	{"page", "", `/worker/|/panel/`, "the page code reaches nothing outside itself"},
	{"page", "", `\bchrome\.(?:[^d]|d[^o])`, "the page has chrome.dom alone"},
	{"page", "", `\beval\s*\(|new Function\b`, "no code but ours ever runs"},
	{"panel", "wire.ts", `\blocation\b`, "an address decides nothing but which tab to look at"},
	{"panel", "", `/worker/|/page/`, "the panel speaks to the worker by messages"},
	{"panel", "", `innerHTML|outerHTML|insertAdjacentHTML|document\.write`, "page text is inserted as text only"},
	{"panel", "", `chrome\.(scripting|debugger|nativeMessaging)|connectNative`, "the panel goes through the worker"},
}

func TestScriptImports(t *testing.T) {
	for _, rule := range tsRules {
		breaches, err := rule.breaches(filepath.Join(testRoot, "extension"))
		if err != nil {
			t.Error(err)
		}
		for _, breach := range breaches {
			t.Errorf("%s: %s", breach, rule.reason)
		}
	}
}

func TestScriptRulesCatch(t *testing.T) {
	tests := []struct {
		file, text string
		breaches   int
	}{
		{"worker/tabs.ts", `import { walk } from "../page/walk";`, 1},
		{"worker/input/a.ts", `import { walk } from '../../page/walk';`, 1},
		{"worker/tabs.ts", `chrome.scripting.executeScript({})`, 1},
		{"worker/inject.ts", `import install from "page:install"; chrome.scripting.executeScript({})`, 0},
		{"worker/input/debug.ts", `chrome.debugger.attach()`, 0},
		{"worker/tabs.ts", `chrome.debugger.attach()`, 1},
		{"worker/tabs.ts", "// chrome.debugger is input's\n", 0},
		{"page/walk.ts", `chrome.dom.openOrClosedShadowRoot(e)`, 0},
		{"page/walk.ts", `chrome.runtime.id`, 1},
		{"panel/popup.ts", `list.innerHTML = text`, 1},
	}
	for _, test := range tests {
		dir := t.TempDir()
		for _, folder := range []string{"worker", "page", "panel"} {
			if err := os.MkdirAll(filepath.Join(dir, folder, "input"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, test.file), []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, rule := range tsRules {
			breaches, err := rule.breaches(dir)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, breaches...)
		}
		if len(got) != test.breaches {
			t.Errorf("%s with %q: got %v, want %d breaches", test.file, test.text, got, test.breaches)
		}
	}
}

// breaches lists the lines that break a rule; comments are not code.
func (rule tsRule) breaches(extension string) ([]string, error) {
	pattern := regexp.MustCompile(rule.pattern)
	var found []string
	root := filepath.Join(extension, rule.folder)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".ts" {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if rule.except != "" && strings.HasPrefix(filepath.ToSlash(name), rule.except) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range slices.Collect(strings.Lines(string(text))) {
			code, _, _ := strings.Cut(line, "// ")
			if trimmed := strings.TrimSpace(code); strings.HasPrefix(trimmed, "*") || strings.HasPrefix(trimmed, "/*") {
				continue
			}
			if pattern.MatchString(code) {
				found = append(found, fmt.Sprintf("extension/%s/%s:%d", rule.folder, filepath.ToSlash(name), i+1))
			}
		}
		return nil
	})
	return found, err
}
