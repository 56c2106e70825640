package e2e

import (
	"strings"
	"testing"
	"time"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// extremeLimit is how long a snapshot of an extreme page may take.
const extremeLimit = 5 * time.Second

// extremes are pages at the limits of what browsers hold, each with the
// controls that a true result has.
var extremes = []struct {
	name, html string
	controls   int
	find       string // is found in what was left out
}{
	// The parser stops nesting at 512 and hangs the rest beside; Chromium's own
	// layout does not survive more than about 2,500 levels that scripts make.
	{"50,000 levels", `<title>deep</title>` + strings.Repeat("<div>", 50000) + `<button>Bottom of all</button>`, 1, "Bottom of all"},
	{"2,500 levels", `<title>deep</title><div id="r"></div><script>
let e = document.getElementById('r');
for (let k = 0; k < 2500; k++) { const d = document.createElement('div'); e.append(d); e = d; }
e.innerHTML = '<button>Bottom of all</button>';</script>`, 1, "Bottom of all"},
	{"200,000 nodes", `<title>wide</title><table id="t"></table><script>
let h = '';
for (let k = 0; k < 10000; k++) h += '<tr><td>Row ' + k + '</td><td><a href="#' + k + '">Open ' + k + '</a></td><td>' + k * 7 + '</td><td>a</td><td>b</td><td>c</td><td>d</td><td>e</td><td>f</td></tr>';
document.getElementById('t').innerHTML = h;</script>`, 10000, "Open 9876"},
	{"mutation storm", `<title>storm</title><button>Steady</button><div id="d"></div><script>
let k = 0;
new MutationObserver(() => {}).observe(document, {subtree: true, childList: true});
(function f() { let h = ''; for (let j = 0; j < 2000; j++) h += '<p>Line ' + j + ' at ' + (k++) + '</p>'; document.getElementById('d').innerHTML = h; setTimeout(f, 0); })();</script>`, 1, "Line 1999"},
	{"an attribute of 1 MB", `<title>long</title><button id="b">x</button><script>document.getElementById('b').setAttribute('aria-label', 'word '.repeat(200000));</script>`, 1, "word word"},
}

// TestExtremes: each answers in time, with a true count, and what was left out
// is found.
func TestExtremes(t *testing.T) {
	for _, x := range extremes {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			page := open(t, shared.Site.Show(t, `<!doctype html><meta charset="utf-8">`+x.html))
			snapshot, a := page.Snapshot()
			if !a.OK {
				t.Fatal(a)
			}
			if a.Took > extremeLimit {
				t.Errorf("the snapshot took %v, want at most %v", a.Took, extremeLimit)
			}
			if snapshot.Count.Controls != x.controls {
				t.Errorf("%d controls, want %d", snapshot.Count.Controls, x.controls)
			}
			if !snapshot.Complete && !strings.HasPrefix(snapshot.Text, "SNAPSHOT_TRUNCATED") {
				t.Errorf("incomplete without a banner: %.200q", snapshot.Text)
			}
			found, a := rig.Call[protocol.FindResult](page.Agent, "find", x.find, "--tab", page.Tab)
			if !a.OK || len(found.Matches) == 0 {
				t.Errorf("find %q: %s", x.find, a)
			}
		})
	}
}
