package tsgen

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

const root = "../.."

func TestCommittedFileIsFresh(t *testing.T) {
	want, err := Generate(filepath.Join(root, Source))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, Output))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale: run `go run ./build tsgen` and commit the result", Output)
	}
}

func TestFixturesAreFresh(t *testing.T) {
	want, err := GenerateFixtures(filepath.Join(root, Fixtures))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, FixturesOutput))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale: run `go run ./build tsgen` and commit the result", FixturesOutput)
	}
}

func TestGenerate(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"optional and nullable", "// M is a message.\ntype M struct {\n\tA string `json:\"a\"`\n\tB *int `json:\"b,omitempty\"`\n\tC *int `json:\"c\"`\n}",
			"\n// M is a message.\nexport interface M {\n  a: string;\n  b?: number;\n  c: number | null;\n}\n"},
		{"message type", "type M struct {\n\tType string `json:\"type\"` // \"hello\"\n}",
			"\nexport interface M {\n  type: \"hello\"; // \"hello\"\n}\n"},
		{"union", "type K string\n\nconst (\n\tKA K = \"a\"\n\tKB K = \"b\"\n)",
			"\nexport type K =\n  | \"a\"\n  | \"b\";\n\nexport const KA = \"a\";\nexport const KB = \"b\";\n"},
		{"rune and arithmetic", "const (\n\tR = 'x'\n\tN = 1 << 20 / 4\n)",
			"export const R = \"x\";\nexport const N = 262144;\n"},
		{"global names", "type Error struct {\n\tM map[string][]string `json:\"m\"`\n}",
			"\nexport interface WireError {\n  m: Record<string, string[]>;\n}\n"},
		{"empty", "type NoParams struct{}", "\nexport type NoParams = Record<string, never>;\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Generate(packageOf(t, test.source))
			if err != nil {
				t.Fatal(err)
			}
			if want := head + test.want; string(got) != want {
				t.Errorf("of %q\ngot  %q\nwant %q", test.source, got, want)
			}
		})
	}
}

func TestUnknownTypesAreErrors(t *testing.T) {
	for _, source := range []string{"type M struct {\n\tA chan int `json:\"a\"`\n}", "type M struct {\n\tA time.Time `json:\"a\"`\n}", "type M struct {\n\tN\n}"} {
		if _, err := Generate(packageOf(t, source)); err == nil {
			t.Errorf("of %q got no error", source)
		}
	}
}

func packageOf(t *testing.T, source string) string {
	t.Helper()
	dir := t.TempDir()
	text := "package p\n\n" + source + "\n"
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}
