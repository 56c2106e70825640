package setup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"candid/host/protocol"
)

// patient is a machine on which everything is in place.
type patient struct {
	doctor   Doctor
	profile  string
	manifest string
}

func healthy(t *testing.T) *patient {
	t.Helper()
	// No program may come from the machine that runs the test.
	t.Setenv("PATH", filepath.Join(t.TempDir(), "bin"))
	person := t.TempDir()
	home := filepath.Join(person, "candid")
	p := &patient{profile: filepath.Join(person, ".config", "chromium")}
	p.manifest = filepath.Join(p.profile, manifestFolder, manifestFile)
	system := fake("linux", person)
	browser, err := Find(system, "chromium")
	if err != nil {
		t.Fatal(err)
	}
	done, err := Install(system, programs(t), Options{Home: home, Browsers: []Browser{browser}})
	if err != nil {
		t.Fatal(err)
	}
	p.doctor = Doctor{System: system, Home: home, Programs: done.Programs,
		Connected: []protocol.BrowserStatus{{Name: "Chromium", Build: protocol.Build, Host: protocol.Build}}}
	p.loaded(t, protocol.ExtensionID, done.Programs.Extension, "")
	return p
}

// loaded writes preferences as Chromium does for an unpacked extension.
func (p *patient) loaded(t *testing.T, id, folder, more string) {
	t.Helper()
	write(t, filepath.Join(p.profile, "Default", "Secure Preferences"), `{"extensions":{"settings":{"`+id+`":{"path":"`+folder+`"`+more+`}}}}`, 0o600)
}

// rewrite changes the manifest.
func (p *patient) rewrite(t *testing.T, change func(*Manifest)) {
	t.Helper()
	m := NewManifest(p.doctor.Programs.Binary)
	change(&m)
	data, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	write(t, p.manifest, string(data), 0o644)
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

// TestDoctorTellsApart breaks one link at a time.
func TestDoctorTellsApart(t *testing.T) {
	for _, c := range []struct {
		name   string
		break_ func(*testing.T, *patient)
		check  string
		detail string
		remedy string
		fixes  bool
	}{
		{"no browser", func(t *testing.T, p *patient) { remove(t, p.profile) }, "browser", "no browser is installed", "apt-get install", false},
		{"no manifest", func(t *testing.T, p *patient) { remove(t, p.manifest) }, "manifest", "no browser has", "candid setup", false},
		{"no manifest in the one asked for", func(t *testing.T, p *patient) {
			remove(t, p.manifest)
			p.doctor.Targets = []Browser{Custom(p.profile)}
		}, "manifest", "no manifest at", "candid setup --user-data-dir", true},
		{"manifest is not JSON", func(t *testing.T, p *patient) { write(t, p.manifest, "{", 0o644) }, "manifest", "not a manifest", "candid setup", true},
		{"path to nothing", func(t *testing.T, p *patient) {
			p.rewrite(t, func(m *Manifest) { m.Path = "/nowhere/candid" })
		}, "manifest", "wrong path: there is no program", "candid setup", true},
		{"path to a folder", func(t *testing.T, p *patient) { p.rewrite(t, func(m *Manifest) { m.Path = p.profile }) }, "manifest", "wrong path: not a program", "candid setup", true},
		{"path to another program", func(t *testing.T, p *patient) {
			p.rewrite(t, func(m *Manifest) { m.Path = "/bin/true" })
		}, "manifest", "another program", "candid setup", true},
		{"relative path", func(t *testing.T, p *patient) {
			p.rewrite(t, func(m *Manifest) { m.Path = "candid" })
		}, "manifest", "not absolute", "candid setup", true},
		{"another extension id allowed", func(t *testing.T, p *patient) {
			p.rewrite(t, func(m *Manifest) { m.AllowedOrigins = []string{"chrome-extension://abc/"} })
		}, "manifest", "wrong extension id", "candid setup", true},
		{"loaded under another id", func(t *testing.T, p *patient) { p.loaded(t, "abc", p.doctor.Programs.Extension, "") }, "extension", "wrong extension id", "load", false},
		{"key removed from the folder", func(t *testing.T, p *patient) {
			write(t, filepath.Join(p.doctor.Programs.Extension, "manifest.json"), "{}", 0o644)
		}, "programs", "wrong extension id", "go run ./build", false},
		{"extension not loaded", func(t *testing.T, p *patient) {
			remove(t, filepath.Join(p.profile, "Default"))
			p.doctor.Connected = nil
		}, "extension", "not loaded", "Load unpacked", false},
		{"extension turned off", func(t *testing.T, p *patient) {
			p.loaded(t, protocol.ExtensionID, p.doctor.Programs.Extension, `,"disable_reasons":[1]`)
		}, "extension", "turned off", "turn it on", false},
		{"its folder is gone", func(t *testing.T, p *patient) { p.loaded(t, protocol.ExtensionID, "/gone", "") }, "extension", "no more", "Load unpacked", false},
		{"binary and extension differ", func(t *testing.T, p *patient) {
			write(t, filepath.Join(p.doctor.Programs.Extension, BuildFile), `{"build":"old"}`, 0o644)
		}, "programs", "different builds", "go run ./build", false},
		{"home is a file", func(t *testing.T, p *patient) {
			p.doctor.Home = filepath.Join(p.doctor.Home, "bin", "candid", "home")
		}, "home", "cannot be made", "CANDID_HOME", false},
		{"home is open to others", func(t *testing.T, p *patient) {
			if err := os.Chmod(p.doctor.Home, 0o755); err != nil {
				t.Fatal(err)
			}
		}, "home", "open to other users", "chmod 700", true},
		{"Snap alone", func(t *testing.T, p *patient) {
			remove(t, p.profile)
			write(t, filepath.Join(p.doctor.System.Home, "snap", "chromium", "common", "chromium", "Local State"), "{}", 0o600)
		}, "browser", "Snap package", "ordinary package", false},
		{"Flatpak alone", func(t *testing.T, p *patient) {
			remove(t, p.profile)
			write(t, filepath.Join(p.doctor.System.Home, ".var", "app", "com.google.Chrome", "config", "google-chrome", "Local State"), "{}", 0o600)
		}, "browser", "Flatpak package", "ordinary package", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := healthy(t)
			if sick := broken(p.doctor.Examine()); len(sick) > 0 {
				t.Fatalf("broken before anything was: %+v", sick)
			}
			c.break_(t, p)
			sick := broken(p.doctor.Examine())
			if len(sick) == 0 {
				t.Fatal("nothing is found broken")
			}
			got := sick[0]
			if !strings.HasPrefix(got.Name, c.check) || !strings.Contains(got.Detail, c.detail) || !strings.Contains(got.Remedy, c.remedy) {
				t.Errorf("got %+v, want %s: …%s…, do: …%s…", got, c.check, c.detail, c.remedy)
			}
			if got.Fixable() != c.fixes {
				t.Fatalf("fixable: got %v, want %v", got.Fixable(), c.fixes)
			}
			if !c.fixes {
				return
			}
			if err := got.Fix(); err != nil {
				t.Fatal(err)
			}
			if sick := broken(p.doctor.Examine()); len(sick) > 0 {
				t.Errorf("still broken after the fix: %+v", sick)
			}
		})
	}
}

