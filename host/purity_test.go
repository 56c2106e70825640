package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// mayPrint are the places that own standard output: the wiring, and the
// commands, which write to the stream they are given.
var mayPrint = map[string]string{
	"main.go":                      "wires the command line",
	"native.go":                    "takes stdout for the framer and puts stderr in its place",
	"internal/door/cli/browser.go": "the keeper's streams are those of the process that started it",
}

// Standard output of a native host is Chrome's: one stray line ends the port.
func TestNobodyPrints(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "e2e") {
			return err
		}
		if mayPrint[filepath.ToSlash(path)] != "" {
			return nil
		}
		for _, use := range prints(t, path) {
			t.Errorf("%s writes to standard output", use)
		}
		return nil
	})
	check(t, err)
}

// prints lists the uses of standard output in a file.
func prints(t *testing.T, path string) []string {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	check(t, err)
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		selector, is := n.(*ast.SelectorExpr)
		if !is {
			return true
		}
		of, is := selector.X.(*ast.Ident)
		if is && (of.Name == "fmt" && strings.HasPrefix(selector.Sel.Name, "Print") || of.Name == "os" && selector.Sel.Name == "Stdout") {
			found = append(found, files.Position(n.Pos()).String()+": "+of.Name+"."+selector.Sel.Name)
		}
		return true
	})
	return found
}
