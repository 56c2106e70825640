package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"candid/host/internal/testkit"
	"candid/host/protocol"
)

// spill is a spill in a directory of the test's own.
func spill(t *testing.T, config SpillConfig) *Spill {
	t.Helper()
	t.Setenv("CANDID_SPILL_DIR", "")
	return OpenSpill(t.TempDir(), config)
}

// usual is the default bounds.
var usual = DefaultConfig().Spill

func TestSpillIsThereBeforeAnyoneIsTold(t *testing.T) {
	s := spill(t, usual)
	testkit.Mode(t, s.Dir(), 0o700)
	path, err := s.Save("snapshot", ".txt", []byte("text"))
	if err != nil {
		t.Fatal(err)
	}
	testkit.Mode(t, path, 0o600)
	data, err := os.ReadFile(path)
	if err != nil || string(data) != "text" || filepath.Ext(path) != ".txt" {
		t.Errorf("%s holds %q, %v", path, data, err)
	}
}

func TestSpillComesBackAfterItsDirectoryWent(t *testing.T) {
	s := spill(t, usual)
	if err := os.RemoveAll(s.Dir()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Save("snapshot", ".txt", []byte("text")); err != nil {
		t.Fatal(err)
	}
	testkit.Mode(t, s.Dir(), 0o700)
}

// A full disk, a read-only file system and no free descriptors look alike from
// here: a file that cannot be made.
func TestSpillFailureIsTypedAndPasses(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("CANDID_SPILL_DIR", filepath.Join(dir, "spill"))
	put(t, dir, "spill", "a file stands in the way")
	s := OpenSpill(dir, usual)
	_, err := s.Save("snapshot", ".txt", []byte("text"))
	var known *protocol.Error
	if !errors.As(err, &known) || known.Hint == "" || s.Problem() == nil {
		t.Errorf("got %v, problem %v", err, s.Problem())
	}
	if err := os.Remove(filepath.Join(dir, "spill")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Save("snapshot", ".txt", []byte("text")); err != nil || s.Problem() != nil {
		t.Errorf("when it is well again: %v, problem %v", err, s.Problem())
	}
	if _, err := (*Spill)(nil).Save("snapshot", ".txt", nil); err == nil {
		t.Error("nil spills")
	}
}

// fullDisk is a directory on a disk without room, or, where only root could
// make one, a directory that cannot be made at all.
func fullDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", dir).Run(); err != nil {
		put(t, dir, "spill", "a file stands in the way")
		return filepath.Join(dir, "spill")
	}
	t.Cleanup(func() {
		if err := exec.Command("umount", dir).Run(); err != nil {
			t.Error(err)
		}
	})
	return filepath.Join(dir, "spill")
}

func TestSpillOnAFullDisk(t *testing.T) {
	t.Setenv("CANDID_SPILL_DIR", fullDisk(t))
	s := OpenSpill(t.TempDir(), usual)
	path, err := s.Save("snapshot", ".txt", []byte(strings.Repeat("x", 1<<20)))
	var known *protocol.Error
	if !errors.As(err, &known) || known.Hint == "" || path != "" {
		t.Fatalf("got %q, %v", path, err)
	}
	if files := s.files(); len(files) != 0 {
		t.Errorf("%d cut files are left", len(files))
	}
}

