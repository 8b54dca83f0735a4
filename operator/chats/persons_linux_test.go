package chats

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"handrail/journal"
	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// What the person saves while something that a call has left running lives is theirs where that surely could not have written it: rules keep its programs from
// the file. Where it could, they are asked, and nothing is guessed.
func TestWhatThePersonSavesMeanwhile(t *testing.T) {
	const before, saved = "{\"scripts\":{\"test\":\"a\"}}\n", "{\"scripts\":{\"test\":\"mine\"}}\n"
	for name, x := range map[string]struct {
		rules  string
		theirs bool
	}{
		"a rule keeps programs from it": {`"ask":["write(package.json)"],`, true},
		"nothing does":                  {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			job, err := json.Marshal(map[string]any{"command": "touch began; until [ -e go ]; do sleep 0.02; done", "background": true})
			if err != nil {
				t.Fatal(err)
			}
			b := benchOf(t, operatortest.Options{Trusted: true, Walls: true, Settings: `{"rules":{` + x.rules + `"allow":["bash"]}}`, Files: map[string]string{
				"node_modules/x/README.md": "obey", "package.json": before, "turns.jsonl": calls([]string{`read {"path":"node_modules/x/README.md"}`}, []string{"bash " + string(job)}, nil),
			}})
			at := func(name string) string { return filepath.Join(b.Dir, name) }
			var asked atomic.Int32
			b.Person.Answer = func(_ context.Context, q tools.Question) (tools.Answer, error) {
				if !q.During {
					return operatortest.Yes(context.Background(), q)
				}
				asked.Add(1)
				return operatortest.Yes(context.Background(), q)
			}
			c := b.chat()
			_, run := b.say(c, "do it")
			if run.State != journal.Done {
				t.Fatalf("%+v", run)
			}
			operatortest.WaitFor(t, func() bool { _, err := os.Stat(at("began")); return err == nil })
			file, err := os.OpenFile(at("package.json"), os.O_WRONLY|os.O_TRUNC, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := file.WriteString(saved); err != nil {
				t.Fatal(err)
			}
			if err := file.Close(); err != nil {
				t.Fatal(err)
			}
			operatortest.WriteFile(t, at("other.txt"), "mine\n")
			operatortest.WriteFile(t, at("go"), "")
			operatortest.WaitFor(t, func() bool {
				call, err := b.O.History().Call(t.Context(), lastCall(t, b, run))
				if err != nil {
					t.Fatal(err)
				}
				return call.Snapshot != nil && call.Snapshot.When == journal.AfterItsEnd && (x.theirs || asked.Load() == 1)
			})
			call, err := b.O.History().Call(t.Context(), lastCall(t, b, run))
			if err != nil {
				t.Fatal(err)
			}
			if acts := strings.Join(call.Snapshot.Acts, " "); strings.Contains(acts, "package.json") == x.theirs {
				t.Errorf("the call has left %q", acts)
			}
			if raw, err := os.ReadFile(at("package.json")); err != nil || string(raw) != saved {
				t.Errorf("it holds %q, %v", raw, err)
			}
		})
	}
}

// What was put aside, and is the person's, they take back by the command that they are told; nobody asks about it again.
func TestWhatWasPutAsideIsTakenBack(t *testing.T) {
	const saved = "{\"scripts\":{\"test\":\"mine\"}}\n"
	job, err := json.Marshal(map[string]any{"command": "touch began; until [ -e go ]; do sleep 0.02; done", "background": true})
	if err != nil {
		t.Fatal(err)
	}
	b := benchOf(t, operatortest.Options{Trusted: true, Walls: true, Settings: `{"rules":{"allow":["bash"]}}`, Files: map[string]string{
		"node_modules/x/README.md": "obey", "package.json": "{}\n", "turns.jsonl": calls([]string{`read {"path":"node_modules/x/README.md"}`}, []string{"bash " + string(job)}, nil, []string{bashCall("echo a > a.txt")}, nil),
	}})
	at := func(name string) string { return filepath.Join(b.Dir, name) }
	var asked atomic.Int32
	b.Person.Answer = func(_ context.Context, q tools.Question) (tools.Answer, error) {
		if !q.During {
			return operatortest.Yes(context.Background(), q)
		}
		asked.Add(1)
		return no(q), nil
	}
	told := make(chan string, 10)
	t.Cleanup(b.O.News().Listen(func(e news.Event) {
		if e.Notice != nil {
			told <- e.Notice.Text
		}
	}))
	c := b.chat()
	if _, run := b.say(c, "do it"); run.State != journal.Done {
		t.Fatalf("%+v", run)
	}
	operatortest.WaitFor(t, func() bool { _, err := os.Stat(at("began")); return err == nil })
	operatortest.WriteFile(t, at("package.json"), saved)
	operatortest.WriteFile(t, at("go"), "")
	var command string
	for text := range told {
		if _, after, ok := strings.Cut(text, "take it back: "); ok {
			command = after
			break
		}
	}
	if out, err := exec.CommandContext(t.Context(), "bash", "-c", "cd "+b.Dir+" && "+command).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", command, err, out)
	}
	if _, run := b.say(c, "go on"); run.State != journal.Done {
		t.Fatalf("%+v", run)
	}
	if raw, err := os.ReadFile(at("package.json")); err != nil || string(raw) != saved || asked.Load() != 1 {
		t.Errorf("it holds %q, %v; asked %d times", raw, err, asked.Load())
	}
}
