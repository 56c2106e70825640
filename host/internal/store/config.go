package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/pelletier/go-toml/v2"

	"candid/host/protocol"
)

// ConfigFile is the configuration's name under the home.
const ConfigFile = "config.toml"

// Config is config.toml. Every key has a default; an unknown key is an error,
// so that a misspelt one never passes for a set one.
type Config struct {
	// Schemes that may be opened and read beside http and https ("file").
	Schemes     []string    `toml:"schemes"`
	UploadRoots []string    `toml:"upload_roots"` // beside the caller's working directory
	TCP         TCPConfig   `toml:"tcp"`
	Spill       SpillConfig `toml:"spill"`
	Log         LogConfig   `toml:"log"`
}

// TCPConfig turns the loopback listener on. It is off unless Port or Ports is
// set. One port serves one browser profile; Ports names others by profile id.
type TCPConfig struct {
	Port   int            `toml:"port"`
	Ports  map[string]int `toml:"ports"`
	Scopes []string       `toml:"scopes"` // read, act, navigate; default all
}

// SpillConfig bounds the files that hold answers too long to send inline.
type SpillConfig struct {
	Dir    string   `toml:"dir"`
	MaxAge Duration `toml:"max_age"`
	MaxMB  int      `toml:"max_mb"`
}

// LogConfig is the host's log.
type LogConfig struct {
	Level string `toml:"level"`
}

// Duration is a time.Duration written as "24h".
type Duration time.Duration

// UnmarshalText reads "24h".
func (d *Duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	*d = Duration(parsed)
	return err
}

// MarshalText writes "24h0m0s".
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// DefaultConfig is what an absent config.toml means.
func DefaultConfig() Config {
	return Config{
		TCP:   TCPConfig{Scopes: []string{ScopeRead, ScopeAct, ScopeNavigate}},
		Spill: SpillConfig{MaxAge: Duration(24 * time.Hour), MaxMB: 100},
		Log:   LogConfig{Level: "info"},
	}
}

// The scopes of the TCP listener.
const (
	ScopeRead     = "read"
	ScopeAct      = "act"
	ScopeNavigate = "navigate"
)

// LoadConfig reads home's config.toml. The error names file, line and column.
func LoadConfig(home string) (Config, error) {
	config := DefaultConfig()
	path := filepath.Join(home, ConfigFile)
	if err := decodeTOML(path, &config); err != nil {
		return DefaultConfig(), err
	}
	if err := config.check(path); err != nil {
		return DefaultConfig(), err
	}
	return config, nil
}

// check refuses values that decode but mean nothing.
func (c Config) check(path string) error {
	for _, scheme := range c.Schemes {
		if scheme != "file" {
			return configError(path, fmt.Sprintf("schemes: %q cannot be allowed", scheme), `only "file" can be added to http and https`)
		}
	}
	for _, scope := range c.TCP.Scopes {
		if scope != ScopeRead && scope != ScopeAct && scope != ScopeNavigate {
			return configError(path, fmt.Sprintf("tcp.scopes: unknown scope %q", scope), "the scopes are read, act and navigate")
		}
	}
	for _, port := range append(portsOf(c.TCP), c.TCP.Port) {
		if port < 0 || port > 65535 {
			return configError(path, fmt.Sprintf("tcp: %d is not a port", port), "use 1024 to 65535")
		}
	}
	if c.Spill.MaxMB < 0 || c.Spill.MaxAge < 0 {
		return configError(path, "spill: limits cannot be negative", "")
	}
	return nil
}

// portsOf lists the ports that are given by profile.
func portsOf(tcp TCPConfig) []int {
	var ports []int
	for _, port := range tcp.Ports {
		ports = append(ports, port)
	}
	return ports
}

// PortFor is the TCP port of a profile, 0 when TCP is off for it.
func (t TCPConfig) PortFor(profile string) int {
	if port, given := t.Ports[profile]; given {
		return port
	}
	return t.Port
}

// decodeTOML reads a TOML file strictly into target; a missing file changes nothing.
func decodeTOML(path string, target any) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return configError(path, err.Error(), "make the file readable, or remove it")
	}
	defer file.Close()
	decoder := toml.NewDecoder(file)
	decoder.DisallowUnknownFields()
	return tomlError(path, decoder.Decode(target))
}

// tomlError puts the place in front of a decoder's error.
func tomlError(path string, err error) error {
	var unknown *toml.StrictMissingError
	var bad *toml.DecodeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		row, column := unknown.Errors[0].Position()
		return configError(fmt.Sprintf("%s:%d:%d", path, row, column),
			fmt.Sprintf("unknown key %q", joinKey(unknown.Errors[0].Key())), "remove it or correct its spelling")
	case errors.As(err, &bad):
		row, column := bad.Position()
		return configError(fmt.Sprintf("%s:%d:%d", path, row, column), bad.Error(), "correct the line")
	}
	return configError(path, err.Error(), "correct the file, or remove it")
}

// joinKey writes a TOML key as it stands in the file.
func joinKey(key toml.Key) string {
	var text string
	for i, part := range key {
		if i > 0 {
			text += "."
		}
		text += part
	}
	return text
}

// configError is an error in a file that the person wrote.
func configError(where, message, hint string) error {
	return protocol.NewError(protocol.CodeUsage, where+": "+message, hint)
}
