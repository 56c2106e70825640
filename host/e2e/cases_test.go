package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// oracleLimit is how long a page may take to show the outcome of the steps.
const oracleLimit = 3 * time.Second

// TestCases runs every page of testdata/cases: first what it expects of the
// output, then its steps, then its oracle.
func TestCases(t *testing.T) {
	for _, c := range loadCases(t) {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

func (c pageCase) run(t *testing.T) {
	page := open(t, shared.Site.Visit(c.ID+"/"))
	if met, _ := page.True(c.Oracle); met && c.Oracle != "true" {
		t.Fatalf("oracle: true before any step: %s", c.Oracle)
	}
	c.Expect.check(t, page)
	p := newPlayer(t, page, c)
	for i, s := range c.Steps {
		p.play(fmt.Sprintf("step %d (%s)", i+1, s.Do), s)
	}
	if err := page.Poll(c.Oracle, oracleLimit); err != nil {
		t.Errorf("oracle: %v", err)
	}
	for _, s := range c.Expect.NeverInOutput {
		if at := strings.Index(page.Agent.Heard(), s); at >= 0 {
			heard := page.Agent.Heard()
			t.Errorf("never_in_output: %q was printed: …%s…", s, heard[max(0, at-200):min(len(heard), at+200)])
		}
	}
}
