package serve

import (
	"context"
	"sync"

	"candid/host/protocol"
)

// gate hands out the slots in turn: to each agent that waits one, before any
// gets a second. So an agent that asks ten thousand times makes another wait
// for one of its requests, not for all.
type gate struct {
	mu    sync.Mutex
	free  int
	each  int
	ring  []string // agents with someone waiting, next first
	lines map[string]*line
}

// line is one agent at the gate.
type line struct {
	running int
	waiting []chan struct{}
}

// newGate makes a gate of so many slots.
func newGate(slots, each int) *gate {
	return &gate{free: slots, each: each, lines: map[string]*line{}}
}

// enter waits for a slot of the agent's and returns how to give it back. With
// too many of the agent's already waiting the answer is busy at once.
func (g *gate) enter(ctx context.Context, agent string) (func(), error) {
	g.mu.Lock()
	l := g.lineOf(agent)
	if len(l.waiting) >= queueEach {
		g.mu.Unlock()
		return nil, errBusy()
	}
	mine := make(chan struct{})
	if l.waiting = append(l.waiting, mine); len(l.waiting) == 1 {
		g.ring = append(g.ring, agent)
	}
	g.admit()
	g.mu.Unlock()
	leave := func() { g.leave(agent) }
	select {
	case <-mine:
		return leave, nil
	case <-ctx.Done():
		g.giveUp(agent, mine)
		return nil, context.Cause(ctx)
	}
}

// lineOf is the agent's line, made when it is new.
func (g *gate) lineOf(agent string) *line {
	if g.lines[agent] == nil {
		g.lines[agent] = &line{}
	}
	return g.lines[agent]
}

// admit gives free slots away, going round the agents.
func (g *gate) admit() {
	for passed := 0; g.free > 0 && passed < len(g.ring); {
		agent := g.ring[0]
		g.ring = g.ring[1:]
		l := g.lines[agent]
		if l.running >= g.each {
			g.ring = append(g.ring, agent)
			passed++
			continue
		}
		close(l.waiting[0])
		l.waiting = l.waiting[1:]
		l.running++
		g.free--
		passed = 0
		if len(l.waiting) > 0 {
			g.ring = append(g.ring, agent)
		}
	}
}

// leave gives a slot back.
func (g *gate) leave(agent string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lines[agent].running--
	g.free++
	g.admit()
	g.tidy(agent)
}

// giveUp takes a waiter out; if its slot came in the same moment, gives it back.
func (g *gate) giveUp(agent string, mine chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.lines[agent]
	for i, waiter := range l.waiting {
		if waiter == mine {
			l.waiting = append(l.waiting[:i:i], l.waiting[i+1:]...)
			if len(l.waiting) == 0 {
				g.unring(agent)
			}
			g.tidy(agent)
			return
		}
	}
	l.running--
	g.free++
	g.admit()
	g.tidy(agent)
}

// unring takes an agent that waits for nothing out of the ring.
func (g *gate) unring(agent string) {
	for i, name := range g.ring {
		if name == agent {
			g.ring = append(g.ring[:i:i], g.ring[i+1:]...)
			return
		}
	}
}

// tidy forgets an agent that has nothing here.
func (g *gate) tidy(agent string) {
	if l := g.lines[agent]; l != nil && l.running == 0 && len(l.waiting) == 0 {
		delete(g.lines, agent)
	}
}

// errBusy is the answer to an agent that asks faster than it can be served.
func errBusy() error {
	return protocol.NewError(protocol.CodeBusy, "too many requests of this agent wait already",
		"wait for answers before asking more; try again in a second")
}
