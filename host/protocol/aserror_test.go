package protocol

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestAsError(t *testing.T) {
	stale := NewError(CodeStaleRef, "gone", "look again")
	tests := []struct {
		name string
		err  error
		want Error
	}{
		{"ours, wrapped", fmt.Errorf("step 2: %w", stale), *stale},
		{"a deadline", fmt.Errorf("dial: %w", context.DeadlineExceeded), Error{Code: CodeTimeout, Message: "the time limit passed before there was an answer", Hint: "try again with a longer --timeout"}},
		{"a cancellation", context.Canceled, Error{Code: CodeCancelled, Message: "the request was cancelled"}},
		{"unforeseen", errors.New("disk full"), Error{Code: CodeInternal, Message: "disk full", Hint: HintDoctor}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := AsError(test.err, HintDoctor)
			if got.Code != test.want.Code || got.Message != test.want.Message || got.Hint != test.want.Hint {
				t.Errorf("AsError(%v): got %+v, want %+v", test.err, *got, test.want)
			}
		})
	}
}
