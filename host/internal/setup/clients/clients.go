// Package clients knows where MCP clients keep the servers they start, and
// adds Candid there. The files are the person's: whatever else stands in one,
// comments and order included, stays as it is byte for byte, so an entry is
// spliced into the text instead of the file being written anew.
package clients

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"

	"candid/host/protocol"
)

// ServerName is the name under which clients list Candid.
const ServerName = "candid"

// Server is how a client starts Candid.
type Server struct {
	Command string            // absolute path of the binary
	Args    []string          // always "mcp"
	Env     map[string]string // only what differs from the default
}

// Places are the folders that decide where files are.
type Places struct {
	OS      string // runtime.GOOS
	Home    string // the person's home folder
	Project string // a project's folder: its own file instead of the person's
	Getenv  func(string) string
}

// client is one MCP client: where its file is and how an entry looks there.
type client struct {
	name    string
	user    func(Places) string // path of the person's file
	project string              // path within a project
	key     string              // the object or table that holds servers
	toml    bool
	typed   bool // an entry says "type": "stdio"
}

// known are the clients, by the name that --client takes.
var known = []client{
	{name: "claude", user: inHome(".claude.json"), project: ".mcp.json", key: "mcpServers", typed: true},
	{name: "codex", user: codexFile, project: filepath.Join(".codex", "config.toml"), key: "mcp_servers", toml: true},
	{name: "cursor", user: inHome(".cursor", "mcp.json"), project: filepath.Join(".cursor", "mcp.json"), key: "mcpServers"},
	{name: "vscode", user: vscodeFile, project: filepath.Join(".vscode", "mcp.json"), key: "servers", typed: true},
	{name: "gemini", user: inHome(".gemini", "settings.json"), project: filepath.Join(".gemini", "settings.json"), key: "mcpServers"},
}

func inHome(parts ...string) func(Places) string {
	return func(p Places) string { return filepath.Join(append([]string{p.Home}, parts...)...) }
}

func codexFile(p Places) string {
	if dir := p.Getenv("CODEX_HOME"); dir != "" {
		return filepath.Join(dir, "config.toml")
	}
	return filepath.Join(p.Home, ".codex", "config.toml")
}

// vscodeFile is the person's mcp.json, beside VS Code's settings.json.
func vscodeFile(p Places) string {
	switch p.OS {
	case "darwin":
		return filepath.Join(p.Home, "Library", "Application Support", "Code", "User", "mcp.json")
	case "windows":
		if dir := p.Getenv("APPDATA"); dir != "" {
			return filepath.Join(dir, "Code", "User", "mcp.json")
		}
		return filepath.Join(p.Home, "AppData", "Roaming", "Code", "User", "mcp.json")
	}
	if dir := p.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "Code", "User", "mcp.json")
	}
	return filepath.Join(p.Home, ".config", "Code", "User", "mcp.json")
}

// Names are the clients there are.
func Names() []string {
	names := make([]string, 0, len(known))
	for _, c := range known {
		names = append(names, c.name)
	}
	return names
}

func find(name string) (client, error) {
	i := slices.IndexFunc(known, func(c client) bool { return c.name == name })
	if i < 0 {
		return client{}, fmt.Errorf("unknown client: %q: one of %s", name, strings.Join(Names(), ", "))
	}
	return known[i], nil
}

// Path is the file that Write changes.
func Path(name string, places Places) (string, error) {
	c, err := find(name)
	if err != nil {
		return "", err
	}
	if places.Project != "" {
		return filepath.Join(places.Project, c.project), nil
	}
	return c.user(places), nil
}

// Snippet is what a file without anything else would hold.
func Snippet(name string, server Server) (string, error) {
	c, err := find(name)
	if err != nil {
		return "", err
	}
	text, err := c.set(nil, server)
	return string(text), err
}

// Edit is the file's text with Candid's entry in it; the rest is unchanged.
// Editing twice changes nothing the second time.
func Edit(name string, text []byte, server Server) ([]byte, error) {
	c, err := find(name)
	if err != nil {
		return nil, err
	}
	return c.set(text, server)
}

func (c client) set(text []byte, server Server) ([]byte, error) {
	if c.toml {
		return setTOML(text, c.key, server)
	}
	return setJSON(text, []string{c.key, ServerName}, jsonEntry(server, c.typed))
}

// Write puts Candid's entry into the client's file, keeping everything else,
// and says which file that was and whether it changed. A link is followed, the
// mode kept.
func Write(name string, places Places, server Server) (path string, changed bool, err error) {
	path, err = Path(name, places)
	if err != nil {
		return "", false, err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	before, mode, err := readOrEmpty(path)
	if err != nil {
		return path, false, err
	}
	after, err := Edit(name, before, server)
	if err != nil {
		return path, false, inFile(path, err)
	}
	if string(before) == string(after) {
		return path, false, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return path, false, fmt.Errorf("making the folder of %s: %w", path, err)
	}
	if err := maybe.WriteFile(path, after, mode); err != nil {
		return path, false, fmt.Errorf("writing %s: %w", path, err)
	}
	return path, true, nil
}

// newFileMode is a new file's: some of these files hold keys of other servers.
const newFileMode = 0o600

func readOrEmpty(path string) ([]byte, fs.FileMode, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, newFileMode, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("reading %s: %w", path, err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, 0, fmt.Errorf("reading %s: %w", path, err)
	}
	return text, info.Mode().Perm(), nil
}

// inFile says which file could not be changed, and that nothing was lost.
func inFile(path string, err error) error {
	return protocol.NewError(protocol.CodeBadValue, fmt.Sprintf("cannot add Candid to %s: %v", path, err),
		"the file is unchanged; mend it, or add by hand what the command prints without --write")
}
