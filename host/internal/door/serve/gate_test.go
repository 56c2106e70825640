//go:build unix

package serve

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"candid/host/protocol"
)

// at waits until so many of an agent's requests wait and run.
func (g *gate) at(agent string, running, waiting int) {
	for {
		g.mu.Lock()
		l := g.lines[agent]
		holds := l == nil && running+waiting == 0 || l != nil && l.running == running && len(l.waiting) == waiting
		g.mu.Unlock()
		if holds {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// A flood waits for its own slots; another agent's request starts at once.
func TestGateKeepsPlaceForOthers(t *testing.T) {
	g := newGate(4, 2)
	release := make(chan struct{})
	var flood sync.WaitGroup
	for range 100 {
		flood.Go(func() {
			leave, err := g.enter(t.Context(), "flood")
			if err != nil {
				t.Error(err)
				return
			}
			<-release
			leave()
		})
	}
	g.at("flood", 2, 98)
	leave, err := g.enter(t.Context(), "other")
	if err != nil {
		t.Fatal(err)
	}
	leave()
	close(release)
	flood.Wait()
	if len(g.lines) != 0 || len(g.ring) != 0 || g.free != 4 {
		t.Errorf("left: %d lines, %d in the ring, %d free", len(g.lines), len(g.ring), g.free)
	}
}

// With every slot taken, the agents that wait go in turn.
func TestGateGoesRound(t *testing.T) {
	g := newGate(1, 1)
	leave, err := g.enter(t.Context(), "first")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var order []string
	var waiting sync.WaitGroup
	wait := func(agent string) {
		waiting.Go(func() {
			leave, err := g.enter(t.Context(), agent)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			order = append(order, agent)
			mu.Unlock()
			leave()
		})
	}
	for n := range 3 {
		wait("a")
		g.at("a", 0, n+1)
	}
	wait("b")
	g.at("b", 0, 1)
	leave()
	waiting.Wait()
	if !slices.Equal(order, []string{"a", "b", "a", "a"}) {
		t.Errorf("order %v", order)
	}
}

func TestGateCanBeLeft(t *testing.T) {
	g := newGate(1, 1)
	leave, err := g.enter(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	go func() { _, err := g.enter(ctx, "b"); gone <- err }()
	g.at("b", 0, 1)
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	leave()
	if len(g.lines) != 0 || len(g.ring) != 0 || g.free != 1 {
		t.Errorf("left: %d lines, %d in the ring, %d free", len(g.lines), len(g.ring), g.free)
	}
}

func TestGateIsBusyInTheEnd(t *testing.T) {
	g := newGate(1, 1)
	ctx, cancel := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	for range 1 + queueEach {
		waiting.Go(func() {
			if leave, err := g.enter(ctx, "a"); err == nil {
				<-ctx.Done()
				leave()
			}
		})
	}
	g.at("a", 1, queueEach)
	_, err := g.enter(ctx, "a")
	var known *protocol.Error
	if !errors.As(err, &known) || known.Code != protocol.CodeBusy || known.Hint == "" {
		t.Errorf("got %v, want busy", err)
	}
	cancel()
	waiting.Wait()
	if len(g.lines) != 0 || g.free != 1 {
		t.Errorf("left: %d lines, %d free", len(g.lines), g.free)
	}
}
