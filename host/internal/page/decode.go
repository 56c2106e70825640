package page

import (
	"strings"

	"candid/host/protocol"
)

// decoder reads frames' ledgers into one Ledger, in one pass and without
// copying text: rows and controls are pieces of the strings that came.
type decoder struct {
	out   *Ledger
	tags  map[string]uint16
	tree  *frameTree
	stack []int32
	part  bool // only a part of the first document was read

	// Of the frame being read:
	frame int32
	class byte
	above byte   // the class of the frame's element, 0 for the top document
	block uint16 // inert, modal, aria-hidden of the frame elements around
	clean bool   // the frame's ledger has nothing to clean
	odd   int    // rows of the frame that this host does not know
	names []pendingName
	keys  keyIndex
}

// pendingName is a text row whose control may come later.
type pendingName struct {
	row, key int32
}

// Decode reads the frames of a snapshot into a ledger. A frame that failed
// becomes an unseen entry; what lies behind an inert, hidden or modal-covered
// frame element is treated as the element's own document could not know.
func Decode(reply *protocol.SnapshotReply) *Ledger { return DecodeInside(reply, Block{}) }

// Block is what is known of a document from outside of it: what the frame elements
// around it do to it (inert, behind a modal, hidden from assistive technology), and
// whether only a part of it was read. Frames that this part does not hold are then
// not in question, wherever they are.
type Block struct {
	Part  bool
	flags uint16
}

// DecodeInside is Decode of a document in a frame, of which what is around it is
// known from before.
func DecodeInside(reply *protocol.SnapshotReply, around Block) *Ledger {
	size := 0
	for i := range reply.Frames {
		if walk := reply.Frames[i].Walk; walk != nil {
			size += strings.Count(walk.Ledger, "\n")
		}
	}
	out := &Ledger{
		URL: reply.URL, Loaded: reply.Loaded, tags: []string{""},
		rows: make([]row, 0, size+len(reply.Frames)), controls: make([]control, 0, size/6+8),
		raw: map[int32]string{}, refs: map[int32]int{},
	}
	out.Title = out.cleaned(reply.Title)
	d := &decoder{out: out, tags: map[string]uint16{"": 0}, tree: newFrameTree(reply.Frames), block: around.flags, part: around.Part}
	d.top()
	out.finish()
	return out
}

// cleaned cleans a string and counts what went.
func (l *Ledger) cleaned(s string) string {
	s, n := clean(s)
	l.removed += n
	return s
}

// finish sums up what is known once all frames are in.
func (l *Ledger) finish() {
	l.hideEchoes()
	l.bytes += len(l.rows)*64 + len(l.controls)*176 + len(l.options)*56
}

// read decodes one frame's ledger.
func (d *decoder) read(text string) {
	d.out.bytes += len(text)
	d.clean = suspectLedger(text)
	for text != "" {
		line := text
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = ""
		}
		if len(line) >= 2 {
			d.line(line)
		} else {
			d.odd++
		}
	}
}

// suspectLedger tells whether a ledger holds plain characters only.
func suspectLedger(text string) bool {
	for i := range len(text) {
		if b := text[i]; b >= 0x7f || b < ' ' && b != '\t' && b != '\n' && b != '\r' {
			return false
		}
	}
	return true
}

// fields splits a row's fields off one by one.
type fields string

// next is the next field, "" when there is none.
func (f *fields) next() string {
	s := string(*f)
	if tab := strings.IndexByte(s, '\t'); tab >= 0 {
		*f = fields(s[tab+1:])
		return s[:tab]
	}
	*f = ""
	return s
}

// line decodes one row.
func (d *decoder) line(line string) {
	brk, op := line[0], line[1]
	var rest fields
	if len(line) > 3 {
		rest = fields(line[3:])
	}
	switch op {
	case protocol.OpText:
		d.text(brk, &rest)
	case protocol.OpControl, protocol.OpSelf, protocol.OpContent:
		d.control(brk, op, &rest)
	case protocol.OpOption:
		d.option(&rest)
	case protocol.OpOpen:
		d.open(brk, &rest)
	case protocol.OpClose:
		d.close()
	case protocol.OpFrame:
		d.child(brk, &rest)
	case protocol.OpUnseen:
		d.unseen(brk, &rest)
	case protocol.OpEmpty:
		d.add(row{op: op, brk: brk})
	case 'p':
		d.class = d.classOf(rest.next())
	case protocol.OpLeftOut:
		d.leftOut(brk, &rest)
	default:
		d.odd++
	}
}

// classOf is the priority class of the rows to come, in view of the frame's
// own place: a frame off the screen has nothing on the screen, and what is in
// a frame in a dialog or bar is in that dialog or bar.
func (d *decoder) classOf(field string) byte {
	class := byte(lastClass)
	if len(field) == 1 && field[0] >= '1' && field[0] <= '0'+lastClass {
		class = field[0] - '0'
	}
	switch {
	case d.above == lastClass && class > 1:
		return lastClass
	case d.above == 1 || d.above == 2:
		if class <= 3 {
			return d.above
		}
	}
	return class
}

// lastClass is the priority class of what is neither on the screen nor in a popup.
const lastClass = 5

// add appends a row inside the innermost opener.
func (d *decoder) add(r row) int32 {
	r.frame, r.class, r.parent, r.box = d.frame, d.class, -1, -1
	if len(d.stack) > 0 {
		r.parent = d.stack[len(d.stack)-1]
		around := &d.out.rows[r.parent]
		r.box = around.box
		if around.kind.container() {
			r.box = r.parent
		}
	}
	if !r.isControl() && r.op != protocol.OpUnseen && r.op != protocol.OpLeftOut {
		r.ctl = -1
	}
	d.out.rows = append(d.out.rows, r)
	return int32(len(d.out.rows) - 1)
}

