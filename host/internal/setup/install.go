package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// BuildFile, in the extension's folder, says which build lies there. It is
// copied last, so that a browser never takes half a copy for a finished build.
const BuildFile = "build.json"

// Options choose what Install does.
type Options struct {
	Home     string
	Browsers []Browser // to register the host in
	UserData string    // register in this user data directory alone
	Agents   []string  // MCP clients to add Candid to
	InPlace  bool      // register the programs where they are, without a copy
}

// Installation is what Install did.
type Installation struct {
	Programs Programs // as the browsers will find them
	Wrote    []string
	Browsers []Browser
}

// Install copies binary and extension to the home, where they stay when the
// place they were built in goes, and registers the host with the browsers.
// Repeating it upgrades in place.
func Install(s System, programs Programs, o Options) (Installation, error) {
	if o.UserData != "" {
		o.Browsers = []Browser{Custom(o.UserData)}
	}
	if err := refuseSandboxed(o.Browsers); err != nil {
		return Installation{}, err
	}
	known, err := readRecord(o.Home)
	if err != nil {
		return Installation{}, protocol.NewError(protocol.CodeInternal, "the record of an earlier setup cannot be read: "+err.Error(), "remove "+filepath.Join(o.Home, recordFile)+" and run setup again")
	}
	w := &writer{record: known}
	result, err := install(s, programs, o, w)
	result.Wrote, result.Browsers = w.Wrote, o.Browsers
	if fileExists(o.Home) { // also after a failure: what was made must be known
		err = errors.Join(err, w.record.save(o.Home))
	}
	return result, err
}

func install(s System, programs Programs, o Options, w *writer) (Installation, error) {
	if err := w.dir(o.Home, 0o700); err != nil {
		return Installation{}, err
	}
	if err := store.Private(o.Home); err != nil {
		return Installation{}, err
	}
	if !o.InPlace {
		var err error
		if programs, err = copyPrograms(s, programs, o.Home, w); err != nil {
			return Installation{}, err
		}
	}
	for _, b := range o.Browsers {
		if err := register(s, b, programs.Binary, o.Home, w); err != nil {
			return Installation{Programs: programs}, err
		}
	}
	for _, name := range o.Agents {
		if err := connectAgent(s, name, programs.Binary, w); err != nil {
			return Installation{Programs: programs}, err
		}
	}
	return Installation{Programs: programs}, nil
}

// Custom is the browser of a user data directory, whatever program uses it.
func Custom(userData string) Browser {
	return Browser{Name: "custom", Title: userData, Data: userData, Manifests: []string{filepath.Join(userData, manifestFolder)}}
}

func refuseSandboxed(browsers []Browser) error {
	for _, b := range browsers {
		if b.Sandbox != "" {
			return sandboxError(b.Sandbox)
		}
	}
	return nil
}

// copyPrograms copies both programs below the home, and the home's path beside
// the binary: Chrome starts it without the shell's environment.
func copyPrograms(s System, from Programs, home string, w *writer) (Programs, error) {
	to := Programs{Binary: filepath.Join(home, "bin", binaryName(s.GOOS)), Extension: filepath.Join(home, "extension")}
	if from.Binary == to.Binary {
		return to, nil // it is the installed one that runs
	}
	if err := w.dir(filepath.Dir(to.Binary), 0o700); err != nil {
		return to, err
	}
	binary, err := os.ReadFile(from.Binary)
	if err != nil {
		return to, err
	}
	if err := w.file(to.Binary, binary, 0o755); err != nil {
		return to, err
	}
	if err := w.file(filepath.Join(filepath.Dir(to.Binary), store.HomeFile), []byte(home+"\n"), 0o600); err != nil {
		return to, err
	}
	return to, copyFolder(from.Extension, to.Extension, w)
}

func binaryName(goos string) string {
	if goos == "windows" {
		return "candid.exe"
	}
	return "candid"
}

// copyFolder makes to hold what from holds, BuildFile last.
func copyFolder(from, to string, w *writer) error {
	if err := w.dir(to, 0o755); err != nil {
		return err
	}
	var names []string
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			name, relative := filepath.Rel(from, path)
			names, err = append(names, name), relative
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(names, func(a, b string) int { return compareLast(a, b, BuildFile) })
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		if err := w.dir(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := w.file(target, data, 0o644); err != nil {
			return err
		}
	}
	return prune(to, names, w)
}

// compareLast orders one name behind all others and leaves those as they are.
func compareLast(a, b, last string) int {
	switch {
	case a == last && b != last:
		return 1
	case b == last && a != last:
		return -1
	}
	return 0
}

// prune removes files of an older version from a copied folder.
func prune(folder string, names []string, w *writer) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil || slices.Contains(names, name) {
			return err
		}
		w.record.Files = slices.DeleteFunc(w.record.Files, func(f string) bool { return f == path })
		return os.Remove(path)
	})
}

// register writes the host's manifest where the browser looks for it: a file in
// its own folder, or on Windows one file in our home and a registry key.
func register(s System, b Browser, binary, home string, w *writer) error {
	data, err := NewManifest(binary).Encode()
	if err != nil {
		return err
	}
	for _, folder := range b.Manifests {
		if err := w.dir(folder, 0o755); err != nil {
			return err
		}
		if err := w.file(filepath.Join(folder, manifestFile), data, 0o644); err != nil {
			return err
		}
	}
	if b.Key == "" {
		return nil
	}
	path := filepath.Join(home, manifestFile)
	if err := w.file(path, data, 0o644); err != nil {
		return err
	}
	key := b.Key + protocol.NativeHost
	if err := setKey(key, path); err != nil {
		return protocol.NewError(protocol.CodeForbidden, `the registry key HKCU\`+key+" cannot be written: "+err.Error(), "a policy of this machine may forbid it; ask its administrator")
	}
	w.key(key)
	return nil
}
