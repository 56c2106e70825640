package check

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"time"

	"candid/host/protocol"
)

// Probe shows one rule by behaviour: on a page made for it, in a real browser,
// through the built binary. No probe looks for a number in the code; minifiers
// rewrite those.
type Probe struct {
	Rule string
	Run  func(ctx context.Context, r *runner) error
}

// runner is what a probe works with.
type runner struct {
	agent *agent
	site  *httptest.Server

	mu    sync.Mutex
	pages map[string]string
	tab   string
}

func newRunner(a *agent) *runner {
	r := &runner{agent: a, pages: map[string]string{}}
	r.site = httptest.NewServer(http.HandlerFunc(r.serve))
	return r
}

func (r *runner) close() { r.site.Close() }

func (r *runner) serve(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	page, known := r.pages[req.URL.Path]
	r.mu.Unlock()
	if !known {
		http.NotFound(w, req)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if _, err := io.WriteString(w, page); err != nil {
		return // the browser turned to another page
	}
}

// show serves a page and answers its address. The body is the probe's; nothing
// else is on the page.
func (r *runner) show(body string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	path := fmt.Sprintf("/%d", len(r.pages))
	r.pages[path] = "<!doctype html><html lang=en><title>Probe</title><body>" + body + "</body></html>"
	return r.site.URL + path
}

// see shows a page in the probes' tab and takes a snapshot of it.
func (r *runner) see(ctx context.Context, body string, flags ...string) (protocol.SnapshotResult, error) {
	if err := r.goTo(ctx, r.show(body)); err != nil {
		return protocol.SnapshotResult{}, err
	}
	return r.agent.snapshot(ctx, r.tab, flags...)
}

func (r *runner) goTo(ctx context.Context, url string) error {
	if r.tab == "" {
		tab, err := r.agent.open(ctx, url)
		r.tab = tab
		return err
	}
	return r.agent.run(ctx, nil, "navigate", url, "--tab", r.tab)
}

// runProbes runs them all and reports each; the error names those that failed.
func runProbes(ctx context.Context, r *runner, probes []Probe, out io.Writer) error {
	var failed []string
	for _, probe := range probes {
		start := time.Now()
		err := probe.Run(ctx, r)
		took := time.Since(start).Milliseconds()
		if err == nil {
			fmt.Fprintf(out, "  ok    %-58s %5d ms\n", probe.Rule, took)
			continue
		}
		fmt.Fprintf(out, "  FAIL  %-58s %5d ms\n        %s\n", probe.Rule, took, strings.ReplaceAll(err.Error(), "\n", "\n        "))
		failed = append(failed, probe.Rule)
		if ctx.Err() != nil {
			break
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("probes failed: %s", strings.Join(failed, "; "))
	}
	return nil
}

// probes are those whose rule matches.
func probes(only *regexp.Regexp) []Probe {
	var all []Probe
	for _, group := range [][]Probe{ceilings(), budgets(), exclusions(), inclusions(), guards()} {
		for _, probe := range group {
			if only == nil || only.MatchString(probe.Rule) {
				all = append(all, probe)
			}
		}
	}
	return all
}
