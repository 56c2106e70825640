package e2e

import (
	"strings"
	"testing"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// TestScrollerIsScrolledByItsRef: what is listed as having more below is no
// control, and its ref says all that an agent needs to see the rest.
func TestScrollerIsScrolledByItsRef(t *testing.T) {
	for _, attributes := range []string{``, ` tabindex="0"`, ` role="region" aria-label="Log" tabindex="0"`} {
		page := open(t, shared.Site.Show(t, `<title>scroller</title><div id="s" style="height:60px;overflow:auto"`+attributes+`><div style="height:4000px">`+strings.Repeat("<p>A line of the log <button>Open</button></p>", 6)+`</div></div>`))
		snapshot, a := rig.Call[protocol.SnapshotResult](page.Agent, "snapshot", "--tab", page.Tab)
		if !a.OK || len(snapshot.Unseen) != 1 || snapshot.Unseen[0].Ref == "" {
			t.Errorf("%q: %s", attributes, a)
			continue
		}
		if _, a := page.Do("scroll", "--on", snapshot.Unseen[0].Ref, "--by", "0,200"); !a.OK {
			t.Errorf("%q: %s", attributes, a)
		}
		if met, why := page.True("s.scrollTop === 200"); !met {
			t.Errorf("%q: it was not scrolled (%v)", attributes, why)
		}
	}
}
