// Generated from host/protocol by "go run ./build tsgen"; do not edit.
// The wire between page, worker and host. Comments are those of the Go structs.

// ActCall asks the worker to carry out one step on a tab. Place is nil for
// steps without a target (press, type "-", scroll of the page).
export interface ActCall {
  tab: string;
  place?: Place;
  drop?: Place; // target of a drag
  step: Step;
  agent: string; // who acts, for the person to see
  input: string; // "trusted" or "dom"
  settleMs: number;
  quietMs: number; // the page must rest so long; 0: answer as soon as nothing is pending
  waitMs: number; // how long an element may take to become ready
}

// ActReply says what happened.
export interface ActReply {
  rebound?: Place; // the element that took the place of the one printed
  fallback?: string; // "dom_click"
  navigated?: string; // the new URL
  dialog?: Dialog;
  opened: OpenedTab[];
  downloads: Download[];
  scroll?: ScrollResult;
  value?: string; // what a filled field holds where it differs (masks); never of a secret
  settled: boolean;
  outward?: string; // the page has asked for this address, which another program opens
  unsure?: boolean; // the page went away before it told whether the input had arrived
}

// OpenedTab is a tab that an act opened.
export interface OpenedTab {
  tab: string;
  url: string;
}

// Download is a download that an act started.
export interface Download {
  file: string;
  state: string; // in_progress, complete, interrupted
}

// ScrollResult says where a scroll ended, in CSS pixels.
export interface ScrollResult {
  x: number;
  y: number;
  moved: boolean;
}

// DialogCall answers an open dialog.
export interface DialogCall {
  tab: string;
  accept: boolean;
  text: string;
}

// WaitCall waits for one condition, evaluated in the page.
export interface WaitCall {
  tab: string;
  text?: string;
  gone?: string;
  place?: Place;
  url?: string; // glob: * any run but /, ** any run
  idle?: boolean;
  timeoutMs: number;
}

// WaitReply says whether the condition was met.
export interface WaitReply {
  met: boolean;
  waitedMs: number;
}

// ScreenshotCall takes a picture. Secrets are masked in the page first.
export interface ScreenshotCall {
  tab: string;
  place?: Place;
  fullPage: boolean;
  marks: Mark[];
}

// Mark draws a ref on its element.
export interface Mark {
  ref: string;
  place: Place;
}

// ScreenshotReply is a PNG in base64.
export interface ScreenshotReply {
  data: string;
  width: number;
  height: number;
}

// WhereCall asks which documents an act would touch: the frame's and those
// around it. Frame -1 means all of the tab's.
export interface WhereCall {
  tab: string;
  frame: number;
}

// WhereReply lists their committed URLs.
export interface WhereReply {
  urls: string[];
}

// HandoffCall puts a request to the person.
export interface HandoffCall {
  tab: string; // may be empty: any tab the person picks
  agent: string;
  reason: string;
  timeoutMs: number;
}

// HandoffReply is the person's answer.
export interface HandoffReply {
  granted: boolean;
  tab: string;
}

// Step is one act of an agent: the verb and what it needs. Value's meaning
// depends on the verb: the text of fill and type, the key of press, the options
// of select, the files of upload, "DX,DY", "top" or "bottom" of scroll, the URL
// of navigate, "accept" or "dismiss" of dialog, milliseconds never.
export interface Step {
  do: string;
  ref?: string;
  to?: string; // ref where a drag ends
  value?: Values;
  untilText?: string; // scroll until this text is on the page
  text?: string; // wait: text; dialog: prompt text
  gone?: string; // wait
  url?: string; // wait (glob), navigate
  idle?: boolean; // wait
  secret?: boolean; // the value is a secret: never echoed, the field stays marked
  timeoutMs?: number;
}
// HeaderAgent names the agent when a client dials (CANDID_AGENT, the MCP
// client's name); HeaderProgram its program. Both are for the audit log and
// for tab ownership, not for rights.
export const HeaderAgent = "Candid-Agent";
export const HeaderProgram = "Candid-Program";
// MaxRequest bounds one message of an agent to the host, in bytes. A text to
// fill may be a book: 3 MB with every character escaped must arrive. Larger
// would only let a mad client fill the memory.
export const MaxRequest = 16777216;

// Request is a JSON-RPC request. ID is a string or a number, echoed as it came.
export interface WireRequest {
  jsonrpc: string;
  id?: unknown;
  method: string;
  params?: unknown;
}

// Response is a JSON-RPC response. Its error's code is ErrorNumber of the
// Error in data. Type is "STEP_RESULT" on answers to act and batch.
export interface WireResponse {
  jsonrpc: string;
  id: unknown;
  type?: string;
  result?: unknown;
  error?: RPCError;
}

// RPCError is JSON-RPC's error object; Data is ours.
export interface RPCError {
  code: number;
  message: string;
  data?: WireError;
}
// Methods of the door. Notifications (method "event", params Event) come only
// to connections that called subscribe.
export const DoorStatus = "status"; // NoParams → StatusResult (of this browser)
export const DoorTabs = "tabs"; // NoParams → TabsResult
export const DoorOpen = "open"; // OpenParams → OpenResult
export const DoorSnapshot = "snapshot"; // SnapshotParams → SnapshotResult
export const DoorMore = "more"; // MoreParams → SnapshotResult
export const DoorFind = "find"; // FindParams → FindResult
export const DoorRead = "read"; // ReadParams → ReadResult
export const DoorDiff = "diff"; // DiffParams → DiffResult
export const DoorAct = "act"; // ActParams → ActResult
export const DoorBatch = "batch"; // BatchParams → BatchResult
export const DoorWait = "wait"; // WaitParams → WaitResult
export const DoorScreenshot = "screenshot"; // ScreenshotParams → ScreenshotResult
export const DoorHandoff = "handoff"; // HandoffParams → HandoffResult
export const DoorReload = "reload"; // NoParams → StatusResult; reloads the extension
export const DoorPause = "pause"; // NoParams → NoParams
export const DoorResume = "resume"; // NoParams → NoParams; only the person may
export const DoorSubscribe = "subscribe"; // SubscribeParams → NoParams
export const DoorActivity = "activity"; // NoParams → ActivityResult; the person's list of what agents did
export const DoorEcho = "echo"; // NoParams → NoParams; a round trip to the worker

