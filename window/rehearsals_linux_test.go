package window

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/operator"
	"handrail/operator/asking"
	"handrail/operator/operatortest"
	"handrail/operator/rehearsal"
	"handrail/tools"
)

// A rehearsalBench is a space whose programs run in rooms, and the window beside it.
type rehearsalBench struct {
	*operatortest.Bench
	config    operator.Config // of its operator
	at        *Rehearsals
	questions *Questions
}

func newRehearsalBench(t *testing.T) *rehearsalBench {
	t.Helper()
	var config operator.Config
	b := operatortest.New(t, operatortest.Options{
		Walls: true, Settings: `{"mode":"ask"}`,
		Files: map[string]string{"build/a.o": "a\n", "build/b.o": "b\n", "notes.txt": "one\ntwo\n", "old.txt": "the same\n", "tool.sh": "#!/bin/sh\n", ".env": "KEY=1\n"},
		Change: func(c *operator.Config) {
			c.Confirmer = func(o *operator.Operator) tools.Confirmer { return o.Asking().Questions() }
			config = *c
		},
	})
	if why := operator.CannotRehearse(b.O); why != "" {
		t.Fatal(why)
	}
	a := &app{ctx: t.Context(), o: b.O}
	return &rehearsalBench{Bench: b, config: config, at: &Rehearsals{a}, questions: &Questions{a}}
}

// asks makes a call of an agent that asks, and returns its question. What comes of it comes out of done.
func (b *rehearsalBench) asks(command string) (q QuestionView, done chan tools.Result) {
	b.T.Helper()
	input, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		b.T.Fatal(err)
	}
	done = make(chan tools.Result, 1)
	turn := b.Agent()
	go func() {
		_, result, _ := turn.Call(b.T.Context(), "bash", input, tools.Scope{})
		done <- result
	}()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if list, err := b.questions.Questions(); err != nil || len(list) == 1 {
			return list[0], done
		}
	}
	b.T.Fatal("nothing is asked")
	return q, done
}

func (b *rehearsalBench) rehearses(question string) RehearsalView {
	b.T.Helper()
	v, err := b.at.RehearseQuestion(question, "key")
	if err != nil {
		b.T.Fatal(err)
	}
	return v
}

func (b *rehearsalBench) there(name string) bool {
	_, err := os.Lstat(filepath.Join(b.Dir, name))
	return err == nil
}

