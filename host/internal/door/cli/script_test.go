package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"candid/host/internal/store"
	"candid/host/protocol"
)

// The scripts of testdata/cli run the command line as a program. Their browser
// is a folder: METHOD.json there is what its host answers (a result, or
// {"error":…}), status.json the list of browsers, and calls.txt is what was
// asked of it. So a script shows both what the command sent and what it said.

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"candid": func() {
		os.Exit(Run(Env{
			In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
			Getenv: os.Getenv, Home: store.Home, Hosts: folderHosts{},
		}, os.Args[1:]...))
	}})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "..", "..", "testdata", "cli"),
		RequireExplicitExec: false,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("CANDID_HOME", filepath.Join(env.WorkDir, "home"))
			env.Setenv("HOME", env.WorkDir)
			return nil
		},
	})
}

type folderHosts struct{}

func (folderHosts) List(context.Context, string) ([]protocol.BrowserStatus, error) {
	data, err := os.ReadFile("status.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []protocol.BrowserStatus
	return list, errors.Join(err, json.Unmarshal(data, &list))
}

func (h folderHosts) Dial(ctx context.Context, home, browser, agent string) (Conn, error) {
	list, err := h.List(ctx, home)
	if err == nil && len(list) == 0 {
		err = protocol.NewError(protocol.CodeNoBrowser, "no browser is connected", "candid browser start")
	}
	return folderConn{browser: browser, agent: agent}, err
}

type folderConn struct{ browser, agent string }

func (c folderConn) Call(_ context.Context, method string, params, result any) error {
	sent, err := json.Marshal(params)
	if err != nil {
		return err
	}
	line := strings.Join(strings.Fields(c.agent+" "+c.browser+" "+method), " ") + " " + string(sent) + "\n"
	calls, err := os.OpenFile("calls.txt", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := calls.WriteString(line); err != nil {
		return err
	}
	if err := calls.Close(); err != nil {
		return err
	}
	return answer(method, result)
}

func answer(method string, result any) error {
	data, err := os.ReadFile(method + ".json")
	if err != nil {
		return err
	}
	var failed struct {
		Error *protocol.Error `json:"error"`
		Steps json.RawMessage `json:"steps"` // a batch that failed is a result
	}
	if json.Unmarshal(data, &failed) == nil && failed.Error != nil && failed.Steps == nil {
		return failed.Error
	}
	return json.Unmarshal(data, result)
}

func (folderConn) Close() error { return nil }
