package page

import "unicode"

// Estimates are sums of units, so that the estimate of a text is the sum over
// its lines and a budget can be filled line by line.
const unitsPerToken = 64

// Estimate is about how many o200k tokens a text costs: rather too many than
// too few, in every script we know. It follows the encoding's own rule for
// splitting text (words with the space before them, digits by threes, runs of
// signs, line breaks) and weighs each piece by its kind, since a tenth of a
// second for the real encoder is more than the whole of a snapshot.
func Estimate(text string) int { return tokens(cost(text)) }

// tokens rounds units up to tokens.
func tokens(units int) int { return (units + unitsPerToken - 1) / unitsPerToken }

// cost is a text's estimate in units.
func cost[T string | []byte](text T) int {
	units := 0
	for i := 0; i < len(text); {
		b := text[i]
		switch {
		case b >= 0x80:
			n, used := foreign(string(text[i:min(len(text), i+256)]))
			units += n
			i += used
		case letter(b):
			end := i + 1
			for end < len(text) && letter(text[end]) && !(lower(text[end-1]) && upper(text[end])) {
				end++
			}
			units += wordCost(text[i:end])
			i = end
		case b >= '0' && b <= '9':
			end := i + 1
			for end < len(text) && end < i+3 && text[end] >= '0' && text[end] <= '9' {
				end++
			}
			units += unitsPerToken
			i = end
		case b == ' ':
			end := i + 1
			for end < len(text) && text[end] == ' ' {
				end++
			}
			if end-i > 1 || end == len(text) || text[end] >= '0' && text[end] <= '9' || text[end] == '\n' {
				units += unitsPerToken
			}
			i = end
		case b == '\n':
			units += unitsPerToken
			i++
		default:
			end := i + 1
			for end < len(text) && sign(text[end]) {
				end++
			}
			units += signCost(end - i)
			i = end
		}
	}
	return units
}

func lower(b byte) bool  { return b >= 'a' && b <= 'z' }
func upper(b byte) bool  { return b >= 'A' && b <= 'Z' }
func letter(b byte) bool { return lower(b | 0x20) }
func sign(b byte) bool {
	return b > ' ' && b < 0x7f && !letter(b) && !(b >= '0' && b <= '9')
}

// signCost is the cost of a run of signs: pairs are often one token.
func signCost(n int) int {
	if n <= 2 {
		return unitsPerToken
	}
	return (n + 1) / 2 * unitsPerToken
}

// wordCost is the cost of a run of ASCII letters.
func wordCost[T string | []byte](word T) int {
	n := len(word)
	if n <= 3 {
		return unitsPerToken
	}
	return unitsPerToken + (n-3)*5
}

// foreign is the cost of the text from a character outside ASCII on, and how
// many bytes that covers.
func foreign(s string) (units, used int) {
	for i, r := range s {
		if r < 0x80 {
			return units, i
		}
		units += runeCost(r)
	}
	return units, len(s)
}

// runeCost is the cost of one character outside ASCII.
func runeCost(r rune) int {
	switch {
	case r < 0x250:
		return 64
	case unicode.Is(unicode.Han, r):
		return 70
	case r < 0x600:
		return 26
	}
	return 100
}

// thirds is the first seed's measure of a line: its UTF-16 length by three,
// rounded up.
func thirds[T string | []byte](text T) int {
	units := 0
	for _, r := range string(text) {
		if units++; r > 0xffff {
			units++
		}
	}
	return (units + 2) / 3
}
