package bridge

import (
	"encoding/json"
	"strings"
	"testing"

	"candid/host/protocol"
)

func TestBatch(t *testing.T) {
	b, link := acting(t, "", protocol.ActReply{Opened: []protocol.OpenedTab{}, Downloads: []protocol.Download{}})
	link.set(protocol.MethodWait, always(protocol.WaitReply{Met: true, Waited: 30}))
	steps := []protocol.Step{{Do: "fill", Ref: "@e1", Value: protocol.Values{"tea"}}, {Do: "wait", Text: "saved"}, {Do: "click", Ref: "@e2"}}
	result, err := call[protocol.BatchResult](t, b, protocol.DoorBatch, protocol.BatchParams{Steps: steps, Diff: true})
	if err != nil || len(result.Steps) != 3 || *result.Steps[1].Waited != 30 || result.Steps[0].Diff != nil || result.Steps[2].Diff == nil {
		t.Errorf("got %+v, %v", result, err)
	}
	for name, steps := range map[string][]protocol.Step{
		"none": nil, "too many": make([]protocol.Step, mostSteps+1), "one that is wrong": {{Do: "back"}, {Do: "evaluate"}}, "a ref that is none": {{Do: "back"}, {Do: "click", Ref: "@e900"}},
	} {
		before := len(link.called(protocol.MethodNavigate))
		if _, err := call[protocol.BatchResult](t, b, protocol.DoorBatch, protocol.BatchParams{Steps: steps}); err == nil {
			t.Errorf("%s: it ran", name)
		}
		if len(link.called(protocol.MethodNavigate)) != before {
			t.Errorf("%s: a step before it ran", name)
		}
	}
}

// What ran before the step that failed is told with the failure.
func TestBatchStops(t *testing.T) {
	b, link := acting(t, "", protocol.ActReply{Opened: []protocol.OpenedTab{}, Downloads: []protocol.Download{}})
	link.set(protocol.MethodWait, always(protocol.WaitReply{Waited: 5}))
	_, err := call[protocol.BatchResult](t, b, protocol.DoorBatch, protocol.BatchParams{Steps: []protocol.Step{{Do: "click", Ref: "@e2"}, {Do: "wait", Gone: "spinner"}, {Do: "click", Ref: "@e2"}}})
	if err == nil || err.Code != protocol.CodeWaitTimeout || err.Failed != 2 || len(err.Steps) != 1 || !strings.HasPrefix(err.Message, "step 2 failed: ") {
		t.Errorf("got %+v", err)
	}
	if n := len(link.called(protocol.MethodAct)); n != 1 {
		t.Errorf("%d acts ran, want 1", n)
	}
}

func TestWait(t *testing.T) {
	b, link := acting(t, "", protocol.ActReply{})
	link.set(protocol.MethodWait, always(protocol.WaitReply{Waited: 7}))
	for want, p := range map[string]protocol.WaitParams{
		`the text "saved"`: {Text: "saved"}, `the end of the text "spinner"`: {Gone: "spinner"}, "@e1": {Ref: "@e1"}, `the address "**/done"`: {URL: "**/done"}, "rest": {Idle: true},
	} {
		if _, err := call[protocol.WaitResult](t, b, protocol.DoorWait, p); err == nil || err.Code != protocol.CodeWaitTimeout || !strings.HasPrefix(err.Message, want+" did not come about") {
			t.Errorf("%+v: got %v, want it to begin with %s", p, err, want)
		}
	}
	if _, err := call[protocol.WaitResult](t, b, protocol.DoorWait, protocol.WaitParams{Text: "a", Idle: true}); err == nil || err.Code != protocol.CodeUsage {
		t.Errorf("two conditions: got %v", err)
	}
	link.set(protocol.MethodWait, always(protocol.WaitReply{Met: true, Waited: 7}))
	if result, err := call[protocol.WaitResult](t, b, protocol.DoorWait, protocol.WaitParams{Ref: "@e1", Timeout: 300}); err != nil || !result.Met || result.WaitedMs != 7 {
		t.Errorf("got %+v, %v", result, err)
	}
	if asked := lastCall[protocol.WaitCall](t, link, protocol.MethodWait); asked.Place == nil || asked.Timeout != 300 {
		t.Errorf("the worker was asked %+v", asked)
	}
}

