//go:build !windows

package setup

import (
	"os"
	"os/exec"
	"syscall"
)

// stopSignals end a keeper, which then closes its browser.
var stopSignals = []os.Signal{syscall.SIGTERM, syscall.SIGINT}

// givePipe makes the pipe's ends the browser's file descriptors 3 and 4.
func givePipe(cmd *exec.Cmd, in, out *os.File) error {
	cmd.ExtraFiles = []*os.File{in, out}
	return nil
}

// detach gives a process a session of its own, so that it outlives the
// terminal it was started from.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}

// stopProcess asks a keeper to stop.
func stopProcess(pid int) error { return syscall.Kill(pid, syscall.SIGTERM) }

// isRoot says whether this runs as root.
func isRoot() bool { return os.Geteuid() == 0 }

// foreignOwner is the user id that owns path when it is not ours. Root may use
// every directory, but a directory of another user is still not its own.
func foreignOwner(path string) (int, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(stat.Uid) == os.Geteuid() {
		return 0, false
	}
	return int(stat.Uid), true
}

// executable says whether a file may be run.
func executable(info os.FileInfo) bool { return info.Mode()&0o111 != 0 }
