package mcp

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"
)

// envelope is the form of every --json answer.
type envelope struct {
	OK     bool `json:"ok"`
	Result any  `json:"result"` // one of the …Result structs
}

// wantsJSON reads the root's --json flag; a command under test may lack it.
func wantsJSON(cmd *cobra.Command) (bool, error) {
	if cmd.Flags().Lookup("json") == nil {
		return false, nil
	}
	return cmd.Flags().GetBool("json")
}

func printJSON(out io.Writer, result any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(envelope{OK: true, Result: result})
}
