package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"text/template"

	"candid/host/protocol"
)

// renderManifest fills the template. The key fixes the extension's id, which
// native host manifests name.
func renderManifest(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	tmpl, err := template.New("manifest").Option("missingkey=error").Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("manifest template: %w", err)
	}
	var out bytes.Buffer
	values := struct{ Version, Key string }{protocol.Release, protocol.ExtensionKey}
	if err := tmpl.Execute(&out, values); err != nil {
		return nil, fmt.Errorf("manifest template: %w", err)
	}
	if !json.Valid(out.Bytes()) {
		return nil, fmt.Errorf("manifest is not JSON once rendered: %s", path)
	}
	return out.Bytes(), nil
}
