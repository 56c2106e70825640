package bridge

import (
	"context"
	"fmt"
	"time"

	"candid/host/internal/page"
	"candid/host/internal/store"
	"candid/host/protocol"
)

// How long the parts of an act may take.
const (
	// actLimit bounds an act as a whole when the caller names no limit.
	actLimit = 15 * time.Second
	// readyLimit is how long an element may take to become ready: shorter, and
	// menus that fade in are refused; longer, and a refusal that is final (a
	// cookie layer) keeps the agent waiting.
	readyLimit = 1500 * time.Millisecond
	// settleLimit is how long a page gets to come to rest. One that never does
	// is answered for as it is.
	settleLimit = 2 * time.Second
	// quietTime is how long nothing may change before a page counts as at rest.
	// Only an answer that tells what changed waits for it.
	quietTime = 100 * time.Millisecond
	// scrollMargin is how many milliseconds before the caller's limit a scroll
	// gives up, so that its answer, which says how far it came, is still heard.
	scrollMargin = 1500
)

// actMethods are the methods that touch a page.
func (b *Bridge) actMethods() map[string]handler {
	return map[string]handler{
		protocol.DoorAct:        method(b.act),
		protocol.DoorBatch:      method(b.batch),
		protocol.DoorWait:       method(b.wait),
		protocol.DoorScreenshot: method(b.screenshot),
	}
}

// manner is how the steps of a request are carried out.
type manner struct {
	agent   string
	tab     string
	input   string
	diff    bool
	settle  time.Duration
	quiet   time.Duration
	timeout int
	roots   []string
}

// act carries out one step.
func (b *Bridge) act(ctx context.Context, who Caller, p protocol.ActParams) (protocol.ActResult, error) {
	verb(ctx, p.Step.Do)
	if err := checkStep(p.Step, p.Input); err != nil {
		return protocol.ActResult{}, err
	}
	m := manner{agent: who.Agent, input: p.Input, diff: p.Diff, settle: span(p.Settle, settleLimit), timeout: p.Timeout, roots: p.Roots}
	if p.Diff || p.Settle > 0 {
		m.quiet = quietTime
	}
	ctx, cancel := within(ctx, p.Timeout, stepLimit(p.Step)+m.settle)
	defer cancel()
	var err error
	if m.tab, err = b.tab(ctx, who, p.Tab); err != nil {
		return protocol.ActResult{}, err
	}
	if p.Step.Do == doDialog {
		return b.answerDialog(ctx, m.tab, p.Step)
	}
	done, err := b.turns.take(ctx, m.tab)
	if err != nil {
		return protocol.ActResult{}, err
	}
	defer done()
	return b.step(ctx, who, m, p.Step)
}

// step carries out one step of an act or batch. The caller has the tab's turn.
func (b *Bridge) step(ctx context.Context, who Caller, m manner, step protocol.Step) (protocol.ActResult, error) {
	if step.Do == doDialog {
		return b.answerDialog(ctx, m.tab, step)
	}
	if step.Do == doWait {
		return b.waitStep(ctx, m.tab, step)
	}
	result, moved, err := b.moveTab(ctx, m.tab, step, m.timeout)
	if !moved {
		result, err = b.touch(ctx, m, step)
	}
	if err != nil {
		return protocol.ActResult{}, err
	}
	if m.diff && result.Dialog == nil && step.Do != doClose {
		result.Diff, err = b.changes(ctx, who, m.tab)
	}
	return result, err
}

// touch has the worker act on the page.
func (b *Bridge) touch(ctx context.Context, m manner, step protocol.Step) (protocol.ActResult, error) {
	call := protocol.ActCall{
		Tab: m.tab, Step: step, Agent: m.agent, Input: m.input,
		Settle: millis(m.settle), Quiet: millis(m.quiet), Wait: readyFor(m.timeout),
	}
	if call.Input == "" {
		call.Input = inputTrusted
	}
	if step.Until != "" && step.Wait == 0 && m.timeout > 0 {
		call.Step.Wait = max(m.timeout-scrollMargin, m.timeout/2)
	}
	if err := b.resolveStep(ctx, m, step, &call); err != nil {
		return protocol.ActResult{}, err
	}
	if err := b.mayAct(ctx, m.tab, call.Place); err != nil {
		return protocol.ActResult{}, err
	}
	var reply protocol.ActReply
	if err := b.link.Call(ctx, protocol.MethodAct, call, &reply); err != nil {
		return protocol.ActResult{}, err
	}
	return b.resultOf(ctx, m.tab, step, reply)
}

