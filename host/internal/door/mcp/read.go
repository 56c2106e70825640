package mcp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"candid/host/protocol"
)

// voice asks the host for next moves in the words of tool arguments.
const voice = "mcp"

// fenceTokens is what the fence costs in the host's estimate, measured on a
// 128-bit nonce and a long origin. It is taken from the budget, so that all
// that an agent receives as text is inside the budget it named.
const fenceTokens = 90

// leastBudget is the smallest budget the host takes.
const leastBudget = 300

// lessFence is a budget without what the fence takes, where the host has no
// Reserve to be told.
func lessFence(budget int) int {
	if budget <= leastBudget+fenceTokens {
		return budget
	}
	return budget - fenceTokens
}

// snapshotFacts say how much of the page the text is. Labels and titles are
// left to the text: they are the page's words.
type snapshotFacts struct {
	Snapshot        string          `json:"snapshot"`
	Tab             string          `json:"tab"`
	URL             string          `json:"url"`
	View            string          `json:"view"`
	Loaded          bool            `json:"loaded"`
	Complete        bool            `json:"complete"`
	Truncated       bool            `json:"truncated"`
	Tokens          protocol.Tokens `json:"tokens"`
	Count           protocol.Count  `json:"count"`
	OmittedControls int             `json:"omittedControls"`
	Omitted         []omittedFacts  `json:"omitted"`
	Cuts            protocol.Cuts   `json:"cuts"`
	Unseen          []unseenFacts   `json:"unseen"`
	Cursor          string          `json:"cursor,omitempty"`
	Spill           string          `json:"spill,omitempty"`
	Warnings        []string        `json:"warnings,omitempty"`
}

type omittedFacts struct {
	Ref      string `json:"ref,omitempty"`
	Controls int    `json:"controls"`
	Chars    int    `json:"chars"`
	Cursor   string `json:"cursor,omitempty"`
}

type unseenFacts struct {
	Kind  protocol.UnseenKind `json:"kind"`
	Count int                 `json:"count"`
	Ref   string              `json:"ref,omitempty"`
}

// snapshot serves browser_snapshot, which has four forms: a snapshot, the
// continuation of one (cursor), what changed (since), one element (read).
func (s *server) snapshot(ctx context.Context, c *call, in snapshotIn) (*answer, error) {
	switch {
	case in.Cursor != "":
		return s.more(ctx, c, in)
	case in.Since != "":
		return s.since(ctx, c, in)
	case in.Read != "":
		return s.read(ctx, c, in)
	}
	params := protocol.SnapshotParams{Tab: string(in.Tab), View: in.View, Preset: in.Preset, Budget: in.Budget, Reserve: fenceTokens,
		Within: in.Within, Frame: in.Frame, Depth: in.Depth, All: in.All, URLs: in.URLs, Fold: in.Fold, Voice: voice}
	result, err := request[protocol.SnapshotResult](ctx, c, in.Browser, protocol.DoorSnapshot, params)
	if err != nil {
		return nil, err
	}
	return s.snapshotAnswer(&result), nil
}

func (s *server) more(ctx context.Context, c *call, in snapshotIn) (*answer, error) {
	params := protocol.MoreParams{Cursor: in.Cursor, Budget: in.Budget, Reserve: fenceTokens, Voice: voice}
	result, err := request[protocol.SnapshotResult](ctx, c, in.Browser, protocol.DoorMore, params)
	if err != nil {
		return nil, err
	}
	return s.snapshotAnswer(&result), nil
}

func (s *server) snapshotAnswer(r *protocol.SnapshotResult) *answer {
	a := &answer{Lead: warningLines(r.Warnings), Page: r.Text, Origin: originOf(r.URL), Facts: factsOf(r)}
	if banner, rest, found := cutBanner(r.Text); found {
		a.Lead, a.Page = banner+"\n"+a.Lead, rest
	}
	if r.Spill != "" {
		a.More = append(a.More, s.spills.link(r.Spill))
	}
	return a
}

// cutBanner takes the banner's line out of the fence: it is Candid's warning,
// not the page's, and a reader who is told to distrust what is fenced must not
// distrust it.
func cutBanner(text string) (banner, rest string, found bool) {
	if !strings.HasPrefix(text, "SNAPSHOT_TRUNCATED") {
		return "", text, false
	}
	banner, rest, _ = strings.Cut(text, "\n")
	return banner, rest, true
}

func factsOf(r *protocol.SnapshotResult) *snapshotFacts {
	f := &snapshotFacts{Snapshot: r.Snapshot, Tab: r.Tab, URL: r.URL, View: r.View, Loaded: r.Loaded,
		Complete: r.Complete, Truncated: r.Truncated, Tokens: r.Tokens, Count: r.Count,
		OmittedControls: r.OmittedControls, Cuts: r.Cuts, Cursor: r.Cursor, Spill: r.Spill, Warnings: r.Warnings,
		Omitted: make([]omittedFacts, 0, len(r.Omitted)), Unseen: make([]unseenFacts, 0, len(r.Unseen))}
	for _, o := range r.Omitted {
		f.Omitted = append(f.Omitted, omittedFacts{Ref: o.Ref, Controls: o.Controls, Chars: o.Chars, Cursor: o.Cursor})
	}
	for _, u := range r.Unseen {
		f.Unseen = append(f.Unseen, unseenFacts{Kind: u.Kind, Count: u.Count, Ref: u.Ref})
	}
	return f
}

