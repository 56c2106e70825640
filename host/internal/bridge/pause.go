package bridge

import (
	"context"
	"sync"

	"candid/host/protocol"
)

// pause is the person's stop button. While it is pressed no agent's request
// starts, and pressing it ends those that run.
type pause struct {
	mu      sync.Mutex
	on      bool
	next    int
	running map[int]context.CancelCauseFunc
}

// errPaused answers every agent while Candid is paused.
var errPaused = protocol.NewError(protocol.CodePaused, "the person has paused Candid",
	"wait until the person resumes it; do not try again on your own")

// whilePaused are methods that tell an agent where it stands.
var whilePaused = map[string]bool{
	protocol.DoorStatus: true, protocol.DoorSubscribe: true, protocol.DoorPause: true,
	protocol.DoorActivity: true, protocol.DoorResume: true,
}

// admit lets a request in, or says why not, and returns the context that a
// pause ends. The function that comes with it must be called at the end.
func (b *Bridge) admit(ctx context.Context, who Caller, name string) (context.Context, func(), error) {
	if who.Person || whilePaused[name] {
		return ctx, func() {}, nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	p := &b.pause
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.on {
		cancel(errPaused)
		return nil, nil, errPaused
	}
	if p.running == nil {
		p.running = map[int]context.CancelCauseFunc{}
	}
	p.next++
	id := p.next
	p.running[id] = cancel
	return ctx, func() { p.leave(id); cancel(nil) }, nil
}

// leave takes an ended request out.
func (p *pause) leave(id int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.running, id)
}

// setPaused presses or releases the button.
func (b *Bridge) setPaused(on bool) {
	p := &b.pause
	p.mu.Lock()
	defer p.mu.Unlock()
	p.on = on
	if !on {
		return
	}
	for _, cancel := range p.running {
		cancel(errPaused)
	}
}

// paused tells whether the button is pressed.
func (b *Bridge) paused() bool {
	b.pause.mu.Lock()
	defer b.pause.mu.Unlock()
	return b.pause.on
}
