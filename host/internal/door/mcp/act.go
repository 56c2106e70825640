package mcp

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"candid/host/protocol"
)

// actFacts list what each step did.
type actFacts struct {
	Steps  []stepFacts     `json:"steps"`
	Failed int             `json:"failed,omitempty"`
	Error  *protocol.Error `json:"error,omitempty"`
	Diff   *diffFacts      `json:"diff,omitempty"`
}

// stepFacts are an ActResult without the page's words: a dialog's message, a
// field's value and the diff stand in the text.
type stepFacts struct {
	Action    string               `json:"action"`
	Tab       string               `json:"tab,omitempty"`
	Ref       string               `json:"ref,omitempty"`
	Rebound   string               `json:"rebound,omitempty"`
	Fallback  string               `json:"fallback,omitempty"`
	Navigated string               `json:"navigated,omitempty"`
	Dialog    string               `json:"dialog,omitempty"`
	Opened    []protocol.OpenedTab `json:"opened,omitempty"`
	Downloads []protocol.Download  `json:"downloads,omitempty"`
	Moved     *bool                `json:"moved,omitempty"`
	Waited    *int                 `json:"waited_ms,omitempty"`
}

// act serves browser_act: one action or a batch, the same answer for both.
func (s *server) act(ctx context.Context, c *call, in actIn) (*answer, error) {
	switch n := len(in.Actions); {
	case n == 0 || n > maxSteps:
		return nil, protocol.NewError(protocol.CodeUsage, fmt.Sprintf("%d actions: 1 to %d go in one call", n, maxSteps), "split them over several calls")
	case n == 1:
		return s.actOne(ctx, c, in)
	}
	params := protocol.BatchParams{Tab: string(in.Tab), Steps: in.Actions, Input: in.Input, Diff: in.Diff, Timeout: in.Timeout, Roots: s.Roots}
	r, err := request[protocol.BatchResult](ctx, c, in.Browser, protocol.DoorBatch, params)
	if err != nil {
		return nil, err
	}
	if r.Failed > 0 && r.Error != nil {
		failed := *r.Error
		failed.Steps, failed.Failed = r.Steps, r.Failed
		return nil, &failed
	}
	return actAnswer(r.Steps, r.Warnings), nil
}

func (s *server) actOne(ctx context.Context, c *call, in actIn) (*answer, error) {
	params := protocol.ActParams{Tab: string(in.Tab), Step: in.Actions[0], Input: in.Input, Diff: in.Diff, Timeout: in.Timeout, Roots: s.Roots}
	r, err := request[protocol.ActResult](ctx, c, in.Browser, protocol.DoorAct, params)
	if err != nil {
		return nil, err
	}
	return actAnswer([]protocol.ActResult{r}, r.Warnings), nil
}

// actAnswer tells what the steps did. Whether a page's words stand in the
// lines decides whether they are fenced.
func actAnswer(steps []protocol.ActResult, warnings []string) *answer {
	facts := &actFacts{}
	a := &answer{Lead: warningLines(warnings), Facts: facts}
	var lead, page strings.Builder
	for i := range steps {
		facts.Steps = append(facts.Steps, factsOfStep(&steps[i]))
		lead.WriteString(stepLine(i+1, &steps[i]))
		page.WriteString(stepWords(i+1, &steps[i]))
		if steps[i].Diff != nil {
			facts.Diff = diffFactsOf(steps[i].Diff)
			page.WriteString("changes:\n" + steps[i].Diff.Text + "\n")
		}
	}
	a.Lead += lead.String()
	a.Page = page.String()
	return a
}

func factsOfStep(r *protocol.ActResult) stepFacts {
	f := stepFacts{Action: r.Action, Tab: r.Tab, Ref: r.Ref, Rebound: r.Rebound, Fallback: r.Fallback, Navigated: r.Navigated,
		Opened: r.Opened, Downloads: r.Downloads, Moved: r.Moved, Waited: r.Waited}
	if r.Dialog != nil {
		f.Dialog = r.Dialog.Type
	}
	return f
}

