package clients

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

var server = Server{Command: "/opt/candid dir/candid", Args: []string{"mcp"}}

func TestSnippets(t *testing.T) {
	want := map[string]string{
		"claude": `{
  "mcpServers": {
    "candid": {
      "type": "stdio",
      "command": "/opt/candid dir/candid",
      "args": [
        "mcp"
      ]
    }
  }
}
`,
		"codex": "[mcp_servers.candid]\ncommand = '/opt/candid dir/candid'\nargs = ['mcp']\n",
	}
	for _, name := range Names() {
		got, err := Snippet(name, server)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want[name] != "" && got != want[name] {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want[name])
		}
		if again, err := Edit(name, []byte(got), server); err != nil || string(again) != got {
			t.Errorf("%s: editing twice gives %q, %v", name, again, err)
		}
	}
}

// What stands in a file stays there byte for byte: each edit is the old text
// with one run of bytes put in.
func TestJSONKeepsTheRest(t *testing.T) {
	tests := []struct{ name, client, before, after string }{
		{"other servers", "cursor",
			"{\n  \"mcpServers\": {\n    \"x\": {\"command\": \"y\"}\n  },\n  \"z\": 1\n}\n",
			"{\n  \"mcpServers\": {\n    \"x\": {\"command\": \"y\"},\n    \"candid\": {\n      \"command\": \"/opt/candid dir/candid\",\n      \"args\": [\n        \"mcp\"\n      ]\n    }\n  },\n  \"z\": 1\n}\n"},
		{"comments and a trailing comma", "vscode",
			"// mine\n{\n\t\"servers\": {\n\t\t\"a\": {\"url\": \"http://x//y\"}, // keep\n\t}, /* and this { */\n}\n",
			"// mine\n{\n\t\"servers\": {\n\t\t\"a\": {\"url\": \"http://x//y\"},\n\t\t\"candid\": {\n\t\t\t\"type\": \"stdio\",\n\t\t\t\"command\": \"/opt/candid dir/candid\",\n\t\t\t\"args\": [\n\t\t\t\t\"mcp\"\n\t\t\t]\n\t\t}, // keep\n\t}, /* and this { */\n}\n"},
		{"no servers yet", "gemini",
			"{\n    \"theme\": \"dark\"\n}",
			"{\n    \"theme\": \"dark\",\n    \"mcpServers\": {\n        \"candid\": {\n            \"command\": \"/opt/candid dir/candid\",\n            \"args\": [\n                \"mcp\"\n            ]\n        }\n    }\n}"},
		{"an older entry", "cursor",
			"{\"a\":[1,{\"b\":\"}\"}],\"mcpServers\":{\"candid\":{\"command\":\"/old\",\"args\":[]},\"q\":{}}}",
			"{\"a\":[1,{\"b\":\"}\"}],\"mcpServers\":{\"candid\":{\n  \"command\": \"/opt/candid dir/candid\",\n  \"args\": [\n    \"mcp\"\n  ]\n},\"q\":{}}}"},
		{"empty object with a comment", "cursor", "{\n  // nothing yet\n}\n",
			"{\n  \"mcpServers\": {\n    \"candid\": {\n      \"command\": \"/opt/candid dir/candid\",\n      \"args\": [\n        \"mcp\"\n      ]\n    }\n  }\n\n  // nothing yet\n}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Edit(tt.client, []byte(tt.before), server)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.after {
				t.Errorf("got\n%s\nwant\n%s", got, tt.after)
			}
			if again, err := Edit(tt.client, got, server); err != nil || string(again) != string(got) {
				t.Errorf("editing twice: got %q, %v", again, err)
			}
		})
	}
}

func TestJSONRefuses(t *testing.T) {
	for _, text := range []string{"[]", "{", `{"mcpServers": []}`, `{"mcpServers": {"x": "y}`, `{"mcpServers"}`, "x"} {
		if got, err := Edit("cursor", []byte(text), server); err == nil {
			t.Errorf("%q: got %q, want an error", text, got)
		}
	}
}

// FuzzJSON: whatever the file, the edit is an error or the old members and ours.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"mcpServers":{"a":{}}}`, `{"mcpServers":null}`, "{\"a\":\"\\\"}\",\n\"b\":[[]]}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Edit("cursor", []byte(text), server)
		if err != nil || !json.Valid([]byte(text)) {
			return
		}
		var before, after map[string]json.RawMessage
		if json.Unmarshal([]byte(text), &before) != nil {
			return
		}
		if err := json.Unmarshal(got, &after); err != nil {
			t.Fatalf("%q became %q: %v", text, got, err)
		}
		for key, value := range before {
			if key != "mcpServers" && string(after[key]) != string(value) {
				t.Errorf("%q became %q: %q changed", text, got, key)
			}
		}
	})
}

