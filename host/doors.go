package main

import (
	"context"
	"net"

	"candid/host/internal/bridge"
	"candid/host/internal/door/mcp"
	"candid/host/internal/door/rendezvous"
	"candid/host/internal/door/serve"
	"candid/host/internal/store"
	"candid/host/protocol"
)

// doors are the ways in that are open.
type doors struct {
	server *serve.Server
	failed chan error // the socket can no longer be served
}

// openDoors serves the socket, and loopback TCP where it is configured. TCP
// that cannot be opened costs TCP alone; status says so.
func openDoors(b *bridge.Bridge, claim *rendezvous.Claim, shelf *shelf) doors {
	d := doors{server: serve.New(serve.Options{Doer: b, Log: shelf.log}), failed: make(chan error, 1)}
	d.server.Handle("/mcp", mcp.Handler(mcp.Options{Dialer: inside{d.server}, Version: protocol.Build}))
	go func() { d.failed <- d.server.Unix(claim) }()
	if port := shelf.config.TCP.PortFor(claim.Profile); port > 0 {
		if err := d.openTCP(port, shelf); err != nil {
			b.Note("loopback TCP is not open: " + err.Error())
			shelf.log.Error().Err(err).Msg("tcp")
		}
	}
	return d
}

// openTCP opens the loopback listener.
func (d doors) openTCP(port int, shelf *shelf) error {
	key, err := store.OpenKey(shelf.home)
	if err != nil {
		return err
	}
	listener, err := serve.Loopback(port)
	if err != nil {
		return err
	}
	go d.serveTCP(listener, key, shelf)
	return nil
}

// serveTCP serves the loopback listener until the host ends.
func (d doors) serveTCP(listener net.Listener, key *store.Key, shelf *shelf) {
	shelf.log.Info().Str("address", listener.Addr().String()).Msg("loopback TCP is open")
	if err := d.server.TCP(listener, key, shelf.config.TCP.Scopes); err != nil {
		shelf.log.Error().Err(err).Msg("tcp")
	}
}

// inside gives the MCP handler of a host that host, and no other: calls go
// straight to the bridge, with the rights of the listener they came through.
type inside struct{ server *serve.Server }

// Dial makes calls as whoever sent the HTTP request.
func (i inside) Dial(_ context.Context, ask mcp.Ask) (mcp.Conn, error) {
	conn, err := i.server.Inside(ask.Header, ask.Agent, ask.Program)
	if err != nil {
		return nil, err
	}
	return conn, nil
}

// Browsers lists this host's browser.
func (i inside) Browsers(ctx context.Context, ask mcp.Ask) ([]protocol.BrowserStatus, error) {
	conn, err := i.server.Inside(ask.Header, ask.Agent, ask.Program)
	if err != nil {
		return nil, err
	}
	var status protocol.StatusResult
	if err := conn.Call(ctx, protocol.DoorStatus, protocol.NoParams{}, &status); err != nil {
		return nil, err
	}
	return status.Browsers, nil
}
