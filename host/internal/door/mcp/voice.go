package mcp

import (
	"regexp"
	"strings"
)

// The host's errors and hints speak the command line's words. Here they are
// said in the words of tools and arguments, by one table. Commands that only
// a person runs (doctor, setup, browser start, reload) stay as they are.

// commands are the command line's words, longest first where one begins
// another.
var commands = strings.NewReplacer(
	"candid dialog accept|dismiss", "browser_handle_dialog",
	"candid dialog", "browser_handle_dialog",
	"dialog accept|dismiss", "browser_handle_dialog",
	"dialog accept or dialog dismiss", "browser_handle_dialog",
	"candid more CURSOR", "browser_snapshot with cursor",
	"candid more", "browser_snapshot with cursor",
	"more CURSOR", "browser_snapshot with cursor",
	"candid snapshot", "browser_snapshot",
	"candid read", "browser_snapshot with read",
	"candid diff", "browser_snapshot with since",
	"candid find", "browser_find",
	"candid tabs", "browser_tabs",
	"candid open URL", "browser_navigate with url",
	"candid open", "browser_navigate",
	"candid activate", "browser_tabs with action activate",
	"candid close", "browser_tabs with action close",
	"candid handoff", "browser_handoff",
	"candid screenshot", "browser_screenshot",
	"candid wait", "browser_wait_for",
	"candid status", "browser_status",
)

// arguments are flags whose argument has another name.
var arguments = map[string]string{
	"full-snapshot": "all", "selector": "within", "name-chars": "nameChars", "full-page": "fullPage",
	"until-text": "untilText", "timeout": "timeoutMs", "settle": "settleMs",
}

var flagWord = regexp.MustCompile(`--([a-z][a-z-]*)`)

// inMCP says a message or hint of the host in MCP's words.
func inMCP(text string) string {
	text = commands.Replace(text)
	return flagWord.ReplaceAllStringFunc(text, func(found string) string {
		name := found[2:]
		if argument := arguments[name]; argument != "" {
			return argument
		}
		return name
	})
}
