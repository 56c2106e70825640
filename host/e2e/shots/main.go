// Command shots takes the pictures of the documentation, docs/images: popup and
// side panel in light and dark, and a page with the refs drawn on it. They show
// the product as it is built now, on a page of ours.
//
//	go run ./host/e2e/shots
package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"candid/host/e2e/rig"
	"candid/host/protocol"
)

// picture is one of the extension's pages and its size in CSS pixels.
type picture struct {
	name, page    string
	width, height int
	ready         string // true once it shows what it is to show
}

var pictures = []picture{
	{"popup", "popup", 340, 415, `document.querySelector("#title").textContent !== ""`},
	{"panel", "panel", 420, 960, `document.querySelector("#text").children.length > 5`},
}

// paused are taken after every agent was stopped.
var paused = []picture{
	{"panel-paused", "panel", 420, 560, `document.querySelector("#verdict").textContent.includes("paused") && document.querySelector("#activity").children.length > 0`},
}

func main() { rig.Main("shots", run) }

func run(ctx context.Context, r *rig.Rig) error {
	folder := filepath.Join(r.Root, "docs", "images")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	agent := r.Agent("ann", folder)
	page, err := agent.Open(r.Site.Visit(rig.FormPage))
	if err != nil {
		return err
	}
	if err := use(page, filepath.Join(folder, "marks.png")); err != nil {
		return err
	}
	if err := takeAll(ctx, r, pictures, page.Tab, folder); err != nil {
		return err
	}
	if answer := agent.Run("pause"); !answer.OK {
		return fmt.Errorf("%s", answer)
	}
	return takeAll(ctx, r, paused, page.Tab, folder) // the tab goes with the browser
}

func takeAll(ctx context.Context, r *rig.Rig, all []picture, tab, folder string) error {
	for _, p := range all {
		for _, scheme := range []string{"light", "dark"} {
			if err := take(ctx, r, p, tab, scheme, filepath.Join(folder, p.name+"-"+scheme+".png")); err != nil {
				return fmt.Errorf("%s, %s: %w", p.name, scheme, err)
			}
		}
	}
	return nil
}

// use does on the page what the activity list is to show, and takes the
// picture with the refs.
func use(page *rig.Page, file string) error {
	snapshot, answer := page.Snapshot()
	if !answer.OK {
		return fmt.Errorf("%s", answer)
	}
	for _, c := range snapshot.Controls {
		if c.Role == "textbox" {
			if _, answer = page.Do("fill", c.Ref, "Quarterly report"); !answer.OK {
				return fmt.Errorf("%s", answer)
			}
			break
		}
	}
	if answer = page.Agent.Run("screenshot", "--marks", "--tab", page.Tab, "-o", file); !answer.OK {
		return fmt.Errorf("%s", answer)
	}
	return nil
}

type metrics struct {
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Scale  float64 `json:"deviceScaleFactor"`
	Mobile bool    `json:"mobile"`
}

type media struct {
	Features []feature `json:"features"`
}

type feature struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type capture struct {
	Data string `json:"data"`
}

// readyLimit is how long a page may take to show its content.
const readyLimit = 10 * time.Second

func take(ctx context.Context, r *rig.Rig, p picture, tab, scheme, file string) error {
	target, err := r.CDP.OpenTarget(ctx, protocol.ExtensionOrigin+p.page+".html#tab="+tab)
	if err != nil {
		return err
	}
	session, err := r.CDP.Attach(ctx, target)
	if err != nil {
		return err
	}
	if err := session.Call(ctx, "Emulation.setDeviceMetricsOverride", metrics{p.width, p.height, 2, false}, nil); err != nil {
		return err
	}
	if err := session.Call(ctx, "Emulation.setEmulatedMedia", media{[]feature{{"prefers-color-scheme", scheme}}}, nil); err != nil {
		return err
	}
	if err := session.Poll(p.ready, readyLimit); err != nil {
		return err
	}
	var shot capture
	if err := session.Call(ctx, "Page.captureScreenshot", struct{}{}, &shot); err != nil {
		return err
	}
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		return err
	}
	fmt.Println(file)
	return errors.Join(os.WriteFile(file, data, 0o644), r.CDP.CloseTarget(ctx, target))
}
