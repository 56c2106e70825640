package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// pageOf is a snapshot of one frame's rows.
func pageOf(rows ...string) protocol.SnapshotReply {
	return protocol.SnapshotReply{Tab: "7", URL: "https://shop.example/", Title: "Shop", Loaded: true, Frames: []protocol.FrameLedger{
		{Parent: -1, URL: "https://shop.example/", Walk: &protocol.WalkResult{OK: true, Nonce: "n1", Index: -1,
			Ledger: strings.Join(rows, "\n") + "\n"}}}}
}

// longPage is a page of n buttons.
func longPage(n int) protocol.SnapshotReply {
	var rows []string
	for i := range n {
		rows = append(rows, fmt.Sprintf("3k\t%d\tbutton\tbutton\t\tN\tButton number %05d of the list", i+1, i+1))
	}
	return pageOf(rows...)
}

// viewing is a bridge to a tab that shows a page.
func viewing(t *testing.T, reply protocol.SnapshotReply) (*Bridge, *plainLink) {
	t.Helper()
	link := withTabs(protocol.Tab{Tab: "7", URL: "https://shop.example/", Shared: true})
	link.set(protocol.MethodSnapshot, always(reply))
	home := t.TempDir()
	t.Setenv("CANDID_SPILL_DIR", filepath.Join(home, "spill"))
	spill := store.OpenSpill(home, store.SpillConfig{MaxMB: 64, MaxAge: store.Duration(time.Hour)})
	return New(Options{Link: link, Build: "b1", Spill: spill, Log: zerolog.Nop()}), link
}

// call runs a door method and decodes its answer.
func call[R any](t *testing.T, b *Bridge, method string, params any) (R, *protocol.Error) {
	t.Helper()
	raw, err := json.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	var result R
	answer, err := b.Do(context.Background(), Caller{Agent: "a", Scopes: Scopes{Read: true, Act: true, Navigate: true}}, method, raw)
	if err != nil {
		return result, typed(err)
	}
	result, is := answer.(R)
	if !is {
		t.Fatalf("%s answered a %T", method, answer)
	}
	return result, nil
}

func TestSnapshotMoreFind(t *testing.T) {
	b, _ := viewing(t, longPage(3000))
	s, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{Controls: true})
	if err != nil || s.Complete || s.Count.Controls != 3000 || len(s.Controls) != s.Count.Shown || s.Cursor == "" {
		t.Fatalf("%v: complete %v, %+v, %d controls, cursor %q", err, s.Complete, s.Count, len(s.Controls), s.Cursor)
	}
	seen := map[string]bool{}
	for _, c := range s.Controls {
		seen[c.Ref] = true
	}
	for cursor := s.Cursor; cursor != ""; {
		m, err := call[protocol.SnapshotResult](t, b, protocol.DoorMore, protocol.MoreParams{Cursor: cursor, Budget: 40_000})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(m.Text, "\n") {
			if ref, _, is := strings.Cut(line, " button "); is && strings.HasPrefix(ref, "@e") {
				if seen[ref] {
					t.Fatalf("%s is delivered twice", ref)
				}
				seen[ref] = true
			}
		}
		cursor = m.Cursor
	}
	if len(seen) != 3000 {
		t.Errorf("%d of 3000 refs were delivered", len(seen))
	}
	f, err := call[protocol.FindResult](t, b, protocol.DoorFind, protocol.FindParams{Text: "number 02990"})
	if err != nil || f.Total != 1 || f.Matches[0].Ref != "@e2990" || f.Snapshot != s.Snapshot {
		t.Errorf("%v: find gives %+v", err, f)
	}
}

