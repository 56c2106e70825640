package bridge

import (
	"context"
	"slices"
	"sync"
	"time"

	"candid/host/protocol"
)

// statusLimit is how long status waits for the worker. It is what agents ask
// when something is wrong, so it must answer soon.
const statusLimit = 3 * time.Second

// freshness is what is known of the build in the extension's folder. Chrome
// keeps serving an old worker from its cache, even over a restart, so the
// worker's own word at its start is not enough.
type freshness struct {
	mu    sync.Mutex
	disk  protocol.DiskReply
	asked time.Time
}

// freshFor is how long the folder's build is believed before an answer asks for
// it again. Each snapshot asking would cost a file read in the worker.
const freshFor = 5 * time.Second

// statusMethods tell agents and the person where they stand.
func (b *Bridge) statusMethods() map[string]handler {
	return map[string]handler{
		protocol.DoorStatus:   method(b.status),
		protocol.DoorReload:   method(b.reload),
		protocol.DoorPause:    method(b.pauseAll),
		protocol.DoorResume:   method(b.resumeAll),
		protocol.DoorActivity: method(b.activity),
		protocol.DoorEcho:     method(b.echo),
	}
}

// status describes this browser, having asked it.
func (b *Bridge) status(ctx context.Context, _ Caller, _ protocol.NoParams) (protocol.StatusResult, error) {
	ctx, cancel := context.WithTimeout(ctx, statusLimit)
	defer cancel()
	var tabs protocol.TabsReply
	var warnings []string
	if err := b.link.Call(ctx, protocol.MethodTabs, protocol.NoParams{}, &tabs); err != nil {
		warnings = append(warnings, "the extension does not list its tabs: "+err.Error())
	}
	b.askDisk(ctx)
	hello := b.link.Hello()
	_, _, stale := b.staleness()
	name := b.name
	if name == "" {
		name = hello.Browser.Name
	}
	browser := protocol.BrowserStatus{
		ID: hello.Profile, Name: name, Version: hello.Browser.Version, Connected: true,
		Build: hello.Build, Stale: stale, Tabs: len(tabs.Tabs), Paused: b.paused(), Host: b.build, PID: b.pid,
	}
	warnings = append(append(warnings, b.notes.all()...), b.warnings()...)
	return protocol.StatusResult{Browsers: []protocol.BrowserStatus{browser}, Warnings: warnings}, nil
}

// notes are warnings that hold as long as the host lives: a part of it that
// could not be opened. Only status says them.
type notes struct {
	mu   sync.Mutex
	list []string
}

// all lists them.
func (n *notes) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.list)
}

// Note adds one.
func (b *Bridge) Note(text string) {
	b.notes.mu.Lock()
	defer b.notes.mu.Unlock()
	b.notes.list = append(b.notes.list, text)
}

// askDisk asks which build lies in the folder now. A worker that does not
// answer leaves what was known.
func (b *Bridge) askDisk(ctx context.Context) {
	var disk protocol.DiskReply
	if err := b.link.Call(ctx, protocol.MethodDisk, protocol.NoParams{}, &disk); err != nil {
		b.log.Debug().Err(err).Msg("the folder's build is not known")
		return
	}
	b.stale.mu.Lock()
	defer b.stale.mu.Unlock()
	b.stale.disk, b.stale.asked = disk, time.Now()
}

// staleness compares the running build with the folder's, asking again in the
// background when the answer is old.
func (b *Bridge) staleness() (running, disk string, stale bool) {
	hello := b.link.Hello()
	b.stale.mu.Lock()
	defer b.stale.mu.Unlock()
	if time.Since(b.stale.asked) > freshFor {
		b.stale.asked = time.Now()
		go b.askDiskSoon()
	}
	running, disk = hello.Build, hello.Disk
	if b.stale.disk.Disk != "" {
		disk = b.stale.disk.Disk
	}
	return running, disk, disk != "" && running != disk
}

// askDiskSoon is askDisk on its own time.
func (b *Bridge) askDiskSoon() {
	ctx, cancel := context.WithTimeout(context.Background(), statusLimit)
	defer cancel()
	b.askDisk(ctx)
}

// reload makes the extension reload itself; the port, and with it this host,
// end soon after the answer.
func (b *Bridge) reload(ctx context.Context, who Caller, _ protocol.NoParams) (protocol.StatusResult, error) {
	before, err := b.status(ctx, who, protocol.NoParams{})
	if err != nil {
		return protocol.StatusResult{}, err
	}
	var done protocol.NoParams
	return before, b.link.Call(ctx, protocol.MethodReload, protocol.NoParams{}, &done)
}

// pauseAll stops every agent; anyone may.
func (b *Bridge) pauseAll(ctx context.Context, _ Caller, _ protocol.NoParams) (protocol.NoParams, error) {
	b.setPaused(true)
	return protocol.NoParams{}, b.tellPaused(ctx, true)
}

// resumeAll lets agents go on; only the person may.
func (b *Bridge) resumeAll(ctx context.Context, who Caller, _ protocol.NoParams) (protocol.NoParams, error) {
	if !who.Person {
		return protocol.NoParams{}, protocol.NewError(protocol.CodeForbidden, "only the person can resume Candid",
			"the person resumes it in the side panel")
	}
	b.setPaused(false)
	return protocol.NoParams{}, b.tellPaused(ctx, false)
}

// tellPaused has the worker keep the state and show it.
func (b *Bridge) tellPaused(ctx context.Context, on bool) error {
	var done protocol.NoParams
	return b.link.Call(ctx, protocol.MethodPause, protocol.PauseCall{Paused: on}, &done)
}

// activity lists what agents did.
func (b *Bridge) activity(_ context.Context, _ Caller, _ protocol.NoParams) (protocol.ActivityResult, error) {
	return protocol.ActivityResult{Entries: append([]protocol.Activity{}, b.audit.Entries()...)}, nil
}

// echo is a round trip to the worker.
func (b *Bridge) echo(ctx context.Context, _ Caller, _ protocol.NoParams) (protocol.NoParams, error) {
	var done protocol.NoParams
	return done, b.link.Call(ctx, protocol.MethodEcho, protocol.NoParams{}, &done)
}
