package window

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/journal/jetstream/natstest"
	"handrail/operator"
	"handrail/operator/machines"
	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/operator/outbox"
	"handrail/tools"
)

// A sight is a window on one of the person's machines, and what it was told.
type sight struct {
	*operatortest.Bench
	*app
	Desktop // but for what is used here
	at      *Machines

	mu   sync.Mutex
	told []AppEvent
	file string // that the person chooses
}

// Emit implements Desktop.
func (s *sight) Emit(e AppEvent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told = append(s.told, e)
}

// Minimised implements Desktop.
func (*sight) Minimised() bool { return false }

// Zoom implements Desktop.
func (*sight) Zoom(int) bool { return false }

// ChooseFile implements Desktop.
func (s *sight) ChooseFile(string, string) (string, error) { return s.file, nil }

// hears waits until the window was told something.
func (s *sight) hears(what string, is func(AppEvent) bool) {
	s.T.Helper()
	operatortest.WaitUntil(s.T, what, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, e := range s.told {
			if is(e) {
				return true
			}
		}
		return false
	})
}

// newSight opens a window on a machine of its own, which knows no server.
func newSight(t *testing.T) *sight {
	t.Helper()
	b := operatortest.New(t, operatortest.Options{Settings: `{"mode":"ask"}`, Change: func(c *operator.Config) {
		c.Confirmer = func(o *operator.Operator) tools.Confirmer { return o.Asking().Questions() }
	}})
	w := New("0")
	s := &sight{Bench: b, app: w.app, at: &Machines{w.app}}
	w.Open(t.Context(), s, b.O, nil)
	t.Cleanup(w.Close)
	operator.ShowMachines(b.O)
	return s
}

func (s *sight) must(v MachinesView, err error) MachinesView {
	s.T.Helper()
	if err != nil {
		s.T.Fatal(err)
	}
	return v
}

// stage waits until a pairing has come so far.
func (s *sight) stage(want machines.Stage) (p PairingView) {
	s.T.Helper()
	operatortest.WaitUntil(s.T, "a pairing is "+string(want), func() bool {
		p = s.must(s.at.Machines()).Pairing
		return p.Stage == want
	})
	return p
}

// pairedWindows are windows on machines that were paired there.
func pairedWindows(t *testing.T) (a, b *sight, server *natstest.Server) {
	t.Helper()
	server = natstest.Start(t, t.TempDir())
	a, b = newSight(t), newSight(t)
	for s, name := range map[*sight]string{a: "laptop", b: "tower"} {
		s.must(s.at.SetMachineServer(MachineServerForm{URL: server.URL(), Name: name, Record: true}))
	}
	a.must(a.at.PairMachine(""))
	number := a.stage(machines.Inviting).Number
	b.must(b.at.PairMachine(number[:4] + " " + number[4:]))
	here, there := a.stage(machines.Comparing), b.stage(machines.Comparing)
	if here.Code == "" || here.Code != there.Code || here.Other != "tower" || there.Other != "laptop" {
		t.Fatalf("%+v, %+v", here, there)
	}
	a.must(a.at.ComparePairing(true))
	b.must(b.at.ComparePairing(true))
	for _, s := range []*sight{a, b} {
		s.stage(machines.Paired)
		s.must(s.at.StopPairing())
	}
	return a, b, server
}

// write calls for a file to be written, and gives what came of it.
func (s *sight) write(name string) <-chan tools.Result {
	s.T.Helper()
	out := make(chan tools.Result, 1)
	calls, err := s.S.Calls(operator.CallsConfig{Title: "write " + name})
	if err != nil {
		s.T.Fatal(err)
	}
	input, _ := json.Marshal(map[string]string{"path": name, "content": "x"})
	go func() {
		_, r, err := calls.Call(s.T.Context(), "write", input, tools.Scope{})
		if err != nil {
			s.T.Error(err)
		}
		_ = calls.Close()
		out <- r
	}()
	return out
}

// waiting waits until one question stands in the window.
func (s *sight) waiting() (q QuestionView) {
	s.T.Helper()
	operatortest.WaitUntil(s.T, "a question stands in the window", func() bool {
		list, err := (&Questions{s.app}).Questions()
		if err != nil {
			s.T.Fatal(err)
		}
		if len(list) == 1 {
			q = list[0]
		}
		return len(list) == 1
	})
	return q
}

