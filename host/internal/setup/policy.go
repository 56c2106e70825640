package setup

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"candid/host/protocol"
)

// enterprise is what an administrator's policy may say of native hosts.
type enterprise struct {
	UserLevel *bool    `json:"NativeMessagingUserLevelHosts"`
	Blocked   []string `json:"NativeMessagingBlocklist"`
	Allowed   []string `json:"NativeMessagingAllowlist"`
}

// policyFolders are where Linux browsers read policies. macOS and Windows keep
// them in stores of their own; there chrome://policy shows them.
var policyFolders = map[string]string{
	"chrome": "/etc/opt/chrome/policies/managed", "chrome-beta": "/etc/opt/chrome/policies/managed", "chrome-dev": "/etc/opt/chrome/policies/managed",
	"chromium": "/etc/chromium/policies/managed", "edge": "/etc/opt/edge/policies/managed", "brave": "/etc/brave/policies/managed",
}

// policy reports a policy that forbids the host. No policy, no check.
func (d Doctor) policy(b Browser) []Check {
	folder, known := policyFolders[b.Name]
	if !known || d.System.GOOS != "linux" {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil // the pattern is fixed
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		var p enterprise
		if err == nil && json.Unmarshal(data, &p) == nil && p.forbids() {
			return []Check{bad("policy ("+b.Title+")", "a policy of this machine forbids the native host: "+file, "ask its administrator to allow "+protocol.NativeHost+" (NativeMessagingUserLevelHosts, NativeMessagingAllowlist); see chrome://policy")}
		}
	}
	return nil
}

func (p enterprise) forbids() bool {
	if p.UserLevel != nil && !*p.UserLevel {
		return true
	}
	blocked := slices.Contains(p.Blocked, "*") || slices.Contains(p.Blocked, protocol.NativeHost)
	return blocked && !slices.Contains(p.Allowed, protocol.NativeHost)
}