func TestSpillBounds(t *testing.T) {
	s := spill(t, SpillConfig{MaxAge: Duration(time.Hour), MaxMB: 1})
	now := time.Now()
	s.now = func() time.Time { return now }
	third := []byte(strings.Repeat("x", 400<<10))
	var paths []string
	for i := range 3 {
		path, err := s.Save("snapshot", ".txt", third)
		if err != nil {
			t.Fatal(err)
		}
		stamp := now.Add(time.Duration(i-3) * time.Minute)
		if err := os.Chtimes(path, stamp, stamp); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	outside := filepath.Join(t.TempDir(), "outside")
	if err := errors.Join(os.WriteFile(outside, []byte("keep"), 0o600), os.Symlink(outside, filepath.Join(s.Dir(), "candid-link.txt")),
		os.WriteFile(filepath.Join(s.Dir(), "notes.txt"), third, 0o600)); err != nil {
		t.Fatal(err)
	}
	s.Clean()
	exists(t, paths[0], false) // the oldest makes three thirds more than one
	exists(t, paths[1], true)
	now = now.Add(time.Hour)
	s.Clean()
	exists(t, paths[1], false) // too old
	exists(t, paths[2], false)
	exists(t, outside, true)
	exists(t, filepath.Join(s.Dir(), "notes.txt"), true) // not ours
}

// The clock jumps: back, and what was spilled before lies in the future; ahead,
// and all of it is too old. What is told of is there either way.
func TestSpillWhenTheClockJumps(t *testing.T) {
	s := spill(t, SpillConfig{MaxAge: Duration(time.Hour), MaxMB: 1})
	half := []byte(strings.Repeat("x", 600<<10))
	save := func(shift time.Duration) string {
		t.Helper()
		s.now = func() time.Time { return time.Now().Add(shift) }
		path, err := s.Save("snapshot", ".txt", half)
		if err != nil {
			t.Fatal(err)
		}
		exists(t, path, true)
		return path
	}
	first := save(0)
	future := time.Now().Add(48 * time.Hour)
	if err := os.Chtimes(first, future, future); err != nil {
		t.Fatal(err)
	}
	second := save(0)
	exists(t, first, false) // both are more than the limit
	third := save(48 * time.Hour)
	exists(t, second, false)
	s.Clean()
	exists(t, third, false) // an hour has passed, says the clock
	if s.Problem() != nil {
		t.Error(s.Problem())
	}
}

// exists checks whether a file is there.
func exists(t *testing.T, path string, want bool) {
	t.Helper()
	_, err := os.Stat(path)
	if got := err == nil; got != want {
		t.Errorf("%s: is there %v, want %v", path, got, want)
	}
}

func TestSpillOfAThousandAndPurge(t *testing.T) {
	s := spill(t, usual)
	for range 1000 {
		if err := os.WriteFile(filepath.Join(s.Dir(), spillPrefix+randomName()+".txt"), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.Clean()
	if got := len(s.files()); got != 1000 {
		t.Fatalf("%d files, want 1000", got)
	}
	if n, err := s.Purge(); n != 1000 || err != nil || len(s.files()) != 0 {
		t.Errorf("purged %d, %v; %d left", n, err, len(s.files()))
	}
}

// A link planted under the very name that is chosen next is not written through.
func TestNewFilesAreNew(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "target")
	for name, to := range map[string]string{"dangling": target, "pointing": dir} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if err := writeNew(filepath.Join(dir, name), []byte("x")); err == nil {
			t.Errorf("%s: written through the link", name)
		}
	}
	exists(t, target, false)
}

func TestPrivate(t *testing.T) {
	base := t.TempDir()
	if err := Private(filepath.Join(base, "new", "dir")); err != nil {
		t.Fatal(err)
	}
	testkit.Mode(t, filepath.Join(base, "new", "dir"), 0o700)
	if err := os.Symlink(filepath.Join(base, "new", "dir"), filepath.Join(base, "link")); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{base, filepath.Join(base, "link")} { // base is 0755
		var known *protocol.Error
		if err := Private(dir); !errors.As(err, &known) || known.Code != protocol.CodeForbidden || known.Hint == "" {
			t.Errorf("%s: got %v", dir, err)
		}
	}
	if err := Owned(base); err != nil {
		t.Errorf("a home that others may look into: %v", err)
	}
	if err := os.Chmod(base, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Owned(base); err == nil {
		t.Error("a home that others can write was used")
	}
}

// stranger is a file of another user.
type stranger struct{ fs.FileInfo }

func (stranger) Sys() any { return nil }

func TestAnotherUsersDirectory(t *testing.T) {
	info, err := os.Lstat(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := checkPrivate("dir", stranger{info}); err == nil || !strings.Contains(err.Error(), "another user") {
		t.Errorf("got %v", err)
	}
}

func TestAudit(t *testing.T) {
	home := t.TempDir()
	a := OpenAudit(home)
	for i := range auditKept + 10 {
		a.Record(protocol.Activity{Agent: "robot", PID: 7, Tab: "1", Site: "example.com", Verb: "click", Result: fmt.Sprint(i)})
	}
	path := filepath.Join(home, "audit", "activity.jsonl")
	testkit.Mode(t, path, 0o600)
	if got := a.Entries(); len(got) != auditKept || got[auditKept-1].Result != fmt.Sprint(auditKept+9) {
		t.Errorf("%d entries, the last %+v", len(got), got[len(got)-1])
	}
	put(t, filepath.Dir(path), "x", "")
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(file, `{"cut by a cra`)
	file.Close()
	again := OpenAudit(home)
	if got := again.Entries(); len(got) != auditKept || got[auditKept-1].Agent != "robot" {
		t.Errorf("after a restart: %d entries", len(got))
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(data), "\n")
	var keys map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &keys); err != nil {
		t.Fatal(err)
	}
	for key := range keys {
		if !strings.Contains(" time agent pid tab site verb result ", " "+key+" ") {
			t.Errorf("an entry has %q", key)
		}
	}
}

func TestAuditThatCannotBeWritten(t *testing.T) {
	home := t.TempDir()
	put(t, home, "audit", "a file stands in the way")
	a := OpenAudit(home)
	a.Record(protocol.Activity{Agent: "robot"})
	if a.Problem() == nil || len(a.Entries()) != 1 {
		t.Errorf("problem %v, %d entries", a.Problem(), len(a.Entries()))
	}
}

func TestKey(t *testing.T) {
	home := t.TempDir()
	k, err := OpenKey(home)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Mode(t, KeyFile(home), 0o600)
	testkit.Mode(t, filepath.Dir(KeyFile(home)), 0o700)
	data, err := os.ReadFile(KeyFile(home))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.TrimSpace(string(data))
	if !k.Matches(text) || k.Matches("") || k.Matches(text[1:]) || k.Matches(text+"x") || len(text) < 43 {
		t.Errorf("matches: %q", text)
	}
	if changed, err := k.Changed(); changed || err != nil {
		t.Errorf("changed %v, %v", changed, err)
	}
	if err := RotateKey(home); err != nil {
		t.Fatal(err)
	}
	if changed, err := k.Changed(); !changed || err != nil || k.Matches(text) {
		t.Errorf("after a rotation: changed %v, %v, old one matches %v", changed, err, k.Matches(text))
	}
	if err := os.Remove(KeyFile(home)); err != nil {
		t.Fatal(err)
	}
	if changed, err := k.Changed(); !changed || err != nil {
		t.Errorf("after a removal: changed %v, %v", changed, err)
	}
	// A clock that stands still or jumps back gives two files one time.
	then, err := os.Stat(KeyFile(home))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(RotateKey(home), os.Chtimes(KeyFile(home), then.ModTime(), then.ModTime())); err != nil {
		t.Fatal(err)
	}
	if changed, err := k.Changed(); !changed || err != nil {
		t.Errorf("after a rotation within one tick of the clock: changed %v, %v", changed, err)
	}
	if err := os.Chmod(KeyFile(home), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenKey(home); err == nil {
		t.Error("a token that others can read was used")
	}
}

func TestHome(t *testing.T) {
	t.Setenv("CANDID_HOME", "/srv/candid")
	if home, err := Home(); home != "/srv/candid" || err != nil {
		t.Errorf("got %s, %v", home, err)
	}
	t.Setenv("CANDID_HOME", "")
	t.Setenv("HOME", "/home/x")
	t.Setenv("XDG_STATE_HOME", "/elsewhere")
	if home, err := Home(); home != "/home/x/.local/state/candid" || err != nil {
		t.Errorf("got %s, %v", home, err)
	}
}

func TestLogIsPrivate(t *testing.T) {
	home := t.TempDir()
	log, file, err := OpenLog(home, LogConfig{Level: "info"})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	log.Debug().Msg("not this")
	log.Info().Msg("this")
	path := filepath.Join(home, "log", "host.log")
	testkit.Mode(t, path, 0o600)
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), "this") || strings.Contains(string(data), "not this") {
		t.Errorf("log %q, %v", data, err)
	}
}
