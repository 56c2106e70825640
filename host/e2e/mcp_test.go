package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/tiktoken-go/tokenizer"

	"candid/host/protocol"
)

// longPage does not fit into any budget, and is past what comes inline.
func longPage(rows int) string {
	var b strings.Builder
	b.WriteString("<!doctype html><title>Long</title><main><h1>Long</h1>")
	for i := range rows {
		fmt.Fprintf(&b, `<p>Row %04d holds %d crates of apples <button>Take %04d</button></p>`, i, i*7%100, i)
	}
	return b.String() + "</main>"
}

// TestMCPTextIsInsideItsBudget: fence, banner, map and verdict included, by the
// real count of tokens.
func TestMCPTextIsInsideItsBudget(t *testing.T) {
	t.Parallel()
	session := mcpEntrance{mcpSession(t)}
	page := open(t, shared.Site.Show(t, longPage(1200)))
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	for _, budget := range []int{300, 400, 700, 2000, 10_000} {
		var facts protocol.SnapshotResult
		text := session.use(t, "browser_snapshot", protocol.SnapshotParams{Tab: page.Tab, Budget: budget}, &facts)
		count, err := codec.Count(text)
		if err != nil {
			t.Fatal(err)
		}
		if count > budget {
			t.Errorf("budget %d: got %d tokens:\n%s", budget, count, text)
		}
		if !strings.HasPrefix(text, "SNAPSHOT_TRUNCATED") || facts.Complete || strings.Contains(text, "--within") {
			t.Errorf("budget %d: no banner in MCP's words:\n%.600s", budget, text)
		}
		left := 0
		for _, o := range facts.Omitted {
			left += o.Controls
		}
		if facts.Count.Shown+left != facts.Count.Controls || facts.Count.Controls != 1200 {
			t.Errorf("budget %d: %d shown and %d left out of %d", budget, facts.Count.Shown, left, facts.Count.Controls)
		}
	}
}

// TestMCPSpillIsAResource: what is too long to come inline is named by a link
// that the server itself can read, and no other file is.
func TestMCPSpillIsAResource(t *testing.T) {
	t.Parallel()
	session := mcpSession(t)
	page := open(t, shared.Site.Show(t, longPage(4000)))
	arguments := protocol.SnapshotParams{Tab: page.Tab, All: true}
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "browser_snapshot", Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	var link *mcp.ResourceLink
	for _, part := range result.Content {
		if is, ok := part.(*mcp.ResourceLink); ok {
			link = is
		}
	}
	if link == nil || link.Size == nil || *link.Size < 128<<10 {
		t.Fatalf("no link to a spill file: %+v", link)
	}
	read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: link.URI})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Take 0000", "Take 3999", "<page-"} {
		if !strings.Contains(read.Contents[0].Text, want) {
			t.Errorf("the resource lacks %q", want)
		}
	}
	for _, uri := range []string{"file:///etc/hostname", "file://" + shared.Home + "/config.toml", link.URI + "/../../config.toml"} {
		if other, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s can be read: %v", uri, other)
		}
	}
}

// TestMCPFollowsAnIncompleteSnapshot: each next move that the banner names
// leads to what was left out.
func TestMCPFollowsAnIncompleteSnapshot(t *testing.T) {
	t.Parallel()
	session := mcpEntrance{mcpSession(t)}
	page := open(t, shared.Site.Show(t, longPage(1200)))
	var facts protocol.SnapshotResult
	session.use(t, "browser_snapshot", protocol.SnapshotParams{Tab: page.Tab, Budget: 500}, &facts)
	var found struct {
		Matches int      `json:"matches"`
		Refs    []string `json:"refs"`
	}
	text := session.use(t, "browser_find", protocol.FindParams{Tab: page.Tab, Text: "Take 1199"}, &found)
	if found.Matches != 1 || len(found.Refs) != 1 || !strings.Contains(text, "Take 1199") {
		t.Errorf("find: got %+v\n%s", found, text)
	}
	var more protocol.SnapshotResult
	arguments := struct {
		Cursor string `json:"cursor"`
	}{facts.Cursor}
	if text := session.use(t, "browser_snapshot", arguments, &more); facts.Cursor == "" || !strings.Contains(text, "Take ") {
		t.Errorf("cursor %q: got\n%.400s", facts.Cursor, text)
	}
	for _, o := range facts.Omitted {
		if o.Ref == "" {
			continue
		}
		var within protocol.SnapshotResult
		session.use(t, "browser_snapshot", protocol.SnapshotParams{Tab: page.Tab, Within: o.Ref, Budget: 40_000}, &within)
		if within.Count.Shown == 0 {
			raw, err := json.Marshal(within)
			t.Errorf("within %s shows no control: %s %v", o.Ref, raw, err)
		}
	}
}
