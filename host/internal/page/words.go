package page

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// clip cuts text at a number of code points, back to the last grapheme that
// fits whole, so that no accent, flag or emoji family is torn.
func clip(s string, limit int) string {
	if limit <= 0 || len(s) <= limit || runes(s) <= limit {
		return s
	}
	end := 0
	for range limit {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	return s[:graphemeEnd(s, end)]
}

// graphemeEnd is the largest grapheme border at or before end. It looks at the
// last stretch only: graphemes are short, and names may be a megabyte.
func graphemeEnd(s string, end int) int {
	if end >= len(s) {
		return len(s)
	}
	if s[end] < utf8.RuneSelf && end > 0 && s[end-1] < utf8.RuneSelf {
		return end
	}
	from := max(0, end-256)
	for from > 0 && from < end && s[from]&0xc0 == 0x80 {
		from++
	}
	border, state := from, -1
	rest := s[from:]
	for len(rest) > 0 {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if border+len(cluster) > end {
			break
		}
		border += len(cluster)
	}
	if border == from && from > 0 {
		return runeEnd(s, end)
	}
	return border
}

// runeEnd is the largest code point border at or before end.
func runeEnd(s string, end int) int {
	for end > 0 && end < len(s) && s[end]&0xc0 == 0x80 {
		end--
	}
	return end
}

// appendQuoted appends a page string in quotes. Quotes and backslashes are
// escaped, line breaks written \n, and look-alikes of refs broken, so that
// whatever the page says, the string ends where we end it.
func appendQuoted(out []byte, s string, quote byte) []byte {
	out = append(out, quote)
	out = appendInside(out, s, quote)
	return append(out, quote)
}

// appendInside appends what stands between quotes.
func appendInside(out []byte, s string, quote byte) []byte {
	from := 0
	for i := 0; i < len(s); i++ {
		escape := s[i]
		switch {
		case s[i] == '\\' || s[i] == quote:
		case s[i] == '\r':
			escape = 'n'
		case s[i] == '@' && refLike(s[i+1:]):
		default:
			continue
		}
		out = append(out, s[from:i]...)
		out = append(out, '\\', escape)
		from = i + 1
	}
	return append(out, s[from:]...)
}

// refLike tells whether what follows an @ makes it look like a ref.
func refLike(rest string) bool {
	return len(rest) >= 2 && (rest[0] == 'e' || rest[0] == 'E') && rest[1] >= '0' && rest[1] <= '9'
}

// appendText appends visible text that stands alone in a line.
func appendText(out []byte, s string) []byte {
	begin := len(out)
	return guardStart(joinText(out, begin, s), begin)
}

// joinText appends visible text to a line that begins at begin. A backslash
// breaks look-alikes of refs, those too that two pieces of text make together.
func joinText(out []byte, begin int, s string) []byte {
	if line := out[begin:]; len(line) > 0 && s != "" {
		last := line[len(line)-1]
		if last == '@' && refLike(s) || len(line) > 1 && line[len(line)-2] == '@' && (last|0x20) == 'e' && digit(s[0]) {
			out = append(out, '\\')
		}
	}
	from := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '@' && refLike(s[i+1:]):
			out = append(append(out, s[from:i]...), '\\')
			from = i
		case s[i] == '\r':
			out = append(append(out, s[from:i]...), ' ')
			from = i + 1
		}
	}
	return append(out, s[from:]...)
}

// guardStart puts a backslash before a line of page text that would begin like
// one of ours.
func guardStart(out []byte, begin int) []byte {
	for begin < len(out) && out[begin] == ' ' {
		begin++
	}
	if begin == len(out) || !ours(out[begin:]) {
		return out
	}
	out = append(out, 0)
	copy(out[begin+1:], out[begin:])
	out[begin] = '\\'
	return out
}

// openers are what our own lines begin with, and a text line therefore may not.
var openers = []string{"--", "…", "# ", "## ", "### ", "#### ", "##### ", "###### ", "SNAPSHOT_", "full output saved to",
	"Left out", "Controls:", "×", "\\", "---", "+ ", "- ", "~ "}

// ours tells whether a text would begin like one of our lines.
func ours(line []byte) bool {
	s := string(line[:min(len(line), 40)])
	switch s[0] {
	case '@':
		return refLike(s[1:])
	case '-', '#', 'S', 's', 'f', 'F', 'L', 'C', '\\', '+', '~', 0xe2, 0xc3:
		for _, opener := range openers {
			if len(s) >= len(opener) && strings.EqualFold(s[:len(opener)], opener) {
				return true
			}
		}
	}
	return countLine(s)
}

// countLine tells whether a text reads like the first line of the controls
// view ("8 controls").
func countLine(s string) bool {
	digits := 0
	for digits < len(s) && (s[digits] >= '0' && s[digits] <= '9' || s[digits] == ',') {
		digits++
	}
	return digits > 0 && strings.HasPrefix(s[digits:], " control")
}
