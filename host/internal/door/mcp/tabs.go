package mcp

import (
	"context"
	"fmt"
	"strings"

	"candid/host/protocol"
)

// status tells which browsers are connected. None is an error with what to do:
// this is where an agent asks when nothing works.
func (s *server) status(ctx context.Context, c *call, _ statusIn) (*answer, error) {
	browsers, err := s.Dialer.Browsers(ctx, c.ask(""))
	if err != nil {
		return nil, err
	}
	if len(browsers) == 0 {
		return nil, protocol.NewError(protocol.CodeNoBrowser, "no browser is connected", "")
	}
	var b strings.Builder
	for _, one := range browsers {
		b.WriteString(browserLine(&one))
	}
	return &answer{Lead: b.String(), Facts: &protocol.StatusResult{Browsers: browsers}}, nil
}

func browserLine(one *protocol.BrowserStatus) string {
	line := fmt.Sprintf("%s %s (id %s): %s", one.Name, one.Version, one.ID, protocol.Plural(one.Tabs, "tab"))
	if !one.Connected {
		line += ", not connected"
	}
	if one.Paused {
		line += ", paused by the person"
	}
	if one.Stale {
		line += ", runs an old build of the extension: the person should run `candid reload`"
	}
	return line + "\n"
}

// tabs serves browser_tabs.
func (s *server) tabs(ctx context.Context, c *call, in tabsIn) (*answer, error) {
	switch in.Action {
	case "", "list":
		return s.listTabs(ctx, c, in.Browser)
	case "open":
		return s.open(ctx, c, in.Browser, protocol.OpenParams{URL: in.URL})
	case "close", "activate":
		if in.Tab == "" {
			return nil, protocol.NewError(protocol.CodeUsage, in.Action+" needs a tab", "browser_tabs lists them")
		}
		return s.step(ctx, c, in.Browser, string(in.Tab), protocol.Step{Do: in.Action}, 0)
	}
	return nil, protocol.NewError(protocol.CodeUsage, fmt.Sprintf("unknown action: %q", in.Action), "one of list, open, close, activate")
}

// tabsFacts list tabs by id; titles stand in the text.
type tabsFacts struct {
	Tabs    []tabFacts `json:"tabs"`
	Private int        `json:"private"`
}

type tabFacts struct {
	Tab    string `json:"tab"`
	URL    string `json:"url"`
	Active bool   `json:"active"`
	Owner  string `json:"owner"`
}

func (s *server) listTabs(ctx context.Context, c *call, browser string) (*answer, error) {
	r, err := request[protocol.TabsResult](ctx, c, browser, protocol.DoorTabs, protocol.NoParams{})
	if err != nil {
		return nil, err
	}
	facts := &tabsFacts{Tabs: make([]tabFacts, 0, len(r.Tabs)), Private: r.Private}
	var page strings.Builder
	for _, t := range r.Tabs {
		facts.Tabs = append(facts.Tabs, tabFacts{Tab: t.Tab, URL: t.URL, Active: t.Active, Owner: t.Owner})
		page.WriteString(tabLine(&t))
	}
	a := &answer{Lead: warningLines(r.Warnings), Page: page.String(), Facts: facts}
	a.Lead += fmt.Sprintf("tabs you may use: %d", len(r.Tabs))
	if r.Private > 0 {
		a.Tail = fmt.Sprintf("%d more are private: only the person can share them (browser_handoff asks)", r.Private)
	}
	return a, nil
}

func tabLine(t *protocol.Tab) string {
	line := "tab " + t.Tab + " " + quote(t.Title) + " " + t.URL
	if t.Active {
		line += " (the person looks at it)"
	}
	if t.Owner != "" {
		line += " (opened by " + t.Owner + ")"
	}
	return line + "\n"
}

// openFacts say where a new tab is.
type openFacts struct {
	Tab    string `json:"tab"`
	URL    string `json:"url"`
	Loaded bool   `json:"loaded"`
	Dialog string `json:"dialog,omitempty"`
}

func (s *server) open(ctx context.Context, c *call, browser string, params protocol.OpenParams) (*answer, error) {
	if params.URL == "" {
		return nil, protocol.NewError(protocol.CodeUsage, "no url", "name the page to open in url")
	}
	r, err := request[protocol.OpenResult](ctx, c, browser, protocol.DoorOpen, params)
	if err != nil {
		return nil, err
	}
	facts := &openFacts{Tab: r.Tab, URL: r.URL, Loaded: r.Loaded}
	lead := warningLines(r.Warnings) + "opened tab " + r.Tab
	if !r.Loaded {
		lead += ", still loading"
	}
	page := quote(r.Title) + " " + r.URL
	if r.Dialog != nil {
		facts.Dialog = r.Dialog.Type
		lead += fmt.Sprintf(", a %s dialog is open: answer it with browser_handle_dialog", r.Dialog.Type)
		page += "\n" + r.Dialog.Type + ": " + quote(r.Dialog.Message)
	}
	return &answer{Lead: lead, Page: page, Origin: originOf(r.URL), Facts: facts}, nil
}

// navigate goes to a URL in the tab named, or in a new tab: without state
// there is no other tab that could be meant, and the person's are not taken.
func (s *server) navigate(ctx context.Context, c *call, in navigateIn) (*answer, error) {
	switch {
	case in.Go != "" && in.URL != "":
		return nil, protocol.NewError(protocol.CodeUsage, "url and go exclude each other", "give one of them")
	case in.Go != "" && in.Go != "back" && in.Go != "forward" && in.Go != "reload":
		return nil, protocol.NewError(protocol.CodeUsage, fmt.Sprintf("unknown go: %q", in.Go), "one of back, forward, reload")
	case in.Go != "":
		return s.step(ctx, c, in.Browser, string(in.Tab), protocol.Step{Do: in.Go}, in.Timeout)
	case in.URL == "":
		return nil, protocol.NewError(protocol.CodeUsage, "neither url nor go", "give one of them")
	case in.Tab == "":
		return s.open(ctx, c, in.Browser, protocol.OpenParams{URL: in.URL, Timeout: in.Timeout})
	}
	return s.step(ctx, c, in.Browser, string(in.Tab), protocol.Step{Do: "navigate", Value: protocol.Values{in.URL}}, in.Timeout)
}

// step runs one act that concerns a whole tab.
func (s *server) step(ctx context.Context, c *call, browser, tab string, step protocol.Step, timeout int) (*answer, error) {
	r, err := request[protocol.ActResult](ctx, c, browser, protocol.DoorAct, protocol.ActParams{Tab: tab, Step: step, Timeout: timeout})
	if err != nil {
		return nil, err
	}
	return actAnswer([]protocol.ActResult{r}, r.Warnings), nil
}
