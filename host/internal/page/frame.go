package page

import (
	"fmt"
	"strconv"
	"strings"

	"candid/host/protocol"
)

// figures are the numbers of a verdict.
type figures struct {
	controls, chars int // shown
	estimate        int
	cuts            protocol.Cuts
	folded, deeper  int
}

// figures sums up what is shown.
func (d *draft) figures() figures {
	var v figures
	for i, shown := range d.pick.shown {
		if !shown {
			continue
		}
		ln := &d.s.lines[i]
		v.controls += int(ln.controls)
		v.chars += int(ln.chars)
		if ln.kind == lineFold {
			v.folded += int(ln.from)
		} else if ln.kind == lineDeeper {
			controls, _ := d.l.within(ln.first, d.l.rows[ln.first].end, d.s.mode)
			v.deeper += controls
		} else if ln.controls > 0 {
			d.cutsOf(ln, &v.cuts)
		}
	}
	return v
}

// cutsOf counts what is cut in a line.
func (d *draft) cutsOf(ln *line, cuts *protocol.Cuts) {
	for i := ln.first; i <= ln.last; i++ {
		r := &d.l.rows[i]
		if !r.isControl() {
			continue
		}
		c := &d.l.controls[r.ctl]
		if _, cut := d.l.clippedName(c, d.s.limits.NameChars); cut != nil {
			cuts.Names++
		}
		if d.s.valueCut(c) {
			cuts.Values++
		}
		if sh, has := d.s.shares[r.ctl]; has && sh.same < 0 && d.s.view != ViewControls && d.s.view != ViewContent {
			cuts.Options += d.l.optionTotal(c) - sh.count
		}
	}
}

// valueCut tells whether a control's value is printed cut.
func (p *printer) valueCut(c *control) bool {
	if c.secret() {
		return false
	}
	for _, label := range p.l.chosen(c) {
		if p.view != ViewPage && len(label) > p.limits.ValueChars && runes(label) > p.limits.ValueChars && p.limits.ValueChars > 0 {
			return true
		}
	}
	value, has := c.attr('v')
	if !has || c.optTo > c.optFrom {
		return false
	}
	_, cut := clipped(p.l.field(value), c.count('w'), p.limits.ValueChars)
	return cut != nil
}

// widest are figures as wide as they can get, to keep room for them.
func (d *draft) widest() figures {
	n := max(d.l.Controls(), len(d.l.options), 1)
	return figures{controls: d.total.controls, chars: d.total.chars, estimate: 99_999,
		cuts: protocol.Cuts{Names: n, Values: n, Options: n}}
}

// banner appends what stands above an incomplete answer.
func (d *draft) banner(out []byte) []byte {
	out = append(out, "SNAPSHOT_TRUNCATED: THIS PAGE IS INCOMPLETE HERE. An element missing below may still be on the page: do NOT record it as absent. Next: "...)
	return append(out, d.moves()...)
}

// moves are the next moves in the words of the transport.
func (d *draft) moves() string {
	on := d.onward()
	more, find, within, depth, all, again := "more "+on, "find TEXT", "snapshot --within REF|CSS", "--depth N", "--all",
		"snapshot again for what did not answer"
	if d.o.Voice == "mcp" {
		more, find, within = `browser_snapshot {cursor: "`+on+`"}`, "browser_find {text}", "browser_snapshot {within: ref or CSS}"
		depth, all, again = "{depth}", "{all: true}", "browser_snapshot again for what did not answer"
	}
	moves := []string{more}
	if d.chosen && len(d.segments) == 0 {
		moves[0] = again
	}
	moves = append(moves, find, within)
	if !d.flat {
		moves = append(moves, depth)
	}
	if !d.o.All {
		moves = append(moves, all)
	}
	return strings.Join(moves, ", ") + ".\n"
}

// onward is the cursor of the next move: of a continuation what comes after it,
// else all that was left out. Before lines are chosen it is as wide as it can get.
func (d *draft) onward() string {
	switch next := d.next(); {
	case !d.more:
		return d.cursor(0)
	case !d.chosen || next == "":
		return d.cursor(len(d.s.lines))
	default:
		return next
	}
}

// nested tells whether --depth could leave anything out.
func (d *draft) nested() bool {
	for i := d.from; i < d.to; i++ {
		if r := &d.l.rows[i]; r.opens() && r.kind.container() {
			return true
		}
	}
	return false
}

// head appends what stands above the lines: where this is.
func (d *draft) head(out []byte) []byte {
	switch {
	case d.more:
		return out
	case d.s.view == ViewControls:
		return append(out, protocol.Plural(d.total.controls, "control")+"\n"...)
	case d.s.view == ViewPage:
		out = appendText(out, clip(d.l.Title, titleChars))
		out = append(out, '\n')
		out = append(out, clipURL(d.l.URL)...)
		return append(out, "\n\n"...)
	case d.s.view != ViewOutline:
		return out
	}
	if d.l.Title != "" {
		out = appendText(out, clip(d.l.Title, titleChars))
		out = append(out, ' ')
	}
	out = append(out, '<')
	out = append(out, clipURL(d.l.URL)...)
	out = append(out, '>')
	if !d.l.Loaded {
		out = append(out, " (still loading)"...)
	}
	return append(out, '\n')
}

// titleChars and urlChars bound the head, so that no page can fill a small
// budget with its title or address.
const (
	titleChars = 150
	urlChars   = 200
)

// clipURL cleans and clips an address.
func clipURL(url string) string {
	url, _ = clean(protocol.HideInURL(url))
	if cut := clip(url, urlChars); len(cut) < len(url) {
		return cut + "…"
	}
	return url
}

// mapLines appends the map of what is left out.
func (d *draft) mapLines(out []byte) []byte {
	if len(d.segments) == 0 {
		return out
	}
	out = append(out, "Left out:\n"...)
	for i := range d.segments {
		g := &d.segments[i]
		out = append(out, ' ')
		if ref := d.regionRef(g.region); ref != "" {
			out = append(out, ref...)
			out = append(out, ' ')
		}
		out = append(out, d.label(i)...)
		out = append(out, ": "...)
		out = append(out, tally(g.controls, g.chars)...)
		out = append(out, ": more "...)
		out = append(out, d.cursor(g.from)...)
		out = append(out, '\n')
	}
	return out
}

// regionRef is the ref of a segment's region, "" when it has none.
func (d *draft) regionRef(row int32) string {
	if d.l.rowKey(row) == 0 {
		return ""
	}
	return "@e" + strconv.Itoa(d.l.refs[row])
}

// label names a segment: its region, and where it begins when the region has
// several, or is shown in part.
func (d *draft) label(i int) string {
	g := &d.segments[i]
	what := "page"
	if g.region >= 0 {
		what = d.l.rows[g.region].kind.String()
		if name := d.l.regionName(g.region); name != "" {
			what += " " + string(appendQuoted(nil, d.s.tiny(name), '"'))
		}
	}
	if words := d.opening(g); words != "" {
		what += " from " + string(appendQuoted(nil, d.s.tiny(words), '"'))
	}
	return what
}

// tiny clips a label of the map.
func (p *printer) tiny(s string) string {
	if cut := clip(s, mapChars); len(cut) < len(s) {
		return cut + "…"
	}
	return s
}

// mapChars bounds a label of the map.
const mapChars = 32

// opening is the first words of a segment.
func (d *draft) opening(g *segment) string {
	for i := g.from; i < g.to && i < g.from+8; i++ {
		if d.pick.shown[i] {
			continue
		}
		ln := &d.s.lines[i]
		for j := ln.first; j <= ln.last; j++ {
			r := &d.l.rows[j]
			switch {
			case r.isControl() && d.l.controls[r.ctl].name != "":
				return d.l.controls[r.ctl].name
			case r.op == protocol.OpText && d.l.visible(r, d.s.mode):
				text, _ := d.s.words(ln, j, r)
				return clip(text, 2*mapChars)
			}
		}
	}
	return ""
}

// trailer appends the first seed's last line.
func (d *draft) trailer(out []byte, n int) []byte {
	return append(out, fmt.Sprintf("… %d more elements omitted\n", n)...)
}

// verdict appends the outline's last line.
func (d *draft) verdict(out []byte, v figures) []byte {
	if d.s.view != ViewOutline {
		return out
	}
	if d.incomplete() {
		out = append(out, fmt.Sprintf("-- INCOMPLETE: %s of %s, %s of %s characters, ~%d tokens", protocol.Grouped(v.controls),
			protocol.Plural(d.total.controls, "control"), protocol.Grouped(v.chars), protocol.Grouped(d.total.chars), v.estimate)...)
	} else {
		out = append(out, fmt.Sprintf("-- complete: %s, ~%d tokens", protocol.Plural(v.controls, "control"), v.estimate)...)
	}
	if d.o.Scope != "" {
		out = append(out, " in "+d.o.Scope...)
	}
	if d.more {
		out = append(out, " from here on"...)
	}
	for _, note := range d.notes(v) {
		out = append(out, "; "...)
		out = append(out, note...)
	}
	return append(out, '\n')
}

// notes are the verdict's further parts.
func (d *draft) notes(v figures) []string {
	var notes []string
	var cut []string
	if v.cuts.Names > 0 {
		cut = append(cut, protocol.Plural(v.cuts.Names, "name"))
	}
	if v.cuts.Values > 0 {
		cut = append(cut, protocol.Plural(v.cuts.Values, "value"))
	}
	if v.cuts.Options > 0 {
		cut = append(cut, protocol.Plural(v.cuts.Options, "option"))
	}
	if len(cut) > 0 {
		notes = append(notes, "cut: "+strings.Join(cut, ", "))
	}
	if len(d.s.lines) == 0 && d.o.Scope == "" {
		notes = append(notes, "the page shows nothing; if it is still being built: "+d.waiting())
	}
	if text := unseenText(d.unseen); text != "" {
		notes = append(notes, text)
	}
	if v.deeper > 0 {
		notes = append(notes, "deeper: "+protocol.Plural(v.deeper, "control"))
	}
	if v.folded > 0 {
		notes = append(notes, "folded: "+protocol.Plural(v.folded, "row"))
	}
	if d.gaps.timedOut > 0 {
		notes = append(notes, "the walk hit its time limit")
	}
	if d.l.removed > 0 {
		notes = append(notes, "removed "+protocol.Plural(d.l.removed, "invisible character"))
	}
	return notes
}

// waiting is how to wait for a page in the words of the transport.
func (d *draft) waiting() string {
	if d.o.Voice == "mcp" {
		return "browser_wait_for {text}"
	}
	return "wait --text TEXT"
}

// unseenText sums up what cannot be read.
func unseenText(list []protocol.Unseen) string {
	counts := map[protocol.UnseenKind]int{}
	for _, u := range list {
		if u.Kind == protocol.UnseenScroll {
			u.Count = 1 // its count is pixels
		}
		counts[u.Kind] += u.Count
	}
	var parts []string
	for _, w := range unseenWords {
		switch n := counts[w.kind]; {
		case n == 1:
			parts = append(parts, "1 "+w.one)
		case n > 1:
			parts = append(parts, protocol.Grouped(n)+" "+w.many)
		default:
			continue
		}
		if w.kind == protocol.UnseenCanvas || w.kind == protocol.UnseenEmbed {
			parts[len(parts)-1] += " (only a person can go on there: handoff)"
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "unseen: " + strings.Join(parts, ", ")
}

// unseenWords put kinds of unseen things into words.
var unseenWords = []struct {
	kind      protocol.UnseenKind
	one, many string
}{
	{protocol.UnseenFrame, "frame not read", "frames not read"},
	{protocol.UnseenCanvas, "canvas", "canvases"},
	{protocol.UnseenEmbed, "embed", "embeds"},
	{protocol.UnseenVideo, "video", "videos"},
	{protocol.UnseenModal, "control behind a modal", "controls behind a modal"},
	{protocol.UnseenList, "list item not loaded", "list items not loaded"},
	{protocol.UnseenScroll, "area with more to scroll", "areas with more to scroll"},
	{protocol.UnseenInternal, "element whose role only it knows", "elements whose role only they know"},
	{protocol.UnseenHidden, "character hidden from people", "characters hidden from people"},
}
