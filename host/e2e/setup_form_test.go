package e2e

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// formHost is where the capture in testdata/golden/form-page.txt was taken.
const formHost = "127.0.0.1:3000"

// TestFormPageCapture: the view `page` of the form prints that capture, byte
// for byte.
func TestFormPageCapture(t *testing.T) {
	want, err := os.ReadFile(filepath.Join(shared.Root, "testdata", "golden", "form-page.txt"))
	if err != nil {
		t.Fatal(err)
	}
	host := serveForm(t)
	agent := shared.Agent(t.Name(), t.TempDir())
	page, err := agent.Open("http://" + host + "/forms/new")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := page.Close(); err != nil {
			t.Error(err)
		}
	})
	got := agent.Plain(t.Context(), "", "snapshot", "--view", "page", "--tab", page.Tab).Stdout
	if expected := strings.Replace(string(want), formHost, host, 1); got != expected {
		t.Errorf("got %d characters:\n%s\nwant %d:\n%s", len(got), got, len(expected), expected)
	}
}

// TestNeverLoads: a page that never finishes is no error, and can be read.
func TestNeverLoads(t *testing.T) {
	agent := shared.Agent(t.Name(), t.TempDir())
	url := shared.Site.Show(t, `<title>Slow</title><button>Here already</button><img src="never.png">`)
	began := time.Now()
	opened, answer := rig.Call[protocol.OpenResult](agent, "open", url, "--timeout", "2s")
	if !answer.OK || opened.Loaded {
		t.Fatalf("got %s, want loaded false", answer)
	}
	if took := time.Since(began); took > 6*time.Second {
		t.Errorf("open took %v, want about its --timeout of 2 s", took)
	}
	got := agent.Plain(t.Context(), "", "snapshot", "--tab", opened.Tab)
	if !strings.Contains(got.Stdout, `"Here already"`) {
		t.Errorf("snapshot: %s", got)
	}
	agent.Run("close", "--tab", opened.Tab)
}

// serveForm serves the form page where the capture was taken, or on another
// port when that one is taken.
func serveForm(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", formHost)
	if err != nil {
		if listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
	}
	page := formPage(t)
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/forms/new" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(page)) // the browser went away; the test will say so
	})}
	go func() { _ = server.Serve(listener) }() // ends with Close
	t.Cleanup(func() { _ = server.Close() })   // nothing of it is left to fail
	return listener.Addr().String()
}
