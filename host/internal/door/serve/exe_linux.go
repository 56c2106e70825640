package serve

import (
	"os"
	"strconv"
)

// executableOf is a process's program, "" when the system does not tell.
func executableOf(pid int) string {
	if pid <= 0 {
		return ""
	}
	exe, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe")
	if err != nil {
		return ""
	}
	return exe
}
