package bridge

import (
	"runtime/metrics"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Memory is given back once after the last of several requests, and never while
// one runs.
func TestRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var given atomic.Int32
		r := rest{give: func() { given.Add(1) }}
		look := func(want int32, when string) {
			t.Helper()
			synctest.Wait()
			if got := given.Load(); got != want {
				t.Errorf("%s: given back %d times, want %d", when, got, want)
			}
		}
		r.begin()
		time.Sleep(10 * restAfter)
		look(0, "during a long request")
		r.begin()
		r.end()
		time.Sleep(2 * restAfter)
		look(0, "while one of two runs")
		r.end()
		time.Sleep(restAfter / 2)
		r.begin()
		r.end()
		time.Sleep(restAfter - time.Millisecond)
		look(0, "before the rest is over")
		time.Sleep(2 * time.Millisecond)
		look(1, "after it")
		time.Sleep(time.Hour)
		look(1, "an hour later")
		r.begin()
		r.end()
		time.Sleep(2 * restAfter)
		look(2, "after another request")
	})
}

// What a large page needed goes back to the system.
func TestGiveBack(t *testing.T) {
	unused := func() uint64 {
		free := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
		metrics.Read(free)
		return free[0].Value.Uint64() + free[1].Value.Uint64()
	}
	const size = 3 * restAbove
	page := make([]byte, size)
	for i := range page {
		page[i] = 1
	}
	held := unused()
	page = nil
	giveBack()
	if after := unused(); held-after < size*9/10 {
		t.Errorf("%d bytes were held and %d after, want %d less", held, after, size)
	}
}
