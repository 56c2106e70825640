package client

import (
	"context"
	"sync"

	"candid/host/internal/door/rendezvous"
)

// Pool keeps the connection to the only browser, so that a program that makes
// call after call dials once. Where there are several, which one is meant is
// looked up anew each time. The zero Pool is empty and ready; its methods may
// be called concurrently.
type Pool struct {
	mu    sync.Mutex
	conns map[Options]*Conn
}

// Lent is a connection that is given back by closing it: one that the pool
// keeps stays open then.
type Lent struct {
	*Conn
	kept bool
}

// Close gives the connection back.
func (l Lent) Close() error {
	if l.kept {
		return nil
	}
	return l.Conn.Close()
}

// Dial lends a connection; others may be using it too.
func (p *Pool) Dial(ctx context.Context, o Options) (Lent, error) {
	key, only := onlyBrowser(o)
	if conn := p.get(key); only && conn != nil {
		return Lent{conn, true}, nil
	}
	conn, err := Dial(ctx, o)
	if err != nil {
		return Lent{}, err
	}
	return Lent{conn, only && p.put(key, conn)}, nil
}

// onlyBrowser names the browser that is meant when no other is connected.
func onlyBrowser(o Options) (Options, bool) {
	sockets, err := rendezvous.Sockets(o.Home)
	if err != nil || len(sockets) != 1 || (o.Browser != "" && o.Browser != sockets[0].Profile) {
		return o, false
	}
	o.Browser = sockets[0].Profile
	return o, true
}

func (p *Pool) get(key Options) *Conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	if conn := p.conns[key]; conn != nil && conn.alive() {
		return conn
	}
	return nil
}

// put keeps a connection unless another has been kept meanwhile.
func (p *Pool) put(key Options, conn *Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if old := p.conns[key]; old != nil && old.alive() {
		return false
	}
	if p.conns == nil {
		p.conns = map[Options]*Conn{}
	}
	for other, old := range p.conns {
		if !old.alive() {
			delete(p.conns, other) // of a browser that has gone
		}
	}
	p.conns[key] = conn
	return true
}
