package machines_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/journal/jetstream/natstest"
	"handrail/operator/machines"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
)

// stage waits until a pairing at a machine's window has come so far.
func (m *machine) stage(want machines.Stage) machines.Attempt {
	m.t.Helper()
	var a machines.Attempt
	operatortest.WaitUntil(m.t, m.desk.Name()+" is "+string(want), func() bool {
		a = m.desk.Attempts().Now()
		return a.Stage == want
	})
	return a
}

// meet brings two machines so far that both show a code.
func meet(t *testing.T, a, b *machine) {
	t.Helper()
	if err := a.desk.Attempts().Begin(""); err != nil {
		t.Fatal(err)
	}
	if err := b.desk.Attempts().Begin(a.stage(machines.Inviting).Number); err != nil {
		t.Fatal(err)
	}
	here, there := a.stage(machines.Comparing), b.stage(machines.Comparing)
	if here.Code == "" || here.Code != there.Code || here.Other != "tower" || there.Other != "laptop" {
		t.Fatalf("%+v, %+v", here, there)
	}
}

func (m *machine) known() (names []string) {
	m.t.Helper()
	peers, err := m.desk.Peers(m.t.Context())
	if err != nil {
		m.t.Fatal(err)
	}
	for _, p := range peers {
		names = append(names, p.Name)
	}
	return names
}