// A machine is set up, paired, seen and unpaired in the window.
func TestMachinesInTheWindow(t *testing.T) {
	alone := newSight(t)
	if v := alone.must(alone.at.Machines()); v.Link != machines.Unset || v.Name == "" || v.Pairing.Stage != machines.NoPairing {
		t.Errorf("%+v", v)
	}
	if _, err := alone.at.SetMachineServer(MachineServerForm{URL: "nats://nats.example.com:4222"}); err == nil || !strings.Contains(err.Error(), "tls://") {
		t.Errorf("others can read along: %v", err)
	}
	a, b, server := pairedWindows(t)
	var v MachinesView
	operatortest.WaitUntil(t, "the server is reached", func() bool {
		v = a.must(a.at.Machines())
		return v.Link == machines.Connected
	})
	if len(v.Machines) != 1 || v.Machines[0].Name != "tower" || v.Machines[0].Heard == "" || v.Machines[0].Paired == "" || v.Server.Kept {
		t.Errorf("%+v", v)
	}
	if diff := cmp.Diff(MachineServerView{URL: server.URL(), Name: "laptop", Record: true}, v.Server); diff != "" {
		t.Error(diff)
	}
	done := a.write("x.txt")
	(&Questions{b.app}).Answer(b.waiting().ID, AnswerForm{Run: true}) //nolint:errcheck // it has none
	<-done
	operatortest.WaitUntil(t, "the other machine has told its record", func() bool { return b.must(b.at.Machines()).Machines[0].Tells })
	b.file = filepath.Join(t.TempDir(), "laptop.jsonl")
	if path, err := b.at.ExportMachineRecord(b.must(b.at.Machines()).Machines[0].ID); err != nil || path != b.file {
		t.Errorf("%s, %v", path, err)
	}
	if raw, err := os.ReadFile(b.file); err != nil || !strings.Contains(string(raw), `"kind":`) {
		t.Errorf("%s, %v", raw, err)
	}
	if left := a.must(a.at.UnpairMachine(v.Machines[0].ID)); len(left.Machines) != 0 {
		t.Errorf("%+v", left)
	}
	operatortest.WaitUntil(t, "the other machine has heard of it", func() bool { return len(b.must(b.at.Machines()).Machines) == 0 })
	if v := a.must(a.at.SetMachineServer(MachineServerForm{})); v.Link != machines.Unset {
		t.Errorf("%+v", v)
	}
}

// What waits in the outbox of another machine is listed with its name, and is dropped there.
func TestTheOutboxOfAnotherMachineInTheWindow(t *testing.T) {
	a, b, _ := pairedWindows(t)
	if _, err := operator.OutboxOf(a.O).Submit(t.Context(), outbox.Message{Channel: "gone", Content: "The release is out.", Sender: "You"}, time.Minute); err != nil {
		t.Fatal(err)
	}
	at := &Channels{b.app}
	var v ChannelsView
	waiting := func(n int) {
		t.Helper()
		operatortest.WaitUntil(t, "the outbox of the other machine is known", func() bool {
			var err error
			if v, err = at.Channels(); err != nil {
				t.Fatal(err)
			}
			return len(v.Messages) == n
		})
	}
	waiting(1)
	if m := v.Messages[0]; m.Machine != "laptop" || m.Text != "The release is out." || m.State != outbox.Failed || m.Reason == "" || m.Asked != "" {
		t.Errorf("%+v", m)
	}
	if v, err := at.DropMessage(v.Messages[0].ID); err != nil || len(v.Messages) == 1 && v.Messages[0].Asked != "drop" {
		t.Errorf("%+v, %v", v, err)
	}
	waiting(0)
	if mine, err := (&Channels{a.app}).Channels(); err != nil || len(mine.Messages) != 0 {
		t.Errorf("%+v, %v", mine, err)
	}
	if _, err := at.RetryMessage("m_none"); err == nil {
		t.Error("what is nowhere is tried again")
	}
}

// A call of another machine stands in the list with its machine's name, and is answered there; who is too late is told who was first.
func TestAnsweringAnotherMachineInTheWindow(t *testing.T) {
	a, b, server := pairedWindows(t)
	questions := &Questions{b.app}
	done := a.write("yes.txt")
	q, here := b.waiting(), a.waiting()
	if q.SpaceName != "space on laptop" || q.Detail != here.Detail || q.Digest != here.Digest || q.Input != "" || len(q.Offers) != 0 {
		t.Errorf("%+v", q)
	}
	if shown, err := questions.QuestionShown(q.ID); err != nil || shown.Expires != "" {
		t.Errorf("it expires here at %q, %v", shown.Expires, err)
	}
	if err := questions.Answer(q.ID, AnswerForm{Run: true}); err != nil {
		t.Fatal(err)
	}
	if r := <-done; r.Error != nil {
		t.Errorf("%+v", r)
	}
	a.hears("the question is taken back, with who answered", func(e AppEvent) bool {
		return e.Question != nil && e.Question.State == news.Withdrawn
	})

	done = a.write("no.txt") // answered there first: here it is taken back, and says by whom
	q = b.waiting()
	if err := (&Questions{a.app}).Answer(a.waiting().ID, AnswerForm{Reason: "not now"}); err != nil {
		t.Fatal(err)
	}
	<-done
	b.hears("who has answered", func(e AppEvent) bool {
		return e.Question != nil && e.Question.ID == q.ID && e.Question.State == news.Withdrawn && e.Question.Ended == "Denied on laptop"
	})

	done = a.write("late.txt") // answered on both, while neither hears of the other
	q, here = b.waiting(), a.waiting()
	server.Kill()
	if err := questions.Answer(q.ID, AnswerForm{Run: true}); err != nil {
		t.Fatal(err)
	}
	if err := (&Questions{a.app}).Answer(here.ID, AnswerForm{}); err != nil {
		t.Fatal(err)
	}
	if r := <-done; r.Error == nil {
		t.Errorf("%+v", r)
	}
	server.Again()
	b.hears("that the answer came too late, and who was first", func(e AppEvent) bool {
		return e.Notice != nil && strings.Contains(e.Notice.Text, "too late: it was declined on laptop before")
	})
	if _, err := os.Stat(filepath.Join(a.Dir, "late.txt")); err == nil {
		t.Error("it ran")
	}
}
