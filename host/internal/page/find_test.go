package page

import (
	"strconv"
	"strings"
	"testing"

	"candid/host/protocol"
)

// search looks for something in what a default answer was given of.
func search(t *testing.T, b *book, l *Ledger, a *Answer, text string, regex bool, role string) protocol.FindResult {
	t.Helper()
	q, err := NewQuery(text, regex, role)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Search(l, q, a, 3000, false, b.refs.Printer(l, b.numbers))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReach is the listing of 5,000 cards: within the default budget, with what
// is on the screen and the bar at the end of the document, and card 4,990 one
// step away by find and by more.
func TestReach(t *testing.T) {
	b := newBook(t)
	l := b.decode(cards(5000))
	o := options(t, protocol.SnapshotParams{})
	a := b.compose(l, o)
	checkAnswer(t, a, o)
	for _, want := range []string{`link "harbor vessel 0001"`, `link "harbor vessel 0100"`, `button "Export all"`, "# Offers"} {
		if !strings.Contains(a.Text, want) {
			t.Errorf("%s is not shown", want)
		}
	}
	r := search(t, b, l, a, "VESSEL 4990", false, "")
	if r.Total != 1 || r.Matches[0].Shown || !strings.Contains(r.Matches[0].Line, "4990") || !r.Searched.Complete {
		t.Errorf("find gives %+v", r)
	}
	reached := false
	for _, m := range a.Omitted {
		_, line, ok := ParseCursor(m.Cursor)
		if !ok {
			t.Fatalf("cursor %q", m.Cursor)
		}
		more, err := More(a, o, "abc1", line, b.refs.Printer(l, b.numbers))
		if err != nil {
			t.Fatal(err)
		}
		reached = reached || strings.Contains(more.Text, `"harbor vessel 4990"`)
	}
	if !reached {
		t.Errorf("no cursor of %d leads to card 4990 in one step", len(a.Omitted))
	}
}

func TestFind(t *testing.T) {
	b := newBook(t)
	l := b.decode(onePage("3(\tmain\t9\t\tmain", "3(\th2\t8\t\th2", "0t\t\tPlans", "0)", "3t\t\tHigh", "0t\t\tlight of the ", "1k\t1\tlink\ta\t\tN\tYear",
		"3c\t2\tcombobox\tselect\t\t\tPlan\tv=b", "0o\tS\tb\tBasic", "0o\t\tp\tPremium", "3c\t3\ttextbox\tinput\tpassword\tXV\tPassword", "0)"))
	a := b.compose(l, options(t, protocol.SnapshotParams{}))
	for _, c := range []struct {
		name, text string
		regex      bool
		role       string
		want       int
		ref        string
	}{
		{"across elements", "highlight", false, "", 1, "@e1"},
		{"option", "premium", false, "", 1, "@e2"},
		{"regex", `^H\w+ of`, true, "", 1, "@e1"},
		{"role alone", "", false, "textbox", 1, "@e3"},
		{"role and text", "year", false, "link", 1, "@e1"},
		{"other role", "year", false, "button", 0, ""},
		{"nothing", "absent", false, "", 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := search(t, b, l, a, c.text, c.regex, c.role)
			if r.Total != c.want || len(r.Matches) != c.want {
				t.Fatalf("%d matches, want %d: %s", r.Total, c.want, r.Text)
			}
			if c.want > 0 && (r.Matches[0].Ref != c.ref || !r.Matches[0].Shown || r.Matches[0].Path[0] != "main") {
				t.Errorf("got %+v", r.Matches[0])
			}
			if c.want == 0 && !strings.HasPrefix(r.Text, "0 matches in a complete ledger") {
				t.Errorf("says %q", r.Text)
			}
		})
	}
	if _, err := NewQuery("(", true, ""); err == nil {
		t.Errorf("a broken expression passes")
	}
}

