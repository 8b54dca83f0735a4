//go:build unix

package builtin

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"handrail/internal/proc"
	"handrail/internal/spool"
	"handrail/tools"
	"handrail/tools/toolstest"
)

func TestAJobIsFollowedAndOutlivesItsCall(t *testing.T) {
	s := newShop(t)
	fifo(t, filepath.Join(s.space, "go"))
	var started startedOutput
	result, failed := s.call("s", "bash", input{"command": "echo one; read x < go; echo two >&2; exit 3", "background": true}, &started)
	if failed != nil || !started.Running || result.Meta.Output != started.Job || result.Meta.ExitCode != nil {
		t.Fatalf("%+v, %v", result, failed)
	}
	id := started.Job
	first := s.until(id, 0, "the first line", func(o jobOutput) bool { return o.Next > 0 })
	if first.Text != "one\n" || first.Next != 4 || first.Left != 0 || !first.Running || first.ExitCode != nil {
		t.Errorf("while it runs: %+v", first)
	}
	if again := s.read(id, first.Next); again.Text != "" || again.Next != 4 || !again.Running {
		t.Errorf("nothing new: %+v", again)
	}
	if err := os.WriteFile(filepath.Join(s.space, "go"), []byte("\n"), 0); err != nil {
		t.Fatal(err)
	}
	last := s.until(id, first.Next, "the end", over)
	if last.Text != "two\n" || last.ExitCode == nil || *last.ExitCode != 3 {
		t.Errorf("at the end: %+v", last)
	}
	if whole := s.read(id, 0); whole.Text != "one\ntwo\n" {
		t.Errorf("after the end: %+v", whole)
	}
	for range 2 {
		var stopped jobStopped
		if _, err := s.call("s", "job_stop", input{"job": id}, &stopped); err != nil || stopped.ExitCode != 3 || stopped.Running {
			t.Errorf("stopping what has ended: %+v, %v", stopped, err)
		}
	}
}

func TestStoppingEndsTheWholeTree(t *testing.T) {
	s := newShop(t)
	// a child of a child, whose parent is gone, and one that does not want to end
	id := s.start(`(sleep 1000 & echo $! > grandchild) & (trap "" TERM; echo $BASHPID > stubborn; while :; do sleep 1; done) & wait; wait`)
	grandchild, stubborn := s.pid("grandchild"), s.pid("stubborn")
	var stopped jobStopped
	if _, err := s.call("s", "job_stop", input{"job": id}, &stopped); err != nil || stopped.Note != "it was stopped" {
		t.Fatalf("%+v, %v", stopped, err)
	}
	for _, pid := range []int{grandchild, stubborn} {
		if lives(pid) {
			t.Errorf("process %d lives", pid)
		}
	}
	if o := s.read(id, 0); o.Running || o.ExitCode == nil || o.Note != "it was stopped" {
		t.Errorf("%+v", o)
	}
}

func TestWhatAJobLeavesBehindDoesNotKeepItRunning(t *testing.T) {
	s := newShop(t)
	id := s.start(`echo said; (setsid sleep 1000 & echo $! > left); exit 0`)
	left := s.pid("left")
	t.Cleanup(func() { _ = syscall.Kill(left, syscall.SIGKILL) })
	if o := s.until(id, 0, "the end", over); o.Text != "said\n" || *o.ExitCode != 0 {
		t.Errorf("%+v", o)
	}
	if !lives(left) {
		t.Error("what it left on purpose was ended")
	}
}

func TestJobsEndWithTheApp(t *testing.T) {
	s := newShop(t)
	s.start(`echo $$ > one; sleep 1000`)
	s.start(`(sleep 1000 & echo $! > two); sleep 1000`)
	one, two := s.pid("one"), s.pid("two")
	s.jobs.Close()
	if lives(one) || lives(two) {
		t.Error("a job has outlived the app")
	}
	if _, err := s.call("s", "bash", input{"command": ":", "background": true}, nil); err == nil || err.Code != tools.Unavailable {
		t.Errorf("a job started while closing: %v", err)
	}
	// the app is opened again on the same folder
	again := newShop(t, func(c *BashConfig) { c.Jobs = NewJobs(spool.New(spool.Config{Dir: s.dir})) })
	entries, err := os.ReadDir(s.dir)
	if err != nil || len(entries) != 2 {
		t.Fatalf("%v, %v", entries, err)
	}
	id := strings.TrimSuffix(entries[0].Name(), ".log")
	if _, err := again.call("s", "job_output", input{"job": id}, nil); err == nil || err.Code != tools.NotFound || !strings.Contains(err.Message, "gone with the app") {
		t.Errorf("after a restart: %v", err)
	}
}

