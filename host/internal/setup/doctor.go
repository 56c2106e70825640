package setup

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// Check is one link of the chain from the agent to the page.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
	Remedy string `json:"remedy,omitempty"`

	fix func() error // what --fix does about it, nil when only the person can
}

// Fixable says whether Fix can do something about the check.
func (c Check) Fixable() bool { return !c.OK && c.fix != nil }

// Fix repairs what the check found broken.
func (c Check) Fix() error { return c.fix() }

// Doctor is what an examination needs to know. It looks at files alone;
// Connected is what its caller learned from the hosts.
type Doctor struct {
	System    System
	Home      string
	Programs  Programs
	Missing   error     // why Programs are not there
	Targets   []Browser // examine these alone; empty for all
	Connected []protocol.BrowserStatus
}

// Examine checks the chain link by link, from the home to the extension.
func (d Doctor) Examine() []Check {
	checks := []Check{d.home(), d.programs()}
	browsers, found := d.browsers()
	checks = append(checks, found)
	examined := 0
	for _, b := range browsers {
		manifest, there := d.manifest(b)
		if !there && len(d.Targets) == 0 {
			continue // not set up in this one; that is the person's choice
		}
		examined++
		checks = append(checks, manifest)
		if manifest.OK {
			checks = append(checks, d.policy(b)...)
			checks = append(checks, d.extension(b))
		}
	}
	if examined == 0 && len(browsers) > 0 {
		checks = append(checks, bad("manifest", "no browser has Candid's native host manifest, so none can start the host", "run: candid setup"))
	}
	return checks
}

func good(name, detail string, args ...any) Check {
	return Check{Name: name, OK: true, Detail: fmt.Sprintf(detail, args...)}
}

func bad(name, detail, remedy string) Check {
	return Check{Name: name, Detail: detail, Remedy: remedy}
}

// fromError makes a failed check of an error and its hint.
func fromError(name string, err error) Check {
	known := asError(err)
	return bad(name, known.Message, known.Hint)
}

// home checks that the host can keep its sockets and files where it wants to.
// It makes nothing: an examination must leave the patient as it was.
func (d Doctor) home() Check {
	const name = "home"
	for _, dir := range []string{d.Home, filepath.Join(d.Home, "run")} {
		if !fileExists(dir) {
			if err := canMake(dir); err != nil {
				return fromError(name, err)
			}
			continue
		}
		if err := store.Private(dir); err != nil {
			c := fromError(name, err)
			c.fix = closeToOthers(dir)
			return c
		}
	}
	return good(name, "%s is ours alone", d.Home)
}

// canMake tries whether a directory could be made, with one that goes again.
func canMake(dir string) error {
	above := nearest(dir)
	if _, foreign := foreignOwner(above); foreign && !isRoot() {
		return homeError(dir, fs.ErrPermission)
	}
	probe, err := os.MkdirTemp(above, ".candid-")
	if err != nil {
		return homeError(dir, err)
	}
	return os.Remove(probe)
}

// closeToOthers is the fix for a directory of ours that others can enter, nil
// for every other trouble.
func closeToOthers(dir string) func() error {
	info, err := os.Lstat(dir)
	_, foreign := foreignOwner(dir)
	if err != nil || !info.IsDir() || foreign {
		return nil
	}
	return func() error { return os.Chmod(dir, 0o700) }
}

// programs checks that binary and extension are there and of one build.
func (d Doctor) programs() Check {
	const name = "programs"
	if d.Missing != nil {
		return fromError(name, d.Missing)
	}
	id, err := folderID(d.Programs.Extension)
	switch {
	case err != nil:
		return bad(name, "the extension in "+d.Programs.Extension+" cannot be read: "+err.Error(), "build it again: go run ./build")
	case id != protocol.ExtensionID:
		return bad(name, "wrong extension id: "+d.Programs.Extension+" would get the id "+id+", but the host serves "+protocol.ExtensionID+" alone", "restore the key in its manifest.json: go run ./build")
	}
	if build := FolderBuild(d.Programs.Extension); build != protocol.Build {
		return bad(name, fmt.Sprintf("binary and extension are of different builds: %s and %s", protocol.Build, build), "build both: go run ./build; then: candid setup")
	}
	return good(name, "%s and %s, build %s", d.Programs.Binary, d.Programs.Extension, protocol.Build)
}

