package bridge

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// acting is a bridge to a tab with a text field and a button, @e1 and @e2, and
// a policy of these lines; the worker answers act with reply.
func acting(t *testing.T, policy string, reply protocol.ActReply) (*Bridge, *plainLink) {
	t.Helper()
	_, link := viewing(t, pageOf("3k\t1\ttextbox\tinput\t\tN\tTitle", "3k\t2\tbutton\tbutton\t\tN\tSave"))
	link.set(protocol.MethodAct, always(reply))
	home := t.TempDir()
	if policy != "" {
		if err := os.WriteFile(filepath.Join(home, store.PolicyFile), []byte(policy), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b := New(Options{Link: link, Build: "b1", Policy: store.OpenPolicy(home)})
	if _, err := call[protocol.SnapshotResult](t, b, protocol.DoorSnapshot, protocol.SnapshotParams{}); err != nil {
		t.Fatal(err)
	}
	return b, link
}

// lastCall decodes the parameters of the last call of a method.
func lastCall[P any](t *testing.T, link *plainLink, method string) P {
	t.Helper()
	calls := link.called(method)
	if len(calls) == 0 {
		t.Fatalf("%s was not called", method)
	}
	var params P
	if err := json.Unmarshal([]byte(strings.TrimPrefix(calls[len(calls)-1], method+" ")), &params); err != nil {
		t.Fatal(err)
	}
	return params
}

func TestAct(t *testing.T) {
	value, token := "Tea", strings.Repeat("0123456789abcdef", 3)
	b, link := acting(t, "", protocol.ActReply{Value: &value, Fallback: "dom_click", Settled: true,
		Scroll: &protocol.ScrollResult{X: 1, Y: 2, Moved: true}, Navigated: "https://shop.example/next?token=" + token,
		Opened: []protocol.OpenedTab{{Tab: "8", URL: "https://other.example/"}}, Downloads: []protocol.Download{{File: "a.pdf", State: "complete"}}})
	result, err := call[protocol.ActResult](t, b, protocol.DoorAct, protocol.ActParams{Step: protocol.Step{Do: "fill", Ref: "@e1", Value: protocol.Values{"tea"}}, Diff: true})
	if err != nil {
		t.Fatal(err)
	}
	asked := lastCall[protocol.ActCall](t, link, protocol.MethodAct)
	if asked.Place == nil || asked.Place.Key != 1 || asked.Place.Nonce != "n1" || asked.Place.Expect == nil || asked.Place.Expect.Name != "Title" || asked.Input != inputTrusted || asked.Quiet == 0 {
		t.Errorf("the worker was asked %+v, expecting %+v", asked, asked.Place)
	}
	if result.Action != "fill" || result.Tab != "7" || result.Ref != "@e1" || *result.Value != "Tea" || result.Fallback != "dom_click" || !result.Scrolled || *result.Y != 2 || len(result.Opened) != 1 || len(result.Downloads) != 1 {
		t.Errorf("got %+v", result)
	}
	if strings.Contains(result.Navigated, token) || !strings.HasPrefix(result.Navigated, "https://shop.example/next") {
		t.Errorf("navigated to %s, want it without the token", result.Navigated)
	}
	if result.Diff == nil {
		t.Error("no difference was told")
	}
	secret, err := call[protocol.ActResult](t, b, protocol.DoorAct, protocol.ActParams{Input: inputDOM, Step: protocol.Step{Do: "fill", Ref: "e1", Value: protocol.Values{"x"}, Secret: true}})
	if err != nil || secret.Value != nil || lastCall[protocol.ActCall](t, link, protocol.MethodAct).Input != inputDOM {
		t.Errorf("a secret's value came back: %v, %v", secret.Value, err)
	}
}

func TestActSaysWhatItCannotKnow(t *testing.T) {
	rebound := protocol.Place{Frame: 0, Nonce: "n1", Key: 2}
	b, _ := acting(t, "", protocol.ActReply{Unsure: true, Rebound: &rebound, Opened: []protocol.OpenedTab{}, Downloads: []protocol.Download{}})
	result, err := call[protocol.ActResult](t, b, protocol.DoorAct, protocol.ActParams{Step: protocol.Step{Do: "click", Ref: "@e1"}})
	if err != nil || result.Rebound == "" || len(result.Warnings) != 1 || !strings.Contains(result.Warnings[0], "before you repeat it") {
		t.Errorf("got %+v, %v", result, err)
	}
}

func TestActRefuses(t *testing.T) {
	b, link := acting(t, "", protocol.ActReply{})
	for _, test := range []struct {
		name string
		step protocol.Step
		want protocol.Code
	}{
		{"an unknown verb", protocol.Step{Do: "evaluate"}, protocol.CodeUsage},
		{"a ref that was never printed", protocol.Step{Do: "click", Ref: "@e900"}, protocol.CodeUnknownRef},
		{"a drag to nowhere", protocol.Step{Do: "drag", Ref: "@e1", To: "@e900"}, protocol.CodeUnknownRef},
		{"a file that is not there", protocol.Step{Do: "upload", Ref: "@e1", Value: protocol.Values{"none.txt"}}, protocol.CodeFileNotFound},
		{"an address that is none", protocol.Step{Do: "navigate", URL: "javascript:1"}, protocol.CodeSchemeBlocked},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := call[protocol.ActResult](t, b, protocol.DoorAct, protocol.ActParams{Step: test.step}); err == nil || err.Code != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
	if calls := link.called(protocol.MethodAct); len(calls) > 0 {
		t.Errorf("the worker was asked to act: %q", calls)
	}
}

// The policy is asked for every document that an act touches and a picture
// shows, and where a link led.
func TestPolicyOfActs(t *testing.T) {
	b, link := acting(t, "[read]\ndeny = [\"secret.example\"]\n[act]\ndeny = [\"bank.example\"]\n",
		protocol.ActReply{Navigated: "https://secret.example/account", Opened: []protocol.OpenedTab{{Tab: "8", URL: "https://secret.example/x"}}, Downloads: []protocol.Download{}})
	click := protocol.ActParams{Step: protocol.Step{Do: "click", Ref: "@e2"}}
	link.set(protocol.MethodWhere, always(protocol.WhereReply{URLs: []string{"https://shop.example/", "https://bank.example/frame"}}))
	if _, err := call[protocol.ActResult](t, b, protocol.DoorAct, click); err == nil || err.Code != protocol.CodeDeniedByPolicy {
		t.Errorf("a frame of a denied site: got %v", err)
	}
	link.set(protocol.MethodWhere, always(protocol.WhereReply{URLs: []string{"https://shop.example/"}}))
	result, err := call[protocol.ActResult](t, b, protocol.DoorAct, click)
	if err != nil || result.Navigated != "secret.example" || len(result.Warnings) == 0 || result.Opened[0].URL != "" {
		t.Errorf("a link to a site that may not be read: %+v, %v", result, err)
	}
	link.set(protocol.MethodScreenshot, always(protocol.ScreenshotReply{Data: "png", Width: 1, Height: 1}))
	link.set(protocol.MethodWhere, always(protocol.WhereReply{URLs: []string{"https://secret.example/"}}))
	if _, err := call[protocol.ScreenshotResult](t, b, protocol.DoorScreenshot, protocol.ScreenshotParams{Tab: "9"}); err == nil || err.Code != protocol.CodeDeniedByPolicy {
		t.Errorf("a picture of a denied frame: got %v", err)
	}
}

func TestMoves(t *testing.T) {
	b, link := acting(t, "[read]\ndeny = [\"secret.example\"]\n", protocol.ActReply{})
	link.set(protocol.MethodNavigate, always(protocol.TabReply{Tab: "7", URL: "https://shop.example/next"}))
	for _, step := range []protocol.Step{{Do: "navigate", URL: "https://shop.example/next"}, {Do: "navigate", Value: protocol.Values{"https://shop.example/next"}}, {Do: "back"}, {Do: "reload"}} {
		result, err := call[protocol.ActResult](t, b, protocol.DoorAct, protocol.ActParams{Step: step})
		if err != nil || result.Action != step.Do || result.Navigated != "https://shop.example/next" || len(result.Warnings) != 1 {
			t.Errorf("%s: got %+v, %v", step.Do, result, err)
		}
	}
	link.set(protocol.MethodNavigate, always(protocol.TabReply{Tab: "7", URL: "https://secret.example/", Loaded: true}))
	if _, err := call[protocol.ActResult](t, b, protocol.DoorAct, protocol.ActParams{Step: protocol.Step{Do: "forward"}}); err == nil || err.Code != protocol.CodeDeniedByPolicy {
		t.Errorf("a redirect to a denied site: got %v", err)
	}
	for _, verb := range []string{"activate", "close"} {
		link.set(verb, always(protocol.TabReply{Tab: "7", Dialog: &protocol.Dialog{Type: "beforeunload"}}))
		result, err := call[protocol.ActResult](t, b, protocol.DoorAct, protocol.ActParams{Step: protocol.Step{Do: verb}})
		if err != nil || result.Dialog == nil {
			t.Errorf("%s: got %+v, %v", verb, result, err)
		}
	}
	link.set(protocol.MethodDialog, always(protocol.TabReply{Tab: "7"}))
	result, err := call[protocol.ActResult](t, b, protocol.DoorAct, protocol.ActParams{Step: protocol.Step{Do: "dialog", Value: protocol.Values{"accept"}, Text: "Ann"}})
	if asked := lastCall[protocol.DialogCall](t, link, protocol.MethodDialog); err != nil || !asked.Accept || asked.Text != "Ann" || result.Action != "dialog" {
		t.Errorf("dialog: asked %+v, got %+v, %v", asked, result, err)
	}
}
