package group

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// Worked is the time that processors have worked for a process and for all that it has started. ok is false where it
// cannot be known.
func Worked(pid int) (worked time.Duration, ok bool) {
	proc, err := os.Open("/proc")
	if err != nil {
		return 0, false
	}
	defer proc.Close()
	names, err := proc.Readdirnames(-1)
	if err != nil {
		return 0, false
	}
	type one struct{ parent, ticks int }
	all := map[int]one{}
	for _, name := range names {
		id, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if stat, err := os.ReadFile("/proc/" + name + "/stat"); err == nil { // else it has ended meanwhile
			all[id] = one{parent: field(stat, 1), ticks: field(stat, 11) + field(stat, 12) + field(stat, 13) + field(stat, 14)}
		}
	}
	if _, ok := all[pid]; !ok {
		return 0, false
	}
	ticks := 0
	for id, p := range all {
		for at, steps := id, 0; at > 1 && steps < 100; at, steps = all[at].parent, steps+1 {
			if at == pid {
				ticks += p.ticks
				break
			}
		}
	}
	return time.Duration(ticks) * (time.Second / 100), true // the kernel tells it in hundredths
}

// field is a number of a process's stat, counted after its name, which may hold anything; 0 if it has none.
func field(stat []byte, at int) int {
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= at {
		return 0
	}
	n, _ := strconv.Atoi(string(fields[at]))
	return n
}

// hasLiving reports whether a process group has a member that is not a zombie.
// The kernel counts zombies as members, and where process 1 looks after
// orphans slowly or not at all, as in many containers, they stay: a call would
// wait for the dead. If /proc cannot be read, members count as living.
func hasLiving(group int) bool {
	proc, err := os.Open("/proc")
	if err != nil {
		return true
	}
	defer proc.Close()
	names, err := proc.Readdirnames(-1)
	if err != nil {
		return true
	}
	want := []byte(strconv.Itoa(group))
	for _, name := range names {
		if name[0] < '1' || name[0] > '9' {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // it has ended meanwhile
		}
		// "pid (name) state parent group ...": the name may hold anything
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) > 2 && bytes.Equal(fields[2], want) && fields[0][0] != 'Z' && fields[0][0] != 'X' {
			return true
		}
	}
	return false
}
