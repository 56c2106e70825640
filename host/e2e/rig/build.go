package rig

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"candid/build/sources"
)

// building is held while dist is built: browsers of their own start side by
// side, and two builds would take each other's files.
var building struct {
	sync.Mutex
	done map[string]bool // by root
}

// build runs `go run ./build` once a process, unless everything in dist is newer
// than every source that goes into it.
func build(ctx context.Context, root string) error {
	building.Lock()
	defer building.Unlock()
	if building.done[root] || fresh(root) {
		return nil
	}
	command := exec.CommandContext(ctx, "go", "run", "-trimpath", "./build") // -trimpath: a copy of the sources compiles nothing twice
	command.Dir = root
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("go run ./build: %w\n%s", err, out)
	}
	if building.done == nil {
		building.done = map[string]bool{}
	}
	building.done[root] = true
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
