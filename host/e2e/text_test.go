package e2e

import (
	"os"
	"strings"
	"testing"
	"time"
	"unicode"

	"candid/build/devtools"
)

// words reduces a text to its words: letters, digits and marks, in lower case.
func words(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			return unicode.ToLower(r)
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return ' '
	}, s)
}

func splitWords(list []string) []string {
	return strings.Fields(words(strings.Join(list, " ")))
}

func counts(list []string) map[string]int {
	n := map[string]int{}
	for _, w := range list {
		n[w]++
	}
	return n
}

// fullText is a view's whole text, from its spill file where it was too long.
func fullText(t *testing.T, text, spill string) string {
	t.Helper()
	if spill == "" {
		return text
	}
	data, err := os.ReadFile(spill)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// settle waits until a page is loaded and has stopped changing its size, at
// most some seconds: pages that never settle are compared as they are.
func settle(t *testing.T, page *devtools.Session) {
	t.Helper()
	quiet := `new Promise(done => {
  const size = () => document.documentElement.outerHTML.length;
  let last = -1, same = 0, turns = 0;
  const look = () => {
    const now = size();
    same = document.readyState === 'complete' && now === last ? same + 1 : 0;
    last = now;
    if (same >= 4 || ++turns > 40) done(true); else setTimeout(look, 100);
  };
  look();
})`
	if err := page.Poll(quiet, 10*time.Second); err != nil {
		t.Logf("settle: %v", err)
	}
}
