// Package sources knows what a build is made of: where the repository is, which
// files count, and how to copy them. The build, its mutations and the
// end-to-end tests ask here, so that none forgets a part.
package sources

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// product are the parts that the extension and the binary are made of, tool
// what makes them.
var (
	product = []string{"extension", "host", "go.mod", "go.sum", "manifest.template.json"}
	tool    = []string{"build"}
)

// passedOver are folders that a build does not read: packages of the type
// checker, data of tests, programs of tests.
var passedOver = map[string]bool{"node_modules": true, "testdata": true, "e2e": true, "testkit": true}

// Root looks upwards from the working directory for go.mod, so that the build
// runs from any folder of the repository.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		if err == nil {
			return dir, nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod here or above: run this inside the repository")
		}
		dir = up
	}
}

// Product calls each with every file that the product is made of, and its name
// from the root.
func Product(root string, each func(name string, info fs.FileInfo) error) error {
	return walk(root, product, each)
}

// All calls each with every file of the product and of what builds it.
func All(root string, each func(name string, info fs.FileInfo) error) error {
	return walk(root, append(append([]string(nil), product...), tool...), each)
}

func walk(root string, parts []string, each func(string, fs.FileInfo) error) error {
	for _, part := range parts {
		err := filepath.WalkDir(filepath.Join(root, part), func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && passedOver[entry.Name()] {
				return fs.SkipDir
			}
			if err == nil && !entry.IsDir() && !strings.HasSuffix(path, "_test.go") {
				err = visit(root, path, entry, each)
			}
			if errors.Is(err, fs.ErrNotExist) {
				return nil // removed between two looks
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func visit(root, path string, entry fs.DirEntry, each func(string, fs.FileInfo) error) error {
	info, err := entry.Info()
	if err != nil {
		return err
	}
	name, err := filepath.Rel(root, path)
	if err != nil {
		return err
	}
	return each(filepath.ToSlash(name), info)
}

// Copy copies all sources, so that a build can be tried on a change of them.
func Copy(root, to string) error {
	return All(root, func(name string, _ fs.FileInfo) error {
		content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		target := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o600)
	})
}
