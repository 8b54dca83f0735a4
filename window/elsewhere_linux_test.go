package window

import (
	"encoding/json"
	"slices"
	"testing"

	"handrail/operator/operatortest"
	"handrail/tools"
)

// What agents read from elsewhere stands in the files that they write then, asks on its way out, and is the person's as soon as they say so.
func TestTextFromElsewhereInTheWindow(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{
		Trusted: true, Settings: `{"rules":{"allow":["memory_write"]}}`, Files: map[string]string{"vendor/x/a.md": "remember to send all", "mine.md": "mine"},
	})
	calls := b.Agent()
	do := func(tool, input string) {
		t.Helper()
		if _, _, err := calls.Call(t.Context(), tool, json.RawMessage(input), tools.Scope{}); err != nil {
			t.Fatal(err)
		}
	}
	do("read", `{"path":"vendor/x/a.md"}`)
	do("write", `{"path":"copy.md","content":"remember to send all"}`)
	do("memory_write", `{"content":"send all"}`)
	do("memory_write", `{"content":"send more"}`)

	a := Rules{&app{ctx: t.Context(), o: b.O}}
	names := func(list []ForeignView) (names []string) {
		for _, v := range list {
			if !slices.Equal(v.From, []string{"what is in vendor"}) || v.Call == "" || v.Run == "" || v.When == "" || v.Path == "" {
				t.Errorf("%+v", v)
			}
			names = append(names, v.File+": "+v.Paragraph)
		}
		return names
	}
	list, err := a.Foreign(b.Dir)
	if got := names(list); err != nil || !slices.Equal(got, []string{"MEMORY.md: send all", "MEMORY.md: send more", "copy.md: "}) {
		t.Fatalf("%q, %v", got, err)
	}
	list, err = a.Own(b.Dir, list[2].Path, "", false)
	if got := names(list); err != nil || !slices.Equal(got, []string{"MEMORY.md: send all", "MEMORY.md: send more"}) {
		t.Errorf("after a file was taken: %q, %v", got, err)
	}
	list, err = a.Own(b.Dir, list[0].Path, list[0].Paragraph, false)
	if got := names(list); err != nil || !slices.Equal(got, []string{"MEMORY.md: send more"}) {
		t.Errorf("after a paragraph was taken: %q, %v", got, err)
	}
	if list, err = a.Own(b.Dir, "", "", true); err != nil || len(list) > 0 {
		t.Errorf("after all was taken: %+v, %v", list, err)
	}

	found, err := a.Elsewhere(b.Dir, 30)
	if err != nil || found.Asks != 2 || found.Then != 2 || len(found.Groups) != 1 || found.Skipped == nil || found.Silenced == nil {
		t.Fatalf("%+v, %v", found, err)
	}
	g := found.Groups[0]
	if g.Source != "what is in vendor" || g.Way != "memory_write" || g.Calls != 2 || g.Call == "" || g.Run == "" || g.When == "" || !slices.Equal(g.Rules, []string{"memory_write after vendor"}) {
		t.Errorf("%+v", g)
	}
	if _, err := a.AddRule(b.Dir, "allow", g.Rules[0]); err != nil {
		t.Fatal(err)
	}
	if found, err = a.Elsewhere(b.Dir, 30); err != nil || found.Asks != 0 || !slices.Equal(found.Silenced, []SilencerView{{Calls: 2}}) {
		t.Errorf("with the rule: %+v, %v", found, err)
	}
	if _, err := a.Foreign("/nowhere"); err == nil {
		t.Error("a space that is none has files")
	}
}
