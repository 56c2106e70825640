package e2e

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// canary is a string that must never leave the page. Its first half is what
// searches are made with, so that a command line does not hold the whole.
const (
	canaryHead = "zq7heron"
	canary     = canaryHead + "Kx81Pw"
)

// secretFields are the kinds of secret fields, by what makes each one secret.
var secretFields = []struct{ label, html string }{
	{"Password", `<input type="password" value="%s">`},
	{"Word in the name", `<input name="user_pwd" value="%s">`},
	{"Word in the id", `<input id="loginPin" value="%s">`},
	{"One-time code", `<input autocomplete="one-time-code" value="%s">`},
	{"Card number", `<input autocomplete="billing cc-number" value="%s">`},
	{"Card code", `<input name="card[cvc]" value="%s">`},
	{"New password shown", `<input type="text" autocomplete="new-password" value="%s">`},
	{"Masked by style", `<input style="-webkit-text-security:disc" value="%s">`},
	{"Token area", `<textarea name="apiToken">%s</textarea>`},
	{"Social number", `<input type="text" id="ssn" value="%s">`},
	{"Shown again", `<input id="shown" type="password" value="%s">`},
	{"Cloned", `<input id="cloned" type="password" value="%s">`},
	{"Filled as secret", `<input id="filled">`},
	{"In a shadow root", `<span id="host"></span>`},
	{"Editable", `<span contenteditable role="textbox" aria-label="Editable" data-secret name="secret" id="secret_note">%s</span>`},
}

func canaryPage() string {
	var b strings.Builder
	b.WriteString(`<!doctype html><meta charset="utf-8"><title>Secrets</title><h1>Account</h1><form onsubmit="return false">`)
	for _, f := range secretFields {
		html := f.html
		if strings.Contains(html, "%s") {
			html = fmt.Sprintf(html, canary)
		}
		fmt.Fprintf(&b, "<p><label>%s %s</label></p>\n", f.label, html)
	}
	b.WriteString(`<p><label>Shipping <input name="shipping" value="by sea"></label></p>
<p><button type="button" id="go">Continue</button> <select aria-label="Depot"><option>North<option>South</select></p></form>
<iframe title="Inner" srcdoc='<label>Inner password <input type="password" value="` + canary + `"></label>'></iframe>
<div style="height:3000px"></div><p id="end">The end</p>
<script>
const root = document.getElementById('host').attachShadow({mode: 'closed'});
root.innerHTML = '<input type="password" aria-label="In a shadow root" value="` + canary + `">';
window.reveal = () => {
  document.getElementById('shown').type = 'text';
  const old = document.getElementById('cloned'), copy = old.cloneNode(true);
  copy.value = old.value; copy.type = 'text'; old.replaceWith(copy);
};
</script>`)
	return b.String()
}

// TestSecretsCanary runs every command of the CLI on a page of secret fields:
// the canary is in no output, log or spill file.
func TestSecretsCanary(t *testing.T) {
	t.Parallel()
	page := open(t, shared.Site.Show(t, canaryPage()))
	snapshot, a := page.Snapshot("--all")
	if !a.OK {
		t.Fatal(a)
	}
	checkSecrets(t, snapshot.Controls)
	fillAsSecret(t, page, snapshot.Controls)
	if err := page.Eval("reveal()", nil); err != nil {
		t.Fatal(err)
	}
	snapshot, a = page.Snapshot("--all")
	if !a.OK {
		t.Fatal(a)
	}
	checkSecrets(t, snapshot.Controls)
	for _, command := range everyCommand(page, snapshot.Controls) {
		page.Agent.Plain(t.Context(), "", command...)
		page.Agent.Plain(t.Context(), "", append(command, "--json")...)
	}
	if strings.Contains(page.Agent.Heard(), canary) {
		at := strings.Index(page.Agent.Heard(), canary)
		t.Errorf("the canary was printed: …%.400s", page.Agent.Heard()[max(0, at-200):])
	}
	searchHome(t)
}

