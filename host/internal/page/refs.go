package page

import (
	"fmt"
	"slices"
	"strings"

	"candid/host/protocol"
)

// Numberer hands out ref numbers, growing and never handed out before.
type Numberer func(count int) ([]int, error)

// Refs knows which number stands for which node of one tab. A number is given
// to one node and to no other, ever. Refs is bounded by what is alive: nodes the
// page reports gone and documents that are not coming back are dropped, and
// only a few words about the last of them are kept, to say what became of them.
// It is not safe for concurrent use.
type Refs struct {
	docs  map[string]*document
	refs  map[int]*ref
	gone  map[int]Gone
	lost  []int // keys of gone, oldest first
	turn  int
	first int // the first number this host gave out for the tab, 0 before
	last  int
}

// document is one document of the tab.
type document struct {
	nonce   string
	frame   int
	numbers keyIndex
	live    []int           // its refs
	earlier map[int32][]int // by key: refs printed for the node under other names
	seen    int             // the turn in which it was last read
}

// ref is what a number stands for: a row of a ledger, or once that ledger has
// gone, a description of its own.
type ref struct {
	doc  *document
	key  int32
	row  int32
	led  *Ledger
	kept *Described
}

// Described is what a ref was printed for.
type Described struct {
	Ref     string
	Role    string // of a control; else the structure's kind
	Name    string
	Control bool
	Frame   int // of a frame element: the Chrome frameId of its document, else -1
	Secret  bool
	Expect  protocol.Expect
	Words   string // of a structure: the beginning of its visible text
}

// String is the description in words: `button "Save"`.
func (d *Described) String() string {
	if d.Name == "" {
		return d.Role
	}
	return d.Role + " " + quote(d.Name)
}

// Gone is what is remembered of a ref that stands for nothing any more.
type Gone struct {
	What string
	Role string
	Name string
	Why  string
}

// Bounds of what is remembered. Fewer documents, and going back twice loses
// refs that the back/forward cache kept alive; fewer words about the gone, and
// an old ref is answered with less than what it was.
const (
	keptDocuments = 24
	keptGone      = 2000
)

// NewRefs knows no ref.
func NewRefs() *Refs {
	return &Refs{docs: map[string]*document{}, refs: map[int]*ref{}, gone: map[int]Gone{}}
}

// Number gives every control of a ledger its number: the one it has, or a new
// one in reading order. gone lists, per document, the keys that the page says
// have left it.
func (t *Refs) Number(l *Ledger, gone map[string][]int, number Numberer) error {
	t.turn++
	for nonce, keys := range gone {
		t.forget(t.docs[nonce], keys)
	}
	docs := make([]*document, len(l.Frames))
	for i := range l.Frames {
		docs[i] = t.document(l.Frames[i].Nonce, l.Frames[i].ID)
	}
	var fresh []int32
	for i := range l.controls {
		c := &l.controls[i]
		n := docs[c.frame].numbers.get(c.key)
		if n < 0 || t.renamed(docs[c.frame], c, int(n)) {
			fresh = append(fresh, int32(i))
			continue
		}
		c.number = int(n)
		t.point(int(n), l, c.row)
	}
	t.prune()
	if err := t.fresh(l, docs, fresh, number); err != nil {
		return err
	}
	t.structures(l, docs)
	return nil
}

// keptNames is how many earlier names of one node keep their refs.
const keptNames = 4

// renamed tells whether a control has another role or name than its number was
// printed for. An agent may still hold that print: the number goes on standing
// for what it said, which the page will find changed, and the control gets
// another one.
func (t *Refs) renamed(doc *document, c *control, n int) bool {
	r := t.refs[n]
	if r == nil {
		return true
	}
	if r.is(c) {
		return false
	}
	if r.led != nil {
		was := r.describe(n)
		was.Expect.Unique = was.Control && r.led.unique(r.row)
		r.kept, r.led = was.clone(), nil
	}
	if doc.earlier == nil {
		doc.earlier = map[int32][]int{}
	}
	names := append(doc.earlier[c.key], n)
	if len(names) > keptNames {
		t.bury(names[0], "it carries another name now")
		names = names[1:]
	}
	doc.earlier[c.key] = names
	return true
}

