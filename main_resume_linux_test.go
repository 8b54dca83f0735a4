package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"handrail/journal"
)

// markTool appends a line to a file, which can be seen to happen twice. It waits before or
// after that where a file says so.
const markTool = "---\nid: mark\nname: Mark\ndescription: Appends a line.\nsideEffect: true\nparameters:\n  - {name: n, type: string, description: which, required: true}\ncommand: \"sh mark.sh {{n}}\"\n---\n"

const markScript = `if [ -e before-$1 ]; then touch held; sleep 100; fi
echo "$1 $HANDRAIL_IDEMPOTENCY_KEY" >> log
echo "marked $1"
if [ -e after-$1 ]; then sleep 0.3; touch held; sleep 100; fi
`

// holdHook lets a call that has finished wait before it returns.
const holdHook = `{"hooks":[{"id":"hold","type":"post_tool","tools":["mark"],"command":"if [ -e returns ]; then case $TOOL_INPUT in *\"$(cat returns)\"*) touch held; sleep 100;; esac; fi","write":["."],"timeout":200}]}`

// tenCalls is a script of ten calls: eight that mark, two that read.
const tenCalls = `{"text":"One.","calls":[{"name":"mark","arguments":{"n":"m1"}},{"name":"read","arguments":{"path":"notes.md"}}]}
{"text":"Two.","calls":[{"name":"mark","arguments":{"n":"m2"}},{"name":"mark","arguments":{"n":"m3"}},{"name":"read","arguments":{"path":"notes.md"}},{"name":"mark","arguments":{"n":"m4"}}]}
{"text":"Three is slow.","delay_ms":DELAY,"calls":[{"name":"mark","arguments":{"n":"m5"}}]}
{"text":"Four.","calls":[{"name":"mark","arguments":{"n":"m6"}},{"name":"mark","arguments":{"n":"m7"}},{"name":"mark","arguments":{"n":"m8"}}]}
{"text":"All is done."}
`

// A cutSpace is a space whose runs are killed.
type cutSpace struct {
	*served
	run string
}

func newCutSpace(t *testing.T, script string) *cutSpace {
	t.Helper()
	s := &cutSpace{served: newServed(t)}
	for name, text := range map[string]string{
		"agent/config.md": "---\nid: helper\nname: Helper\n---\nYou help.\n", "agent/tools/mark.md": markTool, "mark.sh": markScript,
		"agent/hooks/hooks.json": holdHook, "turns.jsonl": script,
	} {
		s.write(name, text)
	}
	if out, err := s.command("space", "trust", "--yes").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return s
}

func (s *cutSpace) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.space, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *cutSpace) remove(names ...string) {
	s.t.Helper()
	for _, name := range names {
		if err := os.Remove(filepath.Join(s.space, name)); err != nil && !os.IsNotExist(err) {
			s.t.Fatal(err)
		}
	}
}

