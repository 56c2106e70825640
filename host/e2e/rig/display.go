package rig

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// ErrNoXvfb says that there is no virtual display to open windows on.
var ErrNoXvfb = errors.New("no Xvfb here, install it with: apt-get install xvfb")

// ErrNoXdotool says that nothing here can press keys as a person does.
var ErrNoXdotool = errors.New("no xdotool here, install it with: apt-get install xdotool")

// displayLimit bounds the start of a virtual display, which takes 0.2 s.
const displayLimit = 20 * time.Second

// Display is a virtual X display, for browsers with windows.
type Display struct {
	Name    string // as DISPLAY wants it
	command *exec.Cmd
}

// NewDisplay starts Xvfb on a display that it chooses itself.
func NewDisplay() (*Display, error) {
	program, err := exec.LookPath("Xvfb")
	if err != nil {
		return nil, ErrNoXvfb
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	command := exec.Command(program, "-displayfd", "3", "-screen", "0", "1366x900x24", "-nolisten", "tcp")
	command.ExtraFiles = []*os.File{write}
	err = command.Start()
	if closed := write.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, err
	}
	d := &Display{command: command}
	number, err := firstLine(read)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("no display was named: %w", err), d.Close())
	}
	d.Name = ":" + number
	return d, nil
}

// firstLine reads a line, for as long as a display may take to start.
func firstLine(from io.Reader) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), displayLimit)
	defer cancel()
	type answer struct {
		line string
		err  error
	}
	heard := make(chan answer, 1)
	go func() {
		line, err := bufio.NewReader(from).ReadString('\n')
		heard <- answer{strings.TrimSpace(line), err}
	}()
	select {
	case a := <-heard:
		return a.line, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Hand does with the display's keyboard and mouse what xdotool is told, as a
// person would: what belongs to the browser's window and not to a page hears it.
func (d *Display) Hand(args ...string) error {
	program, err := exec.LookPath("xdotool")
	if err != nil {
		return ErrNoXdotool
	}
	command := exec.Command(program, args...)
	command.Env = append(os.Environ(), "DISPLAY="+d.Name)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("xdotool %s: %w: %s", strings.Join(args, " "), err, out)
	}
	return nil
}

// Close ends the display.
func (d *Display) Close() error {
	if err := d.command.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	// It ends by the signal, which is no failure of it.
	var exit *exec.ExitError
	if err := d.command.Wait(); err != nil && !errors.As(err, &exit) {
		return err
	}
	return nil
}
