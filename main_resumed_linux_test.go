package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"handrail/internal/dev/modeltest"
	"handrail/internal/dev/pty"
	"handrail/journal"
)

// What the person says of a call that was lost, on a terminal, is what the model reads.
func TestTheModelIsToldWhatThePersonSays(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		answer, told string
		code         int
		log          string
	}{
		{"h", "The person says that it happened: do not make it again", 0, "m1 m2"},
		{"a", "The person had it run again, and this is the result of that", 0, "m1 m1 m2"},
		{"s", "the person stopped the run there. It was already called: check before you call it again", 4, "m1"},
		{"x", "", 3, "m1"},
	} {
		t.Run(x.answer, func(t *testing.T) {
			t.Parallel()
			s := newCutSpace(t, "")
			model := modeltest.Start(t)
			s.setModel(model.URL)
			model.Play(modeltest.Turn{Calls: []modeltest.Call{{ID: "one", Name: "mark", Arguments: `{"n":"m1"}`}, {ID: "two", Name: "mark", Arguments: `{"n":"m2"}`}}})
			s.write("after-m1", "")
			s.cut(syscall.SIGKILL, nil, "run", "--model", "local/"+modeltest.Model, "mark two")
			s.remove("after-m1")
			model.Play(modeltest.Turn{Text: []string{"So be it."}})

			person, program := pty.Open(t)
			cmd := s.command("--confirm", "allow", "runs", "resume", s.run)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			screen := newScreen(person)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			screen.expect(t, "marked m1") // what is known of it
			screen.expect(t, "stop the run there (s)? ")
			if _, err := person.WriteString(x.answer + "\n"); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // its code says it
			if code := cmd.ProcessState.ExitCode(); code != x.code {
				t.Errorf("code %d, want %d", code, x.code)
			}
			if got, _ := s.marked(); got != x.log {
				t.Errorf("done is %q, want %q", got, x.log)
			}
			if x.answer == "x" {
				return
			}
			if x.answer == "s" { // the model is told when the conversation goes on
				if out, err := s.command("--confirm", "allow", "run", "--resume", s.run, "and now?").CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			asked := model.Requests()
			if told, ok := asked[len(asked)-1].Result("one"); !ok || !strings.Contains(told, x.told) {
				t.Errorf("the model is told %q, want %q", told, x.told)
			}
		})
	}
}

// setModel sets up the provider "local".
func (s *cutSpace) setModel(url string) {
	s.t.Helper()
	raw, err := json.Marshal(map[string]any{"models": map[string]any{"providers": map[string]any{"local": map[string]string{"type": "openai", "url": url}}}})
	if err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(s.space), "config", "settings.json"), raw, 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// The run of a sub-agent that was cut goes on with the call that gave it its task: its own lost
