package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"candid/host/internal/setup"
	"candid/host/protocol"
)

// versions is what `version` tells.
type versions struct {
	Version   string `json:"version"`
	Build     string `json:"build"`
	Protocol  int    `json:"protocol"`
	Extension string `json:"extension"` // the build in the extension's folder, "" when there is none
	Go        string `json:"go"`
	System    string `json:"system"`
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version, the build and the protocol", Example: "  candid version --json",
		Args: exactly(0),
		RunE: func(*cobra.Command, []string) error {
			v := versions{Version: protocol.Release, Build: protocol.Build, Protocol: protocol.Version, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
			if programs, err := setup.Running(); err == nil {
				v.Extension = setup.FolderBuild(programs.Extension)
			}
			return show(a, v, nil, func(v versions) string {
				return fmt.Sprintf("candid %s  build %s  protocol %d  %s  %s\n", v.Version, v.Build, v.Protocol, v.System, v.Go)
			})
		},
	}
}
