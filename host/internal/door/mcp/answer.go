package mcp

import (
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"candid/host/protocol"
)

// answer is what a tool found, before it is put into the shape of a result.
// Lead and Tail are Candid's own words; Page is text that a page had a part
// in, and is fenced.
type answer struct {
	Lead, Page, Tail string
	Origin           string
	Facts            any // one of the …Facts structs, or nil
	More             []sdk.Content
}

// factsKey is where facts travel to clients that would show them instead of
// the text.
const factsKey = "dev.candid/facts"

// result makes a tool result: the text once, the facts beside it.
func (c *call) result(a *answer) *sdk.CallToolResult {
	var parts []string
	if a.Lead != "" {
		parts = append(parts, strings.TrimRight(a.Lead, "\n"))
	}
	if a.Page != "" {
		parts = append(parts, fence(c.nonce(), a.Origin, a.Page))
	}
	if a.Tail != "" {
		parts = append(parts, strings.TrimRight(a.Tail, "\n"))
	}
	out := &sdk.CallToolResult{}
	if text := strings.Join(parts, "\n"); text != "" {
		out.Content = append(out.Content, &sdk.TextContent{Text: text})
	}
	out.Content = append(out.Content, a.More...)
	c.attach(out, a.Facts)
	return out
}

func (c *call) attach(out *sdk.CallToolResult, facts any) {
	switch {
	case facts == nil:
	case prefersText(c.request):
		out.Meta = sdk.Meta{factsKey: facts}
	default:
		out.StructuredContent = facts
	}
}

// Ceilings of an error's parts, in bytes. Some clients cut a failed tool's
// answer near 11,000 characters in the middle; text and facts together stay
// well below it, and what is cut says so.
const (
	maxWords      = 4000 // the fenced part: quoting may lengthen what it holds
	maxMessage    = 3000
	maxHint       = 1000
	maxCandidates = 10
	maxLabel      = 120
)

// errorFacts is structuredContent of a failed call.
type errorFacts struct {
	Error protocol.Error `json:"error"`
}

// failure makes the tool result of an error.
func (c *call) failure(err error) *sdk.CallToolResult {
	e := bounded(err)
	out := &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: c.errorText(e, ranBefore(err))}}}
	c.attach(out, errorFacts{e})
	return out
}

// bounded is the error in MCP's words, each part under its ceiling.
func bounded(err error) protocol.Error {
	known := protocol.AsError(err, protocol.HintDefect)
	e := *known
	e.Message = clip(inMCP(e.Message), maxMessage)
	e.Hint = clip(inMCP(hintFor(e)), maxHint)
	e.Refs = nil
	for i, candidate := range known.Refs {
		if i == maxCandidates {
			break
		}
		candidate.Label = clip(candidate.Label, maxLabel)
		e.Refs = append(e.Refs, candidate)
	}
	if e.Dialog != nil {
		e.Dialog = &protocol.Dialog{Type: e.Dialog.Type, Message: clip(e.Dialog.Message, maxHint)}
	}
	e.Steps = nil // in the text, one line each
	return e
}

// ownWords are the codes whose messages hold nothing of a page. Every other
// message may quote a name or a text, so it is fenced.
var ownWords = map[protocol.Code]bool{
	protocol.CodeUsage: true, protocol.CodeNoBrowser: true, protocol.CodeAmbiguousBrowser: true,
	protocol.CodeBrowserGone: true, protocol.CodeReconnecting: true, protocol.CodeVersionMismatch: true,
	protocol.CodeTimeout: true, protocol.CodeCancelled: true, protocol.CodeBusy: true,
	protocol.CodeTabPrivate: true, protocol.CodeNoTab: true, protocol.CodeTabNotFound: true,
	protocol.CodePaused: true, protocol.CodeNoDialog: true, protocol.CodeBadCursor: true,
	protocol.CodeSnapshotGone: true, protocol.CodeUnauthorized: true, protocol.CodeForbidden: true,
	protocol.CodeHandoffRefused: true, protocol.CodeBadURL: true, protocol.CodeSchemeBlocked: true,
	protocol.CodeUploadDenied: true, protocol.CodeFileNotFound: true, protocol.CodeWaitTimeout: true,
	protocol.CodeUnknownRef: true, protocol.CodeTooLarge: true, protocol.CodeNotSupported: true,
}

// errorText is what the model reads: the steps that ran, the code, the
// message, the hint.
func (c *call) errorText(e protocol.Error, ran string) string {
	var page strings.Builder
	if !ownWords[e.Code] {
		page.WriteString(e.Message + "\n")
	}
	if e.Dialog != nil {
		page.WriteString(e.Dialog.Type + " dialog: " + quote(e.Dialog.Message) + "\n")
	}
	for _, candidate := range e.Refs {
		page.WriteString(strings.TrimSpace(candidate.Ref+candidate.Tab+" "+quote(candidate.Label)) + "\n")
	}
	text := ran + "error " + string(e.Code)
	if ownWords[e.Code] {
		text += ": " + e.Message
	}
	if page.Len() > 0 {
		text += "\n" + fence(c.nonce(), "", clip(page.String(), maxWords))
	}
	if e.Hint != "" {
		text += "\nhint: " + e.Hint
	}
	return text
}

// ranBefore tells which steps of a batch ran before the one that failed, and
// which that was; "" for anything but a batch.
func ranBefore(err error) string {
	var known *protocol.Error
	if !errors.As(err, &known) || known.Failed == 0 {
		return ""
	}
	var b strings.Builder
	for i := range known.Steps {
		b.WriteString(stepLine(i+1, &known.Steps[i]))
	}
	fmt.Fprintf(&b, "%d. failed; later steps did not run\n", known.Failed)
	return b.String()
}

// hintFor is the error's own hint, or what to do when there is none and the
// agent cannot know.
func hintFor(e protocol.Error) string {
	switch {
	case e.Hint != "":
		return e.Hint
	case e.Code == protocol.CodeNoBrowser:
		return "ask the person to start Chrome with the Candid extension, or to run `candid browser start`; `candid doctor` finds what is missing"
	case e.Code == protocol.CodeDialogOpen:
		return "answer it with browser_handle_dialog"
	}
	return ""
}

// clip cuts text at a ceiling of bytes, at a rune, and says so.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "… (cut)"
}
