package serve

import (
	"context"
	"sync"
	"time"
)

// The brake slows down guessing, on loopback too: after freeFails wrong tokens
// in brakeWindow, one attempt is looked at every brakePause, and at most
// brakeQueue wait for it; the rest are turned away unseen.
const (
	freeFails   = 5
	brakeWindow = time.Minute
	brakePause  = 500 * time.Millisecond
	brakeQueue  = 8
)

// brake counts wrong tokens. Its methods may be called concurrently.
type brake struct {
	mu      sync.Mutex
	fails   []time.Time
	waiting int
	turn    chan struct{}
}

// newBrake makes a released brake.
func newBrake() *brake { return &brake{turn: make(chan struct{}, 1)} }

// wait holds an attempt up while the brake is on. It is false when the attempt
// must not be looked at.
func (b *brake) wait(ctx context.Context) bool {
	if !b.on() {
		return true
	}
	if !b.queue() {
		return false
	}
	defer b.unqueue()
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return false
	}
	select {
	case <-time.After(brakePause):
		return true
	case <-ctx.Done():
		return false
	}
}

// on tells whether there were too many wrong tokens lately.
func (b *brake) on() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.fails) > 0 && time.Since(b.fails[0]) > brakeWindow {
		b.fails = b.fails[1:]
	}
	return len(b.fails) >= freeFails
}

// failed counts a wrong token. More than freeFails need not be kept.
func (b *brake) failed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fails = append(b.fails, time.Now())
	b.fails = b.fails[max(0, len(b.fails)-freeFails):]
}

// queue takes a place in front of the brake, if one is left.
func (b *brake) queue() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting >= brakeQueue {
		return false
	}
	b.waiting++
	return true
}

// unqueue gives the place back.
func (b *brake) unqueue() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting--
}
