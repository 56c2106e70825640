package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"candid/host/e2e/rig"
)

// wordShare is how many of the words that innerText shows must be in the
// content view.
const wordShare = 0.995

// TestVisibleWords compares the words that innerText shows in all frames with
// those of the content view.
func TestVisibleWords(t *testing.T) {
	var y wordTally
	t.Run("pages", func(t *testing.T) {
		for _, c := range loadCases(t) {
			t.Run(c.ID, func(t *testing.T) {
				t.Parallel()
				y.compare(t, shared.Site.Visit(c.ID+"/"))
			})
		}
	})
	y.finish(t)
}

type wordTally struct{ tally }

// seen is the words of a page as innerText has them, and those that shadow
// roots hold beside (innerText leaves them out).
type seen struct {
	Shown  string `json:"shown"`
	Shadow string `json:"shadow"`
}

// seenScript reads a frame. Text of elements that are drawn but cannot be
// seen (opacity 0, a pixel large) is left out, as the content view does.
const seenScript = `(() => {
  const shadow = [];
  const roots = [document];
  for (let i = 0; i < roots.length; i++) {
    for (const el of roots[i].querySelectorAll('*')) {
      if (el.shadowRoot) { roots.push(el.shadowRoot); shadow.push(el.shadowRoot.textContent); }
    }
  }
  return {shown: (document.body || document.documentElement).innerText || '', shadow: shadow.join(' ')};
})()`

func seenWords(t *testing.T, page *rig.Page) (shown, shadow []string) {
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
	}
	return shown, shadow
}

func (y *wordTally) compare(t *testing.T, url string) {
	page := open(t, url)
	settle(t, page.Session)
	content, a := page.Snapshot("--view", "content", "--all")
	if !a.OK {
		t.Fatalf("snapshot: %s", a)
	}
	shown, shadow := seenWords(t, page)
	have := counts(strings.Fields(words(fullText(t, content.Text, content.Spill))))
	want := counts(splitWords(shown))
	names := map[string]int{}
	for _, c := range content.Controls {
		for _, w := range strings.Fields(words(c.Role + " " + c.Name + " " + c.Group)) {
			names[w]++
		}
	}
	beside := counts(splitWords(shadow))
	var missing, doubled []string
	found := 0
	for w, n := range want {
		found += min(n, have[w])
		if have[w] < n {
			missing = append(missing, fmt.Sprintf("%s ×%d", w, n-have[w]))
		}
		if have[w]-names[w]-beside[w] >= 2*n {
			doubled = append(doubled, fmt.Sprintf("%s: %d, shown %d", w, have[w], n))
		}
	}
	slices.Sort(missing)
	if len(doubled) > 0 {
		t.Errorf("words twice as often as shown: %q", doubled)
	}
	total := 0
	for _, n := range want {
		total += n
	}
	if share := float64(found) / float64(max(1, total)); share < wordShare {
		t.Errorf("%d of %d words (%.2f %%) are in the content view; missing: %.2000q", found, total, 100*share, missing)
	}
	y.add(total, found, nil)
}

func (y *wordTally) finish(t *testing.T) {
	share := float64(y.found) / float64(max(1, y.total))
	t.Logf("%d of %d words (%.3f %%)", y.found, y.total, 100*share)
	if share < wordShare {
		t.Errorf("%.3f %% of the words, want at least %.1f %%", 100*share, 100*wordShare)
	}
}
