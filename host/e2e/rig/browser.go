package rig

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"candid/host/protocol"
)

// worker is the extension's service worker on the debug port.
func (r *Rig) worker(ctx context.Context) (Target, error) {
	targets, err := r.CDP.Targets(ctx)
	if err != nil {
		return Target{}, err
	}
	for _, t := range targets {
		if t.Type == "service_worker" && strings.HasPrefix(t.URL, protocol.ExtensionOrigin) {
			return t, nil
		}
	}
	return Target{}, errors.New("the extension's worker does not run")
}

// StopWorker stops the extension's service worker, as Chrome does with an
// idle one.
func (r *Rig) StopWorker(ctx context.Context) error {
	t, err := r.worker(ctx)
	if err != nil {
		return err
	}
	return r.CDP.CloseTarget(ctx, t.ID)
}

// InWorker evaluates an expression in the extension's worker.
func (r *Rig) InWorker(ctx context.Context, expression string) error {
	t, err := r.worker(ctx)
	if err != nil {
		return err
	}
	session, err := r.CDP.Attach(ctx, t.ID)
	if err != nil {
		return err
	}
	return session.EvalIn(ctx, 0, expression, nil)
}

// NewTab opens a tab in front, as another program does that opens a link.
func (r *Rig) NewTab(ctx context.Context, url string) error {
	params := struct {
		URL string `json:"url"`
	}{url}
	return r.CDP.Call(ctx, "", "Target.createTarget", params, nil)
}

// CloseTarget closes a tab or stops a worker.
func (c *CDP) CloseTarget(ctx context.Context, target string) error {
	params := struct {
		Target string `json:"targetId"`
	}{target}
	if err := c.Call(ctx, "", "Target.closeTarget", params, nil); err != nil {
		return fmt.Errorf("closing %s: %w", target, err)
	}
	return nil
}

// Hosts lists the native hosts of this rig that run.
func (r *Rig) Hosts() (found []string) {
	for _, p := range r.processes() {
		if strings.Contains(p, protocol.ExtensionOrigin) && strings.Contains(p, "candid") && !strings.Contains(p, "--type=") {
			found = append(found, p)
		}
	}
	return found
}
