package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

// spy makes the worker note the source of every function that it sends to a
// page, and send it all the same.
const spy = `(() => {
	const send = chrome.scripting.executeScript;
	globalThis.sent = [];
	chrome.scripting.executeScript = (injection) => {
		const source = String(injection.func);
		if (!sent.includes(source)) sent.push(source);
		return send.call(chrome.scripting, injection);
	};
})()`

// sentLeast is how many different functions the worker sends in a snapshot of
// a new document and a way back: install, call, history.
const sentLeast = 3

// prove captures the functions that the built worker sends to pages, in the
// browser, and proves that each is self-contained.
func prove(ctx context.Context, a *agent) (sizes []int, err error) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, err := io.WriteString(w, "<title>"+r.URL.Path+"</title><button>Go</button>")
		if err != nil {
			return // the browser went away: the snapshot will say so
		}
	}))
	defer site.Close()
	sources, err := capture(ctx, a, site.URL)
	if err != nil {
		return nil, err
	}
	var problems []error
	for _, source := range sources {
		sizes = append(sizes, len(source))
		if err := SelfContained(source); err != nil {
			problems = append(problems, fmt.Errorf("%s…: %w", head(source), err))
		}
	}
	if len(sources) < sentLeast {
		problems = append(problems, fmt.Errorf("the worker sent %d functions, want %d or more", len(sources), sentLeast))
	}
	return sizes, errors.Join(problems...)
}

func capture(ctx context.Context, a *agent, site string) (sources []string, err error) {
	session, done, err := a.worker(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, done()) }()
	if err := session.EvalIn(ctx, 0, spy, nil); err != nil {
		return nil, fmt.Errorf("spy: %w", err)
	}
	tab, err := a.open(ctx, site+"/first")
	if err != nil {
		return nil, err
	}
	// What fails because a function leaks is what the proof is to explain, so
	// failures here are told only when nothing was captured.
	_, taken := a.snapshot(ctx, tab)
	moved := errors.Join(a.run(ctx, nil, "navigate", site+"/second", "--tab", tab), a.run(ctx, nil, "back", "--tab", tab))
	if err := session.EvalIn(ctx, 0, "globalThis.sent", &sources); err != nil {
		return nil, err
	}
	if len(sources) == 0 {
		return nil, fmt.Errorf("nothing was sent to the page: %w", errors.Join(taken, moved))
	}
	return sources, nil
}

func head(source string) string {
	const shown = 60
	line := strings.Join(strings.Fields(source[:min(len(source), 4*shown)]), " ")
	return line[:min(len(line), shown)]
}
