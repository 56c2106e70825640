package e2e

import (
	"testing"

	"candid/host/protocol"
)

// internalsPage has custom elements whose roles stand in their ElementInternals
// only, where no script from outside can read them.
const internalsPage = `<!doctype html><title>internals</title><body>
<x-push tabindex="0">Send the letter</x-push>
<p><label for="news">Newsletter</label> <x-tick id="news" tabindex="0"></x-tick></p>
<x-mode style="cursor:pointer">Night mode</x-mode>
<script>
const log = [];
const say = (what) => { log.push(what); document.title = log.join(" "); };
customElements.define("x-push", class extends HTMLElement {
  #inner = this.attachInternals();
  connectedCallback() { this.#inner.role = "button"; this.onclick = (e) => say("sent " + e.isTrusted); this.onkeydown = (e) => { if (e.key === "Enter") say("entered"); }; }
});
customElements.define("x-tick", class extends HTMLElement {
  static formAssociated = true;
  #inner = this.attachInternals();
  connectedCallback() {
    this.#inner.role = "checkbox";
    this.#inner.ariaChecked = "false";
    this.attachShadow({ mode: "closed" }).innerHTML = "<span style='display:inline-block;width:14px;height:14px;border:1px solid'></span>";
    this.addEventListener("click", () => { this.#inner.ariaChecked = String(this.#inner.ariaChecked !== "true"); say("news " + this.#inner.ariaChecked); });
  }
});
customElements.define("x-mode", class extends HTMLElement {
  #inner = this.attachInternals();
  connectedCallback() { this.#inner.role = "switch"; this.#inner.ariaChecked = "false"; this.addEventListener("click", () => { this.#inner.ariaChecked = "true"; say("night"); }); }
});
</script></body>`

// TestElementInternals finds such elements under the names that a person reads,
// and acts on them.
func TestElementInternals(t *testing.T) {
	page := open(t, shared.Site.Show(t, internalsPage))
	snapshot, a := page.Snapshot()
	if !a.OK {
		t.Fatal(a)
	}
	refs := map[string]string{}
	for _, c := range snapshot.Controls {
		refs[c.Name] = c.Ref
	}
	for _, name := range []string{"Send the letter", "Newsletter", "Night mode"} {
		if refs[name] == "" {
			t.Fatalf("%q is not listed:%s", name, list(snapshot.Controls))
		}
		if _, a := page.Do("click", refs[name]); !a.OK {
			t.Errorf("click %q: %s", name, a)
		}
	}
	if met, why := page.True("document.title === 'sent true news true night'"); !met {
		t.Errorf("the clicks did not do what they do for a person (%v)", why)
	}
	if _, a := page.Do("press", "Enter", "--on", refs["Send the letter"]); !a.OK {
		t.Error(a)
	}
	if met, why := page.True("document.title.endsWith(' entered')"); !met {
		t.Errorf("the key did not arrive (%v)", why)
	}
	// Whether it is checked nobody can know: check says so, and what to do.
	if _, a := page.Do("check", refs["Newsletter"]); a.OK || a.Error.Code != protocol.CodeWrongControl {
		t.Errorf("check: got %s, want %s", a, protocol.CodeWrongControl)
	}
}