// Two windows pair their machines; a no on either, or a pairing that was called off at any stage, pairs nothing on both.
func TestPairingAtTwoWindows(t *testing.T) {
	s := natstest.Start(t, t.TempDir())
	a, b := newMachine(t, "laptop", s.URL()), newMachine(t, "tower", s.URL())
	if err := a.desk.Attempts().Begin("123"); err == nil {
		t.Error("123 is taken for a number")
	}
	if err := a.desk.Attempts().Begin(""); err != nil {
		t.Fatal(err)
	}
	if err := a.desk.Attempts().Begin(""); !errors.Is(err, machines.ErrPairing) {
		t.Error(err)
	}
	a.stage(machines.Inviting)
	a.desk.Attempts().Stop()
	a.stage(machines.NoPairing)

	meet(t, a, b)
	a.desk.Attempts().Compare(false)
	b.desk.Attempts().Compare(true)
	for _, m := range []*machine{a, b} {
		if got := m.stage(machines.Unpaired); !errors.Is(got.Err, machines.ErrNotPaired) {
			t.Errorf("%+v", got)
		}
		m.desk.Attempts().Stop()
	}

	meet(t, a, b)
	a.desk.Attempts().Stop() // says no
	b.desk.Attempts().Compare(true)
	b.stage(machines.Unpaired)
	b.desk.Attempts().Stop()

	meet(t, a, b)
	a.desk.Attempts().Compare(true)
	a.stage(machines.Confirmed)
	a.desk.Attempts().Stop() // after yes, which the other one may have heard
	b.desk.Attempts().Compare(true)
	b.stage(machines.Paired)
	if _, err := b.desk.Standing(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, m := range []*machine{a, b} {
		if _, err := m.desk.Standing(t.Context()); err != nil {
			t.Fatal(err)
		}
		operatortest.WaitUntil(t, m.desk.Name()+" has parted again", func() bool { return m.known() == nil })
		m.desk.Attempts().Stop()
	}

	meet(t, a, b)
	a.desk.Attempts().Compare(true)
	b.desk.Attempts().Compare(true)
	if a.stage(machines.Paired).Other != "tower" || b.stage(machines.Paired).Other != "laptop" {
		t.Error("paired with others")
	}
	if a.known()[0] != "tower" || b.known()[0] != "laptop" {
		t.Errorf("%v, %v", a.known(), b.known())
	}
}

// A window is paired with a terminal, whichever of the two shows the number.
func TestPairingAtAWindowAndATerminal(t *testing.T) {
	s := natstest.Start(t, t.TempDir())
	a, b := newMachine(t, "laptop", s.URL()), newMachine(t, "tower", s.URL())
	codes, numbers := make(chan string, 1), make(chan string, 1)
	yes := func(_ context.Context, code, _ string) bool { codes <- code; return true }
	for _, windowShows := range []bool{true, false} {
		invited, paired := "", make(chan error, 1)
		if windowShows {
			if err := a.desk.Attempts().Begin(""); err != nil {
				t.Fatal(err)
			}
			invited = a.stage(machines.Inviting).Number
		}
		go func() {
			_, err := b.desk.Pair(t.Context(), invited, func(n string) { numbers <- n }, yes)
			paired <- err
		}()
		if !windowShows {
			if err := a.desk.Attempts().Begin(<-numbers); err != nil {
				t.Fatal(err)
			}
		}
		if code := a.stage(machines.Comparing).Code; code != <-codes {
			t.Errorf("the codes differ, and the window shows %s", code)
		}
		a.desk.Attempts().Compare(true)
		a.stage(machines.Paired)
		if err := <-paired; err != nil || a.known()[0] != "tower" || b.known()[0] != "laptop" {
			t.Errorf("%v; %v, %v", err, a.known(), b.known())
		}
		a.desk.Attempts().Stop()
	}
}

// link waits until a machine stands so with the server.
func (m *machine) link(want machines.Link) machines.Standing {
	m.t.Helper()
	var s machines.Standing
	operatortest.WaitUntil(m.t, "the server is "+string(want), func() bool {
		var err error
		if s, err = m.desk.Standing(m.t.Context()); err != nil {
			m.t.Fatal(err)
		}
		return s.Link == want
	})
	return s
}

// The person sets another server, or none, and this machine leaves the old one at once, also where another process has set it.
func TestSettingTheServer(t *testing.T) {
	one, two := natstest.Start(t, t.TempDir()), natstest.Start(t, t.TempDir())
	m := newMachine(t, "laptop", one.URL())
	m.link(machines.Connected)
	at := two.URL()
	set := func(s machines.Server) error { return m.desk.SetServer(s, m.O.Secrets()) }
	for _, wrong := range []machines.Server{
		{URL: "nats://nats.example.com:4222"}, {URL: "https://nats.example.com"}, {URL: "tls://me:secret@nats.example.com"}, {URL: at, CA: "nats.pem"},
	} {
		if err := set(wrong); err == nil {
			t.Errorf("%+v is set", wrong)
		}
	}
	if err := set(machines.Server{URL: at, Credentials: "me:secret\n", Name: " desk ", Record: true}); err != nil {
		t.Fatal(err)
	}
	got := m.link(machines.Connected)
	want := settings.Machines{URL: at, Credentials: "${secret:machines-server}", Name: "desk", Record: true}
	if diff := cmp.Diff(want, got.Set); diff != "" || got.Name != "desk" {
		t.Errorf("%s (-want +got):\n%s", got.Name, diff)
	}
	if value, err := m.O.Secrets().Store().Get("machines-server"); err != nil || value != "me:secret" {
		t.Errorf("%q, %v", value, err)
	}
	two.Kill()
	m.link(machines.Failing)
	if err := set(machines.Server{URL: at}); err != nil { // keeps the credentials
		t.Fatal(err)
	}
	if s := m.link(machines.Failing); s.Set.Credentials == "" || s.Reason == "" {
		t.Errorf("%+v", s)
	}
	if _, err := m.O.Settings().Update(func(set *settings.Settings) error { set.Machines.URL = one.URL(); return nil }); err != nil {
		t.Fatal(err)
	}
	m.link(machines.Connected)
	if err := set(machines.Server{URL: one.URL(), Open: true}); err != nil {
		t.Fatal(err)
	}
	if s := m.link(machines.Connected); s.Set.Credentials != "" {
		t.Errorf("%+v", s)
	}
	if err := set(machines.Server{Name: "desk"}); err != nil {
		t.Fatal(err)
	}
	if s := m.link(machines.Unset); s.Name != "desk" || s.Reason != "" {
		t.Errorf("%+v", s)
	}
}
