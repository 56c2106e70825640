package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// The clients' JSON files hold comments and trailing commas (VS Code's and
// Gemini's are read as JSONC) and an order that people chose. So the text is
// scanned for the places of members and one entry is spliced in.

// entry is a server in a client's JSON.
type entry struct {
	Type    string            `json:"type,omitempty"`
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env,omitempty"`
}

func jsonEntry(server Server, typed bool) entry {
	e := entry{Command: server.Command, Args: server.Args, Env: server.Env}
	if typed {
		e.Type = "stdio"
	}
	return e
}

// member is a key and the places of its value.
type member struct {
	key        string
	line       int // where the key starts
	start, end int // of the value
}

// object is an object's place and members.
type object struct {
	open, close int // of the braces
	members     []member
}

// setJSON sets the member at a path of keys, making the objects that lack.
func setJSON(text []byte, path []string, value entry) ([]byte, error) {
	if len(bytes.TrimSpace(bytes.TrimPrefix(text, bom))) == 0 {
		text = []byte("{}\n")
	}
	start := skipBlank(text, len(bom)*b2i(bytes.HasPrefix(text, bom)))
	out, err := splice(text, start, path, value)
	if err != nil {
		return nil, err
	}
	if _, err := scanObject(out, start); err != nil {
		return nil, fmt.Errorf("the result would not be JSON: %w", err)
	}
	return out, nil
}

var bom = []byte("\xef\xbb\xbf")

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func splice(text []byte, at int, path []string, value entry) ([]byte, error) {
	o, err := scanObject(text, at)
	if err != nil {
		return nil, err
	}
	for i := len(o.members) - 1; i >= 0; i-- { // of equal keys the last counts
		m := o.members[i]
		if m.key != path[0] {
			continue
		}
		if len(path) > 1 {
			return splice(text, m.start, path[1:], value)
		}
		return replaceValue(text, m, value)
	}
	return insert(text, o, path, value)
}

func replaceValue(text []byte, m member, value entry) ([]byte, error) {
	var now entry
	if json.Unmarshal(text[m.start:m.end], &now) == nil && same(now, value) {
		return text, nil
	}
	indent := indentAt(text, m.line)
	rendered, err := render(value, indent, stepOf(text))
	if err != nil {
		return nil, err
	}
	return join(text[:m.start], rendered, text[m.end:]), nil
}

func same(a, b entry) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// insert adds a member after the last one, in its indentation.
func insert(text []byte, o object, path []string, value entry) ([]byte, error) {
	outer := indentAt(text, o.open)
	step := stepOf(text)
	inner := outer + step
	if n := len(o.members); n > 0 {
		inner = indentAt(text, o.members[n-1].line)
	}
	rendered, err := renderPath(path, value, inner, step)
	if err != nil {
		return nil, err
	}
	if n := len(o.members); n > 0 {
		last := o.members[n-1].end
		return join(text[:last], ",\n"+inner+rendered, text[last:]), nil
	}
	rest := text[o.open+1:]
	if len(bytes.TrimSpace(text[o.open+1:o.close])) == 0 {
		rest = text[o.close:]
	}
	return join(text[:o.open+1], "\n"+inner+rendered+"\n"+outer, rest), nil
}

// renderPath is `"a": {"b": value}` for the path a, b.
func renderPath(path []string, value entry, indent, step string) (string, error) {
	key, err := json.Marshal(path[0])
	if err != nil {
		return "", err
	}
	if len(path) == 1 {
		rendered, err := render(value, indent, step)
		return string(key) + ": " + rendered, err
	}
	inner, err := renderPath(path[1:], value, indent+step, step)
	return string(key) + ": {\n" + indent + step + inner + "\n" + indent + "}", err
}

func render(value entry, indent, step string) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(indent, step)
	err := e.Encode(value)
	return strings.TrimRight(b.String(), "\n"), err
}

func join(before []byte, middle string, after []byte) []byte {
	out := make([]byte, 0, len(before)+len(middle)+len(after))
	return append(append(append(out, before...), middle...), after...)
}

// indentAt is the white space at the beginning of the line of a place.
func indentAt(text []byte, at int) string {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// stepOf is one level of the file's indentation: that of its first indented
// key.
func stepOf(text []byte) string {
	for line := range bytes.Lines(text) {
		rest := bytes.TrimLeft(line, " \t")
		if len(rest) < len(line) && rest[0] == '"' {
			return string(line[:len(line)-len(rest)])
		}
	}
	return "  "
}

// scanObject finds the members of the object that starts at a place.
func scanObject(text []byte, at int) (object, error) {
	if at >= len(text) || text[at] != '{' {
		return object{}, errors.New("where an object should be there is none")
	}
	o := object{open: at}
	for i := at + 1; ; {
		i = skipBlank(text, i)
		switch {
		case i >= len(text):
			return o, errors.New("the object has no end")
		case text[i] == '}':
			o.close = i
			return o, nil
		case text[i] == ',' && len(o.members) > 0:
			i++
			continue
		}
		m, err := scanMember(text, i)
		if err != nil {
			return o, err
		}
		o.members = append(o.members, m)
		i = m.end
	}
}

func scanMember(text []byte, at int) (member, error) {
	m := member{line: at}
	end, err := skipValue(text, at)
	if err != nil {
		return m, err
	}
	if json.Unmarshal(text[at:end], &m.key) != nil {
		return m, fmt.Errorf("no key at byte %d", at)
	}
	colon := skipBlank(text, end)
	if colon >= len(text) || text[colon] != ':' {
		return m, fmt.Errorf("no colon after %q", m.key)
	}
	m.start = skipBlank(text, colon+1)
	m.end, err = skipValue(text, m.start)
	return m, err
}

// skipBlank passes white space and comments.
func skipBlank(text []byte, i int) int {
	for i < len(text) {
		switch {
		case strings.IndexByte(" \t\r\n", text[i]) >= 0:
			i++
		case bytes.HasPrefix(text[i:], []byte("//")):
			end := bytes.IndexByte(text[i:], '\n')
			if end < 0 {
				return len(text)
			}
			i += end
		case bytes.HasPrefix(text[i:], []byte("/*")):
			end := bytes.Index(text[i+2:], []byte("*/"))
			if end < 0 {
				return len(text)
			}
			i += end + 4
		default:
			return i
		}
	}
	return i
}

// skipValue finds the end of the value that starts at a place, counting
// braces outside of strings and comments.
func skipValue(text []byte, at int) (int, error) {
	depth := 0
	for i := at; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			end := stringEnd(text, i)
			if end < 0 {
				return 0, fmt.Errorf("the string at byte %d has no end", i)
			}
			i = end
		case c == '{' || c == '[':
			depth++
			i++
		case c == '}' || c == ']':
			depth--
			i++
		default:
			i = wordEnd(text, i)
		}
		if depth == 0 {
			return i, nil
		}
		if depth < 0 {
			break
		}
		i = skipBlank(text, i)
		for i < len(text) && (text[i] == ',' || text[i] == ':') {
			i = skipBlank(text, i+1)
		}
	}
	return 0, fmt.Errorf("the value at byte %d has no end", at)
}

func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// wordEnd is the end of a number or a literal, at least one byte on.
func wordEnd(text []byte, i int) int {
	for i++; i < len(text) && strings.IndexByte(" \t\r\n,:{}[]\"/", text[i]) < 0; i++ {
	}
	return i
}
