package chats

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"handrail/journal"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// What the person types in a chat is theirs to fetch, also after the program was started
// again; what the agent makes of it is not.
func TestAddressesOfAPrompt(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "page ", r.URL) }))
	defer site.Close()
	b := benchOf(t, operatortest.Options{
		Trusted: true, Settings: `{"tools":{"web_fetch":{"allow_hosts":["` + strings.TrimPrefix(site.URL, "http://") + `"]}}}`,
		Files: map[string]string{"turns.jsonl": calls(
			[]string{`web_fetch {"url":"` + site.URL + `/a"}`, `web_fetch {"url":"` + site.URL + `/a?d=secret"}`}, nil,
			[]string{`web_fetch {"url":"` + site.URL + `/a"}`, `web_fetch {"url":"` + site.URL + `/a?d=secret"}`}, nil,
		)},
	})
	var asked atomic.Int32
	b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
		asked.Add(1)
		return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
	}
	c := b.chat()
	got, _ := b.say(c, "please read "+site.URL+"/a, and tell me")
	if len(got) != 2 || got[0] != "page /a" || !strings.HasPrefix(got[1], "declined") || asked.Load() != 1 {
		t.Errorf("got %q, asked %d times", got, asked.Load())
	}

	other := operatortest.Open(t, b.Options, b.Person) // of another process, or a later one
	later, err := New(other).Find(t.Context(), c.Session().ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := later.SetModel("scripted/turns.jsonl"); err != nil {
		t.Fatal(err)
	}
	run, err := later.Send("once more")
	if err != nil {
		t.Fatal(err)
	}
	if run, err = later.Wait(t.Context(), run.ID); err != nil || run.State != journal.Done {
		t.Fatal(run, err)
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("asked %d times: once more for the address that the agent has chosen, and no more", n)
	}
}
