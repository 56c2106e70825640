package bridge

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// restAfter is how long nobody must have asked for anything before memory is
// given back. Shorter: an agent that thinks for a moment pays for getting it
// again; longer: a page of 200,000 nodes is felt on the person's machine for as
// long.
const restAfter = time.Second

// restAbove is the heap that is worth a collection: below it the host is as
// small as it gets.
const restAbove = 32 << 20

// rest gives memory back to the system once the host has nothing to do. The
// runtime would keep what a large page needed for minutes, in case it is needed
// again. The zero rest works.
type rest struct {
	give func() // what gives it back; giveBack when nil

	mu    sync.Mutex
	busy  int
	timer *time.Timer
}

// begin says that there is something to do.
func (r *rest) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.busy++
	if r.timer != nil {
		r.timer.Stop()
	}
}

// end says that it is done.
func (r *rest) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.busy--
	if r.busy > 0 {
		return
	}
	if r.timer == nil {
		r.timer = time.AfterFunc(restAfter, r.idle)
		return
	}
	r.timer.Reset(restAfter)
}

// idle gives memory back, unless something began in the same moment.
func (r *rest) idle() {
	r.mu.Lock()
	busy, give := r.busy, r.give
	r.mu.Unlock()
	if busy > 0 {
		return
	}
	if give == nil {
		give = giveBack
	}
	give()
}

// giveBack collects what is not used and returns it to the system, where the
// heap is large enough to matter.
func giveBack() {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(heap)
	if heap[0].Value.Uint64()+heap[1].Value.Uint64() > restAbove {
		debug.FreeOSMemory()
	}
}
