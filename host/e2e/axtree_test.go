package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"candid/build/devtools"
	"candid/host/e2e/rig"
)

// axControl is an interactive node of Chromium's accessibility tree that has
// a box on the page.
type axControl struct {
	role, name string
	html       string // the node's tag and attributes, for explanations
}

// axRoles maps Chromium's role names to ours: the one table. Roles that are
// not in it are no controls.
var axRoles = map[string]string{
	"button": "button", "link": "link", "textbox": "textbox", "searchbox": "searchbox",
	"combobox": "combobox", "listbox": "listbox", "checkbox": "checkbox", "radio": "radio",
	"switch": "switch", "slider": "slider", "spinbutton": "spinbutton", "tab": "tab",
	"menuitem": "menuitem", "menuitemcheckbox": "menuitemcheckbox", "menuitemradio": "menuitemradio",
	"option": "option", "treeitem": "treeitem",
	"ToggleButton": "button", "PopUpButton": "combobox", "ComboBoxMenuButton": "combobox",
	"ComboBoxSelect": "combobox", "ComboBoxGrouping": "combobox", "TextFieldWithComboBox": "combobox",
	"doc-noteref": "link", "doc-backlink": "link", "doc-biblioref": "link", "doc-glossref": "link",
	"DocNoteRef": "link", "DocBackLink": "link", "DocBiblioRef": "link", "DocGlossRef": "link",
	"MenuListPopup": "", "MenuListOption": "", "ListBoxOption": "option",
	"Date": "textbox", "DateTime": "textbox", "InputTime": "textbox", "ColorWell": "textbox",
	"DisclosureTriangle": "button", "DisclosureTriangleGrouped": "button",
	"Audio": "media", "Video": "media", "ImageMapLink": "link",
}

type axNode struct {
	ID       string   `json:"nodeId"`
	Parent   string   `json:"parentId"`
	Ignored  bool     `json:"ignored"`
	Role     axValue  `json:"role"`
	Name     axValue  `json:"name"`
	Backend  int      `json:"backendDOMNodeId"`
	Children []string `json:"childIds"`
}

type axValue struct {
	Value json.RawMessage `json:"value"`
}

func (v axValue) text() string {
	var s string
	if json.Unmarshal(v.Value, &s) != nil {
		return ""
	}
	return s
}

// frame is one frame of a page: a session that can speak of it and its id.
type frame struct {
	session *devtools.Session
	id      string
	url     string
}

// frames lists all frames of a page, those of their own process included.
func frames(t *testing.T, page *rig.Page) (all []frame) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	type frameTree struct {
		Frame struct {
			ID  string `json:"id"`
			URL string `json:"url"`
		} `json:"frame"`
		Children []json.RawMessage `json:"childFrames"`
	}
	var walk func(session *devtools.Session, data json.RawMessage)
	walk = func(session *devtools.Session, data json.RawMessage) {
		var tree frameTree
		if err := json.Unmarshal(data, &tree); err != nil {
			t.Fatal(err)
		}
		all = append(all, frame{session, tree.Frame.ID, tree.Frame.URL})
		for _, child := range tree.Children {
			walk(session, child)
		}
	}
	sessions := append([]*devtools.Session{page.Session}, outOfProcess(t, page.Session)...)
	for _, session := range sessions {
		var reply struct {
			Tree json.RawMessage `json:"frameTree"`
		}
		if err := session.Call(ctx, "Page.getFrameTree", nil, &reply); err != nil {
			t.Fatal(err)
		}
		walk(session, reply.Tree)
	}
	return all
}

// outOfProcess attaches to the frames of a page that live in other processes.
func outOfProcess(t *testing.T, session *devtools.Session) (found []*devtools.Session) {
	t.Helper()
	targets, err := shared.CDP.Targets(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		if target.Type == "iframe" && target.Parent == session.Target {
			child, err := shared.CDP.Attach(t.Context(), target.ID)
			if err != nil {
				t.Logf("frame %s: %v", target.URL, err)
				continue
			}
			found = append(append(found, child), outOfProcess(t, child)...)
		}
	}
	return found
}

// axControls reads the interactive nodes of every frame.
func axControls(t *testing.T, page *rig.Page) (controls []axControl) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	for _, f := range frames(t, page) {
		var reply struct {
			Nodes []axNode `json:"nodes"`
		}
		params := struct {
			Frame string `json:"frameId"`
		}{f.id}
		if err := f.session.Call(ctx, "Accessibility.getFullAXTree", params, &reply); err != nil {
			t.Logf("frame %s: %v", f.url, err)
			continue
		}
		for _, n := range reply.Nodes {
			role := axRoles[n.Role.text()]
			if n.Ignored || role == "" || n.Backend == 0 {
				continue
			}
			if html, shown := boxed(ctx, f.session, n.Backend); shown {
				controls = append(controls, axControl{role, n.Name.text(), html})
			}
		}
	}
	return controls
}

// boxed says whether a node has a box, and what it is. Options of a native
// select have none of their own that count: they are printed with the select.
func boxed(ctx context.Context, session *devtools.Session, backend int) (html string, shown bool) {
	params := struct {
		Backend int `json:"backendNodeId"`
	}{backend}
	var described struct {
		Node struct {
			Name       string   `json:"localName"`
			Attributes []string `json:"attributes"`
		} `json:"node"`
	}
	if err := session.Call(ctx, "DOM.describeNode", params, &described); err != nil {
		return "", false
	}
	if described.Node.Name == "option" {
		return "", false
	}
	if err := session.Call(ctx, "DOM.getContentQuads", params, nil); err != nil {
		return "", false
	}
	var attributes []string
	for i := 0; i+1 < len(described.Node.Attributes); i += 2 {
		if described.Node.Attributes[i] == "pseudo" {
			return "", false // a part of Chromium's own widget (date fields, media controls)
		}
		attributes = append(attributes, fmt.Sprintf("%s=%.40q", described.Node.Attributes[i], described.Node.Attributes[i+1]))
	}
	return strings.TrimSpace(described.Node.Name + " " + strings.Join(attributes, " ")), true
}
