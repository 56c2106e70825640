package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pageCase is a case.json of testdata/cases; its README says what each member means.
type pageCase struct {
	ID      string   `json:"id"`
	Expect  expect   `json:"expect"`
	Steps   []step   `json:"steps"`
	Oracle  string   `json:"oracle"`
	Dialogs *answers `json:"dialogs"`
}

type expect struct {
	Controls           []want      `json:"controls"`
	AbsentControls     []want      `json:"absent_controls"`
	ControlCount       *int        `json:"control_count"`
	TextContains       []string    `json:"text_contains"`
	TextContainsScoped *scopedText `json:"text_contains_scoped"`
	TextAbsent         []string    `json:"text_absent"`
	OutlineContains    []string    `json:"outline_contains"`
	NeverInOutput      []string    `json:"never_in_output"`
	NoLineMatches      []string    `json:"no_line_matches"`
	TruncationNotice   bool        `json:"truncation_notice"`
	OutputWellformed   bool        `json:"output_wellformed"`
	MaxMs              int         `json:"max_ms"`
}

type scopedText struct {
	Selector string `json:"selector"`
	Text     string `json:"text"`
}

// want describes a control that is expected, absent or acted on.
type want struct {
	Role     string     `json:"role"`
	RoleAny  []string   `json:"role_any"`
	Name     *string    `json:"name"`
	Contains oneOrMany  `json:"contains"`
	Excludes oneOrMany  `json:"excludes"`
	Match    string     `json:"match"` // real pages: prefix or contains
	Count    *int       `json:"count"`
	State    wantStates `json:"state"`
	Scoped   string     `json:"scoped"`
	Optional bool       `json:"optional"`
	Locate   string     `json:"locate"`
	Nth      *int       `json:"nth"`
	CSS      string     `json:"css"` // a step's element by selector, as agents may name it too
	Folded   bool       `json:"-"`   // names compared without case and icon glyphs, as on real pages
}

func (w want) String() string {
	var parts []string
	parts = append(parts, w.Role)
	if w.Name != nil {
		parts = append(parts, fmt.Sprintf("%q", *w.Name))
	}
	if len(w.Contains) > 0 {
		parts = append(parts, fmt.Sprintf("containing %q", []string(w.Contains)))
	}
	if w.Nth != nil {
		parts = append(parts, fmt.Sprintf("nth %d", *w.Nth))
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

type wantStates struct {
	Checked       json.RawMessage `json:"checked"`
	Expanded      json.RawMessage `json:"expanded"`
	Selected      json.RawMessage `json:"selected"`
	Pressed       json.RawMessage `json:"pressed"`
	Disabled      *bool           `json:"disabled"`
	Readonly      *bool           `json:"readonly"`
	Required      *bool           `json:"required"`
	Invalid       *bool           `json:"invalid"`
	Value         *string         `json:"value"`
	ValueContains *string         `json:"value_contains"`
}

// step is one act of a case or of a real page's task.
type step struct {
	Do       string          `json:"do"`
	Control  *want           `json:"control"`
	Value    json.RawMessage `json:"value"`
	Until    string          `json:"until"` // scroll: the text to scroll to
	To       *want           `json:"to"`
	At       string          `json:"at"`
	MustFail bool            `json:"must_fail"`
	Hold     map[string]want `json:"hold"`
	Use      string          `json:"use"`
	Either   json.RawMessage `json:"either"`
	OpensTab bool            `json:"opens_tab"`
	Tab      string          `json:"tab"`
}

// answers says how a page's dialogs are to be answered, in order; the last
// one holds for all that follow.
type answers []answer

type answer struct {
	Accept bool   `json:"accept"`
	Text   string `json:"text"`
}

func (a *answers) UnmarshalJSON(data []byte) error {
	var one answer
	if json.Unmarshal(data, &one) == nil {
		*a = answers{one}
		return nil
	}
	var many []answer
	err := json.Unmarshal(data, &many)
	*a = many
	return err
}

// oneOrMany is a string or a list of strings.
type oneOrMany []string

func (o *oneOrMany) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*o = oneOrMany{one}
		return nil
	}
	var many []string
	err := json.Unmarshal(data, &many)
	*o = many
	return err
}

func loadCases(t *testing.T) []pageCase {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(shared.Root, "testdata", "cases", "*", "case.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var cases []pageCase
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c pageCase
		if err := json.Unmarshal(data, &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		cases = append(cases, c)
	}
	return cases
}

// eachCase runs a look at every page side by side, but for those that without
// names, each with its reason.
func eachCase(t *testing.T, without map[string]string, look func(t *testing.T, id string)) {
	t.Run("pages", func(t *testing.T) {
		for _, c := range loadCases(t) {
			if without[c.ID] != "" {
				continue
			}
			t.Run(c.ID, func(t *testing.T) {
				t.Parallel()
				look(t, c.ID)
			})
		}
	})
}