func lines(v RehearsalView) string {
	var out []string
	for _, i := range v.Items {
		line := string(i.What) + " " + string(i.Kind) + " " + i.Path
		if i.From != "" {
			line += " from " + i.From
		}
		if i.Moved {
			line += " moved"
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// What is asked about is rehearsed while the question waits. What the person keeps is the answer, and
// the agent is told so.
func TestAQuestionIsRehearsedAndKept(t *testing.T) {
	b := newRehearsalBench(t)
	q, done := b.asks("rm -rf build; mv old.txt new.txt; echo three >> notes.txt; chmod 755 tool.sh; echo K=2 > .env; ln -s notes.txt link; echo done")
	if !q.Rehearses {
		t.Fatal("bash cannot be rehearsed")
	}
	v := b.rehearses(q.ID)
	if got, want := lines(v), "changed file .env\ngone folder build\ngone file build/a.o\ngone file build/b.o\nnew link link\nrenamed file new.txt from old.txt\nchanged file notes.txt\nmode file tool.sh"; got != want {
		t.Errorf("it would do\n%s", got)
	}
	if !b.there("build/a.o") || b.there("new.txt") || !strings.Contains(v.Printed, "done") || v.Network == "" {
		t.Errorf("it was done, or is not told: %+v", v)
	}
	if list, err := b.questions.Questions(); err != nil || len(list) != 1 {
		t.Fatalf("the question is gone: %v, %v", list, err)
	}
	texts := map[string]string{}
	for _, i := range v.Items {
		c, err := b.at.RehearsedText(v.Row.ID, i.ID)
		if err != nil {
			t.Fatal(err)
		}
		texts[i.Path] = c.Note
		for _, p := range c.Parts {
			texts[i.Path] += strings.Join(p.Lines, "|")
		}
	}
	for name, want := range map[string]string{
		"notes.txt": " one| two|+three", "new.txt": `It was called "old.txt"; the contents stay the same`, ".env": "It may hold secrets, and is not shown",
		"tool.sh": "The permissions change from", "link": `It is a link to "notes.txt"`, "build/a.o": "-a",
	} {
		if !strings.HasPrefix(texts[name], want) {
			t.Errorf("%s: %q", name, texts[name])
		}
	}
	if list, err := b.at.Rehearsals(b.Dir); err != nil || len(list) != 1 || list[0].Changes != 8 || list[0].Tool != "bash" {
		t.Errorf("the list: %+v, %v", list, err)
	}

	kept, err := b.at.KeepRehearsal(KeepForm{Rehearsal: v.Row.ID, Question: q.ID, Without: []string{filepath.Join(b.Dir, "build/b.o"), filepath.Join(b.Dir, ".env")}})
	if err != nil || kept.Kept != 5 || kept.Waits != 3 || kept.Error != "" || len(kept.Left) != 0 {
		t.Fatalf("%+v, %v", kept, err)
	}
	if b.there("build/a.o") || !b.there("build/b.o") || b.there("old.txt") || !b.there("new.txt") {
		t.Error("what was chosen is not what was kept")
	}
	result := <-done
	if result.Error == nil || result.Error.Code != tools.Declined {
		t.Fatalf("the agent is told %+v", result)
	}
	for _, want := range []string{"rehearsed it", "kept 6 of its 9 changes", `"build/b.o"`, "Network of the rehearsal: off", "done"} {
		if !strings.Contains(result.Error.Message, want) {
			t.Errorf("the agent is told %q, without %q", result.Error.Message, want)
		}
	}
}

// What a hook after the call could keep from the agent is not told to it by the way of the review.
func TestWhatARehearsalPrintedTakesNoWayAroundHooks(t *testing.T) {
	b := newRehearsalBench(t)
	b.File("agent/hooks/filter.json", `{"hooks":[{"id":"filter","type":"post_tool","tools":["bash"],"blocking":true,"command":"exit 1"}]}`)
	b.Reload()
	b.Trust()
	q, done := b.asks("rm notes.txt; echo the word")
	v := b.rehearses(q.ID)
	if !strings.Contains(v.Printed, "the word") {
		t.Errorf("the person reads %q", v.Printed)
	}
	if kept, err := b.at.KeepRehearsal(KeepForm{Rehearsal: v.Row.ID, Question: q.ID}); err != nil || kept.Kept != 1 {
		t.Fatalf("%+v, %v", kept, err)
	}
	if result := <-done; result.Error == nil || !strings.Contains(result.Error.Message, "kept 1 of its 1 changes") || strings.Contains(result.Error.Message, "the word") {
		t.Errorf("the agent is told %+v", result.Error)
	}
}

// A question that is over when the person keeps keeps nothing; the rehearsal waits in the list.
func TestAQuestionThatIsOverKeepsNothing(t *testing.T) {
	b := newRehearsalBench(t)
	q, done := b.asks("rm notes.txt")
	v := b.rehearses(q.ID)
	if err := b.questions.Answer(q.ID, AnswerForm{}); err != nil {
		t.Fatal(err)
	}
	<-done
	if _, err := b.at.KeepRehearsal(KeepForm{Rehearsal: v.Row.ID, Question: q.ID}); !errors.Is(err, asking.ErrNoQuestion) || !b.there("notes.txt") {
		t.Errorf("it is kept: %v", err)
	}
	if kept, err := b.at.KeepRehearsal(KeepForm{Rehearsal: v.Row.ID}); err != nil || kept.Kept != 1 || kept.Waits != 0 || b.there("notes.txt") {
		t.Errorf("from the list: %+v, %v", kept, err)
	}
	if _, err := b.at.Rehearsal(v.Row.ID); !errors.Is(err, rehearsal.ErrUnknown) {
		t.Errorf("it is still there: %v", err)
	}
}

// What was changed meanwhile is shown as what cannot be kept, or refused when it is; the rest is kept.
func TestWhatWasChangedMeanwhileIsNotKept(t *testing.T) {
	b := newRehearsalBench(t)
	v, err := b.at.RehearseTool(b.Dir, "bash", `{"command":"echo x > notes.txt; echo y > old.txt"}`, "key")
	if err != nil {
		t.Fatal(err)
	}
	b.File("notes.txt", "mine\n")
	kept, err := b.at.KeepRehearsal(KeepForm{Rehearsal: v.Row.ID, Without: []string{}})
	if err != nil || kept.Kept != 1 || kept.Waits != 1 || len(kept.Left) != 1 || !strings.Contains(kept.Left[0], "notes.txt") || kept.Error == "" {
		t.Errorf("%+v, %v", kept, err)
	}
	if text, err := os.ReadFile(filepath.Join(b.Dir, "notes.txt")); string(text) != "mine\n" {
		t.Errorf("the person's text is gone: %q, %v", text, err)
	}
	if _, err := b.at.KeepRehearsal(KeepForm{Rehearsal: v.Row.ID, Without: []string{filepath.Join(b.Dir, "notes.txt")}}); err == nil {
		t.Error("nothing was chosen, and that is no error")
	}
	if err := b.at.DropRehearsal(v.Row.ID); err != nil {
		t.Error(err)
	}
	if list, err := b.at.Rehearsals(b.Dir); err != nil || len(list) != 0 {
		t.Errorf("the list: %+v, %v", list, err)
	}
}

// What changes nothing leaves nothing to decide on; what cannot be rehearsed says why; a rehearsal that
// goes on is stopped.
func TestRehearsalsWithoutAnythingToKeep(t *testing.T) {
	b := newRehearsalBench(t)
	v, err := b.at.RehearseTool(b.Dir, "bash", `{"command":"cat notes.txt; exit 3"}`, "key")
	if err != nil || len(v.Items) != 0 || !strings.Contains(v.Printed, "two") || v.ExitCode != 3 {
		t.Errorf("%+v, %v", v, err)
	}
	if list, err := b.at.Rehearsals(b.Dir); err != nil || len(list) != 0 {
		t.Errorf("it is in the list: %+v, %v", list, err)
	}
	if _, err := b.at.RehearseTool(b.Dir, "write", `{"path":"x","content":"x"}`, "key"); err == nil || !strings.Contains(err.Error(), "not done in a rehearsal") {
		t.Errorf("write: %v", err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := b.at.RehearseTool(b.Dir, "bash", `{"command":"sleep 300"}`, "long")
		ended <- err
	}()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if err := b.at.StopRehearsing("long"); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-ended:
			if err == nil || !strings.Contains(err.Error(), "you stopped this rehearsal") {
				t.Errorf("it ended with %v", err)
			}
			return
		default:
		}
	}
	t.Error("it goes on")
}

// What the page's fake plays of a rehearsal is what the window answers about real ones, of a call and of a chat, with
// names and times of no run in place of their own.
func TestRecordedAnswersOfARehearsal(t *testing.T) {
	b := newRehearsalBench(t)
	b.File("src/totals.sh", "#!/bin/sh\n# Sums up cents.\nset -eu\n")
	call, err := b.at.RehearseTool(b.Dir, "bash", `{"command":"rm -rf build; mv old.txt new.txt; echo three >> notes.txt; chmod 755 tool.sh; echo KEY=2 > .env; ln -s notes.txt latest; head -c 2000 /dev/zero > image.bin; sed -i 's/ cents//' src/totals.sh; curl -s -m 5 https://registry.example/; echo cleaned"}`, "key")
	if err != nil {
		t.Fatal(err)
	}
	_, s := rehearsedChat(b, `{"text":"I write it.","calls":[{"name":"write","arguments":{"path":"report/summary.md","content":"# Summary\n\nAll is well.\n"}},{"name":"bash","arguments":{"command":"mv old.txt archive.txt; sed -i s/two/2/ notes.txt"}},{"name":"web_fetch","arguments":{"url":"https://tracker.example/api/issues","method":"POST","body":"{}"}}]}`+"\n"+`{"text":"The report is there. The issue is still to be made."}`+"\n", "Write the report, and make an issue of it")
	chat, err := b.at.ReviewChat(s.ID)
	if err != nil || len(chat.NotDone) != 1 {
		t.Fatalf("%+v, %v", chat, err)
	}
	b.File("notes.txt", "mine\n")
	raw := compact(t, map[string]any{"call": b.recorded(call, "00"), "chat": b.recorded(chat, "90")})
	for _, pair := range [][2]string{{b.Dir, welcome}, {s.ID, "chat-rehearsed"}} {
		raw = bytes.ReplaceAll(raw, []byte(pair[0]), []byte(pair[1]))
	}
	raw = ascii(raw)
	file := filepath.Join(recordedIn, "rehearsal.json")
	if *update {
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if committed, err := os.ReadFile(file); err != nil || !bytes.Equal(committed, raw) {
		t.Errorf("%s is not what the window answers now (%v): go test ./window -run TestRecorded -update: %s", file, err, differenceOf(committed, raw))
	}
}

// recorded is a rehearsal with what it would make of each name, under names of its own.
func (b *rehearsalBench) recorded(v RehearsalView, number string) map[string]any {
	b.T.Helper()
	texts := map[string]ComparisonView{}
	for n, i := range v.Items {
		if i.Kind != UndoFolder {
			var err error
			if texts[i.ID], err = b.at.RehearsedText(v.Row.ID, i.ID); err != nil {
				b.T.Fatal(err)
			}
		}
		v.Items[n].Moved = i.Path == "notes.txt" // as it is when the person saves it while that is rehearsed
	}
	v.Row.ID, v.Row.Ended = "h_recorded"+number, "2026-11-20T10:00:00Z"
	if v.Row.Call != "" {
		v.Row.Run, v.Row.Call = "run-rehearsed", "call-rehearsed"
	}
	return map[string]any{"view": v, "texts": texts}
}
