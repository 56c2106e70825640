package e2e

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// attack runs in a real page and tries every way a page has to a listener. A
// way that got through says so; all else is how it failed.
const attack = `(async () => {
  const port = %d, own = 'http://127.0.0.1:' + port, seen = {}
  const request = JSON.stringify({jsonrpc: '2.0', id: 1, method: 'open', params: {url: 'http://127.0.0.1:' + port + '/reached-by-a-page'}})
  const attempt = async (name, run) => { try { seen[name] = String(await run()) } catch (error) { seen[name] = 'failed' } }
  const socket = (url, protocols) => new Promise((done) => {
    const ws = new WebSocket(url, protocols)
    ws.onopen = () => { ws.send(request); done('OPEN') }
    ws.onerror = () => done('failed')
  })
  for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '[::1]'])
    await attempt('websocket ' + host, () => socket('ws://' + host + ':' + port + '/'))
  await attempt('websocket protocol', () => socket('ws://127.0.0.1:' + port + '/', ['mcp']))
  for (const path of ['/', '/mcp', '/json'])
    for (const mode of ['cors', 'no-cors', 'same-origin'])
      await attempt('fetch ' + mode + ' ' + path, async () => {
        const answer = await fetch(own + path, {method: 'POST', mode, body: request, headers: {'content-type': 'text/plain'}})
        return answer.type === 'opaque' ? 'opaque' : 'READ ' + answer.status
      })
  await attempt('fetch with a token', async () => 'READ ' + (await fetch(own + '/mcp', {headers: {authorization: 'Bearer x'}})).status)
  await attempt('beacon', () => navigator.sendBeacon(own + '/mcp', request) && 'sent')
  await attempt('image', () => new Promise((done) => { const i = new Image(); i.onload = () => done('LOADED'); i.onerror = () => done('failed'); i.src = own + '/mcp' }))
  await attempt('script', () => new Promise((done) => { const s = document.createElement('script'); s.onload = () => done('LOADED'); s.onerror = () => done('failed'); s.src = own + '/'; document.head.append(s) }))
  await attempt('events', () => new Promise((done) => { const e = new EventSource(own + '/mcp'); e.onopen = () => done('OPEN'); e.onerror = () => { e.close(); done('failed') } }))
  await attempt('form', () => new Promise((done) => {
    const frame = document.createElement('iframe'); frame.name = 'target'; document.body.append(frame)
    const form = document.createElement('form'); form.method = 'post'; form.enctype = 'text/plain'; form.target = 'target'; form.action = own + '/mcp'
    const field = document.createElement('input'); field.name = request.slice(0, -1) + ',"x":"'; field.value = '"}'; form.append(field); document.body.append(form)
    frame.onload = () => { try { done('READ ' + frame.contentDocument.body.textContent) } catch (error) { done('unreadable') } }
    form.submit(); setTimeout(() => done('nothing'), 3000)
  }))
  for (const file of ['manifest.json', 'worker.js', 'popup.html', 'panel.html', 'panel.html?token=x#tab=1', 'build.json'])
    await attempt('extension ' + file, async () => 'READ ' + (await fetch('chrome-extension://%s/' + file)).status)
  await attempt('extension message', () => new Promise((done, refuse) => {
    if (!globalThis.chrome?.runtime?.sendMessage) return refuse()
    chrome.runtime.sendMessage('%s', {type: 'status'}, (answer) => chrome.runtime.lastError ? refuse() : done('ANSWERED ' + JSON.stringify(answer)))
  }))
  // Whether these came to anything is looked for from outside, by the address.
  const page = 'chrome-extension://%s/panel.html?opened-by-a-page#tab=1'
  const frame = document.createElement('iframe'); frame.src = page; document.body.append(frame)
  globalThis.opened = open(page)
  await new Promise((done) => { frame.onload = done; setTimeout(done, 2000) })
  return seen
})()`

