package window

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
	"handrail/operator/undo"
	"handrail/tools"
)

// An undoBench is a space in which an agent has worked, and the window beside it.
type undoBench struct {
	*operatortest.Bench
	undo *Undo
	turn *operator.Calls
}

func newUndoBench(t *testing.T) *undoBench {
	t.Helper()
	return undoBenchOf(t, operatortest.Options{})
}

func undoBenchOf(t *testing.T, o operatortest.Options) *undoBench {
	t.Helper()
	o.Files = map[string]string{"a.txt": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n", "b.txt": "b\n"}
	b := operatortest.New(t, o)
	u := &undoBench{Bench: b, undo: &Undo{&app{ctx: t.Context(), o: b.O}}, turn: b.Agent()}
	u.does("read", `{"path":"a.txt"}`)
	u.does("read", `{"path":"b.txt"}`)
	return u
}

// does makes a call of the agent's turn.
func (b *undoBench) does(tool, input string) string {
	b.T.Helper()
	call, result, err := b.turn.Call(b.T.Context(), tool, json.RawMessage(input), tools.Scope{})
	if err != nil || result.Error != nil {
		b.T.Fatalf("%s %s: %v, %+v", tool, input, err, result.Error)
	}
	return call
}

// plan is the plan of a form, with a line for each of its items.
func (b *undoBench) plan(form UndoForm) (UndoPlanView, string) {
	b.T.Helper()
	p, err := b.undo.PlanUndo(b.Dir, form)
	if err != nil {
		b.T.Fatal(err)
	}
	var lines []string
	for _, i := range p.Items {
		lines = append(lines, strings.Join([]string{string(i.State), string(i.What), string(i.Kind), i.Path}, " "))
	}
	return p, strings.Join(lines, "\n")
}

// takesBack does what the plan of a form says.
func (b *undoBench) takesBack(form UndoForm) TakenBackView {
	b.T.Helper()
	p, _ := b.plan(form)
	v, err := b.undo.TakeBack(b.Dir, form, p.Digest)
	if err != nil {
		b.T.Fatal(err)
	}
	return v
}

func (b *undoBench) holds(name, want string) {
	b.T.Helper()
	if got, err := os.ReadFile(filepath.Join(b.Dir, name)); string(got) != want {
		b.T.Errorf("%s is %q, %v", name, got, err)
	}
}

// The window counts what a turn has changed, shows it, takes it back, and takes that back.
func TestATurnIsTakenBack(t *testing.T) {
	b := newUndoBench(t)
	b.does("edit", `{"path":"a.txt","old_string":"one","new_string":"ONE"}`)
	second := b.does("edit", `{"path":"a.txt","old_string":"nine","new_string":"NINE"}`)
	b.does("write", `{"path":"new/c.txt","content":"c\n"}`)
	run := b.turn.Run()
	form := UndoForm{Runs: []string{run}}

	changed, err := b.undo.ChangedFiles(b.Dir, []string{run})
	if err != nil || len(changed) != 1 || changed[0].Files != 2 || changed[0].Folders != 1 || len(changed[0].Calls) != 3 || changed[0].Calls[2].New != 2 || len(changed[0].Back) != 0 {
		t.Fatalf("%+v, %v", changed, err)
	}
	items, err := b.undo.ChangedItems(b.Dir, form)
	if err != nil || len(items.Items) != 3 || items.Items[0].What != UndoneChanged || items.Items[1].Kind != UndoFolder || items.Items[2].Path != "new/c.txt" {
		t.Fatalf("%+v, %v", items, err)
	}
	text, err := b.undo.ChangedText(b.Dir, form, items.Items[0].ID)
	if err != nil || len(text.Parts) != 2 || text.Parts[0].Lines[0] != "-one" || text.Parts[0].Lines[1] != "+ONE" || text.Conflict {
		t.Errorf("%+v, %v", text, err)
	}
	if _, lines := b.plan(form); lines != "ready change file a.txt\nready delete folder new\nready delete file new/c.txt" {
		t.Errorf("it plans\n%s", lines)
	}
	if _, lines := b.plan(UndoForm{Call: second}); lines != "ready change file a.txt" {
		t.Errorf("of one call it plans\n%s", lines)
	}
	if _, lines := b.plan(UndoForm{Runs: []string{run}, After: second}); lines != "ready delete folder new\nready delete file new/c.txt" {
		t.Errorf("after a call it plans\n%s", lines)
	}

	back := b.takesBack(UndoForm{Runs: []string{run}, Parts: []UndoPartsForm{{Item: items.Items[0].ID, Parts: []int{1}}}})
	if back.Error != "" || back.Files != 2 || back.Folders != 1 || back.Call == "" || len(back.Left) != 0 {
		t.Errorf("%+v", back)
	}
	b.holds("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nNINE\n")
	if _, err := os.Stat(filepath.Join(b.Dir, "new")); err == nil {
		t.Error("the folder that was made is still there")
	}
	again := b.takesBack(UndoForm{Call: back.Call})
	b.holds("a.txt", "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nNINE\n")
	b.holds("new/c.txt", "c\n")
	changed, err = b.undo.ChangedFiles(b.Dir, []string{run})
	if err != nil || len(changed[0].Back) != 2 || changed[0].Back[0].Call != back.Call || changed[0].Back[0].Of != "" || changed[0].Back[1].Call != again.Call || changed[0].Back[1].Of != back.Call {
		t.Errorf("%+v, %v", changed, err)
	}
}

// What stays stays, with the folders that it lies in; what the person has changed since stays
// until they say otherwise, and can be told apart from what the agent has changed.
func TestWhatStaysWhenATurnIsTakenBack(t *testing.T) {
	b := newUndoBench(t)
	b.does("edit", `{"path":"a.txt","old_string":"one","new_string":"ONE"}`)
	b.does("write", `{"path":"b.txt","content":"agent\n"}`)
	b.does("write", `{"path":"new/c.txt","content":"c\n"}`)
	b.does("write", `{"path":"new/d.txt","content":"d\n"}`)
	b.File("a.txt", "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nmine\n")
	b.File("b.txt", "mine\n")
	form := UndoForm{Runs: []string{b.turn.Run()}}
	p, lines := b.plan(form)
	if lines != "conflict change file a.txt\nconflict change file b.txt\nready delete folder new\nready delete file new/c.txt\nready delete file new/d.txt" {
		t.Fatalf("it plans\n%s", lines)
	}
	c, err := b.undo.CompareUndo(b.Dir, form, p.Items[0].ID)
	if err != nil || !c.Conflict || !c.Apart || !strings.HasPrefix(c.Would, "one\n") || !strings.HasSuffix(c.Would, "mine\n") || !strings.HasPrefix(c.Now, "ONE\n") || c.NoNow || c.NoThen {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err = b.undo.CompareUndo(b.Dir, form, p.Items[1].ID); err != nil || !c.Conflict || c.Apart || c.Would != "" || c.Then != "b\n" {
		t.Errorf("%+v, %v", c, err)
	}
	form.Merge, form.Over, form.Without = []string{p.Items[0].ID}, []string{p.Items[1].ID}, []string{p.Items[3].ID}
	if _, lines = b.plan(form); lines != "ready change file a.txt\nready change file b.txt\nready delete file new/d.txt" {
		t.Errorf("with choices it plans\n%s", lines)
	}
	if back := b.takesBack(form); back.Error != "" || back.Files != 3 {
		t.Errorf("%+v", back)
	}
	b.holds("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nmine\n")
	b.holds("b.txt", "b\n")
	b.holds("new/c.txt", "c\n")
	form.Merge = []string{p.Items[1].ID}
	if b.File("b.txt", "mine\n"); true {
		form.Over = nil
	}
	if _, err := b.undo.PlanUndo(b.Dir, form); err == nil || !strings.Contains(err.Error(), "in the same places") {
		t.Errorf("what overlaps is told apart: %v", err)
	}
}

// Only what was shown is done, and nothing while a call runs.
func TestTakingBackIsRefused(t *testing.T) {
	b := newUndoBench(t)
	b.does("write", `{"path":"b.txt","content":"agent\n"}`)
	form := UndoForm{Runs: []string{b.turn.Run()}}
	p, _ := b.plan(form)
	b.File("b.txt", "mine\n")
	var e *tools.Error
	if _, err := b.undo.TakeBack(b.Dir, form, p.Digest); !errors.As(err, &e) || e.Code != tools.Unavailable || !strings.Contains(e.Message, "since you looked") {
		t.Errorf("what was not shown: %v", err)
	}
	b.holds("b.txt", "mine\n")
	if _, err := b.undo.PlanUndo(b.Dir, UndoForm{Call: "c_none"}); err == nil {
		t.Error("a call that was never made has a plan")
	}
	if _, err := b.undo.CompareUndo(b.Dir, form, filepath.Join(b.Dir, "a.txt")); !errors.As(err, &e) || e.Code != tools.NotFound {
		t.Errorf("what no call has changed: %v", err)
	}
}

// What is kept is counted, bounded and deleted.
func TestStorageOfChanges(t *testing.T) {
	b := newUndoBench(t)
	b.does("write", `{"path":"b.txt","content":"agent\n"}`)
	v, err := b.undo.Storage()
	if err != nil || v.Calls != 1 || v.Bytes == 0 || v.Since == "" || v.KeepDays != 30 || v.MaxMB != 5120 || !v.Secrets {
		t.Fatalf("%+v, %v", v, err)
	}
	if v, err = b.undo.SetStorage(StorageForm{KeepDays: -1, MaxMB: 1000}); err != nil || v.KeepDays != -1 || v.MaxMB != 1000 || v.Secrets {
		t.Errorf("%+v, %v", v, err)
	}
	b.File(".env", "PORT=1\n")
	b.does("read", `{"path":".env"}`)
	b.does("write", `{"path":".env","content":"PORT=2\n"}`)
	p, err := b.undo.PlanUndo(b.Dir, UndoForm{Runs: []string{b.turn.Run()}})
	if err != nil || len(p.Items) != 2 || p.Items[0].State != undo.Lost {
		t.Errorf("%+v, %v", p.Items, err)
	}
	if _, err = b.undo.SetStorage(StorageForm{KeepDays: 1 << 30}); err == nil {
		t.Error("a time that is too long is set")
	}
	if v, err = b.undo.ForgetStorage(); err != nil || v.Calls != 0 || v.Since != "" {
		t.Errorf("%+v, %v", v, err)
	}
	if changed, err := b.undo.ChangedFiles(b.Dir, []string{b.turn.Run()}); err != nil || len(changed) != 0 {
		t.Errorf("%+v, %v", changed, err)
	}
}

// A name of bytes that are no text has an id that means it.
func TestItemsHaveIDs(t *testing.T) {
	for _, path := range []string{"/a/b.txt", "/a/\xff\xfe", "base64:x", `C:\a`} {
		if got := pathOf(itemOf(path)); got != path {
			t.Errorf("%q becomes %q", path, got)
		}
	}
}

// Chats say where text comes from unless the person has hidden it.
func TestHideFrom(t *testing.T) {
	b := newUndoBench(t)
	a := Settings{b.undo.app}
	if v, err := a.Settings(); err != nil || v.HideFrom {
		t.Errorf("at first: %+v, %v", v, err)
	}
	if v, err := a.SetHideFrom(true); err != nil || !v.HideFrom {
		t.Errorf("hidden: %+v, %v", v, err)
	}
	if v, err := a.SetHideFrom(false); err != nil || v.HideFrom {
		t.Errorf("shown: %+v, %v", v, err)
	}
}

// When calls ask by dialogs is the person's to say; a word that there is not changes nothing.
func TestDialogs(t *testing.T) {
	b := newUndoBench(t)
	a := Settings{b.undo.app}
	if v, err := a.Settings(); err != nil || v.Dialogs != settings.DialogsUsual {
		t.Errorf("at first: %+v, %v", v, err)
	}
	if v, err := a.SetDialogs(settings.DialogsNever); err != nil || v.Dialogs != settings.DialogsNever {
		t.Errorf("never: %+v, %v", v, err)
	}
	if v, err := a.SetDialogs("sometimes"); err == nil || v.Dialogs != settings.DialogsNever {
		t.Errorf("a word that is none: %+v, %v", v, err)
	}
}

// A cap is set for all spaces, or for one beside that, and is counted today; what is no cap, or no number of it, changes nothing.
func TestCaps(t *testing.T) {
	b := newUndoBench(t)
	calls, err := b.S.Calls(operator.CallsConfig{Origin: journal.FromChat, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "main"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, result, err := calls.Call(t.Context(), "read", json.RawMessage(`{"path":"a.txt"}`), tools.Scope{}); err != nil || result.Error != nil {
		t.Fatalf("%v, %+v", err, result.Error)
	}
	a := Settings{b.undo.app}
	find := func(v CapsView, name string) CapView {
		for _, c := range v.Caps {
			if c.Name == name {
				return c
			}
		}
		t.Fatalf("no %s: %+v", name, v)
		return CapView{}
	}
	v, err := a.SetCap("", "day.calls", 20)
	if c := find(v, "day.calls"); err != nil || c.Most != 20 || c.Used != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	if v, err = a.SetCap(b.Dir, "run.cost", 0.5); err != nil || find(v, "run.cost").Most != 0.5 || find(v, "day.calls").Most != 0 {
		t.Errorf("of one space: %+v, %v", v, err)
	}
	for name, most := range map[string]float64{"day.joy": 1, "run.calls": 1.5, "run.tokens": -1, "run.minutes": math.NaN()} {
		if _, err := a.SetCap("", name, most); err == nil {
			t.Errorf("%s %v was set", name, most)
		}
	}
	if v, err = a.SetCap("", "day.calls", 0); err != nil || find(v, "day.calls").Most != 0 {
		t.Errorf("removed: %+v, %v", v, err)
	}
	if set, _, err := b.O.Settings().Load(); err != nil || set.Caps != (settings.Caps{}) || set.PerSpace[b.Dir].Caps.Run.Cost != 0.5 {
		t.Errorf("in the file: %+v, %v", set.Caps, err)
	}
}
