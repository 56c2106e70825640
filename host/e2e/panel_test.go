package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"candid/build/devtools"
	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// The popup and the side panel, driven as the person drives them. They act on
// the whole browser, so that none of these tests is parallel.

const personPage = `<!doctype html><title>Till</title><main><h1>Till</h1>
<button onclick="out.textContent = ++n">Count</button> <output id=out>0</output>
<label>Note <input value=tea></label><p>Some words.</p></main><script>var n = 0</script>`

// patience is how long the person waits for a page of ours.
const patience = 10 * time.Second

// look opens one of the extension's own pages for a tab.
func look(t *testing.T, page, tab string) *devtools.Session {
	t.Helper()
	ctx := context.Background()
	url := protocol.ExtensionOrigin + page + ".html#tab=" + tab
	if err := shared.NewTab(ctx, url); err != nil {
		t.Fatal(err)
	}
	session, err := shared.Judge(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := shared.CDP.CloseTarget(ctx, session.Target); err != nil {
			t.Logf("closing %s: %v", page, err)
		}
	})
	poll(t, session, `document.querySelector("#connection").textContent === "Connected" && document.querySelector("#title").textContent !== ""`)
	return session
}

func poll(t *testing.T, s *devtools.Session, condition string) {
	t.Helper()
	if err := s.Poll(condition, patience); err != nil {
		var shown string
		why := s.Eval("document.body.innerText", &shown)
		t.Fatalf("%v\non the page: %s (%v)", err, shown, why)
	}
}

func clickIn(t *testing.T, s *devtools.Session, selector string) {
	t.Helper()
	if err := s.Eval(fmt.Sprintf(`document.querySelector(%q).click()`, selector), nil); err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, a rig.Answer, code protocol.Code) {
	t.Helper()
	if a.OK || a.Error.Code != code {
		t.Fatalf("got %s, want the error %s", a, code)
	}
}

// awaitCode runs a command until it is answered as wanted; "" is a command that
// is done. The host hears from the worker that the person has paused or resumed,
// a moment after they did.
func awaitCode(t *testing.T, page *rig.Page, code protocol.Code, args ...string) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		_, a := page.Do(args...)
		if a.OK && code == "" || !a.OK && a.Error.Code == code {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("got %s, want code %q", a, code)
		}
	}
}

func TestPopupShares(t *testing.T) {
	page := open(t, shared.Site.Show(t, strings.Replace(personPage, "<title>Till", "<title>Hidden Till", 1)))
	popup := look(t, "popup", page.Tab)
	before, a := rig.Call[protocol.TabsResult](page.Agent, "tabs")
	if !a.OK {
		t.Fatal(a)
	}
	clickIn(t, popup, "#tab")
	poll(t, popup, `document.querySelector("#tab").ariaChecked === "false"`)
	_, a = page.Snapshot()
	wantError(t, a, protocol.CodeTabPrivate)
	after, a := rig.Call[protocol.TabsResult](page.Agent, "tabs")
	if after.Private != before.Private+1 || strings.Contains(a.Stdout, page.URL) || strings.Contains(a.Stdout, "Hidden Till") {
		t.Errorf("the private tab is told of, or not counted: %s", a)
	}
	clickIn(t, popup, "#tab")
	poll(t, popup, `document.querySelector("#tab").ariaChecked === "true"`)
	if _, a = page.Snapshot(); !a.OK {
		t.Errorf("shared again: %s", a)
	}
}

func TestPopupUnsharesInTheMiddle(t *testing.T) {
	page := open(t, shared.Site.Show(t, personPage))
	popup := look(t, "popup", page.Tab)
	ended := make(chan rig.Answer, 1)
	go func() {
		ended <- page.Agent.Run("wait", "--text", "never there", "--timeout", "20s", "--tab", page.Tab)
	}()
	time.Sleep(500 * time.Millisecond) // the wait must be under way
	clickIn(t, popup, "#tab")
	if a := <-ended; a.OK || a.Error.Code != protocol.CodeTabPrivate || a.Took > patience {
		t.Errorf("got %s, want the error tab_private at once", a)
	}
	clickIn(t, popup, "#tab")
}

