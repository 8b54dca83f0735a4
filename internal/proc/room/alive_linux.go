package room

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// How often a room's children are looked at until a look is sure, and the pause between two looks.
const (
	sureLooks = 50
	surePause = 200 * time.Microsecond
)

// children lists the processes that the threads of a process have as children, the dead included, in its own folder of
// /proc. err says that it cannot be known.
func children(dir string) (list []string, err error) {
	threads, err := os.ReadDir(dir + "/task")
	if err != nil {
		return nil, err
	}
	for _, t := range threads {
		raw, err := os.ReadFile(dir + "/task/" + t.Name() + "/children")
		if errors.Is(err, os.ErrNotExist) || errors.Is(err, unix.ESRCH) {
			if _, gone := os.Stat(dir + "/task/" + t.Name()); gone != nil {
				continue // the thread has ended
			}
		}
		if err != nil {
			return nil, err
		}
		for pid := range bytes.FieldsSeq(raw) {
			list = append(list, string(pid))
		}
	}
	return list, nil
}

// anyone reports whether a call has a process in the room whose own process has the folder dir. One look is no proof:
// a program that starts itself anew and ends, again and again, is always another process than the one that was just looked
// for. But whatever a call has running descends from a child of the room's process that is of the call, since the call's name
// cannot be left; and such a program is always among these children, be it as a dead one. So a look at them is proof if each
// was alive and another's, and none has come meanwhile. Where no look is, somebody is there. whose says whether
// a process is the call's, and known whether it could be seen.
func anyone(dir string, whose func(dir string) (yes, known bool)) bool {
	for range sureLooks {
		before, err := children(dir)
		if err != nil {
			return anyoneSeen(whose)
		}
		vague := false
		for _, pid := range before {
			yes, known := whose("/proc/" + pid)
			if yes {
				return true
			}
			vague = vague || !known
		}
		after, err := children(dir)
		if err == nil && !vague && !slices.ContainsFunc(after, func(pid string) bool { return !slices.Contains(before, pid) }) {
			return false
		}
		time.Sleep(surePause)
	}
	return true
}

// anyoneSeen is anyone where the system tells of no children.
func anyoneSeen(whose func(dir string) (yes, known bool)) bool {
	return slices.ContainsFunc(processes(), func(name string) bool {
		yes, _ := whose("/proc/" + name)
		return yes
	})
}
