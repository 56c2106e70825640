package rig

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"candid/host/protocol"
)

// commandLimit bounds one CLI command. Nothing an agent asks for may take
// longer; a command that does is a hang.
const commandLimit = 45 * time.Second

// Agent runs CLI commands under one agent name from one working directory,
// and remembers everything it was told. Safe for use by one goroutine.
type Agent struct {
	rig  *Rig
	name string
	dir  string

	mu    sync.Mutex
	heard strings.Builder
}

// Agent makes an agent that works in dir.
func (r *Rig) Agent(name, dir string) *Agent { return &Agent{rig: r, name: name, dir: dir} }

// Answer is what one command answered.
type Answer struct {
	OK     bool            `json:"ok"`
	Result json.RawMessage `json:"result"`
	Error  *protocol.Error `json:"error"`

	Args   []string      `json:"-"`
	Exit   int           `json:"-"`
	Stdout string        `json:"-"`
	Stderr string        `json:"-"`
	Took   time.Duration `json:"-"`
}

// String is the answer for a failure message.
func (a Answer) String() string {
	said := a.Stdout
	if a.Error != nil {
		said = fmt.Sprintf("%s: %s (%s)", a.Error.Code, a.Error.Message, a.Error.Hint)
	}
	return fmt.Sprintf("candid %s: exit %d after %v: %s %s", strings.Join(a.Args, " "), a.Exit, a.Took.Round(time.Millisecond), clip(said), clip(a.Stderr))
}

func clip(s string) string {
	if len(s) > 1500 {
		return s[:1500] + "…"
	}
	return strings.TrimSpace(s)
}

// Run runs a command with --json.
func (g *Agent) Run(args ...string) Answer {
	return g.RunContext(context.Background(), args...)
}

// RunContext is Run within ctx.
func (g *Agent) RunContext(ctx context.Context, args ...string) Answer {
	a := g.Plain(ctx, "", WithFlags(args, "--json")...)
	if err := json.Unmarshal([]byte(a.Stdout), &a); err != nil {
		a.OK = false
		a.Error = protocol.NewError(protocol.CodeInternal, "the answer is not the JSON envelope: "+err.Error(), "")
	}
	if a.OK != (a.Exit == 0) {
		a.OK = false
		a.Error = protocol.NewError(protocol.CodeInternal, fmt.Sprintf("exit %d does not fit the answer %s", a.Exit, clip(a.Stdout)), "")
	}
	return a
}

// WithFlags adds flags to a command line, before a "--" that ends them.
func WithFlags(args []string, flags ...string) []string {
	if i := slices.Index(args, "--"); i >= 0 {
		return slices.Concat(args[:i], flags, args[i:])
	}
	return slices.Concat(args, flags)
}

// Plain runs a command as it stands, with stdin.
func (g *Agent) Plain(ctx context.Context, stdin string, args ...string) Answer {
	ctx, cancel := context.WithTimeout(ctx, commandLimit)
	defer cancel()
	command := exec.CommandContext(ctx, g.rig.Bin, args...)
	command.Dir = g.dir
	command.Env = append(os.Environ(), "CANDID_HOME="+g.rig.Home, "CANDID_AGENT="+g.name)
	if g.rig.display != "" {
		command.Env = append(command.Env, "DISPLAY="+g.rig.display)
	}
	command.Stdin = strings.NewReader(stdin)
	command.WaitDelay = time.Second // a child that keeps stdout open must not hold the test
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	began := time.Now()
	err := command.Run()
	a := Answer{Args: args, Stdout: stdout.String(), Stderr: stderr.String(), Took: time.Since(began), Exit: command.ProcessState.ExitCode()}
	if err != nil && a.Stderr == "" {
		a.Stderr = err.Error()
	}
	g.remember(a)
	return a
}

func (g *Agent) remember(a Answer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.heard.WriteString(a.Stdout)
	g.heard.WriteString(a.Stderr)
}

// Heard is everything that commands of this agent have printed so far.
func (g *Agent) Heard() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.heard.String()
}

// Call runs a command and decodes its result.
func Call[T any](g *Agent, args ...string) (T, Answer) {
	var result T
	a := g.Run(args...)
	if !a.OK {
		return result, a
	}
	if err := json.Unmarshal(a.Result, &result); err != nil {
		a.OK = false
		a.Error = protocol.NewError(protocol.CodeInternal, "the result does not fit its struct: "+err.Error(), "")
	}
	return result, a
}

// Dir is the agent's working directory.
func (g *Agent) Dir() string { return g.dir }
