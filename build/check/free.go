package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// pageGlobals are the names that a function may find in a page's isolated
// world: the language's, the DOM's, and chrome for chrome.dom. A name outside
// the list is either a helper left behind in the worker, which in the page is
// undefined, or a browser global that belongs here.
var pageGlobals = set(`
	globalThis undefined NaN Infinity arguments
	Object Function Array String Number Boolean Symbol BigInt Math JSON Date RegExp Promise Reflect Proxy Intl
	Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator
	Error TypeError RangeError SyntaxError
	Uint8Array Uint16Array Uint32Array Int32Array Float32Array Float64Array ArrayBuffer DataView TextEncoder TextDecoder
	parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent
	setTimeout clearTimeout setInterval clearInterval queueMicrotask requestAnimationFrame cancelAnimationFrame
	performance crypto structuredClone console scheduler
	window self top parent frames document location history navigator navigation screen visualViewport
	innerWidth innerHeight scrollX scrollY devicePixelRatio scrollBy scrollTo
	getComputedStyle getSelection matchMedia CSS NodeFilter XPathResult
	Node Element HTMLElement SVGElement MathMLElement Text Comment Document DocumentFragment ShadowRoot Range Selection Attr
	NodeList HTMLCollection NamedNodeMap DOMTokenList TreeWalker NodeIterator CharacterData Window
	HTMLAnchorElement HTMLAreaElement HTMLAudioElement HTMLBodyElement HTMLButtonElement HTMLCanvasElement HTMLDetailsElement
	HTMLDialogElement HTMLEmbedElement HTMLFieldSetElement HTMLFormElement HTMLFrameElement HTMLFrameSetElement HTMLHtmlElement
	HTMLIFrameElement HTMLImageElement HTMLInputElement HTMLLabelElement HTMLLegendElement HTMLLIElement HTMLLinkElement
	HTMLMapElement HTMLMediaElement HTMLMeterElement HTMLObjectElement HTMLOListElement HTMLOptGroupElement HTMLOptionElement
	HTMLOutputElement HTMLProgressElement HTMLSelectElement HTMLSlotElement HTMLStyleElement HTMLSummaryElement HTMLTableElement
	HTMLTableCellElement HTMLTableRowElement HTMLTableSectionElement HTMLTemplateElement HTMLTextAreaElement HTMLTitleElement
	HTMLUListElement HTMLVideoElement HTMLUnknownElement SVGGraphicsElement SVGAElement ElementInternals
	CSSStyleDeclaration CSSStyleSheet CSSRule CSSStyleRule CSSGroupingRule CSSMediaRule CSSKeyframesRule StyleSheetList
	CSSRuleList CSSImportRule CSSSupportsRule CSSLayerBlockRule CSSContainerRule CSSKeyframeRule MediaList
	Event UIEvent MouseEvent PointerEvent KeyboardEvent InputEvent FocusEvent CustomEvent WheelEvent DragEvent SubmitEvent ClipboardEvent
	DataTransfer EventTarget AbortController AbortSignal KeyframeEffect Animation CSSAnimation CSSTransition MutationObserver IntersectionObserver ResizeObserver
	DOMRect DOMRectReadOnly DOMPoint DOMMatrix DOMException URL URLSearchParams File FileList Blob Highlight
	chrome
`)

func set(names string) map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields(names) {
		all[name] = true
	}
	return all
}

// SelfContained says whether a function, given as its source, can run where
// nothing of its surroundings is: it must parse on its own, use no free name
// but the browser's, and load no code.
func SelfContained(source string) error {
	ast, err := js.Parse(parse.NewInputString("("+source+"\n)"), js.Options{})
	if err != nil {
		return fmt.Errorf("the function does not parse on its own: %w", err)
	}
	var free []string
	for _, name := range ast.Scope.Undeclared {
		if text := string(name.Name()); name.Uses > 0 && !pageGlobals[text] && !slices.Contains(free, text) {
			free = append(free, text)
		}
	}
	if len(free) > 0 {
		slices.Sort(free)
		return fmt.Errorf("the function reaches outside itself: free names %s", strings.Join(free, ", "))
	}
	loads := &loader{}
	js.Walk(loads, ast)
	if loads.what != "" {
		return fmt.Errorf("the function loads code: %s", loads.what)
	}
	return nil
}

// loader finds ways to run code that is not in the function.
type loader struct{ what string }

// Enter implements js.IVisitor.
func (l *loader) Enter(n js.INode) js.IVisitor {
	switch node := n.(type) {
	case *js.ImportMetaExpr:
		l.what = "import.meta"
	case *js.CallExpr:
		l.call(node.X)
	case *js.NewExpr:
		l.call(node.X)
	}
	return l
}

// Exit implements js.IVisitor.
func (l *loader) Exit(js.INode) {}

func (l *loader) call(callee js.IExpr) {
	switch x := callee.(type) {
	case *js.LiteralExpr:
		if string(x.Data) == "import" {
			l.what = "import()"
		}
	case *js.Var:
		if name := string(x.Name()); name == "eval" || name == "Function" {
			l.what = name
		}
	}
}
