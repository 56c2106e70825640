package store

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"candid/host/protocol"
)

// keyBytes is the token's length: nobody guesses 256 bits.
const keyBytes = 32

// Key is the bearer token of the loopback listener, in a file that only the
// person can read. Changing or removing the file is how access is taken back.
// All methods may be called concurrently.
type Key struct {
	path string

	mu   sync.Mutex
	seen fs.FileInfo // of the last look
	sum  [sha256.Size]byte
}

// KeyFile is where a home's token is.
func KeyFile(home string) string { return filepath.Join(home, "door", "key") }

// OpenKey reads the token, having made one where there is none.
func OpenKey(home string) (*Key, error) {
	k := &Key{path: KeyFile(home)}
	if err := Private(filepath.Dir(k.path)); err != nil {
		return nil, err
	}
	_, err := k.Changed()
	return k, err
}

// RotateKey replaces a home's token; running hosts notice within a second and
// drop the connections that used the old one.
func RotateKey(home string) error {
	path := KeyFile(home)
	if err := Private(filepath.Dir(path)); err != nil {
		return err
	}
	next := path + ".next"
	err := os.Remove(next) // of a rotation that was cut off
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = makeKey(next)
	}
	if err == nil {
		err = os.Rename(next, path)
	}
	if err != nil {
		return keyError(err)
	}
	return nil
}

// keyError is the typed form of a token that could not be written.
func keyError(err error) error {
	return protocol.NewError(protocol.CodeInternal, "the token could not be written: "+err.Error(),
		"the old one, if there was one, holds on; see that there is room and that the folder is yours, then try again")
}

// makeKey writes a new random token to a file that did not exist.
func makeKey(path string) error {
	var raw [keyBytes]byte
	rand.Read(raw[:]) // never fails: the runtime ends the program first
	return writeNew(path, []byte(base64.RawURLEncoding.EncodeToString(raw[:])+"\n"))
}

// Changed looks at the file and tells whether the token is another than at the
// last look. A file that is gone is made anew: the old token ends at once. One
// that is still the same is not opened, so that it holds on while the process
// is out of descriptors.
func (k *Key) Changed() (bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now, err := os.Lstat(k.path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = makeKey(k.path); err != nil && !errors.Is(err, fs.ErrExist) {
			return false, keyError(err)
		}
		now, err = os.Lstat(k.path)
	}
	if err != nil || k.seen != nil && unchanged(k.seen, now) {
		return false, err
	}
	sum, err := k.read()
	if err != nil {
		return false, err
	}
	changed := sum != k.sum
	k.seen, k.sum = now, sum
	return changed, nil
}

// unchanged compares two looks at a file. Time and size do not tell two tokens
// apart that were made in one tick of the clock; the file does.
func unchanged(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size() && a.Mode() == b.Mode()
}

// read reads the token and refuses a file that others can read.
func (k *Key) read() ([sha256.Size]byte, error) {
	var none [sha256.Size]byte
	info, err := os.Lstat(k.path)
	if err != nil {
		return none, err
	}
	if !info.Mode().IsRegular() || !ownedByUs(info) || openToOthers(info) {
		return none, forbidden(k.path+" is not a file that only you can read", "remove it; the host makes a new one")
	}
	data, err := os.ReadFile(k.path)
	if err != nil {
		return none, err
	}
	text := strings.TrimSpace(string(data))
	if len(text) < keyBytes {
		return none, forbidden(k.path+" holds no usable token", "remove it; the host makes a new one")
	}
	return sha256.Sum256([]byte(text)), nil
}

// Matches compares in constant time, whatever the lengths.
func (k *Key) Matches(given string) bool {
	sum := sha256.Sum256([]byte(given))
	k.mu.Lock()
	defer k.mu.Unlock()
	return subtle.ConstantTimeCompare(sum[:], k.sum[:]) == 1
}
