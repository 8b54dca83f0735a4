package room

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"handrail/internal/sandbox"
)

// freezeWait is how long a room waits until its programs stand still. One that does not, as where a
// disk hangs, is ended.
const freezeWait = 2 * time.Second

// seal protects what nothing may change any more once the Handrail that opened the room has ended
// (sandbox.Profile.Sealed). So that it holds what has a folder or file of that open, too, everything in
// the room stands still meanwhile, and what holds one ends.
func (r *interior) seal() {
	if len(r.sealed) == 0 || nobody() {
		return
	}
	r.doors.Lock()
	defer r.doors.Unlock()
	was := stopped()
	for try := 1; ; try++ {
		freeze(r)
		err := sandbox.ProtectLate(r.sealed, r.disks)
		var holders, carriers []int
		for _, pid := range standing(true) {
			switch holds, carries := reach(r.sealed).of(pid); {
			case err != nil, holds:
				holders = append(holders, pid)
			case carries:
				carriers = append(carriers, pid)
			}
		}
		if try == sealTries {
			holders = append(holders, carriers...)
		}
		r.end(holders)
		for _, pid := range standing(true) {
			if !was[pid] {
				_ = syscall.Kill(pid, syscall.SIGCONT)
			}
		}
		if try == sealTries || len(carriers) == 0 {
			return
		}
		time.Sleep(sealPause)
	}
}

// What is on its way through a socket is taken in a moment by programs that do nothing else with it: they are given as
// many tries, and that time between two.
const (
	sealTries = 5
	sealPause = 30 * time.Millisecond
)

// freeze has everything in the room stand still.
func freeze(r *interior) {
	_ = syscall.Kill(-1, syscall.SIGSTOP) // all but this process
	for late := time.Now().Add(freezeWait); ; time.Sleep(time.Millisecond) {
		moving := standing(false)
		if len(moving) == 0 {
			return
		}
		if time.Now().After(late) {
			r.end(moving)
			return
		}
	}
}

// end ends programs before their time.
func (r *interior) end(pids []int) {
	if len(pids) == 0 {
		return
	}
	r.note(Cut)
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// stopped are the programs in the room that were told to stand still.
func stopped() map[int]bool {
	list := map[int]bool{}
	for _, pid := range standing(true) {
		list[pid] = true
	}
	return list
}

// standing lists the programs in the room that stand still, or those of which a thread moves.
func standing(still bool) (list []int) {
	for _, name := range processes() {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == 1 {
			continue
		}
		threads, err := os.ReadDir("/proc/" + name + "/task")
		if err != nil {
			continue // it has ended
		}
		moves, lasts := false, false
		for _, t := range threads {
			state := stateOf("/proc/" + name + "/task/" + t.Name())
			dead := state == 0 || state == 'Z' || state == 'X'
			lasts = lasts || !dead
			moves = moves || !dead && state != 'T' && state != 't'
		}
		if lasts && moves != still {
			list = append(list, pid)
		}
	}
	return list
}

// of reports whether a program that stands still could change something at the paths, which are
// protected, by what it has: a folder in which it works or that it has open, or a file that it has open or
// mapped. carries reports whether something is on its way to it through a socket, of which nobody can tell what it is.
func (h reach) of(pid int) (holds, carries bool) {
	top := "/proc/" + strconv.Itoa(pid) + "/task"
	threads, err := os.ReadDir(top)
	if err != nil {
		return true, false // nobody can tell
	}
	for _, t := range threads { // each may have files and a folder of its own
		dir := top + "/" + t.Name() + "/"
		if state := stateOf(dir); state == 0 || state == 'Z' || state == 'X' {
			continue
		}
		fds, err := os.ReadDir(dir + "fd")
		if err != nil || h.leads(dir+"cwd") || h.leads(dir+"root") || h.maps(dir+"maps") {
			return true, false
		}
		for _, fd := range fds {
			if h.leads(dir + "fd/" + fd.Name()) {
				return true, false
			}
			carries = carries || isCarrier(dir+"fdinfo/"+fd.Name())
		}
	}
	return false, carries
}

// A reach is the paths that programs must be unable to change.
type reach []string

// leads reports whether a link of the system's leads to one of the paths, or to where one can be changed.
func (h reach) leads(link string) bool {
	to, err := os.Readlink(link)
	if err != nil || !strings.HasPrefix(to, "/") { // gone, or a pipe
		return false
	}
	return below(to, h) || slices.ContainsFunc(h, func(path string) bool { return sandbox.CanChange(path, link, to) })
}

func below(path string, paths []string) bool {
	for _, p := range paths {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}

// maps reports whether a program has something below the paths in its memory.
func (h reach) maps(list string) bool {
	raw, err := os.ReadFile(list)
	if err != nil {
		return false // of a thread that has ended
	}
	for line := range strings.Lines(string(raw)) {
		const before = 5 // fields
		if fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "/", 2); len(fields) == 2 && len(strings.Fields(fields[0])) == before && below(unescaped("/"+fields[1]), h) {
			return true
		}
	}
	return false
}

// unescaped is a path as it is, of one in which the system writes line ends as \012.
func unescaped(path string) string { return strings.ReplaceAll(path, `\012`, "\n") }

// isCarrier reports whether open files are on their way through a socket, or to one that listens: they are nobody's
// meanwhile.
func isCarrier(info string) bool {
	raw, err := os.ReadFile(info)
	if err != nil {
		return false // it is closed
	}
	_, rest, found := strings.Cut(string(raw), "scm_fds:")
	if !found {
		return false
	}
	number, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(number) != "0"
}

// stateOf is the state of a thread, as the system names it; 0 if it is gone.
func stateOf(dir string) byte {
	stat, err := os.ReadFile(strings.TrimSuffix(dir, "/") + "/stat")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) == 0 {
		return 0
	}
	return fields[0][0]
}
