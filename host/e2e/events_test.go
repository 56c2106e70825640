package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"candid/build/devtools"
	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// eventKinds are those that this test brings about. (tab_replaced is Chrome's
// own doing, when it shows a page that it has rendered ahead.)
var eventKinds = []protocol.EventKind{
	protocol.EventTabOpened, protocol.EventTabNavigated, protocol.EventTabClosed, protocol.EventTabShared, protocol.EventTabUnshared,
	protocol.EventDialog, protocol.EventDialogClosed, protocol.EventPaused, protocol.EventResumed, protocol.EventHandoff,
}

// TestEventsAreSent: who subscribes hears of everything that the documentation
// names, and of a private tab no address.
func TestEventsAreSent(t *testing.T) {
	target := shared.Site.Show(t, `<!doctype html><title>Target</title><p>There</p>`)
	page := open(t, shared.Site.Show(t, fmt.Sprintf(`<!doctype html><title>Source</title><a href=%q target=_blank rel=opener id=a>Open</a> <button id=d onclick="alert('hi')">Ask</button>`, target)))
	ws := dialSocket(t, t.Name())
	ws.call(t, protocol.DoorSubscribe, protocol.SubscribeParams{}, &protocol.NoParams{})
	heard := make(chan protocol.Event, 1000)
	go listenTo(ws, heard)
	popup := look(t, "popup", page.Tab)
	opened, a := page.Do("click", "#a")
	if !a.OK || len(opened.Opened) != 1 {
		t.Fatal(a)
	}
	for _, command := range [][]string{{"click", "#d"}, {"dialog", "accept"}, {"navigate", shared.Site.Show(t, `<!doctype html><title>Next</title>`)}} {
		if _, a := page.Do(command...); !a.OK {
			t.Errorf("%v: %s", command, a)
		}
	}
	page.Agent.Run("close", "--tab", opened.Opened[0].Tab)
	personActs(t, page, popup)
	missing := map[protocol.EventKind]bool{}
	for _, kind := range eventKinds {
		missing[kind] = true
	}
	for timeout := time.After(patience); len(missing) > 0; {
		select {
		case event := <-heard:
			delete(missing, event.Event)
			if event.Event == protocol.EventHandoff && (!event.Granted || event.Tab != page.Tab) {
				t.Errorf("the person granted %s: %+v", page.Tab, event)
			}
			if event.Event == protocol.EventTabUnshared && event.URL != "" {
				t.Errorf("the address of a private tab: %+v", event)
			}
		case <-timeout:
			t.Fatalf("never heard of %v", missing)
		}
	}
}

// personActs unshares and shares, answers, pauses and resumes in the popup.
func personActs(t *testing.T, page *rig.Page, popup *devtools.Session) {
	t.Helper()
	for _, checked := range []string{"false", "true"} {
		clickIn(t, popup, "#tab")
		poll(t, popup, fmt.Sprintf(`document.querySelector("#tab").ariaChecked === %q`, checked))
	}
	ended := make(chan rig.Answer, 1)
	go func() { ended <- page.Agent.Run("handoff", "please", "--tab", page.Tab, "--timeout", "20s") }()
	poll(t, popup, `document.querySelector(".question .main") !== null`)
	clickIn(t, popup, ".question .main")
	if a := <-ended; !a.OK {
		t.Error(a)
	}
	for _, says := range []string{"Resume agents", "Pause all agents"} {
		clickIn(t, popup, "#pause")
		poll(t, popup, fmt.Sprintf(`document.querySelector("#pause").textContent === %q`, says))
	}
}

// listenTo hands on events until the connection ends.
func listenTo(ws wsEntrance, heard chan<- protocol.Event) {
	for {
		_, message, err := ws.conn.ReadMessage()
		if err != nil {
			return
		}
		var event struct {
			Method string
			Params protocol.Event
		}
		if strings.Contains(string(message), `"method":"event"`) && json.Unmarshal(message, &event) == nil {
			heard <- event.Params
		}
	}
}