func TestSnapshotGone(t *testing.T) {
	b, _ := viewing(t, longPage(3))
	first, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{})
	if err != nil {
		t.Fatal(err)
	}
	for range keptOfTab {
		if _, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{}); err != nil {
			t.Fatal(err)
		}
	}
	_, err = call[protocol.DiffResult](t, b, protocol.DoorDiff, protocol.DiffParams{Since: first.Snapshot})
	if err == nil || err.Code != protocol.CodeSnapshotGone {
		t.Errorf("diff since a snapshot that has gone: %v", err)
	}
	for cursor, code := range map[string]protocol.Code{"zzz9.0": protocol.CodeSnapshotGone, "nonsense": protocol.CodeBadCursor, first.Snapshot: protocol.CodeBadCursor} {
		if _, err := call[protocol.SnapshotResult](t, b, protocol.DoorMore, protocol.MoreParams{Cursor: cursor}); err == nil || err.Code != code {
			t.Errorf("more %q: %v", cursor, err)
		}
	}
}

func TestSnapshotSpill(t *testing.T) {
	b, _ := viewing(t, longPage(6000))
	s, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{All: true, Controls: true})
	if err != nil || !s.Complete || len(s.Controls) != 6000 || !strings.Contains(s.Text, "full output saved to: "+s.Spill+"\n") {
		t.Fatalf("%v: complete %v, %d controls, spill %q", err, s.Complete, len(s.Controls), s.Spill)
	}
	raw, failed := os.ReadFile(s.Spill)
	if failed != nil || !strings.Contains(string(raw), "number 06000") || !strings.Contains(string(raw), "-- complete: 6,000 controls") {
		t.Errorf("the file does not hold it all: %v", failed)
	}
}

// TestSnapshotSpillFails puts a file where the spill directory should be.
func TestSnapshotSpillFails(t *testing.T) {
	b, _ := viewing(t, longPage(6000))
	dir := os.Getenv("CANDID_SPILL_DIR")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{All: true})
	if err != nil || s.Complete || s.Spill != "" || !strings.HasPrefix(s.Text, "SNAPSHOT_TRUNCATED") {
		t.Fatalf("%v: complete %v, spill %q", err, s.Complete, s.Spill)
	}
	if !strings.Contains(s.Text, "could not be saved") || !strings.Contains(s.Text, "Button number 00001") {
		t.Errorf("the answer says neither why nor what there is:\n%.300s", s.Text)
	}
}

func TestDiffSince(t *testing.T) {
	b, link := viewing(t, pageOf("3c\t1\ttextbox\tinput\t\t\tTitle", "3k\t2\tbutton\tbutton\t\tN\tSave"))
	if _, err := call[protocol.DiffResult](t, b, protocol.DoorDiff, protocol.DiffParams{}); err == nil || err.Code != protocol.CodeSnapshotGone {
		t.Errorf("diff before any snapshot: %v", err)
	}
	s, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{})
	if err != nil {
		t.Fatal(err)
	}
	link.set(protocol.MethodSnapshot, always(pageOf("3c\t1\ttextbox\tinput\t\t\tTitle\tv=new", "3k\t2\tbutton\tbutton\t\tN\tSave")))
	d, err := call[protocol.DiffResult](t, b, protocol.DoorDiff, protocol.DiffParams{})
	if err != nil || d.Since != s.Snapshot || len(d.Changed) != 1 || d.Changed[0].After != `@e1 textbox "Title" = "new"` {
		t.Errorf("%v: %+v", err, d)
	}
	m, err := call[protocol.FindResult](t, b, protocol.DoorFind, protocol.FindParams{Snapshot: s.Snapshot, Text: "save"})
	if err != nil || len(m.Warnings) == 0 || !strings.Contains(m.Warnings[0], "has changed since") {
		t.Errorf("%v: a search of an older snapshot says %q", err, m.Warnings)
	}
}

