package setup

import (
	"os"
	"os/exec"
	"slices"
	"strconv"
	"syscall"

	"golang.org/x/sys/windows"
)

// stopSignals is Ctrl+C alone: Windows has no other signal for a keeper.
var stopSignals = []os.Signal{os.Interrupt}

// givePipe hands the pipe's ends over as inherited handles, which Chrome takes
// by number.
func givePipe(cmd *exec.Cmd, in, out *os.File) error {
	handles := []syscall.Handle{syscall.Handle(in.Fd()), syscall.Handle(out.Fd())}
	for _, h := range handles {
		if err := syscall.SetHandleInformation(h, syscall.HANDLE_FLAG_INHERIT, syscall.HANDLE_FLAG_INHERIT); err != nil {
			return err
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{AdditionalInheritedHandles: handles}
	flag := "--remote-debugging-io-pipes=" + strconv.FormatUint(uint64(handles[0]), 10) + "," + strconv.FormatUint(uint64(handles[1]), 10)
	cmd.Args = slices.Insert(cmd.Args, 1, flag)
	return nil
}

// detach makes a process independent of this console.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP}
}

// stopProcess ends a keeper. Its browser follows, since the pipe closes.
func stopProcess(pid int) error {
	process, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return process.Kill()
}

// isRoot is false: Chrome's sandbox works for an administrator.
func isRoot() bool { return false }

// foreignOwner is not told: a person's folders are guarded by Windows itself.
func foreignOwner(string) (int, bool) { return 0, false }

// executable is true: Windows goes by the name.
func executable(os.FileInfo) bool { return true }
