package e2e

import (
	"fmt"
	"strings"
	"testing"

	"candid/host/protocol"
)

// pressPage has one button, which says how it was pressed.
const pressPage = `<title>waiting</title><button id="go" onclick="document.title = 'pressed ' + event.isTrusted">Go</button>`

// TestDebuggerBlocked has Chrome refuse the debugger, as it does where another
// one or a policy is in the way. The error says so and offers to act without
// it; that works.
func TestDebuggerBlocked(t *testing.T) {
	for _, why := range []string{"Another debugger is already attached to the tab with id: 1.", "Cannot attach to this target."} {
		page := open(t, shared.Site.Show(t, pressPage))
		refuse := fmt.Sprintf("(self.attachOfTest ??= chrome.debugger.attach, chrome.debugger.attach = () => Promise.reject(new Error(%q)), 1)", why)
		if err := shared.InWorker(t.Context(), refuse, nil); err != nil {
			t.Fatal(err)
		}
		_, a := page.Do("click", "#go")
		_, dom := page.Do("click", "#go", "--input", "dom")
		if err := shared.InWorker(t.Context(), "(chrome.debugger.attach = self.attachOfTest, 1)", nil); err != nil {
			t.Fatal(err)
		}
		if a.OK || a.Error.Code != protocol.CodeDebuggerBlocked || !strings.Contains(a.Error.Hint, "--input dom") {
			t.Errorf("%s: got %s, want %s and the way around it", why, a, protocol.CodeDebuggerBlocked)
		}
		if met, fault := page.True("document.title === 'pressed false'"); !dom.OK || !met {
			t.Errorf("%s: without the debugger: %s (%v)", why, dom, fault)
		}
		if _, a := page.Do("click", "#go"); !a.OK {
			t.Errorf("%s: it is out of the way, and the click is still refused: %s", why, a)
		}
	}
}

// TestCancelOnTheBar does what Chrome does when the person presses Cancel on the
// debugging bar: it detaches every tab and names the reason. These tabs are
// paused until the person resumes; others are not.
func TestCancelOnTheBar(t *testing.T) {
	page, other := open(t, shared.Site.Show(t, pressPage)), open(t, shared.Site.Show(t, pressPage))
	if _, a := page.Do("click", "#go"); !a.OK {
		t.Fatal(a)
	}
	cancel := fmt.Sprintf("chrome.debugger.detach({tabId: %[1]s}).then(() => { chrome.debugger.onDetach.dispatch({tabId: %[1]s}, 'canceled_by_user'); return 1; })", page.Tab)
	if err := shared.InWorker(t.Context(), cancel, nil); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"click", "#go"}, {"click", "#go", "--input", "dom"}, {"snapshot"}} {
		if _, a := page.Do(args...); a.OK || a.Error.Code != protocol.CodePaused {
			t.Errorf("%v after Cancel: got %s, want %s", args, a, protocol.CodePaused)
		}
	}
	if _, a := other.Do("click", "#go"); !a.OK {
		t.Errorf("another tab was paused too: %s", a)
	}
	// The shortcut pauses all, then resumes all: these tabs too.
	for range 2 {
		if err := shared.InWorker(t.Context(), "(chrome.commands.onCommand.dispatch('pause'), 1)", nil); err != nil {
			t.Fatal(err)
		}
	}
	awaitCode(t, page, "", "click", "#go")
}
