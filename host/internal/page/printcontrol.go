package page

import (
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"candid/host/protocol"
)

// control appends a control as the outline writes it:
// `@e7 combobox "Template" = "Product feedback" options "feedback": "Product feedback", …`.
func (p *printer) control(out []byte, index int32) []byte {
	c := &p.l.controls[index]
	out = append(out, "@e"...)
	out = strconv.AppendInt(out, int64(c.number), 10)
	out = append(out, ' ')
	out = append(out, c.role...)
	if c.name != "" {
		out = append(out, ' ')
		out = p.name(out, c, '"')
	}
	out = p.states(out, c)
	out = p.value(out, c, '"')
	out = p.meaning(out, c)
	if p.ask[index] {
		group, _ := c.attr('g')
		out = append(out, " group "...)
		out = appendQuoted(out, p.short(p.l.field(group)), '"')
	}
	if url, has := c.attr('u'); has && p.urls {
		out = append(out, " url "...)
		out = appendQuoted(out, p.url(url), '"')
	}
	return p.options(out, index)
}

// field cleans an attribute, which decoding leaves as it came.
func (l *Ledger) field(s string) string {
	s, _ = clean(s)
	return s
}

// name appends a control's name, clipped at the ceiling and saying so.
func (p *printer) name(out []byte, c *control, mark byte) []byte {
	shown, clip := p.l.clippedName(c, p.limits.NameChars)
	if clip == nil {
		return appendQuoted(out, shown, mark)
	}
	return appendCut(out, shown, clip, mark)
}

// appendCut appends a cut string: `"Name…" (1200 of 1873)`.
func appendCut(out []byte, shown string, cut *protocol.Clip, mark byte) []byte {
	out = append(out, mark)
	out = appendInside(out, shown, mark)
	out = append(out, "…"...)
	out = append(out, mark, ' ', '(')
	out = strconv.AppendInt(out, int64(cut.Shown), 10)
	out = append(out, " of "...)
	out = strconv.AppendInt(out, int64(cut.Total), 10)
	return append(out, ')')
}

// clippedName is a control's name under a ceiling, and how much of it that is
// when it is not all.
func (l *Ledger) clippedName(c *control, ceiling int) (string, *protocol.Clip) {
	return clipped(c.name, c.count('l'), ceiling)
}

// clipped cuts a string of which the page sent a part only when total is set.
func clipped(s string, total, ceiling int) (string, *protocol.Clip) {
	if total == 0 && (ceiling <= 0 || len(s) <= ceiling) {
		return s, nil
	}
	shown := clip(s, ceiling)
	if len(shown) == len(s) && total <= runes(s) {
		return s, nil
	}
	return shown, &protocol.Clip{Shown: runes(shown), Total: max(total, runes(s))}
}

// kinds of inputs whose type an agent must know to fill them, or that say more
// than the role does.
var telling = map[string]bool{"date": true, "time": true, "month": true, "week": true, "datetime-local": true,
	"color": true, "password": true, "email": true, "tel": true, "url": true, "file": true}

// stateWords are the flags that are printed, and how.
var stateWords = []struct {
	flag byte
	word string
}{
	{'K', "checked"}, {'m', "mixed"}, {'S', "selected"}, {'E', "expanded"}, {'e', "collapsed"}, {'P', "pressed"},
	{'q', "mixed"}, {'D', "disabled"}, {'R', "readonly"}, {'Q', "required"}, {'I', "invalid"}, {'F', "focused"},
	{'C', "current"}, {'U', "multiple"},
}

// states appends a control's type and states, each a word.
func (p *printer) states(out []byte, c *control) []byte {
	if telling[c.kind] {
		out = append(out, ' ')
		out = append(out, c.kind...)
	}
	for _, s := range stateWords {
		if c.flags&controlFlag(s.flag) != 0 {
			out = append(out, ' ')
			out = append(out, s.word...)
		}
	}
	if popup, has := c.attr('h'); has && !c.has('E') && !c.has('e') && popup != "false" && c.role != "combobox" {
		out = append(out, " popup"...)
	}
	if reason, _ := c.attr('r'); reason == protocol.ReasonDraggable {
		out = append(out, " draggable"...)
	}
	return out
}

// value appends what a control holds; of a secret only that it holds something.
func (p *printer) value(out []byte, c *control, mark byte) []byte {
	if c.secret() {
		if c.has('V') {
			return append(out, " = (hidden)"...)
		}
		return append(out, " (secret)"...)
	}
	if labels := p.l.chosen(c); len(labels) > 0 {
		out = append(out, " = "...)
		for i, label := range labels {
			if i > 0 {
				out = append(out, ", "...)
			}
			shown, cut := clipped(label, 0, p.limits.ValueChars)
			out = p.piece(out, shown, cut, mark)
		}
		return out
	}
	value, has := c.attr('v')
	if !has || value == "" || c.optTo > c.optFrom || (c.role == "checkbox" || c.role == "radio" || c.role == "switch") {
		return p.hint(out, c, mark)
	}
	shown, cut := clipped(p.l.field(value), c.count('w'), p.limits.ValueChars)
	out = append(out, " = "...)
	return p.piece(out, shown, cut, mark)
}

// piece appends a value, cut or whole.
func (p *printer) piece(out []byte, shown string, cut *protocol.Clip, mark byte) []byte {
	if cut != nil {
		return appendCut(out, shown, cut, mark)
	}
	return appendQuoted(out, shown, mark)
}