// resolveStep turns the step's refs into places and its files into paths.
func (b *Bridge) resolveStep(ctx context.Context, m manner, step protocol.Step, call *protocol.ActCall) error {
	if step.Ref != "" && step.Ref != focused {
		place, err := b.target(ctx, m.tab, step.Ref)
		if err != nil {
			return err
		}
		call.Place = &place
	}
	if step.To != "" && step.Do == doDrag {
		place, err := b.target(ctx, m.tab, step.To)
		if err != nil {
			return err
		}
		call.Drop = &place
	}
	if step.Do != doUpload {
		return nil
	}
	files, err := uploadFiles(step.Value, append(append([]string{}, m.roots...), b.config.UploadRoots...))
	call.Step.Value = files
	return err
}

// target is the place of what a step names, with what the page is to find
// there. A structure has no role of its own to compare: its words are what it
// was printed for.
func (b *Bridge) target(ctx context.Context, tab, named string) (protocol.Place, error) {
	place, is, err := b.place(ctx, tab, named)
	if err != nil || place.Expect == nil || is.Control {
		return place, err
	}
	expect := protocol.Expect{Tag: place.Expect.Tag, Name: is.Words}
	place.Expect = &expect
	return place, nil
}

// resultOf makes the agent's answer of the worker's.
func (b *Bridge) resultOf(ctx context.Context, tab string, step protocol.Step, reply protocol.ActReply) (protocol.ActResult, error) {
	result := b.moved(step.Do, tab, reply.Dialog)
	result.Ref, result.Fallback, result.Value = step.Ref, reply.Fallback, reply.Value
	if step.Secret {
		result.Value = nil
	}
	if reply.Rebound != nil {
		ref, err := b.rebind(ctx, tab, *reply.Rebound)
		if err != nil {
			return protocol.ActResult{}, err
		}
		result.Rebound = ref
	}
	if s := reply.Scroll; s != nil {
		result.Scrolled, result.X, result.Y, result.Moved = true, &s.X, &s.Y, &s.Moved
	}
	for _, opened := range reply.Opened {
		if b.policy.Allows(opened.URL, store.Reading) != nil {
			opened.URL = ""
		}
		opened.URL = protocol.HideInURL(opened.URL)
		result.Opened = append(result.Opened, opened)
	}
	result.Downloads = append(result.Downloads, reply.Downloads...)
	if reply.Outward != "" {
		result.Warnings = append(result.Warnings, "the page asked for "+page.Quoted(protocol.HideInURL(reply.Outward))+", which another program opens: the person may be asked, and until they answer the tab may take no input; to go on without it, open the page in a new tab")
	}
	if reply.Unsure {
		result.Warnings = append(result.Warnings, "the page went away before it told whether the "+step.Do+" had arrived: look where you are before you repeat it")
	}
	b.arrived(tab, reply.Navigated, &result)
	return result, nil
}

// arrived tells where the act led. A site that may not be read is not named by
// its address; the act has happened all the same.
func (b *Bridge) arrived(tab, url string, result *protocol.ActResult) {
	if url == "" {
		return
	}
	b.sites.set(tab, url)
	result.Navigated = protocol.HideInURL(url)
	if err := b.policy.Allows(url, store.Reading); err != nil {
		result.Navigated = store.SiteOf(url)
		result.Warnings = append(result.Warnings, err.Message)
	}
}

// mayAct checks the policy for the documents an act touches. A document keeps
// its origin for life and is named by its nonce, so what is checked here is
// what the worker then acts on.
func (b *Bridge) mayAct(ctx context.Context, tab string, place *protocol.Place) error {
	if !b.policy.Restricts() {
		return nil
	}
	call := protocol.WhereCall{Tab: tab}
	if place != nil {
		call.Frame = place.Frame
	}
	var reply protocol.WhereReply
	if err := b.link.Call(ctx, protocol.MethodWhere, call, &reply); err != nil {
		return err
	}
	for _, url := range reply.URLs {
		if err := b.policy.Allows(url, store.Acting); err != nil {
			return err
		}
	}
	return nil
}

// span is the asked number of milliseconds, or the usual time.
func span(asked int, usual time.Duration) time.Duration {
	if asked > 0 {
		return time.Duration(asked) * time.Millisecond
	}
	return usual
}

// millis is a duration as the wire carries it.
func millis(d time.Duration) int { return int(d / time.Millisecond) }

// readyFor is how long an element may take to become ready under a caller's limit.
func readyFor(timeout int) int {
	if timeout > 0 {
		return timeout
	}
	return millis(readyLimit)
}

// stepLimit is how long a step may take when the caller names no limit.
func stepLimit(step protocol.Step) time.Duration {
	if step.Wait > 0 {
		return time.Duration(step.Wait)*time.Millisecond + readyLimit
	}
	return actLimit
}

// badStep is the error of a step that cannot be carried out as it stands.
func badStep(format string, args ...any) error {
	return protocol.NewError(protocol.CodeUsage, fmt.Sprintf(format, args...), "see candid help, or the schema of the tool")
}
