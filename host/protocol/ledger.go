package protocol

// The ledger: one frame's page as one string, made by the page, passed through
// the worker unread, decoded by host/internal/page. It lists what the page
// holds in reading order (the flattened tree: slots, shadow roots, aria-owns),
// one row a line:
//
//	row    = break op *( TAB field ) LF
//	break  = "0" | "1" | "2" | "3" | "4"
//	op     = one of the Op constants
//
// Trailing empty fields are left out. Inside fields, white space is collapsed
// to single spaces by the page; where a line break matters (values, pre) it is
// a CR. TAB and LF never occur inside a field. Other control and invisible
// characters pass: the host removes, escapes and counts them.
//
// break says how the row follows what was printed before it: 0 joined without
// a space ("High" + "light"), 1 on the same line after a space, 2 on a new line
// (br), 3 in a new block, 4 in a new table cell.
//
// Rows, with their fields:
//
//	t flags text key           visible text. flags: see TextFlags. key only with flag n.
//	c key role tag type flags name [x=value…]   a control without content rows
//	k (as c)                   a control whose visible text is exactly its name
//	C (as c)                   a control with content: the rows up to its ")" lie inside it
//	o flags value label group  an option of the select control just before; flags S selected, D disabled
//	( kind key name tag flags  opens a structure, closed by ")"
//	)                          closes the innermost open "(" or "C"
//	f key index tag flags name url   a child frame stands here; index i means window[i]
//	u key kind label count     an unseen thing: kinds in the UnseenKind constants
//	-                          an empty table cell
//	p class                    the rows from here on have this priority class (1…5); 5 at the start
//	x key label controls chars rows left out here because the ledger reached MaxLedger
//
// Keys are positive decimal integers given out by the page, one a node, never
// reused in a document; an empty key means that the node has none yet.
const (
	OpText     = 't'
	OpControl  = 'c'
	OpSelf     = 'k'
	OpContent  = 'C'
	OpOption   = 'o'
	OpOpen     = '('
	OpClose    = ')'
	OpFrame    = 'f'
	OpUnseen   = 'u'
	OpEmpty    = '-'
	OpClass    = 'p'
	OpLeftOut  = 'x'
	BreakNone  = '0'
	BreakSpace = '1'
	BreakLine  = '2'
	BreakBlock = '3'
	BreakCell  = '4'
)

// MaxLedger bounds the ledgers of a snapshot, in UTF-16 units; the page may
// send more than this in bytes only for text outside ASCII. Smaller: ordinary
// long pages would need a second walk for find and more. Larger: native
// messaging needs over 150 ms (26 MB: 444 ms, measured).
const MaxLedger = 8 << 20

// TextFlags are the letters in a text row's flags.
//
//	n  the words are part of the name of the control whose key follows (its
//	   content or its label): views that print the name do not print them again
//	h  hidden from people (opacity 0, clipped, off-screen, 1 px, same colour):
//	   kept only when WalkArgs.Hidden asks for it, else dropped and counted
//	a  under aria-hidden="true"
//	H  in a header cell
//	g  the words are the group (question) of the radios or checkboxes that follow
//	G  a graphic's own words (alternative text, a gauge's value), which nobody
//	   reads on the screen: only the outline prints them
const TextFlags = "nhaHgG"

// ControlFlags are the letters in a control row's flags. Absent: the state
// does not apply.
//
//	K k m  checked true, false, "mixed"
//	S s    selected true, false
//	E e    expanded true, false
//	P p q  pressed true, false, "mixed"
//	D disabled  R readonly  Q required  I invalid  F focused
//	C current   U multiselectable (a listbox or select that takes several)
//	X secret: the value is never told
//	V a secret field holds a value
//	N the name comes from the control's own content
const ControlFlags = "KkmSsEePpqDRQIFCUXVN"

// Attribute names of the "x=value" fields of a control row.
//
//	v value          l total code points of a clipped name   w the same of a clipped value
//	d description    g group        r reason (why it counts: see Reasons)
//	h haspopup       L level        s selector   u URL of a link (when WalkArgs.URLs)
//	n total number of options of a select when some were not sent
//	c current's word (page, step, date, time, location)
//	b key of the structure (popup, listbox) that the control's aria-controls names and that is open
//	p placeholder where it is not the name
//	i what the page's code calls it (icon, action, field, id) where it has neither name nor placeholder
const ControlAttributes = "vlwdgrhLsuncbpi"

// Reasons say why a node counts as a control.
const (
	ReasonRole      = "role"
	ReasonNative    = "native"
	ReasonOnclick   = "onclick"
	ReasonCursor    = "cursor"
	ReasonTabindex  = "tabindex"
	ReasonLabel     = "label" // the label of a form control that is not rendered
	ReasonEditable  = "editable"
	ReasonDraggable = "draggable"
)

// Structure kinds: "(" rows. Landmarks use their role. Headings h1…h6.
// Flags: m modal dialog that is open; H header row; p popup layer.
//
//	banner navigation main complementary contentinfo region search form
//	h1 h2 h3 h4 h5 h6
//	dialog alertdialog article group toolbar menu menubar listbox tree tablist radiogroup
//	list item table row figure details label
//	block   a content block (p, li, td, div with text of its own …): only with WalkArgs.Blocks; tag says which
const StructureKinds = "banner navigation main complementary contentinfo region search form " +
	"h1 h2 h3 h4 h5 h6 dialog alertdialog article group toolbar menu menubar listbox tree tablist radiogroup " +
	"list item table row figure details label block"

// Frame flags: i inert, m behind a modal, h hidden (not rendered, visibility or
// zero size), a under aria-hidden. The host applies them to everything inside.
const FrameFlags = "imha"

