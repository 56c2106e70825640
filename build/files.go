package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// buildMark stands where the build id goes until it is known: the id is a hash
// of everything else. It is as long as an id, so that replacing it moves nothing.
const buildMark = "@candid-id@!"

// idFile tells the running worker which build its folder holds now.
const idFile = "build.json"

// fileSet is the extension folder: name → content.
type fileSet map[string][]byte

// stamp works out the build id, puts it wherever the mark stands, adds idFile
// and returns the id.
func (files fileSet) stamp() string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s\x00%d\x00", name, len(files[name]))
		sum.Write(files[name])
	}
	id := hex.EncodeToString(sum.Sum(nil))[:len(buildMark)]
	for name, content := range files {
		files[name] = bytes.ReplaceAll(content, []byte(buildMark), []byte(id))
	}
	files[idFile] = []byte(`{"build":"` + id + "\"}\n")
	return id
}

// buildOf reads idFile.
func buildOf(text []byte) (string, error) {
	var stamp struct {
		Build string `json:"build"`
	}
	if err := json.Unmarshal(text, &stamp); err != nil {
		return "", fmt.Errorf("%s: %w", idFile, err)
	}
	return stamp.Build, nil
}

// addStatic adds the pages and styles of a folder; scripts come from the bundler.
func (files fileSet) addStatic(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if ext := filepath.Ext(entry.Name()); ext != ".html" && ext != ".css" {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return err
		}
		files[entry.Name()] = content
	}
	return nil
}

// write makes dir hold exactly these files. Each is replaced in one step and
// idFile last, so that a browser which loads the folder meanwhile never takes
// a half-written script for a finished build.
func (files fileSet) write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := files.prune(dir); err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(files))
	names = append(slices.DeleteFunc(names, func(n string) bool { return n == idFile }), idFile)
	for _, name := range names {
		if err := replaceFile(filepath.Join(dir, name), files[name]); err != nil {
			return err
		}
	}
	return nil
}

// prune removes what an earlier build left and this one does not make.
func (files fileSet) prune(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if _, kept := files[entry.Name()]; kept {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

func replaceFile(path string, content []byte) error {
	old, err := os.ReadFile(path)
	if err == nil && bytes.Equal(old, content) {
		return nil
	}
	next := path + ".next"
	if err := os.WriteFile(next, content, 0o644); err != nil {
		return err
	}
	return os.Rename(next, path)
}