// hint appends an empty field's placeholder.
func (p *printer) hint(out []byte, c *control, mark byte) []byte {
	text, has := c.attr('p')
	if !has || text == "" || p.view != ViewOutline {
		return out
	}
	out = append(out, " hint "...)
	return appendQuoted(out, p.short(p.l.field(text)), mark)
}

// meaning appends what a control may be for that has no words for a name: its
// description where the name is signs alone, else what the page's code calls it.
func (p *printer) meaning(out []byte, c *control) []byte {
	if p.view != ViewOutline || strings.ContainsFunc(c.name, isWordRune) {
		return out
	}
	text, has := c.attr('d')
	if !has || c.name == "" {
		text, has = c.attr('i')
	}
	if !has || text == "" {
		return out
	}
	return appendQuoted(append(out, " hint "...), p.short(p.l.field(text)), '"')
}

// isWordRune tells the letters and figures that words are made of.
func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// chosen lists the labels of a select's chosen options.
func (l *Ledger) chosen(c *control) []string {
	var labels []string
	for i := c.optFrom; i < c.optTo; i++ {
		if o := &l.options[i]; o.selected {
			labels = append(labels, o.label)
		}
	}
	return labels
}

// url shortens an address of the page's own origin.
func (p *printer) url(url string) string {
	url = protocol.HideInURL(p.l.field(url))
	if origin := originOf(p.l.URL); origin != "" && strings.HasPrefix(url, origin+"/") {
		url = url[len(origin):]
	}
	if cut := clip(url, 200); len(cut) < len(url) {
		return cut + "…"
	}
	return url
}

// originOf is the scheme, host and port of an address.
func originOf(url string) string {
	at := strings.Index(url, "://")
	if at < 0 {
		return ""
	}
	if slash := strings.IndexByte(url[at+3:], '/'); slash >= 0 {
		return url[:at+3+slash]
	}
	return url
}

// options appends a select's options under the caps, with the total when some
// are left out.
func (p *printer) options(out []byte, index int32) []byte {
	c := &p.l.controls[index]
	if c.optTo == c.optFrom {
		return out
	}
	sh := p.shares[index]
	if sh.same >= 0 {
		out = append(out, " options as @e"...)
		return strconv.AppendInt(out, int64(p.l.controls[sh.same].number), 10)
	}
	out = append(out, " options"...)
	group := ""
	for i := range sh.count {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, ' ')
		o := &p.l.options[c.optFrom+int32(i)]
		if o.group != group {
			group = o.group
			out = append(appendQuoted(append(out, "group "...), p.short(group), '"'), ' ')
		}
		out = p.option(out, o, false)
	}
	if total := p.l.optionTotal(c); total > sh.count {
		out = append(out, " ("...)
		out = strconv.AppendInt(out, int64(sh.count), 10)
		out = append(out, " of "...)
		out = strconv.AppendInt(out, int64(total), 10)
		out = append(out, ')')
	}
	return out
}

// optionTotal is how many options a select has.
func (l *Ledger) optionTotal(c *control) int { return max(int(c.optTo-c.optFrom), c.count('n')) }

// option appends one option: its value, then its label where that differs or
// where both are wanted.
func (p *printer) option(out []byte, o *option, both bool) []byte {
	value, _ := clipped(o.value, 0, optionChars)
	label, _ := clipped(o.label, 0, optionChars)
	out = appendQuoted(out, value, '"')
	if both || o.value != o.label {
		out = append(out, ": "...)
		out = appendQuoted(out, label, '"')
	}
	if o.disabled {
		out = append(out, " disabled"...)
	}
	return out
}

// optionChars bounds an option's value and label.
const optionChars = 100

// shareOptions shares the cap on all options out among the selects: those of
// the first priority classes first, then in reading order. A select with the
// same options as one before it refers to that one.
func (p *printer) shareOptions() {
	p.shares = map[int32]share{}
	if len(p.l.options) == 0 {
		return
	}
	var selects []int32
	for i := range p.l.controls {
		if c := &p.l.controls[i]; c.optTo > c.optFrom {
			selects = append(selects, int32(i))
		}
	}
	slices.SortStableFunc(selects, func(a, b int32) int {
		return int(p.l.classOf(a)) - int(p.l.classOf(b))
	})
	left := limit(p.limits.AllOptions)
	seen := map[uint64]int32{}
	for _, index := range selects {
		c := &p.l.controls[index]
		print := p.l.optionPrint(c)
		if before, again := seen[print]; again && p.view == ViewOutline && before < index {
			p.shares[index] = share{same: before}
			continue
		}
		count := min(int(c.optTo-c.optFrom), limit(p.limits.Options), left)
		left -= count
		p.shares[index] = share{count: count, same: -1}
		seen[print] = index
	}
}

// limit is a limit of which zero means none.
func limit(n int) int {
	if n <= 0 {
		return 1 << 30
	}
	return n
}

// classOf is a control's priority class.
func (l *Ledger) classOf(index int32) byte { return l.rows[l.controls[index].row].class }

// optionSeed makes the prints of options of one process comparable.
var optionSeed = maphash.MakeSeed()

// optionPrint is a hash of a select's options; which of them is chosen does not matter.
func (l *Ledger) optionPrint(c *control) uint64 {
	var h maphash.Hash
	h.SetSeed(optionSeed)
	for i := c.optFrom; i < c.optTo; i++ {
		h.WriteString(l.options[i].value)
		h.WriteByte(0)
		h.WriteString(l.options[i].label)
		h.WriteByte(1)
		h.WriteString(l.options[i].group)
		h.WriteByte(2)
	}
	return h.Sum64()
}
