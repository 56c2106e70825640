package clients

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlEntry is a server in Codex's config.toml.
type tomlEntry struct {
	Command string            `toml:"command"`
	Args    []string          `toml:"args"`
	Env     map[string]string `toml:"env,omitempty"`
}

// setTOML replaces the table [key.candid], with the tables within it, or adds
// it at the end. Everything else keeps its text, comments included.
func setTOML(text []byte, key string, server Server) ([]byte, error) {
	var before map[string]any // any TOML: only compared with itself
	if err := toml.Unmarshal(text, &before); err != nil {
		return nil, fmt.Errorf("it is not TOML: %w", err)
	}
	want := tomlEntry(server)
	if now, found := entryIn(text, key); found && reflect.DeepEqual(now, want) {
		return text, nil
	}
	block, err := tomlBlock(key, want)
	if err != nil {
		return nil, err
	}
	out, err := replaceTables(text, key, block)
	if err != nil {
		return nil, err
	}
	return out, checkTOML(out, before, key, want)
}

// entryIn is Candid's entry, if there is one.
func entryIn(text []byte, key string) (tomlEntry, bool) {
	var file map[string]map[string]tomlEntry
	// Other keys of the file have other types, so only our table is decoded.
	var whole map[string]any
	if toml.Unmarshal(text, &whole) != nil || whole[key] == nil {
		return tomlEntry{}, false
	}
	part, err := toml.Marshal(map[string]any{key: whole[key]})
	if err != nil || toml.Unmarshal(part, &file) != nil {
		return tomlEntry{}, false
	}
	found, ok := file[key][ServerName]
	return found, ok
}

// tomlBlock is the entry as text.
func tomlBlock(key string, entry tomlEntry) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "[%s.%s]\n", key, ServerName)
	env := entry.Env
	entry.Env = nil
	body, err := toml.Marshal(entry)
	if err != nil {
		return nil, err
	}
	b.Write(body)
	if len(env) > 0 {
		fmt.Fprintf(&b, "\n[%s.%s.env]\n", key, ServerName)
		body, err := toml.Marshal(env)
		if err != nil {
			return nil, err
		}
		b.Write(body)
	}
	return b.Bytes(), nil
}

// replaceTables cuts our tables out and puts the block where the first stood,
// or at the end.
func replaceTables(text []byte, key string, block []byte) ([]byte, error) {
	headers, err := tableHeaders(text)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	from, placed := 0, false
	for i, h := range headers {
		if len(h.path) < 2 || h.path[0] != key || h.path[1] != ServerName {
			continue
		}
		end := len(text)
		if i+1 < len(headers) {
			end = beforeComments(text, headers[i+1].start)
		}
		out.Write(text[from:h.start])
		if !placed {
			out.Write(block)
			if end < len(text) {
				out.WriteByte('\n')
			}
			placed = true
		}
		from = end
	}
	out.Write(text[from:])
	if !placed {
		if n := out.Len(); n > 0 {
			if out.Bytes()[n-1] != '\n' {
				out.WriteByte('\n')
			}
			out.WriteByte('\n')
		}
		out.Write(block)
	}
	return out.Bytes(), nil
}

// header is a table's header and where its line starts.
type header struct {
	path  []string
	start int
}

func tableHeaders(text []byte) ([]header, error) {
	var headers []header
	var p unstable.Parser
	p.Reset(text)
	for p.NextExpression() {
		node := p.Expression()
		if node.Kind != unstable.Table && node.Kind != unstable.ArrayTable {
			continue
		}
		var h header
		at := -1
		for keys := node.Key(); keys.Next(); {
			part := keys.Node()
			if at < 0 {
				at = int(part.Raw.Offset)
			}
			h.path = append(h.path, string(part.Data))
		}
		h.start = bytes.LastIndexByte(text[:at], '\n') + 1
		headers = append(headers, h)
	}
	return headers, p.Error()
}

// beforeComments moves back over the comment lines above a header: they belong
// to the table that follows.
func beforeComments(text []byte, at int) int {
	for at > 0 {
		start := bytes.LastIndexByte(text[:at-1], '\n') + 1
		line := bytes.TrimSpace(text[start:at])
		if len(line) == 0 || line[0] != '#' {
			break
		}
		at = start
	}
	return at
}

// checkTOML makes sure that the new text holds our entry and all else as
// before: an entry written as an inline table, for example, cannot be spliced.
func checkTOML(text []byte, before map[string]any, key string, want tomlEntry) error {
	var after map[string]any
	if err := toml.Unmarshal(text, &after); err != nil {
		return fmt.Errorf("the entry candid there cannot be replaced: %w", err)
	}
	if now, found := entryIn(text, key); !found || !reflect.DeepEqual(now, want) {
		return errors.New("the entry candid would not be as it should")
	}
	without(before, key)
	without(after, key)
	if !reflect.DeepEqual(before, after) {
		return errors.New("other entries would change")
	}
	return nil
}

func without(file map[string]any, key string) {
	servers, ok := file[key].(map[string]any)
	if !ok {
		return
	}
	delete(servers, ServerName)
	if len(servers) == 0 {
		delete(file, key)
	}
}
