package bridge

import (
	"context"
	"sync"
)

// turns make the acts on one tab wait for each other, in the order they came.
// Snapshots do not take a turn: they may look while an act runs.
type turns struct {
	mu   sync.Mutex
	tabs map[string][]chan struct{} // the first has the turn
}

// take waits for the tab's turn. The returned function gives it back. A caller
// whose context ends while it waits leaves the queue.
func (t *turns) take(ctx context.Context, tab string) (func(), error) {
	mine := make(chan struct{})
	t.mu.Lock()
	if t.tabs == nil {
		t.tabs = map[string][]chan struct{}{}
	}
	t.tabs[tab] = append(t.tabs[tab], mine)
	if len(t.tabs[tab]) == 1 {
		close(mine)
	}
	t.mu.Unlock()
	leave := func() { t.leave(tab, mine) }
	select {
	case <-mine:
		return leave, nil
	case <-ctx.Done():
		leave()
		return nil, context.Cause(ctx)
	}
}

// leave takes one waiter out and wakes the next if it had the turn.
func (t *turns) leave(tab string, mine chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	queue := t.tabs[tab]
	for i, waiter := range queue {
		if waiter != mine {
			continue
		}
		queue = append(queue[:i:i], queue[i+1:]...)
		if i == 0 && len(queue) > 0 {
			close(queue[0])
		}
		break
	}
	if len(queue) == 0 {
		delete(t.tabs, tab)
		return
	}
	t.tabs[tab] = queue
}
