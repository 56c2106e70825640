package chaos

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"candid/host/e2e/rig"
	"candid/host/internal/door/client"
	"candid/host/protocol"
)

// crowd agents take looks snapshots each, all at once. (200 agents are tried
// with an extension without a browser, in host/load_test.go.)
const (
	crowd = 20
	looks = 50
)

// crowdLimit is how long one agent may take for all of it.
const crowdLimit = 4 * time.Minute

func TestTwentyAgentsInChromium(t *testing.T) {
	r, err := rig.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	site := newLab(t)
	var agents []*looker
	for n := range crowd { // one after the other: twenty new renderers at once are Chromium's test, not ours
		agent, err := newLooker(t.Context(), r, site.URL, fmt.Sprintf("agent%d", n))
		if err != nil {
			t.Fatal(err)
		}
		defer agent.conn.Close()
		agents = append(agents, agent)
	}
	start := time.Now()
	var working sync.WaitGroup
	for _, agent := range agents {
		working.Go(func() {
			if err := agent.lookOften(t.Context()); err != nil {
				t.Errorf("%s: %v", agent.name, err)
			}
		})
	}
	working.Wait()
	for _, agent := range agents {
		if agent.starved > 0 {
			t.Logf("%s: %d times frame_timeout", agent.name, agent.starved)
		}
	}
	t.Logf("%d snapshots in %v", crowd*looks, time.Since(start).Round(time.Millisecond))
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// looker is one agent with a tab of its own.
type looker struct {
	conn *client.Conn
	name string
	tab  string

	starved int
}

// newLooker dials and opens the tab.
func newLooker(ctx context.Context, r *rig.Rig, url, name string) (*looker, error) {
	conn, err := client.Dial(ctx, client.Options{Home: r.Home, Agent: name})
	if err != nil {
		return nil, err
	}
	var opened protocol.OpenResult
	err = conn.Call(ctx, protocol.DoorOpen, protocol.OpenParams{URL: url + "/" + name, Timeout: 60_000}, &opened)
	return &looker{conn: conn, name: name, tab: opened.Tab}, err
}

// lookOften takes snapshots without naming a tab; every one is of its own.
func (l *looker) lookOften(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, crowdLimit)
	defer cancel()
	for range looks {
		shot, err := l.look(ctx)
		if err != nil {
			return err
		}
		if shot.Tab != l.tab || !strings.Contains(shot.Text, "Lab of "+l.name+"\n") {
			return fmt.Errorf("asked for its own tab %s, got %s: %.200s", l.tab, shot.Tab, shot.Text)
		}
	}
	return nil
}

// look takes one snapshot. On a machine with far more to do than processors
// Chromium lets a hidden tab starve for seconds, and the answer is then
// frame_timeout; an agent looks again, and so does this one, twice.
func (l *looker) look(ctx context.Context) (shot protocol.SnapshotResult, err error) {
	for range 3 {
		err = l.conn.Call(ctx, protocol.DoorSnapshot, protocol.SnapshotParams{Timeout: 60_000}, &shot)
		var known *protocol.Error
		if !errors.As(err, &known) || known.Code != protocol.CodeFrameTimeout {
			return shot, err
		}
		l.starved++
	}
	return shot, err
}
