package bridge

import (
	"slices"
	"sync"

	"candid/host/protocol"
)

// closedTabs remembers tabs that were closed, so that a request for one is
// told so whatever it asked for: what was known of the tab (its refs, its
// snapshots) has been dropped, and "stale ref" would send the agent to take a
// snapshot that cannot be taken.
type closedTabs struct {
	mu   sync.Mutex
	list []string
}

// rememberedTabs is how many closed tabs are remembered. The worker knows the
// rest too, only less to the point; an id is never used again.
const rememberedTabs = 256

func (c *closedTabs) add(tab string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, tab)
	if extra := len(c.list) - rememberedTabs; extra > 0 {
		c.list = slices.Delete(c.list, 0, extra)
	}
}

// check is tab_not_found for a tab that was closed.
func (c *closedTabs) check(tab string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.list, tab) {
		return nil
	}
	return protocol.NewError(protocol.CodeTabNotFound, "tab "+tab+" was closed", "list the tabs")
}