// diffFacts count what changed.
type diffFacts struct {
	Snapshot string `json:"snapshot"`
	Since    string `json:"since"`
	Added    int    `json:"added"`
	Removed  int    `json:"removed"`
	Changed  int    `json:"changed"`
	Complete bool   `json:"complete"`
}

func diffFactsOf(d *protocol.DiffResult) *diffFacts {
	return &diffFacts{Snapshot: d.Snapshot, Since: d.Since, Added: len(d.Added), Removed: len(d.Removed), Changed: len(d.Changed), Complete: d.Complete}
}

// lastSnapshot is the word for "this agent's last snapshot of the tab".
const lastSnapshot = "last"

func (s *server) since(ctx context.Context, c *call, in snapshotIn) (*answer, error) {
	params := protocol.DiffParams{Tab: string(in.Tab), Since: in.Since, Budget: lessFence(in.Budget)}
	if params.Since == lastSnapshot {
		params.Since = ""
	}
	result, err := request[protocol.DiffResult](ctx, c, in.Browser, protocol.DoorDiff, params)
	if err != nil {
		return nil, err
	}
	return &answer{Lead: warningLines(result.Warnings), Page: result.Text, Facts: diffFactsOf(&result)}, nil
}

// readFacts say what was read, without its words.
type readFacts struct {
	Ref       string `json:"ref"`
	Role      string `json:"role"`
	Truncated bool   `json:"truncated"`
	Secret    bool   `json:"secret,omitempty"`
	Options   int    `json:"options,omitempty"`
}

func (s *server) read(ctx context.Context, c *call, in snapshotIn) (*answer, error) {
	params := protocol.ReadParams{Tab: string(in.Tab), Ref: in.Read, Budget: lessFence(in.Budget)}
	r, err := request[protocol.ReadResult](ctx, c, in.Browser, protocol.DoorRead, params)
	if err != nil {
		return nil, err
	}
	facts := &readFacts{Ref: r.Ref, Role: r.Role, Truncated: r.Truncated, Secret: r.Secret, Options: len(r.Options)}
	return &answer{Lead: warningLines(r.Warnings), Page: readText(&r), Facts: facts}, nil
}

func readText(r *protocol.ReadResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s\n", r.Ref, r.Role, quote(r.Name))
	switch {
	case r.Secret:
		b.WriteString("value: hidden\n")
	case r.Value != nil:
		fmt.Fprintf(&b, "value: %s\n", quote(*r.Value))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Attributes)) {
		fmt.Fprintf(&b, "%s: %s\n", name, quote(r.Attributes[name]))
	}
	for _, o := range r.Options {
		fmt.Fprintf(&b, "  %s: %s%s\n", quote(o.Value), quote(o.Label), optionState(o))
	}
	if r.Text != "" {
		b.WriteString("text:\n" + r.Text + "\n")
	}
	return b.String()
}

func optionState(o protocol.Option) string {
	switch {
	case o.Selected && o.Disabled:
		return " selected disabled"
	case o.Selected:
		return " selected"
	case o.Disabled:
		return " disabled"
	}
	return ""
}

// findFacts say how many matches there are and what was searched.
type findFacts struct {
	Snapshot string            `json:"snapshot"`
	Matches  int               `json:"matches"`
	Total    int               `json:"total"`
	Refs     []string          `json:"refs"`
	Searched protocol.Searched `json:"searched"`
}

func (s *server) find(ctx context.Context, c *call, in findIn) (*answer, error) {
	params := protocol.FindParams{Tab: string(in.Tab), Text: in.Text, Regex: in.Regex, Role: in.Role, Fresh: in.Fresh, Budget: lessFence(in.Budget)}
	r, err := request[protocol.FindResult](ctx, c, in.Browser, protocol.DoorFind, params)
	if err != nil {
		return nil, err
	}
	facts := &findFacts{Snapshot: r.Snapshot, Matches: len(r.Matches), Total: r.Total, Refs: []string{}, Searched: r.Searched}
	for _, m := range r.Matches {
		if m.Ref != "" {
			facts.Refs = append(facts.Refs, m.Ref)
		}
	}
	return &answer{Lead: warningLines(r.Warnings), Page: r.Text, Facts: facts}, nil
}

// screenshot answers the picture itself.
func (s *server) screenshot(ctx context.Context, c *call, in screenshotIn) (*answer, error) {
	params := protocol.ScreenshotParams{Tab: string(in.Tab), Ref: in.Ref, FullPage: in.FullPage, Marks: in.Marks}
	r, err := request[protocol.ScreenshotResult](ctx, c, in.Browser, protocol.DoorScreenshot, params)
	if err != nil {
		return nil, err
	}
	image, err := pictureOf(&r)
	if err != nil {
		return nil, err
	}
	return &answer{
		Lead:  fmt.Sprintf("%sscreenshot %d×%d", warningLines(r.Warnings), r.Width, r.Height),
		Facts: &sizeFacts{Width: r.Width, Height: r.Height},
		More:  []sdk.Content{image},
	}, nil
}

// sizeFacts are a picture's size in pixels.
type sizeFacts struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

// warningLines are the warnings, one a line, each said to be one.
func warningLines(warnings []string) string {
	var b strings.Builder
	for _, w := range warnings {
		b.WriteString("warning: " + inMCP(w) + "\n")
	}
	return b.String()
}
