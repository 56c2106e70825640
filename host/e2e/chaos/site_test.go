package chaos

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// lab is the page that agents work on. It moves its buttons about all the time,
// and reports each click with the button's own label and the field's text, so
// that the server knows what was pressed, and how often.
const lab = `<!doctype html><title>Lab</title><h1>Lab</h1>
<label>Word <input id=word></label><div id=buttons></div>
<script>
for (let n = 0; n < 12; n++) {
  const b = document.createElement('button')
  b.textContent = 'Press ' + n
  b.onclick = () => fetch('/pressed', {method: 'POST', keepalive: true, body: word.value + ' ' + n})
  buttons.append(b)
}
setInterval(() => buttons.append(buttons.firstChild), 200)
setInterval(() => { const b = buttons.children[3]; b.replaceWith(Object.assign(b.cloneNode(true), {onclick: b.onclick})) }, 700)
</script>`

// labSite serves the page and counts what was pressed.
type labSite struct {
	*httptest.Server
	mu      sync.Mutex
	pressed map[string]int // "word number" → times
}

// newLab starts the site; it ends with the test.
func newLab(t *testing.T) *labSite {
	s := &labSite{pressed: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

// serve answers the page, or takes a report.
func (s *labSite) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/pressed" {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, strings.Replace(lab, "<h1>Lab</h1>", "<h1>Lab of "+r.URL.Path[1:]+"</h1>", 1))
		return
	}
	var body [256]byte
	n, _ := r.Body.Read(body[:]) //nolint:errcheck // io.EOF comes with the text
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pressed[string(body[:n])]++
}

// verdict says which words were pressed twice, or with another button than the
// one their word names ("agent3-17-5" is for button 5).
func (s *labSite) verdict() (total int, wrong []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for what, times := range s.pressed {
		word, number, _ := strings.Cut(what, " ")
		total += times
		if times != 1 || !strings.HasSuffix(word, "-"+number) {
			wrong = append(wrong, fmt.Sprintf("%q %d times", what, times))
		}
	}
	return total, wrong
}
