package mcp

import (
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"candid/host/internal/setup/clients"
	"candid/host/protocol"
)

// Env is what the commands need of their surroundings.
type Env struct {
	Dialer     Dialer
	Version    string
	Getenv     func(string) string
	Executable func() (string, error) // the binary that clients are to start
	UserHome   func() (string, error)
	WorkDir    func() (string, error)
}

// Commands are `candid mcp`, `candid mcp config` and `candid skill`.
func Commands(env Env) []*cobra.Command {
	return []*cobra.Command{mcpCommand(env), skillCommand()}
}

func mcpCommand(env Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve MCP on standard input and output, for agents to start",
		Long: `Serve the Model Context Protocol on standard input and output. Agents start this
themselves; "candid mcp config" prints what to write into their configuration. It starts while
Chrome is not running, and says what to do when a tool is called.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := env.WorkDir()
			if err != nil {
				return protocol.NewError(protocol.CodeInternal, "no working folder: "+err.Error(), "start it in a folder that exists")
			}
			options := Options{Dialer: env.Dialer, Version: env.Version, Roots: []string{dir}}
			return Serve(cmd.Context(), options, io.NopCloser(cmd.InOrStdin()), unclosed{cmd.OutOrStdout()})
		},
	}
	cmd.AddCommand(configCommand(env))
	return cmd
}

// unclosed keeps standard output open for whoever prints last.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

func configCommand(env Env) *cobra.Command {
	var client string
	var write, project bool
	cmd := &cobra.Command{
		Use:   "config --client " + strings.Join(clients.Names(), "|"),
		Short: "Print or write the MCP configuration of a client",
		Example: `  candid mcp config --client claude            print the snippet and where it belongs
  candid mcp config --client codex --write     add it to ~/.codex/config.toml, keeping the rest`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			server, places, err := env.entry(project)
			if err != nil {
				return err
			}
			asJSON, err := wantsJSON(cmd)
			if err != nil {
				return err
			}
			if write {
				return writeConfig(cmd.OutOrStdout(), asJSON, client, places, server)
			}
			return printConfig(cmd.OutOrStdout(), cmd.ErrOrStderr(), asJSON, client, places, server)
		},
	}
	cmd.Flags().StringVar(&client, "client", "", "the MCP `CLIENT`: "+strings.Join(clients.Names(), ", "))
	cmd.Flags().BoolVar(&write, "write", false, "write it into the client's file, keeping everything else there")
	cmd.Flags().BoolVar(&project, "project", false, "the project's file in this folder instead of your own")
	if err := cmd.MarkFlagRequired("client"); err != nil {
		panic(err) // the flag is defined above
	}
	return cmd
}

// entry is how clients start this binary, with what the default does not say.
func (env Env) entry(project bool) (clients.Server, clients.Places, error) {
	places := clients.Places{OS: runtime.GOOS, Getenv: env.Getenv}
	server := clients.Server{Args: []string{"mcp"}}
	path, err := env.Executable()
	if err == nil {
		server.Command, err = filepath.Abs(path)
	}
	if err == nil {
		places.Home, err = env.UserHome()
	}
	if err == nil && project {
		places.Project, err = env.WorkDir()
	}
	if err != nil {
		return server, places, protocol.NewError(protocol.CodeInternal, "cannot tell where files are: "+err.Error(), "set HOME and run it again")
	}
	if home := env.Getenv("CANDID_HOME"); home != "" {
		server.Env = map[string]string{"CANDID_HOME": home}
	}
	return server, places, nil
}

// configResult is what --json prints.
type configResult struct {
	Client  string `json:"client"`
	File    string `json:"file"`
	Snippet string `json:"snippet,omitempty"`
	Changed bool   `json:"changed"`
}

func printConfig(out, errOut io.Writer, asJSON bool, client string, places clients.Places, server clients.Server) error {
	snippet, err := clients.Snippet(client, server)
	if err != nil {
		return err
	}
	path, err := clients.Path(client, places)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(out, configResult{Client: client, File: path, Snippet: snippet})
	}
	_, err = fmt.Fprintf(out, "%s\n", strings.TrimRight(snippet, "\n"))
	if err == nil {
		_, err = fmt.Fprintf(errOut, "This belongs in %s; with --write it is added there.\n", path)
	}
	return err
}

func writeConfig(out io.Writer, asJSON bool, client string, places clients.Places, server clients.Server) error {
	path, changed, err := clients.Write(client, places, server)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(out, configResult{Client: client, File: path, Changed: changed})
	}
	text := "added Candid to %s; restart the client\n"
	if !changed {
		text = "%s has Candid already\n"
	}
	_, err = fmt.Fprintf(out, text, path)
	return err
}

func skillCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "skill",
		Short: "Print SKILL.md, for agents that use the command line",
		Long: `Print a skill for agents that have a shell. Save it as candid/SKILL.md in the folder where the
agent looks for skills.`,
		Example: `  mkdir -p ~/.claude/skills/candid && candid skill > ~/.claude/skills/candid/SKILL.md`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON, err := wantsJSON(cmd)
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(cmd.OutOrStdout(), skillResult{Skill: Skill})
			}
			_, err = io.WriteString(cmd.OutOrStdout(), Skill)
			return err
		},
	}
}

type skillResult struct {
	Skill string `json:"skill"`
}
