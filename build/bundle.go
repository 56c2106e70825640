package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// pageModule is the import under which the worker gets the page code: a default
// export that is one function and reaches nothing outside itself.
const pageModule = "page:install"

// entries are the scripts of the extension: output → source under extension/.
var entries = map[string]string{
	"worker.js": "worker/main.ts",
	"popup.js":  "panel/popup.ts",
	"panel.js":  "panel/panel.ts",
}

// bundle makes every script of the extension.
func bundle(o options) (fileSet, error) {
	files := fileSet{}
	for name, source := range entries {
		path := filepath.Join(o.Root, "extension", source)
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) && name != "worker.js" {
			continue
		}
		code, err := bundleScript(o, path)
		if err != nil {
			return nil, err
		}
		files[name] = code
	}
	return files, nil
}

// bundleScript makes one classic script. No KeepNames and no older target: both
// put helpers at the top of the bundle, out of reach of an injected function.
func bundleScript(o options, entry string) ([]byte, error) {
	settings := common(o)
	settings.EntryPoints = []string{entry}
	settings.Plugins = []api.Plugin{pagePlugin(o)}
	settings.Define["BUILD_ID"] = `"` + buildMark + `"`
	return single(api.Build(settings))
}

func common(o options) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:     o.Root, // paths in comments must not depend on where the clone lies
		Bundle:            true,
		Write:             false,
		Format:            api.FormatIIFE,
		Platform:          api.PlatformBrowser,
		Target:            api.ESNext,
		Charset:           api.CharsetUTF8,
		TsconfigRaw:       `{"compilerOptions":{"strict":true,"target":"esnext","useDefineForClassFields":true}}`,
		Define:            map[string]string{},
		LegalComments:     api.LegalCommentsNone,
		LogLevel:          api.LogLevelSilent,
		MinifySyntax:      o.Release,
		MinifyWhitespace:  o.Release,
		MinifyIdentifiers: o.Release,
	}
}

// pagePlugin serves pageModule: the bundle of extension/page as the body of a
// function. The body is bundled by itself first, so nothing of it can be
// hoisted into the worker's scope or shared with it.
func pagePlugin(o options) api.Plugin {
	return api.Plugin{Name: "page", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: "^" + pageModule + "$"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: args.Path, Namespace: "page"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "page"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			code, err := pageFunction(o)
			var refused *refusal
			if errors.As(err, &refused) {
				return api.OnLoadResult{Errors: refused.messages}, nil
			}
			return api.OnLoadResult{Contents: &code, Loader: api.LoaderJS, ResolveDir: o.Root}, err
		})
	}}
}

// pageFunction is the module text. The entry sees the function's parameter
// under its own name, which the inner bundle leaves alone as a free name. It
// answers true, since Chrome turns a throw into null.
func pageFunction(o options) (string, error) {
	settings := common(o)
	// Not lowered whatever the worker's target is: lowering needs helpers.
	settings.Target = api.ESNext
	settings.Stdin = &api.StdinOptions{
		Contents:   `import { install } from "./install"; install(buildOfCaller);`,
		ResolveDir: filepath.Join(o.Root, "extension", "page"),
		Sourcefile: "entry.js",
		Loader:     api.LoaderJS,
	}
	code, err := single(api.Build(settings))
	if err != nil {
		return "", err
	}
	return "export default function install(buildOfCaller) {\n" + string(code) + "return true;\n}\n", nil
}

// refusal is what esbuild has against the sources. It keeps the messages, so
// that one about the page code names its place and not the module that asks.
type refusal struct{ messages []api.Message }

// Error shows each message with its place and line.
func (r *refusal) Error() string {
	shown := api.FormatMessages(r.messages, api.FormatMessagesOptions{Kind: api.ErrorMessage})
	return strings.TrimSpace(strings.Join(shown, ""))
}

// single takes the only output of a build, or its messages as one error. A
// warning is one too.
func single(result api.BuildResult) ([]byte, error) {
	if messages := append(result.Errors, result.Warnings...); len(messages) > 0 {
		return nil, &refusal{messages}
	}
	if len(result.OutputFiles) != 1 {
		return nil, fmt.Errorf("bundle: want one output, got %d", len(result.OutputFiles))
	}
	return result.OutputFiles[0].Contents, nil
}
