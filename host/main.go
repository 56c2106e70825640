// Command candid is three programs in one file, so that they can never be of
// different builds: the native messaging host that Chrome starts, the command
// line, and the MCP server (candid mcp). It decides which one it is and exits
// with that one's code.
package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"candid/host/internal/door/cli"
	"candid/host/internal/door/client"
	"candid/host/internal/door/mcp"
	"candid/host/internal/store"
	"candid/host/protocol"
)

func main() { os.Exit(run(os.Args[1:])) }

// run is main with an exit code. Chrome passes the extension's origin as the
// first argument; a manifest cannot name any argument of its own.
func run(args []string) int {
	if len(args) > 0 && strings.HasPrefix(args[0], originScheme) {
		return serveNative(args[0])
	}
	return cli.Run(cli.Env{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Getenv: os.Getenv, Home: store.Home, Hosts: hosts{},
		More: []func(*cobra.Command){addMCP},
	}, args...)
}

// addMCP adds the commands for agents that speak MCP.
func addMCP(root *cobra.Command) {
	root.AddCommand(mcp.Commands(mcp.Env{
		Dialer: mcp.Hosts{Home: store.Home, Pool: &client.Pool{}}, Version: protocol.Build, Getenv: os.Getenv,
		Executable: os.Executable, UserHome: os.UserHomeDir, WorkDir: os.Getwd,
	})...)
}
