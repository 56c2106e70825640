package setup

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"candid/host/protocol"
)

// manifestFolder is where a user data directory keeps native host manifests,
// the default one and any given with --user-data-dir alike (measured).
const manifestFolder = "NativeMessagingHosts"

// manifestFile is the file's name, which Chrome derives from the host's name.
const manifestFile = protocol.NativeHost + ".json"

// Manifest is a native messaging host manifest. No arguments can be put in
// Path; the binary knows that it is the host by the origin in argv[1].
type Manifest struct {
	Name           string   `json:"name"`
	Description    string   `json:"description"`
	Path           string   `json:"path"`
	Type           string   `json:"type"`
	AllowedOrigins []string `json:"allowed_origins"`
}

// NewManifest is the manifest that starts binary for our extension alone.
func NewManifest(binary string) Manifest {
	return Manifest{
		Name:           protocol.NativeHost,
		Description:    "Candid: lets agents read and operate the tabs that you share",
		Path:           binary,
		Type:           "stdio",
		AllowedOrigins: []string{protocol.ExtensionOrigin},
	}
}

// Encode is the manifest as the file holds it.
func (m Manifest) Encode() ([]byte, error) {
	data, err := json.MarshalIndent(m, "", "  ")
	return append(data, '\n'), err
}

// readManifest reads the manifest at path; a missing file is fs.ErrNotExist.
func readManifest(path string) (Manifest, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return Manifest{}, protocol.NewError(protocol.CodeInternal, path+" is not a manifest: "+err.Error(), "run: candid setup")
	}
	return m, nil
}

// writeFile writes a file as a whole or not at all: Chrome, or a browser that
// is just starting, must never read half a manifest.
func writeFile(path string, data []byte, mode fs.FileMode) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(data)
	err = errors.Join(err, temporary.Chmod(mode), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}
