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