// ActParams is one step.
export interface ActParams {
  tab?: string;
  step: Step;
  input?: string; // trusted (default) or dom
  diff?: boolean;
  settleMs?: number; // default 2000
  timeoutMs?: number;
  uploadRoots?: string[]; // folders the caller may upload from
}

// ActResult says what an act did.
export interface ActResult {
  action: string;
  tab: string;
  ref?: string;
  rebound?: string; // the new ref
  fallback?: string;
  navigated?: string;
  dialog?: Dialog;
  opened: OpenedTab[];
  downloads: Download[];
  scrolled?: boolean;
  x?: number;
  y?: number;
  moved?: boolean;
  value?: string;
  waited_ms?: number;
  file?: string;
  diff?: DiffResult;
  warnings?: string[];
}

// BatchParams is 1…20 steps, checked as a whole before the first runs.
export interface BatchParams {
  tab?: string;
  steps: Step[];
  input?: string;
  diff?: boolean;
  settleMs?: number;
  timeoutMs?: number;
  uploadRoots?: string[];
}

// BatchResult lists the steps that ran; Failed is the 1-based step that failed
// and Error why.
export interface BatchResult {
  steps: ActResult[];
  failed?: number;
  error?: WireError;
  warnings?: string[];
}

// WaitParams waits for one condition.
export interface WaitParams {
  tab?: string;
  text?: string;
  gone?: string;
  ref?: string;
  url?: string;
  idle?: boolean;
  timeoutMs?: number; // default 5000
}

// WaitResult says whether it was met. Not met is the error wait_timeout.
export interface WaitResult {
  met: boolean;
  waited_ms: number;
  warnings?: string[];
}

// ScreenshotParams takes a picture.
export interface ScreenshotParams {
  tab?: string;
  ref?: string;
  fullPage?: boolean;
  marks?: boolean;
}

// ScreenshotResult is the PNG in base64; the CLI writes it to File.
export interface ScreenshotResult {
  data?: string;
  file?: string;
  width: number;
  height: number;
  warnings?: string[];
}

// HandoffParams asks the person for a tab, or to do a step only a person can.
export interface HandoffParams {
  tab?: string;
  reason: string;
  timeoutMs?: number; // default 120000
}

// HandoffResult is the person's answer.
export interface HandoffResult {
  granted: boolean;
  tab?: string;
}

// BrowserStatus is one connected browser profile.
export interface BrowserStatus {
  id: string;
  name: string;
  version: string;
  connected: boolean;
  build: string;
  stale: boolean; // the running worker is not the build in its folder
  tabs: number;
  paused: boolean;
  host: string; // the host's build id
  pid: number; // the host's
}

// StatusResult lists browsers: one when a host answers, all when the CLI asks each.
export interface StatusResult {
  browsers: BrowserStatus[];
  warnings?: string[];
}

// TabsResult lists the tabs an agent may use; Private counts the others.
export interface TabsResult {
  tabs: Tab[];
  private: number;
  warnings?: string[];
}

// OpenParams opens a tab in the background.
export interface OpenParams {
  url: string;
  timeoutMs?: number; // default 15000
}

// OpenResult is where the tab is. Loaded false is not an error.
export interface OpenResult {
  tab: string;
  url: string;
  title: string;
  loaded: boolean;
  dialog?: Dialog;
  warnings?: string[];
}

// SubscribeParams turns notifications on. Empty: all kinds.
export interface SubscribeParams {
  events?: EventKind[];
}

// Activity is one line of the audit log: never page text, names or values.
export interface Activity {
  time: string; // RFC 3339
  agent: string;
  program?: string;
  pid?: number;
  tab?: string;
  site?: string;
  verb: string;
  result: string; // "ok" or an error code
}

// ActivityResult lists the latest acts, newest last.
export interface ActivityResult {
  entries: Activity[];
}

// Control is a control as --json lists it.
export interface Control {
  ref: string;
  role: string;
  name: string;
  clipped?: Clip;
  tag: string;
  type?: string;
  group?: string;
  description?: string;
  selector?: string;
  url?: string;
  value?: string;
  secret?: boolean;
  hasValue?: boolean; // of a secret
  reason: string;
  states: States;
  options?: WireOption[];
  optionCount?: number;
  frame?: string; // ref of the frame it is in
  shown: boolean;
}

// Clip says how much of a cut name is there.
export interface Clip {
  shown: number; // code points
  total: number;
}

// States are the states that apply; absent ones do not. Checked and Pressed
// are true, false or "mixed".
export interface States {
  checked?: Tri;
  selected?: boolean;
  expanded?: boolean;
  pressed?: Tri;
  disabled?: boolean;
  readonly?: boolean;
  required?: boolean;
  invalid?: boolean;
  focused?: boolean;
  current?: string;
  haspopup?: string;
  level?: number;
  multiple?: boolean;
}

// FindParams searches the kept ledger of the agent's last snapshot of the tab
// (or Snapshot); without one a snapshot is taken first.
export interface FindParams {
  tab?: string;
  snapshot?: string;
  text: string;
  regex?: boolean;
  role?: string;
  budget?: number;
  fresh?: boolean; // walk again first
}

// FindResult lists matches in reading order.
export interface FindResult {
  snapshot: string;
  matches: Match[];
  total: number; // matches there are; more than len(Matches) when the budget cut
  searched: Searched;
  text: string;
  warnings?: string[];
}

// Match is one line that matched, where it stands, and whether the last
// snapshot printed it.
export interface Match {
  ref?: string; // of the control, the region or the block of text
  line: string;
  context: string[];
  path: string[];
  shown: boolean;
}

// Searched says what a search covered.
export interface Searched {
  complete: boolean;
  controls: number;
  chars: number;
}

// ReadParams asks for one element whole.
export interface ReadParams {
  tab?: string;
  ref: string;
  budget?: number;
}

// ReadResult is one element.
export interface ReadResult {
  ref: string;
  role: string;
  name: string;
  text: string;
  truncated: boolean;
  value?: string;
  secret?: boolean;
  attributes: Record<string, string>;
  options?: WireOption[];
  warnings?: string[];
}

// DiffParams compares the page now with a kept snapshot (the agent's last of
// the tab when Since is empty).
export interface DiffParams {
  tab?: string;
  since?: string;
  budget?: number;
}

// DiffResult is what changed, as lines of the outline.
export interface DiffResult {
  snapshot: string;
  since: string;
  added: string[];
  removed: string[];
  changed: Change[];
  complete: boolean;
  text: string;
  warnings?: string[];
}

