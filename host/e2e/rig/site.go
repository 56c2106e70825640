package rig

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Site serves folders on two loopback origins, 127.0.0.1 and localhost on
// ports of their own, so that a page can hold a frame of another origin. Every
// visit has a path prefix of its own (/v7/…): the page's target on the debug
// port is found by it, and two tests may open the same page side by side.
type Site struct {
	dirs    []string
	one     net.Listener
	two     net.Listener
	visits  atomic.Int64
	shown   sync.Map // name → the HTML of a page made by a test
	servers []*http.Server
	done    chan struct{}
}

// NewSite serves the folders, the first that has a file wins.
func NewSite(dirs ...string) (*Site, error) {
	s := &Site{dirs: dirs, done: make(chan struct{})}
	var err error
	if s.one, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	if s.two, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	for _, l := range []net.Listener{s.one, s.two} {
		server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
		s.servers = append(s.servers, server)
		go s.serve(server, l)
	}
	return s, nil
}

func (s *Site) serve(server *http.Server, l net.Listener) {
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		fmt.Fprintln(os.Stderr, "rig: site:", err)
	}
}

// Close ends the servers.
func (s *Site) Close() error {
	close(s.done)
	var errs []error
	for _, server := range s.servers {
		errs = append(errs, server.Close())
	}
	return errors.Join(errs...)
}

// Visit is a URL of its own for a page, and its prefix.
func (s *Site) Visit(page string) string {
	return fmt.Sprintf("http://%s/v%d/%s", s.one.Addr(), s.visits.Add(1), page)
}

// Other is the other origin, without a path.
func (s *Site) Other() string {
	_, port, _ := net.SplitHostPort(s.two.Addr().String())
	return "http://localhost:" + port
}

// Show serves a page that a test makes, and is its URL.
func (s *Site) Show(t testing.TB, html string) string {
	name := fmt.Sprintf("shown-%d.html", s.visits.Add(1))
	s.shown.Store(name, html)
	t.Cleanup(func() { s.shown.Delete(name) })
	return s.Visit(name)
}

// ServeHTTP answers /ping, never finishes never.png, and serves files with
// {{OTHER_ORIGIN}} filled in as the same folder on the other origin.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case strings.HasSuffix(r.URL.Path, "/ping"):
		fmt.Fprint(w, "pong")
	case strings.HasSuffix(r.URL.Path, "/never.png"):
		s.hang(w, r)
	default:
		s.file(w, r)
	}
}

func (s *Site) hang(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "image/png")
	w.WriteHeader(http.StatusOK)
	if err := http.NewResponseController(w).Flush(); err != nil {
		return // the page has gone
	}
	select {
	case <-r.Context().Done():
	case <-s.done:
	}
}

func (s *Site) file(w http.ResponseWriter, r *http.Request) {
	visit, name := splitVisit(r.URL.Path)
	if html, found := s.shown.Load(name); found {
		s.write(w, name, []byte(strings.ReplaceAll(html.(string), "{{OTHER_ORIGIN}}", s.Other()+visit)))
		return
	}
	for _, dir := range s.dirs {
		file := filepath.Join(dir, filepath.FromSlash(path.Clean("/"+name)))
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			if !strings.HasSuffix(name, "/") {
				http.Redirect(w, r, r.URL.Path+"/", http.StatusMovedPermanently)
				return
			}
			file = filepath.Join(file, "index.html")
		}
		if data, err := os.ReadFile(file); err == nil {
			folder := path.Dir(path.Clean("/" + name + "x"))
			s.write(w, file, bytes.ReplaceAll(data, []byte("{{OTHER_ORIGIN}}"), []byte(s.Other()+visit+folder)))
			return
		}
	}
	http.NotFound(w, r)
}

// splitVisit takes "/v7/a/b" apart into "/v7" and "a/b".
func splitVisit(p string) (visit, name string) {
	first, rest, _ := strings.Cut(strings.TrimPrefix(p, "/"), "/")
	if len(first) > 1 && first[0] == 'v' && strings.Trim(first[1:], "0123456789") == "" {
		return "/" + first, rest
	}
	return "", strings.TrimPrefix(p, "/")
}

func (s *Site) write(w http.ResponseWriter, file string, data []byte) {
	kind := mime.TypeByExtension(filepath.Ext(file))
	if kind == "" {
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	if _, err := w.Write(data); err != nil {
		return // the page has gone
	}
}
