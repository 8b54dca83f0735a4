package machines_test

import (
	"context"
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
	"handrail/operator/operatortest"
	"handrail/tools"
)

func TestMain(m *testing.M) { os.Exit(operatortest.Main(m)) }

// A machine is an operator on folders of its own, with a person before it.
type machine struct {
	*operatortest.Bench
	t     *testing.T
	desk  *machines.Desk
	asked chan asked
}

// asked is a question that stands before the person at a machine, who answers it by a function.
type asked struct {
	q      tools.Question
	answer func(run bool, reason string)
	gone   <-chan struct{} // it was taken back
}

// newMachine opens a machine that leaves letters at an address.
func newMachine(t *testing.T, name, address string) *machine {
	t.Helper()
	m := &machine{t: t, asked: make(chan asked, 100)}
	m.Bench = operatortest.New(t, operatortest.Options{
		Settings: `{"mode":"ask","machines":{"url":"` + address + `","name":"` + name + `"}}`,
		Change:   func(c *operator.Config) { c.Confirmer = func(*operator.Operator) tools.Confirmer { return m } },
	})
	m.desk = operator.MachinesOf(m.O)
	return m
}

// Confirm implements tools.Confirmer.
func (m *machine) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	answers := make(chan tools.Answer, 1)
	m.asked <- asked{q, func(run bool, reason string) {
		answer := tools.Answer{Verdict: tools.Deny, Reason: reason, Where: "window"}
		if run {
			answer = tools.Answer{Verdict: tools.RunOnce, Where: "window"}
		}
		answers <- answer
	}, ctx.Done()}
	select {
	case a := <-answers:
		return a, nil
	case <-ctx.Done():
		return tools.Answer{}, ctx.Err()
	}
}

// next waits for a question that stands before the person.
func (m *machine) next() asked {
	m.t.Helper()
	select {
	case a := <-m.asked:
		return a
	case <-time.After(30 * time.Second):
		m.t.Fatal("nobody is asked")
		return asked{}
	}
}

// result is what came of a call.
type result struct {
	tools.Result
	err error
}

// write calls for a file to be written.
func (m *machine) write(name string) <-chan result {
	out := make(chan result, 1)
	input, _ := json.Marshal(map[string]string{"path": name, "content": "x"})
	calls, err := m.S.Calls(operator.CallsConfig{Title: "write " + name})
	if err != nil {
		m.t.Fatal(err)
	}
	go func() {
		_, r, err := calls.Call(m.t.Context(), "write", input, tools.Scope{})
		_ = calls.Close()
		out <- result{r, err}
	}()
	return out
}

// pairUp pairs machines, each with each.
func pairUp(t *testing.T, all ...*machine) {
	t.Helper()
	for i, a := range all {
		for _, b := range all[i+1:] {
			var wait sync.WaitGroup
			yes := func(context.Context, string, string) bool { return true }
			numbers := make(chan string, 1)
			wait.Go(func() {
				if _, err := a.desk.Pair(t.Context(), "", func(n string) { numbers <- n }, yes); err != nil {
					t.Error(err)
					close(numbers)
				}
			})
			if _, err := b.desk.Pair(t.Context(), <-numbers, nil, yes); err != nil {
				t.Fatal(err)
			}
			wait.Wait()
		}
	}
}

func show(all ...*machine) {
	for _, m := range all {
		operator.ShowMachines(m.O)
	}
}

func (m *machine) wrote(name string) bool {
	_, err := os.Stat(filepath.Join(m.Dir, name))
	return err == nil
}

// A call that waits on one machine stands on the others as well, and is answered there, once.
func TestAnsweredOnAnotherMachine(t *testing.T) {
	s := natstest.Start(t, t.TempDir())
	a, b, c := newMachine(t, "laptop", s.URL()), newMachine(t, "tower", s.URL()), newMachine(t, "attic", s.URL())
	pairUp(t, a, b, c)
	show(b, c)
	for _, yes := range []bool{true, false} {
		name := map[bool]string{true: "yes.txt", false: "no.txt"}[yes]
		done := a.write(name)
		here, there, third := a.next(), b.next(), c.next()
		if there.q.Machine != "laptop" || here.q.Machine != "" || there.q.Preview.Detail != here.q.Preview.Detail || there.q.Preview.Digest != here.q.Preview.Digest || there.q.Offers != nil || there.q.Input != nil {
			t.Errorf("there stands %+v", there.q)
		}
		if len(here.q.Because) == 0 || !cmp.Equal(here.q.Because, there.q.Because) || there.q.Because.String() != there.q.Reason {
			t.Errorf("here it asks because %+v, there because %+v", here.q.Because, there.q.Because)
		}
		there.answer(yes, "not now")
		r := <-done
		if r.err != nil || a.wrote(name) != yes || !yes && (r.Error == nil || !strings.Contains(r.Error.Message, "not now")) {
			t.Fatalf("%s: %+v", name, r)
		}
		<-here.gone
		<-third.gone
	}
}
