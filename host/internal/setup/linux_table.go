package setup

// linuxBrowsers is the table of Linux. Chrome and its kin take the user's
// manifests from their configuration directory, which XDG_CONFIG_HOME (and for
// Chrome CHROME_CONFIG_HOME) moves. Snap and Flatpak browsers are listed so
// that doctor can say why they do not work.
func linuxBrowsers(s System) []Browser {
	config := s.env("XDG_CONFIG_HOME", s.join(s.Home, ".config"))
	chrome := s.env("CHROME_CONFIG_HOME", config)
	row := func(name, title, data string, programs ...string) Browser {
		return Browser{Name: name, Title: title, Data: data, Manifests: []string{s.join(data, manifestFolder)},
			Programs: programs, Managed: true}
	}
	boxed := func(name, title, kind, data string) Browser {
		b := row(name, title, s.join(s.Home, data))
		b.Sandbox, b.Managed = kind, false
		return b
	}
	return []Browser{
		row("chrome", "Google Chrome", s.join(chrome, "google-chrome"), "google-chrome-stable", "google-chrome", "/opt/google/chrome/chrome"),
		row("chrome-beta", "Google Chrome Beta", s.join(chrome, "google-chrome-beta"), "google-chrome-beta"),
		row("chrome-dev", "Google Chrome Dev", s.join(chrome, "google-chrome-unstable"), "google-chrome-unstable"),
		row("chromium", "Chromium", s.join(chrome, "chromium"), "chromium", "chromium-browser"),
		row("edge", "Microsoft Edge", s.join(config, "microsoft-edge"), "microsoft-edge-stable", "microsoft-edge"),
		row("brave", "Brave", s.join(config, "BraveSoftware", "Brave-Browser"), "brave-browser", "brave"),
		row("vivaldi", "Vivaldi", s.join(config, "vivaldi"), "vivaldi-stable", "vivaldi"),
		boxed("chromium-snap", "Chromium (Snap)", "snap", "snap/chromium/common/chromium"),
		boxed("chromium-flatpak", "Chromium (Flatpak)", "flatpak", ".var/app/org.chromium.Chromium/config/chromium"),
		boxed("chrome-flatpak", "Google Chrome (Flatpak)", "flatpak", ".var/app/com.google.Chrome/config/google-chrome"),
		boxed("brave-flatpak", "Brave (Flatpak)", "flatpak", ".var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser"),
		boxed("edge-flatpak", "Microsoft Edge (Flatpak)", "flatpak", ".var/app/com.microsoft.Edge/config/microsoft-edge"),
	}
}
