package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"candid/host/internal/bridge"
	"candid/host/internal/door/rendezvous"
	"candid/host/internal/link"
	"candid/host/internal/store"
	"candid/host/protocol"
)

// originScheme begins the first argument when Chrome starts the host.
const originScheme = "chrome-extension://"

// exitStranger is the exit code for an extension that is not ours.
const exitStranger = 3

// flushLimit is how long answers may take to leave when the browser has gone;
// exitLimit is when the process ends whatever happens. Chrome leaves a host
// running that does not end by itself.
const (
	flushLimit = 300 * time.Millisecond
	exitLimit  = 1500 * time.Millisecond
)

// serveNative is the native messaging host: it lives as long as Chrome keeps
// its stdin open.
func serveNative(origin string) int {
	if origin != protocol.ExtensionOrigin {
		fmt.Fprintf(os.Stderr, "candid: not our extension: %q\n", origin)
		return exitStranger
	}
	in, out := os.Stdin, os.Stdout
	// Only the framer may write to Chrome: a stray print would end the port.
	os.Stdout = os.Stderr
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := host(ctx, in, out); err != nil {
		fmt.Fprintf(os.Stderr, "candid: %v\n", err)
		return 1
	}
	return 0
}

// host serves one browser profile from its hello to the end of its port.
func host(ctx context.Context, in io.Reader, out io.Writer) error {
	home, err := store.Home()
	if err != nil {
		return err
	}
	shelf, err := openShelf(home)
	if err != nil {
		return err
	}
	defer shelf.close()
	browser, err := link.Accept(ctx, in, out, shelf.log)
	if err != nil {
		return shelf.failed("hello", err)
	}
	claim, err := rendezvous.Serve(ctx, home, browser.Hello().Profile)
	if err != nil {
		return shelf.failed("socket", err)
	}
	if err := browser.Greet(shelf.welcome()); err != nil {
		return shelf.failed("welcome", errors.Join(err, claim.Close()))
	}
	return shelf.failed("end", serveBrowser(ctx, browser, claim, shelf))
}

// serveBrowser lets agents in until the port ends or a signal comes.
func serveBrowser(ctx context.Context, browser *link.Browser, claim *rendezvous.Claim, shelf *shelf) error {
	b := bridge.New(shelf.options(browser))
	doors := openDoors(b, claim, shelf)
	go pump(browser, b)
	go shelf.tidy(browser.Gone())
	shelf.log.Info().Str("profile", browser.Hello().Profile).Str("build", protocol.Build).Msg("serving")
	var err error
	select {
	case <-browser.Gone():
		err = orderly(browser.Cause())
	case <-ctx.Done():
	case err = <-doors.failed:
	}
	shelf.log.Info().Err(err).Msg("the port has ended")
	// Whatever hangs below, the process is gone in time and its socket first.
	defer time.AfterFunc(exitLimit, func() { os.Exit(1) }).Stop()
	err = errors.Join(err, claim.Close(), doors.server.Close(flushLimit))
	shelf.log.Info().Err(err).Msg("ended")
	return err
}

// orderly takes the ordinary end of a port for no error.
func orderly(cause error) error {
	if errors.Is(cause, io.EOF) {
		return nil
	}
	return cause
}

// pump hands what the extension says on its own to the bridge.
func pump(browser *link.Browser, b *bridge.Bridge) {
	for {
		select {
		case event := <-browser.Events():
			b.Event(event)
		case ask := <-browser.Asks():
			go answer(browser, b, ask)
		case <-browser.Gone():
			return
		}
	}
}

// answer serves a question of the side panel: the person asks.
func answer(browser *link.Browser, b *bridge.Bridge, ask protocol.Ask) {
	ctx, cancel := context.WithTimeout(context.Background(), askLimit)
	defer cancel()
	reply := b.Answer(ctx, ask)
	if err := browser.Answer(reply); err != nil {
		return // the port has ended, and the panel with it
	}
}

// askLimit is how long the side panel waits.
const askLimit = time.Minute
