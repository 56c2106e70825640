package protocol

// Error is what every failing call answers: a stable code, what happened, and
// in Hint what to do next. It implements error.
type Error struct {
	Code    Code        `json:"code"`
	Message string      `json:"message"`
	Hint    string      `json:"hint,omitempty"`
	Dialog  *Dialog     `json:"dialog,omitempty"`     // with dialog_open
	Refs    []Candidate `json:"candidates,omitempty"` // what may have been meant
	Steps   []ActResult `json:"steps,omitempty"`      // with a failed batch: what ran
	Failed  int         `json:"failed,omitempty"`     // with a failed batch: 1-based step
}

// Candidate is something that may have been meant: a ref, a tab, an option.
type Candidate struct {
	Ref   string `json:"ref,omitempty"`
	Tab   string `json:"tab,omitempty"`
	Label string `json:"label"`
}

// Error gives the message with its code in front.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Errorf is not offered: messages are composed by the caller, hints are a
// second field. NewError makes an Error.
func NewError(code Code, message, hint string) *Error {
	return &Error{Code: code, Message: message, Hint: hint}
}

// Code is a stable, lower snake_case error code. The list is append-only.
type Code string

// The codes.
const (
	CodeUsage            Code = "usage"
	CodeNoBrowser        Code = "no_browser"
	CodeAmbiguousBrowser Code = "ambiguous_browser"
	CodeBrowserGone      Code = "browser_gone"
	CodeReconnecting     Code = "reconnecting"
	CodeVersionMismatch  Code = "version_mismatch"
	CodeTimeout          Code = "timeout"
	CodeCancelled        Code = "cancelled"
	CodeBusy             Code = "busy"
	CodeInternal         Code = "internal"
	CodeNotSupported     Code = "not_supported"

	CodeTabNotFound    Code = "tab_not_found"
	CodeTabPrivate     Code = "tab_private"
	CodeTabCrashed     Code = "tab_crashed"
	CodeTabDiscarded   Code = "tab_discarded"
	CodeAmbiguousTab   Code = "ambiguous_tab"
	CodeNoTab          Code = "no_tab"
	CodeRestrictedPage Code = "restricted_page"
	CodeSchemeBlocked  Code = "scheme_blocked"
	CodeBadURL         Code = "bad_url"
	CodeErrorPage      Code = "error_page"
	CodeDeniedByPolicy Code = "denied_by_policy"
	CodePaused         Code = "paused"
	CodeDialogOpen     Code = "dialog_open"
	CodeNoDialog       Code = "no_dialog"
	CodeHandoffRefused Code = "handoff_refused"

	CodeFrameGone       Code = "frame_gone"
	CodeFrameTimeout    Code = "frame_timeout"
	CodeFrameFailed     Code = "frame_failed"
	CodeSnapshotFailed  Code = "snapshot_failed"
	CodeSnapshotGone    Code = "snapshot_gone"
	CodeBadCursor       Code = "bad_cursor"
	CodeStaleRef        Code = "stale_ref"
	CodeChangedRef      Code = "changed_ref"
	CodeUnknownRef      Code = "unknown_ref"
	CodeSelectorBad     Code = "selector_bad"
	CodeSelectorMissing Code = "selector_not_found"
	CodeSelectorAmbig   Code = "selector_ambiguous"

	CodeCovered           Code = "covered"
	CodeDisabled          Code = "disabled"
	CodeReadonly          Code = "readonly"
	CodeNotVisible        Code = "not_visible"
	CodeNotStable         Code = "not_stable"
	CodeWrongControl      Code = "wrong_control"  // the verb does not fit this control
	CodeBadValue          Code = "bad_value"      // the control cannot hold the value
	CodeValueNotKept      Code = "value_not_kept" // the page changed it back or cut it
	CodeOptionNotFound    Code = "option_not_found"
	CodeOptionAmbiguous   Code = "option_ambiguous"
	CodeOptionDisabled    Code = "option_disabled"
	CodeInputNotDelivered Code = "input_not_delivered"
	CodeDebuggerBlocked   Code = "debugger_blocked"    // another debugger or a policy
	CodeNeedsTrusted      Code = "needs_trusted_input" // --input dom cannot do this
	CodeUploadDenied      Code = "upload_denied"
	CodeFileNotFound      Code = "file_not_found"
	CodeWaitTimeout       Code = "wait_timeout"
	CodeUnauthorized      Code = "unauthorized"
	CodeForbidden         Code = "forbidden"
	CodeTooLarge          Code = "too_large"
)
