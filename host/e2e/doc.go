// Package e2e tests Candid from end to end: pages on which systems of this
// kind failed, real widgets, the channel between extension and host, the
// comparison with Chromium's own accessibility tree, and the secrets canary.
// Every test goes through the real CLI, host, extension and Chromium (see
// rig); what came of it is judged on Chromium's debug port. One browser serves
// all tests of a run, a tab each.
package e2e
