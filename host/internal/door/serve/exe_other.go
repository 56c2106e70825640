//go:build !linux

package serve

// executableOf is not asked of systems that have no simple answer.
func executableOf(int) string { return "" }