// Change is a line that reads differently now.
export interface Change {
  before: string;
  after: string;
}

// SnapshotParams asks for a view of a tab. Zero values mean the defaults.
export interface SnapshotParams {
  tab?: string;
  view?: string; // outline, controls, content, page
  preset?: string; // compact, full, wide, head
  budget?: number; // our estimate of tokens, 300…40000
  reserve?: number; // tokens of the budget that the transport adds around Text
  nameChars?: number;
  within?: string; // ref or CSS selector
  frame?: string; // ref of a frame
  depth?: number;
  all?: boolean;
  urls?: boolean;
  fold?: boolean;
  diagnose?: boolean;
  controls?: boolean; // fill SnapshotResult.Controls
  voice?: string; // next moves in the words of "cli" (default) or "mcp"
  timeoutMs?: number;
}

// SnapshotResult is a view and what it holds and lacks.
export interface SnapshotResult {
  snapshot: string; // id, for more, find and diff
  tab: string;
  url: string;
  title: string;
  view: string;
  loaded: boolean;
  complete: boolean;
  truncated: boolean;
  text: string;
  tokens: Tokens;
  count: Count;
  omittedControls: number;
  controls?: Control[];
  omitted: Omitted[];
  cuts: Cuts;
  unseen: Unseen[];
  cursor?: string;
  spill?: string;
  warnings: string[];
  diagnosis?: Diagnosis;
  stages?: Timing;
}

// Tokens are our estimate of Text and the budget it was held to.
export interface Tokens {
  estimate: number;
  budget: number;
}

// Count counts controls in scope, controls printed and lines of Text.
export interface Count {
  controls: number;
  shown: number;
  lines: number;
}

// Cuts counts what was cut at its ceiling and marked in place.
export interface Cuts {
  names: number;
  values: number;
  options: number;
}

// Omitted is a region that is left out wholly or in part.
export interface Omitted {
  ref?: string; // for --within
  label: string;
  controls: number;
  chars: number;
  cursor: string; // more CURSOR prints it
}

// Unseen is something on the page that a snapshot cannot hold.
export interface Unseen {
  kind: UnseenKind;
  label: string;
  count: number;
  ref?: string;
}

// MoreParams continues a cut answer from the kept ledger.
export interface MoreParams {
  cursor: string;
  budget?: number;
  reserve?: number;
  voice?: string;
}

// Timing are the stages of a snapshot in milliseconds.
export interface Timing {
  frames: number;
  inject: number;
  walk: number;
  join: number;
  native: number;
  decode: number;
  view: number;
  total: number;
}

// Diagnosis is the checklist of --diagnose, per frame.
export interface Diagnosis {
  frames: FrameDiagnosis[];
}

// FrameDiagnosis tells why a frame's part of a snapshot looks as it does.
export interface FrameDiagnosis {
  frame: string; // "top" or the frame's ref and URL
  controls: number;
  lengths: Bin[]; // name lengths, most frequent first
  ceiling: number;
  atCeiling: number;
  binding: boolean; // the ceiling is still binding
  estimate: number;
  roleless: number;
  pointer: number;
  unread?: string; // why it was not read
}

// Bin is a name length and how many names have it.
export interface Bin {
  length: number;
  count: number;
}
// What to do about an error that nobody foresaw: where it is ours the person
// can only tell us, where it is the machine's the doctor finds the cause.
export const HintDefect = "this is a defect of Candid; please report it";
export const HintDoctor = "run: candid doctor";

// Error is what every failing call answers: a stable code, what happened, and
// in Hint what to do next. It implements error.
export interface WireError {
  code: Code;
  message: string;
  hint?: string;
  dialog?: Dialog; // with dialog_open
  candidates?: Candidate[]; // what may have been meant
  steps?: ActResult[]; // with a failed batch: what ran
  failed?: number; // with a failed batch: 1-based step
}

// Candidate is something that may have been meant: a ref, a tab, an option.
export interface Candidate {
  ref?: string;
  tab?: string;
  label: string;
}

// Code is a stable, lower snake_case error code. The list is append-only.
export type Code =
  | "usage"
  | "no_browser"
  | "ambiguous_browser"
  | "browser_gone"
  | "reconnecting"
  | "version_mismatch"
  | "timeout"
  | "cancelled"
  | "busy"
  | "internal"
  | "not_supported"
  | "tab_not_found"
  | "tab_private"
  | "tab_crashed"
  | "tab_discarded"
  | "ambiguous_tab"
  | "no_tab"
  | "restricted_page"
  | "scheme_blocked"
  | "bad_url"
  | "error_page"
  | "denied_by_policy"
  | "paused"
  | "dialog_open"
  | "no_dialog"
  | "handoff_refused"
  | "frame_gone"
  | "frame_timeout"
  | "frame_failed"
  | "snapshot_failed"
  | "snapshot_gone"
  | "bad_cursor"
  | "stale_ref"
  | "changed_ref"
  | "unknown_ref"
  | "selector_bad"
  | "selector_not_found"
  | "selector_ambiguous"
  | "covered"
  | "disabled"
  | "readonly"
  | "not_visible"
  | "not_stable"
  | "wrong_control"
  | "bad_value"
  | "value_not_kept"
  | "option_not_found"
  | "option_ambiguous"
  | "option_disabled"
  | "input_not_delivered"
  | "debugger_blocked"
  | "needs_trusted_input"
  | "upload_denied"
  | "file_not_found"
  | "wait_timeout"
  | "unauthorized"
  | "forbidden"
  | "too_large";

