package rig

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"candid/build/sources"
)

// build runs `go run ./build` unless everything in dist is newer than every
// source that goes into it.
func build(ctx context.Context, root string) error {
	if fresh(root) {
		return nil
	}
	command := exec.CommandContext(ctx, "go", "run", "-trimpath", "./build") // -trimpath: a copy of the sources compiles nothing twice
	command.Dir = root
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("go run ./build: %w\n%s", err, out)
	}
	return nil
}

func fresh(root string) bool {
	binary, errBinary := os.Stat(filepath.Join(root, "dist", "candid"))
	manifest, errManifest := os.Stat(filepath.Join(root, "dist", "extension", "manifest.json"))
	if errBinary != nil || errManifest != nil {
		return false
	}
	built := binary.ModTime()
	if manifest.ModTime().Before(built) {
		built = manifest.ModTime()
	}
	return newestSource(root).Before(built)
}

// newestSource is when a source changed last; now, to be sure, when they cannot
// be read.
func newestSource(root string) (newest time.Time) {
	err := sources.All(root, func(_ string, info fs.FileInfo) error {
		if info.ModTime().After(newest) {
			newest = info.ModTime()
		}
		return nil
	})
	if err != nil {
		return time.Now()
	}
	return newest
}
