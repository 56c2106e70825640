package page

import (
	"strings"
	"testing"

	"candid/host/protocol"
)

// Rows that this host does not know are not passed over: the page is then
// incomplete, and the reason is told.
func TestRowsThatAreNotKnown(t *testing.T) {
	for name, odd := range map[string]string{"another op": "3z\t1\tnew", "no op": "3", "an empty row": ""} {
		t.Run(name, func(t *testing.T) {
			reply := &protocol.SnapshotReply{Tab: "7", URL: "https://shop.example/", Loaded: true, Frames: []protocol.FrameLedger{
				{Parent: -1, URL: "https://shop.example/", Walk: &protocol.WalkResult{OK: true, Nonce: "n1", Index: -1,
					Ledger: "3k\t1\tbutton\tbutton\t\tN\tSave\n" + odd + "\n3t\t\tWords\n"}}}}
			b := newBook(t)
			answer := b.compose(b.decode(reply), options(t, protocol.SnapshotParams{}))
			if answer.Complete || !strings.HasPrefix(answer.Text, "SNAPSHOT_TRUNCATED") || !strings.Contains(answer.Text, "Save") || !strings.Contains(answer.Text, "Words") {
				t.Errorf("complete %v:\n%s", answer.Complete, answer.Text)
			}
			if len(answer.Unseen) != 1 || !strings.Contains(answer.Unseen[0].Label, "1 row of it cannot be understood") {
				t.Errorf("unseen: %+v", answer.Unseen)
			}
		})
	}
}

// A page that shows nothing says so, and how to wait: it may still be building.
// One that shows a picture alone shows something.
func TestPageThatShowsNothing(t *testing.T) {
	for name, c := range map[string]struct {
		rows    []string
		nothing bool
	}{
		"no row":   {nil, true},
		"a word":   {[]string{"3t\t\tWords"}, false},
		"a button": {[]string{"3k\t1\tbutton\tbutton\t\tN\tSave"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			for voice, move := range map[string]string{"": "wait --text", "mcp": "browser_wait_for"} {
				b := newBook(t)
				o := options(t, protocol.SnapshotParams{})
				o.Voice = voice
				answer := b.compose(b.decode(onePage(c.rows...)), o)
				if said := strings.Contains(answer.Text, "the page shows nothing") && strings.Contains(answer.Text, move); said != c.nothing {
					t.Errorf("said %v, want %v:\n%s", said, c.nothing, answer.Text)
				}
			}
		})
	}
}