// stepLine says in one line what a step did, in Candid's words alone.
func stepLine(number int, r *protocol.ActResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d. %s", number, r.Action)
	if r.Ref != "" {
		b.WriteString(" " + r.Ref)
	}
	b.WriteString(": done")
	if r.Rebound != "" {
		fmt.Fprintf(&b, ", on %s which took the place of %s", r.Rebound, r.Ref)
	}
	if r.Fallback != "" {
		b.WriteString(", by " + r.Fallback)
	}
	if r.Navigated != "" {
		b.WriteString(", the tab went to another page")
	}
	for _, o := range r.Opened {
		b.WriteString(", opened tab " + o.Tab)
	}
	if r.Moved != nil {
		fmt.Fprintf(&b, ", moved: %v", *r.Moved)
	}
	if r.Dialog != nil {
		fmt.Fprintf(&b, ", a %s dialog is open: answer it with browser_handle_dialog", r.Dialog.Type)
	}
	b.WriteString("\n")
	return b.String()
}

// stepWords are what a step brought that the page has worded.
func stepWords(number int, r *protocol.ActResult) string {
	var b strings.Builder
	line := func(what, words string) { fmt.Fprintf(&b, "%d. %s: %s\n", number, what, words) }
	if r.Navigated != "" {
		line("now at", r.Navigated)
	}
	for _, o := range r.Opened {
		line("tab "+o.Tab, o.URL)
	}
	for _, d := range r.Downloads {
		line("download "+d.State, quote(d.File))
	}
	if r.Dialog != nil {
		line(r.Dialog.Type, quote(r.Dialog.Message))
	}
	if r.Value != nil {
		line("holds", quote(*r.Value))
	}
	return b.String()
}

// dialog answers the dialog that is open on the tab.
func (s *server) dialog(ctx context.Context, c *call, in dialogIn) (*answer, error) {
	step := protocol.Step{Do: "dialog", Value: protocol.Values{"dismiss"}, Text: in.Text}
	if in.Accept {
		step.Value = protocol.Values{"accept"}
	}
	r, err := request[protocol.ActResult](ctx, c, in.Browser, protocol.DoorAct, protocol.ActParams{Tab: string(in.Tab), Step: step})
	if err != nil {
		return nil, err
	}
	return actAnswer([]protocol.ActResult{r}, r.Warnings), nil
}

// waitFacts say how long it took.
type waitFacts struct {
	Met    bool `json:"met"`
	Waited int  `json:"waited_ms"`
}

func (s *server) wait(ctx context.Context, c *call, in waitIn) (*answer, error) {
	params := protocol.WaitParams{Tab: string(in.Tab), Text: in.Text, Gone: in.Gone, Ref: in.Ref, URL: in.URL, Idle: in.Idle, Timeout: in.Timeout}
	r, err := request[protocol.WaitResult](ctx, c, in.Browser, protocol.DoorWait, params)
	if err != nil {
		return nil, err
	}
	lead := fmt.Sprintf("%smet: %v, after %d ms", warningLines(r.Warnings), r.Met, r.WaitedMs)
	return &answer{Lead: lead, Facts: &waitFacts{Met: r.Met, Waited: r.WaitedMs}}, nil
}

// handoff asks the person and waits for the answer.
func (s *server) handoff(ctx context.Context, c *call, in handoffIn) (*answer, error) {
	params := protocol.HandoffParams{Tab: string(in.Tab), Reason: in.Reason, Timeout: in.Timeout}
	r, err := request[protocol.HandoffResult](ctx, c, in.Browser, protocol.DoorHandoff, params)
	if err != nil {
		return nil, err
	}
	lead := "the person said no"
	if r.Granted {
		lead = strings.TrimSpace("the person said yes: go on with tab " + r.Tab)
	}
	return &answer{Lead: lead, Facts: &r}, nil
}

// pictureOf makes image content of a screenshot.
func pictureOf(r *protocol.ScreenshotResult) (*sdk.ImageContent, error) {
	data, err := base64.StdEncoding.DecodeString(r.Data)
	if err != nil {
		return nil, fmt.Errorf("screenshot is not base64: %w", err)
	}
	return &sdk.ImageContent{Data: data, MIMEType: "image/png"}, nil
}
