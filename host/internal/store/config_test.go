package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"candid/host/protocol"
)

// put writes a file of a home.
func put(t *testing.T, home, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestConfigDefaults(t *testing.T) {
	config, err := LoadConfig(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if config.TCP.PortFor("p") != 0 || time.Duration(config.Spill.MaxAge) != 24*time.Hour || config.Spill.MaxMB != 100 {
		t.Errorf("got %+v", config)
	}
}

func TestConfig(t *testing.T) {
	home := t.TempDir()
	put(t, home, ConfigFile, `
schemes = ["file"]
upload_roots = ["/srv/in"]
[tcp]
port = 4000
ports = { work = 4001 }
scopes = ["read"]
[spill]
max_age = "90m"
`)
	config, err := LoadConfig(home)
	if err != nil {
		t.Fatal(err)
	}
	if config.TCP.PortFor("work") != 4001 || config.TCP.PortFor("other") != 4000 || len(config.TCP.Scopes) != 1 ||
		time.Duration(config.Spill.MaxAge) != 90*time.Minute || config.Schemes[0] != "file" || config.Spill.MaxMB != 100 {
		t.Errorf("got %+v", config)
	}
}

func TestConfigErrorsNameThePlace(t *testing.T) {
	tests := []struct{ name, text, place, says string }{
		{"unknown key", "\n[tcp]\nprot = 1\n", ":3:1", `"tcp.prot"`},
		{"not TOML", "a = \n", ":1:", ""},
		{"wrong type", "[tcp]\nport = \"x\"\n", ":2:8", ""},
		{"unknown scope", "[tcp]\nscopes = [\"all\"]\n", "", "scope"},
		{"scheme", "schemes = [\"javascript\"]\n", "", "javascript"},
		{"port", "[tcp]\nport = 70000\n", "", "70000"},
		{"duration", "[spill]\nmax_age = \"soon\"\n", ":2:", "soon"},
		{"negative", "[spill]\nmax_mb = -1\n", "", "negative"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			home := t.TempDir()
			put(t, home, ConfigFile, test.text)
			config, err := LoadConfig(home)
			var known *protocol.Error
			if !errors.As(err, &known) || known.Code != protocol.CodeUsage {
				t.Fatalf("got %v, want a usage error", err)
			}
			if !strings.Contains(known.Message, ConfigFile+test.place) || !strings.Contains(known.Message, test.says) {
				t.Errorf("got %q, want %q and %q", known.Message, ConfigFile+test.place, test.says)
			}
			if config.Spill.MaxMB != 100 {
				t.Errorf("a broken file must mean the defaults, got %+v", config)
			}
		})
	}
}
