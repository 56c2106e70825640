package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every mutation must still have its subject; `go run ./build mutations`, which
// takes minutes, shows that each is caught.
func TestMutationsApply(t *testing.T) {
	for _, m := range mutations {
		text, err := os.ReadFile(filepath.Join(testRoot, filepath.FromSlash(m.file)))
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		if n := strings.Count(string(text), m.from); n != 1 {
			t.Errorf("%s: %q stands %d times in %s, want once", m.name, m.from, n, m.file)
		}
	}
}
