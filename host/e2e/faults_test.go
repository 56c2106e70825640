package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// jumping makes the worker's wall clock jump by an hour at each look, back and
// ahead in turn; what it counts with has to be another clock.
const jumping = `{ const real = Date.now; let n = 0; self.realNow = real; Date.now = () => real() + (n++ %% 2 ? 1 : -1) * %d }`

// TestClockJumps: the machine's clock is set back and ahead under work. An act
// that waits for its element still gets it, and a wait in vain ends in its time.
func TestClockJumps(t *testing.T) {
	r := ownRig(t)
	page := openOn(t, r, `<!doctype html><title>0</title><button id="b" hidden>Late</button><script>
b.onclick = () => document.title = 'clicked'
const show = () => setTimeout(() => b.hidden = false, 600)</script>`)
	if err := r.InWorker(t.Context(), fmt.Sprintf(jumping, time.Hour.Milliseconds()), nil); err != nil {
		t.Fatal(err)
	}
	if err := page.Eval("show()", nil); err != nil {
		t.Fatal(err)
	}
	if _, a := page.Do("wait", "--text", "Late", "--timeout", "5s"); !a.OK {
		t.Errorf("wait: %s", a)
	}
	if _, a := page.Do("click", "#b"); !a.OK {
		t.Errorf("click: %s", a)
	}
	if err := page.Poll("document.title === 'clicked'", oracleLimit); err != nil {
		t.Error(err)
	}
	if _, a := page.Do("wait", "--text", "never there", "--timeout", "1s"); a.OK || a.Error.Code != protocol.CodeWaitTimeout || a.Took > 4*time.Second {
		t.Errorf("a wait in vain: %s, want wait_timeout after a second", a)
	}
}

// walkNow runs the page code's walk in the page itself, with a limit of no time.
const walkNow = `(() => { globalThis.chrome = {dom: {openOrClosedShadowRoot: (e) => e.shadowRoot}}; %s
  const began = performance.now()
  const result = walking.snapshot({nameChars: 100, valueChars: 100, options: 10, blocks: false, selectors: false, urls: false, hidden: false, within: 0, nonce: '', timeMs: 0, maxChars: 1e7})
  return {ok: result.ok, timedOut: result.timedOut, error: result.error ?? '', chars: result.ledger.length, ms: performance.now() - began}
})()`

// TestWalkKeepsItsTime (threat 58): a walk that has used its time up ends, and
// says so instead of passing for whole.
func TestWalkKeepsItsTime(t *testing.T) {
	t.Parallel()
	page := open(t, shared.Site.Show(t, `<!doctype html><title>Long</title><div id="d"></div><script>
d.innerHTML = Array.from({length: 20000}, (_, n) => '<p>Line ' + n + ' <button>Press ' + n + '</button></p>').join('')</script>`))
	var got struct {
		OK, TimedOut bool
		Error        string
		Chars, Ms    float64
	}
	if err := page.Eval(fmt.Sprintf(walkNow, module(t, "page/snapshot.ts", "walking")), &got); err != nil {
		t.Fatal(err)
	}
	if !got.OK || !got.TimedOut || got.Error != "" || got.Ms > 2000 {
		t.Errorf("got %+v, want a part of the page that is said to be one", got)
	}
}

// TestCrashedTab (threat 71): the page's process dies; the answer says so and
// what to do, other tabs go on, and what was said helps.
func TestCrashedTab(t *testing.T) {
	t.Parallel()
	r := ownRig(t)
	other := openOn(t, r, counterPage)
	page := openOn(t, r, `<!doctype html><title>Doomed</title><button>Here</button>`)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	_ = page.Call(ctx, "Page.crash", struct{}{}, nil) // a page that crashes does not answer
	_, a := page.Snapshot()
	if a.OK || a.Error.Code != protocol.CodeTabCrashed || a.Error.Hint == "" || a.Took > 20*time.Second {
		t.Errorf("a crashed tab: %s, want tab_crashed", a)
	}
	if _, a := page.Do("reload"); !a.OK {
		t.Errorf("reload: %s", a)
	}
	if got, a := page.Snapshot(); !a.OK || !strings.Contains(got.Text, "Here") {
		t.Errorf("after the reload: %s", a)
	}
	press(t, other, "Count")
}

// goneLimit is how soon an agent has to know that its browser is gone.
const goneLimit = time.Second

