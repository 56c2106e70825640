package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/pelletier/go-toml/v2"

	"candid/host/internal/testkit"
)

// TestSetupOnAScreen is what a new user sees, in a browser with windows: setup
// tells the clicks and waits; the folder that it names is loaded, by DevTools in
// place of the three clicks, into a browser that nobody has prepared; setup then
// prints the first snapshot; two MCP clients have an entry that their parsers
// take and that works; and uninstall leaves the home as it was.
func TestSetupOnAScreen(t *testing.T) {
	p := newPerson(t)
	screen := p.screen()
	before := p.withClients()
	waiting := p.beginSetup("setup", "--browser", "chromium", "--mcp", "claude", "--mcp", "codex", "--timeout", "60s")
	browser := p.headed(screen, filepath.Join(p.dir, ".config", "chromium"), filepath.Join(p.home, "extension"))
	out := waiting()
	for _, want := range []string{"connected: ", "the first snapshot", "Candid is connected", `"Your name"`, "-- complete"} {
		if !strings.Contains(out, want) {
			t.Errorf("setup does not print %q:\n%s", want, out)
		}
	}
	p.healthy(filepath.Join(p.dir, ".config", "chromium"))
	for client, entry := range p.entries() {
		if entry.Command != filepath.Join(p.home, "bin", "candid") || !slices.Equal(entry.Args, []string{"mcp"}) {
			t.Errorf("%s would start %+v", client, entry)
		}
		if tools := p.tools(entry); len(tools) < 8 {
			t.Errorf("through the entry of %s there are the tools %q", client, tools)
		}
	}
	if err := browser.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	p.until("the browser is gone", func() bool { return p.run("status").code == 3 })
	p.must("uninstall")
	if after := withoutBrowserFiles(testkit.Tree(t, p.dir)); !slices.Equal(before, after) {
		t.Errorf("after uninstall: %q, want %q", after, before)
	}
	if _, err := os.Stat(filepath.Join(p.dir, ".config", "chromium", "NativeMessagingHosts")); err == nil {
		t.Error("the manifest's folder is still there")
	}
}

// screen starts a screen without a monitor, and is its name.
func (p *person) screen() string {
	p.t.Helper()
	path, err := exec.LookPath("Xvfb")
	if err != nil {
		p.t.Skip("a browser with windows needs a screen, and Xvfb is not installed: apt-get install xvfb")
	}
	read, write, err := os.Pipe()
	if err != nil {
		p.t.Fatal(err)
	}
	defer read.Close()
	p.startProgram(path, []string{"-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"}, nil, write)
	if err := write.Close(); err != nil {
		p.t.Fatal(err)
	}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		p.t.Fatalf("Xvfb names no display: %v", err)
	}
	return ":" + strings.TrimSpace(number)
}

// headed starts a browser with windows and has it load an unpacked extension
// through its DevTools pipe. The browser ends when the pipe does.
func (p *person) headed(screen, profile, extension string) *exec.Cmd {
	p.t.Helper()
	theirIn, in, err := os.Pipe()
	if err != nil {
		p.t.Fatal(err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { in.Close(); out.Close() })
	flags := browserFlags(profile, "--remote-debugging-pipe", "--enable-unsafe-extension-debugging", "--disable-gpu")
	cmd := p.startProgram(program(p.t), flags, []string{"DISPLAY=" + screen}, theirIn, theirOut)
	theirIn.Close()
	theirOut.Close()
	if _, err := fmt.Fprintf(in, `{"id":1,"method":"Extensions.loadUnpacked","params":{"path":%q}}`+"\x00", extension); err != nil {
		p.t.Fatal(err)
	}
	answers := bufio.NewReader(out)
	for {
		answer, err := answers.ReadBytes(0)
		if err != nil {
			p.t.Fatalf("the browser did not load the extension: %v", err)
		}
		if bytes.Contains(answer, []byte(`"id":1`)) {
			if bytes.Contains(answer, []byte(`"error"`)) {
				p.t.Fatalf("the browser did not load the extension: %s", answer)
			}
			return cmd
		}
	}
}

// withClients gives the person two MCP clients with settings of their own, and
// lists the home as it is then.
func (p *person) withClients() []string {
	p.t.Helper()
	write(p.t, filepath.Join(p.dir, ".claude.json"), `{"theme": "dark"}`+"\n", 0o600)
	write(p.t, filepath.Join(p.dir, ".codex", "config.toml"), "model = \"x\"\n", 0o600)
	return testkit.Tree(p.t, p.dir)
}

// mcpEntry is how a client starts a server.
type mcpEntry struct {
	Command string   `json:"command" toml:"command"`
	Args    []string `json:"args" toml:"args"`
}

// entries reads the clients' files as they read them.
func (p *person) entries() map[string]mcpEntry {
	p.t.Helper()
	var claude struct {
		Theme   string              `json:"theme"`
		Servers map[string]mcpEntry `json:"mcpServers"`
	}
	var codex struct {
		Model   string              `toml:"model"`
		Servers map[string]mcpEntry `toml:"mcp_servers"`
	}
	text, err := os.ReadFile(filepath.Join(p.dir, ".claude.json"))
	if err != nil || json.Unmarshal(text, &claude) != nil || claude.Theme != "dark" {
		p.t.Fatalf("claude's file: %v %s", err, text)
	}
	text, err = os.ReadFile(filepath.Join(p.dir, ".codex", "config.toml"))
	if err != nil || toml.Unmarshal(text, &codex) != nil || codex.Model != "x" {
		p.t.Fatalf("codex's file: %v %s", err, text)
	}
	return map[string]mcpEntry{"claude": claude.Servers["candid"], "codex": codex.Servers["candid"]}
}

// tools starts a server as a client does and lists its tools.
func (p *person) tools(entry mcpEntry) (names []string) {
	p.t.Helper()
	command := exec.CommandContext(p.t.Context(), entry.Command, entry.Args...)
	command.Env = p.env()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "new-user", Version: "1"}, nil).Connect(p.t.Context(), &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	defer session.Close()
	list, err := session.ListTools(p.t.Context(), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}
