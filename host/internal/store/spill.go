package store

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"candid/host/protocol"
)

// spillPrefix begins every file that Candid spills; clean-up touches no other.
const spillPrefix = "candid-"

// Spill keeps answers too long to send inline, each in a file of its own that
// the caller can open. Its directory is made when the host starts, before any
// agent can be told of it; where that fails, only spilling is lost.
// All methods may be called concurrently, and on nil, which refuses to spill.
type Spill struct {
	dir    string
	maxAge time.Duration
	max    int64
	now    func() time.Time

	mu      sync.Mutex
	problem error
}

// OpenSpill makes the directory: $CANDID_SPILL_DIR, else the configured one,
// else <home>/spill. A failure is kept and answered to each Save.
func OpenSpill(home string, config SpillConfig) *Spill {
	dir := os.Getenv("CANDID_SPILL_DIR")
	if dir == "" {
		dir = config.Dir
	}
	if dir == "" {
		dir = filepath.Join(home, "spill")
	}
	s := &Spill{dir: dir, maxAge: time.Duration(config.MaxAge), max: int64(config.MaxMB) << 20, now: time.Now}
	s.problem = Private(dir)
	s.Clean()
	return s
}

// Dir is where files are spilled.
func (s *Spill) Dir() string { return s.dir }

// Problem is why nothing can be spilled, or nil.
func (s *Spill) Problem() error {
	if s == nil {
		return errors.New("no spill directory")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.problem
}

// Save writes text to a new file and returns its path. name is a word for
// people ("snapshot"), ext the file's ending. The file is whole and readable
// before Save returns. An error costs the file alone: the caller answers with
// what fits inline and says why there is no file.
func (s *Spill) Save(name, ext string, text []byte) (string, error) {
	if s == nil {
		return "", spillError(errors.New("no spill directory"))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	// Tried again each time: a directory that was removed, or a disk that was
	// full, may be well again.
	if s.problem = Private(s.dir); s.problem != nil {
		return "", spillError(s.problem)
	}
	path := filepath.Join(s.dir, spillPrefix+name+"-"+randomName()+ext)
	if err := writeNew(path, text); err != nil {
		return "", spillError(err)
	}
	s.trim(path, int64(len(text)))
	return path, nil
}

// spillError is the typed form of a failure to spill.
func spillError(err error) error {
	return protocol.NewError(protocol.CodeInternal, "the full output could not be saved: "+err.Error(),
		"set CANDID_SPILL_DIR to a directory with room, or read the page in parts with more")
}

// writeNew makes a file that did not exist and leaves nothing half-written.
func writeNew(path string, text []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|noFollow, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// randomName cannot be guessed, so nobody can have put a link there before.
func randomName() string {
	var raw [12]byte
	rand.Read(raw[:]) // never fails: the runtime ends the program first
	return hex.EncodeToString(raw[:])
}

// Clean removes files past their age, and the oldest beyond the size.
func (s *Spill) Clean() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.problem == nil {
		s.trim("", 0)
	}
}

// Purge removes every spilled file and says how many there were.
func (s *Spill) Purge() (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	files := s.files()
	var problems error
	for _, file := range files {
		problems = errors.Join(problems, os.Remove(filepath.Join(s.dir, file.Name())))
	}
	return len(files), problems
}

// trim applies the limits, newest files first. The file just made, of the size,
// stays whatever its time: after the clock was set back it looks like the
// oldest, and its path is about to be told.
func (s *Spill) trim(made string, size int64) {
	oldest := s.now().Add(-s.maxAge)
	for _, file := range s.files() {
		path := filepath.Join(s.dir, file.Name())
		if path == made {
			continue
		}
		size += file.Size()
		if size <= s.max && !file.ModTime().Before(oldest) {
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			s.problem = err
		}
	}
}

// files lists our regular files, newest first. Links and directories are not
// ours: they are neither counted nor followed.
func (s *Spill) files() []fs.FileInfo {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil // gone: nothing to bound, and Save makes it again
	}
	var files []fs.FileInfo
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() && strings.HasPrefix(entry.Name(), spillPrefix) {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	return files
}
