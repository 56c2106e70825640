package protocol

// FindParams searches the kept ledger of the agent's last snapshot of the tab
// (or Snapshot); without one a snapshot is taken first.
type FindParams struct {
	Tab      string `json:"tab,omitempty"`
	Snapshot string `json:"snapshot,omitempty"`
	Text     string `json:"text"`
	Regex    bool   `json:"regex,omitempty"`
	Role     string `json:"role,omitempty"`
	Budget   int    `json:"budget,omitempty"`
	Fresh    bool   `json:"fresh,omitempty"` // walk again first
}

// FindResult lists matches in reading order.
type FindResult struct {
	Snapshot string   `json:"snapshot"`
	Matches  []Match  `json:"matches"`
	Total    int      `json:"total"` // matches there are; more than len(Matches) when the budget cut
	Searched Searched `json:"searched"`
	Text     string   `json:"text"`
	Warnings []string `json:"warnings,omitempty"`
}

// Match is one line that matched, where it stands, and whether the last
// snapshot printed it.
type Match struct {
	Ref     string   `json:"ref,omitempty"` // of the control, the region or the block of text
	Line    string   `json:"line"`
	Context []string `json:"context"`
	Path    []string `json:"path"`
	Shown   bool     `json:"shown"`
}

// Searched says what a search covered.
type Searched struct {
	Complete bool `json:"complete"`
	Controls int  `json:"controls"`
	Chars    int  `json:"chars"`
}

// ReadParams asks for one element whole.
type ReadParams struct {
	Tab    string `json:"tab,omitempty"`
	Ref    string `json:"ref"`
	Budget int    `json:"budget,omitempty"`
}

// ReadResult is one element.
type ReadResult struct {
	Ref        string            `json:"ref"`
	Role       string            `json:"role"`
	Name       string            `json:"name"`
	Text       string            `json:"text"`
	Truncated  bool              `json:"truncated"`
	Value      *string           `json:"value,omitempty"`
	Secret     bool              `json:"secret,omitempty"`
	Attributes map[string]string `json:"attributes"`
	Options    []Option          `json:"options,omitempty"`
	Warnings   []string          `json:"warnings,omitempty"`
}

// DiffParams compares the page now with a kept snapshot (the agent's last of
// the tab when Since is empty).
type DiffParams struct {
	Tab    string `json:"tab,omitempty"`
	Since  string `json:"since,omitempty"`
	Budget int    `json:"budget,omitempty"`
}

// DiffResult is what changed, as lines of the outline.
type DiffResult struct {
	Snapshot string   `json:"snapshot"`
	Since    string   `json:"since"`
	Added    []string `json:"added"`
	Removed  []string `json:"removed"`
	Changed  []Change `json:"changed"`
	Complete bool     `json:"complete"`
	Text     string   `json:"text"`
	Warnings []string `json:"warnings,omitempty"`
}

// Change is a line that reads differently now.
type Change struct {
	Before string `json:"before"`
	After  string `json:"after"`
}
