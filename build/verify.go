package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"candid/build/check"
)

// checkAll is -check: what lies in dist must be what the sources make, and both
// builds of the sources must behave. The builds are made aside, so that a
// check changes nothing that a browser may be running. only picks probes by
// their rule, nil for all.
func checkAll(ctx context.Context, o options, only *regexp.Regexp, out io.Writer) (err error) {
	if err := checkDist(o, out); err != nil {
		return err
	}
	var problems []error
	for _, release := range []bool{false, true} {
		if release && only != nil {
			break // somebody is looking at one rule
		}
		problems = append(problems, checkBuild(ctx, o, release, only, out))
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	fmt.Fprintln(out, "checked: the development and the release build are as specified")
	return nil
}

// checkBuild makes one build and checks it. The probes run on the development
// build: the release build has the same sources, and its own proof.
func checkBuild(ctx context.Context, o options, release bool, only *regexp.Regexp, out io.Writer) (err error) {
	dist, err := os.MkdirTemp("", "candid-build-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dist)) }()
	name := "development"
	if release {
		name = "release"
	}
	fmt.Fprintf(out, "%s build\n", name)
	aside := options{Root: o.Root, Out: dist, Release: release}
	if err := buildOnce(ctx, aside, io.Discard); err != nil {
		return err
	}
	return check.Run(ctx, check.Options{Dist: dist, Name: name, Probe: !release, Only: only, Out: out})
}

// checkDist compares dist with what the sources make now: a stale bundle there
// would be installed, and every check of the sources would pass all the same.
func checkDist(o options, out io.Writer) error {
	dir := filepath.Join(o.Out, "extension")
	there, err := readFiles(dir)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(out, "dist       nothing is built yet\n")
		return nil
	}
	if err != nil {
		return err
	}
	var stale []string
	for _, release := range []bool{false, true} {
		made, err := extensionFiles(options{Root: o.Root, Release: release})
		if err != nil {
			return err
		}
		id := made.stamp()
		differ := differing(made, there)
		if len(differ) == 0 {
			fmt.Fprintf(out, "dist       %s is build %s of the sources\n", dir, id)
			return nil
		}
		if stale == nil || len(differ) < len(stale) {
			stale = differ
		}
	}
	return fmt.Errorf("%s is stale: %v differ from what the sources make: run `go run ./build`", dir, stale)
}

func readFiles(dir string) (fileSet, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	files := fileSet{}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, err
		}
		files[entry.Name()] = content
	}
	return files, nil
}

func differing(a, b fileSet) []string {
	names := map[string]bool{}
	for name := range a {
		names[name] = true
	}
	for name := range b {
		names[name] = true
	}
	var differ []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !bytes.Equal(a[name], b[name]) {
			differ = append(differ, name)
		}
	}
	return differ
}
