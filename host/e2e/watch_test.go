package e2e

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"candid/build/sources"
	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// watcher is a `go run ./build -watch` on a copy of the sources, with a browser
// of its own that runs the copy's build.
type watcher struct {
	t     *testing.T
	root  string
	rig   *rig.Rig
	lines chan string
}

// turnLimit bounds one turn from a save to its verdict: the watch gives up
// after a minute itself.
const turnLimit = 90 * time.Second

func newWatcher(t *testing.T) *watcher {
	t.Helper()
	w := &watcher{t: t, root: t.TempDir(), lines: make(chan string, 1000)}
	if err := sources.Copy(shared.Root, w.root); err != nil {
		t.Fatal(err)
	}
	var err error
	if w.rig, err = rig.StartIn(t.Context(), w.root); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.rig.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// start starts the watch and waits until the build as it is is verified.
func (w *watcher) start() {
	w.t.Helper()
	program := filepath.Join(w.t.TempDir(), "build")
	compile := exec.CommandContext(w.t.Context(), "go", "build", "-trimpath", "-o", program, "./build")
	compile.Dir = w.root
	if said, err := compile.CombinedOutput(); err != nil {
		w.t.Fatalf("%v\n%s", err, said)
	}
	watch := exec.Command(program, "-watch")
	watch.Dir = w.root
	watch.Env = append(os.Environ(), "CANDID_HOME="+w.rig.Home)
	out, err := watch.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := watch.Start(); err != nil {
		w.t.Fatal(err)
	}
	go w.listen(out)
	w.t.Cleanup(func() {
		if err := errors.Join(watch.Process.Signal(os.Interrupt), watch.Wait()); err != nil {
			w.t.Errorf("the end of the watch: %v", err)
		}
	})
	w.verdict("verified")
}

func (w *watcher) listen(out io.Reader) {
	defer close(w.lines)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		w.lines <- lines.Text()
	}
}

// verdict waits for the end of a turn, which must be as wanted, and answers all
// that was said in it.
func (w *watcher) verdict(want string) string {
	w.t.Helper()
	var said []string
	limit := time.After(turnLimit)
	for {
		select {
		case line, open := <-w.lines:
			said = append(said, line)
			switch {
			case !open:
				w.t.Fatalf("the watch ended:\n%s", strings.Join(said, "\n"))
			case strings.HasPrefix(line, want):
				return strings.Join(said, "\n")
			case strings.HasPrefix(line, "verified"), strings.HasPrefix(line, "FAILED"):
				w.t.Fatalf("got %q, want %q:\n%s", line, want, strings.Join(said, "\n"))
			}
		case <-limit:
			w.t.Fatalf("no %q within %v:\n%s", want, turnLimit, strings.Join(said, "\n"))
		}
	}
}

func (w *watcher) save(file, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.root, filepath.FromSlash(file)), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

var verifiedIn = regexp.MustCompile(`verified +build [0-9a-f]+ in (\d+) ms`)

// pageTurn is how long a change of a page function may take from its save to
// its verdict. The goal is 3 s on a machine that does nothing else; this is a
// bound for one that does.
const pageTurn = 12 * time.Second

// A change of the page code is built, taken by the running extension and
// probed there; what fails is named and the last good build stays; refs of the
// build before are refused and the tab is left alone.
func TestWatch(t *testing.T) {
	const file, rule = "extension/page/walk.ts", `if (hasAttr(el, "inert") && isHTML(el)) state |= inertPart;`
	w := newWatcher(t)
	whole, err := os.ReadFile(filepath.Join(w.root, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(whole), rule) {
		t.Fatalf("%s no longer holds %q", file, rule)
	}
	page := openOn(t, w.rig, `<!doctype html><title>Left alone</title><button>Go</button><input value=tea aria-label=Note>`)
	ref := refOf(t, page, "button", "Go")
	w.start()
	if _, a := page.Do("click", ref); a.Error == nil || a.Error.Code != protocol.CodeStaleRef {
		t.Errorf("a ref of the build before: %s, want %s", a, protocol.CodeStaleRef)
	}

	w.save(file, strings.Replace(string(whole), rule, "", 1))
	said := w.verdict("FAILED")
	for _, want := range []string{"changed    " + file, "built      extension", "reloaded   ", "FAIL  exclusions", "in the answer: true, want false"} {
		if !strings.Contains(said, want) {
			t.Errorf("an exclusion was removed: no %q in:\n%s", want, said)
		}
	}
	w.save(file, string(whole)+"\nconst const\n")
	if said := w.verdict("FAILED"); !strings.Contains(said, file) || !strings.Contains(said, "keeps running") {
		t.Errorf("a file that does not compile:\n%s", said)
	}
	refOf(t, page, "button", "Go") // the last build that compiled still answers

	w.save(file, string(whole))
	said = w.verdict("verified")
	t.Log("\n" + said)
	took, err := strconv.Atoi(verifiedIn.FindStringSubmatch(said)[1])
	if err != nil {
		t.Fatal(err)
	}
	if limit := pageTurn.Milliseconds(); int64(took) > limit {
		t.Errorf("from save to verified: %d ms, want at most %d", took, limit)
	}
	if met, why := page.True(`document.title === "Left alone" && document.querySelector("input").value === "tea"`); !met {
		t.Errorf("the tab was not left alone: %v", why)
	}
}
