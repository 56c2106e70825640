// Command build makes Candid: it bundles the extension with esbuild, renders
// its manifest, stamps both halves with one build id and compiles the binary.
// It is Go, so that building needs nothing that the host does not need too.
// Usage:
//
//	go run ./build            development build into dist/
//	go run ./build -release   minified, otherwise the same
//	go run ./build -check     prove and probe both builds in a real browser
//	go run ./build -watch     build at each change, reload the running extension, probe it
//	go run ./build -o DIR     build into DIR instead of dist/
//	go run ./build release VERSION [GOOS/GOARCH…]   archives and checksums into dist/release
//	go run ./build mutations  show that -check catches what it is there for
//	go run ./build tsgen      write extension/protocol.gen.ts anew
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"

	"candid/build/sources"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	minify := flags.Bool("release", false, "minify the extension")
	checking := flags.Bool("check", false, "check that dist is fresh and that both builds behave as specified")
	only := flags.String("only", "", "with -check: run the probes whose rule matches this regular expression, on the development build")
	watching := flags.Bool("watch", false, "build at each change and verify the new build in the running browser")
	dist := flags.String("o", "", "folder to build into; dist/ when empty")
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), "usage: go run ./build [FLAG…] [release VERSION [GOOS/GOARCH…] | mutations | tsgen]\n\nWithout a step it builds into dist/.\n")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	root, err := sources.Root()
	if err != nil {
		return err
	}
	o := options{Root: root, Out: distOf(root), Release: *minify}
	if *dist != "" {
		if o.Out, err = filepath.Abs(*dist); err != nil {
			return err
		}
	}
	var pattern *regexp.Regexp
	if *only != "" {
		if pattern, err = regexp.Compile(*only); err != nil {
			return err
		}
	}
	switch step := flags.Arg(0); {
	case step == "tsgen":
		return writeTypes(root)
	case step == "release":
		return release(ctx, o, flags.Arg(1), flags.Args()[min(2, flags.NArg()):], out)
	case step == "mutations":
		return mutate(ctx, root, out)
	case *checking && step == "":
		return checkAll(ctx, o, pattern, out)
	case *watching && step == "":
		return watch(ctx, o, out)
	case step == "":
		return buildOnce(ctx, o, out)
	}
	return fmt.Errorf("unknown step: %q; the steps are tsgen, release and mutations", flags.Arg(0))
}
