package e2e

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// TestPersonAtTheWindow presses what belongs to the browser and not to a page:
// the shortcut that pauses and resumes, and the end of the debugging bar.
func TestPersonAtTheWindow(t *testing.T) {
	r, display := startHeaded(t)
	if err := display.Hand("version"); errors.Is(err, rig.ErrNoXdotool) {
		t.Skip(err)
	}
	t.Run("browser", func(t *testing.T) {
		page := openIn(t, r, r.Site.Show(t, pressPage))
		if _, a := page.Do("activate"); !a.OK {
			t.Fatal(a)
		}
		hand := func(args ...string) {
			t.Helper()
			if err := display.Hand(args...); err != nil {
				t.Fatal(err)
			}
		}
		hand("search", "--sync", "--onlyvisible", "--class", "chrom", "windowfocus")
		hand("key", "alt+shift+h")
		awaitCode(t, page, protocol.CodePaused, "click", "#go")
		hand("key", "alt+shift+h")
		awaitCode(t, page, "", "click", "#go")

		at := endOfBar(t, page)
		hand("mousemove", at.x, at.y, "sleep", "0.2", "click", "1")
		awaitCode(t, page, protocol.CodePaused, "click", "#go")
		hand("key", "alt+shift+h", "sleep", "0.3", "key", "alt+shift+h")
		awaitCode(t, page, "", "click", "#go")
	})
}

// barTime is how long the bar may take to slide in.
const barTime = time.Second

type spot struct{ x, y string }

// endOfBar is the sign at the right end of the debugging bar that ends it, as
// Cancel beside its text does: 30 pixels from the window's edge, and as many above the page.
func endOfBar(t *testing.T, page *rig.Page) spot {
	t.Helper()
	if _, a := page.Do("click", "#go"); !a.OK {
		t.Fatal(a)
	}
	time.Sleep(barTime)
	var at struct{ X, Y int }
	if err := page.Eval("({x: screenX + outerWidth - 30, y: screenY + outerHeight - innerHeight - 30})", &at); err != nil {
		t.Fatal(err)
	}
	return spot{fmt.Sprint(at.X), fmt.Sprint(at.Y)}
}
