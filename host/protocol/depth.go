package protocol

import "bytes"

// TooDeep tells whether JSON nests deeper than MaxDepth. It stops at the first
// bracket too many, whatever follows.
func TooDeep(text []byte) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = endOfString(text, i)
		case '[', '{':
			if depth++; depth > MaxDepth {
				return true
			}
		case ']', '}':
			depth--
		}
	}
	return false
}

// endOfString is the index of the quote that ends the string which begins at
// text[start], or the last index when none does. It jumps from quote to quote,
// since a ledger is one string of megabytes.
func endOfString(text []byte, start int) int {
	for i := start + 1; ; {
		next := bytes.IndexByte(text[i:], '"')
		if next < 0 {
			return len(text) - 1
		}
		i += next
		if backslashes(text, start, i)%2 == 0 {
			return i
		}
		i++
	}
}

// backslashes counts those directly before text[end], not beyond start.
func backslashes(text []byte, start, end int) int {
	n := 0
	for end-1-n > start && text[end-1-n] == '\\' {
		n++
	}
	return n
}
