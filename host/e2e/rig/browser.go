package rig

import (
	"context"
	"strings"

	"candid/host/protocol"
)

// StopWorker stops the extension's service worker, as Chrome does with an
// idle one.
func (r *Rig) StopWorker(ctx context.Context) error {
	t, err := r.CDP.Worker(ctx, protocol.ExtensionOrigin)
	if err != nil {
		return err
	}
	return r.CDP.CloseTarget(ctx, t.ID)
}

// InWorker evaluates an expression in the extension's worker.
func (r *Rig) InWorker(ctx context.Context, expression string, result any) error {
	t, err := r.CDP.Worker(ctx, protocol.ExtensionOrigin)
	if err != nil {
		return err
	}
	session, err := r.CDP.Attach(ctx, t.ID)
	if err != nil {
		return err
	}
	return session.EvalIn(ctx, 0, expression, result)
}

// NewTab opens a tab in front, as another program does that opens a link.
func (r *Rig) NewTab(ctx context.Context, url string) error {
	_, err := r.CDP.OpenTarget(ctx, url)
	return err
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
