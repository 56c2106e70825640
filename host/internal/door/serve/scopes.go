package serve

import (
	"encoding/json"

	"candid/host/internal/bridge"
	"candid/host/protocol"
)

// allowed checks the scopes that the host's configuration gave to the
// connection. What the client claims about itself plays no part.
func allowed(scopes bridge.Scopes, method string, params json.RawMessage) error {
	need := needOf(method, params)
	switch {
	case need == "act" && !scopes.Act, need == "navigate" && !scopes.Navigate, need == "read" && !scopes.Read:
		return protocol.NewError(protocol.CodeForbidden, "this connection may not "+need,
			"the person gives scopes in config.toml, tcp.scopes")
	}
	return nil
}

// needOf is the scope a request needs, "" for none. A step that only moves the
// tab needs navigate; a batch needs act, whatever its steps.
func needOf(method string, params json.RawMessage) string {
	switch method {
	case protocol.DoorStatus, protocol.DoorPause:
		return ""
	case protocol.DoorOpen:
		return "navigate"
	case protocol.DoorAct:
		if navigates(params) {
			return "navigate"
		}
		return "act"
	case protocol.DoorBatch, protocol.DoorHandoff, protocol.DoorReload, protocol.DoorResume:
		return "act"
	}
	return "read"
}

// navigates tells whether an act moves the tab as a whole. Parameters that do
// not decode are refused later by the method itself.
func navigates(params json.RawMessage) bool {
	var act protocol.ActParams
	if json.Unmarshal(params, &act) != nil {
		return false
	}
	switch act.Step.Do {
	case "navigate", "back", "forward", "reload", "close", "activate":
		return true
	}
	return false
}
