package bridge

import (
	"context"

	"candid/host/protocol"
)

// answerDialog answers the dialog that is open on a tab. It takes no turn: the
// act that opened the dialog has answered, and others wait for this one.
func (b *Bridge) answerDialog(ctx context.Context, tab string, step protocol.Step) (protocol.ActResult, error) {
	call := protocol.DialogCall{Tab: tab, Accept: step.Value.First() == "accept", Text: step.Text}
	var reply protocol.TabReply
	if err := b.link.Call(ctx, protocol.MethodDialog, call, &reply); err != nil {
		return protocol.ActResult{}, err
	}
	return b.moved(doDialog, tab, reply.Dialog), nil
}
