package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// The tests here are those of testdata/cases/scenarios.json: what no page can
// express. Those that stop or reload the extension have a browser of their own.

// TestS01MessageSizes: a native message over 1 MiB towards the extension would
// close the port. Texts around that size, and far over it, arrive whole, and
// the next call works.
func TestS01MessageSizes(t *testing.T) {
	t.Parallel()
	page := open(t, shared.Site.Show(t, `<!doctype html><title>Sizes</title><label>Essay <textarea id="essay"></textarea></label><button onclick="document.title='after'">After</button>`))
	sizes := map[string]string{
		"1 MiB - 1":         strings.Repeat("a", 1<<20-1),
		"1 MiB":             strings.Repeat("b", 1<<20),
		"1 MiB + 1":         strings.Repeat("c", 1<<20+1),
		"3 MB of multibyte": strings.Repeat("界", 1<<20),
		"quotes":            strings.Repeat(`"\`, 1<<19),
	}
	for name, text := range sizes {
		ref := refOf(t, page, "textbox", "Essay")
		a := page.Agent.Plain(t.Context(), text, "fill", ref, "--stdin", "--tab", page.Tab, "--json")
		if a.Exit != 0 {
			t.Errorf("%s: %s", name, a)
			continue
		}
		var got int
		if err := page.Eval("document.getElementById('essay').value.length", &got); err != nil || got != len([]rune(text)) {
			t.Errorf("%s: the field holds %d characters (%v), want %d", name, got, err, len([]rune(text)))
		}
		if _, a := page.Snapshot(); !a.OK {
			t.Errorf("%s: the next call: %s", name, a)
		}
	}
	press(t, page, "After")
	if err := page.Poll("document.title==='after'", oracleLimit); err != nil {
		t.Error(err)
	}
}

// refOf is the ref of the one control with this role and name.
func refOf(t *testing.T, page *rig.Page, role, name string) string {
	t.Helper()
	p := player{t: t, page: page, patience: lookLimit}
	ref, seen := p.look(want{Role: role, Name: &name})
	if ref == "" {
		t.Fatalf("%s %q is not listed:%s", role, name, list(seen))
	}
	return ref
}

// press clicks a button and requires that the CLI says so.
func press(t *testing.T, page *rig.Page, name string) {
	t.Helper()
	if _, a := page.Do("click", refOf(t, page, "button", name)); !a.OK {
		t.Fatal(a)
	}
}

// ownRig is a browser of its own for a test that disturbs the extension.
func ownRig(t *testing.T) *rig.Rig {
	t.Helper()
	r, err := rig.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func openOn(t *testing.T, r *rig.Rig, html string) *rig.Page {
	t.Helper()
	page, err := r.Agent(t.Name(), t.TempDir()).Open(r.Site.Show(t, html))
	if err != nil {
		t.Fatal(err)
	}
	return page
}

const counterPage = `<!doctype html><title>0</title><button id="b">Count</button><script>
let n = 0; document.getElementById('b').addEventListener('click', () => { document.title = String(++n); });</script>`

// reconnectLimit is how long a stopped worker may take to come back: its
// alarm rings every 30 s at most.
const reconnectLimit = 45 * time.Second

// TestS04WorkerStopped: the worker is stopped; calls meanwhile fail fast with
// a connection error or wait, never hang, and the extension comes back alone.
// The tab that it had attached is no obstacle to the next worker.
func TestS04WorkerStopped(t *testing.T) {
	t.Parallel()
	r := ownRig(t)
	page := openOn(t, r, counterPage)
	press(t, page, "Count")
	if err := r.StopWorker(t.Context()); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(reconnectLimit); ; time.Sleep(300 * time.Millisecond) {
		_, a := page.Snapshot()
		if a.OK {
			break
		}
		fastAndClear(t, a)
		if time.Now().After(end) {
			t.Fatalf("not back after %v: %s", reconnectLimit, a)
		}
	}
	press(t, page, "Count")
	if err := page.Poll("document.title==='2'", oracleLimit); err != nil {
		t.Error(err)
	}
}

// fastAndClear: a call without a connected browser answers within the clients'
// 5 s of retrying, with a code that says so.
func fastAndClear(t *testing.T, a rig.Answer) {
	t.Helper()
	if a.Took > 12*time.Second {
		t.Errorf("took %v: %s", a.Took, a)
	}
	if a.Error == nil {
		t.Fatalf("no error: %s", a)
	}
	switch a.Error.Code {
	case protocol.CodeNoBrowser, protocol.CodeBrowserGone, protocol.CodeReconnecting:
	default:
		t.Errorf("code %s, want one that says that the browser is not connected: %s", a.Error.Code, a)
	}
}

// TestS06Reload: the extension is reloaded while connected. One host is left,
// one click counts once, and refs from before are stale, not wrong.
func TestS06Reload(t *testing.T) {
	t.Parallel()
	r := ownRig(t)
	page := openOn(t, r, counterPage)
	old := refOf(t, page, "button", "Count")
	for range 2 {
		if a := page.Agent.Run("reload"); !a.OK {
			t.Fatal(a)
		}
	}
	if _, a := page.Do("click", old); a.OK || a.Error.Code != protocol.CodeStaleRef {
		t.Errorf("a ref from before the reload: %s, want stale_ref", a)
	}
	press(t, page, "Count")
	if err := page.Poll("document.title==='1'", oracleLimit); err != nil {
		t.Error(err)
	}
	status, a := rig.Call[protocol.StatusResult](page.Agent, "status")
	if !a.OK || len(status.Browsers) != 1 {
		t.Errorf("status: %s, want one browser", a)
	}
	if hosts := r.Hosts(); len(hosts) != 1 {
		t.Errorf("hosts that run: %q, want one", hosts)
	}
}

// TestS07RestrictedPages: pages that cannot be scripted are refused with a
// reason and the URL; other tabs go on working.
func TestS07RestrictedPages(t *testing.T) {
	t.Parallel()
	r := ownRig(t)
	page := openOn(t, r, counterPage)
	for _, url := range []string{"chrome://version/", "view-source:" + page.URL, "chrome-extension://" + protocol.ExtensionID + "/manifest.json", "http://127.0.0.1:1/"} {
		if err := r.NewTab(t.Context(), url); err != nil {
			t.Fatal(err)
		}
	}
	tabs := tabsWith(t, page.Agent, 3)
	for _, tab := range tabs {
		if tab.Tab == page.Tab || tab.URL == "about:blank" {
			continue
		}
		_, a := rig.Call[protocol.SnapshotResult](page.Agent, "snapshot", "--tab", tab.Tab)
		if a.OK {
			t.Errorf("%s: not refused: %s", tab.URL, a)
			continue
		}
		switch a.Error.Code {
		case protocol.CodeRestrictedPage, protocol.CodeSchemeBlocked, protocol.CodeErrorPage:
		default:
			t.Errorf("%s: code %s: %s", tab.URL, a.Error.Code, a)
		}
		if !strings.Contains(a.Error.Message+a.Error.Hint, strings.TrimSuffix(tab.URL, "/")) {
			t.Errorf("%s: the URL is not named: %s", tab.URL, a)
		}
		if a.Took > 10*time.Second {
			t.Errorf("%s: took %v", tab.URL, a.Took)
		}
	}
	if a := page.Agent.Run("open", "chrome://version/"); a.OK || a.Error.Code != protocol.CodeSchemeBlocked {
		t.Errorf("open chrome://version/: %s, want scheme_blocked", a)
	}
	press(t, page, "Count")
}

// TestFirstPageIsWaitedFor: a tab that was just opened shows nothing yet, and
// the browser names no frame of it; its snapshot is that of its first page.
func TestFirstPageIsWaitedFor(t *testing.T) {
	t.Parallel()
	r := ownRig(t)
	page := openOn(t, r, counterPage)
	asked, may := make(chan struct{}), make(chan struct{})
	site := http.NewServeMux()
	site.HandleFunc("/first", func(w http.ResponseWriter, _ *http.Request) {
		close(asked)
		<-may
		w.Header().Set("Content-Type", "text/html")
		if _, err := io.WriteString(w, "<button>Late</button>"); err != nil {
			t.Error(err)
		}
	})
	server := httptest.NewServer(site)
	defer server.Close()
	if err := r.NewTab(t.Context(), server.URL+"/first"); err != nil {
		t.Fatal(err)
	}
	<-asked
	time.AfterFunc(400*time.Millisecond, func() { close(may) })
	for _, tab := range tabsWith(t, page.Agent, 2) {
		if !strings.HasSuffix(tab.URL, "/first") {
			continue
		}
		result, a := rig.Call[protocol.SnapshotResult](page.Agent, "snapshot", "--tab", tab.Tab)
		if !a.OK || !strings.Contains(result.Text, `button "Late"`) {
			t.Errorf("the first page: %s: %s", a, result.Text)
		}
		return
	}
	t.Error("the tab is not listed before its first page is there")
}

func tabsWith(t *testing.T, agent *rig.Agent, n int) []protocol.Tab {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		tabs, a := rig.Call[protocol.TabsResult](agent, "tabs")
		if a.OK && len(tabs.Tabs) >= n {
			return tabs.Tabs
		}
		if time.Now().After(end) {
			t.Fatalf("not %d tabs: %s", n, a)
		}
	}
}

// TestS10ClosedTab: a tab that was closed is named in the error, and nothing
// else suffers.
func TestS10ClosedTab(t *testing.T) {
	t.Parallel()
	page := open(t, shared.Site.Show(t, counterPage))
	gone := open(t, shared.Site.Show(t, counterPage))
	ref := refOf(t, gone, "button", "Count")
	if err := shared.CDP.CloseTarget(t.Context(), gone.Target); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"snapshot"}, {"click", ref}, {"read", ref}, {"find", "Count"}, {"diff"}, {"screenshot", "-o", filepath.Join(gone.Agent.Dir(), "x.png")}, {"wait", "--text", "Count"}} {
		a := gone.Agent.Run(append(command, "--tab", gone.Tab)...)
		if a.OK || a.Error.Code != protocol.CodeTabNotFound {
			t.Errorf("%v: %s, want tab_not_found", command, a)
			continue
		}
		if !strings.Contains(a.Error.Message, gone.Tab) {
			t.Errorf("%v: the tab %s is not named: %s", command, gone.Tab, a)
		}
	}
	press(t, page, "Count")
}

// TestS10DiscardedTab: a discarded tab gives a clean answer, no hang.
func TestS10DiscardedTab(t *testing.T) {
	t.Parallel()
	r := ownRig(t)
	page := openOn(t, r, counterPage)
	if err := r.InWorker(t.Context(), fmt.Sprintf("chrome.tabs.discard(%s).then(t => !!t)", strings.TrimLeft(page.Tab, "t")), nil); err != nil {
		t.Fatal(err)
	}
	_, a := page.Snapshot()
	if !a.OK && a.Error.Code != protocol.CodeTabDiscarded && a.Error.Code != protocol.CodeTabNotFound {
		t.Errorf("a discarded tab: %s", a)
	}
	if a.Took > 10*time.Second {
		t.Errorf("took %v", a.Took)
	}
}

// TestS11TargetIsFixed: a tab that comes to the front does not become the
// agent's target.
func TestS11TargetIsFixed(t *testing.T) {
	t.Parallel()
	r := ownRig(t)
	page := openOn(t, r, counterPage)
	ref := refOf(t, page, "button", "Count")
	intruder := r.Site.Show(t, counterPage)
	if err := r.NewTab(t.Context(), intruder); err != nil {
		t.Fatal(err)
	}
	other, err := r.Judge(intruder)
	if err != nil {
		t.Fatal(err)
	}
	if _, a := page.Do("click", ref); !a.OK {
		t.Errorf("click with --tab: %s", a)
	}
	if a := page.Agent.Run("click", ref); !a.OK && a.Error.Code != protocol.CodeAmbiguousTab {
		t.Errorf("click without --tab: %s, want the same tab or ambiguous_tab", a)
	}
	if err := page.Poll("document.title!=='0'", oracleLimit); err != nil {
		t.Error(err)
	}
	if met, err := other.True("document.title==='0'"); !met {
		t.Errorf("the tab that came to the front was acted on (%v)", err)
	}
}

// TestS13SaysWhatItCouldNotRead: a painted page without any readable control
// does not look complete and empty.
func TestS13SaysWhatItCouldNotRead(t *testing.T) {
	t.Parallel()
	page := open(t, shared.Site.Show(t, `<!doctype html><title>Painted</title><canvas id="c" width="600" height="400" aria-label="Chart"></canvas>
<iframe src="http://127.0.0.1:1/refused" title="Refused" width="300" height="100"></iframe>
<embed type="application/x-drawing" src="x.drawing" width="200" height="200"><video src="x.mp4" width="300" height="100"></video><div id="h"></div>
<script>document.getElementById('c').getContext('2d').fillRect(10,10,300,300);
document.getElementById('h').attachShadow({mode:'closed'}).innerHTML='<button>In the closed root</button>';</script>`))
	settle(t, page.Session)
	snapshot, a := page.Snapshot()
	if !a.OK {
		t.Fatal(a)
	}
	kinds := map[protocol.UnseenKind]bool{}
	for _, u := range snapshot.Unseen {
		kinds[u.Kind] = true
	}
	for _, kind := range []protocol.UnseenKind{protocol.UnseenCanvas, protocol.UnseenFrame, protocol.UnseenEmbed, protocol.UnseenVideo} {
		if !kinds[kind] {
			t.Errorf("%s is not among the unseen %v:\n%s", kind, snapshot.Unseen, snapshot.Text)
		}
		if !strings.Contains(snapshot.Text, string(kind)) {
			t.Errorf("the text does not speak of %s:\n%s", kind, snapshot.Text)
		}
	}
	name := "In the closed root"
	if len((want{Role: "button", Name: &name}).among(snapshot.Controls)) != 1 {
		t.Errorf("the button in the closed root is not listed:%s", list(snapshot.Controls))
	}
}
