package setup

// darwinBrowsers is the table of macOS. Every browser reads manifests from its
// own folder; Arc reads Chrome's on many machines, so both are written.
func darwinBrowsers(s System) []Browser {
	support := s.join(s.Home, "Library", "Application Support")
	row := func(name, title, data, app string) Browser {
		folder := s.join(support, data)
		return Browser{Name: name, Title: title, Data: folder, Manifests: []string{s.join(folder, manifestFolder)},
			Programs: []string{s.join("/Applications", app+".app", "Contents", "MacOS", app), s.join(s.Home, "Applications", app+".app", "Contents", "MacOS", app)},
			Managed:  true}
	}
	arc := row("arc", "Arc", "Arc/User Data", "Arc")
	arc.Manifests = append(arc.Manifests, s.join(support, "Google/Chrome", manifestFolder))
	arc.Managed = false
	return []Browser{
		row("chrome", "Google Chrome", "Google/Chrome", "Google Chrome"),
		row("chrome-beta", "Google Chrome Beta", "Google/Chrome Beta", "Google Chrome Beta"),
		row("chrome-canary", "Google Chrome Canary", "Google/Chrome Canary", "Google Chrome Canary"),
		row("chromium", "Chromium", "Chromium", "Chromium"),
		row("edge", "Microsoft Edge", "Microsoft Edge", "Microsoft Edge"),
		row("brave", "Brave", "BraveSoftware/Brave-Browser", "Brave Browser"),
		row("vivaldi", "Vivaldi", "Vivaldi", "Vivaldi"),
		arc,
	}
}
