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
// path, or "" where there is no command to compile.
func buildBinary(ctx context.Context, o options, id string) (string, error) {
	_, err := os.Stat(filepath.Join(o.Root, "host", "main.go"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	target := binaryPath(o)
	next := target + ".next" // a running binary cannot be overwritten, but it can be replaced
	if err := compile(ctx, o, id, next); err != nil {
		return "", err
	}
	return target, os.Rename(next, target)
}

// compile compiles the command, for this platform or the one that env names.
// -trimpath and -buildvcs=false keep the place of the clone and the state of its
// work tree out of the bytes; without cgo they do not depend on a C compiler,
// and what is tested is what is released.
func compile(ctx context.Context, o options, id, target string, env ...string) error {
	flags := "-X candid/host/protocol.Build=" + id
	if o.Release {
		flags += " -s -w"
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", target, "./host")
	cmd.Dir = o.Root
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0"), env...)
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build ./host: %w\n%s", err, said)
	}
	return nil
}

// binaryPath is where the binary lies, made or not.
func binaryPath(o options) string {
	path := filepath.Join(o.Out, "candid")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	return path
}