const codexBefore = `# my settings
model = "o5"   # the good one

[mcp_servers.other]
command = "npx"
args = ["-y", "x"]

# candid, by hand
[mcp_servers.candid]
command = "/old"

[mcp_servers.candid.env]
A = "b"

# the next table
[profiles.fast]
model = "mini"
`

func TestTOMLKeepsTheRest(t *testing.T) {
	got, err := Edit("codex", []byte(codexBefore), server)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(codexBefore, "command = \"/old\"\n\n[mcp_servers.candid.env]\nA = \"b\"\n", "command = '/opt/candid dir/candid'\nargs = ['mcp']\n", 1)
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if again, err := Edit("codex", got, server); err != nil || string(again) != string(got) {
		t.Errorf("editing twice: got %q, %v", again, err)
	}
	added, err := Edit("codex", []byte("a = 1"), Server{Command: "/c", Args: []string{"mcp"}, Env: map[string]string{"CANDID_HOME": "/h"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := toml.Unmarshal(added, new(map[string]any)); err != nil || !strings.HasPrefix(string(added), "a = 1\n\n[mcp_servers.candid]\n") || !strings.Contains(string(added), "CANDID_HOME = '/h'") {
		t.Errorf("got %s, %v", added, err)
	}
}

func TestTOMLRefusesWhatItCannotSplice(t *testing.T) {
	for _, text := range []string{"= 1", "mcp_servers = {candid = {command = '/old'}}\n", "[mcp_servers]\ncandid = {command = '/old'}\n"} {
		if got, err := Edit("codex", []byte(text), server); err == nil {
			t.Errorf("%q: got %q, want an error", text, got)
		}
	}
}

func TestWriteFollowsLinksAndKeepsModes(t *testing.T) {
	home := t.TempDir()
	real := filepath.Join(home, "dotfiles.json")
	if err := os.WriteFile(real, []byte("{}"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(home, ".cursor"), 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(home, ".cursor", "mcp.json")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	places := Places{OS: "linux", Home: home, Getenv: func(string) string { return "" }}
	path, changed, err := Write("cursor", places, server)
	if err != nil || !changed || path != real {
		t.Fatalf("got %q, %v, %v, want %q changed", path, changed, err, real)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("got mode %v, %v, want 0640", info.Mode(), err)
	}
	if _, changed, err := Write("cursor", places, server); err != nil || changed {
		t.Errorf("second write: got changed %v, %v", changed, err)
	}
}

func TestPaths(t *testing.T) {
	none := func(string) string { return "" }
	tests := []struct {
		client string
		places Places
		want   string
	}{
		{"claude", Places{Home: "/h", Getenv: none}, "/h/.claude.json"},
		{"claude", Places{Home: "/h", Project: "/p", Getenv: none}, "/p/.mcp.json"},
		{"codex", Places{Home: "/h", Getenv: none}, "/h/.codex/config.toml"},
		{"codex", Places{Home: "/h", Getenv: func(string) string { return "/cx" }}, "/cx/config.toml"},
		{"cursor", Places{Home: "/h", Getenv: none}, "/h/.cursor/mcp.json"},
		{"gemini", Places{Home: "/h", Getenv: none}, "/h/.gemini/settings.json"},
		{"vscode", Places{OS: "linux", Home: "/h", Getenv: none}, "/h/.config/Code/User/mcp.json"},
		{"vscode", Places{OS: "darwin", Home: "/h", Getenv: none}, "/h/Library/Application Support/Code/User/mcp.json"},
		{"vscode", Places{OS: "windows", Home: "/h", Getenv: func(string) string { return "/r" }}, "/r/Code/User/mcp.json"},
		{"vscode", Places{OS: "linux", Home: "/h", Project: "/p", Getenv: none}, "/p/.vscode/mcp.json"},
	}
	for _, tt := range tests {
		got, err := Path(tt.client, tt.places)
		if err != nil || got != filepath.FromSlash(tt.want) {
			t.Errorf("%s: got %q, %v, want %q", tt.client, got, err, tt.want)
		}
	}
	if _, err := Path("emacs", Places{Getenv: none}); err == nil {
		t.Error("an unknown client has a path")
	}
}