// TestWorkerStoppedUnderACall (threat 20): what is in flight when the worker is
// killed ends with an error that says so, within a second.
func TestWorkerStoppedUnderACall(t *testing.T) {
	t.Parallel()
	r := ownRig(t)
	page := openOn(t, r, counterPage)
	e := dialSocketOf(t, r.Home, "in-flight")
	params, err := json.Marshal(protocol.WaitParams{Tab: page.Tab, Text: "never there", Timeout: 30_000})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.conn.WriteJSON(protocol.Request{JSONRPC: "2.0", ID: json.RawMessage("7"), Method: protocol.DoorWait, Params: params}); err != nil {
		t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond) // the wait must be under way
	killed := time.Now()
	if err := r.StopWorker(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := e.conn.SetReadDeadline(killed.Add(patience)); err != nil {
		t.Fatal(err)
	}
	var answer protocol.Response
	if err := e.conn.ReadJSON(&answer); err != nil {
		t.Fatal(err)
	}
	if answer.Error == nil || answer.Error.Data == nil || answer.Error.Data.Code != protocol.CodeBrowserGone {
		t.Errorf("got %+v, want browser_gone", answer)
	}
	if took := time.Since(killed); took > goneLimit {
		t.Errorf("the agent was told after %v, want within %v", took, goneLimit)
	}
}

// TestActsGoOnAfterTheWorkerWasStopped (threat 20): the debugger that a stopped
// worker had attached is in nobody's way.
func TestActsGoOnAfterTheWorkerWasStopped(t *testing.T) {
	t.Parallel()
	r := ownRig(t)
	page := openOn(t, r, counterPage)
	press(t, page, "Count") // the debugger stays attached for a while
	for n := range 2 {
		if err := r.StopWorker(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := r.NewTab(t.Context(), r.Site.Show(t, `<!doctype html><title>Wakes the worker</title>`)); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(reconnectLimit); ; time.Sleep(300 * time.Millisecond) {
			if _, a := page.Snapshot(); a.OK {
				break
			} else if time.Now().After(end) {
				t.Fatalf("not back after %v: %s", reconnectLimit, a)
			}
		}
		press(t, page, "Count")
		if err := page.Poll(fmt.Sprintf("document.title === '%d'", n+2), oracleLimit); err != nil {
			t.Error(err)
		}
	}
}

// TestNothingIsDoneAfterTheAnswer: an act that was given up, or whose tab was
// unshared, ends in the page too; what it waited for does not bring it back.
func TestNothingIsDoneAfterTheAnswer(t *testing.T) {
	page := open(t, shared.Site.Show(t, `<!doctype html><title>Late</title><button id=b disabled>Go</button><textarea id=x></textarea><script>
var n = 0; b.onclick = () => n++</script>`))
	ws := dialSocket(t, t.Name())
	params, err := json.Marshal(protocol.ActParams{Tab: page.Tab, Step: protocol.Step{Do: "click", Ref: "#b"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := ws.conn.WriteJSON(protocol.Request{JSONRPC: "2.0", ID: json.RawMessage("7"), Method: protocol.DoorAct, Params: params}); err != nil {
		t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond) // the act must be waiting for its element
	if err := ws.conn.WriteJSON(protocol.Request{JSONRPC: "2.0", Method: "$/cancel", Params: json.RawMessage(`{"id":7}`)}); err != nil {
		t.Fatal(err)
	}
	var answer protocol.Response
	if err := ws.conn.ReadJSON(&answer); err != nil {
		t.Fatal(err)
	}
	if answer.Error == nil || answer.Error.Data == nil || answer.Error.Data.Code != protocol.CodeCancelled {
		t.Fatalf("got %+v %s, want cancelled", answer.Error, answer.Result)
	}
	var clicks int
	if err := page.Eval(`b.disabled = false, new Promise((done) => setTimeout(() => done(n), 2500))`, &clicks); err != nil || clicks != 0 {
		t.Errorf("%d clicks after the answer (%v)", clicks, err)
	}
	typedAfterUnsharing(t, page)
}

// typedAfterUnsharing unshares the tab while an agent types a long text in it.
func typedAfterUnsharing(t *testing.T, page *rig.Page) {
	t.Helper()
	popup := look(t, "popup", page.Tab)
	ended := make(chan rig.Answer, 1)
	go func() {
		ended <- page.Agent.Plain(context.Background(), strings.Repeat("word ", 4000), "type", "#x", "--stdin", "--tab", page.Tab, "--timeout", "30s", "--json")
	}()
	poll(t, page.Session, `x.value.length > 0`)
	clickIn(t, popup, "#tab")
	a := <-ended
	if !strings.Contains(a.Stdout, string(protocol.CodeTabPrivate)) {
		t.Errorf("typing in a tab that was unshared: %s, want tab_private", a)
	}
	var before, after int
	if err := page.Eval(`x.value.length`, &before); err != nil {
		t.Fatal(err)
	}
	if err := page.Eval(`new Promise((done) => setTimeout(() => done(x.value.length), 1500))`, &after); err != nil || after != before || after == 20000 {
		t.Errorf("%d characters when it was answered, %d later (%v)", before, after, err)
	}
	clickIn(t, popup, "#tab")
	poll(t, popup, `document.querySelector("#tab").ariaChecked === "true"`)
}
