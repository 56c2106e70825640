package protocol

import (
	"context"
	"errors"
)

// What to do about an error that nobody foresaw: where it is ours the person
// can only tell us, where it is the machine's the doctor finds the cause.
const (
	HintDefect = "this is a defect of Candid; please report it"
	HintDoctor = "run: candid doctor"
)

// AsError makes an Error of any error. One that is an Error within stays it;
// a deadline and a cancellation get their codes; whatever else is internal,
// with the hint.
func AsError(err error, hint string) *Error {
	var known *Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.DeadlineExceeded):
		return NewError(CodeTimeout, "the time limit passed before there was an answer", "try again with a longer --timeout")
	case errors.Is(err, context.Canceled):
		return NewError(CodeCancelled, "the request was cancelled", "")
	}
	return NewError(CodeInternal, err.Error(), hint)
}
