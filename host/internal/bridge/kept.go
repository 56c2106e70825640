package bridge

import (
	"crypto/rand"
	"strconv"
	"sync"

	"candid/host/internal/page"
	"candid/host/protocol"
)

// Bounds of what is kept. Fewer snapshots a tab, and an agent that looks at a
// dialog loses the cursor of the page behind; more memory, and a host that
// serves many large tabs weighs on the machine (a page of 200,000 nodes is
// about 15 MB).
const (
	keptOfTab = 6
	keptBytes = 192 << 20
)

// kept is a snapshot that the host remembers, so that more, find and diff need
// not touch the page.
type kept struct {
	id      string
	serial  int
	tab     string
	agent   string
	ledger  *page.Ledger
	options page.Options
	scope   string
	frame   int // Chrome's id of the frame it is about, -1 for none
	asked   protocol.SnapshotCall
	answer  *page.Answer
	stages  protocol.Timing
	rest    bool // of a page too large to be kept whole: find and diff are not about it
}

// part is the part of the ledger that a snapshot is about; false when the ledger
// does not hold it.
func (k *kept) part() (page.Scope, bool) {
	if k.frame < 0 {
		return k.ledger.Whole(), true
	}
	return k.ledger.FrameScope(k.frame)
}

// around is what is known of the frame elements around a frame's document. The
// tab's lock is held.
func (t *tabViews) around(frame int) page.Block {
	for i := len(t.list) - 1; i >= 0 && frame > 0; i-- {
		if _, found := t.list[i].ledger.FrameScope(frame); found {
			return t.list[i].ledger.Around(frame)
		}
	}
	return page.Block{}
}

// views remembers the snapshots and refs of each tab.
type views struct {
	mu     sync.Mutex
	tabs   map[string]*tabViews
	ids    map[string]*kept
	prefix string
	serial int
	bytes  int
}

// tabViews is one tab's part. Its lock is held while its refs or ledgers are
// used or changed.
type tabViews struct {
	mu   sync.Mutex
	refs *page.Refs
	list []*kept
	last map[string]*kept // by agent
}

// tab is a tab's part.
func (v *views) tab(tab string) *tabViews {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.tabs == nil {
		v.tabs, v.ids = map[string]*tabViews{}, map[string]*kept{}
		v.prefix = prefix()
	}
	if v.tabs[tab] == nil {
		v.tabs[tab] = &tabViews{refs: page.NewRefs(), last: map[string]*kept{}}
	}
	return v.tabs[tab]
}

// prefix makes the ids of this host's snapshots differ from those of the host
// before it, whose cursors an agent may still hold.
func prefix() string {
	const letters = "abcdfghjkmnpqrstvwxyz"
	var raw [3]byte
	rand.Read(raw[:]) // never fails: the runtime ends the program first
	for i := range raw {
		raw[i] = letters[int(raw[i])%len(letters)]
	}
	return string(raw[:])
}

// keep gives a snapshot its id and lets go of the oldest ones. The tab's lock is held.
func (v *views) keep(t *tabViews, k *kept) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.serial++
	k.serial = v.serial
	k.id = v.prefix + strconv.Itoa(v.serial)
	v.ids[k.id] = k
	v.bytes += k.ledger.Bytes()
	t.list = append(t.list, k)
	if !k.rest {
		t.last[k.agent] = k
	}
	for len(t.list) > keptOfTab {
		v.drop(t, t.list[0])
	}
	for v.bytes > keptBytes && v.dropOldest(t, k) {
	}
}

// dropOldest lets go of the oldest snapshot of any tab but the new one; of
// another tab only when that is not in use just now. It says whether one went.
func (v *views) dropOldest(t *tabViews, newest *kept) bool {
	var oldest *kept
	for _, k := range v.ids {
		if k != newest && (oldest == nil || k.serial < oldest.serial) {
			oldest = k
		}
	}
	if oldest == nil {
		return false
	}
	of := v.tabs[oldest.tab]
	if of != t {
		if !of.mu.TryLock() {
			return false
		}
		defer of.mu.Unlock()
	}
	v.drop(of, oldest)
	return true
}

// drop lets go of one snapshot of a tab.
func (v *views) drop(t *tabViews, k *kept) {
	delete(v.ids, k.id)
	v.bytes -= k.ledger.Bytes()
	for i := range t.list {
		if t.list[i] == k {
			t.list = append(t.list[:i], t.list[i+1:]...)
			break
		}
	}
	for agent, last := range t.last {
		if last == k {
			delete(t.last, agent)
		}
	}
	t.refs.Release(k.ledger)
}

// find is the snapshot with an id, or the error that says that it has gone.
func (v *views) find(id string) (*kept, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if k := v.ids[id]; k != nil {
		return k, nil
	}
	return nil, protocol.NewError(protocol.CodeSnapshotGone, "snapshot "+page.Quoted(id)+" is no longer kept",
		"take a new snapshot; the last few of each tab are kept, while the browser stays connected")
}

// lastOf is an agent's last snapshot of a tab, nil when there is none.
func (t *tabViews) lastOf(agent string) *kept {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last[agent]
}

// wholeOf is an agent's last snapshot of a whole tab, nil when there is none: to
// search the part that was looked at last would hide the rest.
func (t *tabViews) wholeOf(agent string) *kept {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := len(t.list) - 1; i >= 0; i-- {
		if k := t.list[i]; k.agent == agent && k.asked.Walk.Within == 0 && !k.rest {
			return k
		}
	}
	return nil
}

// event forgets closed tabs.
func (v *views) event(event protocol.Event) {
	if event.Event != protocol.EventTabClosed {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	t := v.tabs[event.Tab]
	if t == nil {
		return
	}
	delete(v.tabs, event.Tab)
	for _, k := range v.ids {
		if k.tab == event.Tab {
			delete(v.ids, k.id)
			v.bytes -= k.ledger.Bytes()
		}
	}
}
