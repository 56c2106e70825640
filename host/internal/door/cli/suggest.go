package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// unknownCommand answers a first word that is no command, with the nearest one.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(append(names, c.Name()), c.Aliases...)
		}
	}
	return misuse(fmt.Sprintf("unknown command: %q", args[0]), didYouMean(args[0], names, cmd.CommandPath()+" ", "see: candid help"))
}

// flagError adds the nearest flag to pflag's complaint about an unknown one.
func flagError(cmd *cobra.Command, err error) error {
	message := err.Error()
	word, unknown := strings.CutPrefix(message, "unknown flag: --")
	if !unknown {
		hint := "see: " + cmd.CommandPath() + " --help"
		if strings.HasPrefix(message, "unknown shorthand flag") {
			hint = "put -- before a text that begins with -: " + cmd.CommandPath() + " … -- -text"
		}
		return misuse(message, hint)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return misuse(message, didYouMean(word, names, "--", "see: "+cmd.CommandPath()+" --help"))
}

// didYouMean is a hint that names the nearest of the known words, or the other
// hint when none is near.
func didYouMean(word string, known []string, prefix, other string) string {
	nearest, distance := "", max(2, len(word)/3)+1
	slices.Sort(known)
	for _, k := range known {
		d := editDistance(strings.ToLower(word), k)
		if strings.HasPrefix(k, strings.ToLower(word)) && word != "" {
			d = 1
		}
		if d < distance {
			nearest, distance = k, d
		}
	}
	if nearest == "" {
		return other
	}
	return "did you mean: " + prefix + nearest
}

// editDistance is the Levenshtein distance in bytes: command and flag names
// are ASCII.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := diagonal
			if a[i-1] != b[j-1] {
				replace++
			}
			diagonal = row[j]
			row[j] = min(replace, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

// oneOf checks a flag that takes one of a few words.
func oneOf(flag, value string, words ...string) error {
	if value == "" || slices.Contains(words, value) {
		return nil
	}
	return misuse(fmt.Sprintf("--%s cannot be %q", flag, value),
		didYouMean(value, slices.Clone(words), "--"+flag+" ", "it is one of "+strings.Join(words, ", ")))
}

// exactly is cobra.ExactArgs with a message that says what is wanted.
func exactly(n int) cobra.PositionalArgs { return between(n, n) }

// between accepts from least to most arguments; most < 0 has no limit.
func between(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		what := "too few arguments"
		if len(args) > least {
			what = fmt.Sprintf("too many arguments: %q", args[max(most, 0):])
		}
		return misuse(what, "usage: "+strings.TrimSuffix(cmd.UseLine(), " [flags]"))
	}
}
