package mcp

import (
	"strconv"
	"strings"
)

// fence puts page text between markers with a fresh nonce. A page can neither
// know the nonce of an answer nor, since anything that looks like a marker is
// broken up, show the reader a closing one of an earlier answer.
func fence(nonce, origin, page string) string {
	open := "<page-" + nonce
	if origin != "" {
		open += " " + origin
	}
	return open + ">\n" + defang(strings.TrimRight(page, "\n")) + "\n</page-" + nonce + ">"
}

// markers are spellings of the fence that a page might use, each with a
// spelling that reads the same and is none. Longest first is not needed: no
// one is a prefix of another.
var markers = strings.NewReplacer("<page-", "<page\u2010", "</page-", "</page\u2010",
	"<PAGE-", "<PAGE\u2010", "</PAGE-", "</PAGE\u2010", "<Page-", "<Page\u2010", "</Page-", "</Page\u2010")

// defang breaks up what looks like a marker.
func defang(page string) string { return markers.Replace(page) }

// originOf is the scheme and host of a URL, all that a reader needs to know
// whose words follow.
func originOf(url string) string {
	scheme, rest, found := strings.Cut(url, "://")
	if !found {
		return ""
	}
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		rest = rest[at+1:]
	}
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == '<' || r == '>' {
			return -1
		}
		return r
	}, scheme+"://"+rest)
}

// quote is text on one line between quotes.
func quote(text string) string { return strconv.Quote(text) }
