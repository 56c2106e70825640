package page

import (
	"strings"
	"testing"

	"candid/host/protocol"
)

// refOf is the ref of the control with a name.
func refOf(t *testing.T, l *Ledger, name string) int {
	t.Helper()
	for i := range l.controls {
		if l.controls[i].name == name {
			return l.controls[i].number
		}
	}
	t.Fatalf("there is no control %q", name)
	return 0
}

func TestRefsStay(t *testing.T) {
	b := newBook(t)
	first := b.decode(onePage("3k\t1\tbutton\tbutton\t\tN\tA", "3k\t2\tbutton\tbutton\t\tN\tB"))
	second := b.decode(onePage("3k\t2\tbutton\tbutton\t\tN\tB", "3k\t3\tbutton\tbutton\t\tN\tC", "3k\t1\tbutton\tbutton\t\tN\tA2"))
	if refOf(t, first, "A") != 1 || refOf(t, first, "B") != 2 {
		t.Errorf("the first numbers are %d and %d", refOf(t, first, "A"), refOf(t, first, "B"))
	}
	if refOf(t, second, "B") != 2 || refOf(t, second, "C") != 3 {
		t.Errorf("a moved node lost its ref")
	}
	if refOf(t, second, "A2") != 4 {
		t.Errorf("a node with another name has the ref %d, want a new one", refOf(t, second, "A2"))
	}
	// Who still holds the first print must not act on what the node is now.
	place, d, found := b.refs.Find(1)
	if !found || d.Name != "A" || place.Key != 1 || place.Nonce != "n0" || place.Expect.Name != "A" {
		t.Errorf("@e1 is %+v at %+v", d, place)
	}
	if place, _, found = b.refs.Find(4); !found || place.Key != 1 || place.Expect.Name != "A2" {
		t.Errorf("@e4 is at %+v", place)
	}
}

// TestRefOfControlAndBlock prints a control whose words are a block of text of the
// same element, as those of a long name are: it keeps its number.
func TestRefOfControlAndBlock(t *testing.T) {
	b := newBook(t)
	page := onePage("3C\t1\tbutton\tbutton\t\t\tLong", "0(\tblock\t1\t\tbutton", "0t\t\tLong and longer", "0)", "0)")
	for turn := range 3 {
		l := b.decode(page)
		if got := refOf(t, l, "Long"); got != 1 {
			t.Errorf("turn %d: the control has the ref %d, want 1", turn, got)
		}
		a := b.compose(l, options(t, protocol.SnapshotParams{View: "content"}))
		if !strings.Contains(a.Text, "@e1: [button 'Long and longer']") {
			t.Errorf("turn %d: the block is not @e1:\n%s", turn, a.Text)
		}
		if _, is, found := b.refs.Find(1); !found || !is.Control || is.Name != "Long" {
			t.Errorf("turn %d: @e1 is %+v", turn, is)
		}
	}
}

func TestRefsOfEarlierNames(t *testing.T) {
	b := newBook(t)
	for i := range 20 {
		b.decode(onePage("3k\t1\tbutton\tbutton\t\tN\tName " + grouped0(i)))
	}
	if got := b.refs.Len(); got != keptNames+1 {
		t.Errorf("%d refs are alive of one node, want %d", got, keptNames+1)
	}
	next := onePage("3k\t2\tbutton\tbutton\t\tN\tB")
	next.Frames[0].Walk.Gone = []int{1}
	b.decode(next)
	if got := b.refs.Len(); got != 1 {
		t.Errorf("%d refs are alive after the node left, want 1", got)
	}
}

func TestRefsGone(t *testing.T) {
	b := newBook(t)
	b.decode(onePage("3k\t1\tbutton\tbutton\t\tN\tA"))
	next := onePage("3k\t2\tbutton\tbutton\t\tN\tA")
	next.Frames[0].Walk.Gone = []int{1}
	l := b.decode(next)
	if _, _, found := b.refs.Find(1); found {
		t.Errorf("@e1 still stands for something")
	}
	gone, known := b.refs.Lost(1)
	if !known || gone.What != `button "A"` || !strings.Contains(gone.Why, "no longer on the page") {
		t.Errorf("of @e1 is remembered %+v", gone)
	}
	if got := l.Same(gone.Role, gone.Name); got != "@e2" {
		t.Errorf("the candidate is %q", got)
	}
	if b.refs.Len() != 1 {
		t.Errorf("%d refs are alive", b.refs.Len())
	}
}

