package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"candid/host/protocol"
)

// needInterpreters makes a missing interpreter a failure: scripts/test-mcp sets
// it, while scripts/test needs Go and a Chrome alone.
const needInterpreters = "CANDID_NEED_INTERPRETERS"

// TestClientsOfTheDocument runs the clients that docs/PROTOCOL.md shows.
func TestClientsOfTheDocument(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(shared.Root, "testdata", "clients")
	for _, command := range [][]string{{"go", "run", "client.go"}, {"python3", "client.py"}, {"node", "client.mjs"}} {
		t.Run(command[0], func(t *testing.T) {
			if _, err := exec.LookPath(command[0]); err != nil {
				if os.Getenv(needInterpreters) != "" {
					t.Fatal(err)
				}
				t.Logf("not tried here: %v", err)
				return
			}
			page := open(t, shared.Site.Show(t, "<title>Wire</title><p>"+strings.Repeat("Grüße 🙂 ", 12_000)+"</p><button>Press</button>"))
			for budget, controls := range map[string]int{"400": 1, "40000": 1} { // answers of all three frame lengths
				var answer protocol.Response
				runClient(t, dir, append(command, "snapshot", `{"tab":"`+page.Tab+`","budget":`+budget+`}`), &answer)
				var r protocol.SnapshotResult
				if err := json.Unmarshal(answer.Result, &r); err != nil || r.Count.Controls != controls || r.Title != "Wire" {
					t.Errorf("got %d controls on %q, %v: %+v", r.Count.Controls, r.Title, err, answer.Error)
				}
			}
			var refused protocol.Response
			runClient(t, dir, append(command, "read", `{"tab":"`+page.Tab+`","ref":"@e9999"}`), &refused)
			if refused.Error == nil || refused.Error.Data.Code != protocol.CodeStaleRef && refused.Error.Data.Code != protocol.CodeUnknownRef {
				t.Errorf("a ref that never was: got %+v", refused.Error)
			}
		})
	}
}

func runClient(t *testing.T, dir string, command []string, answer *protocol.Response) {
	t.Helper()
	run := exec.CommandContext(t.Context(), command[0], command[1:]...)
	run.Dir, run.Env = dir, append(os.Environ(), "CANDID_HOME="+shared.Home)
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", command, err, out)
	}
	if err := json.Unmarshal(out, answer); err != nil {
		t.Fatalf("%q: %v\n%s", command, err, out)
	}
}
