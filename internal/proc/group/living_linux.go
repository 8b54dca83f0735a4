package group

import (
	"bytes"
	"os"
	"strconv"
)

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