// TestWebPagesReachNoDoor (threats 33 to 36, 44 and 45): a real page in the real
// browser gets nothing out of the listener or the extension, and nothing that
// it sends is carried out.
func TestWebPagesReachNoDoor(t *testing.T) {
	t.Parallel()
	page := open(t, shared.Site.Show(t, `<!doctype html><title>Evil</title><h1>Evil</h1>`))
	var seen map[string]string
	if err := page.Eval(fmt.Sprintf(attack, shared.TCP, protocol.ExtensionID, protocol.ExtensionID, protocol.ExtensionID), &seen); err != nil {
		t.Fatal(err)
	}
	targets, err := shared.CDP.Targets(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		if strings.HasPrefix(target.URL, protocol.ExtensionOrigin) && strings.Contains(target.URL, "opened-by-a-page") {
			t.Errorf("a page opened one of the extension's own: %+v", target)
		}
	}
	if len(seen) < 20 {
		t.Fatalf("only %d ways were tried: %v", len(seen), seen)
	}
	for way, outcome := range seen {
		switch outcome {
		case "failed", "opaque", "unreadable", "nothing", "sent": // a beacon is sent, never answered
		default:
			t.Errorf("%s: the page got %q", way, outcome)
		}
	}
	var tabs protocol.TabsResult
	dialTCP(t, "judge").call(t, protocol.DoorTabs, protocol.NoParams{}, &tabs)
	for _, tab := range tabs.Tabs {
		if strings.Contains(tab.URL, "reached-by-a-page") {
			t.Errorf("a page's request was carried out: %+v", tab)
		}
	}
}

