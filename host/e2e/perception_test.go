package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"candid/host/protocol"
)

// perceived are pages of one kind of difficulty each, with every control that
// is right, as `role "name" reason`, and words that must and must not be told.
var perceived = []struct {
	name, html string
	controls   []string
	told       string // in the content view
	untold     string
	unseen     []protocol.UnseenKind
}{
	{"clickable things once each", `<style>.p{cursor:pointer}</style>
<div class="p"><b>Card one</b> <span>more</span></div>
<div class="p"><span class="p"><input type="checkbox" aria-label="Pick"></span></div>
<button><span class="p">Inside</span></button>
<ul><li class="p"><a href="#">Link of a row</a></li></ul>
<main class="p" onclick="1"><h2>All of it</h2><section aria-label="Part"><button>Deep</button></section></main>
<div tabindex="-1">Shell</div><a onclick="1">No address</a>`,
		[]string{`clickable "Card one more" cursor`, `checkbox "Pick" native`, `button "Inside" native`, `link "Link of a row" native`,
			`button "Deep" native`, `link "No address" onclick`}, "Card one|Shell", "", nil},
	{"labels that stand for their field", `<style>.gone{display:none}.thin{position:absolute;width:1px;height:1px;opacity:0}</style>
<label><input type="radio" name="r" class="gone"> Small</label><label><input type="radio" name="r" class="thin"> Large</label>
<label for="up">Attach</label><input type="file" id="up" class="gone"><label for="t">Words</label><input id="t">`,
		[]string{`radio "Small" label`, `radio "Large" native`, `button "Attach" label`, `textbox "Words" native`}, "Small|Large|Attach", "", nil},
	{"text that nobody can see", `<body style="background:#fff"><p style="opacity:0">U1</p><p style="font-size:0">U2</p>
<p style="position:absolute;left:-9999px">U3</p><p style="color:#fff">U4</p><p style="text-indent:-9999px">U5</p><p style="height:0;overflow:hidden">U6</p>
<p style="position:absolute;width:1px;height:1px;overflow:hidden">U7</p><p style="position:absolute;clip:rect(0,0,0,0)">U8</p><p style="clip-path:inset(50%)">U9</p>
<p style="transform:scale(0)">U10</p><p style="color:transparent">U11</p><p style="position:fixed;top:-200px">U12</p>
<p aria-hidden="true">Shown one</p><div style="background:#222;color:#fff">Shown two</div><p style="opacity:.4">Shown three</p>
<div style="font-size:0"><span style="font-size:14px">Shown four</span></div>`,
		nil, "Shown one|Shown two|Shown three|Shown four", "U1", []protocol.UnseenKind{protocol.UnseenHidden}},
	{"a popup that a dialog opened elsewhere", `<button>Behind</button>
<div role="dialog" aria-modal="true" aria-label="Ask" style="position:fixed;inset:20px;background:#eee"><input role="combobox" aria-label="City" aria-controls="pop" aria-expanded="true"></div>
<ul role="listbox" id="pop" aria-label="Cities" style="position:fixed;top:60px;left:60px;background:#fff;z-index:9"><li role="option" aria-selected="false">Oslo</li></ul>`,
		[]string{`combobox "City" role`, `listbox "Cities" role`, `option "Oslo" role`}, "Behind", "", []protocol.UnseenKind{protocol.UnseenModal}},
	{"shadow roots and slots", `<x-card>Given <b>words</b></x-card><div id="h"></div><script>
customElements.define('x-card', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'closed'}).innerHTML = '<style>button::after{content:" now"}i{opacity:0}</style><button>Take <slot></slot></button><i>Never</i>'; } });
document.getElementById('h').attachShadow({mode: 'closed'}).innerHTML = '<label>Inner <input></label>';</script>`,
		[]string{`button "Take Given words now" native`, `textbox "Inner" native`}, "Given|Inner", "Never", nil},
	{"owners in a circle", `<div role="menu" id="a" aria-label="M" aria-owns="b x"><div role="menuitem" id="b" aria-owns="a">One</div></div><p>Between</p><div role="menuitem" id="x">Two</div>`,
		[]string{`menuitem "One" role`, `menuitem "Two" role`}, "Between", "", nil},
	{"what cannot be read", `<canvas width="80" height="80" aria-label="Chart"></canvas><video width="80" height="80"></video>
<table aria-rowcount="500"><tr><td>Row one</td></tr></table>
<div style="height:100px;overflow:auto"><div style="height:9000px"><p style="margin:0">Item one</p></div></div>`,
		nil, "Row one|Item one", "", []protocol.UnseenKind{protocol.UnseenCanvas, protocol.UnseenVideo, protocol.UnseenList, protocol.UnseenScroll}},
	{"names of the document's own", `<form id="candid"><input name="children" aria-label="A"><input name="getAttribute" aria-label="B"><input name="tagName" aria-label="C"><button name="isConnected">D</button></form>`,
		[]string{`textbox "A" native`, `textbox "B" native`, `textbox "C" native`, `button "D" native`}, "", "", nil},
	{"pictures with places in them", `<map name="m"><area href="#n" alt="North" shape="rect" coords="0,0,9,9"></map><img usemap="#m" alt="Map" width="40" height="40" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">
<svg width="40" height="40"><a href="#s"><title>South</title><rect width="20" height="20"/></a><g role="button" tabindex="0"><title>Zoom</title><rect width="9" height="9"/></g></svg>`,
		[]string{`link "North" native`, `link "South" native`, `button "Zoom" role`}, "", "", nil},
}

// TestPerception: all controls of each page, no others, with the reason why
// they count; the words that can be seen and not the others.
func TestPerception(t *testing.T) {
	for _, c := range perceived {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			page := open(t, shared.Site.Show(t, `<!doctype html><html lang="en"><meta charset="utf-8"><title>Seen</title>`+c.html))
			snapshot, a := page.Snapshot("--all")
			if !a.OK {
				t.Fatal(a)
			}
			var got []string
			for _, control := range snapshot.Controls {
				got = append(got, fmt.Sprintf("%s %q %s", control.Role, control.Name, control.Reason))
			}
			if !slices.Equal(got, c.controls) {
				t.Errorf("got controls\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.controls, "\n"))
			}
			content, a := page.Snapshot("--all", "--view", "content")
			if !a.OK {
				t.Fatal(a)
			}
			checkTold(t, content.Text, c.told, c.untold)
			for _, kind := range c.unseen {
				if !slices.ContainsFunc(snapshot.Unseen, func(u protocol.Unseen) bool { return u.Kind == kind }) {
					t.Errorf("unseen %v, want an entry of kind %s", snapshot.Unseen, kind)
				}
			}
		})
	}
}

func checkTold(t *testing.T, text, told, untold string) {
	t.Helper()
	for _, words := range strings.Split(told, "|") {
		if !strings.Contains(text, words) {
			t.Errorf("%q is missing in:\n%s", words, text)
		}
	}
	if untold != "" && strings.Contains(text, untold) {
		t.Errorf("%q is told in:\n%s", untold, text)
	}
}
