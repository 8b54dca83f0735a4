package proc

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// settle settles a bash command in dir, as the tools do.
func settle(t *testing.T, w *Walls, dir, script string) Command {
	t.Helper()
	c := bash(t, script)
	f, err := os.OpenFile(dir, unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		t.Fatal(err)
	}
	held, err := Hold(f, c.Path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(held.Release)
	c.Dir, c.Held, c.Walls, c.Timeout = dir, held, w, 20*time.Second
	return c
}

// settledPlaces runs a test in a room and without walls.
func settledPlaces(t *testing.T, test func(t *testing.T, w *Walls, space string)) {
	t.Run("room", func(t *testing.T) {
		w, space := walls(t, nil)
		test(t, w, space)
	})
	t.Run("no walls", func(t *testing.T) {
		space, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		test(t, nil, space)
	})
}

// makeDirs makes folders, each with a file of its own name in it.
func makeDirs(t *testing.T, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "mark"), []byte(filepath.Base(dir)+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// What is shown is what runs: the folder that was settled, or nothing.
func TestASettledFolder(t *testing.T) {
	settledPlaces(t, func(t *testing.T, w *Walls, space string) {
		for name, swap := range map[string]func(shown, other string) error{
			"left alone": func(string, string) error { return nil },
			"another folder": func(shown, other string) error {
				return errors.Join(os.Rename(shown, shown+".old"), os.Rename(other, shown))
			},
			"a link": func(shown, other string) error {
				return errors.Join(os.Rename(shown, shown+".old"), os.Symlink(other, shown))
			},
			"a link above": func(shown, other string) error {
				top := filepath.Dir(shown)
				return errors.Join(os.Rename(top, top+".old"), os.Symlink(filepath.Dir(other), top))
			},
			"gone": func(shown, _ string) error { return os.RemoveAll(shown) },
			"made again": func(shown, _ string) error {
				return errors.Join(os.RemoveAll(shown), os.Mkdir(shown, 0o755))
			},
		} {
			t.Run(name, func(t *testing.T) {
				top := filepath.Join(space, strings.ReplaceAll(name, " ", "-"))
				shown, other := filepath.Join(top, "a", "shown"), filepath.Join(top, "b", "shown")
				makeDirs(t, shown, other)
				c := settle(t, w, shown, "touch ran; cat mark; pwd -P; cd ..; pwd -P")
				if err := swap(shown, other); err != nil {
					t.Fatal(err)
				}
				out, err := Run(t.Context(), c)
				if name == "left alone" {
					if want := "shown\n" + shown + "\n" + filepath.Dir(shown) + "\n"; err != nil || out.Stdout.Text != want {
						t.Errorf("%v: printed %q, %q; want %q", err, out.Stdout.Text, out.Stderr.Text, want)
					}
					return
				}
				if !errors.Is(err, ErrSwapped) && !errors.Is(err, ErrNoFolder) || !strings.Contains(err.Error(), shown) {
					t.Errorf("error %v", err)
				}
				for _, dir := range []string{shown, other, shown + ".old"} {
					if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
						t.Errorf("it ran in %s", dir)
					}
				}
			})
		}
	})
}

// Somebody who changes two folders about, as fast as the system can, never makes a call
// run in the wrong one.
func TestAFolderThatIsSwappedAllTheTime(t *testing.T) {
	settledPlaces(t, func(t *testing.T, w *Walls, space string) {
		shown, other := filepath.Join(space, "shown"), filepath.Join(space, "other")
		makeDirs(t, shown, other)
		stop, done := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			for {
				select {
				case <-stop:
					return
				default:
					_ = unix.Renameat2(unix.AT_FDCWD, shown, unix.AT_FDCWD, other, unix.RENAME_EXCHANGE) // both are there at any time
				}
			}
		}()
		defer func() { close(stop); <-done }()
		ran, refused := 0, 0
		for i := 0; i < 1000 && (ran < 10 || refused < 3); i++ {
			c := bash(t, "cat mark")
			f, err := os.OpenFile(shown, unix.O_PATH|unix.O_DIRECTORY, 0)
			if err != nil {
				t.Fatal(err)
			}
			mark := readAt(t, f)
			held, err := Hold(f, c.Path)
			if err != nil {
				t.Fatal(err)
			}
			c.Dir, c.Held, c.Walls = shown, held, w
			out, err := Run(t.Context(), c)
			held.Release()
			switch {
			case err == nil && out.Stdout.Text == mark:
				ran++
			case errors.Is(err, ErrSwapped), errors.Is(err, ErrNoFolder):
				refused++
			default:
				t.Fatalf("settled in %q: %v, printed %q and %q", mark, err, out.Stdout.Text, out.Stderr.Text)
			}
		}
		t.Logf("%d ran, %d were refused", ran, refused)
		if ran == 0 || refused == 0 {
			t.Error("this test shows nothing")
		}
	})
}

