package operator

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/proc"
	"handrail/tools"
)

func TestTheNetworkOfASpaceIsSet(t *testing.T) {
	b := newHandBench(t, noHands)
	ctx := t.Context()
	look := func() SpaceWalls {
		t.Helper()
		w, err := b.s.Walls(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	if w := look(); w.Own || !cmp.Equal(w.Network, []string{"off"}) || !cmp.Equal(w.Shared, []string{"off"}) || w.MemoryMiB != 4096 || w.Processes != 512 {
		t.Errorf("at first: %+v", w)
	}
	for _, c := range []struct{ words, want []string }{
		{[]string{"example.com", "loopback", "registry", "EXAMPLE.com"}, []string{"example.com", "loopback", "registry"}},
		{[]string{"on"}, []string{"on"}},
		{[]string{"loopback"}, []string{"loopback"}},
		{[]string{"off"}, []string{"off"}},
	} {
		if err := b.s.SetNetwork(ctx, c.words); err != nil {
			t.Fatal(err)
		}
		if w := look(); !w.Own || !cmp.Equal(w.Network, c.want) || !cmp.Equal(b.s.Network(), c.want) {
			t.Errorf("%q: %+v, programs have %q", c.words, w, b.s.Network())
		}
	}
	for _, words := range [][]string{{"https://example.com/x"}, {"on", "example.com"}, {"*.com"}, {""}} {
		if err := b.s.SetNetwork(ctx, words); err == nil || len(CheckNetwork(words)) == 0 {
			t.Errorf("%q is taken: %v", words, err)
		}
		if got := b.s.Network(); !cmp.Equal(got, []string{"off"}) {
			t.Errorf("%q left %q", words, got)
		}
	}
	if err := b.s.SetNetwork(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if w := look(); w.Own {
		t.Errorf("it does not follow the others: %+v", w)
	}
	raw, err := os.ReadFile(look().File)
	if err != nil {
		t.Fatal(err)
	}
	var kept map[string]json.RawMessage
	if err := json.Unmarshal(raw, &kept); err != nil || kept["per_space"] != nil {
		t.Errorf("%s, %v", raw, err)
	}
}

func TestEachWordOfANetworkThatCannotBeIsNamed(t *testing.T) {
	got := CheckNetwork([]string{"example.com", "http://a/b", "loopback", "*.com"})
	var words []string
	for _, p := range got {
		words = append(words, p.Word)
		if !strings.Contains(p.Text, p.Word) {
			t.Errorf("%q does not name %q", p.Text, p.Word)
		}
	}
	if diff := cmp.Diff([]string{"http://a/b", "*.com"}, words); diff != "" {
		t.Error(diff)
	}
	if got := CheckNetwork([]string{"registry", "example.com:8443"}); len(got) > 0 {
		t.Errorf("%+v", got)
	}
}

// What was answered in a dialog can be taken back, and then it is asked again:
// also in the app that heard the answer.
func TestAnAnswerAboutRegistriesIsTakenBack(t *testing.T) {
	b := newHandBench(t, noHands)
	ctx := t.Context()
	g := &stay{errand: proc.Errand{Space: b.dir, Call: "c1", Tool: "bash"}}
	answer := func() string {
		t.Helper()
		a, err := b.s.registryAnswer(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if (a.Said == "yes") == a.When.IsZero() {
			t.Errorf("%+v", a)
		}
		return a.Said
	}
	if err := b.s.askRegistry(ctx, g, "packages.example.com"); err != nil || answer() != "yes" || !cmp.Equal(b.s.Network(), []string{"registry"}) {
		t.Fatalf("%v, %q, %q", err, answer(), b.s.Network())
	}
	if err := b.s.RevokeNetwork(ctx); err != nil || answer() != "" || !cmp.Equal(b.s.Network(), []string{"off"}) {
		t.Fatalf("%v, %q, %q", err, answer(), b.s.Network())
	}
	b.person.answer = func(context.Context, tools.Question) (tools.Answer, error) {
		return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
	}
	if err := b.s.askRegistry(ctx, g, "packages.example.com"); err == nil || answer() != "no" {
		t.Fatalf("a yes that was taken back still holds: %v, %q", err, answer())
	}
	if err := b.s.RevokeNetwork(ctx); err != nil || answer() != "" {
		t.Fatal(err)
	}
	b.person.answer = yes
	if err := b.s.askRegistry(ctx, g, "packages.example.com"); err != nil {
		t.Errorf("a no that was taken back still holds: %v", err)
	}
	if err := b.s.SetNetwork(ctx, []string{"off"}); err != nil || answer() != "" || !cmp.Equal(b.s.Network(), []string{"off"}) {
		t.Errorf("off is not off: %v, %q, %q", err, answer(), b.s.Network())
	}
}

func TestAGrantedPathIsAmongTheWalls(t *testing.T) {
	b := newHandBench(t, noHands)
	path := filepath.Join(filepath.Dir(b.dir), "notes")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := b.o.Grant(tools.Call{Space: b.dir}, path); err != nil {
		t.Fatal(err)
	}
	w, err := b.s.Walls(t.Context())
	if err != nil || !cmp.Equal(w.Granted, []string{path}) {
		t.Fatalf("%q, %v", w.Granted, err)
	}
	if err := b.o.Revoke(t.Context(), b.dir, path); err != nil {
		t.Fatal(err)
	}
	if w, err = b.s.Walls(t.Context()); err != nil || len(w.Granted) > 0 {
		t.Errorf("%q, %v", w.Granted, err)
	}
}