// TestFindWords searches words that no control holds: they get the ref of the
// block they stand in, from a ledger that holds blocks.
func TestFindWords(t *testing.T) {
	b := newBook(t)
	search := func(l *Ledger, text string, blocks bool) protocol.FindResult {
		q, err := NewQuery(text, false, "")
		if err != nil {
			t.Fatal(err)
		}
		r, err := Search(l, q, nil, 3000, blocks, b.refs.Printer(l, b.numbers))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	plain := b.decode(onePage("3t\t\tParis", "3t\t\tsee @e2 Padua", "3k\t2\tbutton\tbutton\t\tN\tPadua by rail"))
	blocks := b.decode(onePage("3(\tblock\t7\t\tdiv", "0t\t\tParis", "0)", "3(\tblock\t8\t\tdiv", "0t\t\tsee @e2 Padua", "0)", "3k\t2\tbutton\tbutton\t\tN\tPadua by rail"))
	r := search(plain, "padua", false)
	if r.Total != 2 || r.Matches[0].Ref != "" {
		t.Fatalf("without blocks: %+v", r.Matches)
	}
	TakeRefs(&r, search(blocks, "padua", true))
	ref := r.Matches[0].Ref
	if ref == "" || ref == r.Matches[1].Ref || !strings.Contains(r.Text, " "+ref+`: see \@e2 Padua (`) {
		t.Errorf("the words have the ref %q in\n%s", ref, r.Text)
	}
	if strings.Contains(r.Text, r.Matches[1].Ref+": ") {
		t.Errorf("the button's line names its ref twice:\n%s", r.Text)
	}
	if n, _ := strconv.Atoi(ref[2:]); n > 0 {
		if place, is, known := b.refs.Find(n); !known || place.Key != 8 || is.Control {
			t.Errorf("%s is %+v at %+v", ref, is, place)
		}
	}
	other := search(plain, "padua", false)
	TakeRefs(&other, search(b.decode(onePage("3(\tblock\t8\t\tdiv", "0t\t\tPadua today", "0)", "3k\t2\tbutton\tbutton\t\tN\tPadua by rail")), "padua", true))
	if other.Matches[0].Ref != "" {
		t.Errorf("words of another page gave their ref %s", other.Matches[0].Ref)
	}
}

func TestDiff(t *testing.T) {
	form := func(value, extra string) []string {
		return []string{"3(\th1\t9\t\th1", "0t\t\tTasks", "0)", "3c\t1\ttextbox\tinput\t\t\tTitle\tv=" + value, "3t\t\tItems: 3", extra, "3k\t2\tbutton\tbutton\t\tN\tSave"}
	}
	b := newBook(t)
	first := b.decode(onePage(form("", "3t\t\told words")...))
	same := b.decode(onePage(form("", "3t\t\told words")...))
	next := b.decode(onePage(form("abc", "3k\t3\tlink\ta\t\tN\tUndo")...))
	diff := func(x, y *Ledger) protocol.DiffResult {
		r, err := Diff(x, y, "abc1", "abc2", DefaultBudget, b.refs.Printer(y, b.numbers))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := diff(first, same); len(r.Added)+len(r.Removed)+len(r.Changed) != 0 || !strings.HasPrefix(r.Text, "-- no change") {
		t.Errorf("of the same page: %+v", r)
	}
	r := diff(first, next)
	if len(r.Changed) != 1 || r.Changed[0].Before != `@e1 textbox "Title"` || r.Changed[0].After != `@e1 textbox "Title" = "abc"` {
		t.Errorf("changed %+v", r.Changed)
	}
	if len(r.Added) != 1 || r.Added[0] != `@e3 link "Undo"` || len(r.Removed) != 1 || r.Removed[0] != "old words" {
		t.Errorf("added %q, removed %q", r.Added, r.Removed)
	}
	both := b.decode(onePage("3k\t4\tlink\ta\t\tN\tEdit", "1k\t5\tlink\ta\t\tN\tDelete"))
	if r := diff(both, b.decode(onePage("3k\t4\tlink\ta\t\tN\tEdit"))); len(r.Removed) != 1 || !strings.Contains(r.Text, "- @e5 link \"Delete\"\n") {
		t.Errorf("the link that left a line of two: %+v", r)
	}
	if r := diff(both, b.decode(onePage("3k\t4\tlink\ta\t\tN\tEdit", "3k\t5\tlink\ta\t\tN\tDelete"))); strings.Contains(r.Text, "- @e5") {
		t.Errorf("the link that went to another line is told as removed: %+v", r)
	}
}

// TestDiffSize compares pages that have little in common: the diff is never
// larger than the snapshot.
func TestDiffSize(t *testing.T) {
	b := newBook(t)
	names := []string{"form", "modal", "console", "divs", "listing", "frames25", "table1k"}
	for _, from := range names {
		for _, to := range names {
			before, after := b.decode(fixture(t, from)), b.decode(fixture(t, to))
			r, err := Diff(before, after, "abc1", "abc2", DefaultBudget, b.refs.Printer(after, b.numbers))
			if err != nil {
				t.Fatal(err)
			}
			whole := b.compose(after, Options{View: ViewOutline, Limits: standard})
			if Estimate(r.Text) > whole.Estimate || len(r.Text) > len(whole.Text) {
				t.Errorf("from %s to %s: the diff is %d bytes, the snapshot %d", from, to, len(r.Text), len(whole.Text))
			}
		}
	}
}

func TestDiagnose(t *testing.T) {
	b := newBook(t)
	var rows []string
	for i := range 60 {
		rows = append(rows, "3k\t"+grouped0(i+1)+"\tlink\ta\t\tN\t"+strings.Repeat("firm school words ", 65)+grouped0(i))
	}
	l := b.decode(onePage(rows...))
	cut := options(t, protocol.SnapshotParams{NameChars: 300}).Limits
	d := l.Diagnose(cut)
	if f := d.Frames[0]; !f.Binding || f.AtCeiling != 60 || f.Lengths[0] != (protocol.Bin{Length: 300, Count: 60}) || f.Controls != 60 {
		t.Errorf("at 300: %+v", f)
	}
	if f := l.Diagnose(standard).Frames[0]; f.Binding || f.AtCeiling != 0 {
		t.Errorf("at 1200: %+v", f)
	}
	wide := b.compose(l, options(t, protocol.SnapshotParams{Preset: "wide"}))
	if !wide.Complete || wide.Truncated || wide.Count.Shown != 60 {
		t.Errorf("wide shows %d of 60 names whole: %v", wide.Count.Shown, wide.Complete)
	}
}

// TestFrameScope scopes to a frame: it stays behind the modal around it, and a
// frame elsewhere that was not read does not make it incomplete.
func TestFrameScope(t *testing.T) {
	reply := onePage("3f\t1\t0\tiframe\tm\tPay\thttp://localhost/pay", "3f\t2\t1\tiframe\t\tAd\thttp://ads.example/")
	reply.Frames = append(reply.Frames,
		protocol.FrameLedger{Frame: 4, URL: "http://localhost/pay", Walk: &protocol.WalkResult{OK: true, Nonce: "n4", Index: 0, Ledger: "3k\t1\tbutton\tbutton\t\tN\tSend payment\n"}},
		protocol.FrameLedger{Frame: 5, URL: "http://ads.example/", Error: protocol.NewError(protocol.CodeFrameTimeout, "no answer", "")})
	b := newBook(t)
	l := b.decode(reply)
	scope, found := l.FrameScope(4)
	if !found {
		t.Fatal("the frame is not there")
	}
	o := options(t, protocol.SnapshotParams{})
	a, err := Compose(l, o, "abc1", scope, b.refs.Printer(l, b.numbers))
	if err != nil || !a.Complete || a.Count.Controls != 0 || !strings.Contains(a.Text, " Send payment\n") || len(a.Unseen) != 1 || a.Unseen[0].Count != 1 {
		t.Errorf("%v: %+v\n%s", err, a.Unseen, a.Text)
	}
	if whole := b.compose(l, o); whole.Complete || len(whole.Unseen) != 2 {
		t.Errorf("the whole page is complete %v, unseen %+v", whole.Complete, whole.Unseen)
	}
	alone := &protocol.SnapshotReply{URL: reply.URL, Loaded: true, Frames: reply.Frames[1:2]}
	if inside := DecodeInside(alone, l.Around(4)); len(inside.controls) != 0 {
		t.Errorf("read by itself, the frame has live controls")
	}
	if outside := DecodeInside(alone, l.Around(0)); len(outside.controls) != 1 {
		t.Errorf("a frame of its own has %d controls", len(outside.controls))
	}
	reply.Frames[0].Walk.Ledger = "3t\t\tPlain\n" // of the main document only what holds no frame
	if part := DecodeInside(reply, Block{Part: true}); len(part.controls) != 0 || len(part.Frames) != 1 {
		t.Errorf("a part without frames has %d controls in %d frames", len(part.controls), len(part.Frames))
	}
	if whole := Decode(reply); len(whole.Frames) != 3 {
		t.Errorf("frames that no element claimed are lost: %d left", len(whole.Frames))
	}
}
