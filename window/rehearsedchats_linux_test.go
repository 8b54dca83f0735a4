package window

import (
	"strings"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/chats"
	"handrail/operator/news"
)

// rehearsedChat begins a rehearsed chat of the bench, in which a model plays the turns, one of them for each text.
func rehearsedChat(b *rehearsalBench, turns string, said ...string) (*Chats, SessionView) {
	b.T.Helper()
	b.File("turns.jsonl", turns)
	b.at.chats = chats.New(b.at.o)
	at := &Chats{b.at.app}
	s, err := at.RehearseSession(b.Dir, "")
	if err != nil || s.Rehearsal == "" || s.Over {
		b.T.Fatalf("%+v, %v", s, err)
	}
	if s, err = at.SetModel(s.ID, "scripted/turns.jsonl"); err != nil {
		b.T.Fatal(err)
	}
	for _, text := range said {
		run, err := at.Send(s.ID, text)
		if err != nil {
			b.T.Fatal(err)
		}
		chat, err := b.at.chats.Find(b.T.Context(), s.ID)
		if err != nil {
			b.T.Fatal(err)
		}
		if ended, err := chat.Wait(b.T.Context(), run.ID); err != nil || ended.State != journal.Done {
			b.T.Fatalf("%+v, %v", ended, err)
		}
	}
	return at, s
}

// listed is a chat as the list has it.
func listed(b *rehearsalBench, at *Chats, id string) SessionView {
	b.T.Helper()
	list, err := at.Sessions(b.Dir)
	if err != nil {
		b.T.Fatal(err)
	}
	for _, s := range list {
		if s.ID == id {
			return s
		}
	}
	b.T.Fatalf("the chat is not in the list: %+v", list)
	return SessionView{}
}

const rehearsedTurns = `{"text":"I tidy up.","calls":[{"name":"write","arguments":{"path":"new/one.txt","content":"1\n"}}]}
{"text":"And more.","calls":[{"name":"bash","arguments":{"command":"rm notes.txt; cat new/one.txt"}}]}
{"text":"Done."}
`

// A chat is rehearsed in the window: nothing of it happens, its review ends it, and what is chosen is kept. Then it says
// what became of it, also in the next process.
func TestAChatIsRehearsedReviewedAndKept(t *testing.T) {
	b := newRehearsalBench(t)
	at, s := rehearsedChat(b, rehearsedTurns, "Tidy up")
	if b.there("new") || !b.there("notes.txt") {
		t.Fatal("it was done")
	}
	v, err := b.at.ReviewChat(s.ID)
	if err != nil || lines(v) != "new folder new\nnew file new/one.txt\ngone file notes.txt" || v.Row.Session != s.ID || v.Row.Line != "Tidy up" || v.Row.Tool != "" {
		t.Fatalf("%+v, %v", v, err)
	}
	if now := listed(b, at, s.ID); !now.Over || now.Rehearsal != v.Row.ID {
		t.Errorf("it goes on: %+v", now)
	}
	if _, err := at.Send(s.ID, "More"); err == nil || !strings.Contains(err.Error(), "was rehearsed") {
		t.Errorf("more is said in it: %v", err)
	}
	if again, err := b.at.ReviewChat(s.ID); err != nil || again.Row != v.Row {
		t.Errorf("looked at again: %+v, %v", again, err)
	}
	if became, err := b.at.RehearsedChat(s.ID); err != nil || became != (RehearsedChatView{Waits: 3}) {
		t.Errorf("before the decision: %+v, %v", became, err)
	}
	if kept, err := b.at.KeepRehearsal(KeepForm{Rehearsal: v.Row.ID, Without: []string{v.Items[2].ID}}); err != nil || kept.Kept != 2 {
		t.Fatalf("%+v, %v", kept, err)
	}
	if !b.there("new/one.txt") || !b.there("notes.txt") {
		t.Error("what was chosen is not what was kept")
	}
	if became, err := b.at.RehearsedChat(s.ID); err != nil || became != (RehearsedChatView{Waits: 1, Kept: true}) {
		t.Errorf("after keeping some: %+v, %v", became, err)
	}
	if err := b.at.DropRehearsal(v.Row.ID); err != nil {
		t.Fatal(err)
	}
	b.at.chats = chats.New(b.O) // as in the next process
	if became, err := b.at.RehearsedChat(s.ID); err != nil || became != (RehearsedChatView{Kept: true}) {
		t.Errorf("after dropping the rest: %+v, %v", became, err)
	}
	if now := listed(b, at, s.ID); !now.Over || now.Cut != "" {
		t.Errorf("the next process takes it for one that acts: %+v", now)
	}
}

