package main

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

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
