package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"candid/host/internal/store"
	"candid/host/protocol"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// plainLink is an extension whose methods are functions of the parameters.
type plainLink struct {
	hello   protocol.Hello
	methods map[string]func(params json.RawMessage) (any, error)
	hang    string // a method that never answers

	mu    sync.Mutex
	calls []string // "method params"
}

func (l *plainLink) Hello() protocol.Hello { return l.hello }

func (l *plainLink) Call(ctx context.Context, method string, params, result any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.calls = append(l.calls, method+" "+string(raw))
	l.mu.Unlock()
	if method == l.hang {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	l.mu.Lock()
	run := l.methods[method]
	l.mu.Unlock()
	if run == nil {
		return protocol.NewError(protocol.CodeNotSupported, method, "")
	}
	answer, err := run(raw)
	if err != nil {
		return err
	}
	back, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	return json.Unmarshal(back, result)
}

// set changes what a method does.
func (l *plainLink) set(method string, run func(json.RawMessage) (any, error)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.methods[method] = run
}

// called lists the calls of a method.
func (l *plainLink) called(method string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []string
	for _, call := range l.calls {
		if strings.HasPrefix(call, method+" ") {
			found = append(found, call)
		}
	}
	return found
}

// always answers the same.
func always(answer any) func(json.RawMessage) (any, error) {
	return func(json.RawMessage) (any, error) { return answer, nil }
}

// withTabs is a link that lists tabs and does what the core asks.
func withTabs(tabs ...protocol.Tab) *plainLink {
	next := 1
	return &plainLink{
		hello: protocol.Hello{Build: "b1", Disk: "b1", Profile: "p1", Browser: protocol.Browser{Name: "Chromium", Version: "156"}},
		methods: map[string]func(json.RawMessage) (any, error){
			protocol.MethodTabs:     always(protocol.TabsReply{Tabs: tabs, Private: 3}),
			protocol.MethodDisk:     always(protocol.DiskReply{Build: "b1", Disk: "b1"}),
			protocol.MethodPause:    always(protocol.NoParams{}),
			protocol.MethodEcho:     always(protocol.NoParams{}),
			protocol.MethodOpen:     always(protocol.TabReply{Tab: "9", URL: "https://example.com/", Loaded: true}),
			protocol.MethodNavigate: always(protocol.TabReply{Tab: "9", URL: "https://example.com/", Loaded: true}),
			protocol.MethodLease: func(raw json.RawMessage) (any, error) {
				var call protocol.LeaseCall
				if err := json.Unmarshal(raw, &call); err != nil {
					return nil, err
				}
				reply := protocol.LeaseReply{From: next, To: next + call.Count}
				next = reply.To
				return reply, nil
			},
		},
	}
}

// webTab is a tab with a web page.
func webTab(tab, owner string) protocol.Tab {
	return protocol.Tab{Tab: tab, URL: "https://" + tab + ".example/", Title: "Page " + tab, Owner: owner, Shared: true}
}

// run calls a method and decodes its result.
func run[R any](t *testing.T, b *Bridge, who Caller, method, params string) (R, *protocol.Error) {
	t.Helper()
	var result R
	answer, err := b.Do(t.Context(), who, method, json.RawMessage(params))
	if err != nil {
		return result, typed(err)
	}
	raw, err := json.Marshal(answer)
	if err == nil {
		err = json.Unmarshal(raw, &result)
	}
	if err != nil {
		t.Fatal(err)
	}
	return result, nil
}

// robot is an agent with all rights.
var robot = Caller{Agent: "robot", Program: "test", PID: 7, Scopes: Scopes{Read: true, Act: true, Navigate: true}}

func TestMethodsAreClaimedOnce(t *testing.T) {
	b := New(Options{Link: withTabs()})
	total := 0
	for _, area := range areas {
		total += len(area(b))
	}
	if total != len(b.methods) {
		t.Errorf("%d methods in %d names", total, len(b.methods))
	}
}

func TestUnknownMethodListsTheKnown(t *testing.T) {
	_, err := run[protocol.NoParams](t, New(Options{Link: withTabs()}), robot, "snapshoot", "{}")
	if err == nil || err.Code != protocol.CodeUsage || !strings.Contains(err.Hint, protocol.DoorSnapshot) {
		t.Errorf("got %+v", err)
	}
}

func TestParametersAreStrict(t *testing.T) {
	b := New(Options{Link: withTabs()})
	for _, params := range []string{
		`{"url":"https://a.example","tiemoutMs":5}`, `{"url":"https://a.example","url":"https://b.example"}`,
		`{"URL":"https://a.example"}`, `{"url":7}`, `[]`, `"x"`, `{"url":"\ud800"}`,
	} {
		if _, err := run[protocol.OpenResult](t, b, robot, protocol.DoorOpen, params); err == nil || err.Code != protocol.CodeUsage {
			t.Errorf("%s: got %+v, want usage", params, err)
		}
	}
}

func TestWhichTabIsMeant(t *testing.T) {
	blank := protocol.Tab{Tab: "b", URL: "about:blank", Shared: true}
	tests := []struct {
		name string
		tabs []protocol.Tab
		want string // a tab, or an error code
	}{
		{"none", nil, string(protocol.CodeNoTab)},
		{"the only one", []protocol.Tab{webTab("1", "")}, "1"},
		{"two", []protocol.Tab{webTab("1", ""), webTab("2", "")}, string(protocol.CodeAmbiguousTab)},
		{"mine and the person's", []protocol.Tab{webTab("1", "robot"), webTab("2", "")}, string(protocol.CodeAmbiguousTab)},
		{"mine and another agent's", []protocol.Tab{webTab("1", "other"), webTab("2", "robot")}, "2"},
		{"only another agent's", []protocol.Tab{webTab("1", "other")}, "1"},
		{"blank and mine", []protocol.Tab{blank, webTab("2", "robot")}, "2"},
		{"only blank", []protocol.Tab{blank}, "b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := New(Options{Link: withTabs(test.tabs...)})
			got, err := b.tab(t.Context(), robot, "")
			if err != nil {
				got = string(typed(err).Code)
			}
			if got != test.want {
				t.Fatalf("got %s, want %s", got, test.want)
			}
			if test.want == string(protocol.CodeAmbiguousTab) && len(typed(err).Refs) != len(test.tabs) {
				t.Errorf("candidates %+v", typed(err).Refs)
			}
			if named, err := b.tab(t.Context(), robot, "77"); named != "77" || err != nil {
				t.Errorf("a named tab: %s, %v", named, err)
			}
		})
	}
}

