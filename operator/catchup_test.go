package operator

import (
	"os"
	"testing"

	"handrail/operator/news"
	"handrail/operator/trust"
	"handrail/tools"
)

// What another process takes back, and what the person writes into the settings,
// counts at the next call of an app that stands open: nobody tells it to look.
func TestWhatChangesElsewhereCountsAtTheNextCall(t *testing.T) {
	s := openFiles(t, map[string]string{"agent/tools/plain.md": "---\nid: plain\nname: Plain\ndescription: d\ncommand: echo plain\n---\n"})
	b := &bench{t: t, s: s, dir: s.Dir(), person: &person{}}
	b.trust()
	other, err := Open(t.Context(), s.commons.config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	})
	s, err = other.OpenSpace(t.Context(), b.dir)
	if err != nil {
		t.Fatal(err)
	}
	digest := s.Trust().State().Inventory().Digest
	const write = `{"path":"note.txt","content":"x"}`
	if got := b.call("write", write); got.Error != nil {
		t.Fatalf("a trusted space: %v", got.Error)
	}

	if err := s.Trust().Distrust(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := b.call("write", `{"path":"other.txt","content":"x"}`); got.Error == nil || got.Error.Code != tools.PermissionDenied {
		t.Errorf("trust was taken back elsewhere, and a call gave %+v", got)
	}
	if b.s.trust.State().Level() != trust.Untrusted {
		t.Errorf("the space is %s", b.s.trust.State().Level())
	}
	if err := s.Trust().Approve(t.Context(), digest); err != nil {
		t.Fatal(err)
	}
	if got := b.call("write", `{"path":"third.txt","content":"x"}`); got.Error != nil {
		t.Errorf("trusted again elsewhere: %v", got.Error)
	}

	if err := os.WriteFile(b.s.commons.settings.Path(), []byte(`{"rules": {"deny": ["write"]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := b.call("write", `{"path":"fourth.txt","content":"x"}`); got.Error == nil || got.Error.Code != tools.PermissionDenied {
		t.Errorf("a rule was written by hand, and a call gave %+v", got)
	}
}

// A space that is watched, as by the window, hears without a call that another process has trusted it.
func TestAWatchedSpaceFollowsOtherProcesses(t *testing.T) {
	s := openFiles(t, map[string]string{"agent/tools/plain.md": "---\nid: plain\nname: Plain\ndescription: d\ncommand: echo plain\n---\n"})
	other, err := Open(t.Context(), s.commons.config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	})
	elsewhere, err := other.OpenSpace(t.Context(), s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan struct{}, 100)
	defer s.commons.hub.Listen(func(e news.Event) {
		if e.Kind == news.OnSpace {
			told <- struct{}{}
		}
	})()
	s.Watch()
	if err := elsewhere.Trust().Approve(t.Context(), elsewhere.Trust().State().Inventory().Digest); err != nil {
		t.Fatal(err)
	}
	for s.trust.State().Level() != trust.Trusted {
		select {
		case <-told:
		case <-t.Context().Done():
			t.Fatal("it has not heard of it")
		}
	}
}
