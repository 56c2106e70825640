// Package setup makes the links of the chain that Candid hangs on and tells
// which of them is broken: the native host manifest that lets Chrome start the
// host, the extension's folder, and a browser to put both into. Everything it
// writes is recorded, so that uninstall is the exact inverse and not a guess.
// What differs from one operating system to the next is a table (*_table.go,
// compiled everywhere, so that every table is tested everywhere); only calls
// that exist on one system alone sit in *_windows.go and *_unix.go.
package setup

import (
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"candid/host/protocol"
)

// System is the machine as setup sees it. Tests make their own; Here is the
// real one.
type System struct {
	GOOS   string
	Home   string // the person's home directory
	Getenv func(string) string
}

// Here is the running system. It fails where there is no home directory, since
// every path that setup writes is below it.
func Here() (System, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return System{}, protocol.NewError(protocol.CodeInternal, "no home directory: "+err.Error(), "set HOME and try again")
	}
	return System{GOOS: runtime.GOOS, Home: home, Getenv: os.Getenv}, nil
}

// env is the value of an environment variable, or other when it is unset or
// not absolute: a relative XDG_CONFIG_HOME is to be ignored, says its standard.
func (s System) env(name, other string) string {
	value := s.Getenv(name)
	if strings.HasPrefix(value, "/") || s.GOOS == "windows" && len(value) > 2 && value[1] == ':' {
		return value
	}
	return other
}

// join joins path elements as the described system does, which need not be the
// one this runs on: the tables of all systems are tested on each.
func (s System) join(parts ...string) string {
	if s.GOOS == "windows" {
		return strings.Join(parts, `\`)
	}
	return path.Join(parts...)
}

// Programs are Candid's own two parts: the binary that Chrome starts as the
// native host, and the folder that Chrome loads as the extension.
type Programs struct {
	Binary    string
	Extension string
}

// Beside finds the extension's folder for a binary: beside it (as the build
// leaves them) or beside its folder (as setup installs them).
func Beside(binary string) (Programs, error) {
	folder := filepath.Dir(binary)
	for _, place := range []string{filepath.Join(folder, "extension"), filepath.Join(filepath.Dir(folder), "extension")} {
		if fileExists(filepath.Join(place, "manifest.json")) {
			return Programs{Binary: binary, Extension: place}, nil
		}
	}
	return Programs{}, protocol.NewError(protocol.CodeFileNotFound,
		"the extension's folder is not beside "+binary, "build both with: go run ./build")
}

// Running is Programs of the running binary, symbolic links resolved: Chrome
// must be given a path that stays right when the link moves.
func Running() (Programs, error) {
	binary, err := os.Executable()
	if err != nil {
		return Programs{}, err
	}
	if real, err := filepath.EvalSymlinks(binary); err == nil {
		binary = real
	}
	return Beside(binary)
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
