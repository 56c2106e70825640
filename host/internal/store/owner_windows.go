package store

import "io/fs"

// ownedByUs, openToOthers and writableByOthers are decided by the ACL of the user's profile on
// Windows, which other users cannot enter; mode bits mean nothing there.
func ownedByUs(fs.FileInfo) bool        { return true }
func openToOthers(fs.FileInfo) bool     { return false }
func writableByOthers(fs.FileInfo) bool { return false }

// noFollow has no counterpart: links need a privilege on Windows.
const noFollow = 0
