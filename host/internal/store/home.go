// Package store is what Candid keeps on disk: where its home is, the person's
// configuration and policy, and the files it writes (spill, audit, log). All of
// it sits in one directory that only the person can open, so that one check of
// one directory protects everything within.
package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"candid/host/protocol"
)

// HomeFile stands beside an installed binary and holds the home that setup
// chose, because Chrome starts the host without the shell's environment.
const HomeFile = "home"

// Home is the directory of all state: $CANDID_HOME, else the one setup wrote
// beside the binary, else ~/.local/state/candid. No XDG variable is read: the
// shell has them and Chrome may not, and both must find the same directory.
func Home() (string, error) {
	if home := os.Getenv("CANDID_HOME"); home != "" {
		return filepath.Abs(home)
	}
	if home := installedHome(); home != "" {
		return home, nil
	}
	user, err := os.UserHomeDir()
	if err != nil {
		return "", protocol.NewError(protocol.CodeUsage, "no home directory: "+err.Error(), "set CANDID_HOME to a directory of your own")
	}
	return filepath.Join(user, ".local", "state", "candid"), nil
}

// installedHome reads the file beside the binary; "" when there is none.
func installedHome() string {
	exe, err := os.Executable()
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(exe); err == nil {
		exe = real
	}
	data, err := os.ReadFile(filepath.Join(filepath.Dir(exe), HomeFile))
	home := strings.TrimSpace(string(data))
	if err != nil || !filepath.IsAbs(home) {
		return ""
	}
	return home
}

// Private makes dir (0700) where it is missing and refuses one that another
// user owns, that others can enter, or that is a symbolic link: what it holds
// would be theirs to read or to replace.
func Private(dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return dirError(dir, err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return dirError(dir, err)
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return dirError(dir, err)
	}
	return checkPrivate(dir, info)
}

// Owned makes the home where it is missing and refuses one in which another user
// could put or replace files. Others may look into it (the person chose it), as
// all that Candid keeps is in directories of their own, each checked by Private.
func Owned(home string) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return dirError(home, err)
	}
	info, err := os.Stat(home)
	switch {
	case err != nil:
		return dirError(home, err)
	case !ownedByUs(info):
		return forbidden(fmt.Sprintf("%s belongs to another user", home), "set CANDID_HOME to a directory of your own")
	case writableByOthers(info):
		return forbidden(fmt.Sprintf("%s can be written by other users (mode %04o)", home, info.Mode().Perm()), "run: chmod go-w "+home)
	}
	return nil
}

// checkPrivate is Private's verdict on what is there.
func checkPrivate(dir string, info fs.FileInfo) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return forbidden(fmt.Sprintf("%s is a symbolic link", dir), "remove it, or set CANDID_HOME to a real directory")
	case !info.IsDir():
		return forbidden(fmt.Sprintf("%s is not a directory", dir), "remove it, or set CANDID_HOME to another directory")
	case !ownedByUs(info):
		return forbidden(fmt.Sprintf("%s belongs to another user", dir), "set CANDID_HOME to a directory of your own")
	case openToOthers(info):
		return forbidden(fmt.Sprintf("%s is open to other users (mode %04o)", dir, info.Mode().Perm()), "run: chmod 700 "+dir)
	}
	return nil
}

// dirError says that a directory could not be made.
func dirError(dir string, err error) error {
	return protocol.NewError(protocol.CodeForbidden, fmt.Sprintf("%s cannot be made: %v", dir, err),
		"make it yourself with mode 700, or set CANDID_HOME to a directory you can write to")
}

// forbidden is the error of a directory or file that is not safe to use.
func forbidden(message, hint string) error {
	return protocol.NewError(protocol.CodeForbidden, message, hint)
}
