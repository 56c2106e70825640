package bridge

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"candid/host/protocol"
)

// Verbs that are looked at by name.
const (
	doDialog = "dialog"
	doWait   = "wait"
	doUpload = "upload"
	doDrag   = "drag"
)

// focused stands for whatever has the keyboard, as in type - TEXT.
const focused = "-"

// The ways of input.
const (
	inputTrusted = "trusted"
	inputDOM     = "dom"
)

// need says what a verb wants.
type need struct {
	ref         bool // must have a ref
	anyRef      bool // may have one
	least, most int  // values; most -1: any number
}

// verbs are what a step can do.
var verbs = map[string]need{
	"click": {ref: true}, "dblclick": {ref: true}, "rightclick": {ref: true}, "hover": {ref: true},
	"check": {ref: true}, "uncheck": {ref: true},
	"fill": {ref: true, least: 1, most: 1}, "type": {anyRef: true, least: 1, most: 1}, "press": {anyRef: true, least: 1, most: 1},
	"select": {ref: true, most: -1}, "scroll": {anyRef: true, most: 1},
	doDrag: {ref: true}, doUpload: {ref: true, least: 1, most: -1},
	doDialog: {least: 1, most: 1}, doWait: {anyRef: true},
	doNavigate: {most: 1}, doBack: {}, doForward: {}, doReload: {}, doClose: {}, doActivate: {},
}

// checkStep tells what is wrong with a step, without asking the browser.
func checkStep(step protocol.Step, input string) error {
	want, known := verbs[step.Do]
	switch {
	case !known:
		return badStep("unknown verb: %q; the verbs are %s", step.Do, strings.Join(slices.Sorted(maps.Keys(verbs)), ", "))
	case input != "" && input != inputTrusted && input != inputDOM:
		return badStep("unknown input: %q; it is trusted or dom", input)
	case want.ref && step.Ref == "":
		return badStep("%s needs a ref", step.Do)
	case step.Ref != "" && !want.ref && !want.anyRef:
		return badStep("%s takes no ref", step.Do)
	case len(step.Value) < want.least:
		return badStep("%s needs a value", step.Do)
	case want.most >= 0 && len(step.Value) > want.most:
		return badStep("%s takes %d values, got %d", step.Do, want.most, len(step.Value))
	}
	return checkParts(step)
}

// checkParts looks at what single verbs want beside a ref and values.
func checkParts(step protocol.Step) error {
	switch step.Do {
	case doDrag:
		if step.To == "" {
			return badStep("drag needs the ref where it ends, in to")
		}
	case "scroll":
		if len(step.Value) == 0 && step.Until == "" {
			return badStep("scroll needs DX,DY, top, bottom or a text to scroll to")
		}
	case doDialog:
		if v := step.Value.First(); v != "accept" && v != "dismiss" {
			return badStep("dialog is answered with accept or dismiss, got %q", v)
		}
	case doNavigate:
		if step.URL == "" && step.Value.First() == "" {
			return badStep("navigate needs a URL")
		}
	case doWait:
		return checkCondition(step.Text, step.Gone, step.Ref, step.URL, step.Idle)
	}
	return nil
}

// checkCondition wants exactly one condition.
func checkCondition(text, gone, ref, url string, idle bool) error {
	count := 0
	for _, set := range []bool{text != "", gone != "", ref != "", url != "", idle} {
		if set {
			count++
		}
	}
	if count != 1 {
		return badStep("wait needs one of text, gone, ref, url or idle, got %d", count)
	}
	return nil
}

// uploadFiles checks the files of an upload: each must be a file under one of
// the roots, with symbolic links followed on both sides. A relative path counts
// from the first root, the caller's working directory.
func uploadFiles(files, roots []string) ([]string, error) {
	var paths []string
	for _, file := range files {
		path, err := uploadFile(file, roots)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func uploadFile(file string, roots []string) (string, error) {
	path := file
	if !filepath.IsAbs(path) && len(roots) > 0 {
		path = filepath.Join(roots[0], path)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", protocol.NewError(protocol.CodeFileNotFound, "there is no file "+file, "give a path on this computer")
	}
	info, err := os.Stat(real)
	if err != nil || !info.Mode().IsRegular() {
		return "", protocol.NewError(protocol.CodeFileNotFound, file+" is not a file", "give a path to a file")
	}
	if !filepath.IsAbs(real) || !slices.ContainsFunc(roots, func(root string) bool { return isUnder(real, root) }) {
		return "", protocol.NewError(protocol.CodeUploadDenied, file+" lies outside the folders that may be uploaded from",
			"run candid in the file's folder, or ask the person to add the folder to upload_roots")
	}
	return real, nil
}

// isUnder tells whether a real path lies in a folder.
func isUnder(path, root string) bool {
	real, err := filepath.EvalSymlinks(root)
	if err != nil || !filepath.IsAbs(real) {
		return false
	}
	rel, err := filepath.Rel(real, path)
	return err == nil && filepath.IsLocal(rel)
}
