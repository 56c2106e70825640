package chaos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"candid/host/e2e/rig"
	"candid/host/internal/door/client"
	"candid/host/protocol"
)

// usual is how long it runs in the suite.
const usual = 30 * time.Second

// agents is how many work at once: enough to be busy at every kill, few enough
// for two cores.
const agents = 4

// callLimit is the deadline of each call; overtime is what a call may take
// beyond it on a busy machine.
const (
	callLimit = 20 * time.Second
	overtime  = 3 * time.Second
)

// duration is how long this run takes.
func duration(t *testing.T) time.Duration {
	text := os.Getenv("CANDID_CHAOS")
	if text == "" {
		return usual
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("CANDID_CHAOS: %v", err)
	}
	return d
}

func TestChaos(t *testing.T) {
	r, err := rig.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	closed := false
	defer func() {
		if !closed {
			t.Log(r.Close())
		}
	}()
	site := newLab(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	ctx, stop := context.WithTimeout(t.Context(), duration(t))
	defer stop()
	tally := &tally{codes: map[string]int{}}
	var working sync.WaitGroup
	for n := range agents {
		working.Go(func() {
			(&worker{t: t, rig: r, url: site.URL, name: fmt.Sprintf("agent%d", n), tally: tally}).work(ctx)
		})
	}
	kills := trouble(ctx, t, r, site.URL, tally, rand.New(rand.NewPCG(seed, 1)))
	working.Wait()
	pressed, wrong := site.verdict()
	t.Logf("%v; %d presses; %v", kills, pressed, tally)
	if len(wrong) > 0 {
		t.Errorf("pressed twice, or another button than meant: %v", wrong)
	}
	if pressed == 0 || tally.done < agents {
		t.Errorf("hardly anything got done: %d presses, %d calls", pressed, tally.done)
	}
	closed = true
	if err := r.Close(); err != nil {
		t.Errorf("left behind: %v", err)
	}
}

// trouble kills something again and again until the time is over. Between two
// kills there is a host, and some work gets done, so that a slow machine sees
// fewer kills and not less work.
func trouble(ctx context.Context, t *testing.T, r *rig.Rig, url string, y *tally, random *rand.Rand) map[string]int {
	kills := map[string]int{}
	for y.await(ctx, 2*agents) && sleep(ctx, time.Duration(random.IntN(2000))*time.Millisecond) {
		what, err := killOne(ctx, r, url, random)
		if err != nil && ctx.Err() == nil {
			what += " (missed)" // it was not there to be killed
			t.Logf("%s: %v", what, err)
		}
		kills[what]++
		back := time.Now()
		for len(r.Hosts()) == 0 && sleep(ctx, 100*time.Millisecond) {
			if time.Since(back) > backLimit {
				t.Errorf("%v after killing %s there is no host", backLimit, what)
				return kills
			}
		}
	}
	return kills
}

// backLimit is how long a host may take to come back: a worker that was killed
// is started by the next event, at the latest by its alarm after 30 s.
const backLimit = 45 * time.Second

// sleep is false when the time is over.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// killOne kills one part. The person goes on browsing after a worker was killed,
// which wakes it.
func killOne(ctx context.Context, r *rig.Rig, url string, random *rand.Rand) (string, error) {
	switch n := random.IntN(10); {
	case n < 3:
		return "worker", errors.Join(r.StopWorker(ctx), r.NewTab(ctx, url))
	case n < 7:
		return "host", r.KillHosts()
	case n < 9:
		return "reload", r.InWorker(ctx, "chrome.runtime.reload()", nil)
	}
	return "browser", errors.Join(r.KillBrowser(), r.Restart(context.WithoutCancel(ctx)))
}

// tally counts how calls ended.
type tally struct {
	mu    sync.Mutex
	done  int
	codes map[string]int
}

// String is the tally for the log.
func (y *tally) String() string {
	y.mu.Lock()
	defer y.mu.Unlock()
	return fmt.Sprintf("%d calls done, failed: %v", y.done, y.codes)
}

// workLimit is how long a kill waits for work to get done.
const workLimit = 15 * time.Second

// await waits until so many more calls are done. It is false when the time is
// over.
func (y *tally) await(ctx context.Context, more int) bool {
	from := y.count()
	for start := time.Now(); y.count() < from+more && time.Since(start) < workLimit; {
		if !sleep(ctx, 50*time.Millisecond) {
			return false
		}
	}
	return ctx.Err() == nil
}

// count is how many calls are done.
func (y *tally) count() int {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.done
}

// note counts one call and checks that its error is one an agent can use.
func (y *tally) note(t *testing.T, method string, took time.Duration, err error) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if took > callLimit+overtime {
		t.Errorf("%s took %v", method, took)
	}
	if err == nil {
		y.done++
		return
	}
	var known *protocol.Error
	if !errors.As(err, &known) {
		t.Errorf("%s: an error without a type: %v", method, err)
		return
	}
	// Nobody else debugs here: whoever is in the way is a leftover of ours.
	if known.Code == protocol.CodeInternal || known.Code == protocol.CodeDebuggerBlocked {
		t.Errorf("%s: %v", method, known)
	}
	y.codes[string(known.Code)]++
}

