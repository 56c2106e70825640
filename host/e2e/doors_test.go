package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// entrance is a door as an agent uses it. What comes back is what any door must
// answer alike.
type entrance interface {
	open(t *testing.T, url string) (tab string)
	look(t *testing.T, tab string) sight
	act(t *testing.T, tab string, steps []protocol.Step) []protocol.ActResult
}

// sight is a snapshot without what differs by door: the words of next moves
// and the fence.
type sight struct {
	Text     string
	Complete bool
	Controls int
}

// sendable is the form page with a submission that a judge can see.
func sendable(t *testing.T) string {
	return strings.Replace(formPage(t), "</body>", `<script>
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  document.title = 'sent:' + new URLSearchParams(new FormData(event.target))
})
</script></body>`, 1)
}

// TestEveryDoorDoesTheSame: a scripted agent fills the form page over each door
// that there is; what it reads and what the page gets is the same.
func TestEveryDoorDoesTheSame(t *testing.T) {
	t.Parallel()
	entrances := map[string]entrance{
		"cli":            cliEntrance{},
		"ws over unix":   dialSocket(t, "door-unix"),
		"ws over tcp":    dialTCP(t, "door-tcp"),
		"mcp over stdio": mcpEntrance{mcpSession(t)},
		"mcp over http":  mcpEntrance{mcpOverHTTP(t)},
	}
	html := sendable(t)
	var first []sight
	for name, e := range entrances {
		t.Run(name, func(t *testing.T) {
			got := fillForm(t, e, shared.Site.Show(t, html))
			if first == nil {
				first = got
			}
			if !reflect.DeepEqual(got, first) {
				t.Errorf("got\n%+v\nanother door showed\n%+v", got, first)
			}
		})
	}
}

// fillForm is the script. Refs come out of the snapshot, as for any agent.
func fillForm(t *testing.T, e entrance, url string) []sight {
	tab := e.open(t, url)
	before := e.look(t, tab)
	ref := func(control string) string {
		for line := range strings.Lines(before.Text) {
			if ref, rest, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(rest, control) {
				return ref
			}
		}
		t.Fatalf("no %s in\n%s", control, before.Text)
		return ""
	}
	done := e.act(t, tab, []protocol.Step{
		{Do: "fill", Ref: ref(`textbox "Form title"`), Value: protocol.Values{"Spring survey"}},
		{Do: "fill", Ref: ref(`textbox "Description"`), Value: protocol.Values{"Two lines\nof it"}},
		{Do: "select", Ref: ref(`combobox "Template"`), Value: protocol.Values{"research"}},
		{Do: "click", Ref: ref(`button "Create form"`)},
	})
	for i, action := range []string{"fill", "fill", "select", "click"} {
		if len(done) != 4 || done[i].Action != action {
			t.Fatalf("got steps %+v", done)
		}
	}
	judge, err := shared.Judge(url)
	if err != nil {
		t.Fatal(err)
	}
	var sent string
	if err := judge.Eval("document.title", &sent); err != nil || sent != "sent:title=Spring+survey&description=Two+lines%0Aof+it&template=research" {
		t.Errorf("the page got %q, %v", sent, err)
	}
	after := e.look(t, tab)
	e.act(t, tab, []protocol.Step{{Do: "close"}})
	for _, s := range []*sight{&before, &after} {
		s.Text = strings.TrimSpace(strings.ReplaceAll(s.Text, url, "URL"))
	}
	return []sight{before, after}
}

// cliEntrance is the command line.
type cliEntrance struct{}

func (cliEntrance) open(t *testing.T, url string) string {
	opened, a := callCLI[protocol.OpenResult](t, "open", url)
	if !opened.Loaded {
		t.Errorf("not loaded: %s", a)
	}
	return opened.Tab
}

func (cliEntrance) look(t *testing.T, tab string) sight {
	r, _ := callCLI[protocol.SnapshotResult](t, "snapshot", "--tab", tab)
	return sight{r.Text, r.Complete, r.Count.Controls}
}

func (cliEntrance) act(t *testing.T, tab string, steps []protocol.Step) []protocol.ActResult {
	var lines strings.Builder
	for _, step := range steps {
		if err := json.NewEncoder(&lines).Encode(step); err != nil {
			t.Fatal(err)
		}
	}
	a := shared.Agent("door-cli", t.TempDir()).Plain(t.Context(), lines.String(), "batch", "--tab", tab, "--json")
	var answer struct {
		Result protocol.BatchResult `json:"result"`
	}
	if err := json.Unmarshal([]byte(a.Stdout), &answer); err != nil || a.Exit != 0 {
		t.Fatalf("%s: %v", a, err)
	}
	return answer.Result.Steps
}

func callCLI[R any](t *testing.T, args ...string) (R, string) {
	t.Helper()
	agent := shared.Agent("door-cli", t.TempDir())
	a := agent.Run(args...)
	var result R
	if !a.OK {
		t.Fatal(a)
	}
	if err := json.Unmarshal(a.Result, &result); err != nil {
		t.Fatal(err)
	}
	return result, a.String()
}

// wsEntrance is JSON-RPC in WebSocket frames, spoken here by hand.
type wsEntrance struct{ conn *websocket.Conn }

func dialSocket(t *testing.T, agent string) wsEntrance { return dialSocketOf(t, shared.Home, agent) }

