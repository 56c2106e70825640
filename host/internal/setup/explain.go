package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"candid/host/protocol"
)

// homeError says why a directory could not be made, and what to do.
func homeError(dir string, err error) error {
	hint := "set CANDID_HOME to a directory that you can write to"
	if uid, foreign := foreignOwner(nearest(dir)); foreign {
		return protocol.NewError(protocol.CodeForbidden, dir+" is in a directory of another user (uid "+strconv.Itoa(uid)+")", hint)
	}
	if errors.Is(err, fs.ErrPermission) {
		hint = "make it writable, or " + hint
	}
	return protocol.NewError(protocol.CodeInternal, "the directory cannot be made: "+err.Error(), hint)
}

// nearest is the closest ancestor of path that exists.
func nearest(path string) string {
	for !fileExists(path) && filepath.Dir(path) != path {
		path = filepath.Dir(path)
	}
	return path
}

// startHint reads a browser's last words.
func startHint(output string) string {
	for _, known := range []struct{ words, hint string }{
		{"no-sandbox", "the browser's sandbox does not work here; run as an ordinary user, or allow user namespaces"},
		{"No usable sandbox", "the browser's sandbox does not work here; allow user namespaces (sysctl kernel.unprivileged_userns_clone=1)"},
		{"Missing X server", "there is no display: add --headless"},
		{"cannot open display", "there is no display: add --headless"},
		{"Opening in existing browser session", "the profile is in use: close that browser, or choose another --user-data-dir"},
		{"profile appears to be in use", "the profile is in use: close that browser, or choose another --user-data-dir"},
		{"Failed to create a ProcessSingleton", "the profile is in use: close that browser, or choose another --user-data-dir"},
	} {
		if strings.Contains(output, known.words) {
			return known.hint
		}
	}
	return "start it by hand to see why, or set CANDID_CHROME to another browser"
}

// sandboxOf says whether a program is a Snap or Flatpak one. Ubuntu's
// chromium-browser is a shell script that starts the snap.
func sandboxOf(program string) string {
	real, err := filepath.EvalSymlinks(program)
	if err != nil {
		real = program
	}
	switch {
	case strings.HasPrefix(real, "/snap/"), strings.HasPrefix(program, "/snap/"), real == "/usr/bin/snap":
		return "snap"
	case strings.Contains(real, "/flatpak/"):
		return "flatpak"
	}
	if info, err := os.Stat(real); err != nil || info.Size() > 64<<10 {
		return "" // the real thing, far too large for a script
	}
	script, err := os.ReadFile(real)
	switch {
	case err != nil:
		return ""
	case strings.Contains(string(script), "/snap/bin/"):
		return "snap"
	case strings.Contains(string(script), "flatpak run"):
		return "flatpak"
	}
	return ""
}

// sandboxError says why a browser in a sandbox of its own does not work.
func sandboxError(kind string) error {
	return protocol.NewError(protocol.CodeNotSupported,
		"the browser is a "+kindTitle(kind)+" package, which may not start programs outside of its sandbox, such as Candid's host",
		"install the browser as an ordinary package (for Chrome: the .deb or .rpm of google.com/chrome), then: candid setup")
}

func kindTitle(kind string) string {
	return map[string]string{"snap": "Snap", "flatpak": "Flatpak"}[kind]
}
