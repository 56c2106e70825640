package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"candid/host/internal/page"
	"candid/host/protocol"
)

// largePages are measured in the page and on the way; the tables show whether
// time grows with the page. Nodes are elements and texts.
var largePages = []struct{ name, file string }{
	{"5,000 cards", "large/cards.html#5000"},
	{"table of 1,000 nodes", "large/table.html#50"},
	{"table of 10,000 nodes", "large/table.html#500"},
	{"table of 50,000 nodes", "large/table.html#2500"},
	{"table of 200,000 nodes", "large/table.html#10000"},
}

// large measures the walk beside the cheapest look at every element of the
// same page, and how long the ledger takes to the host.
func (b *bench) large(ctx context.Context) error {
	for _, p := range largePages {
		if err := b.onPage(ctx, p.file, func(tab string) error { return b.walks(ctx, p.name, tab) }); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// frames measures what 25 frames cost.
func (b *bench) frames(ctx context.Context) error {
	for _, count := range []int{0, 25} {
		err := b.onPage(ctx, fmt.Sprintf("large/frames.html#%d", count), func(tab string) error {
			times, _, err := b.snapshotTimes(ctx, tab)
			b.table.add(fmt.Sprintf("snapshot of a page of %d frames", count+1), times, "")
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// onPage opens a page for as long as it is measured.
func (b *bench) onPage(ctx context.Context, file string, measure func(tab string) error) error {
	var opened protocol.OpenResult
	if err := b.conn.Call(ctx, protocol.DoorOpen, protocol.OpenParams{URL: b.rig.Site.Visit(file)}, &opened); err != nil {
		return err
	}
	if err := measure(opened.Tab); err != nil {
		return err
	}
	var closed protocol.ActResult
	return b.conn.Call(ctx, protocol.DoorAct, protocol.ActParams{Tab: opened.Tab, Step: protocol.Step{Do: "close"}}, &closed)
}

func (b *bench) walks(ctx context.Context, name, tab string) error {
	times, stages, err := b.snapshotTimes(ctx, tab)
	if err != nil {
		return err
	}
	var in struct {
		Floor, Walk []float64
		Characters  float64
	}
	if err := b.rig.InWorker(ctx, inPage(tab), &in); err != nil {
		return err
	}
	b.table.add("snapshot of "+name, times, "")
	b.table.add("  floor in the page: every element, its visibility", in.Floor, "")
	b.table.add("  walk in the page", in.Walk, ms(2*median(in.Floor)))
	b.table.value("  walk as a multiple of the floor", median(in.Walk)/median(in.Floor))
	b.table.value("  ledger, MB", in.Characters/1e6)
	b.table.add("  from the end of the walk to the decoded ledger", each(stages, toDecoded), "60")
	b.table.add("  view and budget in the host", each(stages, func(t protocol.Timing) float64 { return t.View }), ms(median(in.Walk)/10))
	return nil
}

// toDecoded is what a snapshot takes beside walking, viewing and listing
// frames: the answer's way through the browser and into rows.
func toDecoded(t protocol.Timing) float64 { return t.Inject - t.Walk + t.Native + t.Decode }

// snapshotTimes are the times of warm snapshots, agent-visible, and their stages.
func (b *bench) snapshotTimes(ctx context.Context, tab string) ([]float64, []protocol.Timing, error) {
	var stages []protocol.Timing
	times, err := sample(func() error {
		var result protocol.SnapshotResult
		err := b.conn.Call(ctx, protocol.DoorSnapshot, protocol.SnapshotParams{Tab: tab}, &result)
		if err != nil {
			return err
		}
		if result.Stages == nil {
			return fmt.Errorf("the snapshot does not tell its stages")
		}
		stages = append(stages, *result.Stages)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return times, stages[warmUps:], nil
}

func each(stages []protocol.Timing, of func(protocol.Timing) float64) (samples []float64) {
	for _, s := range stages {
		samples = append(samples, of(s))
	}
	return samples
}

// inPage times the floor and the walk by turns where the walk runs, in the
// isolated world that the snapshots before have filled.
func inPage(tab string) string {
	args, err := json.Marshal(protocol.WalkArgs{
		NameChars: page.NameCeiling, ValueChars: page.SentValue, Options: page.SentOptions,
		TimeMs: int(time.Minute / time.Millisecond), MaxChars: protocol.MaxLedger,
	})
	if err != nil {
		panic(err) // a struct of numbers encodes
	}
	return fmt.Sprintf(`(async () => {
		const [answer] = await chrome.scripting.executeScript({target: {tabId: %s}, args: [%s], func: (args) => {
			const times = {Floor: [], Walk: [], Characters: 0};
			const timed = (list, run) => { const start = performance.now(); run(); list.push(performance.now() - start); };
			for (let i = 0; i < 9; i++) {
				timed(times.Floor, () => { for (const e of document.querySelectorAll("*")) getComputedStyle(e).visibility; });
				timed(times.Walk, () => { times.Characters = candid.snapshot(args).ledger.length; });
			}
			return times;
		}});
		return answer.result;
	})()`, tab, args)
}
