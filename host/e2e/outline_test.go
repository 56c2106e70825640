package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// outlinePage counts what it can notice: changes within its body, and outlines
// that come and go beside it.
const outlinePage = `<!doctype html><title>Watched</title><style>body{margin:40px}</style>
<main><button id=b style="width:140px;height:40px">Count</button> <button>Other</button><p>Some words.</p></main><script>
var n = 0, inside = 0, outlines = 0
b.onclick = () => n++
new MutationObserver((records) => inside += records.length).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true})
new MutationObserver((records) => { for (const r of records) for (const e of r.addedNodes) if (e.popover === 'manual') outlines++ }).observe(document.documentElement, {childList: true})</script>`

// acting keeps an agent clicking the page's button in the background, and
// returns how to wait for its end.
func acting(page *rig.Page) (end func() rig.Answer) {
	ended := make(chan rig.Answer, 1)
	go func() {
		ended <- page.Agent.Plain(context.Background(), strings.Repeat(`{"do":"click","ref":"#b"}`+"\n", 20), "batch", "--json", "--tab", page.Tab)
	}()
	return func() rig.Answer { return <-ended }
}

// TestOutlineWhileActing: the person sees which element an agent operates and
// who it is; neither page nor agent has anything of it; and it can be turned off.
func TestOutlineWhileActing(t *testing.T) {
	page := open(t, shared.Site.Show(t, outlinePage))
	if _, a := page.Do("activate"); !a.OK {
		t.Fatal(a)
	}
	if _, a := page.Do("click", "#b"); !a.OK { // it has the focus from now on
		t.Fatal(a)
	}
	before, a := page.Snapshot("--all")
	if !a.OK {
		t.Fatal(a)
	}
	end := acting(page)
	poll(t, page.Session, `document.querySelector("html > [popover]") !== null`)
	drawn(t, page)
	if met, err := page.True(`document.elementFromPoint(110, 60) === b`); !met {
		t.Errorf("the outline lies over the page (%v)", err)
	}
	during, a := page.Snapshot("--all")
	if !a.OK || during.Text != before.Text || during.Count != before.Count {
		t.Errorf("while an agent acts a snapshot is\n%s\nand before it was\n%s", during.Text, before.Text)
	}
	if _, a := page.Do("wait", "--text", t.Name()+": click", "--timeout", "300ms"); a.OK || a.Error.Code != protocol.CodeWaitTimeout {
		t.Errorf("a wait for the label: %s, want wait_timeout", a)
	}
	if a := end(); a.Exit != 0 {
		t.Fatal(a)
	}
	poll(t, page.Session, `document.querySelector("html > [popover]") === null`)
	var seen struct{ N, Inside, Outlines int }
	if err := page.Eval(`({n, inside, outlines})`, &seen); err != nil || seen.N != 21 || seen.Inside != 0 || seen.Outlines == 0 {
		t.Errorf("the page saw %+v (%v), want 21 clicks, no change within and some outlines", seen, err)
	}
	outlineOff(t, page)
}

// outlineOff turns it off in the popup; it stays off, and on again it is there.
func outlineOff(t *testing.T, page *rig.Page) {
	t.Helper()
	popup := look(t, "popup", page.Tab)
	clickIn(t, popup, "#outline")
	poll(t, popup, `document.querySelector("#outline").ariaChecked === "false"`)
	again := look(t, "popup", page.Tab)
	poll(t, again, `document.querySelector("#outline").ariaChecked === "false"`)
	count := func() (n int) {
		if _, a := page.Do("activate"); !a.OK {
			t.Fatal(a)
		}
		if _, a := page.Do("click", "#b"); !a.OK {
			t.Fatal(a)
		}
		if err := page.Eval("outlines", &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	var was int
	if err := page.Eval("outlines", &was); err != nil {
		t.Fatal(err)
	}
	if n := count(); n != was {
		t.Errorf("%d outlines were drawn though it is off", n-was)
	}
	clickIn(t, popup, "#outline")
	poll(t, popup, `document.querySelector("#outline").ariaChecked === "true"`)
	if n := count(); n == was {
		t.Error("no outline is drawn though it is on again")
	}
}

// boxStyle is the place of an outline in its style.
var boxStyle = regexp.MustCompile(`left: ([\d.]+)px; top: ([\d.]+)px; width: ([\d.]+)px; height: ([\d.]+)px`)

// drawn looks through the closed root: the outline is where the button is, and
// says who does what.
func drawn(t *testing.T, page *rig.Page) {
	t.Helper()
	depth := struct {
		Depth  int  `json:"depth"`
		Pierce bool `json:"pierce"`
	}{-1, true}
	var tree json.RawMessage
	if err := page.Call(t.Context(), "DOM.getDocument", depth, &tree); err != nil {
		t.Fatal(err)
	}
	if label := t.Name() + ": click"; !strings.Contains(string(tree), label) {
		t.Errorf("no label %q in the page: %s", label, tree)
	}
	found := boxStyle.FindStringSubmatch(string(tree))
	if found == nil {
		t.Fatalf("no outline in the page: %s", tree)
	}
	var box [4]float64
	if err := page.Eval(`(({x, y, width, height}) => [x, y, width, height])(b.getBoundingClientRect())`, &box); err != nil {
		t.Fatal(err)
	}
	for i, side := range found[1:] {
		if n, err := strconv.ParseFloat(side, 64); err != nil || n != box[i] {
			t.Errorf("the outline is at %v, the button at %s", found[1:], fmt.Sprint(box))
			return
		}
	}
}
