package machines_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/journal"
	"handrail/journal/jetstream/natstest"
	"handrail/operator"
	"handrail/operator/machines"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
	"handrail/tools"
)

// read waits until a machine has all events of another one after a number, and holds them to be the same.
func read(t *testing.T, from, to *machine, peer machines.Peer, after int64) {
	t.Helper()
	var here, there []journal.Event
	operatortest.WaitUntil(t, "the record is told", func() bool {
		var err error
		if here, err = from.O.Store().History().AllEvents(t.Context(), after, 10_000); err != nil {
			t.Fatal(err)
		}
		there = nil
		for e, err := range to.desk.Record(t.Context(), peer, false) {
			if err != nil {
				t.Fatal(err)
			}
			there = append(there, e)
		}
		return len(there) > 0 && len(here) > 0 && there[len(there)-1].Seq == here[len(here)-1].Seq
	})
	if diff := cmp.Diff(here, there); diff != "" {
		t.Errorf("the record there (-here +there):\n%s", diff)
	}
}

// A machine whose person says so tells the others what it records, also what it recorded while the server was down.
func TestTheRecordOfAnotherMachine(t *testing.T) {
	s := natstest.Start(t, t.TempDir())
	a, b := newMachine(t, "laptop", s.URL()), newMachine(t, "tower", s.URL())
	if _, err := a.O.Settings().Update(func(set *settings.Settings) error { set.Machines.Record = true; return nil }); err != nil {
		t.Fatal(err)
	}
	pairUp(t, a, b)
	peer, err := b.desk.Find(t.Context(), "laptop")
	if err != nil {
		t.Fatal(err)
	}
	show(a, b)
	if err := a.desk.Connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	operatortest.WaitUntil(t, "it is noted where it begins", func() bool {
		_, ok, err := a.O.Store().States().State(t.Context(), "machine-record", "told")
		return ok && err == nil
	})
	after, err := a.O.Store().History().Last(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		done := a.write(fmt.Sprintf("%d.txt", i))
		a.next().answer(true, "")
		<-done
	}
	read(t, a, b, peer, after)
	s.Kill()
	calls, err := a.S.Calls(operator.CallsConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if _, r, err := calls.Call(t.Context(), "read", json.RawMessage(`{"path":"0.txt"}`), tools.Scope{}); err != nil || r.Error != nil {
		t.Fatal(r, err)
	}
	if err := calls.Close(); err != nil {
		t.Fatal(err)
	}
	s.Again()
	read(t, a, b, peer, after)
	ctx, stop := context.WithCancel(t.Context())
	first := int64(0)
	for e, err := range b.desk.Record(ctx, peer, true) {
		if err != nil {
			t.Error(err)
		}
		first = e.Seq
		break
	}
	stop()
	if first <= after {
		t.Errorf("it begins with %d", first)
	}
	if self, _ := a.desk.Find(t.Context(), "tower"); self.ID != "" { // who says nothing tells nothing
		for e, err := range a.desk.Record(t.Context(), self, false) {
			t.Errorf("the other one tells %v, %v", e, err)
		}
	}
}
