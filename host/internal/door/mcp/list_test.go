package mcp

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"candid/host/internal/testkit"
)

// The tool list is paid for in every conversation of every agent.
const (
	maxListBytes  = 6 << 10
	maxListTokens = 1500
	maxTools      = 10
)

func TestToolListIsSmallAndTheSameEachTime(t *testing.T) {
	first := listTools(t)
	if second := listTools(t); first != second {
		t.Errorf("two servers list their tools differently:\n%s\n%s", first, second)
	}
	if len(first) > maxListBytes {
		t.Errorf("tools/list is %d bytes, want at most %d", len(first), maxListBytes)
	}
	if got := o200k(t, first); got > maxListTokens {
		t.Errorf("tools/list is %d tokens, want at most %d", got, maxListTokens)
	} else {
		t.Logf("tools/list: %d bytes, %d tokens", len(first), got)
	}
	testkit.Golden(t, filepath.Join("..", "..", "..", "..", "testdata", "mcp", "tools.json"), indent(t, first))
}

func TestSkillIsSmall(t *testing.T) {
	if got := o200k(t, Skill); got > maxSkillTokens {
		t.Errorf("SKILL.md is %d tokens, want at most %d", got, maxSkillTokens)
	}
}

// listTools is the result of tools/list as it crosses the wire.
func listTools(t *testing.T) string {
	t.Helper()
	session := connect(t, &fakeDialer{})
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) != maxTools {
		t.Errorf("got %d tools, want %d", len(list.Tools), maxTools)
	}
	raw, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func o200k(t *testing.T, text string) int {
	t.Helper()
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	count, err := codec.Count(text)
	if err != nil {
		t.Fatal(err)
	}
	return count
}

func indent(t *testing.T, raw string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(raw), &value); err != nil {
		t.Fatal(err)
	}
	out, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out) + "\n"
}
