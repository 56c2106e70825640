package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"candid/build/sources"
	"candid/host/protocol"
)

func built(t *testing.T, release bool) (fileSet, string) {
	t.Helper()
	root, err := filepath.Abs(testRoot)
	if err != nil {
		t.Fatal(err)
	}
	files, err := extensionFiles(options{Root: root, Release: release})
	if err != nil {
		t.Fatal(err)
	}
	id := files.stamp()
	return files, id
}

func TestSameBytesTwice(t *testing.T) {
	for _, release := range []bool{false, true} {
		first, id := built(t, release)
		second, again := built(t, release)
		if id != again {
			t.Errorf("release %v: build id %s, then %s", release, id, again)
		}
		if !maps.EqualFunc(first, second, bytes.Equal) {
			t.Errorf("release %v: the files differ", release)
		}
	}
}

// The bytes must not tell where the clone lies.
func TestSameBytesElsewhere(t *testing.T) {
	here, id := built(t, false)
	root := t.TempDir()
	if err := sources.Copy(testRoot, root); err != nil {
		t.Fatal(err)
	}
	files, err := extensionFiles(options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	if got := files.stamp(); got != id {
		for name := range here {
			if !bytes.Equal(here[name], files[name]) {
				t.Errorf("%s differs in another folder", name)
			}
		}
		t.Errorf("build id in another folder: got %s, want %s", got, id)
	}
}

func TestStamp(t *testing.T) {
	files := fileSet{"worker.js": []byte(`id="` + buildMark + `"`), "a.html": []byte("x")}
	id := files.stamp()
	if len(id) != len(buildMark) {
		t.Errorf("id %q: got %d characters, want %d", id, len(id), len(buildMark))
	}
	if got, want := string(files["worker.js"]), `id="`+id+`"`; got != want {
		t.Errorf("worker.js: got %s, want %s", got, want)
	}
	if got, want := string(files[idFile]), `{"build":"`+id+"\"}\n"; got != want {
		t.Errorf("%s: got %s, want %s", idFile, got, want)
	}
	other := fileSet{"worker.js": []byte(`id="` + buildMark + `"`), "a.html": []byte("y")}
	if other.stamp() == id {
		t.Error("another content got the same id")
	}
}

func TestWriteLeavesNothingElse(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "old", "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "stale.js"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := fileSet{"worker.js": []byte("1"), idFile: []byte("{}")}
	if err := files.write(dir); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if want := []string{idFile, "worker.js"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}

// The manifest asks for these and nothing else; a wider one is a change of what
// every person who installs Candid agrees to.
func TestManifest(t *testing.T) {
	files, _ := built(t, false)
	var m map[string]json.RawMessage
	if err := json.Unmarshal(files["manifest.json"], &m); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"permissions":      `["scripting","tabs","nativeMessaging","webNavigation","storage","debugger","tabGroups","sidePanel","downloads","alarms"]`,
		"host_permissions": `["<all_urls>"]`,
		"incognito":        `"not_allowed"`,
		"key":              `"` + protocol.ExtensionKey + `"`,
		"version":          `"` + protocol.Release + `"`,
	}
	for key, value := range want {
		var got bytes.Buffer
		if err := json.Compact(&got, m[key]); err != nil || got.String() != value {
			t.Errorf("%s: got %s (%v), want %s", key, got.String(), err, value)
		}
	}
	for _, key := range []string{"content_scripts", "externally_connectable", "web_accessible_resources", "optional_permissions", "optional_host_permissions", "update_url", "sandbox"} {
		if _, has := m[key]; has {
			t.Errorf("the manifest has %s", key)
		}
	}
	if csp := string(m["content_security_policy"]); strings.Contains(csp, "unsafe") || !strings.Contains(csp, "default-src 'none'") {
		t.Errorf("content security policy is too wide: %s", csp)
	}
}

func TestWorkerHoldsItsID(t *testing.T) {
	for _, release := range []bool{false, true} {
		files, id := built(t, release)
		if !bytes.Contains(files["worker.js"], []byte(id)) {
			t.Errorf("release %v: worker.js does not hold its build id", release)
		}
		for name, content := range files {
			if bytes.Contains(content, []byte(buildMark)) {
				t.Errorf("release %v: %s still holds the mark", release, name)
			}
		}
	}
}
