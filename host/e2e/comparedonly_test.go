//go:build real

package e2e

// comparedOnly are further pages, made from testdata/real/src or out of a
// Debian package, that are compared with Chromium's tree and nothing else.
var comparedOnly = []string{
	"bootstrap/", "fluent/", "fullcalendar/", "gridstack/", "handsontable/", "headlessui/",
	"jsoneditor/", "leaflet/", "lexical/", "mui/", "pickers/", "primereact/", "react-window/",
	"slate/", "tabulator/", "vuetify/",
	"usr/share/doc/git/html/git-log.html",
	"usr/share/doc/postgresql-doc-15/html/sql-select.html",
}
