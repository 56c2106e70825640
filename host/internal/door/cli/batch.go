package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"candid/host/protocol"
)

// maxSteps is how many steps a batch may have. More, and what an agent planned
// rests on a page that has long changed.
const maxSteps = 20

func (a *app) batchCommand() *cobra.Command {
	var f actFlags
	cmd := &cobra.Command{
		Use:   "batch [FILE]",
		Short: "Carry out up to 20 steps, one JSON object a line, until one fails",
		Long: `Reads steps from FILE or standard input, checks all of them, then carries them out in order
and stops at the first that fails, saying which ran. See: candid help steps.`,
		Example: `  printf '%s\n' '{"do":"fill","ref":"@e5","value":"Title"}' '{"do":"click","ref":"@e8"}' | candid batch
  candid batch steps.jsonl --diff`,
		Args: between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneOf("input", f.input, "trusted", "dom"); err != nil {
				return err
			}
			steps, err := a.readSteps(args)
			if err != nil {
				return err
			}
			return a.batch(cmd, steps, f)
		},
	}
	actCommon(cmd, &f)
	return cmd
}

func (a *app) batch(cmd *cobra.Command, steps []protocol.Step, f actFlags) error {
	roots, err := a.roots()
	if err != nil {
		return err
	}
	params := protocol.BatchParams{Tab: a.tab, Steps: steps, Input: f.input, Diff: f.diff, Timeout: a.millis(), Roots: roots}
	result, err := call[protocol.BatchResult](cmd, a, protocol.DoorBatch, params)
	if err == nil {
		a.warn(result.Warnings)
	}
	if err == nil && result.Error != nil {
		failed := *result.Error
		failed.Steps, failed.Failed = result.Steps, result.Failed
		err = &failed
	}
	return show(a, result, err, func(r protocol.BatchResult) string {
		var b strings.Builder
		for i, step := range r.Steps {
			fmt.Fprintf(&b, "%d. %s", i+1, indentAfterFirst(actText(step))+"\n")
		}
		return b.String()
	})
}

// readSteps reads a batch from a file or stdin.
func (a *app) readSteps(args []string) ([]protocol.Step, error) {
	if len(args) == 0 || args[0] == "-" {
		return parseSteps(a.In)
	}
	file, err := os.Open(args[0])
	if err != nil {
		return nil, usageError{protocol.NewError(protocol.CodeFileNotFound, err.Error(), "give a file of JSON lines, or pipe them in")}
	}
	defer file.Close()
	return parseSteps(file)
}

// maxLine bounds one step: the longest texts that are filled in.
const maxLine = 4 << 20

// parseSteps reads one step a line. A key that is not known is an error: a
// misspelt one would change what is done.
func parseSteps(in io.Reader) ([]protocol.Step, error) {
	var steps []protocol.Step
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for number := 1; lines.Scan(); number++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		var step protocol.Step
		if err := decoder.Decode(&step); err != nil {
			return nil, misuse(fmt.Sprintf("line %d is not a step: %v", number, err), "see: candid help steps")
		}
		steps = append(steps, step)
	}
	if err := lines.Err(); err != nil {
		return nil, misuse("the steps cannot be read: "+err.Error(), "see: candid help steps")
	}
	if len(steps) == 0 || len(steps) > maxSteps {
		return nil, misuse(fmt.Sprintf("a batch has 1 to %d steps, not %d", maxSteps, len(steps)), "see: candid help steps")
	}
	return steps, nil
}