// worker is one agent: it opens the page, looks, and presses one button with a
// word of its own, over and over, and never repeats an act.
type worker struct {
	t     *testing.T
	rig   *rig.Rig
	url   string
	name  string
	tally *tally
	acts  int
}

// work goes on until the time is over. Now and then the agent dies in the
// middle of a call, and another takes its place.
func (w *worker) work(ctx context.Context) {
	for ctx.Err() == nil {
		life, die := context.WithTimeout(ctx, time.Duration(5+rand.IntN(25))*time.Second)
		w.live(life)
		die()
	}
}

// live is one connection's life.
func (w *worker) live(ctx context.Context) {
	conn, err := client.Dial(ctx, client.Options{Home: w.rig.Home, Agent: w.name})
	if err != nil {
		w.pause(ctx)
		return
	}
	defer conn.Close()
	tab := ""
	for ctx.Err() == nil {
		if tab, err = w.round(ctx, conn, tab); err != nil {
			w.pause(ctx)
		}
	}
}

// pause is what an agent does before it tries again.
func (w *worker) pause(ctx context.Context) {
	select {
	case <-time.After(100 * time.Millisecond):
	case <-ctx.Done():
	}
}

// call makes one call within its own deadline and counts it. Calls that end
// because the agent dies are not counted.
func (w *worker) call(ctx context.Context, conn *client.Conn, method string, params, result any) error {
	limited, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	start := time.Now()
	err := conn.Call(limited, method, params, result)
	if ctx.Err() == nil {
		w.tally.note(w.t, method, time.Since(start), err)
	}
	return err
}

// round is one look and one act on the agent's tab; it returns the tab to use
// next, "" for a new one.
func (w *worker) round(ctx context.Context, conn *client.Conn, tab string) (string, error) {
	if tab == "" || rand.IntN(20) == 0 {
		return w.open(ctx, conn, tab)
	}
	var shot protocol.SnapshotResult
	if err := w.call(ctx, conn, protocol.DoorSnapshot, protocol.SnapshotParams{Tab: tab, Controls: true}, &shot); err != nil {
		return "", err
	}
	w.acts++
	number := rand.IntN(12)
	word := fmt.Sprintf("%s-%d-%d", w.name, w.acts, number)
	field, button := refOf(shot, "Word"), refOf(shot, fmt.Sprintf("Press %d", number))
	if field == "" || button == "" {
		w.t.Errorf("a snapshot without the field or the button, complete %v: %s", shot.Complete, shot.Text)
		return "", errors.New("no such control")
	}
	batch := protocol.BatchParams{Tab: tab, Settle: 200, Steps: []protocol.Step{
		{Do: "fill", Ref: field, Value: protocol.Values{word}}, {Do: "click", Ref: button},
	}}
	return tab, w.call(ctx, conn, protocol.DoorBatch, batch, &protocol.BatchResult{})
}

// open closes the tab it had, in half of the cases, and opens another.
func (w *worker) open(ctx context.Context, conn *client.Conn, tab string) (string, error) {
	if tab != "" && rand.IntN(2) == 0 {
		step := protocol.ActParams{Tab: tab, Step: protocol.Step{Do: "navigate", URL: w.url}}
		return tab, w.call(ctx, conn, protocol.DoorAct, step, &protocol.ActResult{})
	}
	if tab != "" {
		step := protocol.ActParams{Tab: tab, Step: protocol.Step{Do: "close"}}
		if err := w.call(ctx, conn, protocol.DoorAct, step, &protocol.ActResult{}); err != nil {
			return "", err
		}
	}
	var opened protocol.OpenResult
	err := w.call(ctx, conn, protocol.DoorOpen, protocol.OpenParams{URL: w.url, Timeout: 8000}, &opened)
	return opened.Tab, err
}

// refOf is the ref of the control with the name, "" when there is none.
func refOf(shot protocol.SnapshotResult, name string) string {
	for _, control := range shot.Controls {
		if control.Name == name {
			return control.Ref
		}
	}
	return ""
}
