package window

import (
	"testing"

	"handrail/internal/dev/modeltest"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
)

// An open window has chats be named by their model, until the person wants plain titles.
func TestTheWindowNamesChats(t *testing.T) {
	model := modeltest.Start(t)
	b := operatortest.New(t, operatortest.Options{Trusted: true})
	_, err := b.O.Settings().Update(func(s *settings.Settings) error {
		s.Models = settings.Models{Default: "local/" + modeltest.Model, Providers: map[string]settings.Provider{"local": {Type: "openai", URL: model.URL}}}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w := New("0")
	w.Open(t.Context(), newScreen(), b.O, nil)
	t.Cleanup(w.Close)
	page := &Chats{w.app}
	title := func() string {
		list, err := page.Sessions(b.Dir)
		if err != nil || len(list) == 0 {
			t.Fatalf("%+v, %v", list, err)
		}
		return list[0].Title
	}
	say := func(text string) {
		s, err := page.NewSession(b.Dir, "")
		if err == nil {
			_, err = page.Send(s.ID, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	model.Play(modeltest.Turn{Text: []string{"In May."}}, modeltest.Turn{Text: []string{"Planting tomatoes"}})
	say("When do I plant tomatoes?")
	operatortest.WaitUntil(t, "the chat to be named", func() bool { return title() == "Planting tomatoes" })
	if v, err := (&Settings{w.app}).SetPlainTitles(true); err != nil || !v.PlainTitles {
		t.Fatalf("%+v, %v", v, err)
	}
	model.Play(modeltest.Turn{Text: []string{"In June."}}) // one more request would fail the test
	say("And beans?")
	operatortest.WaitUntil(t, "the answer", func() bool { return !w.Busy() })
	if got := title(); got != "And beans?" {
		t.Errorf("it is called %q", got)
	}
}
