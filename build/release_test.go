package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"candid/build/check"
	"candid/host/protocol"
)

func TestVersionsAgree(t *testing.T) {
	if err := agreedVersion(testRoot, protocol.Release); err != nil {
		t.Error(err)
	}
	if err := agreedVersion(testRoot, "9.9.9"); err == nil || !strings.Contains(err.Error(), "9.9.9") {
		t.Errorf("another version: got %v, want an error that names it", err)
	}
}

func TestArchivesAreReproducible(t *testing.T) {
	files := fileSet{"a/candid": []byte("binary"), "a/README.md": []byte("words")}
	for name, pack := range map[string]func() ([]byte, error){
		"tar": func() ([]byte, error) { return tarOf(files, "a/candid") },
		"zip": func() ([]byte, error) { return zipOf(files) },
	} {
		first, err := pack()
		if err != nil {
			t.Fatal(err)
		}
		second, err := pack()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, second) {
			t.Errorf("two %s archives of the same files differ", name)
		}
	}
}

func TestStoreZipHasNoKey(t *testing.T) {
	files, _ := built(t, true)
	packed, err := storeZip(files)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	entry, err := archive.Open("manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(entry)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), `"key"`) || !strings.Contains(string(text), `"nativeMessaging"`) {
		t.Errorf("the store's manifest: %s", text)
	}
	if len(archive.File) != len(files) {
		t.Errorf("got %d files, want %d", len(archive.File), len(files))
	}
}

// A release for this platform, made twice, is the same bytes; its checksums
// are right, and what is in it agrees on version and build.
func TestRelease(t *testing.T) {
	root, err := filepath.Abs(testRoot)
	if err != nil {
		t.Fatal(err)
	}
	first, second := t.TempDir(), t.TempDir()
	for _, out := range []string{first, second} {
		o := options{Root: root, Out: out}
		if err := release(t.Context(), o, protocol.Release, []string{runtime.GOOS + "/" + runtime.GOARCH}, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	files, err := readFiles(filepath.Join(first, "release"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := readFiles(filepath.Join(second, "release"))
	if err != nil {
		t.Fatal(err)
	}
	if differ := differing(files, again); len(differ) > 0 || len(files) != 3 {
		t.Errorf("got %d files, want 3; made again %v differ", len(files), differ)
	}
	sums := files["SHA256SUMS"]
	delete(files, "SHA256SUMS")
	if want := checksums(files); !bytes.Equal(sums, want) {
		t.Errorf("SHA256SUMS: got\n%s\nwant\n%s", sums, want)
	}
	for name, content := range files {
		if strings.HasSuffix(name, ".tar.gz") {
			agree(t, content)
		}
	}
}

// agree unpacks an archive and asks what is in it for its version and build.
func agree(t *testing.T, archive []byte) {
	t.Helper()
	dir := t.TempDir()
	unpack := exec.CommandContext(t.Context(), "tar", "-xzf", "-", "-C", dir, "--strip-components=1")
	unpack.Stdin = bytes.NewReader(archive)
	if said, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	said, err := exec.CommandContext(t.Context(), filepath.Join(dir, "candid"), "version").Output()
	if err != nil {
		t.Fatal(err)
	}
	id, err := idOf(options{Out: dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{protocol.Release, id} {
		if !strings.Contains(string(said), want) {
			t.Errorf("candid version says %q, which has no %q", said, want)
		}
	}
	if err := check.Manifest(filepath.Join(dir, "extension", "manifest.json")); err != nil {
		t.Error(err) // it compares the version too
	}
}
