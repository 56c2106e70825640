package cli

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"candid/host/protocol"
)

// topics are help texts about what no single command owns, one a file.
//
//go:embed topics/*.txt
var topics embed.FS

// topicCommands makes a help topic of each file; its first line is the summary.
func topicCommands() []*cobra.Command {
	entries, err := topics.ReadDir("topics")
	if err != nil {
		panic(err) // embedded
	}
	var commands []*cobra.Command
	for _, entry := range entries {
		text, err := topics.ReadFile("topics/" + entry.Name())
		if err != nil {
			panic(err) // embedded
		}
		summary, body, _ := strings.Cut(string(text), "\n")
		commands = append(commands, &cobra.Command{Use: topicName(entry.Name()), Short: summary, Long: summary + "\n" + strings.TrimRight(body, "\n")})
	}
	return commands
}

func topicName(file string) string { return strings.TrimSuffix(file, ".txt") }

// topicNames lists the topics for the root's help.
func topicNames() string {
	var names []string
	for _, c := range topicCommands() {
		names = append(names, c.Name())
	}
	return strings.Join(names, ", ")
}

// helpCommand is cobra's, but for a topic that is not there: cobra prints the
// root's help then, as if nothing were wrong.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND|TOPIC]", Short: "Explain a command or a topic", GroupID: groupOther,
		Example: "  candid help snapshot\n  candid help refs",
		RunE: func(_ *cobra.Command, args []string) error {
			found, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 && found == root {
				var names []string
				for _, c := range root.Commands() {
					names = append(names, c.Name())
				}
				return misuse(fmt.Sprintf("nothing is called %q", args[0]), didYouMean(args[0], names, "candid help ", "see: candid help"))
			}
			return found.Help()
		},
	}
}

// pages is the result of `man`.
type pages struct {
	Folder string   `json:"folder"`
	Files  []string `json:"files"`
}

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man DIR", Short: "Write man pages of every command into a folder",
		Example: "  candid man ~/.local/share/man/man1", Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			result, err := writeManPages(cmd.Root(), args[0])
			return show(a, result, err, func(p pages) string { return strings.Join(p.Files, "\n") })
		},
	}
}

func writeManPages(root *cobra.Command, folder string) (pages, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return pages{}, protocol.NewError(protocol.CodeFileNotFound, "the folder cannot be made: "+err.Error(), "choose another")
	}
	root.DisableAutoGenTag = true // no date: the pages depend on the commands alone
	header := &doc.GenManHeader{Title: "CANDID", Section: "1", Source: "Candid " + protocol.Release}
	if err := doc.GenManTree(root, header, folder); err != nil {
		return pages{}, err
	}
	files, err := filepath.Glob(filepath.Join(folder, "candid*.1"))
	return pages{Folder: folder, Files: files}, err
}
