package protocol

// BrowserStatus is one connected browser profile.
type BrowserStatus struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Version   string `json:"version"`
	Connected bool   `json:"connected"`
	Build     string `json:"build"`
	Stale     bool   `json:"stale"` // the running worker is not the build in its folder
	Tabs      int    `json:"tabs"`
	Paused    bool   `json:"paused"`
	Host      string `json:"host"` // the host's build id
	PID       int    `json:"pid"`  // the host's
}

// StatusResult lists browsers: one when a host answers, all when the CLI asks each.
type StatusResult struct {
	Browsers []BrowserStatus `json:"browsers"`
	Warnings []string        `json:"warnings,omitempty"`
}

// TabsResult lists the tabs an agent may use; Private counts the others.
type TabsResult struct {
	Tabs     []Tab    `json:"tabs"`
	Private  int      `json:"private"`
	Warnings []string `json:"warnings,omitempty"`
}

// OpenParams opens a tab in the background.
type OpenParams struct {
	URL     string `json:"url"`
	Timeout int    `json:"timeoutMs,omitempty"` // default 15000
}

// OpenResult is where the tab is. Loaded false is not an error.
type OpenResult struct {
	Tab      string   `json:"tab"`
	URL      string   `json:"url"`
	Title    string   `json:"title"`
	Loaded   bool     `json:"loaded"`
	Dialog   *Dialog  `json:"dialog,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

// SubscribeParams turns notifications on. Empty: all kinds.
type SubscribeParams struct {
	Events []EventKind `json:"events,omitempty"`
}

// Activity is one line of the audit log: never page text, names or values.
type Activity struct {
	Time    string `json:"time"` // RFC 3339
	Agent   string `json:"agent"`
	Program string `json:"program,omitempty"`
	PID     int    `json:"pid,omitempty"`
	Tab     string `json:"tab,omitempty"`
	Site    string `json:"site,omitempty"`
	Verb    string `json:"verb"`
	Result  string `json:"result"` // "ok" or an error code
}

// ActivityResult lists the latest acts, newest last.
type ActivityResult struct {
	Entries []Activity `json:"entries"`
}
