package page

import (
	"unicode"
	"unicode/utf8"
)

// Estimates are sums of units, so that the estimate of a text is the sum over
// its lines and a budget can be filled line by line.
const unitsPerToken = 64

// digitsCost is the cost of up to three digits: one token, and a little, so that
// a page of nothing but figures is not counted on the edge.
const digitsCost = unitsPerToken + 1

// Estimate is about how many o200k tokens a text costs: rather too many than
// too few, in every script we know. It follows the encoding's own rule for
// splitting text (words, digits by threes, runs of signs, line breaks) and
// weighs each piece by its kind. The real encoder would take longer than all
// the rest of a snapshot.
func Estimate(text string) int { return tokens(cost(text)) }

// tokens rounds units up to tokens.
func tokens(units int) int { return (units + unitsPerToken - 1) / unitsPerToken }

// cost is a text's estimate in units.
func cost[T string | []byte](text T) int {
	units := 0
	for i := 0; i < len(text); {
		var n, used int
		switch b := text[i]; {
		case letter(b):
			n, used = wordCost(text, i)
		case b >= utf8.RuneSelf:
			r, size := decode(text, i)
			if latin(r) {
				n, used = wordCost(text, i)
			} else {
				n, used = runeCost(r), size
			}
		case digit(b):
			n, used = digitsCost, run(text[i:min(len(text), i+3)], digit)
		case b == ' ':
			n, used = spaceCost(text, i)
		case sign(b):
			n, used = signCost(text, i)
		default:
			n, used = unitsPerToken, 1
		}
		units += n
		i += used
	}
	return units
}

// run is how many bytes at the start are of a kind.
func run[T string | []byte](text T, kind func(byte) bool) int {
	n := 0
	for n < len(text) && kind(text[n]) {
		n++
	}
	return n
}

// decode reads a character outside ASCII.
func decode[T string | []byte](text T, i int) (rune, int) {
	return utf8.DecodeRuneInString(string(text[i:min(len(text), i+utf8.UTFMax)]))
}

func lower(b byte) bool  { return b >= 'a' && b <= 'z' }
func upper(b byte) bool  { return b >= 'A' && b <= 'Z' }
func letter(b byte) bool { return lower(b | 0x20) }
func digit(b byte) bool  { return b >= '0' && b <= '9' }
func sign(b byte) bool   { return b > ' ' && b < 0x7f && !letter(b) && !digit(b) }

// latin tells the letters outside ASCII that are written among ASCII ones.
func latin(r rune) bool {
	return r >= 0xc0 && r <= 0x24f && r != 0xd7 && r != 0xf7 || r >= 0x1e00 && r <= 0x1eff
}

// spaceCost is the cost of spaces: one before a word or sign is part of it.
func spaceCost[T string | []byte](text T, i int) (units, used int) {
	used = run(text[i:], func(b byte) bool { return b == ' ' })
	next := i + used
	if used > 1 || next == len(text) || digit(text[next]) || text[next] == '\n' {
		return unitsPerToken, used
	}
	return 0, used
}

// signCost is the cost of a run of signs: pairs are often one token, and so is
// the line break after them. Backslashes, which break look-alikes, are not.
func signCost[T string | []byte](text T, i int) (units, used int) {
	used = run(text[i:], sign)
	for _, b := range []byte(text[i : i+used]) {
		if b == '\\' {
			units += unitsPerToken
		}
	}
	units += (max(used, 2) + 1) / 2 * unitsPerToken
	if i+used < len(text) && text[i+used] == '\n' {
		used++
	}
	return units, used
}

// Parts of a word's cost beside those of its pairs of letters, in units.
const (
	wordBase    = 33  // of any word
	wordSpaced  = -12 // a word after a space is more often a token of its own
	wordCapital = 18  // one capital
	wordShouted = 9   // each letter of a word of capitals
)

// wordCost is the cost of the word that begins at i: at least a token, and more
// the rarer its pairs of letters are.
func wordCost[T string | []byte](text T, i int) (units, used int) {
	units, before := wordBase, uint8(edge)
	if i > 0 && text[i-1] == ' ' {
		units += wordSpaced
	}
	letters, capitals, wasLower := 0, 0, false
	at := i
	for at < len(text) {
		l, size := letters256[text[at]], 1
		if l == outside {
			l, size = letterOutside(text, at)
		}
		if l == noLetter || l&capital != 0 && wasLower {
			break
		}
		wasLower = l&capital == 0
		if !wasLower {
			capitals++
		}
		units += pairCosts[before][l&classBits]
		before = l & classBits
		letters++
		at += size
	}
	units += pairCosts[before][edge]
	spaced := i > 0 && text[i-1] == ' '
	switch {
	case spaced && at-i <= longestKnown && known(string(text[i:at])) > 0:
		units = known(string(text[i:at])) * unitsPerToken
	case capitals > 1:
		units += letters * wordShouted
	case capitals == 1:
		units += wordCapital
	}
	return max(units, unitsPerToken), at - i
}

// longestKnown is the length of the longest word that known tells.
const longestKnown = len("spinbutton")

// known is the cost in tokens of the words of our own lines, 0 for others.
func known(word string) int {
	switch word {
	case "link", "button", "textbox", "checkbox", "radio", "slider", "switch", "option", "tab", "clickable", "dialog",
		"frame", "navigation", "list", "table", "options", "checked", "collapsed", "expanded", "disabled", "selected",
		"required", "group", "media", "region", "controls", "characters", "tokens", "more":
		return 1
	case "combobox", "searchbox", "spinbutton", "menuitem", "treeitem", "listbox", "gridcell":
		return 2
	}
	return 0
}

// What letters256 and letterOutside tell of a letter: its class, and a bit more
// for a capital.
const (
	classBits = 31
	capital   = 32
	outside   = 64 // not ASCII: letterOutside tells
	noLetter  = 128
)

// letters256 tells of each byte whether a letter begins there.
var letters256 = func() (table [256]uint8) {
	for b := range 256 {
		switch c := byte(b); {
		case lower(c):
			table[b] = c - 'a'
		case upper(c):
			table[b] = c - 'A' | capital
		case b >= utf8.RuneSelf:
			table[b] = outside
		default:
			table[b] = noLetter
		}
	}
	return table
}()

// letterOutside tells of the character at i, which is not ASCII, and its size.
func letterOutside[T string | []byte](text T, i int) (l uint8, size int) {
	r, size := decode(text, i)
	switch {
	case !latin(r):
		return noLetter, size
	case unicode.IsUpper(r):
		return accented | capital, size
	}
	return accented, size
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