// call is decided first, and nothing that it has done is done again.
func TestASubagentGoesOn(t *testing.T) {
	t.Parallel()
	const script = `{"agent":"boss","calls":[{"name":"mark","arguments":{"n":"m1"}},{"name":"invoke_agent","arguments":{"agent":"hand","task":"mark the rest"}}]}
{"agent":"boss","text":"The hand is done."}
{"agent":"hand","calls":[{"name":"mark","arguments":{"n":"m2"}}]}
{"agent":"hand","calls":[{"name":"mark","arguments":{"n":"m3"}},{"name":"mark","arguments":{"n":"m4"}}]}
{"agent":"hand","text":"I marked three.","delay_ms":DELAY}
`
	for _, x := range []struct {
		name, hold string
		when       func(journal.Event) bool
		delay      string
		fate       string
		lost       string // the end of the call's id; "": none
		log        string
	}{
		{name: "in a call of the sub-agent", hold: "after-m3", delay: "0", fate: "--happened", lost: "-2-1", log: "m1 m2 m3"},
		{name: "while its model answers", when: is(journal.Returned, "-2-2"), delay: "5000", log: "m1 m2 m3 m4"},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			s := newCutSpace(t, strings.ReplaceAll(script, "DELAY", x.delay))
			s.write("agent/config.md", "---\nid: boss\nname: Boss\ncanInvokeAgents: [hand]\n---\nYou lead.\n")
			s.write("agent/hand.md", "---\nid: hand\nname: Hand\n---\nYou work.\n")
			if out, err := s.command("space", "trust", "--yes").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if x.hold != "" {
				s.write(x.hold, "")
			}
			top := ""
			s.cut(syscall.SIGKILL, func(ev journal.Event) bool {
				if top == "" {
					top = ev.Run
				}
				return x.when != nil && x.when(ev) && ev.Run != top
			}, "run", "--model", "scripted/turns.jsonl", "mark all")
			below := s.run
			s.run = top
			if got, _ := s.marked(); got != x.log {
				t.Fatalf("it was killed after %q", got)
			}
			s.remove("held", "after-m3")
			s.write("turns.jsonl", strings.ReplaceAll(script, "DELAY", "0"))
			flags := []string{}
			if x.lost != "" {
				code, printed := s.resume()
				call := regexp.MustCompile(`r_\w+` + x.lost).FindString(printed)
				if code != 3 || !strings.HasPrefix(call, below) || !strings.Contains(printed, "agent     Hand") || strings.Contains(printed, top+"-1-2") {
					t.Errorf("code %d\n%s", code, printed)
				}
				flags = append(flags, x.fate, call)
			}
			if code, printed := s.resume(flags...); code != 0 || !strings.Contains(printed, "The hand is done.") {
				t.Errorf("code %d\n%s", code, printed)
			}
			if got, _ := s.marked(); got != "m1 m2 m3 m4" {
				t.Errorf("done is %q", got)
			}
			said := ""
			for _, ev := range s.events() {
				if ev.Kind == journal.Finished && strings.HasSuffix(ev.Call, "-1-2") {
					said += string(ev.Data)
				}
			}
			if !strings.Contains(said, "The agent hand is done.") || !strings.Contains(said, "in the run "+below) || !strings.Contains(said, "It used 3 turns") {
				t.Errorf("its caller is told %s", said)
			}
			if out, err := s.command("runs", "list").CombinedOutput(); err != nil || strings.Count(string(out), " done ") != 2 {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// What has changed since a run was cut is said before anything happens, with what to do; the
// run goes on once that is done.
func TestWhatARunBelongedToHasChanged(t *testing.T) {
	t.Parallel()
	s := newCutSpace(t, `{"text":"This is slow to say.","delay_ms":2000}`+"\n")
	s.cut(syscall.SIGKILL, is(journal.Prompted, ""), "run", "--model", "scripted/turns.jsonl", "say it")
	s.write("turns.jsonl", `{"text":"Said."}`+"\n")
	refused := func(what string, want int, words ...string) {
		t.Helper()
		code, printed := s.resume()
		for _, w := range words {
			if code != want || !strings.Contains(printed, w) {
				t.Errorf("%s: code %d, %q is not in\n%s", what, code, w, printed)
			}
		}
		out, err := s.command("--json", "runs", "list").Output()
		if err != nil || !strings.Contains(string(out), `"state":"unknown"`) {
			t.Errorf("%s: something has changed: %v\n%s", what, err, out)
		}
	}
	verb := func(args ...string) {
		t.Helper()
		if out, err := s.command(args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	verb("space", "distrust")
	refused("not trusted", 2, "the space isn't trusted any more", "handrail space trust")
	verb("space", "trust", "--yes")

	s.write("agent/config.md", "---\nid: other\nname: Other\n---\nYou help.\n")
	verb("space", "trust", "--yes")
	refused("the agent is gone", 2, `has no agent "helper"; there is other`, "Bring its file back")
	s.write("agent/config.md", "---\nid: helper\nname: Helper\n---\nYou help more.\n")
	verb("space", "trust", "--yes")
	refused("the agent has changed", 3, "The agent Helper has changed since this run began", "add --yes")

	s.remove("turns.jsonl")
	refused("the model is gone", 2, "turns.jsonl", "--model PROVIDER/NAME")
	s.write("others.jsonl", `{"text":"By another."}`+"\n")
	moved := s.space + "-moved"
	if err := os.Rename(s.space, moved); err != nil {
		t.Fatal(err)
	}
	home := s.space
	s.space = filepath.Dir(s.space)
	refused("the folder is gone", 2, "no such file or directory")
	s.space = home
	if err := os.Rename(moved, home); err != nil {
		t.Fatal(err)
	}
	if code, printed := s.resume("--yes", "--model", "scripted/others.jsonl"); code != 0 || !strings.Contains(printed, "By another.") {
		t.Errorf("with another model: code %d\n%s", code, printed)
	}
}

// A run whose conversation has gone on is not resumed, and an agent resumes nothing.
func TestWhatIsNotResumed(t *testing.T) {
	t.Parallel()
	s := newCutSpace(t, `{"text":"This is slow to say.","delay_ms":2000}`+"\n")
	s.cut(syscall.SIGKILL, is(journal.Prompted, ""), "run", "--model", "scripted/turns.jsonl", "say it")
	s.write("turns.jsonl", `{"text":"Said."}`+"\n")
	in, err := json.Marshal(map[string]string{"command": "handrail runs resume " + s.run})
	if err != nil {
		t.Fatal(err)
	}
	out, _ := s.command("--confirm", "allow", "call", "bash", string(in)).CombinedOutput() // its code is the command's
	if strings.Contains(string(out), "Said.") {
		t.Errorf("an agent resumes a run:\n%s", out)
	}
	if out, err := s.command("run", "--resume", s.run, "something else").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if code, printed := s.resume(); code != 2 || !strings.Contains(printed, "the conversation has gone on after the run") {
		t.Errorf("code %d\n%s", code, printed)
	}
}
