package bridge

import (
	"context"
	"errors"
	"fmt"

	"candid/host/internal/page"
	"candid/host/protocol"
)

// mostSteps bounds a batch: an agent that plans further ahead than this plans
// on a page it has not seen.
const mostSteps = 20

// batch carries out several steps. They are checked as a whole before the first
// runs; the first that fails ends the batch.
func (b *Bridge) batch(ctx context.Context, who Caller, p protocol.BatchParams) (protocol.BatchResult, error) {
	if err := checkBatch(p); err != nil {
		return protocol.BatchResult{}, err
	}
	// Each step acts on what the one before has made of the page, so all of
	// them wait until it rests.
	m := manner{agent: who.Agent, input: p.Input, settle: span(p.Settle, settleLimit), quiet: quietTime, timeout: p.Timeout, roots: p.Roots}
	var err error
	if m.tab, err = b.tab(ctx, who, p.Tab); err != nil {
		return protocol.BatchResult{}, err
	}
	if err := b.knownRefs(ctx, m.tab, p.Steps); err != nil {
		return protocol.BatchResult{}, err
	}
	done, err := b.turns.take(ctx, m.tab)
	if err != nil {
		return protocol.BatchResult{}, err
	}
	defer done()
	result := protocol.BatchResult{Steps: []protocol.ActResult{}, Warnings: b.warnings()}
	for i, step := range p.Steps {
		m.diff = p.Diff && i == len(p.Steps)-1
		one, err := b.timedStep(ctx, who, m, step)
		b.record(ctx, who, m.tab, step.Do, err)
		if err != nil {
			return failedBatch(result, i, err)
		}
		result.Steps = append(result.Steps, one)
	}
	return result, nil
}

// timedStep is a step under its own limit.
func (b *Bridge) timedStep(ctx context.Context, who Caller, m manner, step protocol.Step) (protocol.ActResult, error) {
	ctx, cancel := within(ctx, m.timeout, stepLimit(step)+m.settle)
	defer cancel()
	return b.step(ctx, who, m, step)
}

// failedBatch is the error of the step that failed, with what ran before it.
func failedBatch(result protocol.BatchResult, at int, err error) (protocol.BatchResult, error) {
	var known *protocol.Error
	if !errors.As(err, &known) {
		known = typed(err)
	}
	failed := *known
	failed.Message = fmt.Sprintf("step %d failed: %s", at+1, known.Message)
	failed.Steps, failed.Failed = result.Steps, at+1
	return protocol.BatchResult{}, &failed
}

func checkBatch(p protocol.BatchParams) error {
	if n := len(p.Steps); n < 1 || n > mostSteps {
		return badStep("a batch is 1 to %d steps, got %d", mostSteps, n)
	}
	for i, step := range p.Steps {
		if err := checkStep(step, p.Input); err != nil {
			failed := *typed(err)
			failed.Message, failed.Failed = fmt.Sprintf("step %d: %s", i+1, failed.Message), i+1
			return &failed
		}
	}
	return nil
}

// knownRefs resolves every ref once before anything runs. A selector may name
// what only an earlier step brings about.
func (b *Bridge) knownRefs(ctx context.Context, tab string, steps []protocol.Step) error {
	for i, step := range steps {
		for _, ref := range []string{step.Ref, step.To} {
			if _, is := page.ParseRef(ref); !is {
				continue
			}
			if _, _, err := b.place(ctx, tab, ref); err != nil {
				failed := *typed(err)
				failed.Message, failed.Failed = fmt.Sprintf("step %d: %s", i+1, failed.Message), i+1
				return &failed
			}
		}
	}
	return nil
}
