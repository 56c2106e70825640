package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// stateDirs are what a home holds once Candid has run: sockets, the token of
// the loopback listener, answers kept in files, logs, managed profiles. None of
// it is the person's own work.
var stateDirs = []string{"run", "door", "spill", "log", "audit", "browser"}

// Removed is what Uninstall did.
type Removed struct {
	Removed []string `json:"removed"`
	Kept    []string `json:"kept"` // files that the person made or has changed since
}

// Uninstall removes what setup made and what Candid kept in the home. Files
// that the person wrote (config.toml, policy.toml) stay unless purge.
func Uninstall(home string, purge bool) (Removed, error) {
	known, err := readRecord(home)
	if err != nil {
		return Removed{}, err
	}
	var r Removed
	for _, key := range known.Keys {
		if err := deleteKey(key); err != nil {
			return r, err
		}
		r.Removed = append(r.Removed, `HKCU\`+key)
	}
	if err := r.undoEdits(known.Edits); err != nil {
		return r, err
	}
	for _, path := range known.Files {
		if err := r.remove(path); err != nil {
			return r, err
		}
	}
	for _, name := range stateDirs {
		if err := r.removeAll(filepath.Join(home, name)); err != nil {
			return r, err
		}
	}
	if purge {
		if err := r.removeAll(filepath.Join(home, "config.toml")); err != nil {
			return r, err
		}
		if err := r.removeAll(filepath.Join(home, "policy.toml")); err != nil {
			return r, err
		}
	}
	if err := r.remove(filepath.Join(home, recordFile)); err != nil {
		return r, err
	}
	return r, r.emptyDirs(known.Dirs, home)
}

// undoEdits takes changes in the person's files back, the latest first.
func (r *Removed) undoEdits(edits []edit) error {
	for _, e := range slices.Backward(edits) {
		undone, err := e.undo()
		if err != nil {
			return err
		}
		if undone {
			r.Removed = append(r.Removed, "the entry candid in "+e.Path)
		} else {
			r.Kept = append(r.Kept, e.Path+" (remove its entry candid by hand)")
		}
	}
	return nil
}

func (r *Removed) remove(path string) error {
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		r.Removed = append(r.Removed, path)
	}
	return err
}

func (r *Removed) removeAll(path string) error {
	if _, err := os.Lstat(path); err != nil {
		return nil // not there
	}
	r.Removed = append(r.Removed, path)
	return os.RemoveAll(path)
}

// emptyDirs removes the directories that setup made, the innermost first, and
// leaves those in which something else has settled.
func (r *Removed) emptyDirs(dirs []string, home string) error {
	dirs = slices.Clone(dirs)
	slices.SortFunc(dirs, func(a, b string) int {
		return strings.Count(b, string(filepath.Separator)) - strings.Count(a, string(filepath.Separator))
	})
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return err
		case len(entries) == 0:
			if err := r.remove(dir); err != nil {
				return err
			}
		case dir == home:
			for _, entry := range entries {
				r.Kept = append(r.Kept, filepath.Join(dir, entry.Name()))
			}
		}
	}
	return nil
}