// checkSecrets: every field of the page but Shipping is secret, holds a value
// and does not tell it.
func checkSecrets(t *testing.T, controls []protocol.Control) {
	t.Helper()
	fields := 0
	for _, c := range controls {
		if c.Role != "textbox" && c.Role != "searchbox" {
			continue
		}
		if strings.HasPrefix(c.Name, "Shipping") {
			if c.Secret || c.Value == nil || *c.Value != "by sea" {
				t.Errorf("%s %q must show its value: shipping is no pin", c.Ref, c.Name)
			}
			continue
		}
		fields++
		if !c.Secret && c.Name != "Filled as secret" {
			t.Errorf("%s %q is not taken for secret", c.Ref, c.Name)
		}
		if c.Value != nil && *c.Value != "" {
			t.Errorf("%s %q tells a value", c.Ref, c.Name)
		}
	}
	if want := len(secretFields) + 1; fields != want {
		t.Errorf("%d fields are listed, want %d:%s", fields, want, list(controls))
	}
}

func fillAsSecret(t *testing.T, page *rig.Page, controls []protocol.Control) {
	t.Helper()
	for _, c := range controls {
		if c.Name != "Filled as secret" {
			continue
		}
		a := page.Agent.Plain(t.Context(), canary, "fill", c.Ref, "--stdin", "--secret", "--tab", page.Tab, "--json")
		if a.Exit != 0 {
			t.Fatal(a)
		}
		return
	}
	t.Fatal("no field to fill as secret")
}

// everyCommand is each command of the CLI that speaks of a page, on each field.
func everyCommand(page *rig.Page, controls []protocol.Control) (commands [][]string) {
	add := func(args ...string) { commands = append(commands, append(args, "--tab", page.Tab)) }
	for _, view := range views {
		add("snapshot", "--view", view)
		add("snapshot", "--view", view, "--all")
	}
	add("snapshot", "--diagnose", "--urls")
	add("snapshot", "--budget", "300")
	add("find", canaryHead)
	add("find", canaryHead+".*", "--regex")
	add("diff")
	add("wait", "--text", canaryHead, "--timeout", "200ms")
	add("screenshot", "-o", filepath.Join(page.Agent.Dir(), "shot.png"))
	for _, c := range controls {
		add("read", c.Ref)
		for _, verb := range []string{"hover", "click", "dblclick", "rightclick", "check", "select"} {
			command := []string{verb, c.Ref}
			if verb == "select" {
				command = append(command, "South")
			}
			add(append(command, "--diff")...)
		}
		add("press", "End", "--on", c.Ref, "--diff")
		add("type", c.Ref, "x", "--diff")
		add("scroll", "--on", c.Ref, "--by", "0,10")
	}
	add("scroll", "--to", "bottom")
	add("reload")
	return append(commands, []string{"tabs"}, []string{"status"}, []string{"doctor"}, []string{"status", "--tab", page.Tab})
}

// searchHome looks for the canary in everything that Candid keeps, the
// browser's own profile aside.
func searchHome(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(shared.Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // gone meanwhile
		}
		if d.IsDir() && shared.IsProfile(path) {
			return filepath.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(path)
		if err == nil && bytes.Contains(data, []byte(canary)) {
			t.Errorf("the canary is in %s", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestScreenshotMasksSecrets: two pages that differ only in what their secret
// fields hold give the same picture.
func TestScreenshotMasksSecrets(t *testing.T) {
	t.Parallel()
	var pictures [][]byte
	for _, secret := range []string{"abcdefgh", "MWMWMWMWMWMW"} {
		page := open(t, shared.Site.Show(t, `<!doctype html><title>Card</title><style>*{caret-color:transparent}</style>
<label>Card <input autocomplete="cc-number" value="`+secret+`"></label><label>Code <input name="otp" value="`+secret+`"></label>`))
		settle(t, page.Session)
		file := filepath.Join(page.Agent.Dir(), "shot.png")
		if a := page.Agent.Run("screenshot", "--tab", page.Tab, "-o", file); !a.OK {
			t.Fatal(a)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pictures = append(pictures, data)
	}
	if !bytes.Equal(pictures[0], pictures[1]) {
		t.Error("the pictures differ: what secret fields hold can be seen in them")
	}
}