// TestRefsBounded adds and removes 100,000 nodes: what is kept stays flat.
func TestRefsBounded(t *testing.T) {
	b := newBook(t)
	for round := range 100 {
		var rows []string
		var gone []int
		for i := range 1000 {
			key := round*1000 + i + 1
			rows = append(rows, "3k\t"+grouped0(key)+"\tbutton\tbutton\t\tN\tB")
			if round > 0 {
				gone = append(gone, key-1000)
			}
		}
		reply := onePage(rows...)
		reply.Frames[0].Walk.Gone = gone
		b.decode(reply)
	}
	if b.refs.Len() != 1000 || len(b.refs.gone) > keptGone || len(b.refs.docs["n0"].live) > 1000 {
		t.Errorf("%d refs, %d gone, %d live", b.refs.Len(), len(b.refs.gone), len(b.refs.docs["n0"].live))
	}
}

// grouped0 writes a number plainly.
func grouped0(n int) string { return strings.ReplaceAll(protocol.Grouped(n), ",", "") }

func TestRefsDocuments(t *testing.T) {
	b := newBook(t)
	page := func(nonce string) {
		reply := onePage("3k\t1\tbutton\tbutton\t\tN\tA")
		reply.Frames[0].Walk.Nonce = nonce
		b.decode(reply)
	}
	page("d1")
	page("d2")
	if _, d, found := b.refs.Find(1); !found || d.Name != "A" {
		t.Errorf("a document in the back/forward cache lost its refs")
	}
	page("d1")
	if b.refs.Len() != 2 {
		t.Errorf("%d refs after going back", b.refs.Len())
	}
	for i := range keptDocuments + 2 {
		page("x" + protocol.Grouped(i))
	}
	if _, _, found := b.refs.Find(2); found {
		t.Errorf("a document left long ago still has refs")
	}
}

func TestRefsRelease(t *testing.T) {
	b := newBook(t)
	l := b.decode(onePage("3(\tdialog\t9\tDelete?\tdiv\tm", "3k\t1\tbutton\tbutton\tsubmit\tN\tYes", "0)", "3k\t2\tbutton\tbutton\tsubmit\tN\tYes"))
	before, was, _ := b.refs.Find(1)
	b.refs.Release(l)
	after, is, found := b.refs.Find(1)
	if !found || was.String() != is.String() || before.Expect.Region != after.Expect.Region {
		t.Errorf("released: %+v, was %+v", is, was)
	}
	if before.Expect.Region != `dialog "Delete?"` || !before.Expect.Unique {
		t.Errorf("expects %+v", before.Expect)
	}
	for _, r := range b.refs.refs {
		if r.led != nil {
			t.Errorf("a ref still holds on to the ledger")
		}
	}
}

func TestRefsRawName(t *testing.T) {
	b := newBook(t)
	b.decode(onePage("3k\t1\tbutton\tbutton\t\tN\tDe\u00adliver"))
	place, d, _ := b.refs.Find(1)
	if d.Name != "Deliver" || place.Expect.Name != "De\u00adliver" {
		t.Errorf("the name is %q, the page is to find %q", d.Name, place.Expect.Name)
	}
}

func TestParseRef(t *testing.T) {
	for text, want := range map[string]int{"@e5": 5, "e5": 5, " @e12 ": 12, "@e": 0, "e5x": 0, "#e5": 0, "em": 0, "": 0, "@e-1": 0} {
		if got, is := ParseRef(text); is != (want > 0) || got != want {
			t.Errorf("ParseRef(%q) = %d, %v", text, got, is)
		}
	}
}

func TestAdopt(t *testing.T) {
	b := newBook(t)
	b.decode(onePage("3k\t1\tbutton\tbutton\t\tN\tA"))
	name, err := b.refs.Adopt(protocol.Place{Nonce: "n0", Key: 7, Expect: &protocol.Expect{Role: "button", Name: "A"}}, b.numbers)
	if err != nil || name != "@e2" {
		t.Fatalf("adopted as %q, %v", name, err)
	}
	if _, d, found := b.refs.Find(2); !found || d.String() != `button "A"` {
		t.Errorf("@e2 is %v", d)
	}
	if again, _ := b.refs.Adopt(protocol.Place{Nonce: "n0", Key: 7}, b.numbers); again != "@e2" {
		t.Errorf("adopted twice: %q", again)
	}
}