// is tells whether a ref was printed for a control of this role and name.
func (r *ref) is(c *control) bool {
	if r.kept != nil {
		return r.kept.Role == c.role && r.kept.Name == c.name
	}
	row := &r.led.rows[r.row]
	return row.isControl() && r.led.controls[row.ctl].role == c.role && r.led.controls[row.ctl].name == c.name
}

// document finds or makes a document.
func (t *Refs) document(nonce string, frame int) *document {
	doc := t.docs[nonce]
	if doc == nil {
		doc = &document{nonce: nonce, frame: frame}
		if nonce != "" {
			t.docs[nonce] = doc
		}
	}
	doc.seen, doc.frame = t.turn, frame
	return doc
}

// point makes a number stand for a row of a newer ledger.
func (t *Refs) point(n int, l *Ledger, row int32) {
	if r := t.refs[n]; r != nil {
		r.led, r.row, r.kept = l, row, nil
	}
}

// structures gives regions and blocks the numbers they were printed with. A control
// that is a block of text as well, its name being too long, has one number, which
// stands for the control.
func (t *Refs) structures(l *Ledger, docs []*document) {
	for i := range l.rows {
		r := &l.rows[i]
		if r.key == 0 || r.op != protocol.OpOpen && r.op != protocol.OpFrame && r.op != protocol.OpUnseen {
			continue
		}
		if n := docs[r.frame].numbers.get(r.key); n >= 0 {
			l.refs[int32(i)] = int(n)
			if is := t.refs[int(n)]; is != nil && is.led == l && l.rows[is.row].isControl() {
				continue
			}
			t.point(int(n), l, int32(i))
		}
	}
}

// fresh numbers controls seen for the first time.
func (t *Refs) fresh(l *Ledger, docs []*document, fresh []int32, number Numberer) error {
	if len(fresh) == 0 {
		return nil
	}
	numbers, err := number(len(fresh))
	if err != nil {
		return err
	}
	for i, index := range fresh {
		c := &l.controls[index]
		c.number = numbers[i]
		t.add(docs[c.frame], c.key, numbers[i], l, c.row)
	}
	return nil
}

// add makes a number stand for a node.
func (t *Refs) add(doc *document, key int32, n int, l *Ledger, row int32) {
	if t.first == 0 {
		t.first = n
	}
	t.last = max(t.last, n)
	if key > 0 {
		doc.numbers.put(key, int32(n))
	}
	doc.live = append(doc.live, n)
	t.refs[n] = &ref{doc: doc, key: key, row: row, led: l}
}

// Printer makes the Printed of a ledger: rows get the next numbers, which from
// then on stand for them.
func (t *Refs) Printer(l *Ledger, number Numberer) Printed {
	return func(rows []int32) ([]int, error) {
		numbers, err := number(len(rows))
		if err == nil {
			t.printed(l, rows, numbers)
		}
		return numbers, err
	}
}

// printed makes numbers stand for rows.
func (t *Refs) printed(l *Ledger, rows []int32, numbers []int) {
	for i, row := range rows {
		r := &l.rows[row]
		frame := &l.Frames[r.frame]
		t.add(t.document(frame.Nonce, frame.ID), r.key, numbers[i], l, row)
	}
}

// forget drops nodes that have left their document.
func (t *Refs) forget(doc *document, keys []int) {
	if doc == nil {
		return
	}
	dropped := false
	for _, key := range keys {
		if n := doc.numbers.get(int32(key)); n >= 0 {
			t.bury(int(n), "it is no longer on the page")
			for _, earlier := range doc.earlier[int32(key)] {
				t.bury(earlier, "it is no longer on the page")
			}
			delete(doc.earlier, int32(key))
			doc.numbers.put(int32(key), -1)
			dropped = true
		}
	}
	if dropped {
		doc.live = slices.DeleteFunc(doc.live, func(n int) bool { return t.refs[n] == nil })
	}
}

