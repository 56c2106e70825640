package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// layouts is how many random layouts are tried; CANDID_LAYOUTS names another
// number (scripts/test-layouts: 200, five minutes). Seeds are fixed, so that the
// first ones are the same pages each time.
const layouts = 30

// refusalPatience is how long a refused click waits for its element. The
// layouts stand still, so waiting longer would only cost time.
const refusalPatience = "300ms"

// TestLayouts clicks a button in frames that are nested, scrolled, scaled,
// rotated, in perspective and of two origins, with decoys all around. The
// click must land in the button and nowhere else. Then the frame is covered,
// made inert, hidden and put behind a modal dialog: the click must be refused,
// and nothing on the page may hear one.
func TestLayouts(t *testing.T) {
	count := layouts
	if asked, err := strconv.Atoi(os.Getenv("CANDID_LAYOUTS")); err == nil {
		count = asked
	}
	page := open(t, shared.Site.Show(t, "<title>layouts</title>"))
	for seed := range count {
		l := newLayout(t, uint64(seed))
		t.Run(fmt.Sprintf("%d %s", seed, l.what), func(t *testing.T) { l.try(t, page) })
	}
}

// obstacles are what keeps a frame from being clicked, as functions of the top page.
var obstacles = []string{"covered", "inert", "hidden", "modal"}

// layout is one random page.
type layout struct {
	url  string
	what string
}

func (l layout) try(t *testing.T, page *rig.Page) {
	if _, a := page.Do("navigate", l.url); !a.OK {
		t.Fatal(a)
	}
	if _, a := page.Do("click", "#target"); !a.OK {
		t.Fatalf("%s: %v", l.url, a)
	}
	if got := heard(t, page); got != "click target" {
		t.Fatalf("heard %q, want one click in the target", got)
	}
	for _, obstacle := range obstacles {
		if err := page.Eval("window.heard.length = 0; "+obstacle+"(true); 1", nil); err != nil {
			t.Fatal(err)
		}
		_, a := page.Do("click", "#target", "--timeout", refusalPatience)
		if a.OK {
			t.Errorf("%s: the click was not refused: %s", obstacle, a)
		} else if a.Error.Code != protocol.CodeCovered && a.Error.Code != protocol.CodeDisabled && a.Error.Code != protocol.CodeNotVisible {
			t.Errorf("%s: refused with %s", obstacle, a)
		}
		if got := heard(t, page); got != "" {
			t.Errorf("%s: heard %q, want nothing", obstacle, got)
		}
		if err := page.Eval(obstacle+"(false); 1", nil); err != nil {
			t.Fatal(err)
		}
	}
}

// heard is what the frames told the top page of presses and clicks.
func heard(t *testing.T, page *rig.Page) string {
	t.Helper()
	var list []string
	var raw string
	if err := page.Eval("new Promise(r => setTimeout(() => r(JSON.stringify(window.heard)), 30))", &raw); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(raw), &list); err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, ", ")
}

// told makes a frame tell the top page of every press and click it hears.
const told = `<script>
for (const type of ["mousedown", "pointerdown", "click", "touchstart"]) addEventListener(type, e => {
  const id = e.target.id || e.target.tagName;
  if (type === "click" || id !== "target") top.postMessage(type + " " + id, "*");
}, true);
</script>`

const obstacleScript = `<script>
window.heard = [];
addEventListener("message", e => heard.push(e.data));
const f = () => document.querySelector("iframe");
function covered(on) { if (on) { const d = document.createElement("div"); d.id = "cover"; d.style.cssText = "position:fixed;inset:0;z-index:99"; document.body.append(d); } else cover.remove(); }
function inert(on) { f().inert = on; }
function hidden(on) { f().style.visibility = on ? "hidden" : ""; }
function modal(on) { if (on) { const d = document.createElement("dialog"); d.id = "dlg"; d.textContent = "Read this"; document.body.append(d); d.showModal(); } else dlg.remove(); }
</script>`

