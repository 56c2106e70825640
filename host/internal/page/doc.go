// Package page turns what a page sent into what an agent reads. It is pure: no
// I/O, no clock, no policy. One ledger (the frames' rows stitched in reading
// order) is decoded once and kept; each view, each continuation, each search
// and each comparison is a function of ledgers. So everything an agent is ever
// shown can be tested against a golden file, and whether an answer is complete
// is arithmetic and not an opinion.
//
//	Decode   frames → Ledger       (decode.go, stitch.go, clean.go)
//	lines    Ledger → []line       (lines.go, rows.go, content.go, pageview.go)
//	choose   []line → shown lines  (budget.go, fit.go)
//	compose  shown lines → Answer  (compose.go, regions.go, words.go)
package page
