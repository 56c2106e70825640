package check

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"candid/host/protocol"
)

// item is a thing on a page and whether a snapshot has it.
type item struct {
	rule string
	html string
	text string // what the answer has, or must not have
	kept bool
}

// exclusions are what never is a line, each beside a neighbour that is, so
// that an empty answer cannot pass for a right one.
func exclusions() []Probe { return itemProbes(excluded()) }

func excluded() []item {
	return []item{
		{rule: "no line: an option of a native select", html: `<select aria-label=Choice><option>OptionWord</option><option>Other</option></select>`, text: `option "OptionWord"`},
		{rule: "no line: input type=hidden", html: `<input type=hidden name=HiddenWord aria-label=HiddenWord value=HiddenWord>`, text: "HiddenWord"},
		{rule: "no line: display:none", html: `<button style="display:none">GoneWord</button>`, text: "GoneWord"},
		{rule: "no line: visibility:hidden", html: `<button style="visibility:hidden">GoneWord</button>`, text: "GoneWord"},
		{rule: "no line: the attribute hidden", html: `<button hidden>GoneWord</button>`, text: "GoneWord"},
		{rule: "no line: a control under inert", html: `<div inert><button>InertWord</button></div>`, text: `button "InertWord"`},
		{rule: "no line: a control under aria-hidden", html: `<div aria-hidden=true><button>CoverWord</button></div>`, text: `button "CoverWord"`},
		{rule: "no line: a control behind an open modal", html: `<button>BehindWord</button><dialog id=d><button>FrontWord</button></dialog><script>d.showModal()</script>`, text: `button "BehindWord"`},
		{rule: "no line: tabindex=-1 alone", html: `<div tabindex=-1>PlainWord</div>`, text: `clickable "PlainWord"`},
		{rule: "no line: the value of a password", html: `<input type=password aria-label=Pass value=SecretWord>`, text: "SecretWord"},
		{rule: "no line: the value of a one-time code", html: `<input name=otp aria-label=Code value=SecretWord>`, text: "SecretWord"},
		{rule: "no line: a private-use glyph", html: "<p>Icon \ue5cd</p>", text: "\ue5cd"},
	}
}

// inclusions are what looks like the above and stays.
func inclusions() []Probe { return itemProbes(included()) }

func included() []item {
	return []item{
		{rule: "a line: hidden, overridden by the page's style", html: `<style>#o[hidden]{display:inline-block}</style><button id=o hidden>ShownWord</button>`, text: `button "ShownWord"`, kept: true},
		{rule: "a line: a control of opacity 0", html: `<button style="opacity:0">FaintWord</button>`, text: `button "FaintWord"`, kept: true},
		{rule: "a line: a disabled control", html: `<button disabled>DisabledWord</button>`, text: `button "DisabledWord"`, kept: true},
		{rule: "a line: text under aria-hidden", html: `<p aria-hidden=true>QuestionWord</p>`, text: "QuestionWord", kept: true},
		{rule: "a line: a div that behaves like a button", html: `<div style="cursor:pointer">DivWord</div>`, text: `clickable "DivWord"`, kept: true},
		{rule: "a line: a control in an open modal", html: `<button>BehindWord</button><dialog id=d><button>FrontWord</button></dialog><script>d.showModal()</script>`, text: `button "FrontWord"`, kept: true},
		{rule: "a line: an open shadow root", html: `<div id=h></div><script>h.attachShadow({mode:"open"}).innerHTML="<button>OpenWord</button>"</script>`, text: `button "OpenWord"`, kept: true},
		{rule: "a line: a closed shadow root", html: `<div id=h></div><script>h.attachShadow({mode:"closed"}).innerHTML="<button>ClosedWord</button>"</script>`, text: `button "ClosedWord"`, kept: true},
		{rule: "a line: a frame's control", html: `<iframe srcdoc="<button>FrameWord</button>"></iframe>`, text: `button "FrameWord"`, kept: true},
	}
}

func itemProbes(items []item) []Probe {
	var all []Probe
	for _, it := range items {
		all = append(all, Probe{Rule: it.rule, Run: it.run})
	}
	return all
}

