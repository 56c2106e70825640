package tsgen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Fixtures is the folder of wire fixtures, and FixturesOutput the TypeScript
// that the compiler checks them in, both from the root of the repository.
const (
	Fixtures       = "testdata/protocol"
	FixturesOutput = "extension/fixtures.gen.ts"
)

const fixturesHead = `// Generated from testdata/protocol by "go run ./build tsgen"; do not edit.
// The wire's fixtures as the compiler sees them: each must be of its type.
`

// GenerateFixtures writes every fixture as a constant of the type that its
// name begins with.
func GenerateFixtures(dir string) ([]byte, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(paths)
	var body bytes.Buffer
	types := map[string]bool{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if !json.Valid(text) {
			return nil, fmt.Errorf("not JSON: %s", path)
		}
		base := strings.TrimSuffix(filepath.Base(path), ".json")
		name, _, _ := strings.Cut(base, ".")
		types[tsName(name)] = true
		fmt.Fprintf(&body, "\nexport const %s: %s = %s;\n", constName(base), tsName(name), bytes.TrimSpace(text))
	}
	var out bytes.Buffer
	out.WriteString(fixturesHead)
	fmt.Fprintf(&out, "import type { %s } from \"./protocol.gen\";\n", strings.Join(slices.Sorted(maps.Keys(types)), ", "))
	out.Write(body.Bytes())
	return out.Bytes(), nil
}

// constName makes "Reply.error" into replyError.
func constName(base string) string {
	var name strings.Builder
	for i, part := range strings.Split(base, ".") {
		if i == 0 {
			name.WriteString(strings.ToLower(part[:1]) + part[1:])
		} else {
			name.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return name.String()
}
