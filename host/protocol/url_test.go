package protocol

import (
	"net/url"
	"strings"
	"testing"
)

func TestCheckURL(t *testing.T) {
	tests := []struct {
		raw  string
		want Code // "" when it is fine
	}{
		{"https://example.com", ""},
		{"http://127.0.0.1:3000/forms/new", ""},
		{"http://[::1]:8080/", ""},
		{"HTTPS://EXAMPLE.COM/A%20B?q=a\\b#x\\y", ""},
		{"https://münchen.example/straße", ""},
		{"https://localhost", ""},
		{" https://example.com ", ""},
		{"", CodeBadURL},
		{"example.com", CodeBadURL},
		{"example.com/path", CodeBadURL},
		{"localhost:3000/x", CodeBadURL},
		{"example.com:80", CodeBadURL},
		{"//example.com", CodeBadURL},
		{"/path", CodeBadURL},
		{"https:example.com", CodeBadURL},
		{"https:/example.com", CodeBadURL},
		{"https:\\\\example.com", CodeBadURL},
		{"https://example.com\\@evil.example", CodeBadURL},
		{"https://", CodeBadURL},
		{"https:///path", CodeBadURL},
		{"https://user@example.com", CodeBadURL},
		{"http://user:pw@example.com", CodeBadURL},
		{"https://exa mple.com", CodeBadURL},
		{"https://example.com/a b", CodeBadURL},
		{"https://example.com:99999999", CodeBadURL},
		{"https://example.com:port", CodeBadURL},
		{"https://exam<ple.com", CodeBadURL},
		{"https://example.com/\n", CodeBadURL},
		{"java\nscript:alert(1)", CodeBadURL},
		{"java\tscript:alert(1)", CodeBadURL},
		{"\x01javascript:alert(1)", CodeBadURL},
		{"https://example.com/\x00", CodeBadURL},
		{"https://example.com/\u0085", CodeBadURL},
		{"javascript:alert(1)", CodeSchemeBlocked},
		{" JavaScript:alert(1)", CodeSchemeBlocked},
		{"data:text/html,x", CodeSchemeBlocked},
		{"blob:https://example.com/1", CodeSchemeBlocked},
		{"file:///etc/hostname", CodeSchemeBlocked},
		{"chrome://settings", CodeSchemeBlocked},
		{"view-source:https://example.com", CodeSchemeBlocked},
		{"filesystem:https://example.com/t", CodeSchemeBlocked},
		{"intent://x", CodeSchemeBlocked},
		{"ftp://example.com", CodeSchemeBlocked},
		{"ws://example.com", CodeSchemeBlocked},
		{"about:blank", CodeSchemeBlocked},
		{"chrome-extension://aaaa/x.html", CodeSchemeBlocked},
	}
	for _, test := range tests {
		address, err := CheckURL(test.raw)
		var got Code
		if err != nil {
			got = err.Code
			if err.Hint == "" {
				t.Errorf("%q: no hint", test.raw)
			}
		}
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test.raw, got, test.want)
		}
		if err == nil && address != strings.TrimSpace(test.raw) {
			t.Errorf("%q became %q", test.raw, address)
		}
	}
	if _, err := CheckURL("file:///etc/hostname", "file"); err != nil {
		t.Errorf("file when configured: %v", err)
	}
}

// What is accepted has one reading: Go's parser sees http or https, a host and
// no user, and nothing that a browser would strip first.
func TestMissingSchemeIsNamed(t *testing.T) {
	for raw, want := range map[string]string{
		"example.com/a": "https://", "localhost:3000/a": "http://", "127.0.0.1:8080": "http://", "LOCALHOST": "http://", "10.0.0.1": "https://",
	} {
		if _, err := CheckURL(raw); err == nil || !strings.Contains(err.Hint, "write "+want+" ") {
			t.Errorf("%s: %v, want a hint at %s", raw, err, want)
		}
	}
}

func FuzzCheckURL(f *testing.F) {
	for _, seed := range []string{"https://example.com", "http://a@b", "https:\\\\x", "java\nscript:x", "https://[::1]/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		address, err := CheckURL(raw)
		if err != nil {
			return
		}
		parsed, failed := url.Parse(address)
		if failed != nil || parsed.Hostname() == "" || parsed.User != nil || parsed.Scheme != "http" && parsed.Scheme != "https" {
			t.Fatalf("accepted %q: %+v, %v", raw, parsed, failed)
		}
		if strings.ContainsAny(address, "\t\r\n\x00 ") {
			t.Fatalf("accepted %q with what browsers strip", raw)
		}
	})
}

func TestTooDeep(t *testing.T) {
	for text, want := range map[string]bool{
		strings.Repeat("[", MaxDepth): false, strings.Repeat("[", MaxDepth+1): true,
		strings.Repeat("[]", 1000): false, `"` + strings.Repeat("[", 100): false,
		`{"a\"` + strings.Repeat("{", 100) + `":1}`: false, "": false, `"\`: false,
	} {
		if got := TooDeep([]byte(text)); got != want {
			t.Errorf("%.40s…: got %v, want %v", text, got, want)
		}
	}
}