func TestJobsBelongToASessionAndASpace(t *testing.T) {
	s := newShop(t)
	other := newShop(t, func(c *BashConfig) { c.Jobs = s.jobs }) // another space of the same app
	id := s.start("echo mine; sleep 1000")
	for name, ask := range map[string]func(tool string) *tools.Error{
		"session": func(tool string) *tools.Error { _, err := s.call("t", tool, input{"job": id}, nil); return err },
		"space":   func(tool string) *tools.Error { _, err := other.call("s", tool, input{"job": id}, nil); return err },
	} {
		for _, tool := range []string{"job_output", "job_stop"} {
			if err := ask(tool); err == nil || err.Code != tools.NotFound || !strings.Contains(err.Message, "It has no jobs") {
				t.Errorf("%s from another %s: %v", tool, name, err)
			}
		}
	}
	if _, err := s.call("s", "job_output", input{"job": "nonsense"}, nil); err == nil || !strings.Contains(err.Message, id+" (running: echo mine; sleep 1000)") {
		t.Errorf("the session's own jobs are not listed: %v", err)
	}
	if !s.read(id, 0).Running {
		t.Error("it was stopped")
	}
	if list := s.jobs.List(); len(list) != 1 || list[0].ID != id || !list[0].Running || list[0].Space != s.space || list[0].Tool != "bash" {
		t.Errorf("the app lists %+v", list)
	}
	if err := s.jobs.Stop(id); err != nil || s.jobs.List()[0].Running || s.jobs.List()[0].Why != "it was stopped" {
		t.Errorf("the person stops it: %v, %+v", err, s.jobs.List())
	}
	if err := s.jobs.Stop("nonsense"); err == nil {
		t.Error("a job that is not there was stopped")
	}
}

