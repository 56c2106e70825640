package cli

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelpIsWorthReading: every command that does something has an example,
// and no topic hides behind a command of the same name.
func TestHelpIsWorthReading(t *testing.T) {
	root := New(Env{In: &bytes.Buffer{}, Out: &bytes.Buffer{}, Err: &bytes.Buffer{}})
	seen := map[string]bool{}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		if seen[c.CommandPath()] {
			t.Errorf("%s is there twice", c.CommandPath())
		}
		seen[c.CommandPath()] = true
		if c.Runnable() && !c.Hidden && (c.Short == "" || c.Example == "") {
			t.Errorf("%s has no summary or no example", c.CommandPath())
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
}

func TestDidYouMean(t *testing.T) {
	for _, c := range []struct{ word, want string }{
		{"opne", "did you mean: open"},
		{"snap", "did you mean: snapshot"},
		{"Clik", "did you mean: click"},
		{"xyzzy", "other"},
		{"", "other"},
	} {
		if got := didYouMean(c.word, []string{"open", "snapshot", "click", "close"}, "", "other"); got != c.want {
			t.Errorf("%q: got %q, want %q", c.word, got, c.want)
		}
	}
}
