package page

import (
	"strings"
	"testing"

	"candid/host/protocol"
)

// TestGraphics: what pictures and gauges say stands in the outline, once, and in
// no other view.
func TestGraphics(t *testing.T) {
	l := newBook(t).decode(onePage(
		"3t\t\tBefore", "1t\tG\t[image A cat on a mat]", "1t\t\tafter",
		"3t\tG\t[image Red shoes]", "1k\t1\tlink\ta\t\tN\tRed shoes\tr=native",
		"3t\tG\t[progressbar Upload: 40 of 100]",
	))
	for _, test := range []struct {
		view View
		want int
	}{{ViewOutline, 2}, {ViewControls, 0}, {ViewContent, 0}, {ViewPage, 0}} {
		text := newBook(t).compose(l, options(t, protocol.SnapshotParams{View: string(test.view)})).Text
		if got := strings.Count(text, "[image ") + strings.Count(text, "[progressbar "); got != test.want {
			t.Errorf("%s shows %d graphics, want %d:\n%s", test.view, got, test.want, text)
		}
		if strings.Contains(text, "[image Red shoes]") {
			t.Errorf("%s says the link's words twice:\n%s", test.view, text)
		}
	}
}