func TestTwentyJobsOfASessionRunAtOnce(t *testing.T) {
	s := newShop(t)
	var group sync.WaitGroup
	var mu sync.Mutex
	var started, refused int
	for range 2 * jobsAtOnce {
		group.Go(func() {
			_, err := s.call("s", "bash", input{"command": "sleep 1000", "background": true}, nil)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				started++
			case err.Code == tools.Unavailable && strings.Contains(err.Message, "stop one with job_stop"):
				refused++
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if started != jobsAtOnce || refused != jobsAtOnce {
		t.Errorf("%d started, %d refused", started, refused)
	}
	if _, err := s.call("t", "bash", input{"command": ":", "background": true}, nil); err != nil {
		t.Errorf("another session: %v", err)
	}
	if err := s.jobs.Stop(s.jobs.List()[0].ID); err != nil {
		t.Fatal(err)
	}
	s.start(":")
}

func TestAJobWithATimeout(t *testing.T) {
	s := newShop(t)
	var started startedOutput
	if _, err := s.call("s", "bash", input{"command": "echo before; sleep 1000", "background": true, "timeout": 1}, &started); err != nil {
		t.Fatal(err)
	}
	if o := s.until(started.Job, 0, "its timeout", over); o.Text != "before\n" || !strings.Contains(o.Note, "after 1s, its timeout") {
		t.Errorf("%+v", o)
	}
}

func TestACallThatIsCancelledWhileItsJobStarts(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := newShop(t, func(c *BashConfig) {
		c.House.Keeper = keeper{enter: func(proc.Errand) error { cancel(); return nil }}
	})
	act, err := s.settle("s", "bash", input{"command": "sleep 1000", "background": true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := act.Run(ctx, tools.Discard{}); tools.AsError(err) == nil || tools.AsError(err).Code != tools.Cancelled {
		t.Errorf("error %v, want cancelled", err)
	}
	for _, j := range s.jobs.List() {
		if j.Running {
			t.Errorf("it runs: %+v", j)
		}
	}
}

func TestAJobThatCannotStartLeavesNothing(t *testing.T) {
	s := newShop(t)
	if err := os.Mkdir(filepath.Join(s.space, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	act, err := s.settle("s", "bash", input{"command": ":", "background": true, "cwd": "sub"})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(s.space, "sub")); err != nil {
		t.Fatal(err)
	}
	if _, err := act.Run(t.Context(), tools.Discard{}); tools.AsError(err) == nil || tools.AsError(err).Code != tools.FileNotFound {
		t.Errorf("error %v, want file_not_found", err)
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil || len(entries) > 0 || len(s.jobs.List()) > 0 || len(s.jobs.starting) > 0 {
		t.Errorf("left are %v, %v, %+v", entries, err, s.jobs.List())
	}
	s.jobs.Close() // does not wait for what never began
}

func TestWhatAKeeperSays(t *testing.T) {
	var seen []proc.Errand
	s := newShop(t, func(c *BashConfig) {
		c.House.Keeper = keeper{
			enter: func(e proc.Errand) error {
				seen = append(seen, e)
				if len(seen) == 1 {
					return tools.Errorf(tools.PermissionDenied, "the room cannot be built")
				}
				return nil
			},
			leave: func(_ proc.Errand, o proc.Outcome) error {
				return tools.Errorf(tools.NetworkDisabled, "example.com is out of reach")
			},
		}
	})
	if _, err := s.call("s", "bash", input{"command": "touch made"}, nil); err == nil || err.Code != tools.PermissionDenied {
		t.Errorf("a room that cannot be built: %v", err)
	}
	if !fileMissing(filepath.Join(s.space, "made")) {
		t.Error("it ran without a room")
	}
	var out programOutput
	result, err := s.call("s", "bash", input{"command": "echo tried; exit 7"}, &out)
	if err == nil || err.Code != tools.NetworkDisabled || out.Stdout != "tried\n" || *result.Meta.ExitCode != 7 {
		t.Errorf("a bad end: %+v, %v", out, err)
	}
	if !strings.HasPrefix(result.Meta.Sandbox, "not enforced") {
		t.Errorf("sandbox is %q", result.Meta.Sandbox)
	}
	if _, err := s.call("s", "bash", input{"command": ":"}, &out); err != nil || out.Note != "a setting was not kept" {
		t.Errorf("a good end: %v, noted %q", err, out.Note)
	}
	id := s.start("exit 7")
	if o := s.until(id, 0, "the end", over); o.Note != "example.com is out of reach" {
		t.Errorf("of a job: %+v", o)
	}
	want := proc.Errand{Call: "c_1", Tool: "bash", Session: "s", Space: s.space}
	for _, e := range seen {
		if e.Call != want.Call || e.Tool != want.Tool || e.Session != want.Session || e.Space != want.Space {
			t.Errorf("the keeper heard of %+v, want %+v", e, want)
		}
	}
}

func TestOldJobsAreForgotten(t *testing.T) {
	j := NewJobs(spool.New(spool.Config{Dir: t.TempDir()}))
	defer j.Close()
	for i := range jobsEnded + 10 {
		j.add(&job{id: strconv.Itoa(i), done: true})
	}
	if len(j.list) != jobsEnded || j.list[0].id != "10" {
		t.Errorf("%d are remembered, the oldest is %s", len(j.list), j.list[0].id)
	}
}

func TestJobToolsContract(t *testing.T) {
	s := newShop(t)
	one, two := s.start("sleep 1000"), s.start("sleep 1000")
	call := tools.Call{Session: "s", Space: s.space}
	for _, name := range []string{"job_output", "job_stop"} {
		t.Run(name, func(t *testing.T) {
			toolstest.Run(t, toolstest.Case{
				Tool: s.tools[name], Call: call, Folder: s.space,
				Input: fmt.Sprintf(`{"job":%q}`, one), Other: fmt.Sprintf(`{"job":%q}`, two),
			})
		})
	}
	t.Run("spawn", func(t *testing.T) {
		toolstest.Run(t, toolstest.Case{
			Tool: s.tools["spawn"], Call: call, Folder: s.space, Input: `{"command":"echo","args":["a"]}`, Other: `{"command":"echo","args":["a b"]}`,
		})
	})
}
