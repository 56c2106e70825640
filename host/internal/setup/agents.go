package setup

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"candid/host/internal/setup/clients"
)

// edit is a change that setup made in a file of the person's: where Removed
// stood there is Inserted now. It is undone by its text, not by restoring the
// file, which the person or the client may have changed since.
type edit struct {
	Path     string `json:"path"`
	Inserted string `json:"inserted"`
	Removed  string `json:"removed"`
	Created  bool   `json:"created"` // there was no file before
}

// AgentsFound lists the MCP clients that are on the machine: their file is
// there, or a folder of their own in which it would be.
func AgentsFound(s System) []string {
	var found []string
	for _, name := range clients.Names() {
		path, err := clients.Path(name, places(s))
		if err != nil {
			continue // Names and Path know the same ones
		}
		if fileExists(path) || filepath.Dir(path) != s.Home && fileExists(filepath.Dir(path)) {
			found = append(found, name)
		}
	}
	return found
}

func places(s System) clients.Places {
	return clients.Places{OS: s.GOOS, Home: s.Home, Getenv: s.Getenv}
}

// connectAgent adds Candid to an MCP client's file.
func connectAgent(s System, name, binary string, w *writer) error {
	path, err := clients.Path(name, places(s))
	if err != nil {
		return err
	}
	before, err := os.ReadFile(path)
	created := errors.Is(err, fs.ErrNotExist)
	if err != nil && !created {
		return err
	}
	if err := w.dir(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	path, changed, err := clients.Write(name, places(s), clients.Server{Command: binary, Args: []string{"mcp"}})
	if err != nil || !changed {
		return err
	}
	after, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	removed, inserted := difference(before, after)
	w.record.Edits = append(w.record.Edits, edit{Path: path, Inserted: inserted, Removed: removed, Created: created})
	w.Wrote = append(w.Wrote, path)
	return nil
}

// difference is what one stretch of text was and has become.
func difference(before, after []byte) (removed, inserted string) {
	shorter := min(len(before), len(after))
	head := 0
	for head < shorter && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < shorter-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	return string(before[head : len(before)-tail]), string(after[head : len(after)-tail])
}

// undo takes an edit back. False says that the text has changed since, so that
// the person must look.
func (e edit) undo() (bool, error) {
	now, err := os.ReadFile(e.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	if e.Created && string(now) == e.Inserted {
		return true, os.Remove(e.Path)
	}
	if e.Inserted == "" || bytes.Count(now, []byte(e.Inserted)) != 1 {
		return false, nil
	}
	info, err := os.Stat(e.Path)
	if err != nil {
		return false, err
	}
	return true, writeFile(e.Path, bytes.Replace(now, []byte(e.Inserted), []byte(e.Removed), 1), info.Mode().Perm())
}
