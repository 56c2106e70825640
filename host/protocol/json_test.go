package protocol

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestValues(t *testing.T) {
	tests := []struct {
		name, json string
		want       Values
		first      string
		refused    bool
	}{
		{"one string", `"tea"`, Values{"tea"}, "tea", false},
		{"a list", `["tea","milk"]`, Values{"tea", "milk"}, "tea", false},
		{"an empty list", `[]`, Values{}, "", false},
		{"a number", `5`, nil, "", true},
		{"a list with a number", `["tea",5]`, nil, "", true},
		{"an object", `{"value":"tea"}`, nil, "", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got Values
			err := json.Unmarshal([]byte(test.json), &got)
			if (err != nil) != test.refused || !slices.Equal(got, test.want) || got.First() != test.first {
				t.Errorf("%s: got %q, first %q, %v, want %q, first %q, refused %v", test.json, got, got.First(), err, test.want, test.first, test.refused)
			}
		})
	}
}

func TestTri(t *testing.T) {
	for text, want := range map[string]Tri{"true": TriTrue, "false": TriFalse, `"mixed"`: TriMixed} {
		var got Tri
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", text, got, err, want)
		}
		if back, err := json.Marshal(got); err != nil || string(back) != text {
			t.Errorf("%s: written as %s, %v", text, back, err)
		}
	}
	for _, text := range []string{`"true"`, "1", `"maybe"`} {
		var got Tri
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s: read as %q, want an error", text, got)
		}
	}
}

func TestErrorNumber(t *testing.T) {
	for code, want := range map[Code]int{CodeUsage: RPCParams, CodeInternal: RPCInternal, CodeStaleRef: RPCFailed, CodeNoBrowser: RPCFailed} {
		if got := ErrorNumber(NewError(code, "what", "")); got != want {
			t.Errorf("%s: got %d, want %d", code, got, want)
		}
	}
}
