package page

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"candid/host/protocol"
)

// fixture reads testdata/ledgers/NAME.txt: a few lines about the tab, then each
// frame: a line "-- frame ID parent ID url URL", a line of figures, its rows.
func fixture(t testing.TB, name string) *protocol.SnapshotReply {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "ledgers", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split("\n"+string(raw), "\n-- frame ")
	reply := &protocol.SnapshotReply{Tab: "1"}
	for _, line := range strings.Split(parts[0], "\n") {
		key, value, _ := strings.Cut(line, ": ")
		switch key {
		case "url":
			reply.URL = value
		case "title":
			if err := json.Unmarshal([]byte(value), &reply.Title); err != nil {
				t.Fatal(err)
			}
		case "loaded":
			reply.Loaded = value == "true"
		}
	}
	for _, part := range parts[1:] {
		reply.Frames = append(reply.Frames, fixtureFrame(t, part))
	}
	return reply
}

// fixtureFrame reads one frame.
func fixtureFrame(t testing.TB, part string) protocol.FrameLedger {
	t.Helper()
	head, rest, _ := strings.Cut(part, "\n")
	figures, rows, _ := strings.Cut(rest, "\n")
	f := protocol.FrameLedger{}
	if _, err := fmt.Sscanf(head, "%d parent %d url %s", &f.Frame, &f.Parent, &f.URL); err != nil {
		t.Fatalf("frame %q: %v", head, err)
	}
	if reason, failed := strings.CutPrefix(figures, "error: "); failed {
		code, message, _ := strings.Cut(reason, ": ")
		f.Error = protocol.NewError(protocol.Code(code), message, "")
		return f
	}
	w := &protocol.WalkResult{OK: true, Nonce: fmt.Sprintf("n%d", f.Frame), Ledger: rows}
	var timedOut, partial int
	if _, err := fmt.Sscanf(figures, "index: %d elements: %d hidden: %d icons: %d roleless: %d pointer: %d timedOut: %d partial: %d",
		&w.Index, &w.Elements, &w.Hidden, &w.Icons, &w.Roleless, &w.Pointer, &timedOut, &partial); err != nil {
		t.Fatalf("figures %q: %v", figures, err)
	}
	w.TimedOut, w.Partial = timedOut != 0, partial != 0
	f.Walk = w
	return f
}

// counter is a Numberer that counts up from 1.
func counter() Numberer {
	next := 0
	return func(n int) ([]int, error) {
		list := make([]int, n)
		for i := range list {
			next++
			list[i] = next
		}
		return list, nil
	}
}

// book is a tab as the host keeps it, without a browser.
type book struct {
	t       testing.TB
	refs    *Refs
	numbers Numberer
}

func newBook(t testing.TB) *book {
	return &book{t: t, refs: NewRefs(), numbers: counter()}
}

// decode decodes a reply and numbers its controls.
func (b *book) decode(reply *protocol.SnapshotReply) *Ledger {
	b.t.Helper()
	l := Decode(reply)
	gone := map[string][]int{}
	for i := range reply.Frames {
		if w := reply.Frames[i].Walk; w != nil {
			gone[w.Nonce] = w.Gone
		}
	}
	if err := b.refs.Number(l, gone, b.numbers); err != nil {
		b.t.Fatal(err)
	}
	return l
}

// compose answers a view.
func (b *book) compose(l *Ledger, o Options) *Answer {
	b.t.Helper()
	a, err := Compose(l, o, "abc1", l.Whole(), b.refs.Printer(l, b.numbers))
	if err != nil {
		b.t.Fatal(err)
	}
	return a
}

// options makes the options of parameters.
func options(t testing.TB, p protocol.SnapshotParams) Options {
	t.Helper()
	o, err := NewOptions(p)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// page makes a reply of one frame's rows.
func onePage(rows ...string) *protocol.SnapshotReply {
	return &protocol.SnapshotReply{Tab: "1", URL: "http://localhost/x", Title: "Test", Loaded: true, Frames: []protocol.FrameLedger{
		{Frame: 0, Parent: -1, URL: "http://localhost/x", Walk: &protocol.WalkResult{OK: true, Nonce: "n0", Index: -1,
			Ledger: strings.Join(rows, "\n") + "\n"}}}}
}
