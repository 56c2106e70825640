// Package check proves that a build behaves as specified. It takes the shipped
// bytes, not the sources: the functions that the built worker sends to pages
// are captured in a browser and shown to be self-contained, and every number
// and exclusion of the specification is shown by behaviour, on a page made for
// it, through the built binary.
package check

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"candid/host/protocol"
)

// Options say what to check and where to report.
type Options struct {
	Dist  string         // holds extension/ and the binary
	Name  string         // of this build, for the report
	Probe bool           // run the probes, not the proof alone
	Only  *regexp.Regexp // of the probes, those whose rule matches; nil for all
	Out   io.Writer
}

// Run checks a build. The error says everything that is wrong.
func Run(ctx context.Context, o Options) (err error) {
	if err := Manifest(filepath.Join(o.Dist, "extension", "manifest.json")); err != nil {
		return err
	}
	start := time.Now()
	a, err := startBrowser(ctx, o.Dist)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.stop()) }()
	sizes, proof := prove(ctx, a)
	if proof != nil {
		fmt.Fprintf(o.Out, "  FAIL  %s build: self-contained\n        %v\n", o.Name, proof)
		proof = fmt.Errorf("the %s build is not self-contained", o.Name)
	} else {
		fmt.Fprintf(o.Out, "  ok    %s build: %d functions sent to pages are self-contained (%v bytes)  %d ms\n", o.Name, len(sizes), sizes, time.Since(start).Milliseconds())
	}
	if !o.Probe {
		return proof
	}
	r := newRunner(a)
	defer r.close()
	return errors.Join(proof, runProbes(ctx, r, probes(o.Only), o.Out))
}

// allowed are the permissions that the manifest may ask for. A wider one is a
// change of what every person who installs Candid agrees to.
var allowed = []string{"scripting", "tabs", "nativeMessaging", "webNavigation", "storage", "debugger", "tabGroups", "sidePanel", "downloads", "alarms"}

// absent are the parts of a manifest that would open the extension to pages
// and to other extensions.
var absent = []string{"content_scripts", "externally_connectable", "web_accessible_resources", "optional_permissions", "optional_host_permissions", "sandbox"}

// Manifest checks that a built manifest asks for what is agreed and no more.
func Manifest(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var whole map[string]json.RawMessage
	var m struct {
		Key         string   `json:"key"`
		Version     string   `json:"version"`
		Permissions []string `json:"permissions"`
		Hosts       []string `json:"host_permissions"`
		Incognito   string   `json:"incognito"`
	}
	if err := errors.Join(json.Unmarshal(text, &whole), json.Unmarshal(text, &m)); err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	var problems []error
	for _, permission := range m.Permissions {
		if !slices.Contains(allowed, permission) {
			problems = append(problems, fmt.Errorf("manifest: permission %q is not agreed", permission))
		}
	}
	if !slices.Equal(m.Hosts, []string{"<all_urls>"}) {
		problems = append(problems, fmt.Errorf("manifest: host permissions are %q", m.Hosts))
	}
	for _, part := range absent {
		if _, has := whole[part]; has {
			problems = append(problems, fmt.Errorf("manifest: has %s", part))
		}
	}
	if m.Incognito != "not_allowed" {
		problems = append(problems, fmt.Errorf("manifest: incognito is %q", m.Incognito))
	}
	if m.Key != protocol.ExtensionKey || m.Version != protocol.Release {
		problems = append(problems, errors.New("manifest: key or version is not that of host/protocol"))
	}
	return errors.Join(problems...)
}

func wantCode(err error, want protocol.Code) error {
	var got *protocol.Error
	if !errors.As(err, &got) || got.Code != want {
		return fmt.Errorf("got %v, want the error %s", err, want)
	}
	return nil
}
