package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"candid/host/protocol"
)

func TestHomeFromTheEnvironment(t *testing.T) {
	t.Setenv("CANDID_HOME", "rel")
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Home(); err != nil || got != filepath.Join(here, "rel") {
		t.Errorf("got %s, %v, want %s", got, err, filepath.Join(here, "rel"))
	}
	t.Setenv("CANDID_HOME", "")
	t.Setenv("HOME", "/home/ada")
	if got, err := Home(); err != nil || got != "/home/ada/.local/state/candid" {
		t.Errorf("got %s, %v", got, err)
	}
	t.Setenv("HOME", "")
	if got, err := Home(); codeOf(err) != protocol.CodeUsage {
		t.Errorf("without a home directory: got %s, %v, want usage", got, err)
	}
}

func codeOf(err error) protocol.Code {
	if err == nil {
		return ""
	}
	return protocol.AsError(err, "").Code
}

// Where a directory cannot be made or is not safe, the error says so and what
// to do; nothing is kept in another place instead.
func TestDirectoriesThatAreRefused(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(root, "open")
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(root, "link")
	if err := os.Symlink(open, link); err != nil {
		t.Fatal(err)
	}
	for _, make := range map[string]func(string) error{"Private": Private, "Owned": Owned} {
		for _, dir := range []string{filepath.Join(file, "below"), open} {
			if err := make(dir); codeOf(err) != protocol.CodeForbidden || protocol.AsError(err, "").Hint == "" {
				t.Errorf("%s: got %v, want forbidden with a hint", dir, err)
			}
		}
	}
	for _, dir := range []string{file, link} {
		if err := Private(dir); codeOf(err) != protocol.CodeForbidden {
			t.Errorf("%s: got %v, want forbidden", dir, err)
		}
	}
	if err := RotateKey(file); err == nil {
		t.Error("a token was made below a file")
	}
	if _, _, err := OpenLog(file, LogConfig{Level: "info"}); err == nil {
		t.Error("a log was opened below a file")
	}
}

func TestDurationBack(t *testing.T) {
	text, err := Duration(90 * time.Minute).MarshalText()
	if err != nil || string(text) != "1h30m0s" {
		t.Errorf("got %s, %v", text, err)
	}
	var back Duration
	if err := back.UnmarshalText(text); err != nil || back != Duration(90*time.Minute) {
		t.Errorf("%s: got %v, %v", text, back, err)
	}
}

func TestRestricts(t *testing.T) {
	var none *Policy
	if none.Restricts() {
		t.Error("no policy restricts")
	}
	for text, want := range map[string]bool{"": false, "[read]\ndeny = [\"bank.example\"]\n": true, "[act]\nallow = [\"*.example\"]\n": true, "what": true} {
		home := t.TempDir()
		if text != "" {
			put(t, home, PolicyFile, text)
		}
		if got := OpenPolicy(home).Restricts(); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func TestSiteOf(t *testing.T) {
	for url, want := range map[string]string{"https://example.com/a?b": "example.com", "http://example.com:8080/x": "example.com:8080", "https://example.com:443/": "example.com:443", "about:blank": "about:", "http://%zz/": "unknown:"} {
		if got := SiteOf(url); got != want {
			t.Errorf("%s: got %q, want %q", url, got, want)
		}
	}
}