func TestPopupPausesInTheMiddleOfABatch(t *testing.T) {
	page := open(t, shared.Site.Show(t, personPage))
	popup := look(t, "popup", page.Tab)
	var steps strings.Builder
	for range 20 {
		steps.WriteString(`{"do":"click","ref":"button"}` + "\n")
	}
	ended := make(chan rig.Answer, 1)
	go func() {
		ended <- page.Agent.Plain(context.Background(), steps.String(), "batch", "--json", "--tab", page.Tab)
	}()
	if err := page.Eval(`document.querySelector("button").addEventListener("click", () => globalThis.last = Date.now())`, nil); err != nil {
		t.Fatal(err)
	}
	poll(t, page.Session, `globalThis.last !== undefined`)
	var pressed, last int64
	if err := popup.Eval(`(document.querySelector("#pause").click(), Date.now())`, &pressed); err != nil {
		t.Fatal(err)
	}
	poll(t, popup, `document.querySelector("#pause").textContent === "Resume agents"`)
	var answered int
	if err := page.Eval("n", &answered); err != nil {
		t.Fatal(err)
	}
	batch := <-ended
	if !strings.Contains(batch.Stdout, `"paused"`) {
		t.Errorf("the batch ended without saying so: %s", batch)
	}
	var stopped, later int
	if err := page.Eval("n", &stopped); err != nil {
		t.Fatal(err)
	}
	if stopped != answered {
		t.Errorf("%d clicks came after the answer to the pause", stopped-answered)
	}
	if err := page.Eval("last", &last); err != nil {
		t.Fatal(err)
	}
	// A figure and no test: on a busy machine the popup's own word takes longer.
	t.Logf("the last click came %d ms after the button was pressed", last-pressed)
	_, a := page.Snapshot()
	wantError(t, a, protocol.CodePaused)
	if err := page.Eval("n", &later); err != nil || later != stopped || stopped >= 20 {
		t.Errorf("clicks after the pause: %d, then %d of 20 (%v)", stopped, later, err)
	}
	clickIn(t, popup, "#pause")
	poll(t, popup, `document.querySelector("#pause").textContent === "Pause all agents"`)
	awaitCode(t, page, "", "snapshot")
}

func TestPopupAnswers(t *testing.T) {
	page := open(t, shared.Site.Show(t, personPage))
	popup := look(t, "popup", page.Tab)
	for _, answer := range []struct {
		button  string
		granted bool
	}{{".question .main", true}, {".question button:not(.main)", false}} {
		ended := make(chan rig.Answer, 1)
		go func() {
			ended <- page.Agent.Run("handoff", "solve <b>the</b> captcha", "--tab", page.Tab, "--timeout", "20s")
		}()
		poll(t, popup, `document.querySelector(".question")?.textContent.includes("solve <b>the</b> captcha")`)
		clickIn(t, popup, answer.button)
		a := <-ended
		var reply protocol.HandoffResult
		granted := a.OK && json.Unmarshal(a.Result, &reply) == nil && reply.Granted
		if granted != answer.granted {
			t.Errorf("after %s: %s", answer.button, a)
		}
		poll(t, popup, `document.querySelector(".question") === null`)
	}
}

// What the panel shows is what the agent gets, to the letter, in every view.
func TestPanelShowsWhatAgentsGet(t *testing.T) {
	page := open(t, shared.Site.Show(t, personPage+strings.Repeat("<p>More and more words to read.</p><a href=#x>Go on</a>", 200)))
	panel := look(t, "panel", page.Tab)
	clickIn(t, panel, "#live") // what follows must not change under the test
	for _, setting := range [][3]string{{"outline", "", ""}, {"controls", "", ""}, {"content", "compact", ""}, {"page", "full", ""}, {"outline", "", "500"}} {
		args := []string{"--view", setting[0]}
		if setting[1] != "" {
			args = append(args, "--preset", setting[1])
		}
		if setting[2] != "" {
			args = append(args, "--budget", setting[2])
		}
		set := fmt.Sprintf(`view.value = %q; preset.value = %q; budget.value = %q; refresh.click()`, setting[0], setting[1], setting[2])
		if err := panel.Eval(set, nil); err != nil {
			t.Fatal(err)
		}
		taken, a := page.Snapshot(args...)
		if !a.OK {
			t.Fatal(a)
		}
		want := withoutCursors(taken.Text)
		if err := panel.Poll(fmt.Sprintf(`(%s)(document.querySelector("#text").textContent) === %s`, jsWithoutCursors, quoteJS(want)), patience); err != nil {
			var shown string
			if err := panel.Eval(`document.querySelector("#text").textContent`, &shown); err != nil {
				t.Fatal(err)
			}
			t.Errorf("with %v the panel shows\n%s\nand the agent got\n%s", setting, shown, taken.Text)
		}
	}
}

