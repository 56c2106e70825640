package e2e

import (
	"regexp"
	"strings"
	"time"

	"candid/host/e2e/rig"
)

// lineRoles are what real pages' tasks act on that is no control: an agent
// finds these by their lines.
var lineRoles = map[string]bool{"text": true, "region": true, "cell": true, "gridcell": true, "columnheader": true}

// outlineLine and contentLine take a line with a ref apart.
var (
	outlineLine = regexp.MustCompile(`(@e\d+) ([a-z]+)(?: "((?:[^"\\]|\\.)*)")?`)
	contentLine = regexp.MustCompile(`(?m)^\s*(@e\d+): \[([\w-]+) '((?:[^'\\]|\\.)*)'`)
)

// lineRef is the ref of the nth line that is what w describes, "" when there
// is none. No look is taken without time left.
func lineRef(page *rig.Page, w want, left time.Duration) string {
	if !lineRoles[w.Role] || left < 0 {
		return ""
	}
	n := 0
	if w.Nth != nil {
		n = *w.Nth
	}
	for _, view := range []string{"outline", "content"} {
		snapshot, a := page.Snapshot("--all", "--view", view)
		if !a.OK {
			return ""
		}
		pattern := outlineLine
		if view == "content" {
			pattern = contentLine
		}
		seen := 0
		for _, m := range pattern.FindAllStringSubmatch(snapshot.Text, -1) {
			if view == "outline" && m[2] != w.Role && w.Role != "text" {
				continue
			}
			if !w.foldedFits(foldName(unquote(m[3]))) {
				continue
			}
			if seen == n {
				return m[1]
			}
			seen++
		}
	}
	return ""
}

func unquote(s string) string {
	return strings.NewReplacer(`\"`, `"`, `\'`, `'`, `\\`, `\`).Replace(s)
}
