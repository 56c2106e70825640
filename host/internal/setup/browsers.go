package setup

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"candid/host/protocol"
)

// Browser is one browser that Candid can be installed in.
type Browser struct {
	Name      string   // how --browser spells it
	Title     string   // how the person knows it
	Data      string   // its user data directory
	Manifests []string // where its native host manifests go; empty on Windows
	Key       string   // its registry key below HKCU on Windows
	Programs  []string // where its program is, by preference; names are looked up on PATH
	Sandbox   string   // "snap" or "flatpak": it cannot start programs outside of it
	Managed   bool     // fit for the managed browser
}

// Browsers lists every browser known on the system, installed or not.
func Browsers(s System) []Browser {
	switch s.GOOS {
	case "darwin":
		return darwinBrowsers(s)
	case "windows":
		return windowsBrowsers(s)
	}
	return linuxBrowsers(s)
}

// Find is the browser of that name.
func Find(s System, name string) (Browser, error) {
	all := Browsers(s)
	for _, b := range all {
		if strings.EqualFold(b.Name, name) {
			return b, nil
		}
	}
	var names []string
	for _, b := range all {
		names = append(names, b.Name)
	}
	return Browser{}, protocol.NewError(protocol.CodeUsage, "unknown browser: "+quote(name),
		"the browsers known here are "+strings.Join(names, ", ")+"; any other: candid setup --user-data-dir DIR")
}

// Installed lists the browsers that are on the machine: their program is there,
// or their user data directory, which a program in an unusual place leaves.
func Installed(s System) []Browser {
	all := slices.DeleteFunc(Browsers(s), func(b Browser) bool {
		return b.Program() == "" && !fileExists(b.Data)
	})
	for i, b := range all {
		if b.Sandbox == "" {
			all[i].Sandbox = sandboxOf(b.Program())
		}
	}
	return all
}

// Program is where the browser's program is, or "".
func (b Browser) Program() string {
	for _, program := range b.Programs {
		if filepath.IsAbs(program) {
			if isProgram(program) {
				return program
			}
			continue
		}
		if found, err := exec.LookPath(program); err == nil {
			return found
		}
	}
	return ""
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// ForManaged is the browser that the managed browser uses: the one named by
// CANDID_CHROME (a path), else the first installed one that fits. A browser in
// a sandbox of its own does not: it could not start the host.
func ForManaged(s System) (Browser, error) {
	if path := s.Getenv("CANDID_CHROME"); path != "" {
		if !isProgram(path) {
			return Browser{}, protocol.NewError(protocol.CodeFileNotFound,
				"CANDID_CHROME is not a program: "+quote(path), "set it to the path of Chrome, Chromium, Edge or Brave, or unset it")
		}
		return Browser{Name: "custom", Title: path, Programs: []string{path}, Managed: true}, nil
	}
	sandboxed := ""
	for _, b := range Browsers(s) {
		if !b.Managed || b.Program() == "" {
			continue
		}
		if kind := sandboxOf(b.Program()); kind != "" {
			sandboxed = kind
			continue
		}
		return b, nil
	}
	if sandboxed != "" {
		return Browser{}, sandboxError(sandboxed)
	}
	return Browser{}, protocol.NewError(protocol.CodeNoBrowser, "no Chrome, Chromium, Edge or Brave is installed",
		installHint(s.GOOS))
}

func installHint(goos string) string {
	switch goos {
	case "darwin":
		return "install one, for example: brew install --cask google-chrome"
	case "windows":
		return "install one, for example: winget install Google.Chrome"
	}
	return "install one, for example: sudo apt-get install chromium; or set CANDID_CHROME to its path"
}

func quote(s string) string { return "\"" + s + "\"" }
