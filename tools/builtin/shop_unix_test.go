//go:build unix

package builtin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"handrail/internal/confine"
	"handrail/internal/proc"
	"handrail/internal/spool"
	"handrail/tools"
)

// A shop is a space with the tools that start programs, as a test uses them.
type shop struct {
	t     *testing.T
	space string
	jobs  *Jobs
	dir   string // where whole outputs are
	tools map[string]tools.Tool
}

func newShop(t *testing.T, change ...func(*BashConfig)) *shop {
	t.Helper()
	space, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	roots, err := confine.New(confine.Config{Base: space})
	if err != nil {
		t.Fatal(err)
	}
	s := &shop{t: t, space: space, dir: filepath.Join(t.TempDir(), "output"), tools: map[string]tools.Tool{}}
	store := spool.New(spool.Config{Dir: s.dir})
	c := BashConfig{Env: os.Environ(), DigestKey: []byte("key"), Jobs: NewJobs(store)}
	for _, ch := range change {
		ch(&c)
	}
	c.House.Shelf = c.Jobs
	s.jobs = c.Jobs
	source, err := New(Config{Roots: roots, Bash: c})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range source.list {
		s.tools[tool.Info().Name] = tool
	}
	t.Cleanup(func() {
		s.jobs.Close()
		roots.Close()
	})
	return s
}

// settle prepares a call of a session.
func (s *shop) settle(session, tool string, in input) (tools.Invocation, error) {
	s.t.Helper()
	raw, err := json.Marshal(in)
	if err != nil {
		s.t.Fatal(err)
	}
	checked, err := s.tools[tool].Info().Input.Check(raw)
	if err != nil {
		return nil, tools.Errorf(tools.InvalidArgs, "%v", err) // as the pipeline has it
	}
	return s.tools[tool].Prepare(s.t.Context(), tools.Call{ID: "c_1", Tool: tool, Session: session, Space: s.space}, checked)
}

// call makes one call and reads its content into value.
func (s *shop) call(session, tool string, in input, value any) (tools.Result, *tools.Error) {
	s.t.Helper()
	act, err := s.settle(session, tool, in)
	if err != nil {
		return tools.Result{}, tools.AsError(err)
	}
	result, err := act.Run(s.t.Context(), tools.Discard{})
	if result.Content != "" && value != nil {
		if err := json.Unmarshal([]byte(result.Content), value); err != nil {
			s.t.Fatalf("content %q: %v", result.Content, err)
		}
	}
	return result, tools.AsError(err)
}

// start starts a job in session s and returns its name.
func (s *shop) start(command string) string {
	s.t.Helper()
	var out startedOutput
	if _, err := s.call("s", "bash", input{"command": command, "background": true}, &out); err != nil {
		s.t.Fatal(err)
	}
	return out.Job
}

// read reads a piece of a job's output.
func (s *shop) read(id string, since int64) jobOutput {
	s.t.Helper()
	var out jobOutput
	result, err := s.call("s", "job_output", input{"job": id, "since": since}, &out)
	if err != nil {
		s.t.Fatal(err)
	}
	if len(result.Content) > tools.ContentLimit {
		s.t.Fatalf("a piece has %d bytes: it would be cut", len(result.Content))
	}
	return out
}

// until reads from since until ok says that it is enough.
func (s *shop) until(id string, since int64, what string, ok func(jobOutput) bool) jobOutput {
	s.t.Helper()
	var out jobOutput
	eventually(s.t, what, func() bool {
		out = s.read(id, since)
		return ok(out)
	})
	return out
}

func over(o jobOutput) bool { return !o.Running }

// eventually waits for the world to become what it should.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(20 * time.Second); !ok(); {
		select {
		case <-late:
			t.Fatalf("waited in vain for %s", what)
		case <-tick.C:
		}
	}
}

// pid reads a process id that a script has written to a file of the space.
func (s *shop) pid(name string) int {
	s.t.Helper()
	var pid int
	eventually(s.t, name, func() bool {
		raw, err := os.ReadFile(filepath.Join(s.space, name))
		if err != nil || !bytes.HasSuffix(raw, []byte("\n")) {
			return false
		}
		pid, err = strconv.Atoi(strings.TrimSpace(string(raw)))
		return err == nil
	})
	return pid
}

// lives reports whether a process runs; one that is dead and not yet buried
// does not.
func lives(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return !errors.Is(err, os.ErrNotExist) || fileMissing("/proc/self")
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	return fields[0][0] != 'Z'
}

func fileMissing(path string) bool {
	_, err := os.Stat(path)
	return err != nil
}

func fifo(t *testing.T, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
}

// keeper is a proc.Keeper made of functions.
type keeper struct {
	enter func(proc.Errand) error
	leave func(proc.Errand, proc.Outcome) error
}

func (k keeper) Enter(_ context.Context, e proc.Errand) (proc.Stay, error) {
	if k.enter != nil {
		if err := k.enter(e); err != nil {
			return nil, err
		}
	}
	return stay{k, e}, nil
}

// stay is a proc.Stay without walls.
type stay struct {
	keeper keeper
	errand proc.Errand
}

func (stay) Walls() *proc.Walls { return nil }

func (s stay) Leave(o proc.Outcome) (string, error) {
	if s.keeper.leave == nil {
		return "", nil
	}
	return "a setting was not kept", s.keeper.leave(s.errand, o)
}
