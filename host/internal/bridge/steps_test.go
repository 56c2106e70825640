package bridge

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"candid/host/protocol"
)

func TestCheckStep(t *testing.T) {
	ref := "@e5"
	tests := []struct {
		name  string
		step  protocol.Step
		input string
		ok    bool
	}{
		{"click", protocol.Step{Do: "click", Ref: ref}, "", true},
		{"click without ref", protocol.Step{Do: "click"}, "", false},
		{"click with a value", protocol.Step{Do: "click", Ref: ref, Value: protocol.Values{"x"}}, "", false},
		{"unknown verb", protocol.Step{Do: "evaluate", Ref: ref}, "", false},
		{"unknown input", protocol.Step{Do: "click", Ref: ref}, "magic", false},
		{"dom input", protocol.Step{Do: "click", Ref: ref}, "dom", true},
		{"fill", protocol.Step{Do: "fill", Ref: ref, Value: protocol.Values{""}}, "", true},
		{"fill without a value", protocol.Step{Do: "fill", Ref: ref}, "", false},
		{"type into what has focus", protocol.Step{Do: "type", Ref: "-", Value: protocol.Values{"a"}}, "", true},
		{"press", protocol.Step{Do: "press", Value: protocol.Values{"Enter"}}, "", true},
		{"select nothing", protocol.Step{Do: "select", Ref: ref}, "", true},
		{"drag", protocol.Step{Do: "drag", Ref: ref, To: "@e6"}, "", true},
		{"drag to nowhere", protocol.Step{Do: "drag", Ref: ref}, "", false},
		{"scroll", protocol.Step{Do: "scroll", Value: protocol.Values{"0,300"}}, "", true},
		{"scroll to a text", protocol.Step{Do: "scroll", Until: "row 7"}, "", true},
		{"scroll nowhere", protocol.Step{Do: "scroll"}, "", false},
		{"upload nothing", protocol.Step{Do: "upload", Ref: ref}, "", false},
		{"dialog", protocol.Step{Do: "dialog", Value: protocol.Values{"accept"}}, "", true},
		{"dialog maybe", protocol.Step{Do: "dialog", Value: protocol.Values{"maybe"}}, "", false},
		{"back", protocol.Step{Do: "back"}, "", true},
		{"back with a ref", protocol.Step{Do: "back", Ref: ref}, "", false},
		{"navigate nowhere", protocol.Step{Do: "navigate"}, "", false},
		{"wait", protocol.Step{Do: "wait", Text: "done"}, "", true},
		{"wait for two things", protocol.Step{Do: "wait", Text: "done", Idle: true}, "", false},
		{"wait for nothing", protocol.Step{Do: "wait"}, "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := checkStep(test.step, test.input)
			if (err == nil) != test.ok {
				t.Errorf("got %v, want ok %v", err, test.ok)
			}
		})
	}
}

func TestCheckBatch(t *testing.T) {
	click := protocol.Step{Do: "click", Ref: "@e5"}
	many := make([]protocol.Step, mostSteps+1)
	for i := range many {
		many[i] = click
	}
	tests := []struct {
		name   string
		steps  []protocol.Step
		ok     bool
		failed int
	}{
		{"none", nil, false, 0},
		{"one", many[:1], true, 0},
		{"twenty", many[:mostSteps], true, 0},
		{"twenty-one", many, false, 0},
		{"a bad one later", []protocol.Step{click, {Do: "fly"}}, false, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := checkBatch(protocol.BatchParams{Steps: test.steps})
			if (err == nil) != test.ok {
				t.Fatalf("got %v, want ok %v", err, test.ok)
			}
			var known *protocol.Error
			if errors.As(err, &known) && known.Failed != test.failed {
				t.Errorf("got failed step %d, want %d", known.Failed, test.failed)
			}
		})
	}
}

func TestUploadFiles(t *testing.T) {
	root, elsewhere := t.TempDir(), t.TempDir()
	write := func(path string) string {
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	inside := write(filepath.Join(root, "a.txt"))
	outside := write(filepath.Join(elsewhere, "b.txt"))
	link := filepath.Join(root, "link.txt")
	if err := os.Symlink(outside, link); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, file string
		code       protocol.Code
	}{
		{"inside", inside, ""},
		{"relative", "a.txt", ""},
		{"outside", outside, protocol.CodeUploadDenied},
		{"up and out", filepath.Join("..", filepath.Base(elsewhere), "b.txt"), protocol.CodeUploadDenied},
		{"a link that leads out", link, protocol.CodeUploadDenied},
		{"a folder", root, protocol.CodeFileNotFound},
		{"nothing", filepath.Join(root, "none.txt"), protocol.CodeFileNotFound},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := uploadFiles([]string{test.file}, []string{root})
			var known *protocol.Error
			switch {
			case test.code == "" && err != nil:
				t.Errorf("got %v, want no error", err)
			case test.code != "" && (!errors.As(err, &known) || known.Code != test.code):
				t.Errorf("got %v, want %s", err, test.code)
			}
		})
	}
	if _, err := uploadFiles([]string{inside}, nil); err == nil {
		t.Error("a file was allowed without any root")
	}
}
