package protocol

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// CheckURL checks an address that an agent wants to visit or read: absolute,
// http or https (or one of the schemes configured beside them), with a host and
// without a user name. Browsers repair what is malformed (tabs and newlines
// within, backslashes, missing slashes), and two parsers that repair
// differently disagree about the site; so whatever would need repair is
// refused. It returns the address to use.
func CheckURL(raw string, schemes ...string) (string, *Error) {
	raw = strings.Trim(raw, " ")
	if err := plainText(raw); err != nil {
		return "", err
	}
	scheme, rest, found := strings.Cut(raw, ":")
	scheme = strings.ToLower(scheme)
	switch {
	case raw == "":
		return "", badURL(raw, "it is empty")
	case !found || !isScheme(scheme) || isHostAndPort(scheme, rest):
		return "", NewError(CodeBadURL, fmt.Sprintf("not a URL: %q: it has no scheme", raw), "write "+likelyScheme(raw)+" in front of it")
	case scheme != "http" && scheme != "https" && !slices.Contains(schemes, scheme):
		return "", NewError(CodeSchemeBlocked, fmt.Sprintf("%s: addresses are not opened or read", scheme),
			"only http and https are, and file when the person's config.toml allows it")
	case !strings.HasPrefix(rest, "//"):
		return "", badURL(raw, "two slashes must follow the scheme")
	}
	return parseWeb(raw, scheme)
}

// likelyScheme is what is missing before an address: servers on the own machine
// seldom speak TLS.
func likelyScheme(raw string) string {
	host, _, _ := strings.Cut(raw, "/")
	name, _, _ := strings.Cut(host, ":")
	if address, err := netip.ParseAddr(name); strings.EqualFold(name, "localhost") || err == nil && address.IsLoopback() {
		return "http://"
	}
	return "https://"
}

// parseWeb checks the parts of an address whose scheme is allowed.
func parseWeb(raw, scheme string) (string, *Error) {
	parsed, err := url.Parse(raw)
	switch {
	case err != nil:
		return "", badURL(raw, strings.TrimPrefix(err.Error(), fmt.Sprintf("parse %q: ", raw)))
	case parsed.User != nil:
		return "", NewError(CodeBadURL, "a URL with a user name or password is not opened", "leave them out; the person signs in")
	case scheme == "file":
		return raw, nil
	case parsed.Port() != "" && !isPort(parsed.Port()):
		return "", badURL(raw, "its port is over 65535")
	case parsed.Hostname() == "" || badHost(parsed.Hostname()):
		return "", badURL(raw, "it names no usable host")
	}
	return raw, nil
}

// isPort tells whether digits are a port.
func isPort(digits string) bool {
	_, err := strconv.ParseUint(digits, 10, 16)
	return err == nil
}

// plainText refuses what browsers strip or rewrite before they parse.
func plainText(raw string) *Error {
	for _, r := range raw {
		if r <= ' ' || r == 0x7f || r == '\uFFFD' || r >= 0x80 && r < 0xa0 {
			return NewError(CodeBadURL, fmt.Sprintf("not a URL: %q: it holds a space or a control character", raw), "write %20 for a space")
		}
	}
	path, _, _ := strings.Cut(raw, "?")
	path, _, _ = strings.Cut(path, "#")
	if strings.ContainsRune(path, '\\') {
		return badURL(raw, "it holds a backslash")
	}
	return nil
}

// isHostAndPort tells localhost:8080/x from a scheme and its rest.
func isHostAndPort(scheme, rest string) bool {
	port, _, _ := strings.Cut(rest, "/")
	digits := port != "" && strings.Trim(port, "0123456789") == ""
	return digits && (strings.Contains(scheme, ".") || scheme == "localhost")
}

// isScheme tells whether s can be a scheme.
func isScheme(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789+-.") == ""
}

// badHost refuses hosts that only repair makes usable. Names that are not ASCII
// are left to the browser.
func badHost(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return false
	}
	return strings.ContainsAny(host, "<>^|%`{}\"'*,;()!$&+=@[]:")
}

// badURL is the error of an address that does not parse.
func badURL(raw, reason string) *Error {
	return NewError(CodeBadURL, fmt.Sprintf("not a URL: %q: %s", raw, reason), "write it like https://example.com/path")
}