// cut runs a command that prints events, and kills it by a signal when one comes upon which
// enough has come: when says yes of it, or the file "held" is there.
func (s *cutSpace) cut(signal syscall.Signal, when func(journal.Event) bool, args ...string) {
	s.t.Helper()
	s.remove("held")
	cmd := s.command(append([]string{"--json", "--confirm", "allow"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	come := make(chan bool, 1)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var ev journal.Event
			if json.Unmarshal(lines.Bytes(), &ev) != nil {
				continue
			}
			s.run = ev.Run
			if when != nil && when(ev) {
				come <- true
				when = nil
			}
		}
	}()
	late := time.After(time.Minute)
	for waiting := true; waiting; {
		select {
		case <-come:
			waiting = false
		case <-ended:
			s.t.Fatal("the run ended before it was cut")
		case <-late:
			s.t.Fatal("nothing came at which the run is cut")
		case <-time.After(5 * time.Millisecond):
			_, err := os.Stat(filepath.Join(s.space, "held"))
			waiting = err != nil
		}
	}
	if err := cmd.Process.Signal(signal); err != nil {
		s.t.Fatal(err)
	}
	<-ended
	_ = cmd.Wait() // it was killed
}

// resume is "runs resume" with flags: its exit code, and all that it prints.
func (s *cutSpace) resume(flags ...string) (code int, printed string) {
	s.t.Helper()
	cmd := s.command(append([]string{"--confirm", "allow", "runs", "resume", s.run}, flags...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal
	out, err := cmd.CombinedOutput()
	if exit := (&exec.ExitError{}); err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// marked is what was done, in order, without the keys; keys are those of each.
func (s *cutSpace) marked() (marks string, keys map[string][]string) {
	s.t.Helper()
	raw, err := os.ReadFile(filepath.Join(s.space, "log"))
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	keys = map[string][]string{}
	var list []string
	for line := range strings.Lines(string(raw)) {
		mark, key, _ := strings.Cut(strings.TrimSpace(line), " ")
		list, keys[mark] = append(list, mark), append(keys[mark], key)
	}
	return strings.Join(list, " "), keys
}

// events are those of the run, by "kind call".
func (s *cutSpace) events() (list []journal.Event) {
	s.t.Helper()
	out, err := s.command("--json", "runs", "show", s.run).Output()
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		var ev journal.Event
		if err := json.Unmarshal([]byte(line), &ev); err != nil {
			s.t.Fatal(err)
		}
		list = append(list, ev)
	}
	return list
}

func is(kind journal.Kind, call string) func(journal.Event) bool {
	return func(ev journal.Event) bool { return ev.Kind == kind && strings.HasSuffix(ev.Call, call) }
}

// A run of ten calls is killed at one of many points and resumed: what was done is not done
// again, and what was not done is.
func TestAKilledRunGoesOn(t *testing.T) {
	t.Parallel()
	const whole = "m1 m2 m3 m4 m5 m6 m7 m8"
	for _, x := range []struct {
		name  string
		file  [2]string // that makes a call wait
		when  func(journal.Event) bool
		delay int
		lost  string   // the call that has to be decided
		flags []string // that decide it
		log   string   // what was done when it was killed
		want  string
	}{
		{name: "before the act of a call", file: [2]string{"before-m3"}, lost: "-2-2", flags: []string{"--again"}, log: "m1 m2", want: whole},
		{name: "after the act of a call", file: [2]string{"after-m3"}, lost: "-2-2", flags: []string{"--happened"}, log: "m1 m2 m3", want: whole},
		{name: "after the act of a call, which the person repeats", file: [2]string{"after-m3"}, lost: "-2-2", flags: []string{"--again"}, log: "m1 m2 m3", want: "m1 m2 m3 m3 m4 m5 m6 m7 m8"},
		{name: "after a call finished and before it returned", file: [2]string{"returns", "m7"}, log: "m1 m2 m3 m4 m5 m6 m7", want: whole},
		{name: "while the model answers", when: is(journal.Returned, "-2-4"), delay: 5000, log: "m1 m2 m3 m4", want: whole},
		{name: "in the first call", file: [2]string{"before-m1"}, lost: "-1-1", flags: []string{"--again"}, want: whole},
		{name: "in the last call", file: [2]string{"after-m8"}, lost: "-4-3", flags: []string{"--happened"}, log: whole, want: whole},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			s := newCutSpace(t, strings.ReplaceAll(tenCalls, "DELAY", fmt.Sprint(x.delay)))
			if x.file[0] != "" {
				s.write(x.file[0], x.file[1])
			}
			s.cut(syscall.SIGKILL, x.when, "run", "--model", "scripted/turns.jsonl", "mark all")
			if got, _ := s.marked(); got != x.log {
				t.Fatalf("it was killed after %q, want %q", got, x.log)
			}
			s.remove("held", "before-m1", "before-m3", "after-m3", "after-m8", "returns")
			s.write("turns.jsonl", strings.ReplaceAll(tenCalls, "DELAY", "0"))

			if x.lost != "" {
				code, printed := s.resume()
				if code != 3 || !strings.Contains(printed, s.run+x.lost) || !strings.Contains(printed, "Nothing was resumed") || !strings.Contains(printed, "--happened CALL") {
					t.Errorf("without a word on it: code %d\n%s", code, printed)
				}
				if !strings.Contains(printed, "that changed since it began") {
					t.Errorf("what it has changed is not said:\n%s", printed)
				}
				if strings.HasPrefix(x.file[0], "after") && !strings.Contains(printed, "marked m") {
					t.Errorf("what it printed is not shown:\n%s", printed)
				}
				if got, _ := s.marked(); got != x.log {
					t.Fatalf("a refusal has done %q", got)
				}
				x.flags = append(x.flags, s.run+x.lost)
			}
			if code, printed := s.resume(x.flags...); code != 0 || !strings.Contains(printed, "All is done.") {
				t.Errorf("code %d\n%s", code, printed)
			}
			got, keys := s.marked()
			if got != x.want {
				t.Errorf("done is %q, want %q", got, x.want)
			}
			for mark, list := range keys {
				for _, key := range list {
					if key != list[0] || !strings.HasPrefix(key, "handrail:"+s.run+":") {
						t.Errorf("%s was done with the keys %q", mark, list)
					}
				}
			}
			if code, printed := s.resume(); code != 2 || !strings.Contains(printed, "was not cut: it ended as done") {
				t.Errorf("once it is done: code %d\n%s", code, printed)
			}
			startedCallsHaveEnds(t, s.events())
		})
	}
}

// startedCallsHaveEnds checks that each start of a call is followed by one end of it.
func startedCallsHaveEnds(t *testing.T, events []journal.Event) {
	t.Helper()
	open := map[string]bool{}
	for _, ev := range events {
		switch ev.Kind {
		case journal.Started, journal.Finished:
			if open[ev.Call] == (ev.Kind == journal.Started) {
				t.Errorf("%s %s comes out of turn", ev.Call, ev.Kind)
			}
			open[ev.Call] = ev.Kind == journal.Started
		}
	}
	for call, is := range open {
		if is {
			t.Errorf("%s has no end", call)
		}
	}
}

// A run that is killed, resumed and killed again goes on once more; one that is asked to
// terminate is cut as well; one that goes on cannot be resumed by somebody else.
func TestARunIsCutTwice(t *testing.T) {
	t.Parallel()
	s := newCutSpace(t, strings.ReplaceAll(tenCalls, "DELAY", "0"))
	s.write("after-m2", "")
	s.cut(syscall.SIGTERM, nil, "run", "--model", "scripted/turns.jsonl", "mark all")
	s.remove("after-m2")
	s.write("before-m7", "")
	goes := ""
	s.cut(syscall.SIGKILL, func(ev journal.Event) bool {
		if goes == "" {
			_, goes = s.resume()
		}
		return is(journal.Output, "-4-2")(ev)
	}, "runs", "resume", s.run, "--happened", s.run+"-2-1")
	if !strings.Contains(goes, "goes on") {
		t.Errorf("while another process is at it:\n%s", goes)
	}
	s.remove("before-m7")
	if out, err := s.command("runs", "list").CombinedOutput(); err != nil || !strings.Contains(string(out), "was cut. To go on with it: handrail runs resume "+s.run) {
		t.Errorf("%v\n%s", err, out)
	}
	if code, printed := s.resume("--again", s.run+"-4-2"); code != 0 {
		t.Errorf("code %d\n%s", code, printed)
	}
	if got, _ := s.marked(); got != "m1 m2 m3 m4 m5 m6 m7 m8" {
		t.Errorf("done is %q", got)
	}
	startedCallsHaveEnds(t, s.events())
}

// Two that resume one run at once: one does, the other is told, and nothing is done twice.
func TestTwoResumeOneRun(t *testing.T) {
	t.Parallel()
	s := newCutSpace(t, strings.ReplaceAll(tenCalls, "DELAY", "0"))
	s.write("before-m2", "")
	s.cut(syscall.SIGKILL, nil, "run", "--model", "scripted/turns.jsonl", "mark all")
	s.remove("before-m2")
	type end struct {
		code    int
		printed string
	}
	ends := make(chan end, 2)
	for range 2 {
		go func() {
			cmd := s.command("--confirm", "allow", "runs", "resume", s.run, "--again", s.run+"-2-1")
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			out, _ := cmd.CombinedOutput() // the code says it
			ends <- end{cmd.ProcessState.ExitCode(), string(out)}
		}()
	}
	won := 0
	for range 2 {
		switch e := <-ends; {
		case e.code == 0:
			won++
		case e.code != 2 || !strings.Contains(e.printed, "goes on") && !strings.Contains(e.printed, "was not cut"):
			t.Errorf("code %d\n%s", e.code, e.printed)
		}
	}
	if got, _ := s.marked(); won != 1 || got != "m1 m2 m3 m4 m5 m6 m7 m8" {
		t.Errorf("%d have resumed it; done is %q", won, got)
	}
}
