// Command serve runs a command while testdata/pages is served on loopback: the
// page's address is given to the command as its last argument. It is how a
// script shows Candid a page of ours, since Candid opens http and https alone.
//
//	go run ./scripts/serve COMMAND [ARG…]
package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"time"
)

// preferred is the form page's address in the README; any port does when it is
// taken.
const preferred = "127.0.0.1:3000"

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/serve COMMAND [ARG…]")
		os.Exit(2)
	}
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
	os.Exit(code)
}

func run(command []string) (int, error) {
	listener, err := net.Listen("tcp", preferred)
	if err != nil {
		if listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return 0, err
		}
	}
	server := &http.Server{Handler: pages(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with the process
	cmd := exec.Command(command[0], append(command[1:], "http://"+listener.Addr().String()+"/forms/new")...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	var exit *exec.ExitError
	if err := cmd.Run(); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	} else if err != nil {
		return 0, err
	}
	return 0, nil
}

// pages serves the folder; the form has the address that its links speak of.
func pages() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir("testdata/pages")))
	mux.HandleFunc("/forms/new", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, "testdata/pages/form.html")
	})
	return mux
}