func broken(checks []Check) []Check {
	return slices.DeleteFunc(checks, func(c Check) bool { return c.OK })
}

func TestStaleCheck(t *testing.T) {
	for name, c := range map[string]struct {
		status protocol.BrowserStatus
		want   string
	}{
		"fresh":        {protocol.BrowserStatus{Build: "a", Host: protocol.Build}, ""},
		"stale":        {protocol.BrowserStatus{Stale: true, Host: protocol.Build}, "stale"},
		"another host": {protocol.BrowserStatus{Host: "old"}, "the host that runs"},
	} {
		t.Run(name, func(t *testing.T) {
			got := StaleCheck(c.status, nil)
			if got.OK != (c.want == "") || !strings.Contains(got.Detail, c.want) {
				t.Errorf("got %+v, want %q", got, c.want)
			}
		})
	}
}

// TestAnotherUsersDirectory needs root, which alone can give a directory away;
// as an ordinary user it looks at one that is root's.
func TestAnotherUsersDirectory(t *testing.T) {
	home := t.TempDir()
	if os.Geteuid() == 0 {
		if err := os.Chown(home, 4321, 4321); err != nil {
			t.Fatal(err)
		}
	} else {
		home = "/root"
	}
	got := Doctor{Home: home}.home()
	if got.OK || !strings.Contains(got.Detail, "another user") {
		t.Errorf("got %+v, want another user's directory", got)
	}
}

func TestExplain(t *testing.T) {
	for _, known := range chromeTexts {
		got, found := Explain("Unchecked runtime.lastError: " + known.text + ".")
		if !found || got.Remedy == "" || got.Detail == "" {
			t.Errorf("%q: got %+v", known.text, got)
		}
	}
	if _, found := Explain("hello"); found {
		t.Error("an unknown text is explained")
	}
}

// A browser that setup knows by its folder alone is examined too: it may be the
// only one, and connected.
func TestDoctorKnowsBrowsersByFolder(t *testing.T) {
	p := healthy(t)
	remove(t, p.manifest)
	folder := t.TempDir()
	if _, err := Install(p.doctor.System, p.doctor.Programs, Options{Home: p.doctor.Home, UserData: folder}); err != nil {
		t.Fatal(err)
	}
	named := func() (found []Check) {
		for _, c := range p.doctor.Examine() {
			if strings.HasPrefix(c.Name, "manifest") {
				found = append(found, c)
			}
		}
		return found
	}
	if got := named(); len(got) != 1 || !got[0].OK || !strings.Contains(got[0].Detail, folder) {
		t.Errorf("got %+v, want the manifest in %s found and in order", got, folder)
	}
	remove(t, folder)
	if got := named(); len(got) != 1 || got[0].OK || !strings.Contains(got[0].Detail, "no browser has") {
		t.Errorf("the folder is gone: %+v", got)
	}
}
