package e2e

import (
	"encoding/json"
	"os"
	"testing"

	"candid/build/devtools"
	"candid/host/e2e/rig"
)

// scanned is what axe-core says of a page.
type scanned struct {
	Passes     int
	Violations []struct {
		ID, Help string
		Nodes    []struct{ HTML, FailureSummary string }
	}
}

// TestAccessibility has axe-core look at popup and side panel, in light and
// dark, in every state that they have: scripts/test-access fetches it.
func TestAccessibility(t *testing.T) {
	path := os.Getenv("CANDID_AXE")
	if path == "" {
		t.Skip("CANDID_AXE does not name axe-core's axe.min.js; run scripts/test-access")
	}
	axe, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := open(t, shared.Site.Show(t, personPage))
	ended := make(chan rig.Answer, 1)
	popup, panel := look(t, "popup", page.Tab), look(t, "panel", page.Tab)
	poll(t, panel, `document.querySelectorAll("#text .has-ref").length > 0 && document.querySelector("#activity").children.length > 0`)
	for _, session := range []*devtools.Session{popup, panel} {
		if err := session.Eval(string(axe), nil); err != nil {
			t.Fatal(err)
		}
	}
	scan := func(state string) {
		for name, session := range map[string]*devtools.Session{"popup": popup, "panel": panel} {
			scanPage(t, session, name+", "+state)
		}
	}
	scan("as usual")
	go func() { ended <- page.Agent.Run("handoff", "solve the captcha", "--tab", page.Tab, "--timeout", "60s") }()
	poll(t, popup, `document.querySelector(".question") !== null`)
	poll(t, panel, `document.querySelector(".question") !== null`)
	scan("asked")
	clickIn(t, popup, ".question .main")
	<-ended
	clickIn(t, popup, "#pause")
	poll(t, panel, `document.querySelector("#verdict").textContent.startsWith("Agents are paused")`)
	scan("paused")
	clickIn(t, popup, "#pause")
	clickIn(t, popup, "#tab")
	poll(t, panel, `document.querySelector("#verdict").textContent.startsWith("This tab is private")`)
	scan("private")
	clickIn(t, popup, "#tab")
	poll(t, panel, `document.querySelectorAll("#text .has-ref").length > 0`)
}

// scanPage scans a page in both colour schemes.
func scanPage(t *testing.T, session *devtools.Session, what string) {
	t.Helper()
	for _, scheme := range []string{"light", "dark"} {
		type feature struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		}
		media := struct {
			Features []feature `json:"features"`
		}{[]feature{{"prefers-color-scheme", scheme}, {"prefers-reduced-motion", "reduce"}}} // no colour on its way to another
		if err := session.Call(t.Context(), "Emulation.setEmulatedMedia", media, nil); err != nil {
			t.Fatal(err)
		}
		var text string
		if err := session.EvalIn(t.Context(), 0, `axe.run().then(({passes, violations}) => JSON.stringify({passes: passes.length, violations}))`, &text); err != nil {
			t.Fatal(err)
		}
		var got scanned
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		if got.Passes < 10 {
			t.Errorf("%s, %s: only %d rules applied", what, scheme, got.Passes)
		}
		for _, v := range got.Violations {
			for _, node := range v.Nodes {
				t.Errorf("%s, %s: %s: %s\n%s\n%s", what, scheme, v.ID, v.Help, node.HTML, node.FailureSummary)
			}
		}
	}
}
