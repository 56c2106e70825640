package mcp

import (
	"context"

	"candid/host/internal/door/client"
	"candid/host/protocol"
)

// Hosts dials the hosts of one home, as the command line does, and keeps the
// connection for the next call.
type Hosts struct {
	Home func() (string, error)
	Pool *client.Pool
}

// Dial connects to a browser's host.
func (h Hosts) Dial(ctx context.Context, ask Ask) (Conn, error) {
	home, err := h.home()
	if err != nil {
		return nil, err
	}
	conn, err := h.Pool.Dial(ctx, client.Options{Home: home, Browser: ask.Browser, Agent: ask.Agent, Program: ask.Program})
	if err != nil {
		return nil, err // a Lent in an interface would not be nil
	}
	return conn, nil
}

// Browsers lists the connected browsers.
func (h Hosts) Browsers(ctx context.Context, _ Ask) ([]protocol.BrowserStatus, error) {
	home, err := h.home()
	if err != nil {
		return nil, err
	}
	instances, err := client.List(ctx, home)
	if err != nil {
		return nil, protocol.AsError(err, protocol.HintDoctor)
	}
	list := make([]protocol.BrowserStatus, 0, len(instances))
	for _, instance := range instances {
		list = append(list, instance.Status)
	}
	return list, nil
}

// home is where sockets are; without one there is nothing to dial.
func (h Hosts) home() (string, error) {
	home, err := h.Home()
	if err != nil {
		return "", protocol.AsError(err, protocol.HintDoctor)
	}
	return home, nil
}
