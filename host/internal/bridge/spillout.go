package bridge

import (
	"context"
	"fmt"

	"candid/host/internal/page"
	"candid/host/protocol"
)

// spillOver is the size above which a whole answer goes to a file: the cap of
// the third seed's transport, in bytes. Larger answers are moved to files by
// clients themselves, without a word about what they hold.
const spillOver = 128 << 10

// spillOut puts a whole answer into a file and leaves its head and the file's
// path. A file that cannot be written costs only the file: the agent then gets
// an answer under the usual budget, its banner, and the reason.
func (b *Bridge) spillOut(ctx context.Context, k *kept, r *protocol.SnapshotResult) error {
	path, err := b.spill.Save("snapshot", ".txt", []byte(r.Text))
	if err != nil {
		return b.unspilled(ctx, k, r, err)
	}
	head := page.Head(r.Text, page.HeadRunes)
	r.Spill = path
	r.Text = fmt.Sprintf("full output saved to: %s\n%d bytes, %d lines, complete there; below is its beginning.\n\n%s\n… the rest is in the file\nfull output saved to: %s\n",
		path, len(r.Text), r.Count.Lines, head, path)
	r.Tokens.Estimate = page.Estimate(r.Text)
	return nil
}

// unspilled answers under the usual budget and says why there is no file.
func (b *Bridge) unspilled(ctx context.Context, k *kept, r *protocol.SnapshotResult, cause error) error {
	o := k.options.Bounded()
	o.Scope = k.scope
	t := b.views.tab(k.tab)
	scope, _ := k.part()
	a, err := page.Compose(k.ledger, o, k.id, scope, t.refs.Printer(k.ledger, b.numberer(ctx, k.tab)))
	if err != nil {
		return err
	}
	controls, diagnosis := r.Controls, r.Diagnosis
	k.answer = a
	*r = b.result(k, a)
	r.Controls, r.Diagnosis = controls, diagnosis
	why := typed(cause)
	r.Warnings = append(r.Warnings, why.Message+"; "+why.Hint)
	r.Text += why.Message + "\n"
	return nil
}
