package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"candid/host/protocol"
)

// Managed is a browser that Candid started: it has a profile of its own, in
// which the extension is loaded and every tab is shared. It is written to
// <home>/browser/NAME.json by its keeper.
type Managed struct {
	Name    string   `json:"name"`
	ID      string   `json:"id"`     // the profile's id, known once the extension has said hello
	PID     int      `json:"pid"`    // the browser's
	Keeper  int      `json:"keeper"` // the process that holds its DevTools pipe
	Profile string   `json:"profile"`
	Program string   `json:"program"`
	Args    []string `json:"args"`
}

// StartOptions choose how a managed browser is started.
type StartOptions struct {
	Name     string
	Headless bool
	Port     int    // DevTools on a loopback port as well; 0 for none
	Profile  string // user data directory; "" for <home>/browser/NAME
	Extra    []string
}

// flags that every managed browser is started with: no first-run pages, no
// keyring prompt, no bubble after a crash, nothing fetched in the background
// that nobody asked for.
var managedFlags = []string{
	"--remote-debugging-pipe", "--enable-unsafe-extension-debugging",
	"--no-first-run", "--no-default-browser-check", "--disable-search-engine-choice-screen",
	"--hide-crash-restore-bubble", "--password-store=basic", "--use-mock-keychain",
	"--disable-background-networking", "--disable-component-update", "--disable-sync",
}

// headlessSize is the window of a headless browser. Its own 800 by 600 is
// narrower than the breakpoint at which many pages fold their navigation and
// grids leave columns out: agents would be shown the page for telephones.
const headlessSize = "1366,900"

// Flags are the command line of a managed browser, but for its program. root
// says that the browser will run as root, which it does only without its
// sandbox; /dev/shm is then most often a container's, and too small for it.
func (o StartOptions) Flags(root bool) []string {
	flags := append([]string{"--user-data-dir=" + o.Profile}, managedFlags...)
	if o.Headless {
		flags = append(flags, "--headless=new", "--disable-gpu", "--window-size="+headlessSize)
	}
	if o.Port > 0 {
		flags = append(flags, "--remote-debugging-address=127.0.0.1", "--remote-debugging-port="+strconv.Itoa(o.Port))
	}
	if root {
		flags = append(flags, "--no-sandbox", "--disable-dev-shm-usage")
	}
	return append(append(flags, o.Extra...), "about:blank")
}

// PrepareProfile makes a user data directory ready for the extension: developer
// mode on, since Chrome disables an unpacked extension at its first reload
// otherwise (measured), and the native host registered here and nowhere else.
func PrepareProfile(dir, binary string) error {
	if err := os.MkdirAll(filepath.Join(dir, "Default"), 0o700); err != nil {
		return homeError(dir, err)
	}
	if err := developerMode(filepath.Join(dir, "Default", "Preferences")); err != nil {
		return err
	}
	data, err := NewManifest(binary).Encode()
	if err != nil {
		return err
	}
	folder := filepath.Join(dir, manifestFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return homeError(folder, err)
	}
	return writeFile(filepath.Join(folder, manifestFile), data, 0o644)
}

// developerMode sets extensions.ui.developer_mode in a Preferences file and
// leaves everything else in it as it is.
func developerMode(path string) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		data, err = []byte("{}"), nil
	}
	if err != nil {
		return err
	}
	changed, err := setTrue(data, "extensions", "ui", "developer_mode")
	if err != nil {
		return protocol.NewError(protocol.CodeInternal, path+" is not JSON: "+err.Error(), "choose another --user-data-dir, or remove that file")
	}
	if bytes.Equal(data, changed) {
		return nil
	}
	return writeFile(path, changed, 0o600)
}

// setTrue sets a path of a JSON object to true, making the objects between.
func setTrue(data []byte, keys ...string) ([]byte, error) {
	if len(keys) == 0 {
		return []byte("true"), nil
	}
	object := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &object); err != nil {
		return nil, err
	}
	inner, known := object[keys[0]]
	if !known {
		inner = []byte("{}")
	}
	inner, err := setTrue(inner, keys[1:]...)
	if err != nil {
		return nil, err
	}
	object[keys[0]] = inner
	return json.Marshal(object)
}
