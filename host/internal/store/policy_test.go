package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"candid/host/protocol"
)

func TestPolicy(t *testing.T) {
	const text = `
[read]
deny = ["bank.example", "*.health.example", "https://only.example:8443", "file://*"]
[act]
allow = ["*.shop.example", "docs.example"]
deny = ["admin.shop.example"]
`
	home := t.TempDir()
	put(t, home, PolicyFile, text)
	p := OpenPolicy(home)
	tests := []struct {
		url       string
		read, act bool
	}{
		{"https://shop.example/cart", true, true},
		{"https://eu.shop.example/", true, true},
		{"https://admin.shop.example/", true, false},
		{"https://notshop.example/", true, false},
		{"https://docs.example:444/", true, true},
		{"https://sub.docs.example/", true, false},
		{"https://bank.example/", false, false},
		{"https://BANK.example./", false, false},
		{"http://bank.example:8080/x", false, false},
		{"https://www.bank.example/", true, false},
		{"https://health.example/", false, false},
		{"https://a.b.health.example/", false, false},
		{"https://only.example:8443/", false, false},
		{"https://only.example/", true, false},
		{"http://only.example:8443/", true, false},
		{"blob:https://bank.example/9a", false, false},
		{"file:///etc/hostname", false, false},
		{"about:blank", true, false},
		{"", true, false},
		{"://", true, false},
	}
	for _, test := range tests {
		if err := p.Allows(test.url, Reading); (err == nil) != test.read {
			t.Errorf("reading %s: got %v, want allowed %v", test.url, err, test.read)
		}
		if err := p.Allows(test.url, Acting); (err == nil) != test.act {
			t.Errorf("acting on %s: got %v, want allowed %v", test.url, err, test.act)
		}
	}
	err := p.Allows("https://bank.example/private", Reading)
	if err.Code != protocol.CodeDeniedByPolicy || strings.Contains(err.Message, "private") || err.Hint == "" {
		t.Errorf("got %+v", err)
	}
}

func TestPolicyAllowListsDenyTheRest(t *testing.T) {
	home := t.TempDir()
	put(t, home, PolicyFile, "[read]\nallow = [\"localhost:3000\", \"http://[::1]:8080\"]\n")
	p := OpenPolicy(home)
	for url, want := range map[string]bool{
		"http://localhost:3000/": true, "http://localhost:3001/": false, "http://[::1]:8080/x": true,
		"http://[::1]/": false, "https://example.com": false, "about:blank": false,
	} {
		if err := p.Allows(url, Reading); (err == nil) != want {
			t.Errorf("%s: got %v, want allowed %v", url, err, want)
		}
	}
}

func TestPolicyEditsHoldAtOnce(t *testing.T) {
	home := t.TempDir()
	p := OpenPolicy(home)
	url := "https://example.com/"
	steps := []struct {
		text string
		want bool
	}{
		{"", true}, {"[read]\ndeny = [\"example.com\"]\n", false}, {"[read]\ndeny = [\"example.org\"]\n", true},
		{"[read]\ndeny = [\"*\"]\n", false}, {"[read]\ndny = []\n", false}, {"[read]\ndeny = [\"a b\"]\n", false}, {"gone", true},
	}
	for i, step := range steps {
		if step.text == "gone" {
			if err := os.Remove(filepath.Join(home, PolicyFile)); err != nil {
				t.Fatal(err)
			}
		} else {
			put(t, home, PolicyFile, step.text)
			stamp := time.Now().Add(time.Duration(i) * time.Second) // as if the edits were seconds apart
			if err := os.Chtimes(filepath.Join(home, PolicyFile), stamp, stamp); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.Allows(url, Reading); (err == nil) != step.want {
			t.Errorf("after edit %d: got %v, want allowed %v", i, err, step.want)
		}
	}
}

func TestUnusablePolicyDeniesAll(t *testing.T) {
	home := t.TempDir()
	put(t, home, PolicyFile, "[read]\ndeny = [\n")
	p := OpenPolicy(home)
	err := p.Allows("https://example.com", Reading)
	if err == nil || !strings.Contains(err.Message, PolicyFile+":") || p.Problem() == nil {
		t.Errorf("got %v", err)
	}
}

func TestNoPolicyAllowsAll(t *testing.T) {
	var p *Policy
	if p.Allows("https://example.com", Acting) != nil || p.Problem() != nil {
		t.Error("nil denies")
	}
}

func FuzzPolicySite(f *testing.F) {
	f.Add("https://bank.example/")
	f.Add("https://x@bank.example:99/?q")
	f.Add("blob:filesystem:https://bank.example")
	f.Fuzz(func(t *testing.T, url string) {
		s := siteOf(url)
		if strings.ContainsAny(s.host, "/?#@") {
			t.Errorf("%q has host %q", url, s.host)
		}
	})
}
