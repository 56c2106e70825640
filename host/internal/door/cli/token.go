package cli

import (
	"errors"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// tokenFile is the result of `token path` and `token rotate`. The token itself
// is in no result: what a command prints ends in logs and scroll-back.
type tokenFile struct {
	Path   string `json:"path"`
	Exists bool   `json:"exists"`
}

func (a *app) tokenCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "token", Short: "Say where the token of the loopback listener is, or take it back",
		Long: `Connections over loopback TCP, which is off unless config.toml names a port, need a bearer
token. It is in a file that only you can read, and no command prints it: read it from the file
where you use it, and keep it out of arguments and addresses. One token serves all browser
profiles of a home.`,
		Example: "  candid token path\n  candid token rotate          a new one; what used the old one is cut off within a second",
		Args:    unknownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.tokenPathCommand(), a.tokenRotateCommand())
	return cmd
}

func (a *app) tokenPathCommand() *cobra.Command {
	return &cobra.Command{
		Use: "path", Short: "Print the path of the token's file", Args: exactly(0),
		Example: `  TOKEN=$(cat "$(candid token path)")`,
		RunE: func(*cobra.Command, []string) error {
			result, err := a.tokenPath()
			if err == nil && !result.Exists {
				a.warn([]string{"there is no token yet: a host that serves loopback TCP makes it, and so does candid token rotate"})
			}
			return show(a, result, err, func(f tokenFile) string { return f.Path })
		},
	}
}

func (a *app) tokenRotateCommand() *cobra.Command {
	return &cobra.Command{
		Use: "rotate", Short: "Make a new token and end the connections that used the old one", Args: exactly(0),
		Long: `Running hosts notice within a second: they close WebSockets with code 4401, end requests over
HTTP, and take the new token alone.`,
		Example: "  candid token rotate",
		RunE: func(*cobra.Command, []string) error {
			home, err := a.Home()
			if err == nil {
				err = store.RotateKey(home)
			}
			result := tokenFile{Path: store.KeyFile(home), Exists: true}
			return show(a, result, err, func(f tokenFile) string {
				return "there is a new token in " + f.Path + "\nconnections that used the old one end within a second"
			})
		},
	}
}

// tokenPath tells where the token is, or will be.
func (a *app) tokenPath() (tokenFile, error) {
	home, err := a.Home()
	if err != nil {
		return tokenFile{}, err
	}
	file := tokenFile{Path: store.KeyFile(home)}
	_, err = os.Lstat(file.Path)
	switch {
	case err == nil:
		file.Exists = true
	case !errors.Is(err, fs.ErrNotExist):
		return tokenFile{}, protocol.NewError(protocol.CodeForbidden, "the token's file cannot be looked at: "+err.Error(), "make "+home+" yours, or set CANDID_HOME")
	}
	return file, nil
}
