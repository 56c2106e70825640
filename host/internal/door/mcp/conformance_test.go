package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"candid/host/internal/testkit"
	"candid/host/protocol"
)

// TestConformance plays each testdata/mcp/*.txtar over the stdio transport:
// the client's messages go in line by line, the server's come out. The host
// file says what the fake host answers: METHOD JSON, or METHOD ! ERROR-JSON.
func TestConformance(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "testdata", "mcp", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { conform(t, file) })
	}
}

func conform(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	part := map[string]*txtar.File{}
	for i := range archive.Files {
		part[archive.Files[i].Name] = &archive.Files[i]
	}
	if part["client"] == nil || part["server"] == nil {
		t.Fatal("a fixture needs the files client and server")
	}
	host := &fakeDialer{results: map[string]any{}, errors: map[string]error{}}
	if part["host"] != nil {
		fakeHost(t, host, string(part["host"].Data))
	}
	got := play(t, host, part["client"].Data)
	if *testkit.Update {
		part["server"].Data = got
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := part["server"].Data; !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func fakeHost(t *testing.T, host *fakeDialer, text string) {
	for line := range strings.Lines(text) {
		method, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if method == "" {
			continue
		}
		text, failed := strings.CutPrefix(rest, "! ")
		e := &protocol.Error{}
		switch {
		case method == "dial":
			host.dialing = e
		case method == "browsers":
			if err := json.Unmarshal([]byte(text), &host.status); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			continue
		case failed:
			host.errors[method] = e
		default:
			host.results[method] = json.RawMessage(text)
			continue
		}
		if err := json.Unmarshal([]byte(text), e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
}

// play sends the messages one after another, each request after the answer to
// the one before, and returns all that came back, indented.
func play(t *testing.T, host *fakeDialer, client []byte) []byte {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- Serve(t.Context(), Options{Dialer: host, Version: "test", Roots: []string{"/work"}, nonce: func() string { return "NONCE" }}, in, out)
	}()
	lines := bufio.NewScanner(fromServer)
	lines.Buffer(nil, 1<<20)
	var got bytes.Buffer
	for _, message := range messages(t, client) {
		if _, err := fmt.Fprintf(toServer, "%s\n", message.raw); err != nil {
			t.Fatal(err)
		}
		for message.id != "" && lines.Scan() {
			id := idOf(lines.Bytes())
			if err := json.Indent(&got, lines.Bytes(), "", " "); err != nil {
				t.Fatal(err)
			}
			got.WriteByte('\n')
			if id == message.id || id == "null" {
				break
			}
		}
	}
	if err := toServer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-served; err != nil {
		t.Logf("the session ended: %v", err)
	}
	return got.Bytes()
}

// message is one JSON value of the client file on one line.
type message struct {
	raw string
	id  string
}

func messages(t *testing.T, text []byte) []message {
	var out []message
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var raw json.RawMessage
		if err := d.Decode(&raw); err == io.EOF {
			return out
		} else if err != nil {
			t.Fatal(err)
		}
		var line bytes.Buffer
		if err := json.Compact(&line, raw); err != nil {
			t.Fatal(err)
		}
		out = append(out, message{line.String(), idOf(raw)})
	}
}

func idOf(raw []byte) string {
	var head struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(raw, &head) != nil {
		return ""
	}
	return string(head.ID)
}
