package setup

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"candid/host/protocol"
)

// pipe is a DevTools pipe: JSON messages that end with a NUL byte. chromedp can
// hold one too, but it opens sessions on the person's tabs and decodes every
// event of every one of them; the keeper needs two commands in the browser's life.
type pipe struct {
	in     *os.File // we write commands
	out    *os.File // we read answers
	theirs []*os.File

	mu      sync.Mutex
	last    int
	waiting map[int]chan message
}

// message is a command, or the answer to one. Events have no id.
type message struct {
	ID     int             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params *loadParams     `json:"params,omitempty"`
	Result *loadResult     `json:"result,omitempty"`
	Error  *messageFailure `json:"error,omitempty"`
}

type loadParams struct {
	Path string `json:"path"`
}

type loadResult struct {
	ID string `json:"id"`
}

type messageFailure struct {
	Message string `json:"message"`
}

// newPipe makes a pipe and gives the browser's ends to cmd, which must be
// started next.
func newPipe(cmd *exec.Cmd) (*pipe, error) {
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, theirIn.Close(), in.Close())
	}
	p := &pipe{in: in, out: out, theirs: []*os.File{theirIn, theirOut}, waiting: map[int]chan message{}}
	return p, givePipe(cmd, theirIn, theirOut)
}

// started closes the ends that are the browser's now, and begins to read.
func (p *pipe) started() {
	for _, f := range p.theirs {
		_ = f.Close() // the browser has its own copy
	}
	go p.read()
}

// read hands answers to those who wait and drops events, which come unasked
// and would fill the pipe if nobody read them.
func (p *pipe) read() {
	lines := bufio.NewReader(p.out)
	for {
		data, err := lines.ReadBytes(0)
		if err != nil {
			p.broken()
			return
		}
		var m message
		if json.Unmarshal(bytes.TrimSuffix(data, []byte{0}), &m) == nil && m.ID != 0 {
			p.deliver(m)
		}
	}
}

func (p *pipe) deliver(m message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if waiter := p.waiting[m.ID]; waiter != nil {
		waiter <- m
		delete(p.waiting, m.ID)
	}
}

func (p *pipe) broken() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, waiter := range p.waiting {
		close(waiter)
		delete(p.waiting, id)
	}
	p.waiting = nil
}

// call sends a command and waits for its answer.
func (p *pipe) call(ctx context.Context, method string, params *loadParams) (message, error) {
	p.mu.Lock()
	if p.waiting == nil {
		p.mu.Unlock()
		return message{}, io.ErrClosedPipe
	}
	p.last++
	id, waiter := p.last, make(chan message, 1)
	p.waiting[id] = waiter
	p.mu.Unlock()
	data, err := json.Marshal(message{ID: id, Method: method, Params: params})
	if err != nil {
		return message{}, err
	}
	if _, err := p.in.Write(append(data, 0)); err != nil {
		return message{}, err
	}
	select {
	case m, open := <-waiter:
		if !open {
			return message{}, io.ErrClosedPipe
		}
		return m, nil
	case <-ctx.Done():
		return message{}, fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

// loadUnpacked loads the extension in a folder and gives the id it got.
func (p *pipe) loadUnpacked(ctx context.Context, folder string) (string, error) {
	m, err := p.call(ctx, "Extensions.loadUnpacked", &loadParams{Path: folder})
	switch {
	case err != nil:
		return "", err
	case m.Error != nil:
		return "", errors.New(m.Error.Message)
	case m.Result == nil:
		return "", errors.New("the browser answered without an id")
	}
	return m.Result.ID, nil
}

// close asks the browser to close; the answer may never come.
func (p *pipe) close() error {
	p.mu.Lock()
	p.last++
	id := p.last
	p.mu.Unlock()
	data, err := json.Marshal(message{ID: id, Method: "Browser.close"})
	if err != nil {
		return err
	}
	_, err = p.in.Write(append(data, 0))
	return err
}

// tail keeps the end of what a browser printed, for its last words.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// tailSize holds the last lines of a crash; more is noise.
const tailSize = 8 << 10

// Write keeps the end of what was written so far.
func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, data...)
	if over := len(t.kept) - tailSize; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(data), nil
}

// String is what was kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}

// last is the last line.
func (t *tail) last() string {
	lines := strings.Split(strings.TrimSpace(t.String()), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// asError makes a *protocol.Error of any error.
func asError(err error) *protocol.Error { return protocol.AsError(err, protocol.HintDoctor) }
