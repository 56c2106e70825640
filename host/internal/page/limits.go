package page

import "candid/host/protocol"

// View names what is printed of a ledger.
type View string

// The views.
const (
	ViewOutline  View = "outline"
	ViewControls View = "controls"
	ViewContent  View = "content"
	ViewPage     View = "page"
)

// Limits bound an answer. A zero means that there is no such limit.
type Limits struct {
	Budget     int // tokens by our estimate, of the whole text
	Thirds     int // the first seed's tokens: ceil(UTF-16 length / 3) a line, of the whole text
	Runes      int // code points of the whole text, taken from the start on
	TextChars  int // code points of visible text
	Controls   int
	NameChars  int // code points of a name
	ValueChars int
	Options    int // of one select
	AllOptions int // of all selects
}

// DefaultBudget must arrive inline in every MCP client: some move results over
// 50,000 characters into a file, others refuse 25,000 tokens. Smaller makes
// ordinary pages incomplete; larger fills an agent's context with one page.
const DefaultBudget = 10_000

// Bounds of --budget. Below the first there is no room for the banner, a map
// and a verdict beside any line; above the second no client takes the answer.
const (
	MinBudget = 300
	MaxBudget = 40_000
)

// NameCeiling is the default for names, of the first seed: at 50 and at 300 the
// names of listing cards still all ended at the ceiling, at 1,200 they did not.
// No ceiling, and one aria-label of 100 KB is the whole answer.
const NameCeiling = 1200

// SentOptions is how many options of one select the page sends: all that any
// view prints and find is to search, without letting one select of 50,000
// fill the ledger.
const SentOptions = 400

// SentValue is how much of a value the page sends.
const SentValue = 1200

// standard are the limits when no preset is given.
var standard = Limits{Budget: DefaultBudget, NameChars: NameCeiling, ValueChars: 200, Options: 20, AllOptions: 100}

// Presets are the limits of the systems that the seeds describe.
var Presets = map[string]Limits{
	"compact": {Budget: MaxBudget, TextChars: 4000, Controls: 40, NameChars: 80, ValueChars: 80, Options: 20, AllOptions: 100},
	"full":    {Budget: MaxBudget, TextChars: 24_000, Controls: 100, NameChars: 200, ValueChars: 200, Options: 20, AllOptions: 100},
	"wide":    {Thirds: 40_000, NameChars: NameCeiling, ValueChars: 30, Options: 20, AllOptions: 100},
	"head":    {Budget: MaxBudget, Runes: 24_000, NameChars: NameCeiling, ValueChars: 200, Options: 20, AllOptions: 100},
}

// Options are what an answer is to be.
type Options struct {
	View   View
	Limits Limits
	All    bool // no limit on the whole
	URLs   bool
	Fold   bool
	Depth  int
	Scope  string // what the answer is about, when not the whole page
	Voice  string // "cli" or "mcp"
}

// NewOptions checks an agent's wishes.
func NewOptions(p protocol.SnapshotParams) (Options, error) {
	o := Options{View: View(p.View), All: p.All, URLs: p.URLs, Fold: p.Fold, Depth: p.Depth, Voice: p.Voice}
	if p.View == "" {
		o.View = ViewOutline
	}
	if o.View != ViewOutline && o.View != ViewControls && o.View != ViewContent && o.View != ViewPage {
		return o, usage("unknown view: "+quote(p.View), "the views are outline, controls, content and page")
	}
	o.Limits = standard
	if p.Preset != "" {
		limits, known := Presets[p.Preset]
		if !known {
			return o, usage("unknown preset: "+quote(p.Preset), "the presets are compact, full, wide and head")
		}
		o.Limits = limits
	}
	if p.Depth < 0 {
		return o, usage("depth must not be negative", "depth counts levels from 1; leave it out for all")
	}
	return o, o.override(p)
}

// override applies the limits that were given one by one.
func (o *Options) override(p protocol.SnapshotParams) error {
	if p.Budget != 0 {
		if p.Budget < MinBudget || p.Budget > MaxBudget {
			return usage("the budget must be 300 to 40000 tokens", "use --all for the whole page")
		}
		o.Limits.Budget = p.Budget
	}
	if o.Limits.Budget > 0 {
		o.Limits.Budget -= max(0, min(p.Reserve, o.Limits.Budget/3))
	}
	if p.NameChars < 0 {
		return usage("the ceiling of names must be positive", "the usual one is 1200")
	}
	if p.NameChars > 0 {
		o.Limits.NameChars = p.NameChars
	} else if o.Limits.Budget > 0 {
		o.Limits.NameChars = min(o.Limits.NameChars, nameShare(o.Limits.Budget))
	}
	if o.All {
		o.Limits = Limits{NameChars: o.Limits.NameChars, ValueChars: o.Limits.ValueChars}
		if p.Preset == "" && p.NameChars == 0 {
			o.Limits.NameChars = NameCeiling
		}
	}
	return nil
}

// nameShare gives one name the same share of a small budget as the ceiling has
// of the usual one. Without it a single name of emoji fills the smallest.
func nameShare(budget int) int {
	return min(max(40, budget*NameCeiling/DefaultBudget), NameCeiling)
}

// usage is a wrong wish.
func usage(message, hint string) error {
	return protocol.NewError(protocol.CodeUsage, message, hint)
}

// quote quotes a foreign value for an error.
func quote(s string) string {
	s, _ = clean(clip(s, 80))
	return string(appendQuoted(nil, s, '"'))
}