func (it item) run(ctx context.Context, r *runner) error {
	taken, err := r.see(ctx, it.html+`<p>Neighbour</p>`)
	if err != nil {
		return err
	}
	if !strings.Contains(taken.Text, "Neighbour") && !strings.Contains(it.html, "showModal") {
		return fmt.Errorf("the neighbour is missing: %s", shorten(taken.Text))
	}
	return it.judge(taken)
}

// madeUp is the word that an item is known by.
var madeUp = regexp.MustCompile(`[A-Z][a-z]+Word`)

// judge looks for the item in an answer.
func (it item) judge(taken protocol.SnapshotResult) error {
	if strings.Contains(taken.Text, it.text) != it.kept {
		return fmt.Errorf("%q: in the answer: %v, want %v:\n%s", it.text, !it.kept, it.kept, shorten(taken.Text))
	}
	for _, c := range taken.Controls {
		if has := it.text == fmt.Sprintf("%s %q", c.Role, c.Name); has && !it.kept {
			return fmt.Errorf("%s is listed as a control: %+v", it.text, c)
		}
	}
	return nil
}

// guards are rules that keep a call from doing harm.
func guards() []Probe {
	return []Probe{
		{Rule: "guard: every operation of the page refuses another document's nonce", Run: nonces},
		{Rule: "guard: a ref of the page before is stale", Run: staleRef},
		{Rule: "guard: no address but http and https is opened", Run: schemes},
	}
}

// nonces asks the page code itself, as the worker would, with a wrong nonce.
func nonces(ctx context.Context, r *runner) (err error) {
	if _, err := r.see(ctx, `<button>Go</button>`); err != nil {
		return err
	}
	session, done, err := r.agent.worker(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	var answers map[string]bool
	if err := session.EvalIn(ctx, 0, fmt.Sprintf(askWrongly, r.tab), &answers); err != nil {
		return err
	}
	if len(answers) < 2 {
		return fmt.Errorf("the page has only %d operations that take a nonce", len(answers))
	}
	for op, stale := range answers {
		if !stale {
			return fmt.Errorf("%s acted for another document", op)
		}
	}
	return nil
}

// askWrongly calls each operation with the nonce of no document. pick, node and
// resolve hand out places and take none.
const askWrongly = `chrome.scripting.executeScript({target: {tabId: %s}, func: async () => {
	const answers = {};
	for (const [op, run] of Object.entries(candid)) {
		if (typeof run !== "function" || ["pick", "node", "resolve"].includes(op)) continue;
		const arg = {nonce: "0".repeat(24), key: 1, within: 1, index: 0, values: [], files: [], marks: [], guard: 0, on: true, timeMs: 50, quietMs: 10,
			nameChars: 80, valueChars: 80, options: 20, maxChars: 100000, chars: 1000, verb: "click", hit: "none", mode: "focus", to: "", until: "", text: "", gone: ""};
		const answer = await run(arg);
		answers[op] = answer !== null && typeof answer === "object" && answer.stale === true;
	}
	return answers;
}}).then((results) => results[0].result)`

func staleRef(ctx context.Context, r *runner) error {
	taken, err := r.see(ctx, `<button>First</button>`)
	if err != nil {
		return err
	}
	if len(taken.Controls) != 1 {
		return fmt.Errorf("%d controls, want 1", len(taken.Controls))
	}
	if _, err := r.see(ctx, `<button>Second</button>`); err != nil {
		return err
	}
	return wantCode(r.agent.run(ctx, nil, "click", taken.Controls[0].Ref, "--tab", r.tab), protocol.CodeStaleRef)
}

func schemes(ctx context.Context, r *runner) error {
	for _, url := range []string{"javascript:alert(1)", "file:///etc/hostname", "chrome://version", "view-source:http://127.0.0.1/", "data:text/html,x"} {
		if err := wantCode(r.agent.run(ctx, nil, "open", url), protocol.CodeSchemeBlocked); err != nil {
			return fmt.Errorf("open %s: %w", url, err)
		}
	}
	return nil
}
