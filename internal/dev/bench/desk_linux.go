package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// looksEvery is how often the picture is looked at: what a look costs is paid by whoever draws at the same time.
	looksEvery = 10 * time.Millisecond
	// restsAfter is how long nothing has to change for a picture to be the last one.
	restsAfter = 1500 * time.Millisecond
	// deskPatience is how long something on the desk may take, on a machine that does other things as well.
	deskPatience = 60 * time.Second
)

// A desk is a display of its own, whose picture lies in memory that the measurement shares.
type desk struct {
	picture []byte // of the whole screen
	env     []string
	seed    maphash.Seed
	running []*exec.Cmd
}

// newDesk starts a display with a window manager. Its programs have a home of their own, in which no caret blinks: the picture of
// a window that does nothing must come to rest.
func newDesk(ctx context.Context, b bench) (d *desk, err error) {
	home := filepath.Join(b.work, "home")
	look := filepath.Join(home, ".config", "gtk-3.0")
	if err := errors.Join(os.MkdirAll(look, 0o700), os.WriteFile(filepath.Join(look, "settings.ini"), []byte("[Settings]\ngtk-cursor-blink=0\n"), 0o600)); err != nil {
		return nil, err
	}
	d = &desk{seed: maphash.MakeSeed()}
	defer func() {
		if err != nil {
			d.close()
		}
	}()
	server := exec.CommandContext(ctx, "Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", "1400x900x24", "-nolisten", "tcp", "-fbdir", b.work)
	number, err := server.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := d.begin(server); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(number).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("display: %w", err)
	}
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); name != "WAYLAND_DISPLAY" && name != "XDG_RUNTIME_DIR" {
			d.env = append(d.env, entry)
		}
	}
	d.env = append(d.env, "DISPLAY=:"+strings.TrimSpace(line), "HOME="+home, "XDG_RUNTIME_DIR="+b.work, "DBUS_SESSION_BUS_ADDRESS=disabled:", "LANG=C.UTF-8",
		"HANDRAIL_CONFIG_DIR="+filepath.Join(home, "handrail"), "HANDRAIL_DATA_DIR="+filepath.Join(home, "data"))
	if d.picture, err = mapped(filepath.Join(b.work, "Xvfb_screen0")); err != nil {
		return nil, err
	}
	manager := exec.CommandContext(ctx, "openbox", "--sm-disable")
	manager.Env = d.env
	return d, d.begin(manager)
}

// mapped is a file as memory.
func mapped(path string) (_ []byte, err error) {
	f, err := os.Open(path) //nolint:gosec // of the display that was started
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
}

// begin starts a program that ends with the desk.
func (d *desk) begin(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%w; run build/setup.sh test", err)
	}
	d.running = append(d.running, cmd)
	return nil
}

// close ends everything on the desk, the last first.
func (d *desk) close() {
	for i := len(d.running) - 1; i >= 0; i-- {
		end(d.running[i])
	}
	if d.picture != nil {
		_ = syscall.Munmap(d.picture) // the process ends
	}
}

// end ends a program and waits for it.
func end(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(syscall.SIGTERM)
	late := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	_ = cmd.Wait() // it was ended
}

// open starts a program on the desk. Its end is the caller's.
func (d *desk) open(ctx context.Context, program string, args ...string) (*exec.Cmd, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = d.env
	return cmd, cmd.Start()
}

// look is what the screen shows now.
func (d *desk) look() uint64 { return maphash.Bytes(d.seed, d.picture) }

// settled waits until the picture has changed from what it was, and rests, and returns when it changed last.
func (d *desk) settled(ctx context.Context, was uint64) (time.Time, error) {
	again := time.NewTicker(looksEvery)
	defer again.Stop()
	began := time.Now()
	last, at := was, began
	for {
		now := time.Now()
		switch seen := d.look(); {
		case seen != last:
			last, at = seen, now
		case last != was && now.Sub(at) >= restsAfter:
			return at, nil
		case now.Sub(began) > deskPatience:
			return at, errors.New("the picture does not come to rest")
		}
		select {
		case <-ctx.Done():
			return at, ctx.Err()
		case <-again.C:
		}
	}
}

// keys runs xdotool: keys and text go to the window that has the keyboard. It waits until what they have changed rests.
func (d *desk) keys(ctx context.Context, args ...string) error {
	was := d.look()
	cmd := exec.CommandContext(ctx, "xdotool", args...) //nolint:gosec // ours
	cmd.Env = d.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("xdotool %q: %w: %s", args, err, out)
	}
	_, err := d.settled(ctx, was)
	return err
}

// A usage is what a program and all that it has started use.
type usage struct {
	memory    int64         // bytes, each page shared by n programs counted as an nth (PSS)
	processor time.Duration // so far
}

// used is what a program and its descendants use now.
func used(root int) (u usage, err error) {
	of, err := children()
	if err != nil {
		return u, err
	}
	for list := []int{root}; len(list) > 0; list = list[1:] {
		list = append(list, of[list[0]]...)
		if rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", list[0])); err == nil { // else it has ended
			_, rest, _ := strings.Cut(string(rollup), "\nPss:")
			kB, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			n, err := strconv.ParseInt(kB, 10, 64)
			if err != nil {
				return u, err
			}
			u.memory += n << 10
		}
		ticks := statOf(list[0])
		u.processor += time.Duration(ticks.user+ticks.system) * (time.Second / 100)
	}
	return u, nil
}

// A processStat is what the system says of a process; times in hundredths of a second.
type processStat struct{ parent, user, system int }

// statOf is a process's; of one that has ended it is empty.
func statOf(pid int) (s processStat) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return s
	}
	fields := strings.Fields(string(raw[strings.LastIndexByte(string(raw), ')')+1:]))
	if len(fields) > 12 {
		s.parent, _ = strconv.Atoi(fields[1])
		s.user, _ = strconv.Atoi(fields[11])
		s.system, _ = strconv.Atoi(fields[12])
	}
	return s
}

// children are the processes of the system by who has started them.
func children() (map[int][]int, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	of := map[int][]int{}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			parent := statOf(pid).parent
			of[parent] = append(of[parent], pid)
		}
	}
	return of, nil
}
