// Command bench measures what an agent waits for, on a warm browser and over a
// kept connection, and prints medians of 30. It judges nothing: a busy machine
// is slow, and a build must not fail for it.
//
//	go run ./host/e2e/bench
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"candid/host/e2e/rig"
	"candid/host/internal/door/client"
	"candid/host/protocol"
)

// rounds is how often each thing is measured; warmUps are not counted: the
// first calls compile code and fill caches in three processes.
const (
	rounds  = 30
	warmUps = 5
)

func main() { rig.Main("bench", run) }

func run(ctx context.Context, r *rig.Rig) (err error) {
	conn, err := client.Dial(ctx, client.Options{Home: r.Home, Agent: "bench"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	b := &bench{rig: r, conn: conn}
	if err := b.open(ctx, r.Site.Visit(rig.FormPage)); err != nil {
		return err
	}
	for _, measure := range []func(context.Context) error{b.roundTrips, b.executeScript, b.snapshots, b.acts, b.frames, b.large} {
		if err := measure(ctx); err != nil {
			return err
		}
	}
	return b.table.print(os.Stdout)
}

// bench is one open page and what was measured on it.
type bench struct {
	rig   *rig.Rig
	conn  *client.Conn
	tab   string
	ref   string // of the form's first field
	table table
}

func (b *bench) open(ctx context.Context, url string) error {
	var opened protocol.OpenResult
	if err := b.conn.Call(ctx, protocol.DoorOpen, protocol.OpenParams{URL: url}, &opened); err != nil {
		return err
	}
	b.tab = opened.Tab
	var snapshot protocol.SnapshotResult
	if err := b.conn.Call(ctx, protocol.DoorSnapshot, protocol.SnapshotParams{Tab: b.tab, Controls: true}, &snapshot); err != nil {
		return err
	}
	for _, c := range snapshot.Controls {
		if c.Role == "textbox" {
			b.ref = c.Ref
			return nil
		}
	}
	return errors.New("the form page has no textbox")
}

// roundTrips measures the way to the worker, and the way to the host alone: a
// method that does not exist is refused at once.
func (b *bench) roundTrips(ctx context.Context) error {
	var nothing protocol.NoParams
	door, err := sample(func() error {
		var known *protocol.Error
		if err := b.conn.Call(ctx, "no such method", nothing, &nothing); !errors.As(err, &known) {
			return fmt.Errorf("an unknown method was not refused: %w", err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	echo, err := sample(func() error { return b.conn.Call(ctx, protocol.DoorEcho, nothing, &nothing) })
	if err != nil {
		return err
	}
	b.table.add("agent to host and back", door, "")
	b.table.add("agent to worker and back", echo, "")
	b.table.value("native round trip (the difference)", median(echo)-median(door))
	return nil
}

// executeScript is timed in the worker itself, through Chromium's debug port:
// it is the floor under every snapshot, and no message of ours is in it.
func (b *bench) executeScript(ctx context.Context) error {
	var samples []float64
	if err := b.rig.InWorker(ctx, executeTimes(b.tab), &samples); err != nil {
		return err
	}
	b.table.add("executeScript, a function that returns at once", samples[warmUps:], "")
	return nil
}

func executeTimes(tab string) string {
	return fmt.Sprintf(`(async () => {
		const times = [];
		for (let i = 0; i < %d; i++) {
			const start = performance.now();
			await chrome.scripting.executeScript({target: {tabId: %s}, injectImmediately: true, func: () => 1});
			times.push(performance.now() - start);
		}
		return times;
	})()`, rounds+warmUps, tab)
}

// snapshots measures the agent-visible snapshot, and its stages as the host
// tells them.
func (b *bench) snapshots(ctx context.Context) error {
	whole, stages, err := b.snapshotTimes(ctx, b.tab)
	if err != nil {
		return err
	}
	b.table.add("snapshot of the form page, agent-visible", whole, "3.5")
	for _, stage := range []struct {
		name string
		of   func(protocol.Timing) float64
	}{
		{"  list the frames", func(t protocol.Timing) float64 { return t.Frames }},
		{"  inject and answer (walk and serialise within)", func(t protocol.Timing) float64 { return t.Inject }},
		{"  walk", func(t protocol.Timing) float64 { return t.Walk }},
		{"  serialise", func(t protocol.Timing) float64 { return t.Join }},
		{"  native", func(t protocol.Timing) float64 { return t.Native }},
		{"  decode", func(t protocol.Timing) float64 { return t.Decode }},
		{"  view", func(t protocol.Timing) float64 { return t.View }},
		{"  in the host, from request to answer", func(t protocol.Timing) float64 { return t.Total }},
	} {
		b.table.add(stage.name, each(stages, stage.of), "")
	}
	return nil
}

// acts measures click and fill by ref, trusted input, without a difference.
func (b *bench) acts(ctx context.Context) error {
	turn := 0
	for _, verb := range []string{"click", "fill"} {
		times, err := sample(func() error {
			turn++
			step := protocol.Step{Do: verb, Ref: b.ref}
			if verb == "fill" {
				step.Value = protocol.Values{fmt.Sprintf("title %d", turn)}
			}
			var result protocol.ActResult
			return b.conn.Call(ctx, protocol.DoorAct, protocol.ActParams{Tab: b.tab, Step: step}, &result)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", verb, err)
		}
		b.table.add(verb+" by ref, agent-visible", times, "25")
	}
	return nil
}

// sample runs f often and returns its times in milliseconds.
func sample(f func() error) ([]float64, error) {
	var times []float64
	for i := range rounds + warmUps {
		start := time.Now()
		if err := f(); err != nil {
			return nil, err
		}
		if i >= warmUps {
			times = append(times, float64(time.Since(start).Microseconds())/1000)
		}
	}
	return times, nil
}
