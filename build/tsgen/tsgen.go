// Package tsgen writes the TypeScript side of the wire from the Go structs of
// host/protocol: interfaces, unions of string constants, and the constants
// themselves. The output is committed, so that reading the extension needs no
// build; a test fails when it is stale.
//
// It reads the syntax (for order, comments and tags) and lets go/types work out
// the constants only; imports need not be resolved for that.
package tsgen

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// Output is where the generated file lies, from the root of the repository.
const Output = "extension/protocol.gen.ts"

// Source is the package it is made from, from the root of the repository.
const Source = "host/protocol"

const head = `// Generated from host/protocol by "go run ./build tsgen"; do not edit.
// The wire between page, worker and host. Comments are those of the Go structs.
`

// Generate returns the TypeScript of the Go package in dir.
func Generate(dir string) ([]byte, error) {
	g, err := load(dir)
	if err != nil {
		return nil, err
	}
	g.out.WriteString(head)
	for _, file := range g.files {
		for _, decl := range file.Decls {
			if d, ok := decl.(*ast.GenDecl); ok {
				g.declaration(d)
			}
		}
	}
	return g.out.Bytes(), errors.Join(g.errs...)
}

// generator holds what is known of the package while its output is written.
type generator struct {
	files  []*ast.File
	consts *types.Scope
	unions map[string][]string // string type → its constants' values
	out    bytes.Buffer
	errs   []error
}

func load(dir string) (*generator, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	slices.Sort(paths)
	g := &generator{unions: map[string][]string{}}
	fset := token.NewFileSet()
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		g.files = append(g.files, file)
	}
	if len(g.files) == 0 {
		return nil, fmt.Errorf("no Go files: %q", dir)
	}
	g.evaluate(fset)
	return g, nil
}

// evaluate type-checks without imports: errors about those are expected, and
// constants do not depend on them.
func (g *generator) evaluate(fset *token.FileSet) {
	conf := types.Config{Importer: noImports{}, Error: func(error) {}}
	pkg, _ := conf.Check(Source, fset, g.files, nil) // the error repeats what Error was told
	g.consts = pkg.Scope()
	for _, file := range g.files {
		for _, decl := range file.Decls {
			if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.CONST {
				g.collectUnions(d)
			}
		}
	}
}

func (g *generator) collectUnions(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		for _, name := range spec.(*ast.ValueSpec).Names {
			c := g.constant(name.Name)
			if named, ok := c.Type().(*types.Named); ok {
				g.unions[named.Obj().Name()] = append(g.unions[named.Obj().Name()], c.Val().ExactString())
			}
		}
	}
}

func (g *generator) constant(name string) *types.Const {
	c, _ := g.consts.Lookup(name).(*types.Const)
	return c
}

type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	return nil, fmt.Errorf("imports are not followed: %s", path)
}
