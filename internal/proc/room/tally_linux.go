package room

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// tallyPause is how often a room looks at what its calls use. A program takes
// up memory at a few gigabytes a second at most.
const tallyPause = 100 * time.Millisecond

// A member is a process of some call.
type member struct {
	pid    int
	id     string // the call's namespace; "" if it cannot be known
	memory int64  // bytes of its own, and of memory that it shares with others
}

// members lists the processes in the room, the room itself and the dead left
// out.
func members() []member { return membersWith(memoryOf) }

// processes are the numbers of all processes that can be seen.
func processes() []string {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1) // what was read counts
	return slices.DeleteFunc(names, func(name string) bool { return name[0] < '0' || name[0] > '9' })
}

func membersWith(memory func(dir string) int64) []member {
	var list []member
	for _, name := range processes() {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == 1 {
			continue
		}
		if m, alive := memberOf(pid, "/proc/"+name, memory); alive {
			list = append(list, m)
		}
	}
	return list
}

// memberOf looks at a process, and at its threads if it does not tell itself:
// one whose first thread has ended looks dead.
func memberOf(pid int, dir string, memory func(dir string) int64) (m member, alive bool) {
	if id, err := os.Readlink(dir + "/ns/uts"); err == nil {
		return member{pid, id, memory(dir)}, true
	}
	threads, err := os.ReadDir(dir + "/task")
	if err != nil {
		return member{}, false
	}
	for _, t := range threads {
		thread := dir + "/task/" + t.Name()
		if id, err := os.Readlink(thread + "/ns/uts"); err == nil {
			return member{pid, id, memory(thread)}, true
		}
		alive = alive || lives(thread)
	}
	return member{pid: pid}, alive
}

// lives reports whether a thread is neither dead nor gone.
func lives(thread string) bool {
	stat, err := os.ReadFile(thread + "/stat")
	if err != nil {
		return false
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	return len(fields) > 0 && fields[0][0] != 'Z' && fields[0][0] != 'X'
}

// memoryOf is the memory of a process, in bytes: its own and what it shares as
// shared memory, not the files that it has mapped.
func memoryOf(dir string) int64 {
	raw, err := os.ReadFile(dir + "/status")
	if err != nil {
		return 0
	}
	var sum int64
	for line := range bytes.Lines(raw) {
		if !bytes.HasPrefix(line, []byte("RssAnon:")) && !bytes.HasPrefix(line, []byte("RssShmem:")) {
			continue
		}
		if fields := bytes.Fields(line); len(fields) > 1 {
			kilobytes, _ := strconv.ParseInt(string(fields[1]), 10, 64)
			sum += kilobytes << 10
		}
	}
	return sum
}

// watch ends calls that use more than they may. It looks only while there are
// any.
func (r *interior) watch() {
	for {
		r.mu.Lock()
		for len(r.tenants) == 0 && !r.closed {
			r.idle.Wait()
		}
		r.mu.Unlock()
		time.Sleep(tallyPause)
		r.tally()
	}
}

func (r *interior) tally() {
	r.mu.Lock()
	known := maps.Clone(r.tenants) // what starts from here on may not be among the processes that are found
	var over []string
	for id, t := range known {
		if t.pid == 0 {
			over = append(over, id)
		}
	}
	r.mu.Unlock()
	memory, processes := map[string]int64{}, map[string]int{}
	for _, m := range members() {
		if m.id == "" { // it hides from the room: nothing that is ours does
			_ = syscall.Kill(m.pid, syscall.SIGKILL)
			continue
		}
		memory[m.id] += m.memory
		processes[m.id]++
	}
	over = slices.DeleteFunc(over, func(id string) bool { return processes[id] > 0 || r.alive(known[id]) })
	free := leastFree(r.disks)
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, t := range known {
		switch {
		case processes[id] == 0:
			if slices.Contains(over, id) && t.seekers == 0 { // ended, and nothing left
				delete(r.tenants, id)
				close(t.gone)
				_ = t.space.Close()
			}
			continue
		case processes[id] > r.limits.Processes:
			t.why = LimitProcesses
		case memory[id] > r.limits.Memory:
			t.why = LimitMemory
		case free.bytes < mayLeave(t.free.bytes, r.limits.Reserve):
			t.why = LimitDisk
		case free.files < mayLeave(t.free.files, r.limits.Inodes):
			t.why = LimitFiles
		default:
			continue
		}
		go r.crush(t)
	}
}

// mayLeave is how much a call must leave free on the disk: the reserve, or half of
// what there was, where it began with less.
func mayLeave(began, reserve int64) int64 {
	if began <= reserve {
		return began / 2
	}
	return reserve
}

// crushWait is how long one call's processes are hunted one by one.
const crushWait = time.Second

// crush ends a call at once: one that starts processes without end, or fills
// the memory, gets no time to tidy up. If it starts new ones faster than they
// can be found, everything in the room ends, in one stroke of the kernel.
// However often it is asked for, it is done once, and whoever asks waits for that:
// a second hunter would still be at it when the next call starts.
func (r *interior) crush(t *tenant) {
	t.crushed.Do(func() {
		if !r.seek(t) {
			return
		}
		defer r.unseek(t)
		r.note(Cut)
		for late := time.Now().Add(crushWait); r.alive(t); {
			r.signal(t, syscall.SIGKILL)
			if time.Now().After(late) {
				_ = syscall.Kill(-1, syscall.SIGKILL)
			}
			time.Sleep(time.Millisecond)
		}
	})
}

// seek keeps the name of a call from being given to another one while somebody
// looks for its processes, until unseek. It reports false where nothing of the call is
// left: then the name may be another one's already.
func (r *interior) seek(t *tenant) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tenants[t.id] != t {
		return false
	}
	t.seekers++
	return true
}

func (r *interior) unseek(t *tenant) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t.seekers--
}

// alive reports whether a process of the call still runs. Whoever asks has its name kept: see seek.
func (r *interior) alive(t *tenant) bool {
	return anyone("/proc/self", func(dir string) (yes, known bool) {
		m, alive := memberOf(0, dir, func(string) int64 { return 0 })
		return alive && m.id == t.id, alive && m.id != ""
	})
}

// A space is what is free on a disk.
type space struct{ bytes, files int64 }

// leastFree is what is free on the fullest of the folders' disks. Disks that make room
// for files as they come have no number of them: there a file costs bytes.
func leastFree(folders []string) space {
	least := space{bytes: 1 << 62, files: 1 << 62}
	for _, path := range folders {
		var st unix.Statfs_t
		if unix.Statfs(path, &st) != nil {
			continue
		}
		least.bytes = min(least.bytes, int64(st.Bavail)*st.Bsize)
		if st.Files > 0 {
			least.files = min(least.files, int64(st.Ffree))
		}
	}
	return least
}
