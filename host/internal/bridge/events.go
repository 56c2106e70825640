package bridge

import (
	"slices"
	"sync"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// events hands what the extension reports to those who asked: the areas of the
// bridge (to forget closed tabs) and connections that subscribed.
type events struct {
	mu        sync.Mutex
	next      int
	areas     []func(protocol.Event)
	listeners map[int]func(protocol.Event)
}

// onEvent adds an area's listener. It must not block, and is called in the
// order of the events. To be called while the Bridge is made.
func (b *Bridge) onEvent(listen func(protocol.Event)) {
	b.events.mu.Lock()
	defer b.events.mu.Unlock()
	b.events.areas = append(b.events.areas, listen)
}

// Listen adds a listener and returns the function that removes it. It must not
// block.
func (b *Bridge) Listen(listen func(protocol.Event)) func() {
	e := &b.events
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.listeners == nil {
		e.listeners = map[int]func(protocol.Event){}
	}
	e.next++
	id := e.next
	e.listeners[id] = listen
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.listeners, id)
	}
}

// Event takes one event of the extension. Events are handed in one at a time.
func (b *Bridge) Event(event protocol.Event) {
	b.rest.begin() // a closed tab leaves memory behind
	defer b.rest.end()
	b.keep(event)
	b.events.mu.Lock()
	areas := slices.Clone(b.events.areas)
	var listeners []func(protocol.Event)
	for _, listen := range b.events.listeners {
		listeners = append(listeners, listen)
	}
	b.events.mu.Unlock()
	for _, listen := range areas {
		listen(event)
	}
	event = b.forAgents(event)
	for _, listen := range listeners {
		listen(event)
	}
}

// keep applies an event to what the core remembers.
func (b *Bridge) keep(event protocol.Event) {
	switch event.Event {
	case protocol.EventTabClosed:
		b.closed.add(event.Tab)
		b.refs.drop(event.Tab)
		b.sites.drop(event.Tab)
	case protocol.EventTabNavigated, protocol.EventTabOpened:
		if event.URL != "" && event.Frame == 0 {
			b.sites.set(event.Tab, event.URL)
		}
	case protocol.EventPaused:
		b.setPaused(true)
	case protocol.EventResumed:
		b.setPaused(false)
	}
}

// forAgents takes out what agents may not see: the address of a denied site.
func (b *Bridge) forAgents(event protocol.Event) protocol.Event {
	if event.URL != "" && b.policy.Allows(event.URL, store.Reading) != nil {
		event.URL = ""
		event.Dialog = nil
	}
	event.URL = protocol.HideInURL(event.URL)
	return event
}

// sites remembers where each tab was last seen, for the audit log.
type sites struct {
	mu   sync.Mutex
	tabs map[string]string
}

// set remembers a tab's URL as its site.
func (s *sites) set(tab, url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tabs == nil {
		s.tabs = map[string]string{}
	}
	s.tabs[tab] = store.SiteOf(url)
}

// of is a tab's site, "" when it is not known.
func (s *sites) of(tab string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tabs[tab]
}

// drop forgets a closed tab.
func (s *sites) drop(tab string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tabs, tab)
}
