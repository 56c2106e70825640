package page

import "testing"

func TestClean(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		removed        int
	}{
		{"plain", "Save all", "Save all", 0},
		{"soft hyphen and zero width", "De\u00adliv\u200bery\ufeff note", "Delivery note", 3},
		{"no-break space", "Delivery\u00a0 note\u00a0", "Delivery note", 0},
		{"line separators", "a\u2028b\u2029c\u0085d\ve", "a b c d e", 0},
		{"bidi override", "pay \u202eeno\u202c now \u2066x\u2069", "pay eno now x", 4},
		{"colours", "\x1b[31;1mred\x1b[0m", "red", 2},
		{"clipboard", "a\x1b]52;c;aGk=\x07b\x1b]8;;http://x\x1b\\c", "abc", 2},
		{"eight-bit sequence", "a\u009b31mb", "ab", 1},
		{"tag characters", "x\U000e0041\U000e0042y", "xy", 2},
		{"emoji family stays", "👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3", "👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3", 0},
		{"joiner between letters goes", "a\u200db", "ab", 1},
		{"Persian non-joiner stays", "می\u200cخواهم", "می\u200cخواهم", 0},
		{"Devanagari joiner stays", "क्\u200dष", "क्\u200dष", 0},
		{"invalid UTF-8", "a\xffb", "a\ufffdb", 0},
		{"carriage return stays", "a\rb", "a\rb", 0},
		{"variation selector supplement", "a\U000e0100", "a", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, removed := clean(c.in)
			if got != c.want || removed != c.removed {
				t.Errorf("clean(%q) = %q, %d; want %q, %d", c.in, got, removed, c.want, c.removed)
			}
			if again, n := clean(got); again != got || n != 0 {
				t.Errorf("cleaning twice gives %q, %d more removed", again, n)
			}
		})
	}
}

// TestCleanAll tries every code point: what is left is never invisible alone.
func TestCleanAll(t *testing.T) {
	for r := rune(0); r <= 0x10ffff; r++ {
		if r >= 0xd800 && r <= 0xdfff || r == '\r' {
			continue
		}
		got, _ := clean("a" + string(r) + "b")
		for _, left := range got {
			if invisible(left) || left < ' ' {
				t.Fatalf("%U stays in %q", left, got)
			}
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		name, in string
		limit    int
		want     string
	}{
		{"short", "abc", 5, "abc"},
		{"exact", "abcde", 5, "abcde"},
		{"ascii", "abcdef", 5, "abcde"},
		{"accent stays whole", "abcda\u0301", 5, "abcd"},
		{"family stays whole", "ab👩\u200d👩\u200d👧c", 5, "ab"},
		{"flag stays whole", "ab🇩🇪", 3, "ab"},
		{"astral letters", "𝒳𝒳𝒳𝒳", 2, "𝒳𝒳"},
		{"no limit", "abc", 0, "abc"},
	} {
		if got := clip(c.in, c.limit); got != c.want {
			t.Errorf("%s: clip(%q, %d) = %q, want %q", c.name, c.in, c.limit, got, c.want)
		}
	}
}
