package rig

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"candid/build/devtools"
	"candid/host/protocol"
)

// Page is a tab that an agent opened, with a judge's session on it.
type Page struct {
	*devtools.Session
	Agent *Agent
	Tab   string
	URL   string
}

// Open opens a URL through the CLI and attaches the judge to its target.
func (g *Agent) Open(url string) (*Page, error) {
	opened, a := Call[protocol.OpenResult](g, "open", url)
	if !a.OK {
		return nil, fmt.Errorf("open: %s", a)
	}
	session, err := g.rig.Judge(url)
	if err != nil {
		return nil, err
	}
	return &Page{Session: session, Agent: g, Tab: opened.Tab, URL: url}, nil
}

// Judge attaches to the page target of a visit: the one whose URL has the
// same visit prefix.
func (r *Rig) Judge(url string) (*devtools.Session, error) {
	prefix := url
	if i := strings.Index(url, "/v"); i >= 0 {
		if j := strings.Index(url[i+2:], "/"); j >= 0 {
			prefix = url[:i+2+j+1]
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for ctx.Err() == nil {
		targets, err := r.CDP.Targets(ctx)
		if err != nil {
			return nil, err
		}
		for _, t := range targets {
			if t.Type == "page" && strings.HasPrefix(t.URL, prefix) {
				return r.CDP.Attach(ctx, t.ID)
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil, errors.New("no page target for " + url)
}

// Snapshot takes a snapshot with the controls listed.
func (p *Page) Snapshot(args ...string) (protocol.SnapshotResult, Answer) {
	return Call[protocol.SnapshotResult](p.Agent, append([]string{"snapshot", "--tab", p.Tab}, args...)...)
}

// Do runs a verb on the tab.
func (p *Page) Do(args ...string) (protocol.ActResult, Answer) {
	return Call[protocol.ActResult](p.Agent, WithFlags(args, "--tab", p.Tab)...)
}

// Close closes the tab through the CLI.
func (p *Page) Close() error {
	if _, a := p.Do("close"); !a.OK {
		return errors.New(a.String())
	}
	return nil
}
