package check

import (
	"strings"
	"testing"
)

func TestSelfContained(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"nothing", `function f() { return 1; }`, ""},
		{"browser names", `function f(a) { return document.querySelectorAll(a).length + chrome.dom.x; }`, ""},
		{"own names", `function f() { const a = 1; function g() { return a + h; } var h = 2; return g(); }`, ""},
		{"parameter default", `function f(a = 1, { b, c: [d] } = {}) { return a + b + d; }`, ""},
		{"catch and labels", `function f() { try { g(); } catch (e) { return e; } function g() {} out: for (const x of []) break out; }`, ""},
		{"class", `function f() { class A extends Map { #x = 1; get x() { return this.#x; } static { A.y = 2; } } return new A(); }`, ""},
		{"arrow", `(build, op) => { return [build, op]; }`, ""},
		{"strict", `function f() { "use strict"; return this; }`, ""},
		{"helper", `function f() { return clip("x"); }`, "clip"},
		{"helper deep inside", `function f() { return () => { class A { m() { return __name(1); } } return A; }; }`, "__name"},
		{"typeof of a free name", `function f() { return typeof BUILD_ID; }`, "BUILD_ID"},
		{"used before declared elsewhere", `function f() { { let a = 1; } return a; }`, "free names a"},
		{"dynamic import", `function f() { return import("x"); }`, "loads code"},
		{"eval", `function f() { return eval("1"); }`, "eval"},
		{"not a function alone", `f() { return 1; }`, "does not parse"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := SelfContained(test.source)
			switch {
			case test.want == "" && err != nil:
				t.Errorf("of %s\ngot %v, want none", test.source, err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("of %s\ngot %v, want one with %q", test.source, err, test.want)
			}
		})
	}
}
