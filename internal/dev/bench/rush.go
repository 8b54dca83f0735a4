package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	rushRuns    = 1000 // in a row
	rushWide    = 32   // at once
	rushProgram = "true"
	// rushGrowth is how many bytes of memory may come and stay: the runtime's own,
	// not one for each run.
	rushGrowth = 8 << 20
)

// measureRush takes the time of many runs, one after the other and many at once,
// and counts what they leave behind.
func measureRush(ctx context.Context, b bench) (lines []line, err error) {
	dir, err := caseSpace(ctx, b, "rush", []handCase{{name: "nothing", what: "does nothing", argv: []string{rushProgram}}})
	if err != nil {
		return nil, err
	}
	d, err := openTrusted(ctx, b, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	hand := d.call(ctx, "nothing", map[string]any{})
	bare := func() error { return quiet(ctx, dir, handEnv(b.env), rushProgram) }
	for range 2 { // warm up
		for _, one := range []subject{hand, bare} {
			if _, err := atOnce(rushWide, 4*rushWide, one); err != nil {
				return nil, err
			}
		}
	}
	for _, wide := range []int{1, rushWide} {
		before := holdings()
		var ours, floor sample
		for range 5 { // in turn, so that what else this machine does disturbs both
			for _, s := range []struct {
				one  subject
				took *sample
			}{{hand, &ours}, {bare, &floor}} {
				took, err := atOnce(wide, rushRuns/5, s.one)
				if err != nil {
					return nil, err
				}
				*s.took = append(*s.took, took/(rushRuns/5))
			}
		}
		left := settled(before)
		what := fmt.Sprintf("%d runs of a hand in a row, each", rushRuns)
		if wide > 1 {
			what = fmt.Sprintf("%d runs of a hand, %d at once, each", rushRuns, wide)
		}
		lines = append(lines, line{
			what: what, ours: ours.median(), floor: "bare exec of " + rushProgram, least: floor.median(),
			aim: "leaves nothing", met: left.nothing(), remark: fmt.Sprintf("%.0f runs/s; left: %s", float64(time.Second)/float64(ours.median()), left),
		})
	}
	return lines, nil
}

// atOnce runs one n times, wide at a time, and says how long all of it took.
func atOnce(wide, n int, one subject) (time.Duration, error) {
	work := make(chan struct{}, n)
	for range n {
		work <- struct{}{}
	}
	close(work)
	errs := make([]error, wide)
	var all sync.WaitGroup
	began := time.Now()
	for worker := range wide {
		all.Go(func() {
			for range work {
				errs[worker] = errors.Join(errs[worker], one())
			}
		})
	}
	all.Wait()
	return time.Since(began), errors.Join(errs...)
}

// A stock is what this process and the rooms that it has opened hold.
type stock struct {
	files, processes, routines int
	memory                     int64 // bytes
}

// holdings counts it. On systems without /proc there are only the goroutines.
func holdings() stock {
	debug.FreeOSMemory()
	s := stock{routines: runtime.NumGoroutine()}
	for _, pid := range family(os.Getpid()) {
		s.processes++
		s.files += len(entries(filepath.Join("/proc", strconv.Itoa(pid), "fd")))
		s.memory += status(pid, "VmRSS")
	}
	return s
}

// settled counts what is more than before, when what is on its way out is gone.
func settled(before stock) stock {
	for late := time.Now().Add(5 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		more := holdings().since(before)
		if more.nothing() || time.Now().After(late) {
			return more
		}
	}
}

// since is what s has more than before.
func (s stock) since(before stock) stock {
	return stock{s.files - before.files, s.processes - before.processes, s.routines - before.routines, s.memory - before.memory}
}

func (s stock) nothing() bool {
	return s.files <= 0 && s.processes <= 0 && s.routines <= 0 && s.memory <= rushGrowth
}

func (s stock) String() string {
	return fmt.Sprintf("%+d files, %+d processes, %+d goroutines, %+.1f MB", s.files, s.processes, s.routines, float64(s.memory)/1e6)
}

// family lists a process and all that it has started.
func family(pid int) []int {
	list := []int{pid}
	for _, task := range entries(filepath.Join("/proc", strconv.Itoa(pid), "task")) {
		raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "task", task, "children"))
		if err != nil {
			continue // the thread has ended
		}
		for _, child := range strings.Fields(string(raw)) {
			if n, err := strconv.Atoi(child); err == nil {
				list = append(list, family(n)...)
			}
		}
	}
	return list
}

func entries(dir string) []string {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return nil
	}
	return names
}

// status is a number of /proc/<pid>/status, in bytes: VmRSS is what a process
// holds, VmHWM the most that it has held. 0 where it cannot be known.
func status(pid int, field string) int64 {
	raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(raw)) {
		if name, value, ok := strings.Cut(line, ":"); ok && name == field {
			n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			if err != nil {
				return 0
			}
			return n << 10
		}
	}
	return 0
}
