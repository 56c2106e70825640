package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"candid/host/protocol"
)

// platforms are those that a release is made for.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// papers go into every archive beside binary and extension.
var papers = []string{"README.md", "LICENSE", "CHANGELOG.md"}

// epoch is the time of every file in an archive, so that two releases of the
// same sources are the same bytes. Zip knows no time before 1980.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// release makes the archives of a version into o.Out/release: one a platform,
// the zip for the extension store, and their checksums.
func release(ctx context.Context, o options, version string, only []string, out io.Writer) error {
	if err := agreedVersion(o.Root, version); err != nil {
		return err
	}
	extension, err := extensionFiles(options{Root: o.Root, Release: true})
	if err != nil {
		return err
	}
	id := extension.stamp()
	made := fileSet{}
	if made["candid-extension-"+version+".zip"], err = storeZip(extension); err != nil {
		return err
	}
	if len(only) == 0 {
		only = platforms
	}
	for _, platform := range only {
		start := time.Now()
		name, content, err := archiveFor(ctx, o, platform, version, id, extension)
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		made[name] = content
		fmt.Fprintf(out, "%-46s %9d bytes  %d ms\n", name, len(content), time.Since(start).Milliseconds())
	}
	made["SHA256SUMS"] = checksums(made)
	dir := filepath.Join(o.Out, "release")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := made.prune(dir); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(made)) {
		if err := replaceFile(filepath.Join(dir, name), made[name]); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "release %s, build %s, in %s\n", version, id, dir)
	return nil
}

// agreedVersion demands that the version asked for is the one in the sources,
// which manifest and binary take from there, and that the CHANGELOG tells of it.
func agreedVersion(root, version string) error {
	if version != protocol.Release {
		return fmt.Errorf("version %q is not that of the sources, %q: change Release in host/protocol/version.go", version, protocol.Release)
	}
	text, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	if !strings.Contains("\n"+string(text), "\n## "+version+"\n") {
		return fmt.Errorf("CHANGELOG.md has no heading %q", "## "+version)
	}
	return nil
}

// archiveFor makes the archive of a platform: a zip for Windows, whose users
// have nothing else at hand, a tar.gz for the others.
func archiveFor(ctx context.Context, o options, platform, version, id string, extension fileSet) (string, []byte, error) {
	system, machine, ok := strings.Cut(platform, "/")
	if !ok {
		return "", nil, fmt.Errorf("not a platform: %q, want one such as linux/amd64", platform)
	}
	binary, err := crossBuild(ctx, o, system, machine, id)
	if err != nil {
		return "", nil, err
	}
	name := "candid-" + version + "-" + system + "-" + machine
	files := fileSet{}
	program := "candid"
	if system == "windows" {
		program += ".exe"
	}
	files[name+"/"+program] = binary
	for file, content := range extension {
		files[name+"/extension/"+file] = content
	}
	for _, paper := range papers {
		if files[name+"/"+paper], err = os.ReadFile(filepath.Join(o.Root, paper)); err != nil {
			return "", nil, err
		}
	}
	if system == "windows" {
		content, err := zipOf(files)
		return name + ".zip", content, err
	}
	content, err := tarOf(files, name+"/"+program)
	return name + ".tar.gz", content, err
}

func crossBuild(ctx context.Context, o options, system, machine, id string) (binary []byte, err error) {
	dir, err := os.MkdirTemp("", "candid-release-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	target := filepath.Join(dir, "candid")
	if err := compile(ctx, options{Root: o.Root, Release: true}, id, target, "GOOS="+system, "GOARCH="+machine); err != nil {
		return nil, err
	}
	return os.ReadFile(target)
}

// storeZip is the extension as a store takes it: without the key, which is for
// unpacked extensions; the store has its own.
func storeZip(extension fileSet) ([]byte, error) {
	files := maps.Clone(extension)
	var manifest map[string]json.RawMessage
	if err := json.Unmarshal(files["manifest.json"], &manifest); err != nil {
		return nil, err
	}
	delete(manifest, "key")
	text, err := json.MarshalIndent(manifest, "", "  ") // map keys come sorted
	if err != nil {
		return nil, err
	}
	files["manifest.json"] = append(text, '\n')
	return zipOf(files)
}

func zipOf(files fileSet) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: epoch})
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(files[name]); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return out.Bytes(), err
}

func tarOf(files fileSet, program string) ([]byte, error) {
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	archive := tar.NewWriter(compressed)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		mode := int64(0o644)
		if name == program {
			mode = 0o755
		}
		header := &tar.Header{Name: name, Mode: mode, Size: int64(len(files[name])), ModTime: epoch, Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(files[name]); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	err := compressed.Close()
	return out.Bytes(), err
}

// checksums are in the form that sha256sum -c reads.
func checksums(files fileSet) []byte {
	var out bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&out, "%x  %s\n", sha256.Sum256(files[name]), name)
	}
	return out.Bytes()
}
