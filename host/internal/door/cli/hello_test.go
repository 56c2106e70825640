package cli

import (
	"context"
	"testing"

	"candid/host/protocol"
)

// leavingHosts lists a host that ends while it is asked, then its successor.
type leavingHosts struct {
	folderHosts
	lists [][]protocol.BrowserStatus
}

func (h *leavingHosts) List(context.Context, string) ([]protocol.BrowserStatus, error) {
	now := h.lists[0]
	h.lists = h.lists[1:]
	return now, nil
}

func TestHelloIsNotTakenFromAHostThatEnds(t *testing.T) {
	hosts := &leavingHosts{lists: [][]protocol.BrowserStatus{
		{{ID: "p", PID: 1, Build: "old"}}, {{ID: "p"}}, {}, {{ID: "p", PID: 2, Build: "new"}},
	}}
	a := &app{Env: Env{Hosts: hosts}}
	now, err := a.awaitHello(context.Background(), "", func(b protocol.BrowserStatus) bool { return b.ID == "p" && b.PID != 1 })
	if err != nil || now.Build != "new" {
		t.Errorf("got %+v, %v", now, err)
	}
}