// field cleans a field where that is needed.
func (d *decoder) field(s string) string {
	if d.clean || s == "" {
		return s
	}
	s, n := clean(s)
	d.out.removed += n
	return s
}

// text reads a t row.
func (d *decoder) text(brk byte, f *fields) {
	flags := rowFlags(f.next())
	text := d.field(f.next())
	if flags&flagHidden != 0 || text == "" {
		return
	}
	at := d.add(row{op: protocol.OpText, brk: brk, flags: flags, text: text})
	if flags&flagName != 0 {
		d.names = append(d.names, pendingName{row: at, key: int32(number(f.next()))})
	}
}

// open reads a ( row.
func (d *decoder) open(brk byte, f *fields) {
	k := kindOf[f.next()]
	key := int32(number(f.next()))
	sent := f.next()
	name, tag := d.field(sent), d.tag(f.next())
	at := d.add(row{op: protocol.OpOpen, brk: brk, kind: k, key: key, text: name, tag: tag, flags: rowFlags(f.next())})
	d.keepRaw(at, sent, name)
	d.out.modals = d.out.modals || d.out.modal(&d.out.rows[at])
	d.stack = append(d.stack, at)
}

// keepRaw remembers a name as it was sent where cleaning changed it: the page
// compares names with its own when a ref is used.
func (d *decoder) keepRaw(row int32, sent, cleaned string) {
	if len(sent) != len(cleaned) {
		d.out.raw[row] = sent
	}
}

// close ends the innermost opener of this frame. A close too many is ignored:
// it can only come from a broken ledger, and must not end a parent's structure.
func (d *decoder) close() {
	if len(d.stack) == 0 {
		return
	}
	top := d.stack[len(d.stack)-1]
	opener := &d.out.rows[top]
	if opener.op == protocol.OpFrame || opener.frame != d.frame {
		return
	}
	opener.end = int32(len(d.out.rows))
	d.stack = d.stack[:len(d.stack)-1]
}

// tag interns a tag name.
func (d *decoder) tag(name string) uint16 {
	id, known := d.tags[name]
	if !known && len(d.out.tags) < 1<<16 {
		name = d.field(name)
		id = uint16(len(d.out.tags))
		d.tags[name] = id
		d.out.tags = append(d.out.tags, name)
	}
	return id
}

// control reads a c, k or C row. Behind a frame element that blocks, it is
// only the words it shows.
func (d *decoder) control(brk, op byte, f *fields) {
	c := control{frame: d.frame, key: int32(number(f.next()))}
	c.role, c.tag, c.kind = f.next(), f.next(), f.next()
	c.flags = controlBits(f.next())
	sent := f.next()
	c.name = d.field(sent)
	c.extra = string(*f)
	if d.block != 0 {
		d.blocked(brk, op, c.name)
		return
	}
	index := int32(len(d.out.controls))
	c.row = d.add(row{op: op, brk: brk, key: c.key, ctl: index})
	d.keepRaw(c.row, sent, c.name)
	c.optFrom, c.optTo = int32(len(d.out.options)), int32(len(d.out.options))
	d.out.controls = append(d.out.controls, c)
	d.keys.put(c.key, index)
	if op == protocol.OpContent {
		d.stack = append(d.stack, c.row)
	}
}

// blocked keeps what a person still sees of a control that cannot be used.
func (d *decoder) blocked(brk, op byte, name string) {
	if d.block&flagModal != 0 {
		d.out.Frames[d.frame].Behind++
	}
	switch {
	case op == protocol.OpSelf && name != "":
		d.add(row{op: protocol.OpText, brk: brk, text: name})
	case op == protocol.OpContent:
		d.stack = append(d.stack, d.add(row{op: protocol.OpOpen, brk: brk, kind: kindNone}))
	}
}

// controlBits reads a control's flag letters.
func controlBits(letters string) uint32 {
	var set uint32
	for i := range len(letters) {
		if at := strings.IndexByte(protocol.ControlFlags, letters[i]); at >= 0 {
			set |= 1 << at
		}
	}
	return set
}

// option reads an o row: it belongs to the control just before.
func (d *decoder) option(f *fields) {
	flags := f.next()
	o := option{value: d.field(f.next()), label: d.field(f.next()), group: d.field(f.next())}
	if d.block != 0 || len(d.out.controls) == 0 {
		return
	}
	o.selected = strings.IndexByte(flags, 'S') >= 0
	o.disabled = strings.IndexByte(flags, 'D') >= 0
	d.out.options = append(d.out.options, o)
	d.out.controls[len(d.out.controls)-1].optTo = int32(len(d.out.options))
}

// unseen reads a u row.
func (d *decoder) unseen(brk byte, f *fields) {
	key := int32(number(f.next()))
	what := f.next()
	label := d.field(f.next())
	count := number(f.next())
	d.add(row{op: protocol.OpUnseen, brk: brk, key: key, tag: d.tag(what), text: label, ctl: int32(min(count, 1<<30))})
}

// leftOut reads an x row: its counts sit in ctl (controls) and end (characters).
func (d *decoder) leftOut(brk byte, f *fields) {
	key := int32(number(f.next()))
	label := d.field(f.next())
	controls, chars := number(f.next()), number(f.next())
	d.out.partial = true
	d.add(row{op: protocol.OpLeftOut, brk: brk, key: key, text: label,
		ctl: int32(min(controls, 1<<30)), end: int32(min(chars, 1<<30))})
}