// One that would change nothing leaves nothing to decide on, and neither does one in which nothing was said.
func TestARehearsedChatWithNothingToKeep(t *testing.T) {
	b := newRehearsalBench(t)
	_, s := rehearsedChat(b, `{"text":"Nothing to do."}`+"\n", "Hello")
	if v, err := b.at.ReviewChat(s.ID); err != nil || len(v.Items) != 0 {
		t.Errorf("%+v, %v", v, err)
	}
	_, silent := rehearsedChat(b, `{"text":"Nothing to do."}`+"\n")
	if v, err := b.at.ReviewChat(silent.ID); err != nil || len(v.Items) != 0 {
		t.Errorf("%+v, %v", v, err)
	}
	for _, id := range []string{s.ID, silent.ID} {
		if became, err := b.at.RehearsedChat(id); err != nil || became != (RehearsedChatView{}) {
			t.Errorf("%+v, %v", became, err)
		}
	}
	if list, err := b.at.Rehearsals(b.Dir); err != nil || len(list) != 0 {
		t.Errorf("something waits: %+v, %v", list, err)
	}
}

// What a rehearsed chat would change is not lost when Handrail is closed before its review: it waits in the list.
func TestAClosedWindowKeepsWhatARehearsedChatWouldChange(t *testing.T) {
	b := newRehearsalBench(t)
	next := &Rehearsals{&app{ctx: t.Context(), o: b.O, chats: chats.New(b.O)}}
	first, err := operator.Open(t.Context(), b.config)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.OpenSpace(t.Context(), b.Dir); err != nil {
		t.Fatal(err)
	}
	b.at.o = first
	_, s := rehearsedChat(b, rehearsedTurns, "Tidy up")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	operator.RehearsalsOf(b.O).Sweep()
	if list, err := next.Rehearsals(b.Dir); err != nil || len(list) != 1 || list[0].Session != s.ID || list[0].Changes != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	if became, err := next.RehearsedChat(s.ID); err != nil || became.Waits != 3 {
		t.Errorf("%+v, %v", became, err)
	}
	if v, err := next.ReviewChat(s.ID); err != nil || len(v.Items) != 3 {
		t.Errorf("%+v, %v", v, err)
	}
}

// Nor is it lost when Handrail is closed while the agent works.
func TestAWindowThatIsClosedWhileARehearsedChatWorks(t *testing.T) {
	b := newRehearsalBench(t)
	first, err := operator.Open(t.Context(), b.config)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.OpenSpace(t.Context(), b.Dir); err != nil {
		t.Fatal(err)
	}
	b.at.o = first
	at, s := rehearsedChat(b, `{"text":"I work.","calls":[{"name":"write","arguments":{"path":"new.txt","content":"1\\n"}},{"name":"bash","arguments":{"command":"echo at it; sleep 300"}}]}`+"\n")
	begun := make(chan struct{}, 1)
	stop := first.News().Listen(func(e news.Event) {
		if e.Kind == news.OnOutput && strings.Contains(e.Output.Text, "at it") {
			select {
			case begun <- struct{}{}:
			default:
			}
		}
	})
	defer stop()
	if _, err := at.Send(s.ID, "Work"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-begun:
	case <-time.After(time.Minute):
		t.Fatal("the command does not begin")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	next := &Rehearsals{&app{ctx: t.Context(), o: b.O, chats: chats.New(b.O)}}
	if list, err := next.Rehearsals(b.Dir); err != nil || len(list) != 1 || list[0].Session != s.ID || list[0].Changes != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	if now := listed(&rehearsalBench{Bench: b.Bench, at: next}, &Chats{next.app}, s.ID); !now.Over || now.Cut != "" {
		t.Errorf("it can go on: %+v", now)
	}
	if cut, err := (&Chats{next.app}).CutChats(); err != nil || len(cut) != 0 {
		t.Errorf("going on is offered: %+v, %v", cut, err)
	}
}

// A question of a rehearsed chat can't be rehearsed once more: that would be on the folder as it is, without what the chat
// has done. While its agent works there is no review.
func TestAQuestionOfARehearsedChat(t *testing.T) {
	b := newRehearsalBench(t)
	at, s := rehearsedChat(b, `{"text":"I look.","calls":[{"name":"bash","arguments":{"command":"cat .env"}}]}`+"\n"+`{"text":"Done."}`+"\n")
	run, err := at.Send(s.ID, "Look")
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		list, err := b.questions.Questions()
		if err != nil || time.Now().After(end) {
			t.Fatalf("nothing is asked: %v", err)
		}
		if len(list) == 0 {
			continue
		}
		if list[0].Rehearses {
			t.Error("it offers to rehearse what is rehearsed")
		}
		if _, err := b.at.RehearseQuestion(list[0].ID, "key"); err == nil {
			t.Error("it is rehearsed once more")
		}
		if _, err := b.at.ReviewChat(s.ID); err == nil || !strings.Contains(err.Error(), "still working") {
			t.Errorf("it is reviewed while the agent works: %v", err)
		}
		if err := b.questions.Answer(list[0].ID, AnswerForm{}); err != nil {
			t.Fatal(err)
		}
		break
	}
	chat, err := b.at.chats.Find(t.Context(), s.ID)
	if err == nil {
		_, err = chat.Wait(t.Context(), run.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
}
