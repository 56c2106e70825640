package setup

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"candid/host/internal/store"
	"candid/host/internal/testkit"
	"candid/host/protocol"
)

// programs makes a binary and an extension to install.
func programs(t *testing.T) Programs {
	t.Helper()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "candid"), "#!/bin/sh\necho '{\"ok\":true,\"result\":{\"protocol\":1}}'\n", 0o755)
	write(t, filepath.Join(folder, "extension", "manifest.json"), `{"key":"`+protocol.ExtensionKey+`"}`, 0o644)
	write(t, filepath.Join(folder, "extension", "worker.js"), "//", 0o644)
	write(t, filepath.Join(folder, "extension", BuildFile), `{"build":"`+protocol.Build+`"}`, 0o644)
	p, err := Beside(filepath.Join(folder, "candid"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func write(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// homes are places that a person may have: with blanks, letters beyond ASCII,
// and longer than a socket path.
func homes() map[string]string {
	return map[string]string{"plain": "ada", "blanks": "Ada L", "letters": "Ädä→😀", "long": strings.Repeat("long/", 40) + "ada"}
}

func TestUninstallIsTheInverse(t *testing.T) {
	for name, home := range homes() {
		t.Run(name, func(t *testing.T) {
			person := filepath.Join(t.TempDir(), home)
			write(t, filepath.Join(person, ".config", "chromium", "Local State"), "{}", 0o600)
			system := fake("linux", person)
			before := testkit.Tree(t, person)
			browser, err := Find(system, "chromium")
			if err != nil {
				t.Fatal(err)
			}
			state := filepath.Join(person, ".local", "state", "candid")
			for range 2 { // repeatable
				if _, err := Install(system, programs(t), Options{Home: state, Browsers: []Browser{browser}}); err != nil {
					t.Fatal(err)
				}
			}
			write(t, filepath.Join(state, "log", "host.log"), "ran", 0o600)
			write(t, store.KeyFile(state), "a token", 0o600)
			removed, err := Uninstall(state, false)
			if err != nil {
				t.Fatal(err)
			}
			if after := testkit.Tree(t, person); !slices.Equal(before, after) {
				t.Errorf("got %q, want %q", after, before)
			}
			if len(removed.Kept) != 0 {
				t.Errorf("kept %q, want nothing", removed.Kept)
			}
		})
	}
}

func TestUninstallKeepsWhatThePersonWrote(t *testing.T) {
	home := filepath.Join(t.TempDir(), "candid")
	if _, err := Install(fake("linux", t.TempDir()), programs(t), Options{Home: home, UserData: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(home, "config.toml")
	write(t, config, "", 0o600)
	removed, err := Uninstall(home, false)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(removed.Kept, []string{config}) || !slices.Equal(testkit.Tree(t, home), []string{home, config}) {
		t.Errorf("kept %q and %q, want %q alone", removed.Kept, testkit.Tree(t, home), config)
	}
	if _, err := Uninstall(home, true); err != nil {
		t.Fatal(err)
	}
	if fileExists(config) {
		t.Error("--purge left config.toml")
	}
}

func TestUserDataDirAlone(t *testing.T) {
	person, profile := t.TempDir(), t.TempDir()
	before := testkit.Tree(t, person)
	done, err := Install(fake("linux", person), programs(t), Options{Home: filepath.Join(t.TempDir(), "home"), UserData: profile})
	if err != nil {
		t.Fatal(err)
	}
	m, err := readManifest(filepath.Join(profile, manifestFolder, manifestFile))
	if err != nil {
		t.Fatal(err)
	}
	if m.Path != done.Programs.Binary {
		t.Errorf("the manifest starts %q, want %q", m.Path, done.Programs.Binary)
	}
	if after := testkit.Tree(t, person); !slices.Equal(before, after) {
		t.Errorf("it also wrote %q", after)
	}
}

func TestUpgradeRemovesOldFiles(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	old := programs(t)
	write(t, filepath.Join(old.Extension, "gone.js"), "", 0o644)
	for _, p := range []Programs{old, programs(t)} {
		if _, err := Install(fake("linux", t.TempDir()), p, Options{Home: home}); err != nil {
			t.Fatal(err)
		}
	}
	if fileExists(filepath.Join(home, "extension", "gone.js")) {
		t.Error("a file of the older version is still there")
	}
	r, err := readRecord(home)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(r.Files, filepath.Join(home, "extension", "gone.js")) {
		t.Error("the record still lists it")
	}
}

func TestDeveloperModeKeepsTheRest(t *testing.T) {
	for name, c := range map[string]struct{ before, after string }{
		"empty":  {`{}`, `{"extensions":{"ui":{"developer_mode":true}}}`},
		"others": {`{"a":1,"extensions":{"b":[2],"ui":{"developer_mode":false}}}`, `{"a":1,"extensions":{"b":[2],"ui":{"developer_mode":true}}}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := setTrue([]byte(c.before), "extensions", "ui", "developer_mode")
			if err != nil || string(got) != c.after {
				t.Errorf("got %s %v, want %s", got, err, c.after)
			}
		})
	}
}

// TestAgentsAndBack: an entry goes into a client's file and out of it again,
// also when the client has written to the file meanwhile.
func TestAgentsAndBack(t *testing.T) {
	const before = "{\n  \"theme\": \"dark\", // mine\n  \"mcpServers\": {\n    \"other\": {\"command\": \"x\"}\n  }\n}\n"
	for name, c := range map[string]struct{ meanwhile, want string }{
		"untouched": {"", before},
		"changed":   {"dark", strings.Replace(before, "dark", "light", 1)},
	} {
		t.Run(name, func(t *testing.T) {
			person := t.TempDir()
			claude := filepath.Join(person, ".claude.json")
			write(t, claude, before, 0o600)
			write(t, filepath.Join(person, ".codex", "auth.json"), "{}", 0o600)
			system := fake("linux", person)
			found := AgentsFound(system)
			if !slices.Equal(found, []string{"claude", "codex"}) {
				t.Fatalf("found %q, want claude and codex", found)
			}
			home := filepath.Join(person, "home")
			names := testkit.Tree(t, person)
			if _, err := Install(system, programs(t), Options{Home: home, Agents: found}); err != nil {
				t.Fatal(err)
			}
			text := read(t, claude)
			if !strings.Contains(text, filepath.Join(home, "bin", "candid")) || !strings.Contains(text, "// mine") {
				t.Errorf("the entry is not there, or more has changed:\n%s", text)
			}
			write(t, claude, strings.Replace(text, c.meanwhile, ifChanged(c.meanwhile), 1), 0o600)
			if _, err := Uninstall(home, false); err != nil {
				t.Fatal(err)
			}
			if got := read(t, claude); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if after := testkit.Tree(t, person); !slices.Equal(names, after) {
				t.Errorf("got %q, want %q", after, names)
			}
		})
	}
}

func ifChanged(word string) string {
	if word == "" {
		return ""
	}
	return "light"
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
