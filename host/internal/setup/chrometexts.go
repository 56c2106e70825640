package setup

import "strings"

// chromeTexts are Chrome's own error texts, as a person finds them at
// chrome://extensions or an agent in a message, and what each means here. The
// texts were collected from Chromium 156.
var chromeTexts = []struct{ text, means, remedy string }{
	{"Specified native messaging host not found", "the browser has no usable manifest for the host, or the program it names is gone", "run: candid setup"},
	{"Access to the specified native messaging host is forbidden", "the manifest allows another extension id than the one that is loaded, or a policy forbids the host", "run: candid doctor --fix; then look at chrome://policy"},
	{"Invalid native messaging host name", "the extension is not Candid's, or an old one", "load the extension's folder again; its path: candid doctor"},
	{"Native host has exited", "the host was started and ended at once", "run the program in the manifest by hand: candid version; then look into log/host.log in Candid's home"},
	{"Error when communicating with the native messaging host", "the host sent a message that the browser refused", "run: candid reload; if it comes again, report it with log/host.log"},
	{"Message exceeded maximum allowed size", "the page's contents are larger than the browser lets through", "use: candid snapshot --within REF, or --depth N"},
	{"Cannot access a chrome:// URL", "the browser lets no extension read its own pages", "use another tab"},
	{"Cannot access a chrome-extension:// URL of different extension", "the browser lets no extension read another one's pages", "use another tab"},
	{"The extensions gallery cannot be scripted", "the browser lets no extension read the web store", "use another tab"},
	{"is showing error page", "the tab shows the browser's own error page", "navigate to an address that loads"},
	{"Cannot access contents of", "the extension has no access to that page", "at chrome://extensions, Details of Candid: allow access on all sites"},
	{"Another debugger is already attached", "DevTools or another extension holds the tab", "close it there, or act with --input dom"},
	{"Cannot attach to this target", "the browser lets no extension debug that page", "use another tab"},
	{"--load-extension is not allowed", "branded Chrome ignores --load-extension", "load the folder by hand, or use: candid browser start"},
	{"Loading of unpacked extensions is disabled by the administrator", "a policy of this machine forbids unpacked extensions", "ask its administrator to allow the extension's id, or use: candid browser start"},
	{"This extension may have been corrupted", "files in the extension's folder were changed by something else", "run: candid setup"},
	{"Manifest file is missing or unreadable", "that folder is not the extension", "choose the folder that candid setup prints"},
}

// Explain finds the meaning of one of Chrome's error texts.
func Explain(text string) (Check, bool) {
	for _, known := range chromeTexts {
		if strings.Contains(strings.ToLower(text), strings.ToLower(known.text)) {
			return Check{Name: known.text, Detail: known.means, Remedy: known.remedy}, true
		}
	}
	return Check{}, false
}
