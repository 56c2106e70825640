package bridge

import (
	"context"
	"sync"

	"candid/host/protocol"
)

// leaseBlock is how many ref numbers are leased at once. Smaller costs a round
// trip and a write to the extension's storage per screenful; larger makes refs
// longer after each restart, because what is left of a lease is lost.
const leaseBlock = 256

// leases are the ref numbers the worker has granted and that are not used up,
// per tab. The worker alone knows the end of what was ever granted, so numbers
// are not used twice even when the host is killed.
type leases struct {
	mu   sync.Mutex
	tabs map[string]*lease
}

// lease is the rest of one tab's numbers. Its lock is held over the worker's
// answer, so that two snapshots of a tab do not both ask.
type lease struct {
	mu       sync.Mutex
	next, to int
}

// of is the lease of a tab.
func (l *leases) of(tab string) *lease {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tabs == nil {
		l.tabs = map[string]*lease{}
	}
	if l.tabs[tab] == nil {
		l.tabs[tab] = &lease{}
	}
	return l.tabs[tab]
}

// drop forgets a tab that has closed.
func (l *leases) drop(tab string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.tabs, tab)
}

// numbers hands out n ref numbers of a tab, in growing order, none of them ever
// handed out before.
func (b *Bridge) numbers(ctx context.Context, tab string, n int) ([]int, error) {
	l := b.refs.of(tab)
	l.mu.Lock()
	defer l.mu.Unlock()
	numbers := make([]int, 0, n)
	for len(numbers) < n {
		if l.next >= l.to {
			if err := l.renew(ctx, b.link, tab, n-len(numbers)); err != nil {
				return nil, err
			}
		}
		numbers = append(numbers, l.next)
		l.next++
	}
	return numbers, nil
}

// renew leases whole blocks, enough for want numbers.
func (l *lease) renew(ctx context.Context, link Link, tab string, want int) error {
	blocks := (want + leaseBlock - 1) / leaseBlock
	var reply protocol.LeaseReply
	call := protocol.LeaseCall{Tab: tab, Count: blocks * leaseBlock}
	if err := link.Call(ctx, protocol.MethodLease, call, &reply); err != nil {
		return err
	}
	if reply.From < l.to || reply.To <= reply.From {
		return protocol.NewError(protocol.CodeInternal, "the extension granted ref numbers twice", "reload the extension with candid reload")
	}
	l.next, l.to = reply.From, reply.To
	return nil
}