func TestRead(t *testing.T) {
	b, link := acting(t, "", protocol.ActReply{})
	value := "tea\u202e"
	reply := protocol.ReadReply{OK: true, Role: "textbox", Name: "Title", Text: "some\nwords", Value: &value,
		Attributes: map[string]string{"value": "tea", "class": "wide"}, Options: []protocol.Option{{Value: "a\u200b", Label: "A"}}}
	link.set(protocol.MethodRead, always(reply))
	result, err := call[protocol.ReadResult](t, b, protocol.DoorRead, protocol.ReadParams{Ref: "e1"})
	if err != nil || result.Ref != "@e1" || result.Name != "Title" || strings.Contains(*result.Value, "\u202e") || result.Attributes["class"] != "wide" {
		t.Errorf("got %+v, %v", result, err)
	}
	reply.Secret = true
	link.set(protocol.MethodRead, always(reply))
	if result, err := call[protocol.ReadResult](t, b, protocol.DoorRead, protocol.ReadParams{Ref: "@e1", Budget: 300}); err != nil || result.Value != nil || result.Attributes["value"] != "" {
		t.Errorf("a secret was read: %+v, %v", result, err)
	}
	for name, reply := range map[string]protocol.ReadReply{"stale": {Stale: true}, "missing": {OK: true, Missing: true}, "nothing": {}} {
		link.set(protocol.MethodRead, always(reply))
		if _, err := call[protocol.ReadResult](t, b, protocol.DoorRead, protocol.ReadParams{Ref: "@e1"}); err == nil || err.Code != protocol.CodeStaleRef {
			t.Errorf("%s: got %v, want stale_ref", name, err)
		}
	}
}

func TestScreenshot(t *testing.T) {
	b, link := acting(t, "", protocol.ActReply{})
	link.set(protocol.MethodScreenshot, always(protocol.ScreenshotReply{Data: "png", Width: 3, Height: 4}))
	result, err := call[protocol.ScreenshotResult](t, b, protocol.DoorScreenshot, protocol.ScreenshotParams{Ref: "@e2", Marks: true})
	if err != nil || result.Data != "png" || result.Width != 3 {
		t.Errorf("got %+v, %v", result, err)
	}
	if asked := lastCall[protocol.ScreenshotCall](t, link, protocol.MethodScreenshot); asked.Place == nil || len(asked.Marks) != 2 || asked.Marks[0].Place.Expect != nil {
		t.Errorf("the worker was asked %+v", asked)
	}
	if _, err := call[protocol.ScreenshotResult](t, b, protocol.DoorScreenshot, protocol.ScreenshotParams{Ref: "@e2", FullPage: true}); err == nil || err.Code != protocol.CodeUsage {
		t.Errorf("an element and the full page: got %v", err)
	}
}

// The person's panel points at things and asks what they are; agents may not.
func TestPanelPoints(t *testing.T) {
	b, link := acting(t, "", protocol.ActReply{})
	link.set(protocol.MethodHighlight, always(protocol.NoParams{}))
	ask := func(method string, params any) protocol.Answer {
		raw, err := json.Marshal(params)
		if err != nil {
			t.Fatal(err)
		}
		return b.Answer(t.Context(), protocol.Ask{ID: "1", Method: method, Params: raw})
	}
	if answer := ask(protocol.DoorHighlight, protocol.HighlightParams{Tab: "7", Ref: "@e2"}); answer.Error != nil {
		t.Errorf("highlight: %v", answer.Error)
	}
	if asked := lastCall[protocol.HighlightCall](t, link, protocol.MethodHighlight); asked.Place == nil || asked.Place.Key != 2 {
		t.Errorf("the worker was asked %+v", asked)
	}
	for ref, want := range map[string]protocol.Code{"what": protocol.CodeUsage, "@e900": protocol.CodeUnknownRef} {
		if answer := ask(protocol.DoorHighlight, protocol.HighlightParams{Tab: "7", Ref: ref}); answer.Error == nil || answer.Error.Code != want {
			t.Errorf("highlight %s: got %v, want %s", ref, answer.Error, want)
		}
	}
	found := ask(protocol.DoorLocate, protocol.LocateParams{Tab: "7", Places: []protocol.Place{{Nonce: "n1", Key: 99}, {Nonce: "n1", Key: 1}}})
	if found.Error != nil || !strings.Contains(string(found.Result), `"@e1"`) {
		t.Errorf("locate: %s, %v", found.Result, found.Error)
	}
	if none := ask(protocol.DoorLocate, protocol.LocateParams{Tab: "7"}); none.Error == nil || none.Error.Code != protocol.CodeUnknownRef {
		t.Errorf("locate nothing: %v", none.Error)
	}
	if _, err := call[protocol.NoParams](t, b, protocol.DoorHighlight, protocol.HighlightParams{Tab: "7"}); err == nil || err.Code != protocol.CodeForbidden {
		t.Errorf("an agent pointed: %v", err)
	}
}
