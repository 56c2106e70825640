package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"sync"
	"time"

	strict "github.com/go-json-experiment/json"
	"github.com/rs/zerolog"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// areas are the method tables that make up the door. A test finds a method
// that two of them claim.
var areas = []func(*Bridge) map[string]handler{
	(*Bridge).actMethods,
	(*Bridge).panelMethods,
	(*Bridge).viewMethods,
	(*Bridge).statusMethods,
	(*Bridge).tabMethods,
}

// Bridge serves one browser profile. All methods may be called concurrently.
type Bridge struct {
	link   Link
	name   string
	build  string
	pid    int
	config store.Config
	policy *store.Policy
	spill  *store.Spill
	audit  *store.Audit
	log    zerolog.Logger

	methods map[string]handler

	stale  freshness
	refs   leases
	turns  turns
	pause  pause
	sites  sites
	closed closedTabs
	events events
	notes  notes
	views  views
	rest   rest
}

// Options make a Bridge. The stores may be nil: then every site is allowed,
// nothing is spilled and nothing recorded.
type Options struct {
	Link   Link
	Name   string // of a managed browser; else the program's name is used
	Build  string // the host's build id
	PID    int    // the host's
	Config store.Config
	Policy *store.Policy
	Spill  *store.Spill
	Audit  *store.Audit
	Log    zerolog.Logger
	Notes  []string // what status shall warn of
}

// New makes a Bridge out of the areas' methods.
func New(o Options) *Bridge {
	b := &Bridge{
		link: o.Link, name: o.Name, build: o.Build, pid: o.PID, config: o.Config,
		policy: o.Policy, spill: o.Spill, audit: o.Audit, log: o.Log,
		methods: map[string]handler{}, notes: notes{list: o.Notes},
	}
	b.setPaused(o.Link.Hello().Paused)
	for _, area := range areas {
		maps.Copy(b.methods, area(b))
	}
	return b
}

// decode reads a method's parameters. Unknown and repeated keys are refused,
// and case counts, so that what is checked is what is used.
func decode[P any](raw json.RawMessage) (P, error) {
	var params P
	if len(raw) == 0 || string(raw) == "null" {
		return params, nil
	}
	if err := strict.Unmarshal(raw, &params, strict.RejectUnknownMembers(true)); err != nil {
		return params, protocol.NewError(protocol.CodeUsage, "the parameters do not fit the method: "+err.Error(),
			"check their names and types")
	}
	return params, nil
}

// noteKey is where Do keeps the note in a context.
type noteKey struct{}

// note is what a request turns out to be about, for the audit log. The method
// that runs fills it in; it belongs to one request.
type note struct {
	mu      sync.Mutex
	verb    string
	tab     string
	written bool // the area has recorded its own entries (batch)
}

// noteOf is the request's note; outside of a request, one that nobody reads.
func noteOf(ctx context.Context) *note {
	if n, found := ctx.Value(noteKey{}).(*note); found {
		return n
	}
	return &note{}
}

// about records which tab a request is about.
func about(ctx context.Context, tab string) {
	n := noteOf(ctx)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.tab = tab
}

// verb records what a request does where its method's name says too little
// ("click" of act).
func verb(ctx context.Context, name string) {
	n := noteOf(ctx)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.verb = name
}

// record writes one entry of the audit log and marks the request as recorded;
// batch calls it for each step.
func (b *Bridge) record(ctx context.Context, who Caller, tab, verb string, err error) {
	n := noteOf(ctx)
	n.mu.Lock()
	n.written = true
	n.mu.Unlock()
	result := "ok"
	if err != nil {
		result = string(typed(err).Code)
	}
	b.audit.Record(protocol.Activity{
		Agent: who.Agent, Program: who.Program, PID: who.PID,
		Tab: tab, Site: b.sites.of(tab), Verb: verb, Result: result,
	})
}

// unrecorded are methods that touch no page.
var unrecorded = map[string]bool{
	protocol.DoorStatus: true, protocol.DoorTabs: true, protocol.DoorActivity: true,
	protocol.DoorEcho: true, protocol.DoorSubscribe: true,
}

// recordRequest writes the entry of a request that has ended.
func (b *Bridge) recordRequest(ctx context.Context, who Caller, method string, err error) {
	n := noteOf(ctx)
	n.mu.Lock()
	written, tab, verb := n.written, n.tab, n.verb
	n.mu.Unlock()
	if written || unrecorded[method] {
		return
	}
	if verb == "" {
		verb = method
	}
	b.record(ctx, who, tab, verb, err)
}

// warnings are what every answer about a page carries: that the running
// extension is not the one on disk, that the policy or the log has a problem.
func (b *Bridge) warnings() []string {
	list := []string{}
	if running, disk, stale := b.staleness(); stale {
		list = append(list, fmt.Sprintf("the extension that runs (build %s) is not the one in its folder (build %s): run candid reload", running, disk))
	}
	if err := b.policy.Problem(); err != nil {
		list = append(list, "the policy file cannot be used: "+err.Error())
	}
	if err := b.audit.Problem(); err != nil {
		list = append(list, "the audit log cannot be written: "+err.Error())
	}
	return list
}

// within limits a request: asked milliseconds, or usual when none were asked,
// and some slack for the worker to answer that the time is over.
func within(ctx context.Context, asked int, usual time.Duration) (context.Context, context.CancelFunc) {
	limit := usual
	if asked > 0 {
		limit = time.Duration(asked) * time.Millisecond
	}
	return context.WithTimeout(ctx, limit+answerSlack)
}

// answerSlack is how long the worker may take to say that a time limit passed.
// Shorter, and its typed answer loses against our own; longer, and a worker
// that died unnoticed is noticed later.
const answerSlack = 2 * time.Second
