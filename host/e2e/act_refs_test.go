package e2e

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// restlessTime is how long the restless page is clicked; CANDID_REF_SECONDS
// names another number of seconds (scripts/test-refs: 60).
const restlessTime = 6 * time.Second

// restlessPage sorts, recycles, re-mounts, takes away and adds its rows at
// random, and now and then reloads or navigates. Every press tells what it met:
// the name the pressed button carries in that very moment.
const restlessPage = `<!doctype html><title>restless</title><style>button{display:block;margin:2px}</style><main><div id="list"></div></main>
<script>
const names = ["Anna","Boris","Clara","Dmitri","Elena","Fritz","Greta","Hugo","Ida","Jakob","Klara","Leon","Mira","Nils","Olga"];
const any = n => Math.floor(Math.random() * n);
const make = name => { const b = document.createElement("button"); b.textContent = "Delete " + name; return b; };
addEventListener("pointerdown", e => {
  const b = e.target.closest("button");
  const met = JSON.parse(localStorage.met || "[]");
  met.push(b ? b.textContent : e.target.tagName);
  localStorage.met = JSON.stringify(met);
}, true);
list.append(...names.slice(0, 10).map(make));
const moves = [
  () => list.append(list.children[any(list.children.length)]),
  () => { const [a, b] = [list.children[any(list.children.length)], list.children[any(list.children.length)]]; [a.textContent, b.textContent] = [b.textContent, a.textContent]; },
  () => list.replaceChildren(...[...list.children].map(b => make(b.textContent.slice(7)))),
  () => { if (list.children.length > 5) list.children[any(list.children.length)].remove(); },
  () => { const free = names.filter(n => ![...list.children].some(b => b.textContent === "Delete " + n)); if (free.length) list.prepend(make(free[any(free.length)])); },
  () => { const b = list.children[any(list.children.length)]; const free = names.filter(n => ![...list.children].some(c => c.textContent === "Delete " + n)); if (free.length) b.textContent = "Delete " + free[0]; },
];
const go = () => { moves[any(moves.length)](); if (any(120) === 0) { any(2) ? location.reload() : location.search = "?" + any(1000); } setTimeout(go, 60 + any(250)); };
go();
</script>`

// printed is a ref as a snapshot printed it.
type printed struct{ ref, name string }

// TestRefProperty: an act never meets another element than the one its ref was
// printed for, whatever the page does meanwhile, and whichever of the last
// snapshots the ref is from. It meets that one or nothing.
func TestRefProperty(t *testing.T) {
	span := restlessTime
	if asked, err := strconv.Atoi(os.Getenv("CANDID_REF_SECONDS")); err == nil {
		span = time.Duration(asked) * time.Second
	}
	page := open(t, shared.Site.Show(t, restlessPage))
	p := &restless{t: t, page: page, r: rand.New(rand.NewPCG(7, 7)), codes: map[protocol.Code]int{}}
	for end := time.Now().Add(span); time.Now().Before(end); {
		p.turn()
	}
	t.Logf("%d acts met their element, %d may have, refused: %v", p.met, p.unsure, p.codes)
	if p.met <= 10*p.unsure {
		t.Error("too few acts met their element: the test shows nothing")
	}
}

type restless struct {
	t      *testing.T
	page   *rig.Page
	r      *rand.Rand
	held   []printed
	met    int
	unsure int // answered as done with the warning that nobody knows
	codes  map[protocol.Code]int
}

// turn looks at the page now and then, and clicks a ref of any age.
func (p *restless) turn() {
	if len(p.held) == 0 || p.r.IntN(3) == 0 {
		if shot, a := p.page.Snapshot(); a.OK {
			for _, c := range shot.Controls {
				p.held = append(p.held, printed{c.Ref, c.Name})
			}
			p.held = p.held[max(0, len(p.held)-60):]
		}
	}
	if len(p.held) == 0 {
		return
	}
	// Mostly fresh refs: old ones are refused, and say little.
	back := p.r.IntN(len(p.held))
	if p.r.IntN(2) == 0 {
		back = p.r.IntN(min(len(p.held), 10))
	}
	p.click(p.held[len(p.held)-1-back])
}

func (p *restless) click(want printed) {
	before := p.pressed()
	_, a := p.page.Do("click", want.ref, "--timeout", "400ms")
	after := p.pressed()
	got := after[min(len(before), len(after)):]
	switch {
	case a.OK && len(got) == 1 && got[0] == want.name:
		p.met++
	case a.OK && len(got) == 0 && strings.Contains(a.Stdout, "before it told whether"):
		p.unsure++ // the page went away with the press under way, and the answer says so
	case a.OK:
		p.t.Errorf("%s was printed as %q; the click met %q: %s", want.ref, want.name, got, a)
	case len(got) > 0 && got[0] != want.name:
		p.t.Errorf("%s was printed as %q; the refused click met %q: %s", want.ref, want.name, got, a)
	default:
		p.codes[a.Error.Code]++
	}
}

// pressed are the names that presses have met so far.
func (p *restless) pressed() []string {
	var raw string
	var list []string
	for range 20 {
		err := p.page.Eval("localStorage.met || '[]'", &raw)
		if err == nil {
			err = json.Unmarshal([]byte(raw), &list)
		}
		if err == nil {
			return list
		}
		time.Sleep(50 * time.Millisecond) // the page is between two documents
	}
	p.t.Fatal("the page does not answer the judge")
	return nil
}
