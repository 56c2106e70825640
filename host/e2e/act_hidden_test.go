package e2e

import (
	"testing"

	"candid/host/protocol"
)

// TestWhatIsNotShownIsNotActedOn: a control that the page took off the screen is
// not operated through what lies around it, whichever way it is named, and the
// page hears nothing. One that is ticked through its wrapper still is.
func TestWhatIsNotShownIsNotActedOn(t *testing.T) {
	t.Parallel()
	const listen = `<script>let heard = []
for (const kind of ['pointerdown', 'mousedown', 'click', 'input']) addEventListener(kind, (e) => heard.push(kind + ' ' + e.target.nodeName), true)</script>`
	for name, c := range map[string]struct {
		html string
		do   []string
	}{
		"a button alone on the page": {`<button hidden id=x>Go</button>`, []string{"click"}},
		"a button in a box":          {`<main><div style="width:300px;height:90px">Words <button style="display:none" id=x>Go</button></div></main>`, []string{"click"}},
		"a button that is invisible": {`<div style="width:300px;height:90px"><button style="visibility:hidden" id=x>Go</button></div>`, []string{"click"}},
		"a text field":               {`<div style="width:300px;height:90px"><input style="display:none" id=x value=old></div>`, []string{"click"}},
		"a list":                     {`<div style="width:300px;height:90px"><select style="display:none" id=x><option>One<option>Two</select></div>`, []string{"click"}},
		"a check box alone":          {`<input type=checkbox hidden id=x>`, []string{"check"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := open(t, shared.Site.Show(t, `<!doctype html><title>Gone</title>`+c.html+listen))
			_, a := page.Do(append(c.do, "#x")...)
			if a.OK || a.Error.Code != protocol.CodeNotVisible {
				t.Errorf("%s, want not_visible", a)
			}
			var heard []string
			if err := page.Eval("heard", &heard); err != nil || len(heard) > 0 {
				t.Errorf("the page heard %v (%v)", heard, err)
			}
		})
	}
	t.Run("hidden after it was printed", func(t *testing.T) {
		t.Parallel()
		page := open(t, shared.Site.Show(t, `<!doctype html><title>Gone</title><div style="width:300px;height:90px"><button id=x>Go</button></div>`+listen))
		ref := refOf(t, page, "button", "Go")
		if err := page.Eval("x.hidden = true", nil); err != nil {
			t.Fatal(err)
		}
		_, a := page.Do("click", ref)
		if a.OK || a.Error.Code != protocol.CodeNotVisible {
			t.Errorf("%s, want not_visible", a)
		}
		var heard []string
		if err := page.Eval("heard", &heard); err != nil || len(heard) > 0 {
			t.Errorf("the page heard %v (%v)", heard, err)
		}
	})
	t.Run("ticked through its wrapper", func(t *testing.T) {
		t.Parallel()
		page := open(t, shared.Site.Show(t, `<!doctype html><title>Box</title><div style="width:90px;height:30px;background:#ddd" onclick="x.checked = !x.checked"><input type=checkbox id=x style="display:none"></div>`))
		if _, a := page.Do("check", "#x"); !a.OK {
			t.Error(a)
		}
		if met, err := page.True("x.checked"); !met {
			t.Errorf("it is not ticked (%v)", err)
		}
	})
}
