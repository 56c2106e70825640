package protocol

// What only the person's side panel asks of the host: which element a line of
// the snapshot stands for, and the other way round.

// Methods of the door for the panel.
const (
	DoorHighlight = "highlight" // HighlightParams → NoParams
	DoorLocate    = "locate"    // LocateParams → LocateResult
)

// MethodHighlight outlines an element on the page: HighlightCall → NoParams.
const MethodHighlight = "highlight"

// HighlightParams names the ref to outline; "" takes the outline away.
type HighlightParams struct {
	Tab string `json:"tab"`
	Ref string `json:"ref"`
}

// HighlightCall is HighlightParams for the worker; without a place the outline
// goes away.
type HighlightCall struct {
	Tab   string `json:"tab"`
	Place *Place `json:"place,omitempty"`
}

// LocateParams is a node that the person pointed at and the nodes around it,
// innermost first.
type LocateParams struct {
	Tab    string  `json:"tab"`
	Places []Place `json:"places"`
}

// LocateResult is the ref that was printed for the first of them that has one.
type LocateResult struct {
	Ref string `json:"ref"`
}

// SpotArgs asks a frame to outline a node; key 0 takes the outline away.
type SpotArgs struct {
	Nonce string `json:"nonce"`
	Key   int    `json:"key"`
}

// SpotResult says whether the outline is drawn.
type SpotResult struct {
	OK    bool `json:"ok"`
	Stale bool `json:"stale,omitempty"`
	Shown bool `json:"shown"`
}

// PickArgs lets the person point at an element of the frame, or calls it off.
type PickArgs struct {
	On bool `json:"on"`
}

// PickResult is where they pointed: the keys of the element and of those
// around it, innermost first; none when it was called off.
type PickResult struct {
	OK    bool   `json:"ok"`
	Nonce string `json:"nonce"`
	Keys  []int  `json:"keys"`
}
