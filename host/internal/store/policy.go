package store

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"candid/host/protocol"
)

// PolicyFile is the policy's name under the home.
const PolicyFile = "policy.toml"

// Kind is what an agent wants of a site.
type Kind string

// The kinds. Acting on a site needs reading it too: an act answers with what
// the page then says.
const (
	Reading Kind = "reading"
	Acting  Kind = "acting"
)

// rules are the allow and deny lists of one kind. Deny wins; an empty allow
// list allows every site.
type rules struct {
	Allow []string `toml:"allow"`
	Deny  []string `toml:"deny"`
}

// policyFile is policy.toml.
type policyFile struct {
	Read rules `toml:"read"`
	Act  rules `toml:"act"`
}

// Policy is the person's policy file. It is looked at before each use, so that
// an edit holds at once. A file that cannot be read denies everything: a
// policy with a typing error must not become no policy.
// All methods may be called concurrently, and on nil, which allows every site.
type Policy struct {
	path string

	mu      sync.Mutex
	stamp   stamp
	rules   policyFile
	problem error
}

// stamp tells whether a file has changed.
type stamp struct {
	time time.Time
	size int64
	set  bool
}

// OpenPolicy is the policy of a home, whether or not the file exists.
func OpenPolicy(home string) *Policy {
	return &Policy{path: filepath.Join(home, PolicyFile)}
}

// Allows tells whether the policy allows kind on the page at rawURL: nil, or
// the error to answer with.
func (p *Policy) Allows(rawURL string, kind Kind) *protocol.Error {
	if p == nil {
		return nil
	}
	file, problem := p.current()
	if problem != nil {
		return protocol.NewError(protocol.CodeDeniedByPolicy, "the policy file cannot be used, so every site is denied: "+problem.Error(),
			"ask the person to correct "+p.path)
	}
	site := siteOf(rawURL)
	if reason := file.Read.deny(site); reason != "" {
		return denied(site, Reading, reason, p.path)
	}
	if kind == Reading {
		return nil
	}
	if reason := file.Act.deny(site); reason != "" {
		return denied(site, Acting, reason, p.path)
	}
	return nil
}

// Restricts tells whether there is anything to check: where the policy allows
// every site, nobody has to find out which sites a page is made of.
func (p *Policy) Restricts() bool {
	if p == nil {
		return false
	}
	file, problem := p.current()
	return problem != nil || len(file.Read.Allow)+len(file.Read.Deny)+len(file.Act.Allow)+len(file.Act.Deny) > 0
}

// Problem is why the policy file cannot be used, or nil.
func (p *Policy) Problem() error {
	if p == nil {
		return nil
	}
	_, problem := p.current()
	return problem
}

// denied is the error of a denied site.
func denied(s site, kind Kind, reason, path string) *protocol.Error {
	return protocol.NewError(protocol.CodeDeniedByPolicy, fmt.Sprintf("%s %s is denied by the person's policy (%s)", kind, s, reason),
		"do not try another way to this site; the person decides in "+path)
}

// current is the policy as the file says now.
func (p *Policy) current() (policyFile, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := stampOf(p.path)
	if now != p.stamp || !now.set {
		p.rules, p.problem = readPolicy(p.path)
		p.stamp = now
	}
	return p.rules, p.problem
}

// stampOf looks at a file without opening it.
func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{time: info.ModTime(), size: info.Size(), set: true}
}

// readPolicy reads and checks the file.
func readPolicy(path string) (policyFile, error) {
	var file policyFile
	if err := decodeTOML(path, &file); err != nil {
		return policyFile{}, err
	}
	for _, list := range [][]string{file.Read.Allow, file.Read.Deny, file.Act.Allow, file.Act.Deny} {
		for _, text := range list {
			if _, err := parsePattern(text); err != nil {
				return policyFile{}, configError(path, err.Error(), `write "example.com", "*.example.com", "https://example.com:8443" or "*"`)
			}
		}
	}
	return file, nil
}

// deny is why the rules deny a site, or "".
func (r rules) deny(s site) string {
	for _, text := range r.Deny {
		if pattern, err := parsePattern(text); err != nil || pattern.matches(s) {
			return fmt.Sprintf("deny %q", text)
		}
	}
	for _, text := range r.Allow {
		if pattern, err := parsePattern(text); err == nil && pattern.matches(s) {
			return ""
		}
	}
	if len(r.Allow) == 0 {
		return ""
	}
	return "not on the allow list"
}

// site is where a page comes from.
type site struct{ scheme, host, port string }

// String writes the site as a person would.
func (s site) String() string {
	if s.host == "" {
		return s.scheme + ":"
	}
	if s.port == "" {
		return s.host
	}
	return s.host + ":" + s.port
}

// siteOf takes the site from a committed URL. A URL that does not parse is a
// site that only "*" matches.
func siteOf(rawURL string) site {
	// A blob: or filesystem: page belongs to the origin written within.
	rawURL = strings.TrimPrefix(strings.TrimPrefix(rawURL, "blob:"), "filesystem:")
	parsed, err := url.Parse(rawURL)
	if err != nil {
		return site{scheme: "unknown"}
	}
	return site{scheme: strings.ToLower(parsed.Scheme), host: canonicalHost(parsed.Hostname()), port: parsed.Port()}
}

// canonicalHost is lower case without the root's dot, which would otherwise
// let "bank.example." pass a rule on "bank.example".
func canonicalHost(host string) string {
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// pattern is one entry of a list. "example.com" is that host alone,
// "*.example.com" it and every host under it, "*" every site.
type pattern struct {
	any, under         bool
	scheme, host, port string
}

// parsePattern reads [scheme://](*|[*.]host)[:port].
func parsePattern(text string) (pattern, error) {
	rest := strings.TrimSpace(text)
	var p pattern
	if scheme, after, found := strings.Cut(rest, "://"); found {
		p.scheme, rest = strings.ToLower(scheme), after
	}
	if rest == "*" {
		p.any = true
		return p, nil
	}
	if rest, p.under = strings.CutPrefix(rest, "*."); rest == "" && p.scheme != "file" || strings.ContainsAny(rest, "*/ ") {
		return pattern{}, fmt.Errorf("not a site pattern: %q", text)
	}
	parsed, err := url.Parse("x://" + rest)
	if err != nil {
		return pattern{}, fmt.Errorf("not a site pattern: %q", text)
	}
	p.host, p.port = canonicalHost(parsed.Hostname()), parsed.Port()
	return p, nil
}

// matches tells whether the pattern covers the site.
func (p pattern) matches(s site) bool {
	if p.scheme != "" && p.scheme != s.scheme {
		return false
	}
	if p.any {
		return true
	}
	if p.port != "" && p.port != portOf(s) {
		return false
	}
	return s.host == p.host || p.under && strings.HasSuffix(s.host, "."+p.host)
}

// portOf is the site's port, the scheme's own where none is written.
func portOf(s site) string {
	switch {
	case s.port != "":
		return s.port
	case s.scheme == "https":
		return "443"
	case s.scheme == "http":
		return "80"
	}
	return ""
}

// SiteOf is a URL's site as logs name it: scheme and path left out.
func SiteOf(rawURL string) string { return siteOf(rawURL).String() }
