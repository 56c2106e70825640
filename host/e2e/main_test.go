package e2e

import (
	"context"
	"fmt"
	"os"
	"testing"

	"candid/host/e2e/rig"
)

// shared is the one browser of this run.
var shared *rig.Rig

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) (code int) {
	r, err := rig.Start(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	shared = r
	defer func() {
		if err := r.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "e2e: teardown:", err)
			code = 1
		}
	}()
	return m.Run()
}

// open opens a URL in a tab of its own, under an agent named after the test,
// and closes the tab when the test ends.
func open(t *testing.T, url string) *rig.Page {
	t.Helper()
	return openIn(t, shared, url)
}

// openIn is open in another browser.
func openIn(t *testing.T, r *rig.Rig, url string) *rig.Page {
	t.Helper()
	page, err := r.Agent(t.Name(), t.TempDir()).Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := page.Close(); err != nil {
			t.Logf("closing the tab: %v", err)
		}
	})
	return page
}
