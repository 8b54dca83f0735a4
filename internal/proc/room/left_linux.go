package room

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/proc/group"
)

// tenantOutside names a call of the room for everybody outside. ok is false if the room
// is gone.
func tenantOutside(room int, name string) (t Tenant, ok bool) {
	t = Tenant{Room: room, Began: beganOf(room), Name: name}
	var err error
	t.Inner, err = os.Readlink(fmt.Sprintf("/proc/%d/ns/pid", room))
	return t, err == nil && t.Began != ""
}

// beganOf is when a process began; "" if there is none.
func beganOf(pid int) string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	const began = 19 // of the fields after the name
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) <= began {
		return ""
	}
	return fields[began]
}

// Processes lists what the tenant has running, in the order of their numbers. It is
// empty once nothing runs, and if the room is gone.
func (t Tenant) Processes() []Process {
	var list []Process
	for _, pid := range t.pids() {
		dir := fmt.Sprintf("/proc/%d", pid)
		raw, err := os.ReadFile(dir + "/cmdline")
		if err != nil {
			continue // it has just ended
		}
		p := Process{PID: pid, Command: strings.TrimSpace(string(bytes.ReplaceAll(raw, []byte{0}, []byte{' '})))}
		if p.Command == "" {
			name, _ := os.ReadFile(dir + "/comm")
			p.Command = "[" + strings.TrimSpace(string(name)) + "]"
		}
		p.Folder, _ = os.Readlink(dir + "/cwd")
		list = append(list, p)
	}
	return list
}

// pids are the numbers of the tenant's living processes.
func (t Tenant) pids() []int {
	if t.Name == "" || beganOf(t.Room) != t.Began { // the number is another's by now
		return nil
	}
	var list []int
	for _, name := range processes() {
		if pid, err := strconv.Atoi(name); err == nil && t.has("/proc/"+name) {
			list = append(list, pid)
		}
	}
	slices.Sort(list)
	return list
}

// has reports whether a process is the tenant's and lives: the dead have no namespaces.
func (t Tenant) has(dir string) bool {
	if name, err := os.Readlink(dir + "/ns/uts"); err != nil || name != t.Name {
		return t.hasThread(dir)
	}
	inner, err := os.Readlink(dir + "/ns/pid")
	return err == nil && inner == t.Inner
}

// hasThread is has for a process whose first thread has ended.
func (t Tenant) hasThread(dir string) bool {
	if _, err := os.Readlink(dir + "/ns/uts"); err == nil {
		return false
	}
	threads, err := os.ReadDir(dir + "/task")
	return err == nil && slices.ContainsFunc(threads, func(e os.DirEntry) bool {
		name, err := os.Readlink(dir + "/task/" + e.Name() + "/ns/uts")
		inner, innerErr := os.Readlink(dir + "/task/" + e.Name() + "/ns/pid")
		return err == nil && innerErr == nil && name == t.Name && inner == t.Inner
	})
}

// End ends what the tenant has running, from outside: SIGTERM, and SIGKILL 3 s later.
// It returns when nothing is left.
func (t Tenant) End() {
	t.signal(unix.SIGTERM)
	t.signal(unix.SIGCONT)
	late := time.Now().Add(group.KillAfter)
	for pause := time.Millisecond; len(t.pids()) > 0; pause = min(2*pause, 20*time.Millisecond) {
		if time.Now().After(late) {
			t.signal(unix.SIGKILL)
		}
		time.Sleep(pause)
	}
}

// signal sends a signal to all that the tenant has running. A number that is given to
// another program meanwhile gets none.
func (t Tenant) signal(s unix.Signal) {
	for _, pid := range t.pids() {
		fd, err := unix.PidfdOpen(pid, 0)
		if err != nil {
			continue // it has just ended
		}
		if t.has(fmt.Sprintf("/proc/%d", pid)) {
			_ = unix.PidfdSendSignal(fd, s, nil, 0) // likewise
		}
		_ = unix.Close(fd)
	}
}
