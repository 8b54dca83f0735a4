//go:build unix

package chats

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator/news"
	"handrail/operator/operatortest"
)

// holds reports which files below folders hold words.
func holds(t *testing.T, words string, folders ...string) (files []string) {
	t.Helper()
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if err == nil && e.Type().IsRegular() {
				raw, readErr := os.ReadFile(path)
				if readErr != nil {
					return readErr
				}
				if bytes.Contains(raw, []byte(words)) {
					at := bytes.Index(raw, []byte(words))
					files = append(files, fmt.Sprintf("%s: %q", path, raw[max(0, at-60):min(len(raw), at+100)]))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// A deleted chat takes along what was said, pictures, copies of what was pasted, what was granted to it, and what was
// not sent. Another chat, the record of its calls and the files that it has changed stay.
func TestDelete(t *testing.T) {
	b, p := attachBench(t, map[string]string{"turns.jsonl": `{"text":"an answer"}` + "\n" + `{"text":"more"}` + "\n"})
	c, other := b.chat(), b.chat()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 3, 3))); err != nil {
		t.Fatal(err)
	}
	pasted, err := p.Copy(t.Context(), c.s.ID, "shot.png", picture.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	_, run := b.sends(p, c, "the walrusquestion", pasted.ID)
	say(t, other, "the otterquestion")
	if err := KeepUnsent(t.Context(), b.chats, c.s.ID, Unsent{Draft: "the walrusdraft"}); err != nil {
		t.Fatal(err)
	}
	if _, err := Mark(t.Context(), b.chats, c.s.ID, func(m *Marks) { m.Title = "the walrusname" }); err != nil {
		t.Fatal(err)
	}
	d, err := DeletionOf(t.Context(), b.chats, c.s.ID)
	if err != nil || d.Messages != 1 || d.Copies != 1 || d.Pictures != 1 || d.Calls != 1 || d.Branches != 0 || d.Rehearsed || d.Chat.Title != "the walrusname" {
		t.Fatalf("%+v, %v", d, err)
	}
	data := b.Options.Dirs.Data
	if before := holds(t, "walrus", data); len(before) == 0 {
		t.Fatal("the test looks where nothing is")
	}
	pictures, _ := filepath.Glob(filepath.Join(data, "pictures", "*"))
	told := make(chan news.Session, 20)
	defer b.O.News().Listen(func(e news.Event) {
		if e.Session != nil && e.Session.Gone {
			told <- *e.Session
		}
	})()
	if err := Delete(t.Context(), b.chats, c.s.ID, false); err != nil {
		t.Fatal(err)
	}
	if s := <-told; s.ID != c.s.ID || s.Title != "" {
		t.Errorf("the window is told %+v", s)
	}
	if left := holds(t, "walrus", data, data+"-attached"); len(left) > 0 {
		t.Errorf("its words stand in %v", left)
	}
	if _, err := os.Lstat(pasted.Path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the copy: %v", err)
	}
	if now, _ := filepath.Glob(filepath.Join(data, "pictures", "*")); len(pictures) == 0 || len(now) != 0 {
		t.Errorf("pictures: %v, then %v", pictures, now)
	}
	if grants, err := b.O.Permits().Grants(t.Context()); err != nil || len(grants) != 0 {
		t.Errorf("granted: %+v, %v", grants, err)
	}
	if got := titles(t, b.chats, b.Dir); got != "the otterquestion" {
		t.Errorf("listed: %q", got)
	}
	for _, all := range []*Chats{b.chats, New(b.O)} {
		if _, err := all.Find(t.Context(), c.s.ID); err == nil || !strings.Contains(err.Error(), "it was deleted") {
			t.Errorf("found: %v", err)
		}
		if _, err := all.PointOf(t.Context(), run.ID, 1); err == nil || !strings.Contains(err.Error(), "it was deleted") {
			t.Errorf("branched: %v", err)
		}
	}
	if _, err := c.Send("more"); err == nil || !strings.Contains(err.Error(), "it was deleted") {
		t.Errorf("sent from another window: %v", err)
	}
	if kept, err := b.O.History().FindRun(t.Context(), run.ID); err != nil || kept.Calls != 1 || kept.State != journal.Done {
		t.Errorf("its record: %+v, %v", kept, err)
	}
	say(t, other, "and more")
}

// A chat whose agent works is not deleted, unless the person says that it is stopped for that.
func TestDeleteAChatAtWork(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Settings: `{"rules":{"ask":["bash(*)"]}}`, Files: map[string]string{"turns.jsonl": `{"text":"I run it","calls":[{"name":"bash","arguments":{"command":"touch x"}}]}` + "\n"}})
	b.Person.Answer = operatortest.Never
	all := New(b.O)
	c, err := all.Start(b.Dir, "")
	if err == nil {
		err = c.SetModel("scripted/turns.jsonl")
	}
	if err != nil {
		t.Fatal(err)
	}
	run, err := c.Send("Do it")
	if err != nil {
		t.Fatal(err)
	}
	<-b.Person.Asked
	if err := Delete(t.Context(), all, c.s.ID, false); !errors.Is(err, errAtWork) {
		t.Errorf("while it works: %v", err)
	}
	if err := Delete(t.Context(), New(b.O), c.s.ID, true); err == nil || !strings.Contains(err.Error(), "still working") {
		t.Errorf("by another process: %v", err)
	}
	if err := Delete(t.Context(), all, c.s.ID, true); err != nil {
		t.Fatal(err)
	}
	if ended, err := b.O.History().FindRun(t.Context(), run.ID); err != nil || ended.State != journal.Cancelled {
		t.Errorf("%+v, %v", ended, err)
	}
	if got := titles(t, all, b.Dir); got != "" {
		t.Errorf("listed: %q", got)
	}
}

