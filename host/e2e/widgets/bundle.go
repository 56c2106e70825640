package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// document is the page around a bundle: NAME, STYLE, BODY and SCRIPT are filled in.
const document = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>NAME</title>STYLE</head><body>
BODY
SCRIPT</body></html>
`

// bundle makes pages/NAME of each shell src/NAME.js or .jsx (with NAME.html as
// its body, where there is one).
func bundle(src, dir string) error {
	files, err := filepath.Glob(filepath.Join(src, "*.js*"))
	if err != nil {
		return err
	}
	var errs []error
	for _, entry := range files {
		name := strings.TrimSuffix(filepath.Base(entry), filepath.Ext(entry))
		if err := bundleOne(src, dir, name, entry); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(errs...)
}

func bundleOne(src, dir, name, entry string) error {
	out := filepath.Join(dir, "pages", name)
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{{InputPath: entry, OutputPath: "app"}},
		Outdir:              out,
		Bundle:              true,
		Write:               true,
		MinifySyntax:        true,
		MinifyWhitespace:    true,
		MinifyIdentifiers:   true,
		Format:              api.FormatESModule,
		Target:              api.ES2022,
		LegalComments:       api.LegalCommentsNone,
		JSX:                 api.JSXTransform,
		NodePaths:           []string{filepath.Join(dir, "node_modules")},
		Define: map[string]string{
			"process.env.NODE_ENV": `"production"`, "__VUE_OPTIONS_API__": "true",
			"__VUE_PROD_DEVTOOLS__": "false", "__VUE_PROD_HYDRATION_MISMATCH_DETAILS__": "false",
		},
		AssetNames: "[name]",
		Loader: map[string]api.Loader{
			".ttf": api.LoaderFile, ".woff": api.LoaderFile, ".woff2": api.LoaderFile, ".eot": api.LoaderEmpty,
			".svg": api.LoaderDataURL, ".png": api.LoaderDataURL, ".gif": api.LoaderDataURL,
		},
	})
	if len(result.Errors) > 0 {
		return errors.New(strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{}), "\n"))
	}
	return writeDocument(src, out, name)
}

func writeDocument(src, out, name string) error {
	body, err := os.ReadFile(filepath.Join(src, name+".html"))
	if errors.Is(err, fs.ErrNotExist) {
		body, err = []byte(`<div id="root"></div>`), nil
	}
	if err != nil {
		return err
	}
	style := ""
	if _, err := os.Stat(filepath.Join(out, "app.css")); err == nil {
		style = `<link rel="stylesheet" href="app.css">`
	}
	page := strings.NewReplacer("NAME", name, "STYLE", style, "BODY", string(body), "SCRIPT", `<script type="module" src="app.js"></script>`).Replace(document)
	return os.WriteFile(filepath.Join(out, "index.html"), []byte(page), 0o644)
}

// outside matches links to stylesheets of other hosts: pages must not wait for
// a network that a test does not have.
var outside = regexp.MustCompile(`(?s)<link[^>]*https:.*?>`)

// copyAdminTheme copies the ready-made theme as it is, but for outside links.
func copyAdminTheme(dir string) error {
	from := filepath.Join(dir, "node_modules", "startbootstrap-sb-admin-2")
	to := filepath.Join(dir, "pages", "sb-admin-2")
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	pages, err := filepath.Glob(filepath.Join(to, "*.html"))
	if err != nil {
		return err
	}
	for _, page := range pages {
		data, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		if err := os.WriteFile(page, outside.ReplaceAll(data, nil), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// mendDebs unpacks pages that a package keeps compressed and links the one
// script that the examples expect at another place.
func mendDebs(dir string) error {
	link := filepath.Join(dir, "usr", "share", "nodejs", "require.js")
	if err := os.Symlink("requirejs/require.js", link); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return filepath.WalkDir(filepath.Join(dir, "usr"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".html.gz") {
			return err
		}
		return unzip(path, strings.TrimSuffix(path, ".gz"))
	})
}

func unzip(from, to string) error {
	file, err := os.Open(from)
	if err != nil {
		return err
	}
	defer file.Close()
	reader, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(reader)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}
