package operator

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/operator/paths"
	"handrail/pipeline/guard"
)

// IsRoom reports whether this process was started to be a room of another one:
// main then returns what Inhabit returns, and does nothing else.
func IsRoom() bool { return proc.IsRoom() }

// Inhabit is the whole life of a room; it returns the exit code.
func Inhabit() int { return proc.Inhabit() }

// probeWalls builds walls around nothing, to see which this machine has.
func (o *Operator) probeWalls() sandbox.Report {
	temp, err := o.makeTemp()
	if err != nil {
		return sandbox.None(err.Error())
	}
	defer func() { _ = os.RemoveAll(temp) }() // what stays is swept at the next start
	walls, err := proc.OpenWalls(proc.WallsConfig{Helper: o.helper, Profile: sandbox.Profile{
		Write: []string{temp}, Temp: temp, Home: o.c.Home, Hide: []string{o.c.Dirs.Config, o.c.Dirs.Data},
	}})
	if err != nil {
		return sandbox.None(err.Error())
	}
	defer walls.Close()
	return walls.Report()
}

// unwalled says why programs do not run behind walls; "" if they do.
func (o *Operator) unwalled() string {
	report := o.walled()
	if report.Holds() {
		return ""
	}
	return "this machine does not hold programs to the space (" + report.Summary() + "; `handrail doctor` says why)"
}

// tempKept is where the temporary folders of spaces lie, in the data folder.
const tempKept = "temp"

// makeTemp makes a temporary folder. Its name holds this process's number, so
// that a later start can tell what a killed one has left.
func (o *Operator) makeTemp() (string, error) {
	top := filepath.Join(o.c.Dirs.Data, tempKept)
	if err := os.MkdirAll(top, 0o700); err != nil {
		return "", fmt.Errorf("the folder for temporary files: %w", err)
	}
	temp, err := os.MkdirTemp(top, strconv.Itoa(os.Getpid())+"-")
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(temp)
}

// sweepTemp removes temporary folders of processes that are gone.
func (o *Operator) sweepTemp() {
	top := filepath.Join(o.c.Dirs.Data, tempKept)
	entries, err := os.ReadDir(top)
	if err != nil {
		return
	}
	for _, e := range entries {
		number, _, _ := strings.Cut(e.Name(), "-")
		if pid, err := strconv.Atoi(number); err == nil && !proc.Alive(pid) {
			removeTemp(filepath.Join(top, e.Name()))
		}
	}
}

// removeTemp removes a temporary folder. What programs have made unchangeable in
// it is made changeable first, and never anything outside: one of them may still
// run. What is left all the same, a later start tries again.
func removeTemp(temp string) {
	if os.RemoveAll(temp) == nil {
		return
	}
	top, err := os.OpenRoot(temp)
	if err != nil {
		return
	}
	defer top.Close()
	_ = fs.WalkDir(top.FS(), ".", func(name string, d fs.DirEntry, _ error) error { // what cannot be read is left
		if d != nil && d.IsDir() {
			_ = top.Chmod(name, 0o700)
		}
		return nil
	})
	_ = os.RemoveAll(temp)
}

// protected are the files of the space that programs may only read: what
// decides what runs later, and the scripts that hooks and commands name.
func (s *Space) protected(now *loaded) []string {
	names := guard.Protected()
	for _, item := range now.space.Inventory() {
		names = append(names, item.File)
	}
	for _, pattern := range []string{".git/modules/*/config", ".git/modules/*/hooks", ".git/worktrees/*/commondir", ".git/worktrees/*/gitdir"} {
		found, _ := filepath.Glob(filepath.Join(s.dir, filepath.FromSlash(pattern))) // the pattern is sound
		for _, path := range found {
			names = append(names, strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(s.dir)+"/"))
		}
	}
	slices.Sort(names)
	list := map[string]bool{}
	for _, name := range slices.Compact(names) {
		if real, ok := paths.Below(s.dir, name); ok && real != s.dir && paths.Within(real, []string{s.dir}) {
			list[real] = true
		}
	}
	maps.DeleteFunc(list, func(p string, _ bool) bool { // the folder around it does
		for p = filepath.Dir(p); len(p) > len(s.dir); p = filepath.Dir(p) {
			if list[p] {
				return true
			}
		}
		return false
	})
	return slices.Sorted(maps.Keys(list))
}