// The codes.
export const CodeUsage = "usage";
export const CodeNoBrowser = "no_browser";
export const CodeAmbiguousBrowser = "ambiguous_browser";
export const CodeBrowserGone = "browser_gone";
export const CodeReconnecting = "reconnecting";
export const CodeVersionMismatch = "version_mismatch";
export const CodeTimeout = "timeout";
export const CodeCancelled = "cancelled";
export const CodeBusy = "busy";
export const CodeInternal = "internal";
export const CodeNotSupported = "not_supported";
export const CodeTabNotFound = "tab_not_found";
export const CodeTabPrivate = "tab_private";
export const CodeTabCrashed = "tab_crashed";
export const CodeTabDiscarded = "tab_discarded";
export const CodeAmbiguousTab = "ambiguous_tab";
export const CodeNoTab = "no_tab";
export const CodeRestrictedPage = "restricted_page";
export const CodeSchemeBlocked = "scheme_blocked";
export const CodeBadURL = "bad_url";
export const CodeErrorPage = "error_page";
export const CodeDeniedByPolicy = "denied_by_policy";
export const CodePaused = "paused";
export const CodeDialogOpen = "dialog_open";
export const CodeNoDialog = "no_dialog";
export const CodeHandoffRefused = "handoff_refused";
export const CodeFrameGone = "frame_gone";
export const CodeFrameTimeout = "frame_timeout";
export const CodeFrameFailed = "frame_failed";
export const CodeSnapshotFailed = "snapshot_failed";
export const CodeSnapshotGone = "snapshot_gone";
export const CodeBadCursor = "bad_cursor";
export const CodeStaleRef = "stale_ref";
export const CodeChangedRef = "changed_ref";
export const CodeUnknownRef = "unknown_ref";
export const CodeSelectorBad = "selector_bad";
export const CodeSelectorMissing = "selector_not_found";
export const CodeSelectorAmbig = "selector_ambiguous";
export const CodeCovered = "covered";
export const CodeDisabled = "disabled";
export const CodeReadonly = "readonly";
export const CodeNotVisible = "not_visible";
export const CodeNotStable = "not_stable";
export const CodeWrongControl = "wrong_control"; // the verb does not fit this control
export const CodeBadValue = "bad_value"; // the control cannot hold the value
export const CodeValueNotKept = "value_not_kept"; // the page changed it back or cut it
export const CodeOptionNotFound = "option_not_found";
export const CodeOptionAmbiguous = "option_ambiguous";
export const CodeOptionDisabled = "option_disabled";
export const CodeInputNotDelivered = "input_not_delivered";
export const CodeDebuggerBlocked = "debugger_blocked"; // another debugger or a policy
export const CodeNeedsTrusted = "needs_trusted_input"; // --input dom cannot do this
export const CodeUploadDenied = "upload_denied";
export const CodeFileNotFound = "file_not_found";
export const CodeWaitTimeout = "wait_timeout";
export const CodeUnauthorized = "unauthorized";
export const CodeForbidden = "forbidden";
export const CodeTooLarge = "too_large";
// hiddenChars is the length from which a value is taken for a secret: codes and
// tokens are long, and "code=US" is a country.
// hiddenValue stands for a secret in an address.
// The ledger: one frame's page as one string, made by the page, passed through
// the worker unread, decoded by host/internal/page. It lists what the page
// holds in reading order (the flattened tree: slots, shadow roots, aria-owns),
// one row a line:
//
// 	row    = break op *( TAB field ) LF
// 	break  = "0" | "1" | "2" | "3" | "4"
// 	op     = one of the Op constants
//
// Trailing empty fields are left out. Inside fields, white space is collapsed
// to single spaces by the page; where a line break matters (values, pre) it is
// a CR. TAB and LF never occur inside a field. Other control and invisible
// characters pass: the host removes, escapes and counts them.
//
// break says how the row follows what was printed before it: 0 joined without
// a space ("High" + "light"), 1 on the same line after a space, 2 on a new line
// (br), 3 in a new block, 4 in a new table cell.
//
// Rows, with their fields:
//
// 	t flags text key           visible text. flags: see TextFlags. key only with flag n.
// 	c key role tag type flags name [x=value…]   a control without content rows
// 	k (as c)                   a control whose visible text is exactly its name
// 	C (as c)                   a control with content: the rows up to its ")" lie inside it
// 	o flags value label group  an option of the select control just before; flags S selected, D disabled
// 	( kind key name tag flags  opens a structure, closed by ")"
// 	)                          closes the innermost open "(" or "C"
// 	f key index tag flags name url   a child frame stands here; index i means window[i]
// 	u key kind label count     an unseen thing: kinds in the UnseenKind constants
// 	-                          an empty table cell
// 	p class                    the rows from here on have this priority class (1…5); 5 at the start
// 	x key label controls chars rows left out here because the ledger reached MaxLedger
//
// Keys are positive decimal integers given out by the page, one a node, never
// reused in a document; an empty key means that the node has none yet.
export const OpText = "t";
export const OpControl = "c";
export const OpSelf = "k";
export const OpContent = "C";
export const OpOption = "o";
export const OpOpen = "(";
export const OpClose = ")";
export const OpFrame = "f";
export const OpUnseen = "u";
export const OpEmpty = "-";
export const OpClass = "p";
export const OpLeftOut = "x";
export const BreakNone = "0";
export const BreakSpace = "1";
export const BreakLine = "2";
export const BreakBlock = "3";
export const BreakCell = "4";
// MaxLedger bounds the ledgers of a snapshot, in UTF-16 units; the page may
// send more than this in bytes only for text outside ASCII. Smaller: ordinary
// long pages would need a second walk for find and more. Larger: native
// messaging needs over 150 ms (26 MB: 444 ms, measured).
export const MaxLedger = 8388608;
// TextFlags are the letters in a text row's flags.
//
// 	n  the words are part of the name of the control whose key follows (its
// 	   content or its label): views that print the name do not print them again
// 	h  hidden from people (opacity 0, clipped, off-screen, 1 px, same colour):
// 	   kept only when WalkArgs.Hidden asks for it, else dropped and counted
// 	a  under aria-hidden="true"
// 	H  in a header cell
// 	g  the words are the group (question) of the radios or checkboxes that follow
// 	G  a graphic's own words (alternative text, a gauge's value), which nobody
// 	   reads on the screen: only the outline prints them
export const TextFlags = "nhaHgG";
// ControlFlags are the letters in a control row's flags. Absent: the state
// does not apply.
//
// 	K k m  checked true, false, "mixed"
// 	S s    selected true, false
// 	E e    expanded true, false
// 	P p q  pressed true, false, "mixed"
// 	D disabled  R readonly  Q required  I invalid  F focused
// 	C current   U multiselectable (a listbox or select that takes several)
// 	X secret: the value is never told
// 	V a secret field holds a value
// 	N the name comes from the control's own content
export const ControlFlags = "KkmSsEePpqDRQIFCUXVN";
// Attribute names of the "x=value" fields of a control row.
//
// 	v value          l total code points of a clipped name   w the same of a clipped value
// 	d description    g group        r reason (why it counts: see Reasons)
// 	h haspopup       L level        s selector   u URL of a link (when WalkArgs.URLs)
// 	n total number of options of a select when some were not sent
// 	c current's word (page, step, date, time, location)
// 	b key of the structure (popup, listbox) that the control's aria-controls names and that is open
// 	p placeholder where it is not the name
// 	i what the page's code calls it (icon, action, field, id) where it has neither name nor placeholder
export const ControlAttributes = "vlwdgrhLsuncbpi";
// Reasons say why a node counts as a control.
export const ReasonRole = "role";
export const ReasonNative = "native";
export const ReasonOnclick = "onclick";
export const ReasonCursor = "cursor";
export const ReasonTabindex = "tabindex";
export const ReasonLabel = "label"; // the label of a form control that is not rendered
export const ReasonEditable = "editable";
export const ReasonDraggable = "draggable";
// Structure kinds: "(" rows. Landmarks use their role. Headings h1…h6.
// Flags: m modal dialog that is open; H header row; p popup layer.
//
// 	banner navigation main complementary contentinfo region search form
// 	h1 h2 h3 h4 h5 h6
// 	dialog alertdialog article group toolbar menu menubar listbox tree tablist radiogroup
// 	list item table row figure details label
// 	block   a content block (p, li, td, div with text of its own …): only with WalkArgs.Blocks; tag says which
export const StructureKinds = "banner navigation main complementary contentinfo region search form h1 h2 h3 h4 h5 h6 dialog alertdialog article group toolbar menu menubar listbox tree tablist radiogroup list item table row figure details label block";
// Frame flags: i inert, m behind a modal, h hidden (not rendered, visibility or
// zero size), a under aria-hidden. The host applies them to everything inside.
export const FrameFlags = "imha";

