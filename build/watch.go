package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"candid/build/check"
	"candid/build/sources"
)

// everyPoll is how often the sources are looked at. A few hundred files cost a
// millisecond; a notification library would save that and miss network drives.
// A change is taken once two looks in a row agree: editors empty a file before
// they write it.
const everyPoll = 60 * time.Millisecond

// patience bounds one turn from change to verified.
const patience = time.Minute

// watch builds at each change, makes the running extension take the new build
// and probes it there. What fails is shown and the last good build stays.
func watch(ctx context.Context, o options, out io.Writer) error {
	fmt.Fprintf(out, "watching %s; end with Ctrl+C\n", o.Root)
	seen, err := stamps(o.Root)
	if err != nil {
		return err
	}
	turn(ctx, o, nil, out)
	ticker := time.NewTicker(everyPoll)
	defer ticker.Stop()
	for last := seen; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		now, err := stamps(o.Root)
		if err != nil {
			return err
		}
		if changed := changes(seen, now); len(changed) > 0 && maps.Equal(last, now) {
			seen = now
			turn(ctx, o, changed, out)
		}
		last = now
	}
}

// turn is one way from a change to a verified extension. Errors are shown, not
// returned: the next change may mend them.
func turn(ctx context.Context, o options, changed []string, out io.Writer) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	start := time.Now()
	if len(changed) > 0 {
		fmt.Fprintf(out, "\nchanged    %s\n", strings.Join(changed, " "))
	}
	if err := rebuild(ctx, o, changed, out); err != nil {
		fmt.Fprintf(out, "%s\nFAILED     not built, after %d ms; the last good build keeps running\n", indented(err), time.Since(start).Milliseconds())
		return
	}
	id, err := idOf(o)
	if err == nil {
		err = verify(ctx, o, id, out)
	}
	took := time.Since(start)
	switch {
	case errors.Is(err, errNobody):
		fmt.Fprintf(out, "UNVERIFIED build %s: %v; start one: %s browser start --headless\n", id, err, binaryPath(o))
	case err != nil:
		fmt.Fprintf(out, "%s\nFAILED     build %s after %d ms\n", indented(err), id, took.Milliseconds())
	default:
		fmt.Fprintf(out, "verified   build %s in %d ms\n", id, took.Milliseconds())
	}
}

// indented is an error as it stands under the lines of the steps; the verdict
// is always the last line.
func indented(err error) string {
	return "           " + strings.ReplaceAll(err.Error(), "\n", "\n           ")
}

// rebuild makes what the change needs; the binary only when the host changed.
func rebuild(ctx context.Context, o options, changed []string, out io.Writer) error {
	wholly := len(changed) == 0
	for _, name := range changed {
		wholly = wholly || strings.HasSuffix(name, ".go")
	}
	if wholly {
		return buildOnce(ctx, o, out)
	}
	start := time.Now()
	id, err := buildExtension(o)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "built      extension, build %s  %d ms\n", id, time.Since(start).Milliseconds())
	return nil
}

func idOf(o options) (string, error) {
	text, err := os.ReadFile(filepath.Join(o.Out, "extension", idFile))
	if err != nil {
		return "", err
	}
	return buildOf(text)
}

// errNobody says that there is no browser to verify a build in.
var errNobody = errors.New("no browser is connected")

// verify takes the build to every browser that is connected.
func verify(ctx context.Context, o options, id string, out io.Writer) error {
	browsers, err := check.Browsers(ctx, binaryPath(o))
	if err != nil {
		return err
	}
	if len(browsers) == 0 {
		return errNobody
	}
	var problems []error
	for _, b := range browsers {
		start := time.Now()
		if err := b.Reload(ctx, id); err != nil {
			problems = append(problems, fmt.Errorf("%s %s: %w", b.Browser.Name, b.Browser.ID, err))
			continue
		}
		fmt.Fprintf(out, "reloaded   %s %s runs build %s  %d ms\n", b.Browser.Name, b.Browser.ID, id, time.Since(start).Milliseconds())
		if err := b.Verify(ctx, out); err != nil {
			problems = append(problems, fmt.Errorf("%s %s: %w", b.Browser.Name, b.Browser.ID, err))
		}
	}
	return errors.Join(problems...)
}

// stamps are the sources' times and sizes.
func stamps(root string) (map[string]string, error) {
	all := map[string]string{}
	err := sources.Product(root, func(name string, info fs.FileInfo) error {
		all[name] = fmt.Sprint(info.ModTime().UnixNano(), info.Size())
		return nil
	})
	return all, err
}

func changes(before, now map[string]string) []string {
	if maps.Equal(before, now) {
		return nil
	}
	var changed []string
	for name, stamp := range now {
		if before[name] != stamp {
			changed = append(changed, name)
		}
	}
	for name := range before {
		if _, there := now[name]; !there {
			changed = append(changed, name)
		}
	}
	return changed
}
