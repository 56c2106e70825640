// Package client is how the command line, the MCP server and the tests reach a
// host: it finds the browsers, dials one and calls methods. Browsers restart,
// extensions reload and hosts are killed; a client then connects again by
// itself, and repeats what was only looking. It never repeats an act: whether
// the first one happened cannot be known.
package client

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gorilla/websocket"

	"candid/host/internal/door/rendezvous"
	"candid/host/protocol"
)

// Patience is how long a client waits for a browser that went away a moment
// ago: longer than a host needs to go (2 s) and a worker to come back.
const Patience = 5 * time.Second

// statusLimit is how long a host may take to say who it is. A host that hangs
// must not keep the others from being listed.
const statusLimit = 3 * time.Second

// retryEvery is the pause between attempts to connect.
const retryEvery = 50 * time.Millisecond

// recently is how old the last sign of a host may be for a client to wait for
// its successor. Older, and the browser is not running.
const recently = 10 * time.Second

// Instance is one connected browser profile.
type Instance struct {
	ID       string
	Socket   string
	Status   protocol.BrowserStatus
	Warnings []string
}

// Options say whom to dial, and as whom.
type Options struct {
	Home    string
	Browser string // name or id; "" for the only one
	Agent   string
	Program string
}

// List asks every host of a home who it is, at the same time. Sockets that
// nobody serves are left out, and removed.
func List(ctx context.Context, home string) ([]Instance, error) {
	sockets, err := rendezvous.Sockets(home)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var found []Instance
	var asking sync.WaitGroup
	for _, socket := range sockets {
		asking.Go(func() {
			instance, err := ask(ctx, socket)
			if err != nil {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			found = append(found, instance)
		})
	}
	asking.Wait()
	slices.SortFunc(found, func(a, b Instance) int { return strings.Compare(a.ID, b.ID) })
	return found, ctx.Err()
}

// ask dials one socket and asks for its status. A host that is there and does
// not answer in time is listed by its id alone.
func ask(ctx context.Context, socket rendezvous.Socket) (Instance, error) {
	ctx, cancel := context.WithTimeout(ctx, statusLimit+time.Second)
	defer cancel()
	instance := Instance{ID: socket.Profile, Socket: socket.Path, Status: protocol.BrowserStatus{ID: socket.Profile}}
	wire, err := dialSocket(ctx, socket.Path, Options{Agent: "cli", Program: programName()})
	if errors.Is(err, syscall.ECONNREFUSED) {
		return instance, errors.Join(err, rendezvous.Sweep(socket)) // a killed host left it
	}
	if err != nil {
		return instance, err
	}
	defer wire.close()
	var status protocol.StatusResult
	if err := wire.call(ctx, protocol.DoorStatus, protocol.NoParams{}, &status); err != nil {
		instance.Warnings = []string{"the host does not say its status: " + err.Error()}
		return instance, nil
	}
	if len(status.Browsers) > 0 {
		instance.Status = status.Browsers[0]
	}
	instance.Warnings = status.Warnings
	return instance, nil
}

// Dial connects to the browser that is meant. When none is there but one was a
// moment ago, it waits for its return, up to Patience.
func Dial(ctx context.Context, o Options) (*Conn, error) {
	if o.Program == "" {
		o.Program = programName()
	}
	wire, err := dialPatiently(ctx, o)
	if err != nil {
		return nil, err
	}
	conn := &Conn{options: o, events: make(chan protocol.Event, eventQueue), closed: make(chan struct{})}
	conn.adopt(wire)
	return conn, nil
}

// dialPatiently tries until Patience is over, as long as there is hope.
func dialPatiently(ctx context.Context, o Options) (*wire, error) {
	deadline := time.Now().Add(Patience)
	for {
		wire, hope, err := dialOnce(ctx, o)
		if err == nil || !hope || time.Now().After(deadline) {
			if err != nil && hope {
				sweep(o.Home)
			}
			return wire, err
		}
		select {
		case <-time.After(retryEvery):
		case <-ctx.Done():
			return nil, typed(context.Cause(ctx))
		}
	}
}

// dialOnce makes one attempt. Hope tells whether another may succeed.
func dialOnce(ctx context.Context, o Options) (*wire, bool, error) {
	sockets, err := rendezvous.Sockets(o.Home)
	if err != nil {
		return nil, false, typed(err)
	}
	hope := len(sockets) > 0 || rendezvous.Recent(o.Home, recently)
	if len(sockets) == 1 && (o.Browser == "" || o.Browser == sockets[0].Profile) {
		wire, err := dialSocket(ctx, sockets[0].Path, o) // the usual case needs no list
		if err == nil {
			return wire, false, nil
		}
		if forbidden(err) {
			return nil, false, typed(err)
		}
		return nil, hope, noBrowser()
	}
	return dialListed(ctx, o, hope)
}

// dialListed picks among several browsers, or by name.
func dialListed(ctx context.Context, o Options, hope bool) (*wire, bool, error) {
	instances, err := List(ctx, o.Home)
	if err != nil {
		return nil, false, typed(err)
	}
	instance, err := pick(instances, o.Browser)
	if err != nil {
		return nil, hope && len(instances) == 0, err
	}
	wire, err := dialSocket(ctx, instance.Socket, o)
	if err != nil {
		return nil, hope, noBrowser()
	}
	return wire, false, nil
}

// pick chooses the browser that is meant: by id, the beginning of an id, or name.
func pick(instances []Instance, asked string) (Instance, error) {
	if len(instances) == 0 {
		return Instance{}, noBrowser()
	}
	if asked == "" && len(instances) == 1 {
		return instances[0], nil
	}
	var meant []Instance
	for _, instance := range instances {
		switch {
		case instance.ID == asked:
			return instance, nil
		case asked == "", strings.HasPrefix(instance.ID, asked), strings.EqualFold(instance.Status.Name, asked):
			meant = append(meant, instance)
		}
	}
	switch len(meant) {
	case 1:
		return meant[0], nil
	case 0:
		err := protocol.NewError(protocol.CodeNoBrowser, fmt.Sprintf("no connected browser is called %q", asked), "candid status lists those that are connected")
		return Instance{}, withCandidates(err, instances)
	}
	err := protocol.NewError(protocol.CodeAmbiguousBrowser, fmt.Sprintf("%d browsers may be meant", len(meant)), "name one with --browser ID")
	return Instance{}, withCandidates(err, meant)
}

// withCandidates lists browsers in an error.
func withCandidates(err *protocol.Error, instances []Instance) *protocol.Error {
	for _, instance := range instances {
		err.Refs = append(err.Refs, protocol.Candidate{
			Label: fmt.Sprintf("%s %s %s", instance.ID, instance.Status.Name, instance.Status.Version),
		})
	}
	return err
}

// noBrowser is the error when nothing is connected.
func noBrowser() *protocol.Error {
	return protocol.NewError(protocol.CodeNoBrowser, "no browser is connected",
		"start one with candid browser start, or open Chrome with the extension; candid doctor finds what is missing")
}

// sweep removes the sockets that killed hosts left behind.
func sweep(home string) {
	sockets, err := rendezvous.Sockets(home)
	if err != nil {
		return // Dial reports it
	}
	for _, socket := range sockets {
		_ = rendezvous.Sweep(socket) //nolint:errcheck // the next client tries again
	}
}

// forbidden tells an error that trying again will not change.
func forbidden(err error) bool { return errors.Is(err, fs.ErrPermission) }

// dialSocket connects to a host.
func dialSocket(ctx context.Context, path string, o Options) (*wire, error) {
	dialer := websocket.Dialer{
		HandshakeTimeout: statusLimit,
		NetDialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return rendezvous.Dial(ctx, path)
		},
	}
	header := http.Header{}
	header.Set(protocol.HeaderAgent, o.Agent)
	header.Set(protocol.HeaderProgram, o.Program)
	ws, response, err := dialer.DialContext(ctx, "ws://localhost/", header)
	if err != nil {
		if response != nil {
			return nil, fmt.Errorf("the host refused the connection: %s: %w", response.Status, err)
		}
		return nil, err
	}
	return newWire(ws), nil
}

// programName is this program, for the audit log.
func programName() string {
	exe, err := os.Executable()
	if err != nil {
		return "candid"
	}
	return exe[strings.LastIndexAny(exe, `/\`)+1:]
}

// typed makes a *protocol.Error of any error.
func typed(err error) *protocol.Error {
	var known *protocol.Error
	if !errors.As(err, &known) && forbidden(err) {
		return protocol.NewError(protocol.CodeForbidden, "the socket is not ours to open: "+err.Error(), protocol.HintDoctor)
	}
	return protocol.AsError(err, protocol.HintDoctor)
}
