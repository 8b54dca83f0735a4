package restore_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"handrail/internal/restore"
	"handrail/internal/snapshot"
)

// folderFor names the folder that a process of TestMain restores.
const folderFor = "HANDRAIL_TEST_RESTORE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(folderFor); dir != "" {
		t := &testing.T{}
		steps, k := many(t, dir)
		fmt.Fprintln(os.Stderr, "ready")
		_, err := restore.Apply(context.Background(), restore.Config{Roots: roots(t, dir), Contents: k}, steps)
		fmt.Fprintln(os.Stderr, "done", err)
		return
	}
	m.Run()
}

const mostMany = 60

// many are steps that are the same in every process: of files a that change, b that go, c that are new, and a folder.
func many(t *testing.T, dir string) ([]restore.Step, kept) {
	k := kept{}
	entry := func(name, version string) *snapshot.Entry {
		text := strings.Repeat(name+version, 5000)
		return &snapshot.Entry{Kind: snapshot.File, Mode: 0o640, Size: int64(len(text)), Time: 1_600_000_000_000_000_000, Hash: k.add([]byte(text))}
	}
	steps := []restore.Step{{Root: dir, Path: "made", Want: &snapshot.Entry{Kind: snapshot.Folder, Mode: 0o750}}}
	for i := range mostMany {
		name := fmt.Sprint("a", i)
		steps = append(steps, restore.Step{Root: dir, Path: snapshot.Name(name), Now: entry(name, "old"), Want: entry(name, "new")})
		name = fmt.Sprint("b", i)
		steps = append(steps, restore.Step{Root: dir, Path: snapshot.Name(name), Now: entry(name, "old")})
		name = fmt.Sprint("made/c", i)
		steps = append(steps, restore.Step{Root: dir, Path: snapshot.Name(name), Want: entry(name, "new")})
	}
	_ = t
	return steps, k
}

// TestKilled shows that a kill at any moment leaves each file whole, the old one or the new
// one, and that the same steps complete what was begun, and clear up.
func TestKilled(t *testing.T) {
	rounds := 25
	if n, err := strconv.Atoi(os.Getenv("HANDRAIL_TEST_KILLS")); err == nil {
		rounds = n
	}
	cut := 0
	for range rounds {
		dir := t.TempDir()
		steps, k := many(t, dir)
		for _, s := range steps {
			if s.Now != nil {
				must(t, os.WriteFile(s.Abs(), k[s.Now.Hash], 0o640), os.Chmod(s.Abs(), 0o640))
			}
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), folderFor+"="+dir)
		out, err := cmd.StderrPipe()
		must(t, err, cmd.Start())
		_, err = io.ReadFull(out, make([]byte, len("ready\n")))
		must(t, err)
		time.Sleep(time.Duration(rand.IntN(30)) * time.Millisecond) // the kill comes at any moment
		_ = cmd.Process.Kill()
		if cmd.Wait() != nil {
			cut++
		}
		for _, s := range steps[1:] {
			data, err := os.ReadFile(s.Abs())
			is := func(e *snapshot.Entry) bool {
				return e == nil && os.IsNotExist(err) || e != nil && err == nil && string(data) == string(k[e.Hash])
			}
			if !is(s.Now) && !is(s.Want) {
				t.Fatalf("%s is neither old nor new: %d bytes, %v", s.Path, len(data), err)
			}
		}
		r, err := restore.Apply(context.Background(), restore.Config{Roots: roots(t, dir), Contents: k}, steps)
		if err != nil || !r.Complete() {
			t.Fatalf("the rerun: %v\n%s", err, undone(r))
		}
		want := map[snapshot.Name]*snapshot.Entry{}
		for _, s := range steps {
			if s.Want != nil {
				want[s.Path] = s.Want
			}
		}
		if d := differences(tree(t, dir, kept{}), want); len(d) > 0 {
			t.Fatalf("after the rerun: %q", d)
		}
		left, _ := filepath.Glob(filepath.Join(dir, ".handrail*")) // the pattern is sound
		if len(left) > 0 {
			t.Fatalf("left over: %q", left)
		}
	}
	if cut == 0 {
		t.Error("no kill came before the end: the test shows nothing")
	}
}
