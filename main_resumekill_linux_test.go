package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"handrail/journal"
)

// killRounds is how many runs are killed at random: HANDRAIL_TEST_KILLS says how many.
func killRounds() int {
	if n, err := strconv.Atoi(os.Getenv("HANDRAIL_TEST_KILLS")); err == nil {
		return n
	}
	return 2
}

// A run of ten calls is killed at any moment, and each going on with it too, three times or until it is
// done: in the end each mark was made once. Whoever is asked about a call that is unknown says what is so:
// that it happened, or to run it again.
func TestAResumeIsKilledAnywhere(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	dice := rand.New(rand.NewPCG(seed, 4))
	t.Logf("the seed is %d", seed)
	script := strings.ReplaceAll(tenCalls, "DELAY", "50")
	whole := newCutSpace(t, script)
	began := time.Now()
	if out, err := whole.command("--confirm", "allow", "run", "--model", "scripted/turns.jsonl", "mark all").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	took := time.Since(began)
	kills, unknown := 0, 0
	for round := range killRounds() {
		s := newCutSpace(t, script)
		begin := []string{"run", "--model", "scripted/turns.jsonl", "mark all"}
		flags, ended := begin, false
		for try := 0; !ended; try++ {
			wait := time.Duration(-1) // until it ends
			if try < 4 {
				wait = time.Duration(dice.Int64N(int64(took)))
			}
			if ended = s.killedAfter(wait, flags...); !ended {
				kills++
			}
			s.nothingRuns()
			run := s.lastRun()
			if ended = ended || run.State == journal.Done; ended { // perhaps killed right after its end
				s.run = run.ID
				break
			}
			if s.run = run.ID; run.Resume == "" { // its task was not recorded, so it has done nothing
				flags = begin
				continue
			}
			var lost int
			flags, lost = s.truth()
			unknown += lost
		}
		const once = "m1 m2 m3 m4 m5 m6 m7 m8"
		if got, keys := s.marked(); got != once {
			t.Fatalf("round %d: done is %q, with the keys %v", round, got, keys)
		}
		events := s.events()
		if last := events[len(events)-1]; last.Kind != journal.Ended || !strings.Contains(string(last.Data), string(journal.Done)) {
			t.Errorf("round %d: it ended with %s %s", round, last.Kind, last.Data)
		}
		startedCallsHaveEnds(t, events)
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d kills, %d calls that were unknown", kills, unknown)
	if kills == 0 {
		t.Error("no kill came while it ran: the test shows nothing")
	}
}

// killedAfter runs a command and kills it after a while; negative: never. It reports whether it ended by itself.
func (s *cutSpace) killedAfter(wait time.Duration, args ...string) (ended bool) {
	s.t.Helper()
	cmd := s.command(append([]string{"--confirm", "allow"}, args...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal
	out := &strings.Builder{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	if wait >= 0 {
		timer := time.AfterFunc(wait, func() { _ = cmd.Process.Kill() })
		defer timer.Stop()
	}
	err := cmd.Wait()
	if err != nil && cmd.ProcessState.ExitCode() >= 0 {
		s.t.Fatalf("%v: %v: %s", args, err, out)
	}
	return err == nil
}

// nothingRuns waits until no program of a call runs in the space: some are just being ended.
func (s *cutSpace) nothingRuns() {
	s.t.Helper()
	until(s.t, "no program runs in the space", func() bool {
		list, _ := filepath.Glob("/proc/[0-9]*/cwd")
		for _, path := range list {
			if at, err := os.Readlink(path); err == nil && at == s.space {
				return false
			}
		}
		return true
	})
}

// A listedRun is a run as it is listed, with how to go on with it.
type listedRun struct {
	journal.Run
	Resume string `json:"resume"`
}

// lastRun is the run; one without an id if there is none.
func (s *cutSpace) lastRun() (r listedRun) {
	s.t.Helper()
	out, err := s.command("--json", "runs", "list").Output()
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) { // the newest first
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			s.t.Fatal(err)
		}
		break
	}
	return r
}

// truth is how the run is resumed, by what the log says of each call that is unknown, and how many are.
func (s *cutSpace) truth() (args []string, lost int) {
	s.t.Helper()
	args = []string{"runs", "resume", s.run}
	cmd := s.command("--confirm", "allow", "runs", "resume", s.run, "--model", "nobody/nothing") // asks before anything else, and goes no further
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, _ := cmd.CombinedOutput()
	_, keys := s.marked()
	call := ""
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if id, _, ok := strings.Cut(line, "  "); ok && strings.HasPrefix(id, s.run+"-") {
			call = id
		}
		if _, mark, ok := strings.Cut(line, "mark.sh "); ok && call != "" && strings.HasPrefix(line, "action") {
			how := "--again"
			if len(keys[strings.TrimSpace(mark)]) > 0 {
				how = "--happened"
			}
			args, call, lost = append(args, how, call), "", lost+1
		}
	}
	return args, lost
}

// A call that the person lets run again where PATH is another one is not the act that they were shown: they are
// told so, and of what differs, before it asks. With the same PATH nothing is said.
func TestAResumedCallDiffers(t *testing.T) {
	t.Parallel()
	s := newCutSpace(t, strings.ReplaceAll(tenCalls, "DELAY", "0"))
	s.write("before-m2", "")
	s.cut(syscall.SIGKILL, nil, "run", "--model", "scripted/turns.jsonl", "mark all")
	s.remove("before-m2")
	const says = "would not be the act that was cut, so it asks before it runs again"
	resume := func(again string, env ...string) string {
		cmd := s.command("runs", "resume", s.run, again, s.run+"-2-1", "--model", "nobody/nothing") // which is found missing last
		cmd.Env = append(cmd.Env, env...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	if got := resume("--again", "SHLVL=7", "_=/usr/bin/other", "OLDPWD=/"); strings.Contains(got, says) {
		t.Errorf("with the same PATH it says %s", got)
	}
	path := "PATH=" + t.TempDir() + ":" + os.Getenv("PATH")
	if got := resume("--again", path); !strings.Contains(got, says) || !strings.Contains(got, "the environment of its programs") || !strings.Contains(got, "PATH is now "+strings.TrimPrefix(path, "PATH=")) {
		t.Errorf("with another PATH it says %s", got)
	}
	if got := resume("--happened", path); strings.Contains(got, says) {
		t.Errorf("of a call that does not run it says %s", got)
	}
	if got, _ := s.marked(); got != "m1" {
		t.Errorf("done is %q", got)
	}
}

// What the person lets run again in another process, and from another terminal, is the act that they were
// shown: it runs without another question, which nobody is there to answer.
func TestAResumedCommandRunsOnTheirWord(t *testing.T) {
	t.Parallel()
	s := newCutSpace(t, `{"text":"One.","calls":[{"name":"bash","arguments":{"command":"[ -e hold ] && touch held && sleep 100; echo done >> log"}}]}`+"\n"+`{"text":"All is done."}`+"\n")
	s.write("hold", "")
	s.cut(syscall.SIGKILL, nil, "run", "--model", "scripted/turns.jsonl", "do it")
	s.remove("hold", "held")
	cmd := s.command("runs", "resume", s.run, "--again", s.run+"-1-1")
	cmd.Env = append(cmd.Env, "SHLVL=7", "_=/usr/bin/other", "OLDPWD=/")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "would not be the act") {
		t.Errorf("%v: %s", err, out)
	}
	if got, _ := s.marked(); got != "done" {
		t.Errorf("done is %q", got)
	}
}
