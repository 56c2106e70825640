package serve

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"candid/host/internal/bridge"
	"candid/host/internal/door/rendezvous"
	"candid/host/protocol"
)

// headerCaller carries who a guarded request came from to the handlers behind
// the guard, which make their calls through Inside. The guard sets it over
// whatever a client sent.
const headerCaller = "Candid-Caller"

// named sets headerCaller on each request.
func named(d door, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, _ := r.Context().Value(peerKey{}).(rendezvous.Peer)
		caller, err := json.Marshal(d.caller(r, peer))
		if err != nil {
			http.Error(w, "caller", http.StatusInternalServerError)
			return
		}
		r.Header.Set(headerCaller, string(caller))
		next.ServeHTTP(w, r)
	})
}

// Inside is a connection of a handler behind the guard: the same gate, scopes
// and bridge as a WebSocket's.
type Inside struct {
	server *Server
	who    bridge.Caller
}

// Inside acts for the caller whose request had the header, under the name that
// its client gave itself.
func (s *Server) Inside(header http.Header, agent, program string) (*Inside, error) {
	var who bridge.Caller
	if err := json.Unmarshal([]byte(header.Get(headerCaller)), &who); err != nil {
		return nil, protocol.NewError(protocol.CodeUnauthorized, "the request did not come through the door", "")
	}
	who.Agent = nameIn(agent, who.Agent)
	if who.Program == "" {
		who.Program = nameIn(program, "")
	}
	return &Inside{server: s, who: who}, nil
}

// Call runs a door method. The error is a *protocol.Error.
func (i *Inside) Call(ctx context.Context, method string, params, result any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return protocol.AsError(err, protocol.HintDefect)
	}
	answer, err := i.server.do(ctx, i.who, method, raw)
	if err != nil {
		return protocol.AsError(err, protocol.HintDefect)
	}
	if err := json.Unmarshal(answer, result); err != nil {
		return protocol.AsError(err, protocol.HintDefect)
	}
	return nil
}

// Close has nothing to end: each call ends with its context.
func (i *Inside) Close() error { return nil }

// lineFor is the caller's line at the gate. A program may serve many agents,
// and many programs may call themselves the same.
func lineFor(who bridge.Caller) string { return who.Agent + " " + strconv.Itoa(who.PID) }

// do carries out a request: the scopes, its turn at the gate, the bridge.
func (s *Server) do(ctx context.Context, who bridge.Caller, method string, params json.RawMessage) (json.RawMessage, error) {
	if err := allowed(who.Scopes, method, params); err != nil {
		return nil, err
	}
	if gate := s.gateOf(method); gate != nil {
		leave, err := gate.enter(ctx, lineFor(who))
		if err != nil {
			return nil, err
		}
		defer leave()
	}
	result, err := s.doer.Do(ctx, who, method, params)
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}

// gateOf is the gate that a method goes through. Methods that only wait for the
// page or the person, and status, which must answer when all else is stuck, go
// through none.
func (s *Server) gateOf(method string) *gate {
	switch method {
	case protocol.DoorWait, protocol.DoorHandoff, protocol.DoorStatus, protocol.DoorPause, protocol.DoorResume:
		return nil
	case protocol.DoorAct, protocol.DoorBatch, protocol.DoorOpen, protocol.DoorReload:
		return s.acts
	}
	return s.looks
}
