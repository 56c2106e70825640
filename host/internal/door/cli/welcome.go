package cli

import (
	"context"
	_ "embed"
	"errors"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"strings"

	"candid/host/protocol"
)

// welcomePage is what the first snapshot shows: a page of our own, since no
// tab of the person's is shared yet, and none shall be opened unasked.
//
//go:embed welcome.html
var welcomePage []byte

// firstSnapshot waits for the extension and takes a snapshot of a page of ours.
func (a *app) firstSnapshot(ctx context.Context, home string, result installed) (installed, error) {
	if a.timeout == 0 {
		a.timeout = helloLimit
	}
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	if err := a.upgradeRunning(ctx, home); err != nil {
		result.Warnings = append(result.Warnings, "a connected browser could not be told to reload the extension: "+err.Error())
	}
	if !a.anyConnected(ctx, home) {
		a.clicks(result.Extension, toClipboard(ctx, result.Extension))
		a.say("\nwaiting for the extension (Ctrl+C ends; nothing is lost) …\n")
	}
	hello, err := a.awaitHello(ctx, home, func(b protocol.BrowserStatus) bool { return b.Connected })
	if err != nil {
		return result, err
	}
	result.Connected = &hello
	snapshot, err := a.welcome(ctx, home, hello.ID)
	if err != nil {
		return result, err
	}
	result.Snapshot = &snapshot
	return result, nil
}

// upgradeRunning makes browsers that run another build reload it.
func (a *app) upgradeRunning(ctx context.Context, home string) error {
	all, err := a.Hosts.List(ctx, home)
	if err != nil {
		return err
	}
	for _, b := range all {
		if !b.Stale {
			continue
		}
		if _, err := a.renew(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) anyConnected(ctx context.Context, home string) bool {
	all, err := a.Hosts.List(ctx, home)
	return err == nil && len(all) > 0
}

// welcome serves the page on a loopback port for as long as it takes to open
// it, look at it and close it again.
func (a *app) welcome(ctx context.Context, home, browser string) (result protocol.SnapshotResult, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return result, err
	}
	server := &http.Server{Handler: http.HandlerFunc(serveWelcome), ReadHeaderTimeout: callGrace}
	go func() { _ = server.Serve(listener) }() // ends with Close
	defer func() { err = errors.Join(err, server.Close()) }()
	conn, err := a.Hosts.Dial(ctx, home, browser, "setup")
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	var tab protocol.OpenResult
	if err := conn.Call(ctx, protocol.DoorOpen, protocol.OpenParams{URL: "http://" + listener.Addr().String() + "/"}, &tab); err != nil {
		return result, err
	}
	if err := conn.Call(ctx, protocol.DoorSnapshot, protocol.SnapshotParams{Tab: tab.Tab}, &result); err != nil {
		return result, err
	}
	var closed protocol.ActResult
	return result, conn.Call(ctx, protocol.DoorAct, protocol.ActParams{Tab: tab.Tab, Step: protocol.Step{Do: "close"}}, &closed)
}

func serveWelcome(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(welcomePage) // the browser went away; the snapshot will say so
}

// toClipboard copies a text where there is a program that can. It is a
// convenience: without one the path is printed, and can be copied by hand.
func toClipboard(ctx context.Context, text string) bool {
	commands := [][]string{{"wl-copy"}, {"xclip", "-selection", "clipboard"}, {"xsel", "-ib"}}
	switch runtime.GOOS {
	case "darwin":
		commands = [][]string{{"pbcopy"}}
	case "windows":
		commands = [][]string{{"clip"}}
	}
	for _, command := range commands {
		cmd := exec.CommandContext(ctx, command[0], command[1:]...)
		cmd.Stdin = strings.NewReader(text)
		if cmd.Run() == nil {
			return true
		}
	}
	return false
}
