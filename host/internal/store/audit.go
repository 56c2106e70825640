package store

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"candid/host/protocol"
)

// auditKept is how many entries stay in memory for the person's list. Fewer
// would not cover one busy minute; more is what the file is for.
const auditKept = 500

// auditMax bounds the file; at this size it becomes <name>.1, once.
const auditMax = 8 << 20

// Audit is the append-only list of what agents did: who, when, which tab and
// site, verb and result; never page text, names or values.
// All methods may be called concurrently, and on nil, which keeps nothing.
type Audit struct {
	path string

	mu      sync.Mutex
	entries []protocol.Activity
	problem error
}

// OpenAudit reads the end of home's audit log, so that the person's list
// survives a restart of the browser.
func OpenAudit(home string) *Audit {
	a := &Audit{path: filepath.Join(home, "audit", "activity.jsonl")}
	if a.problem = Private(filepath.Dir(a.path)); a.problem == nil {
		a.entries = readTail(a.path)
	}
	return a
}

// Record appends one entry, stamped with the time.
func (a *Audit) Record(entry protocol.Activity) {
	if a == nil {
		return
	}
	entry.Time = time.Now().UTC().Format(time.RFC3339Nano)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.entries = append(a.entries, entry)
	if len(a.entries) > auditKept {
		a.entries = slices.Clone(a.entries[len(a.entries)-auditKept:])
	}
	a.problem = a.write(entry)
}

// Entries lists the latest entries, newest last.
func (a *Audit) Entries() []protocol.Activity {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.entries)
}

// Problem is why the last entry did not reach the disk, or nil.
func (a *Audit) Problem() error {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.problem
}

// write appends a line; the file is opened each time, so that it may be moved
// or removed by the person at any moment.
func (a *Audit) write(entry protocol.Activity) error {
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	if info, err := os.Lstat(a.path); err == nil && info.Size() > auditMax {
		if err := os.Rename(a.path, a.path+".1"); err != nil {
			return err
		}
	}
	file, err := os.OpenFile(a.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND|noFollow, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.Write(append(line, '\n'))
	return err
}

// readTail reads the last entries of the file; lines that do not decode (cut
// by a crash) are left out.
func readTail(path string) []protocol.Activity {
	file, err := os.Open(path)
	if err != nil {
		return nil // none yet
	}
	defer file.Close()
	var entries []protocol.Activity
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var entry protocol.Activity
		if json.Unmarshal(lines.Bytes(), &entry) != nil {
			continue
		}
		entries = append(entries, entry)
		if len(entries) > 2*auditKept {
			entries = slices.Clone(entries[auditKept:])
		}
	}
	return entries[max(0, len(entries)-auditKept):]
}
