package page

import "candid/host/protocol"

// Adopt is the ref of a node that took the place of another one, and that no
// walk has seen yet: a new number, unless the node has one.
func (t *Refs) Adopt(place protocol.Place, number Numberer) (string, error) {
	doc := t.document(place.Nonce, place.Frame)
	if n := doc.numbers.get(int32(place.Key)); n >= 0 && place.Key > 0 {
		return refName(int(n)), nil
	}
	numbers, err := number(1)
	if err != nil {
		return "", err
	}
	n := numbers[0]
	t.add(doc, int32(place.Key), n, nil, -1)
	d := &Described{Ref: refName(n), Control: true, Frame: -1}
	if place.Expect != nil {
		d.Expect = *place.Expect
		d.Role, d.Name = d.Expect.Role, Clean(d.Expect.Name)
	}
	t.refs[n].kept = d.clone()
	return d.Ref, nil
}
