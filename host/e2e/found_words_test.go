package e2e

import (
	"testing"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// foundWords is a page on which agents act on words: nothing on it is a control.
const foundWords = `<!doctype html><html lang="en"><meta charset="utf-8"><title>start</title>
<table><tr><td id="cell">Old price</td><td>12</td></tr></table>
<p draggable="true" id="task">Paint the fence</p><h2 id="done">Done so far</h2>
<script>
const log = [];
const note = (what) => { log.push(what); document.title = log.join(); };
cell.ondblclick = () => note('edit');
task.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'task');
done.ondragover = (event) => event.preventDefault();
done.ondrop = (event) => note(event.dataTransfer.getData('text/plain'));
</script>`

// TestFoundWords acts on words by the refs that find gives them.
func TestFoundWords(t *testing.T) {
	page := open(t, shared.Site.Show(t, foundWords))
	if _, a := page.Snapshot(); !a.OK {
		t.Fatal(a)
	}
	found := func(words string) string {
		r, a := rig.Call[protocol.FindResult](page.Agent, "find", words, "--tab", page.Tab)
		if !a.OK || len(r.Matches) != 1 || r.Matches[0].Ref == "" {
			t.Fatalf("find %q: %s: %+v", words, a, r.Matches)
		}
		if len(r.Warnings) > 0 {
			t.Errorf("find %q warns: %q", words, r.Warnings)
		}
		return r.Matches[0].Ref
	}
	for _, act := range [][]string{{"dblclick", found("old price")}, {"drag", found("paint"), found("done so far")}} {
		if _, a := page.Do(act...); !a.OK {
			t.Fatal(a)
		}
	}
	if err := page.Poll("document.title === 'edit,task'", oracleLimit); err != nil {
		t.Error(err)
	}
}
