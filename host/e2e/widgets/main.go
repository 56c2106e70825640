// Command widgets fetches real widgets and ready-made pages by name, from npm
// and Debian, into a folder outside the repository, and bundles the thin
// shells of testdata/real around them. Candid is tried on the code that people
// meet, not on our idea of it; none of that code is kept in the repository.
//
//	go run ./host/e2e/widgets DIR
//
// leaves DIR/pages and DIR/usr, to be served as they are.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// debs are the Debian packages that hold ready-made pages, by name.
var debs = []string{
	"libjs-jquery-ui-docs", "libjs-jquery-ui", "libjs-jquery", "libjs-sphinxdoc",
	"libjs-underscore", "node-requirejs", "python3.11-doc", "git-doc", "postgresql-doc-15",
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./host/e2e/widgets DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "widgets:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	sources, err := filepath.Abs(filepath.Join("testdata", "real"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "deb"), 0o755); err != nil {
		return err
	}
	if err := fetchNpm(sources, dir); err != nil {
		return err
	}
	if err := fetchDebs(dir); err != nil {
		return err
	}
	if err := bundle(filepath.Join(sources, "src"), dir); err != nil {
		return err
	}
	return copyAdminTheme(dir)
}

// fetchNpm installs what testdata/real/package.json names. No install script
// runs: nothing here needs one.
func fetchNpm(sources, dir string) error {
	data, err := os.ReadFile(filepath.Join(sources, "package.json"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), data, 0o644); err != nil {
		return err
	}
	return inDir(dir, "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", "--legacy-peer-deps", "--silent")
}

// fetchDebs unpacks the packages into dir without installing them.
func fetchDebs(dir string) error {
	for _, name := range debs {
		have, err := filepath.Glob(filepath.Join(dir, "deb", name+"_*.deb"))
		if err != nil {
			return err
		}
		if len(have) == 0 {
			if err := inDir(filepath.Join(dir, "deb"), "apt-get", "download", "-qq", name); err != nil {
				return err
			}
			if have, err = filepath.Glob(filepath.Join(dir, "deb", name+"_*.deb")); err != nil || len(have) == 0 {
				return fmt.Errorf("%s was not downloaded", name)
			}
		}
		if err := inDir(dir, "dpkg", "-x", have[0], "."); err != nil {
			return err
		}
	}
	return mendDebs(dir)
}

func inDir(dir, name string, args ...string) error {
	command := exec.Command(name, args...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %v: %w\n%s", name, args, err, out)
	}
	return nil
}
