package window

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/operator/chats"
	"handrail/operator/operatortest"
)

// The page names, pins and archives chats, and finds what was said in them.
func TestMarksAndSearch(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"turns.jsonl": `{"text":"The invoices are in order."}` + "\n"}})
	a := &Chats{&app{ctx: t.Context(), o: b.O, chats: chats.New(b.O)}}
	kept := &Kept{a.app}
	s, err := a.NewSession(b.Dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.SetModel(s.ID, "scripted/turns.jsonl"); err != nil {
		t.Fatal(err)
	}
	run, err := a.Send(s.ID, "Sort them")
	if err != nil {
		t.Fatal(err)
	}
	chat, err := a.chats.Find(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chat.Wait(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	if v, err := a.RenameChat(s.ID, "March"); err != nil || v.Title != "March" {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := a.PinChat(s.ID, true); err != nil || !v.Pinned {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := a.ArchiveChat(s.ID, true); err != nil || !v.Archived || !v.Pinned || v.Title != "March" {
		t.Errorf("%+v, %v", v, err)
	}
	if list, err := a.Sessions(b.Dir); err != nil || len(list) != 1 || list[0].Title != "March" || !list[0].Archived {
		t.Errorf("%+v, %v", list, err)
	}
	hits, err := a.SearchChats("", "invoic", 10)
	if err != nil || len(hits) != 1 || hits[0].Title != "March" || hits[0].Session != s.ID || !hits[0].ByAgent || hits[0].Match != "invoic" || hits[0].After != "es are in order." {
		t.Errorf("%+v, %v", hits, err)
	}
	if err := kept.KeepUnsent(s.ID, "and then", []string{"next"}); err != nil {
		t.Error(err)
	}
	if v, err := kept.Unsent(); err != nil || len(v) != 1 || v[0].Session != s.ID || v[0].Draft != "and then" || len(v[0].Queue) != 1 {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := a.RenameChat(s.ID, strings.Repeat("x", 201)); err == nil {
		t.Error("a name of any length is taken")
	}
	if _, err := a.PinChat("s_none", true); err == nil {
		t.Error("a chat that is not there is pinned")
	}
	if v, err := kept.ChatDeletion(s.ID); err != nil || v.Messages != 1 || v.Running != "" {
		t.Errorf("%+v, %v", v, err)
	}
	if err := kept.DeleteChat(s.ID, false); err != nil {
		t.Error(err)
	}
	if list, err := a.Sessions(b.Dir); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if v, err := kept.Unsent(); err != nil || len(v) != 0 {
		t.Errorf("%+v, %v", v, err)
	}
}

// A picker picks what a test says.
type picker struct {
	Desktop
	files  []string
	folder string
	title  string
}

func (p *picker) ChooseFiles(title string) ([]string, error) {
	p.title = title
	return p.files, nil
}

func (p *picker) ChooseFolder(string) (string, error) { return p.folder, nil }

// The page attaches what the person picks, without naming a path, and is told what cannot be attached.
func TestAttaching(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"turns.jsonl": `{"text":"I see."}` + "\n"}})
	all := chats.New(b.O)
	desk := &picker{files: []string{filepath.Join(b.Options.Home, "letter.txt"), b.Options.Home}, folder: b.Dir}
	operatortest.WriteFile(t, desk.files[0], "Dear Ada")
	a := &Chats{&app{ctx: t.Context(), o: b.O, chats: all, picks: chats.NewPicks(all), desk: desk}}
	s, err := a.NewSession(b.Dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.SetModel(s.ID, "scripted/turns.jsonl"); err != nil {
		t.Fatal(err)
	}
	list, err := a.AttachFiles(s.ID, false)
	if err != nil || len(list.Attached) != 1 || list.Attached[0].Name != "letter.txt" || list.Attached[0].Words != "@"+desk.files[0] || len(list.Problems) != 1 || desk.title != "Choose files to read in this chat" {
		t.Errorf("%+v, %v, %q", list, err, desk.title)
	}
	if dir, err := a.AttachFiles(s.ID, true); err != nil || len(dir.Attached) != 1 || !dir.Attached[0].Folder || !dir.Attached[0].Inside {
		t.Errorf("%+v, %v", dir, err)
	}
	pasted, err := a.AttachContent(s.ID, "note.txt", "aGVsbG8=")
	if err != nil || !pasted.Copy || pasted.Size != 5 {
		t.Errorf("%+v, %v", pasted, err)
	}
	if err := a.Detach(pasted.ID); err != nil {
		t.Error(err)
	}
	if _, err := a.AttachContent(s.ID, "x", "~"); err == nil {
		t.Error("what is no base64 is kept")
	}
	run, err := a.SendWith(s.ID, "Read it", []string{list.Attached[0].ID})
	if err != nil || run.Title != "Read it" {
		t.Fatalf("%+v, %v", run, err)
	}
	chat, err := all.Find(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := chat.Wait(t.Context(), run.ID); err != nil || got.Calls != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	if found, err := a.FindFiles(b.Dir, "turn"); err != nil || len(found) != 1 || found[0].Words != "@turns.jsonl" {
		t.Errorf("%+v, %v", found, err)
	}
}

// What is dropped on the window is taken once, by the chat that asks for it, and not after a while.
func TestAttachDropped(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true})
	all := chats.New(b.O)
	w := New("0")
	w.app.ctx, w.app.o, w.app.chats, w.app.picks = t.Context(), b.O, all, chats.NewPicks(all)
	a := &Chats{w.app}
	s, err := a.NewSession(b.Dir, "")
	if err != nil {
		t.Fatal(err)
	}
	letter := filepath.Join(b.Options.Home, "letter.txt")
	operatortest.WriteFile(t, letter, "Dear Ada")
	w.Dropped([]string{filepath.Join(b.Options.Home, "missed.txt")})
	w.Dropped([]string{letter, "", "relative.txt", "/dev/null"})
	if list, err := a.AttachDropped(s.ID); err != nil || len(list.Attached) != 1 || list.Attached[0].Path != letter || list.Attached[0].Copy || len(list.Problems) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	w.app.drops <- dropping{[]string{letter}, time.Now().Add(-time.Minute)}
	if list, err := a.AttachDropped(s.ID); err != nil || len(list.Attached) != 0 {
		t.Errorf("what was dropped long ago is attached: %+v, %v", list, err)
	}
	// All of an enormous folder is not looked at, nor said: the page says from one too many on that the others are left out.
	many := make([]string, 200_000)
	for i := range many {
		many[i] = letter
	}
	many[0] = filepath.Join(b.Options.Home, "gone.txt")
	w.Dropped(many)
	if list, err := a.AttachDropped(s.ID); err != nil || len(list.Attached) != chats.MostBrought || len(list.Problems) != 1 {
		t.Errorf("of 200,000 files: %d attached, %d problems, %v", len(list.Attached), len(list.Problems), err)
	}
}
