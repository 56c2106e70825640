package e2e

import "strings"

// unexplained marks a difference that nobody has explained yet.
const unexplained = "UNEXPLAINED"

// headers: grids make their headers focusable, to sort and to move by keys.
const headers = "Chromium has it too, under the same role; headers are in no list of interactive roles, but this one takes the focus"

// explanations says why we differ from Chromium's tree, by the beginning of
// the difference's line (page, kind, control). Where it says "better", a
// person is served better by ours.
var explanations = []struct{ prefix, why string }{
	{"ag-grid/\tours alone\tcolumnheader", headers},
	{"handsontable/\tours alone\tcolumnheader", headers},
	{"handsontable/\tours alone\trowheader", headers},
	{"primereact/\tours alone\tcolumnheader", headers},
	{"200-aria-by-script\tours alone\toption", "better: a list owns it by reference, and it is on the page; Chromium's tree has no such child of the list"},
	{"210-fields-in-components\tmissing\tcheckbox", "better: Chromium names the component, which has no role, and leaves the field in it without a name"},
	{"210-fields-in-components\tours alone\tcheckbox", "better: the field has the name that the page gave its component"},
	{"132-content-visibility\tours alone\tbutton \"Far button\"", "better: content-visibility:auto has no node in Chromium's tree until it is scrolled near, yet it is on the page"},
	{"153-undrawn-frames\tmissing\tbutton \"In hidden\"", "better: the frame element is visibility:hidden, so nobody can see or press what is in it"},
}

func explained(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		why := unexplained
		for _, e := range explanations {
			if strings.HasPrefix(line, e.prefix) {
				why = e.why
				break
			}
		}
		b.WriteString(line + "\t" + why + "\n")
	}
	return b.String()
}
