package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// setting is one value that is in effect and where it comes from.
type setting struct {
	Key    string `json:"key"`
	Value  string `json:"value"` // as TOML writes it
	Source string `json:"source"`
}

// settings is the result of `config`.
type settings struct {
	Home     string    `json:"home"`
	File     string    `json:"file"`
	Policy   string    `json:"policy,omitempty"` // the policy file, or why it cannot be used
	Settings []setting `json:"settings"`
}

func (a *app) configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "config", Short: "Show the settings in effect and where each comes from",
		Long: `Settings are read from config.toml in Candid's home. There need not be one: every setting has
a default. A key that is not known is an error with its line, so that a misspelt one never
passes for a set one.`,
		Example: "  candid config\n  candid config init          write a config.toml with every key, explained",
		Args:    unknownCommand,
		RunE: func(*cobra.Command, []string) error {
			result, err := a.settings()
			return show(a, result, err, settingsText)
		},
	}
	cmd.AddCommand(a.configInitCommand())
	return cmd
}

func settingsText(s settings) string {
	var b strings.Builder
	fmt.Fprintf(&b, "home: %s\nfile: %s\npolicy: %s\n\n", s.Home, s.File, s.Policy)
	for _, v := range s.Settings {
		fmt.Fprintf(&b, "%-14s = %-24s # %s\n", v.Key, v.Value, v.Source)
	}
	return b.String()
}

// settings puts the file's values beside the defaults and the environment.
func (a *app) settings() (settings, error) {
	home, err := a.Home()
	if err != nil {
		return settings{}, err
	}
	file := filepath.Join(home, store.ConfigFile)
	config, err := store.LoadConfig(home)
	if err != nil {
		return settings{}, err
	}
	given, err := givenKeys(file)
	if err != nil {
		return settings{}, err
	}
	s := settings{Home: home, File: file, Policy: policyState(home)}
	for _, v := range flatten(config) {
		v.Source = "default"
		if given[v.Key] {
			v.Source = file
		}
		if env := overrides[v.Key]; env != "" && a.Getenv(env) != "" {
			v.Value, v.Source = fmt.Sprintf("%q", a.Getenv(env)), "$"+env
		}
		s.Settings = append(s.Settings, v)
	}
	return s, nil
}

// policyState says whether a policy holds. One that cannot be used denies every
// site, which nobody should have to find out from an agent.
func policyState(home string) string {
	path := filepath.Join(home, store.PolicyFile)
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return "none, every site is allowed"
	}
	if problem := store.OpenPolicy(home).Problem(); problem != nil {
		return "every site is denied: " + problem.Error()
	}
	return path
}

// overrides are the settings that the environment can set too.
var overrides = map[string]string{"spill.dir": "CANDID_SPILL_DIR"}

// flatten lists a configuration's keys as they stand in a file.
func flatten(c store.Config) []setting {
	ports := "{}"
	if len(c.TCP.Ports) > 0 {
		ports = inTOML(c.TCP.Ports)
	}
	return []setting{
		{Key: "schemes", Value: inTOML(c.Schemes)},
		{Key: "upload_roots", Value: inTOML(c.UploadRoots)},
		{Key: "tcp.port", Value: fmt.Sprint(c.TCP.Port)},
		{Key: "tcp.ports", Value: ports},
		{Key: "tcp.scopes", Value: inTOML(c.TCP.Scopes)},
		{Key: "spill.dir", Value: fmt.Sprintf("%q", c.Spill.Dir)},
		{Key: "spill.max_age", Value: inTOML(c.Spill.MaxAge)},
		{Key: "spill.max_mb", Value: fmt.Sprint(c.Spill.MaxMB)},
		{Key: "log.level", Value: fmt.Sprintf("%q", c.Log.Level)},
	}
}

// inTOML writes one value as TOML does.
func inTOML[T any](value T) string {
	data, err := toml.Marshal(struct {
		V T `toml:"v,inline"`
	}{value})
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(string(data)), "v ="))
}

// givenKeys are the keys that the file sets.
func givenKeys(file string) (map[string]bool, error) {
	data, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	given, section := map[string]bool{}, ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if name, header := strings.CutPrefix(line, "["); header {
			section = strings.Trim(name, "[] ") + "."
			given[strings.TrimSuffix(section, ".")] = true
		} else if key, _, is := strings.Cut(line, "="); is && !strings.HasPrefix(line, "#") {
			given[section+strings.TrimSpace(key)] = true
		}
	}
	return given, nil
}

func (a *app) configInitCommand() *cobra.Command {
	return &cobra.Command{
		Use: "init", Short: "Write a config.toml with every key explained and commented out", Args: exactly(0),
		Example: "  candid config init",
		RunE: func(*cobra.Command, []string) error {
			home, err := a.Home()
			if err != nil {
				return err
			}
			file := filepath.Join(home, store.ConfigFile)
			err = writeNew(home, file, configTemplate)
			return show(a, settings{Home: home, File: file}, err, func(s settings) string { return "wrote " + s.File })
		},
	}
}

// writeNew writes a file that is not there yet.
func writeNew(home, path, text string) error {
	if err := store.Private(home); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if os.IsExist(err) {
		return protocol.NewError(protocol.CodeUsage, path+" is there already", "edit it, or remove it first")
	}
	if err != nil {
		return err
	}
	if _, err = file.WriteString(text); err != nil {
		return err
	}
	return file.Close()
}

// configTemplate is config.toml with nothing set.
const configTemplate = `# Candid's settings. Every key has the default that stands behind it.
# See what is in effect: candid config

# Addresses that agents may open and read beside http and https: "file".
# schemes = []

# Folders that files may be uploaded from, beside the agent's working directory.
# upload_roots = ["/home/me/outbox"]

[tcp]
# A port on 127.0.0.1 for agents that cannot use the socket; 0 is off.
# Where its bearer token is: candid token path
# port = 0
# Ports for particular browser profiles, by id (see: candid status).
# ports = { "3f2a" = 7001 }
# What a connection over TCP may do: read, act, navigate.
# scopes = ["read", "act", "navigate"]

[spill]
# Where answers go that are too long to send inline; default: spill in the home.
# dir = ""
# Files older than this, or beyond this size in all, are removed.
# max_age = "24h"
# max_mb = 100

[log]
# debug, info, warn or error; the log is log/host.log in the home.
# level = "info"
`
