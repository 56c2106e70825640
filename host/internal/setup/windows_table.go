package setup

// windowsBrowsers is the table of Windows, where a browser finds a manifest
// through a registry key of the person. Brave and Vivaldi read Chrome's key.
func windowsBrowsers(s System) []Browser {
	local := s.env("LOCALAPPDATA", s.join(s.Home, "AppData", "Local"))
	programs := []string{
		s.env("ProgramFiles", `C:\Program Files`), s.env("ProgramFiles(x86)", `C:\Program Files (x86)`), local,
	}
	row := func(name, title, vendor, key, exe string) Browser {
		b := Browser{Name: name, Title: title, Data: s.join(local, vendor, "User Data"),
			Key: `Software\` + key + `\NativeMessagingHosts\`, Managed: true}
		for _, folder := range programs {
			b.Programs = append(b.Programs, s.join(folder, vendor, "Application", exe))
		}
		return b
	}
	return []Browser{
		row("chrome", "Google Chrome", `Google\Chrome`, `Google\Chrome`, "chrome.exe"),
		row("chrome-beta", "Google Chrome Beta", `Google\Chrome Beta`, `Google\Chrome`, "chrome.exe"),
		row("chrome-canary", "Google Chrome Canary", `Google\Chrome SxS`, `Google\Chrome`, "chrome.exe"),
		row("chromium", "Chromium", `Chromium`, `Chromium`, "chrome.exe"),
		row("edge", "Microsoft Edge", `Microsoft\Edge`, `Microsoft\Edge`, "msedge.exe"),
		row("brave", "Brave", `BraveSoftware\Brave-Browser`, `Google\Chrome`, "brave.exe"),
		row("vivaldi", "Vivaldi", `Vivaldi`, `Google\Chrome`, "vivaldi.exe"),
	}
}
