package walls_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/proc"
	"handrail/operator/operatortest"
	"handrail/operator/walls"
	"handrail/tools"
)

func TestTheNetworkOfASpaceIsSet(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	ctx := t.Context()
	look := func() walls.View {
		t.Helper()
		w, err := b.S.Walls().View(ctx)
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
		if err := b.S.Walls().SetNetwork(ctx, c.words); err != nil {
			t.Fatal(err)
		}
		if w := look(); !w.Own || !cmp.Equal(w.Network, c.want) || !cmp.Equal(b.S.Walls().Network(), c.want) {
			t.Errorf("%q: %+v, programs have %q", c.words, w, b.S.Walls().Network())
		}
	}
	for _, words := range [][]string{{"https://example.com/x"}, {"on", "example.com"}, {"*.com"}, {""}} {
		if err := b.S.Walls().SetNetwork(ctx, words); err == nil || len(walls.CheckNetwork(words)) == 0 {
			t.Errorf("%q is taken: %v", words, err)
		}
		if got := b.S.Walls().Network(); !cmp.Equal(got, []string{"off"}) {
			t.Errorf("%q left %q", words, got)
		}
	}
	if err := b.S.Walls().SetNetwork(ctx, nil); err != nil {
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
	got := walls.CheckNetwork([]string{"example.com", "http://a/b", "loopback", "*.com"})
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
	if got := walls.CheckNetwork([]string{"registry", "example.com:8443"}); len(got) > 0 {
		t.Errorf("%+v", got)
	}
}

// What was answered in a dialog can be taken back, and then it is asked again:
// also in the app that heard the answer.
func TestAnAnswerAboutRegistriesIsTakenBack(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	ctx := t.Context()
	g := walls.NewStay(proc.Errand{Space: b.Dir, Call: "c1", Tool: "bash"})
	answer := func() string {
		t.Helper()
		a, err := b.S.Walls().Answer(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if (a.Said == "yes") == a.When.IsZero() {
			t.Errorf("%+v", a)
		}
		return a.Said
	}
	if err := b.S.Walls().AskRegistry(ctx, g, "packages.example.com"); err != nil || answer() != "yes" || !cmp.Equal(b.S.Walls().Network(), []string{"registry"}) {
		t.Fatalf("%v, %q, %q", err, answer(), b.S.Walls().Network())
	}
	if err := b.S.Walls().Revoke(ctx); err != nil || answer() != "" || !cmp.Equal(b.S.Walls().Network(), []string{"off"}) {
		t.Fatalf("%v, %q, %q", err, answer(), b.S.Walls().Network())
	}
	b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
		return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
	}
	if err := b.S.Walls().AskRegistry(ctx, g, "packages.example.com"); err == nil || answer() != "no" {
		t.Fatalf("a yes that was taken back still holds: %v, %q", err, answer())
	}
	if err := b.S.Walls().Revoke(ctx); err != nil || answer() != "" {
		t.Fatal(err)
	}
	b.Person.Answer = operatortest.Yes
	if err := b.S.Walls().AskRegistry(ctx, g, "packages.example.com"); err != nil {
		t.Errorf("a no that was taken back still holds: %v", err)
	}
	if err := b.S.Walls().SetNetwork(ctx, []string{"off"}); err != nil || answer() != "" || !cmp.Equal(b.S.Walls().Network(), []string{"off"}) {
		t.Errorf("off is not off: %v, %q, %q", err, answer(), b.S.Walls().Network())
	}
}

func TestAGrantedPathIsAmongTheWalls(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	path := filepath.Join(filepath.Dir(b.Dir), "notes")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := b.O.Permits().GrantPath(tools.Call{Space: b.Dir}, path, true); err != nil {
		t.Fatal(err)
	}
	w, err := b.S.Walls().View(t.Context())
	if err != nil || !cmp.Equal(w.Granted, []string{path}) {
		t.Fatalf("%q, %v", w.Granted, err)
	}
	if err := b.O.Permits().RevokePath(t.Context(), b.Dir, path); err != nil {
		t.Fatal(err)
	}
	if w, err = b.S.Walls().View(t.Context()); err != nil || len(w.Granted) > 0 {
		t.Errorf("%q, %v", w.Granted, err)
	}
}
