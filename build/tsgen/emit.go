package tsgen

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
	"strings"
)

// renamed are the structs whose names a browser also gives to something of its
// own; in TypeScript they would hide it.
var renamed = map[string]string{
	"Error":    "WireError",
	"Event":    "WireEvent",
	"Option":   "WireOption",
	"Request":  "WireRequest",
	"Response": "WireResponse",
}

// custom are the types that write their own JSON.
var custom = map[string]string{
	"Tri":    `boolean | "mixed"`,
	"Values": "string[]",
}

var basics = map[string]string{
	"string": "string", "bool": "boolean", "int": "number", "int64": "number",
	"float64": "number", "any": "unknown", "json.RawMessage": "unknown",
}

func (g *generator) declaration(d *ast.GenDecl) {
	switch d.Tok {
	case token.CONST:
		g.comment(d.Doc, "")
		for _, spec := range d.Specs {
			g.constants(spec.(*ast.ValueSpec))
		}
	case token.TYPE:
		for _, spec := range d.Specs {
			t := spec.(*ast.TypeSpec)
			if t.Name.IsExported() {
				g.typeDecl(t, d.Doc)
			}
		}
	}
}

func (g *generator) constants(spec *ast.ValueSpec) {
	for _, name := range spec.Names {
		c := g.constant(name.Name)
		if !name.IsExported() || c == nil || custom[typeName(c.Type())] != "" {
			continue
		}
		value, err := literal(c)
		if err != nil {
			g.errs = append(g.errs, fmt.Errorf("constant %s: %w", name.Name, err))
			continue
		}
		fmt.Fprintf(&g.out, "export const %s = %s;%s\n", name.Name, value, trailing(spec.Comment))
	}
}

// literal writes a constant as TypeScript. A rune is a string of one character,
// as it stands on the wire.
func literal(c *types.Const) (string, error) {
	switch {
	case c.Type() == types.Typ[types.UntypedRune]:
		r, _ := constant.Int64Val(c.Val())
		return strconv.Quote(string(rune(r))), nil
	case c.Val().Kind() == constant.String:
		return strconv.Quote(constant.StringVal(c.Val())), nil
	case c.Val().Kind() == constant.Int, c.Val().Kind() == constant.Bool:
		return c.Val().ExactString(), nil
	}
	return "", fmt.Errorf("no TypeScript for %s", c.Val())
}

func (g *generator) typeDecl(t *ast.TypeSpec, doc *ast.CommentGroup) {
	g.out.WriteByte('\n')
	g.comment(doc, "")
	name := tsName(t.Name.Name)
	if own, ok := custom[t.Name.Name]; ok {
		fmt.Fprintf(&g.out, "export type %s = %s;\n", name, own)
		return
	}
	if values := g.unions[t.Name.Name]; values != nil {
		fmt.Fprintf(&g.out, "export type %s =\n  | %s;\n\n", name, strings.Join(values, "\n  | "))
		return
	}
	s, ok := t.Type.(*ast.StructType)
	if !ok {
		fmt.Fprintf(&g.out, "export type %s = %s;\n", name, g.tsType(t.Type))
		return
	}
	g.structure(name, s)
}

func (g *generator) structure(name string, s *ast.StructType) {
	if len(s.Fields.List) == 0 {
		fmt.Fprintf(&g.out, "export type %s = Record<string, never>;\n", name)
		return
	}
	fmt.Fprintf(&g.out, "export interface %s {\n", name)
	for _, field := range s.Fields.List {
		if len(field.Names) == 0 {
			g.errs = append(g.errs, fmt.Errorf("%s: embedded fields have no TypeScript", name))
			continue
		}
		for _, id := range field.Names {
			if id.IsExported() {
				g.field(id.Name, field)
			}
		}
	}
	g.out.WriteString("}\n")
}

func (g *generator) field(goName string, f *ast.Field) {
	key, options := goName, ""
	if f.Tag != nil {
		tag, _ := strconv.Unquote(f.Tag.Value)
		key, options, _ = strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	}
	switch {
	case key == "-":
		return
	case key == "":
		key = goName
	}
	optional := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
	kind := g.fieldType(goName, f)
	if _, pointer := f.Type.(*ast.StarExpr); pointer && !optional {
		kind += " | null"
	}
	mark := ""
	if optional {
		mark = "?"
	}
	g.comment(f.Doc, "  ")
	fmt.Fprintf(&g.out, "  %s%s: %s;%s\n", key, mark, kind, trailing(f.Comment))
}

// fieldType narrows a message's Type to the one word that its comment quotes,
// so that TypeScript can tell messages apart.
func (g *generator) fieldType(name string, f *ast.Field) string {
	if name == "Type" && f.Comment != nil {
		if word := strings.TrimSpace(f.Comment.Text()); isQuoted(word) {
			return word
		}
	}
	return g.tsType(f.Type)
}

func isQuoted(s string) bool {
	_, err := strconv.Unquote(s)
	return err == nil && strings.HasPrefix(s, `"`)
}

func (g *generator) tsType(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.StarExpr:
		return g.tsType(t.X)
	case *ast.ArrayType:
		return g.tsType(t.Elt) + "[]"
	case *ast.MapType:
		return "Record<" + g.tsType(t.Key) + ", " + g.tsType(t.Value) + ">"
	case *ast.SelectorExpr:
		return g.known(fmt.Sprintf("%s.%s", t.X, t.Sel))
	case *ast.Ident:
		return g.known(t.Name)
	}
	g.errs = append(g.errs, fmt.Errorf("no TypeScript for %T", e))
	return "never"
}

func (g *generator) known(name string) string {
	if ts, ok := basics[name]; ok {
		return ts
	}
	if g.consts.Lookup(name) == nil {
		g.errs = append(g.errs, fmt.Errorf("no TypeScript for %s", name))
	}
	return tsName(name)
}

func tsName(name string) string {
	if other, ok := renamed[name]; ok {
		return other
	}
	return name
}

func typeName(t types.Type) string {
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

func (g *generator) comment(c *ast.CommentGroup, indent string) {
	if c == nil {
		return
	}
	for line := range strings.Lines(strings.TrimRight(c.Text(), "\n")) {
		g.out.WriteString(strings.TrimRight(indent+"// "+strings.TrimRight(line, "\n"), " ") + "\n")
	}
}

func trailing(c *ast.CommentGroup) string {
	if c == nil {
		return ""
	}
	return " // " + strings.TrimSpace(c.Text())
}
