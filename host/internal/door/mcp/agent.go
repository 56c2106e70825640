package mcp

import (
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxAgentName bounds what a client calls itself: it stands in the audit log,
// in tab lists and before the person.
const maxAgentName = 64

// agentName is the client's name as a word fit for a header and a log line.
func agentName(request *sdk.CallToolRequest) string {
	info := request.ClientInfo()
	if info == nil {
		return "mcp"
	}
	name := strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return '-'
		}
		return r
	}, info.Name)
	name = strings.Trim(name[:min(len(name), maxAgentName)], "-")
	if name == "" {
		return "mcp"
	}
	return name
}

// textOnly are clients that give the model structuredContent instead of
// content when both are there (anthropics/claude-code#79944,
// microsoft/vscode#290063): the model would get the counts and not the page.
// For them the same facts travel in _meta.
var textOnly = []string{"claude-code", "claude code", "visual studio code", "vscode"}

// prefersText tells whether the client is one of those.
func prefersText(request *sdk.CallToolRequest) bool {
	info := request.ClientInfo()
	if info == nil {
		return false
	}
	name := strings.ToLower(info.Name)
	for _, prefix := range textOnly {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
