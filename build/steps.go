package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"candid/build/tsgen"
)

// options are what a build depends on beside the sources under Root.
type options struct {
	Root    string
	Out     string // holds extension/ and the binary
	Release bool
}

func distOf(root string) string { return filepath.Join(root, "dist") }

// buildOnce makes the extension, then the binary that carries its build id.
func buildOnce(ctx context.Context, o options, out io.Writer) error {
	start := time.Now()
	id, err := buildExtension(o)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "extension  %s  build %s  %d ms\n", filepath.Join(o.Out, "extension"), id, time.Since(start).Milliseconds())
	start = time.Now()
	binary, err := buildBinary(ctx, o, id)
	if err != nil {
		return err
	}
	if binary == "" {
		fmt.Fprintln(out, "binary     skipped: there is no host/main.go")
		return nil
	}
	fmt.Fprintf(out, "binary     %s  %d ms\n", binary, time.Since(start).Milliseconds())
	return nil
}

// buildExtension makes the extension folder in o.Out and returns its build id.
func buildExtension(o options) (string, error) {
	files, err := extensionFiles(o)
	if err != nil {
		return "", err
	}
	id := files.stamp()
	return id, files.write(filepath.Join(o.Out, "extension"))
}

// extensionFiles is the whole content of the extension folder but for the build id.
func extensionFiles(o options) (fileSet, error) {
	files, err := bundle(o)
	if err != nil {
		return nil, err
	}
	manifest, err := renderManifest(filepath.Join(o.Root, "manifest.template.json"))
	if err != nil {
		return nil, err
	}
	files["manifest.json"] = manifest
	if err := files.addStatic(filepath.Join(o.Root, "extension", "panel")); err != nil {
		return nil, err
	}
	return files, files.addIcons()
}

func writeTypes(root string) error {
	text, err := tsgen.Generate(filepath.Join(root, tsgen.Source))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, tsgen.Output), text, 0o644); err != nil {
		return err
	}
	fixtures, err := tsgen.GenerateFixtures(filepath.Join(root, tsgen.Fixtures))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, tsgen.FixturesOutput), fixtures, 0o644)
}
