package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// buildBinary compiles the command with the build id in it and returns its
// path, or "" where there is no command to compile. -trimpath and
// -buildvcs=false keep the place of the clone and the state of its work tree
// out of the bytes.
func buildBinary(ctx context.Context, o options, id string) (string, error) {
	_, err := os.Stat(filepath.Join(o.Root, "host", "main.go"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	target := binaryPath(o)
	flags := "-X candid/host/protocol.Build=" + id
	if o.Release {
		flags += " -s -w"
	}
	next := target + ".next" // a running binary cannot be overwritten, but it can be replaced
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", next, "./host")
	cmd.Dir = o.Root
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build ./host: %w\n%s", err, text)
	}
	return target, os.Rename(next, target)
}

// binaryPath is where the binary lies, made or not.
func binaryPath(o options) string {
	path := filepath.Join(o.Out, "candid")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	return path
}
