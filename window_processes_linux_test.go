package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A process of the system: its id, and when it began, for ids are used again.
type process struct {
	pid   int
	name  string
	began string
}

// descendants are the processes that a process has started, and those that
// they have.
func descendants(t testing.TB, parent int) []process {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	of := map[int][]process{}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			if p, ppid, ok := stat(pid); ok {
				of[ppid] = append(of[ppid], p)
			}
		}
	}
	all := slices.Clone(of[parent])
	for i := 0; i < len(all); i++ {
		all = append(all, of[all[i].pid]...)
	}
	return all
}

// stat is what the system says of a process that has not ended.
func stat(pid int) (p process, parent int, ok bool) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return process{}, 0, false
	}
	name, rest, _ := strings.Cut(string(raw), ") ")
	_, name, _ = strings.Cut(name, "(")
	fields := strings.Fields(rest)
	if len(fields) < 20 || fields[0] == "Z" {
		return process{}, 0, false
	}
	parent, err = strconv.Atoi(fields[1])
	return process{pid: pid, name: name, began: fields[19]}, parent, err == nil
}

// alive are those that have not ended.
func alive(list []process) []process {
	return slices.DeleteFunc(slices.Clone(list), func(p process) bool {
		now, _, ok := stat(p.pid)
		return !ok || now != p
	})
}