// A branch keeps what it begins with when the chat that it comes from is deleted.
func TestDeleteWhatWasBranched(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"turns.jsonl": threeAnswers, "note.md": "x"}})
	all := New(b.O)
	c, err := all.Start(b.Dir, "")
	if err == nil {
		err = c.SetModel("scripted/turns.jsonl")
	}
	if err != nil {
		t.Fatal(err)
	}
	first := say(t, c, "one")
	say(t, c, "two")
	point, err := all.PointOf(t.Context(), first.ID, -1)
	if err != nil {
		t.Fatal(err)
	}
	branch, err := all.Branch(t.Context(), point)
	if err != nil {
		t.Fatal(err)
	}
	say(t, branch, "three")
	before := said(t, all, branch.s.ID)
	if d, err := DeletionOf(t.Context(), all, c.s.ID); err != nil || d.Branches != 1 {
		t.Errorf("%+v, %v", d, err)
	}
	if err := Delete(t.Context(), all, c.s.ID, false); err != nil {
		t.Fatal(err)
	}
	if after := said(t, New(b.O), branch.s.ID); after != before || !strings.Contains(after, "one") {
		t.Errorf("the branch says %q, and said %q", after, before)
	}
	if hits, err := Search(t.Context(), all, SearchQuery{Words: "one"}); err != nil || len(hits) != 0 {
		t.Errorf("found: %+v, %v", hits, err)
	}
	if err := Delete(t.Context(), all, branch.s.ID, false); err != nil {
		t.Fatal(err)
	}
	if left := said(t, all, c.s.ID); left != "" {
		t.Errorf("left of the first: %q", left)
	}
}

// What is written and not sent outlives the process, with a chat in which nothing was said, and goes when it is sent or emptied.
func TestUnsent(t *testing.T) {
	b := marksBench(t)
	all := New(b.O)
	spoken := saidIn(t, b, all, "First")
	fresh, err := all.Start(b.Dir, "")
	if err != nil {
		t.Fatal(err)
	}
	keep := func(c *Chat, u Unsent) {
		t.Helper()
		if err := KeepUnsent(t.Context(), all, c.s.ID, u); err != nil {
			t.Fatal(err)
		}
	}
	keep(spoken, Unsent{Draft: "a draft", Queue: []string{"one", "two"}})
	keep(fresh, Unsent{Draft: "for a new chat"})
	later := New(b.O)
	kept, err := Unsents(t.Context(), later)
	if err != nil || len(kept) != 2 || kept[spoken.s.ID].Draft != "a draft" || strings.Join(kept[spoken.s.ID].Queue, "|") != "one|two" || kept[fresh.s.ID].Draft != "for a new chat" {
		t.Fatalf("%+v, %v", kept, err)
	}
	list, err := later.List(t.Context(), b.Dir)
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	found, err := later.Find(t.Context(), fresh.s.ID)
	if err != nil || found.Session().Agent != fresh.s.Agent {
		t.Fatalf("%+v, %v", found, err)
	}
	keep(spoken, Unsent{})
	keep(fresh, Unsent{Draft: " \n"})
	if kept, err := Unsents(t.Context(), all); err != nil || len(kept) != 0 {
		t.Errorf("%+v, %v", kept, err)
	}
	if err := KeepUnsent(t.Context(), all, fresh.s.ID, Unsent{Draft: strings.Repeat("x", unsentMost+1)}); err == nil {
		t.Error("any length is kept")
	}
	if list, err := New(b.O).List(t.Context(), b.Dir); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}