// TestListenerRefusesWhatPagesSend (threats 34 to 37): the running host, not
// only its handler, answers by this table and sends no CORS header.
func TestListenerRefusesWhatPagesSend(t *testing.T) {
	t.Parallel()
	key := token(t)
	self := fmt.Sprintf("127.0.0.1:%d", shared.TCP)
	tests := []struct {
		name string
		host string
		set  map[string]string
		path string
		want int
	}{
		{name: "no token", want: 401},
		{name: "wrong token", set: map[string]string{"Authorization": "Bearer " + strings.Repeat("0", len(key))}, want: 401},
		{name: "token in the URL", path: "?token=" + key, want: 401},
		{name: "origin of a site", set: map[string]string{"Origin": "https://evil.example"}, want: 403},
		{name: "origin null", set: map[string]string{"Origin": "null"}, want: 403},
		{name: "origin of another extension", set: map[string]string{"Origin": "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, want: 403},
		{name: "origin of a file", set: map[string]string{"Origin": "file://"}, want: 403},
		{name: "origin of another port", set: map[string]string{"Origin": "http://127.0.0.1:1"}, want: 403},
		{name: "its own origin", set: map[string]string{"Origin": "http://" + self}, want: 403},
		{name: "empty origin", set: map[string]string{"Origin": ""}, want: 403},
		{name: "referer", set: map[string]string{"Referer": "http://" + self + "/"}, want: 403},
		{name: "rebound name", host: fmt.Sprintf("evil.example:%d", shared.TCP), want: 403},
		{name: "rebound name and origin", host: fmt.Sprintf("evil.example:%d", shared.TCP), set: map[string]string{"Origin": fmt.Sprintf("http://evil.example:%d", shared.TCP)}, want: 403},
		{name: "other port", host: "127.0.0.1:1", want: 403},
		{name: "any address", host: fmt.Sprintf("0.0.0.0:%d", shared.TCP), want: 403},
	}
	for _, tt := range tests {
		for _, path := range []string{"/", "/mcp"} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+self+path+tt.path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
			if err != nil {
				t.Fatal(err)
			}
			if tt.host != "" {
				r.Host = tt.host
			}
			if tt.want == 403 {
				r.Header.Set("Authorization", "Bearer "+key) // the right token does not help
			}
			for name, value := range tt.set {
				r.Header.Set(name, value)
			}
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			if err := answer.Body.Close(); err != nil {
				t.Error(err)
			}
			if answer.StatusCode != tt.want {
				t.Errorf("%s, %s: got %d, want %d", tt.name, path, answer.StatusCode, tt.want)
			}
			for header := range answer.Header {
				if strings.HasPrefix(header, "Access-Control-") {
					t.Errorf("%s, %s: header %s", tt.name, path, header)
				}
			}
		}
	}
}

// TestTokenStaysInItsFile (threat 37): after the token was used, it is in no
// other file of the home, no argument list and no answer.
func TestTokenStaysInItsFile(t *testing.T) {
	t.Parallel()
	key := token(t)
	agent := shared.Agent("door-token", t.TempDir())
	dialTCP(t, "door-token").call(t, protocol.DoorEcho, protocol.NoParams{}, &protocol.NoParams{})
	mcpEntrance{mcpOverHTTP(t)}.use(t, "browser_status", struct{}{}, &protocol.StatusResult{})
	for _, args := range [][]string{{"status"}, {"tabs"}, {"doctor"}, {"config"}, {"activity"}, {"token", "path"}} {
		agent.Run(args...)
	}
	if strings.Contains(agent.Heard(), key) {
		t.Error("a command printed the token")
	}
	if info, err := os.Stat(store.KeyFile(shared.Home)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the token's file: %v, %v, want mode 0600", info.Mode(), err)
	}
	err := filepath.WalkDir(shared.Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || path == store.KeyFile(shared.Home) {
			return nil //nolint:nilerr // the browser's own files come and go
		}
		if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), key) {
			t.Errorf("%s holds the token", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	lists, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		if text, err := os.ReadFile(list); err == nil && strings.Contains(string(text), key) {
			t.Errorf("an argument list holds the token: %s", list)
		}
	}
}

// stranger is another extension: its worker tries what extensions can try and
// reports to a server of the test.
const strangerWorker = `
const id = %q, seen = {}
const attempt = async (name, run) => { try { seen[name] = 'ANSWERED ' + JSON.stringify(await run()) } catch (error) { seen[name] = 'refused: ' + error.message } }
const connected = (port) => new Promise((done, refuse) => {
  port.onMessage.addListener((message) => done(message))
  port.onDisconnect.addListener(() => refuse(new Error(chrome.runtime.lastError?.message ?? 'disconnected')))
  port.postMessage({type: 'hello'})
})
main()
async function main() {
  await attempt('sendMessage', () => chrome.runtime.sendMessage(id, {type: 'ask', method: 'status', params: {}}))
  await attempt('connect', () => connected(chrome.runtime.connect(id, {name: 'panel'})))
  await attempt('connectNative', () => connected(chrome.runtime.connectNative('dev.candid.host')))
  await attempt('sendNativeMessage', () => chrome.runtime.sendNativeMessage('dev.candid.host', {type: 'hello'}))
  await attempt('fetch', async () => (await fetch('chrome-extension://' + id + '/manifest.json')).status)
  await fetch(%q, {method: 'POST', body: JSON.stringify(seen)})
}`

const strangerManifest = `{"manifest_version":3,"name":"Stranger","version":"1","background":{"service_worker":"worker.js"},
"permissions":["nativeMessaging","tabs"],"host_permissions":["<all_urls>"]}`

// TestAnotherExtensionGetsNoAnswer (threats 13 and 44).
func TestAnotherExtensionGetsNoAnswer(t *testing.T) {
	reports := make(chan map[string]string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var seen map[string]string
		if err := json.NewDecoder(r.Body).Decode(&seen); err != nil {
			t.Error(err)
		}
		reports <- seen
	}))
	defer server.Close()
	other := folder(t)
	for name, text := range map[string]string{"manifest.json": strangerManifest, "worker.js": fmt.Sprintf(strangerWorker, protocol.ExtensionID, server.URL)} {
		if err := os.WriteFile(filepath.Join(other, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := newPerson(t)
	profile := folder(t)
	p.must("setup", "--user-data-dir", profile, "--no-wait")
	p.chromium(profile, dist()+","+other)
	p.connected(1)
	select {
	case seen := <-reports:
		if len(seen) != 5 {
			t.Errorf("only %d ways were tried: %v", len(seen), seen)
		}
		for way, outcome := range seen {
			if !strings.HasPrefix(outcome, "refused: ") {
				t.Errorf("%s: %s", way, outcome)
			}
		}
		t.Logf("the stranger was told: %v", seen)
	case <-time.After(30 * time.Second):
		t.Fatal("the other extension did not report")
	}
}