// UnseenKind names what a snapshot cannot read.
export type UnseenKind =
  | "canvas"
  | "video"
  | "embed"
  | "frame"
  | "list"
  | "scroll"
  | "modal"
  | "hidden"
  | "internals";

// The kinds of unseen things.
export const UnseenCanvas = "canvas";
export const UnseenVideo = "video";
export const UnseenEmbed = "embed"; // PDF, object, plug-in
export const UnseenFrame = "frame"; // refused, timed out, gone, denied: made by worker and host; by the page for one that has yet to begin to load
export const UnseenList = "list"; // aria-setsize or aria-rowcount beyond the rows present; count = missing
export const UnseenScroll = "scroll"; // a scroll container whose content grows (virtual list); count = px below
export const UnseenModal = "modal"; // controls behind an open modal; count = controls
export const UnseenHidden = "hidden"; // text hidden from people; count = characters; made from WalkResult.Hidden
export const UnseenInternal = "internals"; // custom elements whose role only ElementInternals may know

// WalkArgs are the limits and wishes of a walk; the page holds no number of its own.
export interface WalkArgs {
  nameChars: number; // code points of a name that are sent
  valueChars: number; // code points of a value that are sent
  options: number; // options sent of one select (chosen ones always are)
  blocks: boolean; // content blocks get a row and a key
  selectors: boolean; // controls carry a CSS selector
  urls: boolean; // links carry their URL
  hidden: boolean; // send hidden text too, flagged h
  within: number; // key of the element to walk, 0 for the document
  nonce: string; // the document's, when Within is set
  timeMs: number; // the walk stops after so long and says so
  maxChars: number; // ledger size limit (MaxLedger)
}

// WalkResult is what the page answers.
export interface WalkResult {
  ok: boolean;
  stale?: boolean; // another document than Nonce says: nothing was done
  missing?: boolean; // page code absent or of another build
  error?: string;
  nonce: string;
  index: number; // i with parent[i] === window; -1 for the top
  children?: number[]; // the indexes of the frames that are on the page, -1 for each in a shadow tree; the worker's
  ledger: string;
  gone: number[]; // keys whose nodes have left the document since the last walk
  timedOut: boolean;
  partial: boolean; // MaxChars was reached: "x" rows say where
  elements: number;
  hidden: number; // characters of text hidden from people that were dropped
  icons: number; // icon ligatures and private-use glyphs dropped
  roleless: number; // elements without a role that had text of their own
  pointer: number; // of these, with a pointer hint
  walkMs: number;
  joinMs: number; // making the one string
}

// ResolveCall finds a CSS selector over the top document, its open shadow roots
// and then the frames. Frame -1 means all frames.
export interface ResolveCall {
  tab: string;
  selector: string;
}

// ResolveReply is the place of the one match. Count is how many there were;
// the place is only meaningful when it is 1.
export interface ResolveReply {
  count: number;
  place: Place;
  error?: string; // a selector that does not parse
}

// Place is a node: a frame's document and a key in it.
export interface Place {
  frame: number;
  nonce: string;
  key: number;
  expect?: Expect; // what it was when its ref was printed
}
// WordGap stands, in the words of a structure that an act compares, for what is
// not among them: a control, a frame, hidden text.
export const WordGap = "￼";

// Expect is what a ref was printed for; rechecked in the turn of the act.
export interface Expect {
  role: string;
  name: string; // as sent by the walk
  tag: string;
  type: string;
  region: string; // kind and name of the innermost landmark or dialog around it: "main", `dialog "Delete?"`
  unique: boolean; // no other control of the same ledger had all of these
  total?: number; // code points of the whole name when Name was cut
}

// ReadCall asks for one element whole.
export interface ReadCall {
  tab: string;
  place: Place;
  chars: number; // limit of the text
}

// ReadReply is one element.
export interface ReadReply {
  ok: boolean;
  stale?: boolean;
  missing?: boolean;
  error?: WireError;
  role: string;
  name: string;
  text: string;
  textChars: number; // code points there are
  value?: string;
  secret?: boolean;
  attributes: Record<string, string>;
  options?: WireOption[];
}

// Option is an option of a select.
export interface WireOption {
  value: string;
  label: string;
  selected: boolean;
  disabled: boolean;
  group?: string;
}

// Hello is the worker's first message on a port.
export interface Hello {
  type: "hello"; // "hello"
  protocol: number;
  build: string; // build id compiled into the running worker
  diskBuild: string; // build id in the extension's folder now; differs when the worker is stale
  profile: string; // random id kept in storage.local, one a profile
  browser: Browser;
  paused: boolean;
}

// Browser names the program the worker runs in.
export interface Browser {
  name: string; // "Chromium", "Google Chrome", "Microsoft Edge", "Brave"
  version: string; // full version
}