func TestPlace(t *testing.T) {
	b, link := viewing(t, pageOf("3k\t1\tbutton\tbutton\t\tN\tSave", "3k\t2\tbutton\tbutton\t\tN\tCancel"))
	if _, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{}); err != nil {
		t.Fatal(err)
	}
	place, is, failed := b.place(t.Context(), "7", "e2")
	if failed != nil || place.Key != 2 || place.Nonce != "n1" || is.String() != `button "Cancel"` || !place.Expect.Unique {
		t.Errorf("%v: %+v, %+v", failed, place, is)
	}
	next := pageOf("3k\t1\tbutton\tbutton\t\tN\tSave", "3k\t3\tbutton\tbutton\t\tN\tCancel")
	next.Frames[0].Walk.Gone = []int{2}
	link.set(protocol.MethodSnapshot, always(next))
	if _, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{}); err != nil {
		t.Fatal(err)
	}
	_, _, failed = b.place(t.Context(), "7", "@e2")
	if err := typed(failed); err.Code != protocol.CodeStaleRef || !strings.Contains(err.Message, `button "Cancel"`) || err.Refs[0].Ref != "@e3" {
		t.Errorf("of a ref that is gone: %+v", err)
	}
	if _, _, failed = b.place(t.Context(), "7", "@e900"); typed(failed).Code != protocol.CodeUnknownRef {
		t.Errorf("of a ref never given out: %v", failed)
	}
	for count, code := range map[int]protocol.Code{0: protocol.CodeSelectorMissing, 2: protocol.CodeSelectorAmbig} {
		link.set(protocol.MethodResolve, always(protocol.ResolveReply{Count: count}))
		if _, _, failed = b.place(t.Context(), "7", "button"); typed(failed).Code != code {
			t.Errorf("%d matches: %v", count, failed)
		}
	}
	link.set(protocol.MethodResolve, always(protocol.ResolveReply{Count: 1, Place: protocol.Place{Nonce: "n1", Key: 3}}))
	if _, is, failed = b.place(t.Context(), "7", "#cancel"); failed != nil || is.Ref != "@e3" {
		t.Errorf("%v: a selector's match is %+v", failed, is)
	}
}

func TestSnapshotFails(t *testing.T) {
	b, link := viewing(t, protocol.SnapshotReply{Tab: "7", URL: "https://shop.example/", Frames: []protocol.FrameLedger{
		{Parent: -1, URL: "https://shop.example/", Error: protocol.NewError(protocol.CodeFrameTimeout, "the frame did not answer", "")}}})
	if _, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{}); err == nil || err.Code != protocol.CodeFrameTimeout {
		t.Errorf("a main frame that cannot be read: %v", err)
	}
	for _, p := range []protocol.SnapshotParams{{Budget: 299}, {Budget: 40_001}, {View: "tree"}, {Preset: "big"}, {Depth: -1}} {
		if _, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, p); err == nil || err.Code != protocol.CodeUsage {
			t.Errorf("%+v: %v", p, err)
		}
	}
	link.set(protocol.MethodSnapshot, always(longPage(1)))
	if _, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// TestPartial is a page too large for its ledger: what it left out is walked
// again by more and by find.
func TestPartial(t *testing.T) {
	whole := pageOf("3k\t1\tbutton\tbutton\t\tN\tSave", "3(\tlist\t5\tOffers\tul", "3x\t5\tOffers\t40\t900", "0)")
	whole.Frames[0].Walk.Partial = true
	b, link := viewing(t, whole)
	s, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{})
	if err != nil || s.Complete || s.Count.Controls != 41 || s.OmittedControls != 40 || len(s.Omitted) != 1 || s.Omitted[0].Chars != 900 {
		t.Fatalf("%v: %+v, left out %+v", err, s.Count, s.Omitted)
	}
	link.set(protocol.MethodSnapshot, func(raw json.RawMessage) (any, error) {
		var asked protocol.SnapshotCall
		if err := json.Unmarshal(raw, &asked); err != nil {
			return nil, err
		}
		if asked.Walk.Within != 5 {
			return whole, nil
		}
		return pageOf("3k\t9\tlink\ta\t\tN\tOffer 4990"), nil
	})
	m, err := call[protocol.SnapshotResult](t, b, protocol.DoorMore, protocol.MoreParams{Cursor: s.Omitted[0].Cursor})
	if err != nil || !strings.Contains(m.Text, "Offer 4990") || !strings.Contains(strings.Join(m.Warnings, " "), "walked again") {
		t.Errorf("%v: more gives %q, %q", err, m.Text, m.Warnings)
	}
	f, err := call[protocol.FindResult](t, b, protocol.DoorFind, protocol.FindParams{Text: "offer 4990"})
	if err != nil || f.Total != 1 || f.Searched.Complete {
		t.Errorf("%v: find gives %+v", err, f)
	}
}