// browsers lists the browsers to examine, and checks that there is one that
// can work.
func (d Doctor) browsers() ([]Browser, Check) {
	const name = "browser"
	if len(d.Targets) > 0 {
		if b := d.Targets[0]; b.Sandbox != "" {
			return nil, fromError(name, sandboxError(b.Sandbox))
		}
		return d.Targets, good(name, "examining %s", d.Targets[0].Title)
	}
	var usable, boxed []Browser
	for _, b := range Installed(d.System) {
		if b.Sandbox == "" {
			usable = append(usable, b)
		} else {
			boxed = append(boxed, b)
		}
	}
	managed, err := AllKept(d.Home)
	if err != nil {
		return usable, fromError(name, err)
	}
	for _, m := range managed {
		b := Custom(m.Profile)
		b.Title = "managed browser " + m.Name
		usable = append(usable, b)
	}
	usable = append(usable, d.byFolder(usable)...)
	return usable, verdictOn(usable, boxed, d.System.GOOS)
}

// byFolder are the browsers that setup was told of by their folder, beside those
// that are known by name. A folder that is gone was taken away with its browser.
func (d Doctor) byFolder(known []Browser) (others []Browser) {
	r, err := readRecord(d.Home)
	if err != nil {
		return nil // uninstall and setup say so; the links can be examined without
	}
	for _, path := range r.Files {
		folder := filepath.Dir(path)
		data := filepath.Dir(folder)
		is := func(b Browser) bool { return d.manifestPath(b) == path }
		if filepath.Base(path) == manifestFile && filepath.Base(folder) == manifestFolder && fileExists(data) && !slices.ContainsFunc(known, is) {
			others = append(others, Custom(data))
		}
	}
	return others
}

func verdictOn(usable, boxed []Browser, goos string) Check {
	const name = "browser"
	note := ""
	for _, b := range boxed {
		note += fmt.Sprintf("; %s is a %s package and cannot start Candid's host", b.Title, kindTitle(b.Sandbox))
	}
	switch {
	case len(usable) > 0:
		c := good(name, "%s", titles(usable)+note)
		if note != "" {
			c.Remedy = asError(sandboxError(boxed[0].Sandbox)).Hint
		}
		return c
	case len(boxed) > 0:
		return fromError(name, sandboxError(boxed[0].Sandbox))
	}
	return bad(name, "no browser is installed that Candid knows", installHint(goos))
}

func titles(browsers []Browser) string {
	text := ""
	for i, b := range browsers {
		if i > 0 {
			text += ", "
		}
		text += b.Title
	}
	return text
}

// StaleCheck says whether a connected browser runs the build of its folder.
func StaleCheck(b protocol.BrowserStatus, fix func() error) Check {
	name := "build (" + b.Name + ")"
	switch {
	case b.Stale:
		return Check{Name: name, Detail: "the extension is stale: the running worker is build " + b.Build + ", its folder holds another", Remedy: "run: candid reload", fix: fix}
	case b.Host != protocol.Build:
		return Check{Name: name, Detail: "the host that runs is build " + b.Host + ", this is " + protocol.Build, Remedy: "run: candid setup, then: candid reload", fix: fix}
	}
	return good(name, "worker and host run build %s", b.Build)
}

// ConnectedCheck says whether any browser is connected.
func (d Doctor) ConnectedCheck(checks []Check) Check {
	const name = "connected"
	if len(d.Connected) > 0 {
		return good(name, "%d browser(s)", len(d.Connected))
	}
	if slices.ContainsFunc(checks, func(c Check) bool { return !c.OK }) {
		return bad(name, "no browser is connected", "first mend what is broken above")
	}
	return bad(name, "no browser is connected, though everything is in place", "open the browser in which you loaded the extension; if it is open, press the reload arrow of Candid at chrome://extensions")
}
