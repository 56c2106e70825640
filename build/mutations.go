package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"candid/build/sources"
)

// mutation is a defect of the kind that -check is there to catch: a change of
// one file of a copy of the repository, and what the check must say to it.
type mutation struct {
	name  string
	file  string
	from  string // must stand in the file once
	to    string
	only  string // the probes that are enough to catch it; "" for none
	want  string // the check must say this
	built bool   // the change is made after a build: what lies in dist is stale
}

// noProbe matches no rule: the proof and the manifest are always checked.
const noProbe = "^$"

var mutations = []mutation{
	{name: "a ceiling changed by one", file: "host/internal/page/limits.go",
		from: "const NameCeiling = 1200", to: "const NameCeiling = 1201", only: "^names, by default", want: "at 1201: 0 cut, want 1"},
	{name: "a helper moved to module scope", file: "extension/worker/inject.ts",
		from: `Object.hasOwn(globalThis, "candid")`, to: `isMissing({ missing: Object.hasOwn(globalThis, "candid") })`, want: "free names isMissing"},
	{name: "KeepNames", file: "build/bundle.go",
		from: `settings.Plugins = `, to: "settings.KeepNames = true\n\tsettings.Plugins = ", want: "free names __name"},
	{name: "an older target", file: "build/bundle.go",
		from: "Target:            api.ESNext", to: "Target:            api.ES2019", want: "reaches outside itself: free names __"},
	{name: "an exclusion removed", file: "extension/page/walk.ts",
		from: `if (hasAttr(el, "inert") && isHTML(el)) state |= inertPart;`, to: ``, only: "inert", want: `"button \"InertWord\"": in the answer: true, want false`},
	{name: "the banner dropped", file: "host/internal/page/compose.go",
		from: "\t\tout = d.banner(out)\n", to: "", only: "^banner", want: "without the banner"},
	{name: "the nonce check removed", file: "extension/page/read.ts",
		from: "if (arg.nonce !== nonce) return { ...empty(), stale: true };", to: "", only: "nonce", want: "read acted for another document"},
	{name: "a stale bundle left in dist", file: "extension/worker/tabs.ts",
		from: `"the browser opened no tab"`, to: `"the browser has opened no tab"`, built: true, want: "is stale"},
	{name: "a manifest with a wider permission", file: "manifest.template.json",
		from: `"scripting",`, to: `"scripting", "cookies",`, want: `permission "cookies" is not agreed`},
}

// mutate applies each mutation to a copy of its own and demands that the
// check, run there, fails and says why. The unmutated copy must pass first.
func mutate(ctx context.Context, root string, out io.Writer) error {
	plain := mutation{name: "none", file: "go.mod", only: "^names, by default|inert|^banner|nonce"}
	if said, err := plain.run(ctx, root); err != nil {
		return fmt.Errorf("the copy without a mutation fails: %w\n%s", err, said)
	}
	fmt.Fprintln(out, "ok    the tree as it is passes")
	var missed []string
	for _, m := range mutations {
		start := time.Now()
		said, err := m.run(ctx, root)
		took := time.Since(start).Milliseconds()
		var failed *exec.ExitError
		switch {
		case errors.As(err, &failed) && strings.Contains(said, m.want):
			fmt.Fprintf(out, "ok    caught: %-40s %6d ms\n", m.name, took)
			continue
		case errors.As(err, &failed):
			fmt.Fprintf(out, "FAIL  %s: the check failed without saying %q:\n%s\n", m.name, m.want, said)
		case err != nil:
			return fmt.Errorf("%s: %w", m.name, err)
		default:
			fmt.Fprintf(out, "FAIL  %s: the check passed\n", m.name)
		}
		missed = append(missed, m.name)
	}
	if len(missed) > 0 {
		return fmt.Errorf("not caught: %s", strings.Join(missed, ", "))
	}
	return nil
}

// run makes the copy, mutates it and checks it; it answers what the check said.
func (m mutation) run(ctx context.Context, root string) (said string, err error) {
	copied, err := os.MkdirTemp("", "candid-mutation-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(copied)) }()
	if err := sources.Copy(root, copied); err != nil {
		return "", err
	}
	if m.built {
		if said, err := goRun(ctx, copied); err != nil {
			return said, fmt.Errorf("build of the copy: %w", errors.New(err.Error()))
		}
	}
	if err := m.apply(copied); err != nil {
		return "", err
	}
	only := m.only
	if only == "" {
		only = noProbe
	}
	return goRun(ctx, copied, "-check", "-only", only)
}

func (m mutation) apply(root string) error {
	if m.from == "" {
		return nil
	}
	path := filepath.Join(root, filepath.FromSlash(m.file))
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if n := strings.Count(string(text), m.from); n != 1 {
		return fmt.Errorf("the mutation has lost its subject: %q stands %d times in %s", m.from, n, m.file)
	}
	return os.WriteFile(path, []byte(strings.Replace(string(text), m.from, m.to, 1)), 0o600)
}

// goRun runs the build of a copy. -trimpath lets the copies share what is compiled.
func goRun(ctx context.Context, root string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"run", "-trimpath", "./build"}, args...)...)
	cmd.Dir = root
	said, err := cmd.CombinedOutput()
	return string(said), err
}
