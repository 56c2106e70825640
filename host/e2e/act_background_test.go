package e2e

import (
	"bytes"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// TestBackgroundTab operates a tab that is behind another one. The tab in front
// stays there, and keeps the focus that it had.
func TestBackgroundTab(t *testing.T) { operateBehind(t, shared) }

// TestBackgroundTabHeaded is the same in a browser with a window, where the
// keyboard's focus is a real one.
func TestBackgroundTabHeaded(t *testing.T) {
	r, _ := startHeaded(t)
	// The tabs close before their browser does.
	t.Run("browser", func(t *testing.T) { operateBehind(t, r) })
}

// startHeaded starts a browser with windows on a display of its own.
func startHeaded(t *testing.T) (*rig.Rig, *rig.Display) {
	t.Helper()
	display, err := rig.NewDisplay()
	if errors.Is(err, rig.ErrNoXvfb) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := display.Close(); err != nil {
			t.Error(err)
		}
	})
	r, err := rig.StartOn(t.Context(), display.Name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r, display
}

func operateBehind(t *testing.T, r *rig.Rig) {
	front := openIn(t, r, r.Site.Show(t, `<title>front</title><input id="own" autofocus><script>
window.lost = 0; addEventListener("blur", () => lost++); document.addEventListener("visibilitychange", () => lost++);</script>`))
	if _, a := front.Do("activate"); !a.OK {
		t.Fatal(a)
	}
	if err := front.Eval("window.lost = 0; own.focus(); 1", nil); err != nil {
		t.Fatal(err)
	}
	behind := openIn(t, r, r.Site.Show(t, `<title>behind</title><label>Name <input id="name"></label>
<button id="go" onclick="document.title = 'hello ' + document.getElementById('name').value + ' ' + event.isTrusted">Go</button>`))
	for _, step := range [][]string{{"fill", "#name", "Ada"}, {"type", "#name", " L"}, {"click", "#go"}} {
		if _, a := behind.Do(step...); !a.OK {
			t.Fatal(a)
		}
	}
	if met, why := behind.True("document.title === 'hello Ada L true'"); !met {
		t.Errorf("the tab behind was not operated (%v)", why)
	}
	if met, why := front.True("lost === 0 && document.activeElement === own"); !met {
		t.Errorf("the tab in front lost its focus (%v)", why)
	}
	tabs, a := rig.Call[protocol.TabsResult](front.Agent, "tabs")
	for _, tab := range tabs.Tabs {
		if tab.Active != (tab.Tab == front.Tab) {
			t.Errorf("tab %s: active is %v (%s)", tab.Tab, tab.Active, a)
		}
	}
}

// secretsPage writes its secrets in magenta and what may be seen in green.
const secretsPage = `<!doctype html><title>secrets</title><body style="height:3000px"><style>
.s{color:#f0f;font-size:40px;background:#fff} .v{color:#0f0;font-size:40px}</style>
<input class="s" name="otp" value="773311"> <input class="v" name="shipping" value="shipping"><br>
<textarea class="s" id="api_token">tok_12345</textarea>
<div class="s" contenteditable role="textbox" id="new-password">hunter2</div>
<input class="s" id="shown" type="password" value="letters">
<iframe srcdoc="<input name=cvv value=999 style='font-size:40px;color:#f0f'>" style="width:400px;height:100px"></iframe>
<input class="s" style="position:absolute;top:2500px;left:0" autocomplete="cc-number" value="4111111111111111"></body>`

// TestScreenshotHidesSecrets looks for the secrets' colour in pictures of the
// viewport, of the whole page and of one field.
func TestScreenshotHidesSecrets(t *testing.T) {
	page := open(t, shared.Site.Show(t, secretsPage))
	if _, a := page.Snapshot(); !a.OK {
		t.Fatal(a)
	}
	// Once secret, always: show-password changes nothing.
	if err := page.Eval("shown.type = 'text'; 1", nil); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{}, {"--full-page"}, {"--ref", "#api_token"}, {"--marks"}} {
		file := filepath.Join(t.TempDir(), "shot.png")
		if _, a := page.Do(append([]string{"screenshot", "-o", file}, args...)...); !a.OK {
			t.Fatal(a)
		}
		magenta, green := colours(t, file)
		if magenta > 0 {
			t.Errorf("screenshot %v: %d pixels of secrets", args, magenta)
		}
		if green == 0 && (len(args) == 0 || args[0] == "--full-page") {
			t.Errorf("screenshot %v: what may be seen is not on it", args)
		}
	}
	if met, why := page.True("!document.querySelector('[style*=brightness]')"); !met {
		t.Errorf("the page is still covered (%v)", why)
	}
}

// colours counts pixels that are near magenta and near green.
func colours(t *testing.T, file string) (magenta, green int) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	box := picture.Bounds()
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			switch {
			case r > 0xc000 && g < 0x6000 && b > 0xc000:
				magenta++
			case r < 0x6000 && g > 0xc000 && b < 0x6000:
				green++
			}
		}
	}
	return magenta, green
}