// Welcome answers Hello. ShareAll is set for a managed browser, all of whose
// tabs are shared. Error is set (and the port closed) on a version mismatch.
export interface Welcome {
  type: "welcome"; // "welcome"
  protocol: number;
  build: string; // the host's own build id
  shareAll: boolean;
  error?: WireError;
}

// Call asks the worker to run a method (see the Method constants).
export interface Call {
  type: "call"; // "call"
  id: string;
  method: string;
  params: unknown;
  deadlineMs: number; // milliseconds from arrival
}

// Cancel tells the worker that nobody waits for the call any more.
export interface Cancel {
  type: "cancel"; // "cancel"
  id: string;
}

// Chunk carries a part of a message that is over MaxToExtension: the JSON text
// of that message, cut on code point borders. Seq counts from 0.
export interface Chunk {
  type: "chunk"; // "chunk"
  id: string;
  seq: number;
  last: boolean;
  data: string;
}

// Reply ends a Call: Result or Error.
export interface Reply {
  type: "reply"; // "reply"
  id: string;
  result?: unknown;
  error?: WireError;
}

// Event tells the host what happened without having been asked.
export interface WireEvent {
  type: "event"; // "event"
  event: EventKind;
  tab?: string;
  frame?: number;
  document?: string; // Chrome's documentId
  url?: string; // only of tabs that are shared
  dialog?: Dialog;
  paused?: boolean;
  granted?: boolean; // with handoff_answered
  opener?: string; // tab that opened this tab
}

// EventKind names an Event.
export type EventKind =
  | "tab_opened"
  | "tab_navigated"
  | "tab_closed"
  | "tab_replaced"
  | "tab_shared"
  | "tab_unshared"
  | "dialog"
  | "dialog_closed"
  | "paused"
  | "resumed"
  | "handoff_answered";

// The events. Documents are suspended when hidden in the back/forward cache;
// the host learns that one is gone when its nonce is no longer reported.
export const EventTabOpened = "tab_opened";
export const EventTabNavigated = "tab_navigated";
export const EventTabClosed = "tab_closed";
export const EventTabReplaced = "tab_replaced";
export const EventTabShared = "tab_shared";
export const EventTabUnshared = "tab_unshared";
export const EventDialog = "dialog";
export const EventDialogClosed = "dialog_closed";
export const EventPaused = "paused";
export const EventResumed = "resumed";
export const EventHandoff = "handoff_answered";

// Ask is a question of the extension's own pages (popup, side panel) to the
// host, carried by the worker: a door method with the person as the agent.
export interface Ask {
  type: "ask"; // "ask"
  id: string;
  method: string;
  params: unknown;
}

// Answer ends an Ask.
export interface Answer {
  type: "answer"; // "answer"
  id: string;
  result?: unknown;
  error?: WireError;
}
// Methods of the worker, called by the host.
export const MethodTabs = "tabs"; // NoParams → TabsReply
export const MethodOpen = "open"; // OpenCall → TabReply
export const MethodNavigate = "navigate"; // NavigateCall → TabReply
export const MethodClose = "close"; // TabCall → TabReply
export const MethodActivate = "activate"; // TabCall → TabReply
export const MethodLease = "lease"; // LeaseCall → LeaseReply
export const MethodSnapshot = "snapshot"; // SnapshotCall → SnapshotReply
export const MethodResolve = "resolve"; // ResolveCall → ResolveReply
export const MethodRead = "read"; // ReadCall → ReadReply
export const MethodAct = "act"; // ActCall → ActReply
export const MethodDialog = "dialog"; // DialogCall → TabReply
export const MethodWait = "wait"; // WaitCall → WaitReply
export const MethodScreenshot = "screenshot"; // ScreenshotCall → ScreenshotReply
export const MethodWhere = "where"; // WhereCall → WhereReply
export const MethodHandoff = "handoff"; // HandoffCall → HandoffReply
export const MethodDisk = "disk"; // NoParams → DiskReply
export const MethodReload = "reload"; // NoParams → NoParams; runtime.reload() follows the reply
export const MethodEcho = "echo"; // NoParams → NoParams; the round trip of doctor and bench
export const MethodPause = "pause"; // PauseCall → NoParams; the worker keeps and shows the state

// NoParams is the empty object.
export type NoParams = Record<string, never>;

// Tab is a tab as an agent may see it. Private tabs are only counted.
export interface Tab {
  tab: string;
  url: string;
  title: string;
  active: boolean; // the tab the person looks at
  owner: string; // agent that opened it, "" for the person's
  shared: boolean;
}

// TabsReply lists the shared tabs.
export interface TabsReply {
  tabs: Tab[];
  private: number;
}

// PauseCall stops agents, or lets them go on. The worker keeps it over restarts
// and sends EventPaused or EventResumed when it changes.
export interface PauseCall {
  paused: boolean;
}

// TabCall names a tab.
export interface TabCall {
  tab: string;
}

// OpenCall opens a tab in the background, in the Candid group.
export interface OpenCall {
  url: string;
  owner: string;
  timeoutMs: number;
}

// NavigateCall moves a tab. To is "url", "back", "forward" or "reload".
export interface NavigateCall {
  tab: string;
  to: string;
  url?: string;
  timeoutMs: number;
}

// TabReply says where a tab is. Loaded is false when Timeout passed first.
export interface TabReply {
  tab: string;
  url: string;
  title: string;
  loaded: boolean;
  dialog?: Dialog;
}

// LeaseCall asks for ref numbers of a tab; the worker writes the new end to
// storage.local before it answers, so no number is ever handed out twice.
export interface LeaseCall {
  tab: string;
  count: number;
}

// LeaseReply grants the numbers From … To-1.
export interface LeaseReply {
  from: number;
  to: number;
}

// DiskReply says which build lies in the extension's folder now.
export interface DiskReply {
  build: string;
  diskBuild: string;
}

// Dialog is a JavaScript dialog that is open.
export interface Dialog {
  type: string; // alert, confirm, prompt, beforeunload
  message: string;
}

// SnapshotCall asks for the ledgers of a tab's frames. Frame restricts it to
// one frame and its children (-1: all).
export interface SnapshotCall {
  tab: string;
  frame: number;
  walk: WalkArgs;
  perFrameMs: number; // deadline of each frame's call
}

// SnapshotReply carries one FrameLedger a frame, the main frame first.
export interface SnapshotReply {
  tab: string;
  url: string;
  title: string;
  loaded: boolean;
  frames: FrameLedger[];
  stages: Stages;
}

