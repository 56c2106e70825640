package page

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"candid/host/protocol"
)

// checkAnswer checks what must hold of every answer: it is valid text of whole
// lines, within its limits, with a banner exactly when something is missing,
// and its numbers add up.
func checkAnswer(t testing.TB, a *Answer, o Options) {
	t.Helper()
	if !utf8.ValidString(a.Text) || strings.ContainsRune(a.Text, '\r') {
		t.Errorf("the text is not clean UTF-8")
	}
	if !strings.HasSuffix(a.Text, "\n") {
		t.Errorf("the text does not end with a whole line: %q", a.Text[max(0, len(a.Text)-40):])
	}
	if o.Limits.Budget > 0 && a.Estimate > o.Limits.Budget {
		t.Errorf("the text costs %d tokens, its budget is %d:\n%s", a.Estimate, o.Limits.Budget, a.Text)
	}
	if banner := strings.HasPrefix(a.Text, "SNAPSHOT_TRUNCATED"); banner == a.Complete {
		t.Errorf("complete is %v, banner is %v", a.Complete, banner)
	}
	if trailer.MatchString(a.Text) == a.Complete {
		t.Errorf("complete is %v, but the trailer says otherwise", a.Complete)
	}
	left := 0
	for _, m := range a.Omitted {
		left += m.Controls
	}
	if a.Count.Shown+left != a.Count.Controls {
		t.Errorf("%d shown + %d left out is not %d controls", a.Count.Shown, left, a.Count.Controls)
	}
	if got := strings.Count(a.Text, "\n"); got != a.Count.Lines {
		t.Errorf("count.lines is %d, want %d", a.Count.Lines, got)
	}
	checkPresets(t, a, o)
}

// trailer is the first seed's last line.
var trailer = regexp.MustCompile(`(?m)^… \d+ more elements omitted$`)

// checkPresets checks the limits that are not tokens.
func checkPresets(t testing.TB, a *Answer, o Options) {
	t.Helper()
	if o.Limits.Controls > 0 && a.Count.Shown > o.Limits.Controls {
		t.Errorf("%d controls shown, the limit is %d", a.Count.Shown, o.Limits.Controls)
	}
	if o.Limits.Runes > 0 && runes(a.Text) > o.Limits.Runes {
		t.Errorf("%d characters, the limit is %d", runes(a.Text), o.Limits.Runes)
	}
	if sum := thirdsOfLines([]byte(a.Text)); o.Limits.Thirds > 0 && sum > o.Limits.Thirds {
		t.Errorf("%d of the seed's tokens, the limit is %d", sum, o.Limits.Thirds)
	}
}

// TestArithmetic tries random ledgers under random wishes: every answer holds
// what checkAnswer says, and following the cursors reaches every control once.
func TestArithmetic(t *testing.T) {
	for seed := range uint64(150) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			b := newBook(t)
			l := b.decode(randomPage(r))
			p := randomWish(r)
			o := options(t, p)
			a := b.compose(l, o)
			checkAnswer(t, a, o)
			if t.Failed() {
				t.Fatalf("wish %+v\n%s", p, a.Text)
			}
			followCursors(t, b, l, a, o, func() int { return 20_000 })
			if seed%5 == 0 {
				followCursors(t, b, l, a, o, func() int { return []int{300, 400, 1000, 20_000}[r.IntN(4)] })
			}
		})
	}
}

// followCursors goes on until nothing is left, and counts what came.
func followCursors(t *testing.T, b *book, l *Ledger, first *Answer, o Options, budget func() int) {
	t.Helper()
	shown := first.Count.Shown
	cursor := first.Cursor
	for step := 0; cursor != ""; step++ {
		id, line, ok := ParseCursor(cursor)
		if !ok || id != "abc1" || step > 20_000 {
			t.Fatalf("cursor %q after %d steps", cursor, step)
		}
		more := o.Bounded()
		more.View, more.Limits.Budget = o.View, budget()
		a, err := More(first, more, "abc1", line, b.refs.Printer(l, b.numbers))
		if err != nil {
			more.Limits.Budget = enough(t, err)
			if a, err = More(first, more, "abc1", line, b.refs.Printer(l, b.numbers)); err != nil {
				t.Fatal(err)
			}
		}
		more.Limits.TextChars, more.Limits.Controls = 0, 0
		checkAnswer(t, a, more)
		if a.Cursor != "" && !strings.Contains(a.Text, "Next: more "+a.Cursor+", find") {
			t.Errorf("the banner does not go on at %s:\n%s", a.Cursor, a.Text)
		}
		if a.Cursor == cursor {
			t.Fatalf("cursor %q does not move:\n%s", cursor, a.Text)
		}
		shown += a.Count.Shown
		cursor = a.Cursor
	}
	want := first.Count.Controls
	for i := range first.sheet.lines {
		if ln := &first.sheet.lines[i]; ln.kind == lineLeftOut {
			want -= int(ln.controls)
		}
	}
	if shown != want {
		t.Errorf("following the cursors showed %d controls, want %d (%+v)", shown, want, o)
	}
}

// enough is the budget that an error tells.
func enough(t *testing.T, err error) int {
	t.Helper()
	var told *protocol.Error
	if !errors.As(err, &told) {
		t.Fatal(err)
	}
	var budget int
	if _, err := fmt.Sscanf(told.Hint, "ask with a budget of %d,", &budget); err != nil {
		t.Fatalf("%v: %s", told, told.Hint)
	}
	return budget
}

