package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/rs/zerolog"

	"candid/host/internal/bridge"
	"candid/host/internal/setup"
	"candid/host/internal/store"
	"candid/host/protocol"
)

// shelf is what the host keeps open on disk.
type shelf struct {
	home   string
	config store.Config
	policy *store.Policy
	spill  *store.Spill
	audit  *store.Audit
	log    zerolog.Logger
	file   io.Closer
	notes  []string // what status shall say: parts that could not be opened
}

// openShelf opens the stores. Only a home that is not safe is fatal: a broken
// configuration falls back to the defaults, and status says so.
func openShelf(home string) (*shelf, error) {
	if err := store.Owned(home); err != nil {
		return nil, err
	}
	config, broken := store.LoadConfig(home)
	log, file, unlogged := store.OpenLog(home, config.Log)
	s := &shelf{
		home: home, config: config, policy: store.OpenPolicy(home), spill: store.OpenSpill(home, config.Spill),
		audit: store.OpenAudit(home), log: log, file: file,
	}
	s.note("the configuration is not used", broken)
	s.note("the log goes to stderr", unlogged)
	s.note("nothing can be spilled", s.spill.Problem())
	return s, nil
}

// note logs a part that failed and keeps it for status.
func (s *shelf) note(what string, err error) {
	if err == nil {
		return
	}
	s.log.Error().Err(err).Msg(what)
	s.notes = append(s.notes, what+": "+err.Error())
}

// tidyEvery is how often old spilled files are looked for.
const tidyEvery = time.Hour

// tidy removes old spilled files until the host ends.
func (s *shelf) tidy(end <-chan struct{}) {
	tick := time.NewTicker(tidyEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.spill.Clean()
		case <-end:
			return
		}
	}
}

// welcome is the host's answer to the worker.
func (s *shelf) welcome() protocol.Welcome {
	return protocol.Welcome{Build: protocol.Build, ShareAll: os.Getenv(setup.EnvManaged) == "1"}
}

// options make the bridge.
func (s *shelf) options(l bridge.Link) bridge.Options {
	return bridge.Options{
		Link: l, Name: os.Getenv(setup.EnvName), Build: protocol.Build, PID: os.Getpid(),
		Config: s.config, Policy: s.policy, Spill: s.spill, Audit: s.audit, Log: s.log, Notes: s.notes,
	}
}

// failed logs an error on its way out.
func (s *shelf) failed(what string, err error) error {
	if err != nil {
		s.log.Error().Err(err).Msg(what)
	}
	return err
}

// close closes the log.
func (s *shelf) close() {
	if err := s.file.Close(); err != nil {
		fmt.Fprintf(os.Stderr, "candid: log: %v\n", err)
	}
}