// prune drops the documents not read for longest.
func (t *Refs) prune() {
	for len(t.docs) > keptDocuments {
		var oldest *document
		for _, doc := range t.docs {
			if oldest == nil || doc.seen < oldest.seen {
				oldest = doc
			}
		}
		if oldest.seen == t.turn {
			return
		}
		for _, n := range oldest.live {
			t.bury(n, "its document was left")
		}
		delete(t.docs, oldest.nonce)
	}
}

// bury turns a ref into a few words.
func (t *Refs) bury(n int, why string) {
	r := t.refs[n]
	if r == nil {
		return
	}
	d := r.describe(n)
	t.gone[n] = Gone{What: strings.Clone(d.String()), Role: strings.Clone(d.Role), Name: strings.Clone(clip(d.Name, 200)), Why: why}
	t.lost = append(t.lost, n)
	delete(t.refs, n)
	if len(t.lost) > keptGone {
		delete(t.gone, t.lost[0])
		t.lost = t.lost[1:]
	}
}

// Release lets go of a ledger: refs that stand for its rows keep descriptions
// of their own.
func (t *Refs) Release(l *Ledger) {
	for n, r := range t.refs {
		if r.led == l {
			d := r.describe(n)
			r.kept, r.led = d.clone(), nil
		}
	}
}

// clone copies the strings, so that they do not hold on to the ledger.
func (d *Described) clone() *Described {
	c := *d
	for _, s := range []*string{&c.Role, &c.Name, &c.Expect.Role, &c.Expect.Name, &c.Expect.Tag, &c.Expect.Type, &c.Expect.Region, &c.Words} {
		*s = strings.Clone(*s)
	}
	return &c
}

// Len is how many refs are alive.
func (t *Refs) Len() int { return len(t.refs) }

// Find is the place of a ref and what it was printed for.
func (t *Refs) Find(n int) (protocol.Place, *Described, bool) {
	r := t.refs[n]
	if r == nil {
		return protocol.Place{}, nil, false
	}
	d := r.describe(n)
	if r.led != nil && d.Control {
		d.Expect.Unique = r.led.unique(r.row)
	}
	return protocol.Place{Frame: r.doc.frame, Nonce: r.doc.nonce, Key: int(r.key), Expect: &d.Expect}, d, true
}

// At is what the node of a document was printed as, nil when it never was.
func (t *Refs) At(nonce string, key int) *Described {
	doc := t.docs[nonce]
	if doc == nil || key <= 0 {
		return nil
	}
	n := doc.numbers.get(int32(key))
	if n < 0 || t.refs[int(n)] == nil {
		return nil
	}
	return t.refs[int(n)].describe(int(n))
}

// Lost says what became of a number that stands for nothing: what it was, when
// that is still known, and whether it was ever given out here.
func (t *Refs) Lost(n int) (Gone, bool) {
	g, known := t.gone[n]
	return g, known
}

// Given tells whether a number may have been given out: by this host, or by
// one before it.
func (t *Refs) Given(n int) bool { return n > 0 && (n <= t.last) }

// Before tells whether a number is from before this host's first one.
func (t *Refs) Before(n int) bool { return n > 0 && n < t.first }

// describe says what a ref was printed for.
func (r *ref) describe(n int) *Described {
	if r.kept != nil {
		d := *r.kept
		return &d
	}
	d := r.led.describe(r.row)
	d.Ref = fmt.Sprintf("@e%d", n)
	return d
}

// ParseRef reads "@e5" or "e5"; false when the text is no ref.
func ParseRef(text string) (int, bool) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "@")
	digits, is := strings.CutPrefix(text, "e")
	if !is || digits == "" || len(digits) > 12 || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	return number(digits), true
}