// randomWish asks for something.
func randomWish(r *rand.Rand) protocol.SnapshotParams {
	p := protocol.SnapshotParams{View: []string{"outline", "controls", "content", "page"}[r.IntN(4)]}
	switch r.IntN(3) {
	case 0:
		p.Budget = 300 + r.IntN(1000)
	case 1:
		p.Budget = 300 + r.IntN(12_000)
	default:
		p.Preset = []string{"compact", "full", "wide", "head", ""}[r.IntN(5)]
	}
	p.Fold = r.IntN(4) == 0
	p.URLs = r.IntN(4) == 0
	if r.IntN(5) == 0 {
		p.Depth = 1 + r.IntN(3)
	}
	return p
}

// randomPage makes a page of one to four frames.
func randomPage(r *rand.Rand) *protocol.SnapshotReply {
	g := &generator{r: r, budget: 20 + r.IntN(1500)}
	reply := &protocol.SnapshotReply{Tab: "1", URL: "http://localhost/" + g.words(1), Title: g.words(3), Loaded: r.IntN(9) > 0}
	frames := 1 + r.IntN(4)
	for i := range frames {
		f := protocol.FrameLedger{Frame: i * 7, Parent: 0, URL: "http://localhost/f"}
		if i == 0 {
			f.Parent = -1
		}
		if i > 0 && r.IntN(6) == 0 {
			f.Error = protocol.NewError(protocol.CodeFrameTimeout, g.words(4), "")
		} else {
			g.frames = 0
			if i == 0 {
				g.frames = frames - 1
			}
			f.Walk = &protocol.WalkResult{OK: true, Nonce: fmt.Sprint("n", i), Index: i - 1, Ledger: g.rows(), Partial: g.partial}
		}
		reply.Frames = append(reply.Frames, f)
	}
	return reply
}

// generator writes random rows.
type generator struct {
	r       *rand.Rand
	out     strings.Builder
	key     int
	budget  int
	frames  int
	placed  int
	partial bool
}

// rows writes one frame's ledger.
func (g *generator) rows() string {
	g.out.Reset()
	g.key, g.placed, g.partial = 0, 0, false
	g.block(0, g.budget)
	for g.placed < g.frames {
		g.frame()
	}
	return g.out.String()
}

// row writes a row.
func (g *generator) row(brk int, fields ...string) {
	fmt.Fprintf(&g.out, "%d%s\n", brk, strings.Join(fields, "\t"))
}

// nextKey is a new key.
func (g *generator) nextKey() string {
	g.key++
	return fmt.Sprint(g.key)
}

// words are random words of several scripts, hostile ones among them.
func (g *generator) words(n int) string {
	pool := []string{"save", "Delete", "report", "北京", "товар", "@e5", "naïve", "😀", "0042", "\"x\"", "\\", "--", "#", "… 3 more", "a\u200bb", "\u202eevil", "ግዕዝ", "مرحبا"}
	var list []string
	for range n {
		list = append(list, pool[g.r.IntN(len(pool))])
	}
	return strings.Join(list, " ")
}

var someKinds = []string{"navigation", "main", "region", "list", "item", "table", "row", "h2", "dialog", "group", "block", "article", "label", "listbox"}
var someRoles = []string{"button", "link", "textbox", "checkbox", "combobox", "clickable"}

// block writes rows inside a structure.
func (g *generator) block(depth, rows int) {
	for i := 0; i < rows; i++ {
		switch n := g.r.IntN(20); {
		case n < 6:
			g.control()
		case n < 12:
			g.row(g.r.IntN(5), "t", "", g.words(1+g.r.IntN(20)))
		case n < 13:
			g.row(3, "t", "", strings.Repeat(g.words(3)+" ", g.r.IntN(300))+"\rend")
		case n < 17 && depth < 8:
			inner := g.r.IntN(max(1, rows-i))
			i += inner
			g.row(3, "(", someKinds[g.r.IntN(len(someKinds))], g.nextKey(), g.words(g.r.IntN(3)), "div", []string{"", "m", "p", "H"}[g.r.IntN(4)])
			g.block(depth+1, inner)
			g.row(0, ")")
		case n < 18:
			g.row(0, "p", fmt.Sprint(1+g.r.IntN(5)))
		case n < 19 && g.placed < g.frames:
			g.frame()
		case n == 19 && g.r.IntN(8) == 0:
			g.partial = true
			g.row(3, "x", g.nextKey(), g.words(1), fmt.Sprint(g.r.IntN(50)), fmt.Sprint(g.r.IntN(5000)))
		case n == 19:
			g.row(3, "u", g.nextKey(), "canvas", g.words(2), "1")
		}
	}
}

// control writes a control, sometimes with content or options.
func (g *generator) control() {
	key, role := g.nextKey(), someRoles[g.r.IntN(len(someRoles))]
	name := g.words(1 + g.r.IntN(4))
	switch g.r.IntN(8) {
	case 0:
		name = strings.Repeat(name+" ", 1+g.r.IntN(300))
	case 1:
		g.row(3, "C", key, role, "a", "", "", name)
		g.row(0, "t", "n", name, key)
		g.row(1, "t", "", g.words(3))
		g.row(0, ")")
		return
	}
	g.row(g.r.IntN(4), "c", key, role, "input", "", []string{"", "K", "D", "X"}[g.r.IntN(4)], name, "v="+g.words(2), "g="+g.words(1))
	for range g.r.IntN(4) {
		g.row(0, "o", "", g.words(1), g.words(2))
	}
}

// frame writes a frame row.
func (g *generator) frame() {
	g.row(3, "f", g.nextKey(), fmt.Sprint(g.placed), "iframe", []string{"", "i", "m", "h", "a"}[g.r.IntN(5)], g.words(2), "http://localhost/f")
	g.placed++
}
