package setup

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"candid/host/protocol"
)

// manifest checks the native host manifest of a browser; there is false when
// it has none.
func (d Doctor) manifest(b Browser) (check Check, there bool) {
	name := "manifest (" + b.Title + ")"
	path := d.manifestPath(b)
	m, err := readManifest(path)
	if errors.Is(err, fs.ErrNotExist) {
		c := bad(name, "there is no manifest at "+path+", so the browser cannot start the host", "run: candid setup"+d.flagFor(b))
		c.fix = d.reinstall(b)
		return c, false
	}
	if err != nil {
		c := fromError(name, err)
		c.fix = d.reinstall(b)
		return c, true
	}
	detail, wrong := wrongManifest(m)
	if !wrong {
		return good(name, "%s starts %s", path, m.Path), true
	}
	c := bad(name, detail+" (in "+path+")", "run: candid setup"+d.flagFor(b)+", or: candid doctor --fix")
	c.fix = d.reinstall(b)
	return c, true
}

// manifestPath is where a browser's manifest is.
func (d Doctor) manifestPath(b Browser) string {
	if b.Key != "" {
		if path := keyValue(b.Key + protocol.NativeHost); path != "" {
			return path
		}
		return filepath.Join(d.Home, manifestFile)
	}
	return filepath.Join(b.Manifests[0], manifestFile)
}

func (d Doctor) flagFor(b Browser) string {
	if b.Name == "custom" {
		return " --user-data-dir " + b.Data
	}
	return " --browser " + b.Name
}

// reinstall is the fix for a manifest. A managed browser's and a custom one's
// are written where they are, like any other.
func (d Doctor) reinstall(b Browser) func() error {
	return func() error {
		_, err := Install(d.System, d.Programs, Options{Home: d.Home, Browsers: []Browser{b}})
		return err
	}
}

// wrongManifest says what is wrong with a manifest.
func wrongManifest(m Manifest) (string, bool) {
	info, err := os.Stat(m.Path)
	switch {
	case m.Name != protocol.NativeHost || m.Type != "stdio":
		return "the manifest is not one of ours", true
	case !slices.Contains(m.AllowedOrigins, protocol.ExtensionOrigin):
		return "wrong extension id: the manifest allows " + strings.Join(m.AllowedOrigins, ", ") + ", not " + protocol.ExtensionOrigin, true
	case !filepath.IsAbs(m.Path):
		return "wrong path: the manifest's path is not absolute: " + m.Path, true
	case err != nil:
		return "wrong path: there is no program at " + m.Path, true
	case info.IsDir() || !executable(info):
		return "wrong path: not a program: " + m.Path, true
	case !isCandid(m.Path):
		return "wrong path: " + m.Path + " is another program, not Candid", true
	}
	return "", false
}

// versionLimit is how long a program may take to tell its version. Ours takes
// 10 ms.
const versionLimit = 5 * time.Second

// isCandid runs the program that the browser would run, and asks who it is.
func isCandid(path string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), versionLimit)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "version", "--json").Output()
	var answer struct {
		Result struct {
			Protocol int `json:"protocol"`
		} `json:"result"`
	}
	return err == nil && json.Unmarshal(out, &answer) == nil && answer.Result.Protocol > 0
}

// extension checks that a profile of the browser has the extension loaded, from
// what the browser wrote down.
func (d Doctor) extension(b Browser) Check {
	name := "extension (" + b.Title + ")"
	entries := loadedExtensions(b.Data)
	entry, loaded := entries[protocol.ExtensionID]
	switch {
	case loaded && !fileExists(filepath.Join(entry.Path, "manifest.json")):
		return bad(name, "the extension was loaded from "+entry.Path+", where it is no more", threeClicks(d.Programs.Extension))
	case loaded && entry.disabled():
		return bad(name, "the extension is turned off", "turn it on at chrome://extensions, with Developer mode on")
	case loaded:
		return good(name, "loaded from %s", entry.Path)
	}
	for id, other := range entries {
		if samePath(other.Path, d.Programs.Extension) {
			return bad(name, "wrong extension id: "+other.Path+" was loaded as "+id+", not "+protocol.ExtensionID, "remove it at chrome://extensions and load "+d.Programs.Extension+" again")
		}
	}
	if len(d.Connected) > 0 {
		return good(name, "connected") // the browser writes its preferences late
	}
	return bad(name, "the extension is not loaded in any profile of "+b.Title, threeClicks(d.Programs.Extension))
}

func threeClicks(folder string) string {
	return "at chrome://extensions turn on Developer mode, press Load unpacked, choose " + folder
}

func samePath(a, b string) bool { return filepath.Clean(a) == filepath.Clean(b) }

// entry is what a browser keeps of one loaded extension.
type entry struct {
	Path    string          `json:"path"`
	Reasons json.RawMessage `json:"disable_reasons"` // a bit set in older versions, a list in newer
	State   *int            `json:"state"`           // 0: turned off; older versions
}

func (e entry) disabled() bool {
	reasons := strings.TrimSpace(string(e.Reasons))
	return e.State != nil && *e.State == 0 || reasons != "" && reasons != "[]" && reasons != "0" && reasons != "null"
}

// preferences is the little that is read of a browser's preferences.
type preferences struct {
	Extensions struct {
		Settings map[string]entry `json:"settings"`
	} `json:"extensions"`
}

// loadedExtensions gathers the extensions of every profile in a user data
// directory. A file that cannot be read says nothing, like one that is missing:
// browsers differ in which of the two files they use.
func loadedExtensions(data string) map[string]entry {
	found := map[string]entry{}
	for _, pattern := range []string{"Preferences", "Secure Preferences"} {
		files, err := filepath.Glob(filepath.Join(data, "*", pattern))
		if err != nil {
			continue // the pattern is fixed; a strange directory name matches nothing
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			var p preferences
			if err != nil || json.Unmarshal(text, &p) != nil {
				continue
			}
			for id, e := range p.Extensions.Settings {
				if e.Path != "" {
					found[id] = e
				}
			}
		}
	}
	return found
}

// folderID is the id that Chrome gives the extension in a folder.
func folderID(folder string) (string, error) {
	data, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err != nil {
		return "", err
	}
	var m struct {
		Key string `json:"key"`
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return "", err
	}
	key, err := base64.StdEncoding.DecodeString(m.Key)
	if err != nil {
		return "", err
	}
	material := key
	if len(key) == 0 {
		material = []byte(folder) // without a key Chrome derives the id from the path
	}
	sum := sha256.Sum256(material)
	id := make([]byte, 0, 32)
	for _, b := range sum[:16] {
		id = append(id, 'a'+b>>4, 'a'+b&15)
	}
	return string(id), nil
}

// FolderBuild is the build id in an extension's folder, "" when there is none.
func FolderBuild(folder string) string {
	data, err := os.ReadFile(filepath.Join(folder, BuildFile))
	if err != nil {
		return ""
	}
	var stamp struct {
		Build string `json:"build"`
	}
	if json.Unmarshal(data, &stamp) != nil {
		return ""
	}
	return stamp.Build
}
