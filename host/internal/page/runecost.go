package page

// runeCost is the cost of one character that is no ASCII and no Latin letter,
// measured on interface texts of the languages that are written with it and
// raised a little: the rarer of the languages of a script decide.
func runeCost(r rune) int {
	for i := range scripts {
		if r <= scripts[i].last {
			return scripts[i].units
		}
	}
	return rareRune
}

// rareRune is for what no table knows: three bytes or four, each a token.
const rareRune = 160

// scripts are spans of characters up to last, in order, and the cost of each.
var scripts = []struct {
	last  rune
	units int
}{
	{0x2af, 64},    // signs of Latin-1, phonetic letters
	{0x36f, 72},    // modifiers, combining marks
	{0x3ff, 32},    // Greek
	{0x44f, 28},    // Cyrillic
	{0x52f, 52},    // Cyrillic beyond Russian
	{0x58f, 29},    // Armenian
	{0x5ff, 32},    // Hebrew
	{0x66f, 32},    // Arabic
	{0x6ff, 64},    // Arabic of Persian, Urdu, Uyghur
	{0x8ff, 110},   // Syriac and others
	{0x97f, 37},    // Devanagari
	{0x9ff, 40},    // Bengali
	{0xa7f, 56},    // Gurmukhi
	{0xaff, 42},    // Gujarati
	{0xb7f, 80},    // Oriya
	{0xbff, 44},    // Tamil
	{0xc7f, 42},    // Telugu
	{0xcff, 46},    // Kannada
	{0xd7f, 36},    // Malayalam
	{0xdff, 52},    // Sinhala
	{0xe7f, 40},    // Thai
	{0xeff, 90},    // Lao
	{0xfff, 130},   // Tibetan
	{0x109f, 46},   // Myanmar
	{0x10ff, 37},   // Georgian
	{0x11ff, 130},  // Hangul letters
	{0x139f, 152},  // Ethiopic
	{0x177f, 130},  // Cherokee and others
	{0x17ff, 48},   // Khmer
	{0x1dff, 140},  // Mongolian and others
	{0x1fff, 100},  // Greek with accents
	{0x206f, 64},   // general punctuation
	{0x20cf, 72},   // currencies
	{0x2bff, 110},  // arrows, signs, shapes
	{0x2fff, 140},  // radicals and others
	{0x303f, 64},   // CJK punctuation
	{0x30ff, 62},   // Kana
	{0x33ff, 120},  // enclosed letters
	{0x4dbf, 190},  // rare Han
	{0x9fff, 70},   // Han
	{0xabff, 150},  // Yi and others
	{0xd7ff, 66},   // Hangul
	{0xfaff, 150},  // compatibility Han
	{0xfeff, 96},   // presentation forms, variation selectors
	{0xffff, 80},   // full-width forms
	{0x1f1ff, 170}, // emoji blocks begin
	{0x1faff, 138}, // emoji
	{0x10ffff, 230},
}
