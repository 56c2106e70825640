//go:build unix

package store

import (
	"io/fs"
	"os"
	"syscall"
)

// ownedByUs tells whether the file is this user's.
func ownedByUs(info fs.FileInfo) bool {
	stat, known := info.Sys().(*syscall.Stat_t)
	return known && int(stat.Uid) == os.Getuid()
}

// openToOthers tells whether group or others have any right to it.
func openToOthers(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }

// noFollow refuses to open a symbolic link.
const noFollow = syscall.O_NOFOLLOW

// writableByOthers tells whether group or others may change it.
func writableByOthers(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }
