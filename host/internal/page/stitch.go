package page

import "candid/host/protocol"

// frameTree finds the frame that belongs to a frame element: the child of the
// element's document whose window has the element's index.
type frameTree struct {
	frames   []protocol.FrameLedger
	children map[int][]int // frame id → positions in frames
	used     []bool
}

func newFrameTree(frames []protocol.FrameLedger) *frameTree {
	t := &frameTree{frames: frames, children: map[int][]int{}, used: make([]bool, len(frames))}
	for i := range frames {
		if i > 0 {
			t.children[frames[i].Parent] = append(t.children[frames[i].Parent], i)
		}
	}
	return t
}

// take is the child of parent at a window index. Frames in shadow trees have no
// index (-1), and one that failed cannot tell its own: these are known by their
// URL, else by being the first one left. The answer is -1 when there is none.
func (t *frameTree) take(parent, index int, url string) int {
	found := -1
	for _, at := range t.children[parent] {
		f := &t.frames[at]
		answered := f.Walk != nil && f.Walk.OK
		if t.used[at] || answered && f.Walk.Index != index {
			continue
		}
		if answered && index >= 0 {
			found = at
			break
		}
		if found < 0 || f.URL == url && t.frames[found].URL != url {
			found = at
		}
	}
	if found >= 0 {
		t.used[found] = true
	}
	return found
}

// rest lists the children of a frame that no frame element claimed.
func (t *frameTree) rest(parent int) []int {
	var list []int
	for _, at := range t.children[parent] {
		if !t.used[at] {
			t.used[at] = true
			list = append(list, at)
		}
	}
	return list
}

// keyIndex finds a control of the current frame by its key. Keys count up, so
// a slice serves but where a document has given out very many.
type keyIndex struct {
	dense  []int32
	sparse map[int32]int32
}

// denseKeys bounds the slice: 1M keys are 4 MB. More keys than that in one
// document are rare enough for the map.
const denseKeys = 1 << 20

// put remembers a control.
func (k *keyIndex) put(key, index int32) {
	if key < denseKeys {
		for int(key) >= len(k.dense) {
			k.dense = append(k.dense, make([]int32, max(64, int(key)+1-len(k.dense)))...)
		}
		k.dense[key] = index + 1
		return
	}
	if k.sparse == nil {
		k.sparse = map[int32]int32{}
	}
	k.sparse[key] = index + 1
}

// get is the control with a key, -1 when it is not listed.
func (k *keyIndex) get(key int32) int32 {
	if key < int32(len(k.dense)) {
		return k.dense[key] - 1
	}
	return k.sparse[key] - 1
}

// top reads the top document and then what no element claimed.
func (d *decoder) top() {
	if len(d.tree.frames) == 0 {
		return
	}
	d.tree.used[0] = true
	d.frameAt(0, -1)
}

// frameAt reads the frame at a position of the reply, whose element is a row.
func (d *decoder) frameAt(at int, element int32) {
	f := &d.tree.frames[at]
	index := int32(len(d.out.Frames))
	d.out.Frames = append(d.out.Frames, Frame{ID: f.Frame, URL: f.URL, Row: element})
	if f.Walk == nil || !f.Walk.OK {
		d.failed(index, f)
		return
	}
	d.note(index, f.Walk)
	outer := *d
	d.frame, d.names, d.keys, d.class, d.odd = index, nil, keyIndex{}, lastClass, 0
	base := len(d.stack)
	d.read(f.Walk.Ledger)
	d.settle(base)
	if d.odd > 0 {
		// What such a row says is not in the answer, and it may say anything.
		d.out.Frames[index].Unread = protocol.Plural(d.odd, "row") + " of it cannot be understood: extension and host are of different builds; run candid doctor"
	}
	if at > 0 || !d.part {
		for _, child := range d.tree.rest(f.Frame) {
			d.stray(child)
		}
	}
	stack := d.stack
	*d = outer
	d.stack = stack
}

// settle closes what the frame left open, and ties its names to its controls.
func (d *decoder) settle(base int) {
	for len(d.stack) > base {
		d.out.rows[d.stack[len(d.stack)-1]].end = int32(len(d.out.rows))
		d.stack = d.stack[:len(d.stack)-1]
	}
	for _, p := range d.names {
		d.out.rows[p.row].ctl = d.keys.get(p.key)
	}
}

// note copies what the walk says about itself.
func (d *decoder) note(index int32, w *protocol.WalkResult) {
	f := &d.out.Frames[index]
	f.Nonce, f.Elements, f.Roleless, f.Pointer = w.Nonce, w.Elements, w.Roleless, w.Pointer
	f.WalkMs, f.JoinMs = w.WalkMs, w.JoinMs
	f.Hidden, f.TimedOut, f.Partial = w.Hidden, w.TimedOut, w.Partial
	d.out.partial = d.out.partial || w.Partial
}

// child reads an f row: the frame element, with its document inside.
func (d *decoder) child(brk byte, f *fields) {
	key, index := int32(number(f.next())), windowIndex(f.next())
	tag, flags := d.tag(f.next()), rowFlags(f.next())
	name, url := d.field(f.next()), d.field(f.next())
	at := d.tree.take(d.out.Frames[d.frame].ID, index, url)
	if flags&flagHidden != 0 {
		d.skip(at)
		return
	}
	element := d.add(row{op: protocol.OpFrame, brk: brk, kind: kindFrame, key: key, text: name, tag: tag, flags: flags})
	if at < 0 {
		d.out.rows[element].end = element + 1
		d.out.Frames = append(d.out.Frames, Frame{ID: noFrame, URL: url, Row: element, Unread: "the browser did not say which document it shows"})
		return
	}
	d.inside(at, element, flags&(flagInert|flagModal|flagAria))
}

// noFrame is the id of a frame that the browser did not name.
const noFrame = -1

// windowIndex reads a frame's index; anything but a number is -1, no index.
func windowIndex(field string) int {
	if field == "" || field[0] < '0' || field[0] > '9' {
		return -1
	}
	return number(field)
}

// inside reads a frame as the content of its element.
func (d *decoder) inside(at int, element int32, block uint16) {
	above, outer := d.above, d.block
	d.above, d.block = d.class, d.block|block
	d.stack = append(d.stack, element)
	d.frameAt(at, element)
	d.stack = d.stack[:len(d.stack)-1]
	d.above, d.block = above, outer
	d.out.rows[element].end = int32(len(d.out.rows))
}

// stray reads a frame whose element the parent did not tell: it came after the
// parent was read, or stands where the parent's walk did not look.
func (d *decoder) stray(at int) {
	element := d.add(row{op: protocol.OpFrame, brk: protocol.BreakBlock, kind: kindFrame, tag: d.tag("iframe")})
	d.inside(at, element, 0)
}

// skip drops a frame that is not rendered, and those in it: nothing of them is
// on the page.
func (d *decoder) skip(at int) {
	if at < 0 {
		return
	}
	for _, child := range d.tree.rest(d.tree.frames[at].Frame) {
		d.skip(child)
	}
}

// failed notes why a frame did not answer.
func (d *decoder) failed(index int32, f *protocol.FrameLedger) {
	why := "it did not answer"
	switch {
	case f.Error != nil:
		why = d.out.cleaned(f.Error.Message)
	case f.Walk != nil && f.Walk.Error != "":
		why = d.out.cleaned(f.Walk.Error)
	}
	d.out.Frames[index].Unread = why
}
