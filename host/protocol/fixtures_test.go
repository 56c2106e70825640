package protocol_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"candid/host/protocol"
)

// fixtureTypes are the structs that fixtures are of; a fixture's name begins
// with its type's. The TypeScript side is checked by the compiler, on
// extension/fixtures.gen.ts.
var fixtureTypes = typesByName(
	protocol.Hello{}, protocol.Welcome{}, protocol.Call{}, protocol.Cancel{}, protocol.Chunk{}, protocol.Reply{},
	protocol.Event{}, protocol.Ask{}, protocol.Answer{}, protocol.TabsReply{}, protocol.OpenCall{}, protocol.NavigateCall{},
	protocol.TabReply{}, protocol.LeaseCall{}, protocol.LeaseReply{}, protocol.DiskReply{}, protocol.SnapshotCall{},
	protocol.SnapshotReply{}, protocol.ResolveReply{}, protocol.ReadReply{}, protocol.WaitReply{}, protocol.HandoffCall{},
	protocol.HandoffReply{}, protocol.HighlightCall{}, protocol.States{},
)

func typesByName(values ...any) map[string]reflect.Type {
	all := map[string]reflect.Type{}
	for _, v := range values {
		all[reflect.TypeOf(v).Name()] = reflect.TypeOf(v)
	}
	return all
}

// Decoding a fixture and encoding it again loses nothing and adds nothing: no
// field is misspelt on either side.
func TestFixtures(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/protocol/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) < len(fixtureTypes) {
		t.Errorf("got %d fixtures for %d types", len(paths), len(fixtureTypes))
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { testFixture(t, path) })
	}
}

func testFixture(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	kind, known := fixtureTypes[name]
	if !known {
		t.Fatalf("no type %s in fixtureTypes", name)
	}
	value := reflect.New(kind)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value.Interface()); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(value.Interface())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := normal(t, again), normal(t, text); got != want {
		t.Errorf("encoded again\ngot  %s\nwant %s", got, want)
	}
}

func normal(t *testing.T, text []byte) string {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
