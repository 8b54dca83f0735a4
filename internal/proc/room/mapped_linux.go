package room

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A Mapping is a file that a program in a room has in its memory so that it can change it there. A system notes when such a page is first written, and
// then not again before it has saved it: meanwhile the file changes and no time of it does.
type Mapping struct {
	Program string // its name, as it calls itself
	Path    string // as the room has it
	Ino     uint64
}

// mostMapped is how many of them a room tells.
const mostMapped = 10_000

// Mapped lists these of all programs in the room behind a door, which stand still meanwhile. The error is ErrGone where no room is there any more.
func Mapped(door string) (list []Mapping, err error) {
	answer, err := ask(door, []string{"mapped"})
	if err != nil {
		return nil, err
	}
	if answer[0] != "mapped" || len(answer)%3 != 1 {
		return nil, errors.New(answer[len(answer)-1])
	}
	for i := 1; i < len(answer); i += 3 {
		ino, err := strconv.ParseUint(answer[i+2], 10, 64)
		if err != nil {
			return nil, err
		}
		list = append(list, Mapping{answer[i], answer[i+1], ino})
	}
	return list, nil
}

// mapped answers what programs in the room have mapped.
func (r *interior) mapped() []string {
	r.doors.Lock()
	defer r.doors.Unlock()
	was := stopped()
	_ = syscall.Kill(-1, syscall.SIGSTOP) // all but this process
	defer func() {
		for _, pid := range standing(true) {
			if !was[pid] {
				_ = syscall.Kill(pid, syscall.SIGCONT)
			}
		}
	}()
	for late := time.Now().Add(freezeWait); len(standing(false)) > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			return []string{"failed", "a program does not stand still"}
		}
	}
	answer := []string{"mapped"}
	for _, pid := range standing(true) {
		found, err := mappedBy(pid)
		if err == nil && len(answer)+len(found) > 3*mostMapped {
			err = errors.New("a program has too many files in its memory")
		}
		if err != nil {
			return []string{"failed", err.Error()}
		}
		answer = append(answer, found...)
	}
	return answer
}

// mappedBy are the words for what a program has mapped that stands still.
func mappedBy(pid int) (words []string, err error) {
	top := fmt.Sprintf("/proc/%d/", pid)
	raw, err := os.ReadFile(top + "maps")
	if err != nil {
		return nil, err
	}
	name, _ := os.ReadFile(top + "comm") // else it has none
	const before = 5                     // fields
	for line := range strings.Lines(string(raw)) {
		head, path, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "/")
		fields := strings.Fields(head)
		if !ok || len(fields) != before || !strings.HasSuffix(fields[1], "s") {
			continue
		}
		if info, err := os.Lstat(top + "map_files/" + fields[0]); err == nil && info.Mode()&0o200 == 0 {
			continue // the file is open for reading only
		}
		words = append(words, string(bytes.TrimSpace(name)), unescaped("/"+path), fields[4])
	}
	return words, nil
}
