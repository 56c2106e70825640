package rig

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// repository is the folder that holds go.mod, from the test's own folder up.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod above the working directory")
		}
		dir = parent
	}
}

// build runs `go run ./build` unless everything in dist is newer than every
// source that goes into it.
func build(ctx context.Context, root string) error {
	if fresh(root) {
		return nil
	}
	command := exec.CommandContext(ctx, "go", "run", "./build")
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

func newestSource(root string) (newest time.Time) {
	for _, part := range []string{"extension", "host", "build", "go.mod", "manifest.template.json", "extension/manifest.template.json"} {
		err := filepath.WalkDir(filepath.Join(root, part), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil // a part that this layout does not have
			}
			if d.IsDir() {
				if d.Name() == "node_modules" || d.Name() == "e2e" {
					return filepath.SkipDir
				}
				return nil
			}
			if strings.HasSuffix(path, "_test.go") {
				return nil
			}
			if info, err := d.Info(); err == nil && info.ModTime().After(newest) {
				newest = info.ModTime()
			}
			return nil
		})
		if err != nil {
			return time.Now() // unreadable: build to be sure
		}
	}
	return newest
}
