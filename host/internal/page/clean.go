package page

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean takes out of page text what a reader cannot see but a machine would
// obey: control characters, bidi controls, zero-width and tag characters. It
// keeps joiners where writing needs them (inside emoji, in scripts that shape
// letters by them), turns white space of any kind into single spaces, and
// counts what it removed. CR stays: it is the ledger's line break.
func clean(s string) (string, int) {
	at := suspect(s)
	if at == len(s) {
		return s, 0
	}
	var out strings.Builder
	out.Grow(len(s))
	out.WriteString(s[:at])
	removed, turned := 0, false
	last, _ := utf8.DecodeLastRuneInString(s[:at])
	if at == 0 {
		last = 0
	}
	for at < len(s) {
		r, size := utf8.DecodeRuneInString(s[at:])
		next := at + size
		switch {
		case r == utf8.RuneError && size == 1:
			r = utf8.RuneError
			out.WriteRune(r)
		case space(r), r == ' ' && turned:
			if last != ' ' && out.Len() > 0 && next < len(s) {
				out.WriteByte(' ')
			}
			r, turned = ' ', true
			last, at = r, next
			continue
		case r == escape || r == csi:
			removed++
			next += sequence(r, s[next:])
			r = last
		case invisible(r) && !joins(r, last, s[next:]):
			removed++
			r = last
		default:
			out.WriteRune(r)
		}
		last, at, turned = r, next, false
	}
	return strings.TrimRight(out.String(), " "), removed
}

// escape and csi begin the sequences that terminals obey.
const (
	escape = 0x1b
	csi    = 0x9b
)

// sequence is how many bytes after its first character belong to a terminal's
// escape sequence: without them, "[31m" would stay behind as text.
func sequence(first rune, rest string) int {
	if first == escape {
		if rest == "" {
			return 0
		}
		switch rest[0] {
		case '[':
			return 1 + parameters(rest[1:])
		case ']', 'P', '_', '^', 'X':
			return 1 + untilEnd(rest[1:])
		}
		return 0
	}
	return parameters(rest)
}

// parameters is the length of a control sequence from its parameters on.
func parameters(rest string) int {
	n := 0
	for n < len(rest) && rest[n] >= 0x20 && rest[n] <= 0x3f {
		n++
	}
	if n < len(rest) && rest[n] >= 0x40 && rest[n] <= 0x7e {
		return n + 1
	}
	return 0
}

// untilEnd is the length of an operating system command, its end included; one
// without an end is left as text.
func untilEnd(rest string) int {
	if at := strings.IndexByte(rest, 0x07); at >= 0 {
		return at + 1
	}
	if at := strings.Index(rest, "\x1b\\"); at >= 0 {
		return at + 2
	}
	return 0
}

// suspect is where the first character stands that clean may change, or the
// length of s. Pages are mostly plain, so this is the usual whole cost.
func suspect(s string) int {
	for i := 0; i < len(s); {
		b := s[i]
		if b < utf8.RuneSelf {
			if b < ' ' && b != '\r' || b == 0x7f {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || space(r) || invisible(r) {
			return i
		}
		i += size
	}
	return len(s)
}

// space tells white space that is to become a plain space. CR is kept.
func space(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000:
		return true
	}
	return r >= 0x2000 && r <= 0x200a
}

// invisible tells characters that print nothing.
func invisible(r rune) bool {
	if r < 0x80 {
		return r < ' ' && r != '\r' || r == 0x7f
	}
	switch {
	case r <= 0x9f, r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5,
		r >= 0x180b && r <= 0x180f, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e,
		r >= 0x2060 && r <= 0x206f, r == 0x3164, r >= 0xfe00 && r <= 0xfe0f, r == 0xfeff, r == 0xffa0,
		r >= 0xfff0 && r <= 0xfffb, r >= 0x1bca0 && r <= 0x1bca3, r >= 0x1d173 && r <= 0x1d17a,
		r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}

const (
	zwnj = 0x200c
	zwj  = 0x200d
	vs15 = 0xfe0e
	vs16 = 0xfe0f
)

// joins tells whether an invisible character is part of how its neighbours are
// written: a joiner between emoji or letters of a joining script, a variation
// selector after a symbol.
func joins(r, before rune, rest string) bool {
	after, _ := utf8.DecodeRuneInString(rest)
	switch r {
	case zwj:
		return before == vs16 && pictured(after) || pictured(before) && pictured(after) || shaped(before)
	case zwnj:
		return shaped(before) && shaped(after)
	case vs15, vs16:
		return pictured(before) || before >= '0' && before <= '9' || before == '#' || before == '*'
	}
	return false
}

// pictured tells symbols that emoji are made of.
func pictured(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2190 && r <= 0x2bff || r == 0xa9 || r == 0xae ||
		r == 0x203c || r == 0x2049 || r == 0x2122 || r == 0x2139 || r == 0x3030 || r == 0x303d || r == 0x3297 || r == 0x3299
}

// shaped tells letters and marks of scripts in which joiners change the shape:
// Arabic and its kin, the Indic scripts, Mongolian, Khmer.
func shaped(r rune) bool {
	if r < 0x600 {
		return false
	}
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mandaic, unicode.Devanagari,
		unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
		unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Mongolian, unicode.Khmer, unicode.Myanmar,
		unicode.Tibetan) || r >= 0x640 && r <= 0x655
}
