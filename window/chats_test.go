package window

import (
	"strings"
	"testing"

	"handrail/operator/chats"
	"handrail/operator/operatortest"
)

// The page names, pins and archives chats, and finds what was said in them.
func TestMarksAndSearch(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"turns.jsonl": `{"text":"The invoices are in order."}` + "\n"}})
	a := &Chats{&app{ctx: t.Context(), o: b.O, chats: chats.New(b.O)}}
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
	if _, err := a.RenameChat(s.ID, strings.Repeat("x", 201)); err == nil {
		t.Error("a name of any length is taken")
	}
	if _, err := a.PinChat("s_none", true); err == nil {
		t.Error("a chat that is not there is pinned")
	}
}
