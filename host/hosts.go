package main

import (
	"context"

	"candid/host/internal/door/cli"
	"candid/host/internal/door/client"
	"candid/host/protocol"
)

// hosts gives the command line the hosts that client finds.
type hosts struct{}

// List describes the connected browsers.
func (hosts) List(ctx context.Context, home string) ([]protocol.BrowserStatus, error) {
	instances, err := client.List(ctx, home)
	if err != nil {
		return nil, err
	}
	var list []protocol.BrowserStatus
	for _, instance := range instances {
		list = append(list, instance.Status)
	}
	return list, nil
}

// Dial connects to one of them.
func (hosts) Dial(ctx context.Context, home, browser, agent string) (cli.Conn, error) {
	conn, err := client.Dial(ctx, client.Options{Home: home, Browser: browser, Agent: agent})
	if err != nil {
		return nil, err
	}
	return conn, nil
}