// readAt reads the mark of an open folder.
func readAt(t *testing.T, folder *os.File) string {
	t.Helper()
	fd, err := unix.Openat(int(folder.Fd()), "mark", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 100)
	n, err := unix.Read(fd, buf)
	if err := errors.Join(err, unix.Close(fd)); err != nil {
		t.Fatal(err)
	}
	return string(buf[:n])
}

// The same of the program: neither another file nor other bytes in the same file.
func TestASettledProgram(t *testing.T) {
	settledPlaces(t, func(t *testing.T, w *Walls, space string) {
		write := func(path, text string) error { return os.WriteFile(path, []byte("#!/bin/sh\necho "+text+"\n"), 0o755) }
		for name, swap := range map[string]func(path string) error{
			"left alone":   func(string) error { return nil },
			"another file": func(path string) error { return errors.Join(write(path+"2", "evil"), os.Rename(path+"2", path)) },
			"other bytes":  func(path string) error { return write(path, "evil") },
			"other bytes of the same age": func(path string) error {
				info, err := os.Stat(path)
				if err != nil {
					return err
				}
				return errors.Join(write(path, "evil"), os.Chtimes(path, info.ModTime(), info.ModTime()))
			},
			"a link": func(path string) error {
				return errors.Join(os.Remove(path), os.Symlink("/bin/true", path))
			},
		} {
			t.Run(name, func(t *testing.T) {
				path := filepath.Join(space, strings.ReplaceAll(name, " ", "-"))
				if err := write(path, "good"); err != nil {
					t.Fatal(err)
				}
				f, err := os.Open(space)
				if err != nil {
					t.Fatal(err)
				}
				held, err := Hold(f, path)
				if err != nil {
					t.Fatal(err)
				}
				defer held.Release()
				nextTick(t, path)
				if err := swap(path); err != nil {
					t.Fatal(err)
				}
				out, err := Run(t.Context(), Command{Path: path, Dir: space, Env: os.Environ(), Held: held, Walls: w, Timeout: 20 * time.Second})
				if name == "left alone" {
					if err != nil || out.Stdout.Text != "good\n" {
						t.Errorf("%v: printed %q", err, out.Stdout.Text)
					}
					return
				}
				if !errors.Is(err, ErrSwapped) || !strings.Contains(err.Error(), path) || out.Stdout.Text != "" {
					t.Errorf("error %v, printed %q", err, out.Stdout.Text)
				}
			})
		}
	})
}

// nextTick waits until the disk's clock has gone on since a file was changed: it ticks
// a few hundred times a second.
func nextTick(t *testing.T, path string) {
	t.Helper()
	was, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "a tick of the clock", func() bool {
		if err := os.WriteFile(path+".tick", nil, 0o600); err != nil {
			t.Fatal(err)
		}
		now, err := os.Stat(path + ".tick")
		return err == nil && now.ModTime().After(was.ModTime())
	})
}

// The handle is of the outside, where the room's covers are not: a program that got it
// would walk out by "..".
func TestAHeldFolderIsNotHandedOver(t *testing.T) {
	w, space := walls(t, nil)
	c := settle(t, w, space, `ls -l /proc/self/fd; cd -P .; cd ../../../../../../..; pwd -P; cat /proc/self/mountinfo | grep -c .`)
	out := run(t, c)
	if out.ExitCode != 0 || !strings.Contains(out.Stdout.Text, "\n/\n") || strings.Count(out.Stdout.Text, " -> ") > 4 {
		t.Errorf("%d: %s%s", out.ExitCode, out.Stdout.Text, out.Stderr.Text)
	}
	outside := run(t, settle(t, w, space, `ls -a "$HOME"`))
	plain := run(t, Command{Path: c.Path, Args: []string{"-c", `ls -a "$HOME"`}, Env: os.Environ(), Walls: w, Dir: "/"})
	if outside.Stdout.Text != plain.Stdout.Text {
		t.Errorf("the home folder shows %q from the settled folder, and %q else", outside.Stdout.Text, plain.Stdout.Text)
	}
}

// What holds is let go, whatever becomes of the call.
func TestHeldLeavesNothingOpen(t *testing.T) {
	w, space := walls(t, nil)
	run(t, settle(t, w, space, "true"))
	before := openFiles(t)
	for range 50 {
		c := settle(t, w, space, "true")
		c.Held.Release()
		c.Held.Release()
		gone := settle(t, w, space, "true")
		gone.Dir = filepath.Join(space, "elsewhere")
		if _, err := Run(t.Context(), gone); err == nil {
			t.Fatal("it ran in a folder that it does not hold")
		}
		gone.Held.Release()
	}
	if after := openFiles(t); after > before+2 {
		t.Errorf("%d files are open, %d were before", after, before)
	}
	if _, err := Hold(must(os.Open(space)), filepath.Join(space, "no program")); err == nil {
		t.Error("a program that is not there is held")
	}
}

func must(f *os.File, err error) *os.File {
	if err != nil {
		panic(err)
	}
	return f
}