// Stages are the worker's own times of a snapshot, in milliseconds.
export interface Stages {
  frames: number; // listing the frames
  inject: number; // from the first call to the last answer
}

// FrameLedger is what one frame answered. Error is set when it did not: it
// then becomes an unseen entry with that reason.
export interface FrameLedger {
  frame: number; // Chrome's frameId; 0 is the main frame
  parent: number; // frameId of the parent, -1 for the main frame
  url: string; // committed URL
  document: string;
  error?: WireError;
  walk?: WalkResult;
}
// Methods of the door for the panel.
export const DoorHighlight = "highlight"; // HighlightParams → NoParams
export const DoorLocate = "locate"; // LocateParams → LocateResult
// MethodHighlight outlines an element on the page: HighlightCall → NoParams.
export const MethodHighlight = "highlight";

// HighlightParams names the ref to outline; "" takes the outline away.
export interface HighlightParams {
  tab: string;
  ref: string;
}

// HighlightCall is HighlightParams for the worker; without a place the outline
// goes away.
export interface HighlightCall {
  tab: string;
  place?: Place;
}

// LocateParams is a node that the person pointed at and the nodes around it,
// innermost first.
export interface LocateParams {
  tab: string;
  places: Place[];
}

// LocateResult is the ref that was printed for the first of them that has one.
export interface LocateResult {
  ref: string;
}

// SpotArgs asks a frame to outline a node; key 0 takes the outline away.
export interface SpotArgs {
  nonce: string;
  key: number;
}

// SpotResult says whether the outline is drawn.
export interface SpotResult {
  ok: boolean;
  stale?: boolean;
  shown: boolean;
}

// PickArgs lets the person point at an element of the frame, or calls it off.
export interface PickArgs {
  on: boolean;
}

// PickResult is where they pointed: the keys of the element and of those
// around it, innermost first; none when it was called off.
export interface PickResult {
  ok: boolean;
  nonce: string;
  keys: number[];
}
// The numbers of JSON-RPC errors. Clients should look at data.code, which says
// more and never changes meaning.
export const RPCParse = -32700;
export const RPCInvalid = -32600;
export const RPCParams = -32602;
export const RPCInternal = -32603;
export const RPCFailed = -32000;
// CancelMethod is the notification that nobody waits for a request any more.
// Its parameters are CancelParams.
export const CancelMethod = "$/cancel";

// CancelParams names the request.
export interface CancelParams {
  id: unknown;
}
// EventMethod is the notification that carries an Event to subscribers.
export const EventMethod = "event";
// StepResult is the type of answers to act and batch.
export const StepResult = "STEP_RESULT";
// MaxDepth bounds how deep JSON may nest in any message. Ours nest 8 deep; Go's
// decoder would follow 10,000.
export const MaxDepth = 64;

// AimArgs asks the page to find a node again, check that it is the one printed
// and that it can be acted on, bring it into view and say where to press.
export interface AimArgs {
  nonce: string;
  key: number;
  expect?: Expect;
  verb: string;
  guard: number; // id of the guard to arm on the element; 0: none
  waitMs: number; // how long to wait for an element that is not ready
  hit: string; // "strict": covered is refused; "own": its own editor may cover it; "none"
  trust: boolean; // trusted input follows
  hover: boolean; // answer soon when it is covered: the mouse comes, and it is asked again
  skip: number; // how many points of it the frames around, or the mouse, found covered
  // Outline is the label of the outline that shows the person what is operated; "" for none.
  outline: string;
  // Edit is carried out on the element at once, in the same turn; its Key is not read.
  edit?: EditArgs;
}

// AimResult says where the element is and what it is.
export interface AimResult {
  ok: boolean;
  stale?: boolean;
  error?: WireError;
  key: number;
  rebound?: Expect; // set when Key took the place of the node asked for
  x: number; // in CSS pixels of the frame's viewport
  y: number;
  width: number; // the frame's viewport
  height: number;
  index: number; // of this frame in its parent, -1 for the top
  leads: boolean; // a link or a submit button: a navigation may follow
  zero: boolean; // no size of its own: only a DOM click reaches it
  field: string; // how it is filled: text, value, editor, select, file, check, radio or none
  checked: string; // true, false, mixed or ""
  secret: boolean;
  box: Rect;
  // Edit is the answer to the edit that was asked for.
  edit?: EditResult;
}

// Rect is a rectangle in CSS pixels of a viewport.
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

// PassArgs asks a parent frame whether a point reaches one of its frames.
export interface PassArgs {
  nonce: string; // "" the first time
  index: number; // the child is window[Index]; -1 for one in a shadow tree, which
  child: string; // the nonce of its document and
  url: string; // its address tell
  x: number;
  y: number;
  look: boolean; // only say whether the frame can be used, do not test the point
}

// PassResult is the parent's record of a frame element. Scrolled says that the
// point was out of view and that the parent was scrolled: measure again.
export interface PassResult {
  ok: boolean;
  stale?: boolean;
  error?: WireError;
  nonce: string;
  index: number; // of this frame in its own parent, -1 for the top
  width: number;
  height: number;
  scrolled: boolean;
}

// GuardArgs reads an armed guard. Off removes it.
export interface GuardArgs {
  nonce: string;
  guard: number;
  off: boolean;
  hold?: boolean; // a press follows: keep the page still until it comes
  // Until is what the guard waits for in the page, at most WaitMs: "mouse" is any
  // input; "click" is the click of the last of Ups presses, "over" also what the
  // page does in it, both at most LateMs after the first. The guard is then
  // removed, if the presses met the element.
  until?: string;
  ups?: number;
  lateMs?: number;
  waitMs?: number;
}

// GuardResult is what the guard heard. Moved says that the element is no longer
// where it was aimed at.
export interface GuardResult {
  ok: boolean;
  stale?: boolean;
  heard: boolean; // input arrived in this frame
  hit: boolean; // it arrived in the element, its label or something in it
  by: string; // what it arrived in instead
  moved: boolean;
  down: boolean; // a press arrived
  // Idle says that the click has come and that no form is submitted because of it:
  // the page prevented that, or the form is not valid.
  idle?: boolean;
  // Lost says that the page moved the element away under the press, which took
  // the keyboard from a field, so that no click came of it.
  lost?: boolean;
  // Changed says that the element was another when the press came, which was kept from it.
  changed?: boolean;
  // Outward is the address of a link out of the browser that was not followed.
  outward?: string;
  gone: boolean; // the element has left the document
  key: number; // of the element, or of the one that took its place meanwhile
  // Rebound is what that one is; absent when it is the element aimed at.
  rebound?: Expect;
}