// newLayout makes a page with one to three frames in each other.
func newLayout(t *testing.T, seed uint64) layout {
	r := rand.New(rand.NewPCG(seed, 11))
	depth := 1 + r.IntN(3)
	var what []string
	url := shared.Site.Show(t, "<!doctype html><title>inner</title>"+told+decoys(r, 1400)+fmt.Sprintf(
		`<button id="target" style="position:absolute;left:%dpx;top:%dpx;width:%dpx;height:%dpx;z-index:5">Target</button>`,
		r.IntN(900), r.IntN(900), 24+r.IntN(60), 18+r.IntN(20)))
	for range depth {
		origin := ""
		if r.IntN(2) == 0 {
			url, origin = otherOrigin(url), " cross-origin"
		}
		style, kind := frameStyle(r)
		what = append(what, kind+origin)
		html := "<!doctype html><title>layer</title>" + told + obstacleScript + decoys(r, 1600) + wrapped(r, style, url)
		url = shared.Site.Show(t, html)
	}
	return layout{url: url, what: strings.Join(what, ", ")}
}

// otherOrigin is the same page on the second origin.
func otherOrigin(url string) string {
	_, rest, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	return shared.Site.Other() + "/" + rest
}

// decoys are buttons all over a square page of so many pixels.
func decoys(r *rand.Rand, size int) string {
	var html strings.Builder
	fmt.Fprintf(&html, `<style>body{margin:0;width:%dpx;height:%dpx}.d{position:absolute;width:70px;height:30px}</style>`, size, size)
	for range 120 {
		fmt.Fprintf(&html, `<button class="d" style="left:%dpx;top:%dpx">Decoy</button>`, r.IntN(size-80), r.IntN(size-40))
	}
	return html.String()
}

// frameStyle is a frame's place and transformation, and what to call it.
func frameStyle(r *rand.Rand) (style, kind string) {
	base := fmt.Sprintf("width:%dpx;height:%dpx;border:%dpx solid;padding:%dpx;", 220+r.IntN(300), 160+r.IntN(200), r.IntN(14), r.IntN(16))
	switch r.IntN(7) {
	case 0:
		return base, "plain"
	case 1:
		return base + fmt.Sprintf("transform:scale(%.2f,%.2f);", 0.6+r.Float64(), 0.6+r.Float64()), "scaled"
	case 2:
		return base + fmt.Sprintf("transform:rotate(%ddeg);", r.IntN(360)), "rotated"
	case 3:
		return base + fmt.Sprintf("transform:skew(%ddeg,%ddeg);", r.IntN(50)-25, r.IntN(50)-25), "skewed"
	case 4:
		return base + fmt.Sprintf("transform:perspective(%dpx) rotateY(%ddeg) rotateX(%ddeg);", 500+r.IntN(500), r.IntN(90)-45, r.IntN(60)-30), "perspective"
	case 5:
		return base + fmt.Sprintf("rotate:%ddeg;scale:%.2f;translate:%dpx;", r.IntN(60), 0.6+r.Float64()*0.6, r.IntN(80)), "rotated and scaled"
	}
	return base + fmt.Sprintf("transform:matrix(%.2f,%.2f,%.2f,%.2f,10,20);transform-origin:0 0;", 0.7+r.Float64()*0.5, r.Float64()*0.4, r.Float64()*0.4-0.2, 0.7+r.Float64()*0.5), "matrix"
}

// wrapped puts the frame on the page, sometimes into a scroller.
func wrapped(r *rand.Rand, style, url string) string {
	left, top := 350+r.IntN(400), 350+r.IntN(400)
	if r.IntN(3) > 0 {
		return fmt.Sprintf(`<iframe src="%s" style="position:absolute;left:%dpx;top:%dpx;z-index:3;background:#fff;%s"></iframe>`, url, left, top, style)
	}
	return fmt.Sprintf(`<div style="position:absolute;left:%dpx;top:%dpx;width:420px;height:300px;overflow:auto;z-index:3;background:#eee">
<div style="width:1500px;height:1500px;position:relative"><iframe src="%s" style="position:absolute;left:450px;top:420px;background:#fff;%s"></iframe></div></div>`,
		left, top, url, style)
}
