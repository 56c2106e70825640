package setup

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"candid/host/internal/testkit"
	"candid/host/protocol"
)

// fake is a system as the tables see it.
func fake(goos, home string, env ...string) System {
	return System{GOOS: goos, Home: home, Getenv: func(name string) string {
		for _, pair := range env {
			if value, found := strings.CutPrefix(pair, name+"="); found {
				return value
			}
		}
		return ""
	}}
}

// TestTables holds every path, registry key and program of every system to
// its golden file: a wrong one shows only on a machine that nobody tests on.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		name   string
		system System
	}{
		{"linux", fake("linux", "/home/ada")},
		{"linux-xdg", fake("linux", "/home/ada", "XDG_CONFIG_HOME=/cfg", "CHROME_CONFIG_HOME=/chrome")},
		{"darwin", fake("darwin", "/Users/ada")},
		{"windows", fake("windows", `C:\Users\ada`, `LOCALAPPDATA=D:\Local`)},
	} {
		t.Run(c.name, func(t *testing.T) { golden(t, c.name+".txt", table(c.system)) })
	}
}

func table(s System) string {
	var b strings.Builder
	for _, browser := range Browsers(s) {
		fmt.Fprintf(&b, "%s: %s\n  data %s\n", browser.Name, browser.Title, browser.Data)
		for _, folder := range browser.Manifests {
			fmt.Fprintf(&b, "  manifest %s\n", s.join(folder, manifestFile))
		}
		if browser.Key != "" {
			fmt.Fprintf(&b, "  registry HKCU\\%s%s\n", browser.Key, protocol.NativeHost)
		}
		for _, program := range browser.Programs {
			fmt.Fprintf(&b, "  program %s\n", program)
		}
		if browser.Sandbox != "" {
			fmt.Fprintf(&b, "  sandbox %s\n", browser.Sandbox)
		}
		if browser.Managed {
			b.WriteString("  fit for the managed browser\n")
		}
	}
	return b.String()
}

func TestManifest(t *testing.T) {
	for name, binary := range map[string]string{
		"manifest-linux":   "/home/ada/.local/state/candid/bin/candid",
		"manifest-darwin":  "/Users/ada/.local/state/candid/bin/candid",
		"manifest-windows": `C:\Users\ada\.local\state\candid\bin\candid.exe`,
	} {
		data, err := NewManifest(binary).Encode()
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name+".json", string(data))
	}
}

func TestFlags(t *testing.T) {
	plain := StartOptions{Profile: "/p"}
	full := StartOptions{Profile: "/p", Headless: true, Port: 9222, Extra: []string{"--lang=de"}}
	golden(t, "flags.txt", "plain\n"+strings.Join(plain.Flags(false), "\n")+"\n\nheadless, port, root, more\n"+strings.Join(full.Flags(true), "\n")+"\n")
}

// golden compares got with a file under testdata/golden/setup.
func golden(t *testing.T, name, got string) {
	t.Helper()
	testkit.Golden(t, filepath.Join("..", "..", "..", "testdata", "golden", "setup", name), got)
}