// A cursor names the snapshot that it goes on from; two snapshots of the same
// page have two.
const jsWithoutCursors = `(text) => text.replace(/more [a-z0-9]+\./g, "more .")`

var cursorName = regexp.MustCompile(`more [a-z0-9]+\.`)

func withoutCursors(text string) string { return cursorName.ReplaceAllString(text, "more .") }

func quoteJS(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always has a JSON form
	}
	return string(quoted)
}

func TestPanelHighlightsAndPicks(t *testing.T) {
	page := open(t, shared.Site.Show(t, personPage))
	panel := look(t, "panel", page.Tab)
	poll(t, panel, `document.querySelectorAll("#text .has-ref").length > 0`)
	hover := `[...document.querySelectorAll("#text .has-ref")].find((line) => line.textContent.includes("Count")).dispatchEvent(new MouseEvent("mousemove", {bubbles: true}))`
	if err := panel.Eval(hover, nil); err != nil {
		t.Fatal(err)
	}
	poll(t, page.Session, `document.querySelector("html > [popover]") !== null`)
	during, a := page.Snapshot()
	if !a.OK || strings.Count(during.Text, "Count") != 1 {
		t.Errorf("the outline is in the snapshot: %s", a)
	}
	if err := panel.Eval(`document.querySelector("#text").dispatchEvent(new MouseEvent("mouseleave"))`, nil); err != nil {
		t.Fatal(err)
	}
	poll(t, page.Session, `document.querySelector("html > [popover]") === null`)

	clickIn(t, panel, "#pick")
	poll(t, panel, `document.querySelector("#pick").ariaPressed === "true"`)
	// The page learns that the person may point a moment after the button is pressed.
	picked := `document.querySelector("#text .current")?.textContent.includes("Note")`
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		clickIn(t, page.Session, "input")
		if met, err := panel.True(picked); met {
			break
		} else if time.Now().After(end) {
			t.Fatalf("the line of what was picked is not found (%v)", err)
		}
	}
}

// TestPanelWhilePaused: a pause is what the person wanted, and no error.
func TestPanelWhilePaused(t *testing.T) {
	page := open(t, shared.Site.Show(t, personPage))
	panel := look(t, "panel", page.Tab)
	poll(t, panel, `document.querySelectorAll("#text .has-ref").length > 0`)
	clickIn(t, panel, "#pause")
	poll(t, panel, `document.querySelector("#verdict").textContent.startsWith("Agents are paused")`)
	for _, calm := range []string{
		`document.querySelector("#verdict").className === "verdict"`, `document.querySelector("#text").childElementCount === 0`,
		`document.querySelector("#connection").textContent === "Paused"`, `document.querySelector("#pause").textContent === "Resume agents"`,
	} {
		if met, err := panel.True(calm); !met {
			t.Errorf("not so: %s (%v)", calm, err)
		}
	}
	clickIn(t, panel, "#pause")
	poll(t, panel, `document.querySelectorAll("#text .has-ref").length > 0 && document.querySelector("#connection").textContent === "Connected"`)
}

// TestPauseByCommand: what works in a terminal shows in the popup, stops a
// batch in the middle, and only the person takes it back.
func TestPauseByCommand(t *testing.T) {
	page := open(t, shared.Site.Show(t, outlinePage))
	popup := look(t, "popup", page.Tab)
	end := acting(page)
	poll(t, page.Session, `n > 0`)
	if a := shared.Agent("terminal", t.TempDir()).Run("pause"); !a.OK {
		t.Fatal(a)
	}
	var answered, stopped int
	if err := page.Eval("n", &answered); err != nil {
		t.Fatal(err)
	}
	if batch := end(); !strings.Contains(batch.Stdout, `"paused"`) {
		t.Errorf("the batch ended without saying so: %s", batch)
	}
	if err := page.Eval("n", &stopped); err != nil || stopped != answered || stopped >= 20 {
		t.Errorf("%d clicks when the pause was answered, then %d of 20 (%v)", answered, stopped, err)
	}
	poll(t, popup, `document.querySelector("#pause").textContent === "Resume agents" && document.querySelector("#connection").textContent === "Paused"`)
	wantError(t, shared.Agent("terminal", t.TempDir()).Run("resume"), protocol.CodeForbidden)
	clickIn(t, popup, "#pause")
	poll(t, popup, `document.querySelector("#connection").textContent === "Connected"`)
	awaitCode(t, page, "", "snapshot")
}
