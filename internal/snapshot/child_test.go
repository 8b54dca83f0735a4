package snapshot

import (
	"bufio"
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
)

// TestMain lets the test binary be the other process that a test needs.
func TestMain(m *testing.M) {
	if job := os.Getenv("SNAPSHOT_CHILD"); job != "" {
		if err := child(strings.Fields(job)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// startChild starts a job in a process of its own: see child. It is killed at the end of the test.
func startChild(t testing.TB, words ...any) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	c := exec.Command(self(t))
	c.Env = append(os.Environ(), "SNAPSHOT_CHILD="+strings.TrimSpace(fmt.Sprintln(words...)))
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	return c, bufio.NewScanner(out)
}

// self is the test binary, wherever it is run.
func self(t testing.TB) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// child does "hold STORE" or "churn STORE ROOT NAME ROUNDS SEED".
func child(words []string) error {
	s, err := Open(Config{Dir: words[1], Key: []byte(strings.Repeat("k", 32))})
	if err != nil {
		return err
	}
	if words[0] == "hold" {
		release, err := s.Hold(context.Background())
		if err != nil {
			return err
		}
		defer release()
		fmt.Println("held")
		select {}
	}
	rounds, err := strconv.Atoi(words[4])
	if err != nil {
		return err
	}
	seed, err := strconv.ParseUint(words[5], 10, 64)
	if err != nil {
		return err
	}
	c := churner{s: s, tree: s.Tree(TreeConfig{Root: words[2], Secret: func(p string) bool { return strings.HasSuffix(p, ".env") }}), name: words[3], dice: rand.New(rand.NewPCG(seed, 1))}
	for i := range rounds {
		if err := c.call(i); err != nil {
			return fmt.Errorf("round %d of %s: %w", i, c.name, err)
		}
		if c.dice.IntN(3) == 0 {
			if _, err := s.Sweep(context.Background(), Bounds{}); err != nil {
				return fmt.Errorf("sweep %d of %s: %w", i, c.name, err)
			}
		}
	}
	return nil
}

// A churner makes calls: it looks, changes files, looks again, and keeps what it has seen.
type churner struct {
	s    *Store
	tree *Tree
	name string
	dice *rand.Rand
}

func (c *churner) call(i int) error {
	ctx := context.Background()
	release, err := c.s.Hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	before, err := c.tree.Look(ctx)
	if err != nil {
		return err
	}
	id := fmt.Sprintf("%s-%d", c.name, i)
	claim, err := c.s.Begins().Begin(Begun{ID: id, Run: "run-" + c.name, Space: "space", Time: time.Now()}, []Seen{{c.tree, before}})
	if err != nil {
		return err
	}
	if err := c.change(); err != nil {
		return err
	}
	after, err := c.tree.Look(ctx)
	if err != nil {
		return err
	}
	set := &Set{ID: id, Space: "space", Run: "run-" + c.name, Time: time.Now(), Roots: []Root{{Path: c.tree.Root(), Changes: Between(before, after)}}}
	if err := c.s.Keep(set); err != nil {
		return err
	}
	claim.End()
	_, err = fmt.Println(set.Run, set.ID)
	return err
}

func (c *churner) change() error {
	for range 1 + c.dice.IntN(4) {
		ext := []string{"txt", "txt", "env"}[c.dice.IntN(3)]
		path := filepath.Join(c.tree.Root(), fmt.Sprintf("d%d", c.dice.IntN(3)), fmt.Sprintf("%s%d.%s", c.name, c.dice.IntN(8), ext))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		switch c.dice.IntN(6) {
		case 0:
			_ = os.Remove(path)
			continue
		case 1:
			if err := os.WriteFile(path, make([]byte, streamFrom+c.dice.IntN(99)), 0o600); err != nil {
				return err
			}
			continue
		}
		noise := make([]byte, c.dice.IntN(20_000))
		for i := range noise {
			noise[i] = byte(c.dice.Uint32()) //nolint:gosec // noise
		}
		if err := os.WriteFile(path, noise, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// whole fails the test unless each content that a set names opens and reads to its end.
func whole(t testing.TB, s *Store, run, call string) {
	t.Helper()
	set, err := s.Set(run, call)
	if err != nil {
		t.Errorf("%s of %s was kept: %v", call, run, err)
		return
	}
	for _, h := range set.hashes() {
		if err := readThrough(s, h); err != nil {
			t.Errorf("%s names %s: %v", call, h, err)
		}
	}
}

// readThrough reads a content to its end, which also tells whether it is what its name says.
func readThrough(s *Store, hash string) error {
	r, err := s.Open(hash)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.Copy(io.Discard, r)
	return err
}

// sound fails the test unless Check finds nothing, and a sweep leaves nothing half done.
func sound(t testing.TB, s *Store) {
	t.Helper()
	found, err := s.Check(context.Background())
	if err != nil || len(found) > 0 {
		t.Errorf("check: %v, %v", found, err)
	}
	if swept, err := s.Sweep(context.Background(), Bounds{}); err != nil || !swept {
		t.Errorf("swept is %v: %v", swept, err)
	}
	err = filepath.WalkDir(s.root, func(path string, d os.DirEntry, err error) error {
		parent := filepath.Base(filepath.Dir(path))
		if err == nil && !d.IsDir() && (strings.HasPrefix(d.Name(), ".") || parent == "users" || parent == "trees" && strings.Contains(d.Name(), ".")) {
			t.Errorf("a sweep leaves %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	found, err = s.Check(context.Background())
	if err != nil || len(found) > 0 {
		t.Errorf("check after a sweep: %v, %v", found, err)
	}
}