// EditArgs asks the page to write a value, or to prepare a field so that the
// worker's keys write it.
export interface EditArgs {
  nonce: string;
  key: number;
  mode: string; // one of the modes of the page's edit.ts
  values: string[];
  secret: boolean;
  // Until is the event that the mode typed waits for, at most WaitMs.
  until?: string;
  waitMs?: number;
  // Turn names a write and what is asked about it.
  turn?: number;
}

// EditResult tells how far the edit got. Type asks the worker to insert the
// text itself as trusted input.
export interface EditResult {
  ok: boolean;
  stale?: boolean;
  error?: WireError;
  type: boolean;
  all: boolean; // select everything with the keyboard first: an editor that owns its model
  lines: boolean; // line breaks must be typed as Enter
  held?: string;
  kept: boolean;
  heard: boolean;
  focused: boolean;
  clicks: number[]; // options of a custom listbox to be clicked
  open: boolean; // a custom listbox must be opened first, by a click on it
  proxy: boolean; // the field only takes the keys for an editor that draws the text itself
}

// ScrollArgs scrolls an element's container (Key 0: the page).
export interface ScrollArgs {
  nonce: string;
  key: number;
  dx: number;
  dy: number;
  to: string; // "", top or bottom
  until: string;
  timeMs: number;
}

// ScrollReply is where it ended.
export interface ScrollReply {
  ok: boolean;
  stale?: boolean;
  error?: WireError;
  x: number;
  y: number;
  moved: boolean;
  found: boolean;
  end: boolean;
}

// SettleArgs waits until nothing has changed for QuietMs, at most TimeMs.
export interface SettleArgs {
  nonce: string;
  quietMs: number;
  timeMs: number;
}

// SettleResult says whether the page came to rest.
export interface SettleResult {
  ok: boolean;
  stale?: boolean;
  settled: boolean;
  loading: boolean;
}

// Condition is a wait condition, asked of one frame. Nonce goes with Key.
export interface Condition {
  nonce: string;
  key: number; // 0: none
  text: string;
  gone: string;
  idle: boolean;
}

// Standing says which of a Condition's parts hold in the frame.
export interface Standing {
  ok: boolean;
  stale?: boolean;
  text: boolean; // the text is on the page
  gone: boolean; // the text that should go is still there
  visible: boolean; // the element is there and visible
  idle: boolean; // complete, and unchanged since the last question
}

// VeilArgs covers the secrets of a frame for a picture, and draws marks.
export interface VeilArgs {
  nonce: string;
  on: boolean;
  marks: MarkSpot[];
  full: boolean;
}

// MarkSpot is a mark to be drawn on a node of the frame.
export interface MarkSpot {
  key: number;
  label: string;
}

// VeilResult says how many fields are covered.
export interface VeilResult {
  ok: boolean;
  stale?: boolean;
  nonce: string;
  count: number;
}

// FileArgs asks which file input an element stands for.
export interface FileArgs {
  nonce: string;
  key: number;
  files: string[];
  // Drop is "listen" before files are dropped on the element, "taken" afterwards,
  // and "" when it is only asked which input the element stands for.
  drop: string;
}

// FileResult is what a file input takes, found from the element asked for.
export interface FileResult {
  ok: boolean;
  stale?: boolean;
  error?: WireError;
  key: number; // of the file input, 0 when the element only opens a chooser
  accept: string;
  multiple: boolean;
  disabled: boolean;
  taken: boolean; // the page took what was dropped
}

// DOMArgs carries out a verb with the page's own events: not trusted.
export interface DOMArgs {
  nonce: string;
  key: number;
  verb: string;
  text: string;
}

// DOMResult is the answer to DOMArgs.
export interface DOMResult {
  ok: boolean;
  stale?: boolean;
  error?: WireError;
  // Outward is the address of a link out of the browser that was not followed.
  outward?: string;
}

// Tri is a state with three values, written in JSON as true, false or "mixed".
export type Tri = boolean | "mixed";
// The values of a Tri.

// Values is a list of strings that JSON may also write as one string, as
// {"value":"x"} and {"value":["x","y"]} do in batch lines. It is always
// written as a list.
export type Values = string[];
// Version is the protocol version. The worker's hello and the host's welcome
// carry it; two sides with different versions refuse each other, naming both.
export const Version = 1;
// Release is the product's version: manifest, binary and CHANGELOG agree on it.
export const Release = "0.1.0";
// NativeHost is the native messaging host's name, as manifests spell it.
export const NativeHost = "dev.candid.host";
// ExtensionKey is the manifest "key": the public key that fixes the
// extension's id, so that allowed_origins in host manifests never changes.
export const ExtensionKey = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArFlnpP3ZxcqyQkmafSk42eCaPFoV1CvoOIj9fUkbjA4dh1zza9zk0BgzpppXkAfQoop7fdSQrFfO0/KTQKsNBHjc0Tbk61XIB9pNY7j3DOoFmHqtd205R8RilXtzHR15gbufOtuwG7xmJhKrvRuLZunma05SYZsKBr6th9GSLfcJECYefEq5+NJwxMvvDgcyrnf7Ot9ZVNGhFAcrOeChWrr7Lun1wkDrWzklnWhnsw0vxABfo50HM3nSazBxU7EYCayDTibIwORXRN1+IC7AQxWPQY0BxRBXv4z7UuUWJhdIp8GcqHSx7yGxiijNzjoBqOFeCN0gYVZJ8chhW38rtQIDAQAB";
// ExtensionID follows from ExtensionKey: the first 16 bytes of the SHA-256 of
// the DER key, written in a-p. A test recomputes it.
export const ExtensionID = "fbagnohkofcdhidoaimifmnjladejjce";
// ExtensionOrigin is what Chrome passes as argv[1] and what allowed_origins lists.
export const ExtensionOrigin = "chrome-extension://fbagnohkofcdhidoaimifmnjladejjce/";
// Frame limits of native messaging, in bytes of UTF-8 JSON (measured on
// Chromium 156): Chrome closes the port above 1 MiB towards the extension and
// throws above 64 MiB towards the host.
export const MaxToExtension = 1048576;
export const MaxFromExtension = 67108864;
export const ChunkData = 262144;
