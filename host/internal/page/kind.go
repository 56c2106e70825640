package page

// kind is the kind of a structure row; see protocol.StructureKinds.
type kind uint8

// The kinds, in the order of kindNames.
const (
	kindNone kind = iota
	kindBanner
	kindNavigation
	kindMain
	kindComplementary
	kindContentinfo
	kindRegion
	kindSearch
	kindForm
	kindH1
	kindH2
	kindH3
	kindH4
	kindH5
	kindH6
	kindDialog
	kindAlertdialog
	kindArticle
	kindGroup
	kindToolbar
	kindMenu
	kindMenubar
	kindListbox
	kindTree
	kindTablist
	kindRadiogroup
	kindList
	kindItem
	kindTable
	kindRow
	kindFigure
	kindDetails
	kindLabel
	kindBlock
	kindFrame
	kindPage
)

var kindNames = [...]string{"", "banner", "navigation", "main", "complementary", "contentinfo", "region", "search",
	"form", "h1", "h2", "h3", "h4", "h5", "h6", "dialog", "alertdialog", "article", "group", "toolbar", "menu",
	"menubar", "listbox", "tree", "tablist", "radiogroup", "list", "item", "table", "row", "figure", "details",
	"label", "block", "frame", "page"}

var kindOf = func() map[string]kind {
	kinds := make(map[string]kind, len(kindNames))
	for i, name := range kindNames {
		kinds[name] = kind(i)
	}
	return kinds
}()

// String is the kind's name in the ledger.
func (k kind) String() string { return kindNames[k] }

// heading is the level of a heading, 0 for anything else.
func (k kind) heading() int {
	if k >= kindH1 && k <= kindH6 {
		return int(k-kindH1) + 1
	}
	return 0
}

// dialog tells whether it is a dialog of either kind.
func (k kind) dialog() bool { return k == kindDialog || k == kindAlertdialog }

// landmark tells whether a region of Expect ends here: a landmark or dialog.
func (k kind) landmark() bool { return k >= kindBanner && k <= kindForm || k.dialog() }

// inline tells whether a structure may stand within a line.
func (k kind) inline() bool { return k == kindLabel || k == kindNone }

// titled tells whether the outline gives a structure of this kind a line when
// it has a name. Articles, figures and items are left out: their names repeat
// what stands in them.
func (k kind) titled() bool {
	switch k {
	case kindNone, kindArticle, kindItem, kindRow, kindFigure, kindDetails, kindLabel, kindBlock, kindPage:
		return false
	}
	return k.heading() == 0
}

// container tells whether --depth counts a structure as a level and the map
// may name it.
func (k kind) container() bool { return containers[k] }

var containers = func() [len(kindNames)]bool {
	var is [len(kindNames)]bool
	for k := range is {
		switch kind(k) {
		case kindNone, kindItem, kindRow, kindLabel, kindBlock, kindPage:
		default:
			is[k] = kind(k).heading() == 0
		}
	}
	return is
}()
