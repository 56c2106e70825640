// Package chaos kills the parts of Candid at random while agents work, in a
// real Chromium, and holds what must stay true whatever dies: every call ends
// in time with a result or a typed error, no act runs twice, no ref reaches
// another element than it was printed for, and nothing is left behind. It runs
// for half a minute in the suite, and for as long as CANDID_CHAOS says in
// scripts/chaos.
package chaos
