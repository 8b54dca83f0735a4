package servers_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"handrail/internal/proc"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
)

// A test says step by step how far a server gets, and leaves nothing running.
func TestServerTests(t *testing.T) {
	t.Parallel()
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, "", "-says", "starting up"), nil)
	test, err := b.S.Servers().Trials().Test(t.Context(), "peer")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, step := range test.Steps {
		names = append(names, step.Name)
	}
	if got, want := strings.Join(names, ", "), "Read the settings, Found the program, Started, Answered, Listed its tools"; !test.OK || got != want {
		t.Errorf("the steps are %q, %+v", got, test)
	}
	if len(test.Tools) != 8 || test.Version != "1.2.3" || !strings.Contains(strings.Join(test.Said, "\n"), "starting up") {
		t.Errorf("the test is %+v", test)
	}
	if v := operatortest.ServerNamed(t, b.S, "peer"); !v.Known {
		t.Error("a test that works tells what the server has")
	}
	outside := filepath.Join(t.TempDir(), "closed", "data.txt")
	operatortest.WriteFile(t, outside, "x")
	hidden, err := filepath.Rel(b.S.Servers().DataFolder("trial"), outside) // not a path that is opened because arguments name it
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ settings, step, text string }{
		"nothing":   {`{}`, "Read the settings", "neither a command nor a url"},
		"missing":   {`{"command":"no-such-program-anywhere"}`, "Found the program", "PATH comes from"},
		"dies":      {operatortest.Peer(t, "", "-fail", "no key was given"), "Answered", "no key was given"},
		"is walled": {operatortest.Peer(t, "", "-open", hidden), "Answered", "no such file"},
	} {
		var set settings.Server
		if err := json.Unmarshal([]byte(tt.settings), &set); err != nil {
			t.Fatal(err)
		}
		test, err := b.S.Servers().Trials().TestSettings(t.Context(), "trial", set)
		if err != nil {
			t.Fatal(err)
		}
		last := test.Steps[len(test.Steps)-1]
		if test.OK || last.Name != tt.step || !strings.Contains(last.Text, tt.text) {
			t.Errorf("%s: the last step is %+v, want %q with %q", name, last, tt.step, tt.text)
		}
	}
}

// What a test finds out is what a list says later, in any process.
func TestATestThatFailsIsKept(t *testing.T) {
	t.Parallel()
	b := operatortest.WithServers(t, `"dies":`+operatortest.Peer(t, "", "-fail", "no key was given"), nil)
	if test, err := b.S.Servers().Trials().Test(t.Context(), "dies"); err != nil || test.OK {
		t.Fatalf("%+v, %v", test, err)
	}
	last, failed, err := b.S.Servers().Trials().LastFailure(t.Context(), "dies")
	if err != nil || !failed || !strings.Contains(last.Reason, "no key was given") || len(last.Said) == 0 {
		t.Errorf("kept is %+v, %t, %v", last, failed, err)
	}
}

// Closing ends all servers at once, also one that does not want to.
func TestServersEndWithTheSpace(t *testing.T) {
	t.Parallel()
	const mark = "server of the space that ends"
	b := operatortest.WithServers(t, `"one":`+operatortest.Peer(t, "", "-says", mark)+`,"clings":`+operatortest.Peer(t, "", "-clings", "-says", mark), nil)
	operatortest.Said(t, b.S, "one__echo", "x")
	operatortest.Said(t, b.S, "clings__echo", "x")
	pids := processesOf(t, mark)
	if len(pids) != 2 {
		t.Fatalf("%d processes run, want 2", len(pids))
	}
	if err := b.O.RemoveSpace(b.Dir); err != nil {
		t.Error(err)
	}
	for _, pid := range pids {
		operatortest.WaitUntil(t, "process "+strconv.Itoa(pid)+" is gone", func() bool { return !proc.Alive(pid) })
	}
}

// processesOf are the children of this process, and theirs, that have a word among
// their arguments.
func processesOf(t *testing.T, word string) []int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	var out []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || !below(pid, os.Getpid()) {
			continue
		}
		if raw, err := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline")); err == nil && strings.Contains("\x00"+string(raw), "\x00"+word+"\x00") {
			out = append(out, pid)
		}
	}
	return out
}

// below reports whether a process comes from another one.
func below(pid, top int) bool {
	for range 20 {
		raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
		if err != nil {
			return false
		}
		_, rest, _ := strings.Cut(string(raw), ") ")
		fields := strings.Fields(rest)
		if len(fields) < 2 {
			return false
		}
		if pid, err = strconv.Atoi(fields[1]); err != nil || pid <= 1 {
			return false
		}
		if pid == top {
			return true
		}
	}
	return false
}
