package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"candid/build/devtools"
	"candid/host/protocol"
)

// module compiles a script of the extension for a page: its exports are then
// the properties of a variable.
func module(t *testing.T, source, variable string) string {
	t.Helper()
	built := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(shared.Root, "extension", filepath.FromSlash(source))},
		Bundle:      true, Format: api.FormatIIFE, GlobalName: variable, Target: api.ESNext,
	})
	if len(built.Errors) > 0 {
		t.Fatal(api.FormatMessages(built.Errors, api.FormatMessagesOptions{}))
	}
	return string(built.OutputFiles[0].Contents)
}

// tries plays ten minutes of a worker that tries for a host, on a clock of the
// test's own. An alarm comes every 30 s, as port.ts sets it, and the worker has
// ended before it: its successor knows no more than was kept.
const tries = `(() => { %s
  const play = (host) => {
    let now = 1e12, next = now, retries = new module.Retries(), alarm = now + 30_000
    const at = [], end = now + 600_000
    while ((now = Math.min(next, alarm)) < end) {
      if (now >= alarm) { alarm += 30_000; retries = new module.Retries(structuredClone(retries.kept)) }
      const pause = retries.begin(now)
      if (pause > 0) { next = now + pause; continue }
      at.push(now)
      const { welcome, lives, hopeless } = host(at.length)
      if (welcome) retries.welcomed()
      if (welcome && lives >= module.servedMs) retries.served()
      now += lives
      alarm = Math.max(alarm, now)
      next = now + retries.end(hopeless, 1)
    }
    return at
  }
  const most = (at) => Math.max(...at.map((one) => at.filter((other) => other >= one && other < one + 60_000).length))
  const killed = play(() => ({ welcome: true, lives: 5000, hopeless: false }))
  const full = new module.Retries({ vain: [1, 2, 3, 4, 5, 6].map((n) => 1e12 + n), failures: 0 })
  return {
    missing: most(play(() => ({ welcome: false, lives: 5, hopeless: true }))),
    ends: most(play(() => ({ welcome: false, lives: 50, hopeless: false }))),
    dies: most(play(() => ({ welcome: true, lives: 200, hopeless: false })).slice(10)),
    back: Math.max(...killed.slice(1).map((at, i) => at - killed[i] - 5000)),
    shut: full.begin(1e12 + 10), jumped: full.begin(1e12 - 3_600_000),
  }
})()`

// TestTriesForAHost (threat 23): at most 6 tries in any minute for a host that
// is missing or ends as it starts, however often the worker begins anew; a
// killed one is back at once; a clock that jumps back does not shut the door.
func TestTriesForAHost(t *testing.T) {
	t.Parallel()
	page := open(t, shared.Site.Show(t, `<!doctype html><title>Clock</title>`))
	var got struct{ Missing, Ends, Dies, Back, Shut, Jumped float64 }
	if err := page.Eval(fmt.Sprintf(tries, module(t, "worker/retries.ts", "module")), &got); err != nil {
		t.Fatal(err)
	}
	if got.Missing > 6 || got.Missing < 3 || got.Ends > 6 || got.Ends < 3 {
		t.Errorf("most tries in a minute: %v for a missing host, %v for one that ends at once; want 3 to 6", got.Missing, got.Ends)
	}
	if got.Dies > 6 {
		t.Errorf("%v tries in a minute for a host that dies after each welcome", got.Dies)
	}
	if got.Back > 200 {
		t.Errorf("after a host that served was killed, the next try came after %v ms", got.Back)
	}
	if got.Shut <= 0 || got.Jumped != 0 {
		t.Errorf("after 6 vain tries the pause is %v ms, and after the clock jumped back %v; want more than 0, and 0", got.Shut, got.Jumped)
	}
}

// vainTries is how many processes a host that ends at once may cost in a minute.
const vainTries = 6

// quiet is how long nothing must happen after the last of them: without the
// limit the next try would come 4 s later.
const quiet = 7 * time.Second

// TestHostThatEndsAtOnce (threat 23): Chrome starts as many hosts as the limit
// says and then none, and the button shows that something is wrong.
func TestHostThatEndsAtOnce(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	profile, count := folder(t), filepath.Join(p.dir, "started")
	host := filepath.Join(p.dir, "host")
	write(t, host, "#!/bin/sh\necho started >>'"+count+"'\n", 0o700)
	write(t, filepath.Join(profile, "NativeMessagingHosts", protocol.NativeHost+".json"), fmt.Sprintf(
		`{"name":%q,"description":"ends","path":%q,"type":"stdio","allowed_origins":[%q]}`, protocol.NativeHost, host, protocol.ExtensionOrigin), 0o644)
	p.chromium(profile, dist(), "--remote-debugging-port=0")
	started := func() int {
		text, err := os.ReadFile(count)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return strings.Count(string(text), "started")
	}
	p.until("the host was tried as often as it may be", func() bool { return started() >= vainTries })
	badge := ""
	p.until("the button says so", func() bool {
		badge = badgeOf(t, profile)
		return badge == "!"
	})
	time.Sleep(quiet) // the time in which no host may be started
	if n := started(); n != vainTries {
		t.Errorf("%d hosts were started, want %d", n, vainTries)
	}
}

// badgeOf is what the toolbar button of a browser says, by its debug port.
func badgeOf(t *testing.T, profile string) (badge string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(profile, "DevToolsActivePort"))
	if err != nil {
		t.Fatal(err)
	}
	var port int
	if _, err := fmt.Sscan(string(text), &port); err != nil {
		t.Fatal(err)
	}
	cdp, err := devtools.Dial(t.Context(), port)
	if err != nil {
		t.Fatal(err)
	}
	defer cdp.Close()
	target, err := cdp.Worker(t.Context(), protocol.ExtensionOrigin)
	if err != nil {
		return "" // it has not begun
	}
	worker, err := cdp.Attach(t.Context(), target.ID)
	if err == nil {
		err = worker.EvalIn(t.Context(), 0, `chrome.tabs.query({}).then(([tab]) => chrome.action.getBadgeText({tabId: tab.id}))`, &badge)
	}
	if err != nil {
		t.Fatal(err)
	}
	return badge
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
