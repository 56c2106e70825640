package setup

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// recordFile, in the home, lists what setup made. Uninstall removes exactly
// that, and nothing that it merely guesses to be ours.
const recordFile = "installed.json"

// record is what setup has made so far, over all its runs.
type record struct {
	Files []string `json:"files"`
	Dirs  []string `json:"dirs"` // those that were not there before
	Keys  []string `json:"keys"` // Windows registry keys
	Edits []edit   `json:"edits"`
}

// readRecord reads the record of a home; a home without one has made nothing.
func readRecord(home string) (record, error) {
	var r record
	data, err := os.ReadFile(filepath.Join(home, recordFile))
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(data, &r)
}

// save writes the record; it lists itself, so that it goes last.
func (r record) save(home string) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(home, recordFile), append(data, '\n'), 0o600)
}

// writer makes files and directories and notes them.
type writer struct {
	record record
	Wrote  []string // in this run, in order
}

// dir makes a directory and its missing parents.
func (w *writer) dir(path string, mode fs.FileMode) error {
	var missing []string
	for at := path; !fileExists(at) && filepath.Dir(at) != at; at = filepath.Dir(at) {
		missing = append(missing, at)
	}
	if err := os.MkdirAll(path, mode); err != nil {
		return homeError(path, err)
	}
	slices.Reverse(missing)
	for _, made := range missing {
		w.record.Dirs = insert(w.record.Dirs, made)
	}
	return nil
}

// file writes a file.
func (w *writer) file(path string, data []byte, mode fs.FileMode) error {
	if err := writeFile(path, data, mode); err != nil {
		return homeError(path, err)
	}
	w.record.Files = insert(w.record.Files, path)
	w.Wrote = append(w.Wrote, path)
	return nil
}

// key notes a registry key.
func (w *writer) key(key string) {
	w.record.Keys = insert(w.record.Keys, key)
	w.Wrote = append(w.Wrote, `HKCU\`+key)
}

func insert(list []string, item string) []string {
	if slices.Contains(list, item) {
		return list
	}
	return append(list, item)
}