// dialSocketOf connects to the one host of a home.
func dialSocketOf(t *testing.T, home, agent string) wsEntrance {
	t.Helper()
	sockets, err := filepath.Glob(filepath.Join(home, "run", "*.sock"))
	if err != nil || len(sockets) != 1 {
		t.Fatalf("sockets %q, %v", sockets, err)
	}
	dialer := websocket.Dialer{NetDialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", sockets[0])
	}}
	return dialed(t, dialer, "ws://localhost/", http.Header{protocol.HeaderAgent: {agent}})
}

func dialTCP(t *testing.T, agent string) wsEntrance {
	header := http.Header{protocol.HeaderAgent: {agent}, "Authorization": {"Bearer " + token(t)}}
	return dialed(t, websocket.Dialer{}, fmt.Sprintf("ws://127.0.0.1:%d/", shared.TCP), header)
}

func token(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(store.KeyFile(shared.Home))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

func dialed(t *testing.T, dialer websocket.Dialer, url string, header http.Header) wsEntrance {
	t.Helper()
	conn, _, err := dialer.DialContext(t.Context(), url, header)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
	})
	return wsEntrance{conn}
}

func (e wsEntrance) call(t *testing.T, method string, params, result any) {
	t.Helper()
	raw, err := json.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.conn.WriteJSON(protocol.Request{JSONRPC: "2.0", ID: json.RawMessage("7"), Method: method, Params: raw}); err != nil {
		t.Fatal(err)
	}
	var answer protocol.Response
	if err := e.conn.ReadJSON(&answer); err != nil {
		t.Fatal(err)
	}
	if answer.Error != nil {
		t.Fatalf("%s: %s %s", method, answer.Error.Message, answer.Error.Data.Hint)
	}
	if wantType := method == protocol.DoorAct || method == protocol.DoorBatch; (answer.Type == protocol.StepResult) != wantType {
		t.Errorf("%s: the answer's type is %q", method, answer.Type)
	}
	if err := json.Unmarshal(answer.Result, result); err != nil {
		t.Fatal(err)
	}
}

func (e wsEntrance) open(t *testing.T, url string) string {
	var opened protocol.OpenResult
	e.call(t, protocol.DoorOpen, protocol.OpenParams{URL: url}, &opened)
	return opened.Tab
}

func (e wsEntrance) look(t *testing.T, tab string) sight {
	var r protocol.SnapshotResult
	e.call(t, protocol.DoorSnapshot, protocol.SnapshotParams{Tab: tab}, &r)
	return sight{r.Text, r.Complete, r.Count.Controls}
}

func (e wsEntrance) act(t *testing.T, tab string, steps []protocol.Step) []protocol.ActResult {
	var r protocol.BatchResult
	e.call(t, protocol.DoorBatch, protocol.BatchParams{Tab: tab, Steps: steps}, &r)
	return r.Steps
}

// mcpEntrance is MCP over whatever the session runs on.
type mcpEntrance struct{ session *mcp.ClientSession }

// mcpOverHTTP connects to /mcp of the host's loopback listener.
func mcpOverHTTP(t *testing.T) *mcp.ClientSession {
	t.Helper()
	return mcpOver(t, "e2e-http", &mcp.StreamableClientTransport{
		Endpoint:   fmt.Sprintf("http://127.0.0.1:%d/mcp", shared.TCP),
		HTTPClient: &http.Client{Transport: bearer(token(t))},
	})
}

// mcpOver is a session of a client with this name, closed when the test ends.
func mcpOver(t *testing.T, name string, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: name, Version: "1"}, nil)
	session, err := client.Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Logf("closing the session: %v", err)
		}
	})
	return session
}

// bearer sends a token with each request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// use calls a tool; facts are its structuredContent.
func (e mcpEntrance) use(t *testing.T, tool string, arguments, facts any) string {
	t.Helper()
	result, err := e.session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, part := range result.Content {
		if words, is := part.(*mcp.TextContent); is {
			text += words.Text
		}
	}
	if result.IsError {
		t.Fatalf("%s: %s", tool, text)
	}
	raw, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, facts); err != nil {
		t.Fatal(err)
	}
	return text
}

func (e mcpEntrance) open(t *testing.T, url string) string {
	var opened protocol.OpenResult
	e.use(t, "browser_navigate", protocol.OpenParams{URL: url}, &opened)
	return opened.Tab
}

func (e mcpEntrance) look(t *testing.T, tab string) sight {
	var r protocol.SnapshotResult
	text := e.use(t, "browser_snapshot", protocol.SnapshotParams{Tab: tab}, &r)
	return sight{fenceMark.ReplaceAllString(text, ""), r.Complete, r.Count.Controls}
}

func (e mcpEntrance) act(t *testing.T, tab string, steps []protocol.Step) []protocol.ActResult {
	if len(steps) == 1 && steps[0].Do == "close" {
		var r protocol.BatchResult
		e.use(t, "browser_tabs", map[string]string{"action": "close", "tab": tab}, &r)
		return r.Steps
	}
	var r protocol.BatchResult
	e.use(t, "browser_act", struct {
		Tab     string          `json:"tab"`
		Actions []protocol.Step `json:"actions"`
	}{tab, steps}, &r)
	return r.Steps
}
