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
// empty once nothing runs for sure, and if the room is gone.
func (t Tenant) Processes() []Process {
	for range seenLooks {
		if list := t.listed(); len(list) > 0 || !t.alive() {
			return list
		}
	}
	return []Process{{PID: t.Room, Command: "[a program that starts itself anew all the time]"}}
}

// seenLooks is how often a process of a tenant is looked for that is there and was not found.
const seenLooks = 20

// alive reports whether the tenant has something running: see anyone.
func (t Tenant) alive() bool {
	there := func() bool { return t.Name != "" && beganOf(t.Room) == t.Began }
	return there() && anyone(fmt.Sprintf("/proc/%d", t.Room), func(dir string) (yes, known bool) {
		if t.has(dir) {
			return true, true
		}
		_, err := os.Readlink(dir + "/ns/uts")
		return false, err == nil
	}) && there()
}

// listed is one look at what the tenant has running.
func (t Tenant) listed() []Process {
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
	for _, name := range t.below(strconv.Itoa(t.Room), processes) {
		if pid, err := strconv.Atoi(name); err == nil && t.has("/proc/"+name) {
			list = append(list, pid)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// below are the processes that descend from one, or all there are where the system tells of no children. To go
// through all of a machine's takes so long that who starts itself anew is never met.
func (t Tenant) below(pid string, all func() []string) (list []string) {
	next, err := children("/proc/" + pid)
	if err != nil && all != nil {
		return all()
	}
	for _, child := range next {
		list = append(append(list, child), t.below(child, nil)...)
	}
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

// endWait is how long the processes of a tenant are hunted after all of its room was ended.
const endWait = 5 * time.Second

// End ends what the tenant has running, from outside: SIGTERM, and SIGKILL 3 s later. Where it starts itself anew faster than
// it is found, its whole room ends a second later, in one stroke of the kernel. It returns when nothing is left, or cannot be ended.
func (t Tenant) End() {
	t.signal(unix.SIGTERM)
	t.signal(unix.SIGCONT)
	late := time.Now().Add(group.KillAfter)
	for pause := time.Millisecond; t.alive(); pause = min(2*pause, 20*time.Millisecond) {
		now := time.Now()
		if now.After(late) {
			t.signal(unix.SIGKILL)
		}
		if now.After(late.Add(crushWait)) {
			t.endRoom()
		}
		if now.After(late.Add(crushWait + endWait)) {
			return
		}
		time.Sleep(pause)
	}
}

// endRoom ends the tenant's whole room.
func (t Tenant) endRoom() {
	fd, err := unix.PidfdOpen(t.Room, 0)
	if err != nil {
		return // it has just ended
	}
	if beganOf(t.Room) == t.Began {
		_ = unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0) // likewise
	}
	_ = unix.Close(fd)
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
