package e2e

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// wordShare is how many of the words that innerText shows must be in the
// content view.
const wordShare = 0.995

// TestVisibleWords compares the words that innerText shows in all frames with
// those of the content view.
func TestVisibleWords(t *testing.T) {
	var y wordTally
	eachCase(t, otherWords, func(t *testing.T, id string) { y.compare(t, shared.Site.Visit(id+"/")) })
	y.finish(t)
}

type wordTally struct{ tally }

// seen is the words of a page as innerText has them, and those that shadow
// roots and labels hold beside (innerText leaves them out).
type seen struct {
	Shown   string `json:"shown"`
	Shadow  string `json:"shadow"`
	Options string `json:"options"`
}

// seenScript reads a frame that is drawn: a hidden frame's innerText is all
// its text. Options of a select are taken out: the view prints a part of them
// and counts the rest.
const seenScript = `(() => {
  if (self !== top && (innerWidth === 0 || innerHeight === 0)) return {shown: '', shadow: '', options: ''};
  try { if (frameElement && !frameElement.checkVisibility({visibilityProperty: true})) return {shown: '', shadow: '', options: ''}; } catch (e) { void e; }
  const shadow = [], options = [];
  const roots = [document];
  for (let i = 0; i < roots.length; i++) {
    for (const el of roots[i].querySelectorAll('*')) {
      if (el.localName === 'select') options.push(el.innerText);
      for (const name of ['aria-label', 'title', 'alt', 'placeholder']) if (el.hasAttribute(name)) shadow.push(el.getAttribute(name));
      if (el.shadowRoot) { roots.push(el.shadowRoot); shadow.push(el.shadowRoot.textContent); }
    }
  }
  return {shown: (document.body || document.documentElement).innerText || '', shadow: shadow.join(' '), options: options.join('\n')};
})()`

func seenWords(t *testing.T, page *rig.Page) (shown, shadow, options []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for _, f := range frames(t, page) {
		var world struct {
			Context int `json:"executionContextId"`
		}
		params := struct {
			Frame string `json:"frameId"`
		}{f.id}
		if err := f.session.Call(ctx, "Page.createIsolatedWorld", params, &world); err != nil {
			t.Logf("frame %s: %v", f.url, err)
			continue
		}
		var s seen
		if err := f.session.EvalIn(ctx, world.Context, seenScript, &s); err != nil {
			t.Fatalf("frame %s: %v", f.url, err)
		}
		shown = append(shown, strings.Fields(plain(s.Shown))...)
		shadow = append(shadow, strings.Fields(plain(s.Shadow))...)
		options = append(options, strings.Fields(plain(s.Options))...)
	}
	return shown, shadow, options
}

// otherWords are pages whose innerText is no measure of what can be read, and why.
var otherWords = map[string]string{
	"184-frame-navigates":       "its frame is another after a while",
	"069-huge-page-60k-nodes":   "innerText glues what stands side by side without a blank; see TestExtremes",
	"141-recycled-row":          "its row is another after a while",
	"188-hidden-text":           "innerText gives text that nobody can see; the view drops and counts it",
	"202-ways-of-hiding":        "innerText gives text that nobody can see; the view drops and counts it",
	"204-generated-names":       "innerText glues what stands in boxes side by side",
	"264-formulas":              "innerText gives slanted letters of mathematics; the view gives the letters themselves",
	"260-words-drawn-by-style":  "innerText leaves out what style draws",
	"261-entrances":             "innerText gives text that nobody can see; the view drops and counts it",
	"067-frames-come-and-go":    "its frames are others at every look",
	"053-remount-while-polling": "its text is another at every look",
	"156-mutation-storm":        "its text is another at every look",
	"075-forged-lines-in-names": "its names and texts quote each other",
}

func (y *wordTally) compare(t *testing.T, url string) {
	page := open(t, url)
	settle(t, page.Session)
	built(t, page)
	content, a := page.Snapshot("--view", "content", "--all")
	if !a.OK {
		t.Fatalf("snapshot: %s", a)
	}
	shown, shadow, options := seenWords(t, page)
	have := counts(strings.Fields(words(linePrefix.ReplaceAllString(fullText(t, content.Text, content.Spill), " "))))
	want := counts(splitWords(shown))
	for w, n := range counts(splitWords(options)) {
		want[w] -= n
	}
	total, found, missing := compareWords(want, have)
	if doubled := doubledWords(want, have, counts(splitWords(shadow)), namedWords(content.Controls)); len(doubled) > 0 {
		t.Errorf("words twice as often as shown: %q", doubled)
	}
	if share := float64(found) / float64(max(1, total)); total > 0 && share < wordShare {
		t.Errorf("%d of %d words (%.2f %%) are in the content view; missing: %.2000q", found, total, 100*share, missing)
	}
	y.add(total, found, nil)
}

// built waits until a page that scripts build shows a word: requirejs and its
// like begin long after the page has loaded.
func built(t *testing.T, page *rig.Page) {
	t.Helper()
	if err := page.Poll("document.querySelector('script[src]') === null || document.body === null || document.body.innerText.trim() !== '' && document.body.checkVisibility({visibilityProperty: true})", 8*time.Second); err != nil {
		t.Logf("the page shows no word: %v", err)
	}
}

// linePrefix is what the content view puts before the words of a line.
var linePrefix = regexp.MustCompile(`(?m)^\s*@e\d+: \[[\w-]+ '`)

// compareWords counts the words that are there. innerText joins what stands
// side by side (two buttons): such a word counts when it can be put together
// of ours.
func compareWords(want, have map[string]int) (total, found int, missing []string) {
	for w, n := range want {
		if n <= 0 {
			continue
		}
		total += n
		there := min(n, have[w])
		if there < n && joined(w, have) {
			there = n
		}
		found += there
		if there < n {
			missing = append(missing, fmt.Sprintf("%s ×%d", w, n-there))
		}
	}
	slices.Sort(missing)
	return total, found, missing
}

// joined says whether a word consists of words that are there.
func joined(word string, have map[string]int) bool {
	reach := make([]bool, len(word)+1)
	reach[0] = true
	for end := 1; end <= len(word); end++ {
		for start := 0; start < end && !reach[end]; start++ {
			reach[end] = reach[start] && have[word[start:end]] > 0
		}
	}
	return reach[len(word)]
}

// doubledWords are those twice as often as shown, names of controls and what
// shadow roots hold (which innerText leaves out) aside.
func doubledWords(want, have, beside, named map[string]int) (doubled []string) {
	for w, n := range want {
		if n > 0 && have[w]-named[w]-beside[w] >= 2*n {
			doubled = append(doubled, fmt.Sprintf("%s: %d, shown %d", w, have[w], n))
		}
	}
	return doubled
}

func namedWords(controls []protocol.Control) map[string]int {
	named := map[string]int{}
	for _, c := range controls {
		text := c.Role + " " + c.Type + " " + c.Name + " " + c.Group + " " + c.Description
		if c.Value != nil {
			text += " " + *c.Value
		}
		for _, o := range c.Options {
			text += " " + o.Label + " " + o.Value
		}
		for _, w := range strings.Fields(words(text)) {
			named[w]++
		}
	}
	return named
}

func (y *wordTally) finish(t *testing.T) {
	share := float64(y.found) / float64(max(1, y.total))
	t.Logf("%d of %d words (%.3f %%)", y.found, y.total, 100*share)
	if share < wordShare {
		t.Errorf("%.3f %% of the words, want at least %.1f %%", 100*share, 100*wordShare)
	}
}