func TestNumbersAreNeverGivenTwice(t *testing.T) {
	link := withTabs()
	b := New(Options{Link: link})
	var mu sync.Mutex
	seen := map[int]bool{}
	var asking sync.WaitGroup
	for range 20 {
		asking.Go(func() {
			for _, n := range []int{1, 100, 300, 0} {
				numbers, err := b.numbers(t.Context(), "1", n)
				if err != nil || len(numbers) != n || !slices.IsSorted(numbers) {
					t.Errorf("%d numbers: %v, %v", n, numbers, err)
				}
				mu.Lock()
				for _, number := range numbers {
					if seen[number] {
						t.Errorf("%d was given twice", number)
					}
					seen[number] = true
				}
				mu.Unlock()
			}
		})
	}
	asking.Wait()
	if calls := link.called(protocol.MethodLease); len(calls) > 20*401/leaseBlock+21 {
		t.Errorf("%d leases", len(calls))
	}
	link.set(protocol.MethodLease, always(protocol.LeaseReply{From: 1, To: 257}))
	if _, err := b.numbers(t.Context(), "1", 10_000); err == nil {
		t.Error("a lease given again was used")
	}
}

func TestTurnsGoInOrderAndCanBeLeft(t *testing.T) {
	var turns turns
	first, err := turns.take(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	if other, err := turns.take(t.Context(), "2"); err != nil {
		t.Error("another tab has its own turn")
	} else {
		other()
	}
	var mu sync.Mutex
	var order []int
	var waiting sync.WaitGroup
	leaver, give := context.WithCancel(t.Context())
	defer give()
	for n := range 5 {
		ctx := t.Context()
		if n == 2 {
			ctx = leaver
		}
		waiting.Go(func() {
			leave, err := turns.take(ctx, "1")
			if err != nil {
				return
			}
			defer leave()
			mu.Lock()
			defer mu.Unlock()
			order = append(order, n)
		})
		turns.await("1", n+2)
	}
	give()
	turns.await("1", 5)
	first()
	waiting.Wait()
	if !slices.Equal(order, []int{0, 1, 3, 4}) || len(turns.tabs) != 0 {
		t.Errorf("order %v, %d queues left", order, len(turns.tabs))
	}
}

// await waits until so many hold or wait for a tab's turn.
func (t *turns) await(tab string, want int) {
	for {
		t.mu.Lock()
		got := len(t.tabs[tab])
		t.mu.Unlock()
		if got == want {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func TestPauseStopsEveryoneAtOnce(t *testing.T) {
	link := withTabs(webTab("1", ""))
	link.hang = protocol.MethodOpen
	b := New(Options{Link: link})
	ended := make(chan error, 1)
	go func() {
		_, err := b.Do(context.Background(), robot, protocol.DoorOpen, json.RawMessage(`{"url":"https://a.example"}`))
		ended <- err
	}()
	for len(link.called(protocol.MethodOpen)) == 0 {
		time.Sleep(time.Millisecond)
	}
	if _, err := run[protocol.NoParams](t, b, robot, protocol.DoorPause, "{}"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; typed(err).Code != protocol.CodePaused {
		t.Errorf("what ran: got %v, want paused", err)
	}
	if _, err := run[protocol.TabsResult](t, b, robot, protocol.DoorTabs, "{}"); err == nil || err.Code != protocol.CodePaused {
		t.Errorf("what comes: got %v, want paused", err)
	}
	if status, err := run[protocol.StatusResult](t, b, robot, protocol.DoorStatus, "{}"); err != nil || !status.Browsers[0].Paused {
		t.Errorf("status: %+v, %v", status, err)
	}
	if _, err := run[protocol.NoParams](t, b, robot, protocol.DoorResume, "{}"); err == nil || err.Code != protocol.CodeForbidden {
		t.Errorf("an agent that resumes: %v", err)
	}
	answer := b.Answer(t.Context(), protocol.Ask{ID: "1", Method: protocol.DoorResume})
	if answer.Error != nil {
		t.Fatal(answer.Error)
	}
	if _, err := run[protocol.TabsResult](t, b, robot, protocol.DoorTabs, "{}"); err != nil {
		t.Errorf("after the person resumed: %v", err)
	}
	if calls := link.called(protocol.MethodPause); len(calls) != 2 {
		t.Errorf("the worker was told %v", calls)
	}
	b.Event(protocol.Event{Event: protocol.EventPaused})
	if !b.paused() {
		t.Error("the worker's own pause was missed")
	}
}

func TestPausedFromTheStart(t *testing.T) {
	link := withTabs()
	link.hello.Paused = true
	if _, err := run[protocol.TabsResult](t, New(Options{Link: link}), robot, protocol.DoorTabs, "{}"); err == nil || err.Code != protocol.CodePaused {
		t.Errorf("got %v, want paused", err)
	}
}

func TestStaleIsSaidByEveryAnswer(t *testing.T) {
	link := withTabs(webTab("1", ""))
	link.hello.Disk = "b2"
	link.set(protocol.MethodDisk, always(protocol.DiskReply{Build: "b1", Disk: "b2"}))
	b := New(Options{Link: link, Notes: []string{"a note"}})
	status, err := run[protocol.StatusResult](t, b, robot, protocol.DoorStatus, "{}")
	if err != nil || !status.Browsers[0].Stale || !strings.Contains(strings.Join(status.Warnings, " "), "candid reload") || status.Warnings[0] != "a note" {
		t.Errorf("status %+v, %v", status, err)
	}
	tabs, err := run[protocol.TabsResult](t, b, robot, protocol.DoorTabs, "{}")
	if err != nil || len(tabs.Warnings) != 1 {
		t.Errorf("tabs %+v, %v", tabs, err)
	}
	link.set(protocol.MethodDisk, always(protocol.DiskReply{Build: "b1", Disk: "b1"}))
	if status, err = run[protocol.StatusResult](t, b, robot, protocol.DoorStatus, "{}"); err != nil || status.Browsers[0].Stale {
		t.Errorf("after the folder was put back: %+v, %v", status, err)
	}
}

// withPolicy is a bridge over a policy file.
func withPolicy(t *testing.T, link Link, text string) (*Bridge, string) {
	t.Helper()
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, store.PolicyFile), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return New(Options{Link: link, Policy: store.OpenPolicy(home), Audit: store.OpenAudit(home)}), home
}

func TestDeniedSites(t *testing.T) {
	link := withTabs(webTab("1", ""), webTab("2", ""))
	b, _ := withPolicy(t, link, "[read]\ndeny = [\"1.example\", \"evil.example\"]\n")
	tabs, err := run[protocol.TabsResult](t, b, robot, protocol.DoorTabs, "{}")
	if err != nil || len(tabs.Tabs) != 1 || tabs.Tabs[0].Tab != "2" || tabs.Private != 4 {
		t.Errorf("tabs %+v, %v", tabs, err)
	}
	if tab, err := b.tab(t.Context(), robot, ""); tab != "2" || err != nil {
		t.Errorf("the only readable tab: %s, %v", tab, err)
	}
	if _, err := run[protocol.OpenResult](t, b, robot, protocol.DoorOpen, `{"url":"https://evil.example/"}`); err == nil || err.Code != protocol.CodeDeniedByPolicy {
		t.Errorf("open: %v", err)
	}
	if len(link.called(protocol.MethodOpen)) != 0 {
		t.Error("the denied site was visited")
	}
	link.set(protocol.MethodOpen, always(protocol.TabReply{Tab: "9", URL: "https://evil.example/landing?id=1", Title: "Secret"}))
	_, err = run[protocol.OpenResult](t, b, robot, protocol.DoorOpen, `{"url":"https://fine.example/"}`)
	if err == nil || err.Code != protocol.CodeDeniedByPolicy || strings.Contains(err.Message, "landing") {
		t.Errorf("a redirect: %v", err)
	}
	heard := make(chan protocol.Event, 1)
	defer b.Listen(func(event protocol.Event) { heard <- event })()
	b.Event(protocol.Event{Event: protocol.EventTabNavigated, Tab: "9", URL: "https://evil.example/x"})
	if event := <-heard; event.URL != "" {
		t.Errorf("an agent was told %q", event.URL)
	}
}

func TestAuditHasNoContent(t *testing.T) {
	link := withTabs(webTab("1", ""))
	b, home := withPolicy(t, link, "")
	if _, err := run[protocol.OpenResult](t, b, robot, protocol.DoorOpen, `{"url":"https://user.example/secret-canary?q=secret-canary"}`); err != nil {
		t.Fatal(err)
	}
	if _, err := run[protocol.OpenResult](t, b, robot, protocol.DoorOpen, `{"url":"file:///secret-canary"}`); err == nil {
		t.Fatal("file: was opened")
	}
	if _, err := run[protocol.StatusResult](t, b, robot, protocol.DoorStatus, "{}"); err != nil {
		t.Fatal(err)
	}
	result, err := run[protocol.ActivityResult](t, b, robot, protocol.DoorActivity, "{}")
	if err != nil || len(result.Entries) != 2 {
		t.Fatalf("entries %+v, %v", result, err)
	}
	first, second := result.Entries[0], result.Entries[1]
	if first.Agent != "robot" || first.Program != "test" || first.PID != 7 || first.Tab != "9" || first.Site != "example.com" || first.Verb != "open" || first.Result != "ok" {
		t.Errorf("entry %+v", first)
	}
	if second.Result != string(protocol.CodeSchemeBlocked) {
		t.Errorf("entry %+v", second)
	}
	log, readErr := os.ReadFile(filepath.Join(home, "audit", "activity.jsonl"))
	if readErr != nil || strings.Contains(string(log), "canary") {
		t.Errorf("log %s, %v", log, readErr)
	}
}

func TestHandoff(t *testing.T) {
	link := withTabs(webTab("1", ""))
	b := New(Options{Link: link})
	link.set(protocol.MethodHandoff, always(protocol.HandoffReply{Granted: true, Tab: "4"}))
	if got, err := run[protocol.HandoffResult](t, b, robot, protocol.DoorHandoff, `{"reason":"captcha"}`); err != nil || got.Tab != "4" {
		t.Errorf("%+v, %v", got, err)
	}
	link.set(protocol.MethodHandoff, always(protocol.HandoffReply{}))
	if _, err := run[protocol.HandoffResult](t, b, robot, protocol.DoorHandoff, `{"reason":"captcha"}`); err == nil || err.Code != protocol.CodeHandoffRefused {
		t.Errorf("refused: %v", err)
	}
	if _, err := run[protocol.HandoffResult](t, b, robot, protocol.DoorHandoff, `{}`); err == nil || err.Code != protocol.CodeUsage {
		t.Errorf("no reason: %v", err)
	}
}

func TestErrorsAreTyped(t *testing.T) {
	for err, want := range map[error]protocol.Code{
		context.DeadlineExceeded: protocol.CodeTimeout, context.Canceled: protocol.CodeCancelled,
		errors.New("what"): protocol.CodeInternal, errPaused: protocol.CodePaused,
	} {
		if got := typed(err).Code; got != want {
			t.Errorf("%v: got %s, want %s", err, got, want)
		}
	}
}
