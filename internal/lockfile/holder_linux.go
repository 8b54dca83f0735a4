package lockfile

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// holder is the process that holds a lock on the file at path, as the kernel lists it.
// 0: nobody does, or it cannot be seen from here.
func holder(path string) (pid int, program string) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, ""
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, ""
	}
	raw, err := os.ReadFile("/proc/locks")
	if err != nil {
		return 0, ""
	}
	for line := range strings.Lines(string(raw)) {
		// 1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF; who waits has "->" behind the number
		fields := strings.Fields(line)
		if len(fields) < 6 || fields[1] == "->" || !strings.HasSuffix(fields[5], ":"+strconv.FormatUint(stat.Ino, 10)) {
			continue
		}
		pid, err := strconv.Atoi(fields[4])
		if err != nil || pid <= 0 || !opened(pid, info) {
			continue
		}
		comm, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
		if err != nil {
			return pid, ""
		}
		return pid, strings.TrimSpace(string(comm))
	}
	return 0, ""
}

// opened reports whether the process has the file open. The numbers of devices in
// /proc/locks are not those of stat on every file system.
func opened(pid int, file os.FileInfo) bool {
	folder := fmt.Sprintf("/proc/%d/fd", pid)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return true // another person's process
	}
	for _, e := range entries {
		if info, err := os.Stat(filepath.Join(folder, e.Name())); err == nil && os.SameFile(info, file) {
			return true
		}
	}
	return false
}