// UnseenKind names what a snapshot cannot read.
type UnseenKind string

// The kinds of unseen things.
const (
	UnseenCanvas   UnseenKind = "canvas"
	UnseenVideo    UnseenKind = "video"
	UnseenEmbed    UnseenKind = "embed"     // PDF, object, plug-in
	UnseenFrame    UnseenKind = "frame"     // refused, timed out, gone, denied: made by worker and host; by the page for one that has yet to begin to load
	UnseenList     UnseenKind = "list"      // aria-setsize or aria-rowcount beyond the rows present; count = missing
	UnseenScroll   UnseenKind = "scroll"    // a scroll container whose content grows (virtual list); count = px below
	UnseenModal    UnseenKind = "modal"     // controls behind an open modal; count = controls
	UnseenHidden   UnseenKind = "hidden"    // text hidden from people; count = characters; made from WalkResult.Hidden
	UnseenInternal UnseenKind = "internals" // custom elements whose role only ElementInternals may know
)

// WalkArgs are the limits and wishes of a walk; the page holds no number of its own.
type WalkArgs struct {
	NameChars  int    `json:"nameChars"`  // code points of a name that are sent
	ValueChars int    `json:"valueChars"` // code points of a value that are sent
	Options    int    `json:"options"`    // options sent of one select (chosen ones always are)
	Blocks     bool   `json:"blocks"`     // content blocks get a row and a key
	Selectors  bool   `json:"selectors"`  // controls carry a CSS selector
	URLs       bool   `json:"urls"`       // links carry their URL
	Hidden     bool   `json:"hidden"`     // send hidden text too, flagged h
	Within     int    `json:"within"`     // key of the element to walk, 0 for the document
	Nonce      string `json:"nonce"`      // the document's, when Within is set
	TimeMs     int    `json:"timeMs"`     // the walk stops after so long and says so
	MaxChars   int    `json:"maxChars"`   // ledger size limit (MaxLedger)
}

// WalkResult is what the page answers.
type WalkResult struct {
	OK       bool    `json:"ok"`
	Stale    bool    `json:"stale,omitempty"`   // another document than Nonce says: nothing was done
	Missing  bool    `json:"missing,omitempty"` // page code absent or of another build
	Error    string  `json:"error,omitempty"`
	Nonce    string  `json:"nonce"`
	Index    int     `json:"index"`              // i with parent[i] === window; -1 for the top
	Children []int   `json:"children,omitempty"` // the indexes of the frames that are on the page, -1 for each in a shadow tree; the worker's
	Ledger   string  `json:"ledger"`
	Gone     []int   `json:"gone"` // keys whose nodes have left the document since the last walk
	TimedOut bool    `json:"timedOut"`
	Partial  bool    `json:"partial"` // MaxChars was reached: "x" rows say where
	Elements int     `json:"elements"`
	Hidden   int     `json:"hidden"`   // characters of text hidden from people that were dropped
	Icons    int     `json:"icons"`    // icon ligatures and private-use glyphs dropped
	Roleless int     `json:"roleless"` // elements without a role that had text of their own
	Pointer  int     `json:"pointer"`  // of these, with a pointer hint
	WalkMs   float64 `json:"walkMs"`
	JoinMs   float64 `json:"joinMs"` // making the one string
}

// ResolveCall finds a CSS selector over the top document, its open shadow roots
// and then the frames. Frame -1 means all frames.
type ResolveCall struct {
	Tab      string `json:"tab"`
	Selector string `json:"selector"`
}

// ResolveReply is the place of the one match. Count is how many there were;
// the place is only meaningful when it is 1.
type ResolveReply struct {
	Count int    `json:"count"`
	Place Place  `json:"place"`
	Error string `json:"error,omitempty"` // a selector that does not parse
}

// Place is a node: a frame's document and a key in it.
type Place struct {
	Frame  int     `json:"frame"`
	Nonce  string  `json:"nonce"`
	Key    int     `json:"key"`
	Expect *Expect `json:"expect,omitempty"` // what it was when its ref was printed
}

// WordGap stands, in the words of a structure that an act compares, for what is
// not among them: a control, a frame, hidden text.
const WordGap = "\ufffc"

// Expect is what a ref was printed for; rechecked in the turn of the act.
type Expect struct {
	Role   string `json:"role"`
	Name   string `json:"name"` // as sent by the walk
	Tag    string `json:"tag"`
	Type   string `json:"type"`
	Region string `json:"region"`          // kind and name of the innermost landmark or dialog around it: "main", `dialog "Delete?"`
	Unique bool   `json:"unique"`          // no other control of the same ledger had all of these
	Total  int    `json:"total,omitempty"` // code points of the whole name when Name was cut
}

// ReadCall asks for one element whole.
type ReadCall struct {
	Tab   string `json:"tab"`
	Place Place  `json:"place"`
	Chars int    `json:"chars"` // limit of the text
}

// ReadReply is one element.
type ReadReply struct {
	OK         bool              `json:"ok"`
	Stale      bool              `json:"stale,omitempty"`
	Missing    bool              `json:"missing,omitempty"`
	Error      *Error            `json:"error,omitempty"`
	Role       string            `json:"role"`
	Name       string            `json:"name"`
	Text       string            `json:"text"`
	TextChars  int               `json:"textChars"` // code points there are
	Value      *string           `json:"value,omitempty"`
	Secret     bool              `json:"secret,omitempty"`
	Attributes map[string]string `json:"attributes"`
	Options    []Option          `json:"options,omitempty"`
}

// Option is an option of a select.
type Option struct {
	Value    string `json:"value"`
	Label    string `json:"label"`
	Selected bool   `json:"selected"`
	Disabled bool   `json:"disabled"`
	Group    string `json:"group,omitempty"`
}
