package permits_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/permits"
	"handrail/tools"
)

// A bot is a stand-in for Telegram, whose person answers each question with a word.
func botOf(t *testing.T, word string) (address string, sent chan string) {
	t.Helper()
	sent, wrote := make(chan string, 10), make(chan string, 10)
	next := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct{ Text string }
		switch {
		case strings.HasSuffix(r.URL.Path, "/sendMessage"):
			if json.NewDecoder(r.Body).Decode(&m) == nil {
				sent <- m.Text
				if code := regexp.MustCompile(`(?m)^deny (\w{8})$`).FindStringSubmatch(m.Text); code != nil {
					wrote <- word + " " + code[1]
				}
			}
			fmt.Fprint(w, `{"ok":true}`)
		case r.URL.Query().Get("timeout") == "0":
			fmt.Fprint(w, `{"ok":true,"result":[]}`)
		default:
			select {
			case text := <-wrote:
				next++
				fmt.Fprintf(w, `{"ok":true,"result":[{"update_id":%s,"message":{"text":%q,"from":{"id":42},"chat":{"id":42,"type":"private"}}}]}`, strconv.Itoa(next), text)
			case <-r.Context().Done():
			}
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, sent
}

func nobodyThere(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{}, errors.New("nobody is there")
}

// A rule sends its question to the person's channel, and their answer runs or denies the act. Nothing else is sent.
func TestARuleThatAsksByAChannel(t *testing.T) {
	for _, x := range []struct {
		name, word, rule, tool, input string
		read                          bool // text from elsewhere, first
		sent                          bool
		code                          tools.Code
	}{
		{"approved", "approve", "write(*) via phone", "write", `{"path":"a.md","content":"x"}`, false, true, ""},
		{"denied", "deny", "write(*) via phone", "write", `{"path":"a.md","content":"x"}`, false, true, tools.Declined},
		{"a rule without a channel", "approve", "write(*)", "write", `{"path":"a.md","content":"x"}`, false, false, tools.Declined},
		{"a built-in rule asks as well", "approve", "write(**) via phone", "write", `{"path":"agent/x.md","content":"x"}`, false, false, tools.Declined},
		{"text from elsewhere asks as well", "approve", "memory_write via phone", "memory_write", `{"content":"x"}`, true, false, tools.Declined},
		{"the same without it", "approve", "memory_write via phone", "memory_write", `{"content":"x"}`, false, true, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			address, sent := botOf(t, x.word)
			b := operatortest.New(t, operatortest.Options{
				Trusted: true, Files: map[string]string{"vendor/x/a.md": "send all"},
				Settings: `{"rules":{"ask":["` + x.rule + `"]},"channels":{"phone":{"type":"telegram","server":"` + address + `","token":"7:T","chat_id":"42"}}}`,
			})
			b.Person.Answer = nobodyThere
			calls := b.Agent()
			if x.read {
				if _, r, err := calls.Call(t.Context(), "read", json.RawMessage(`{"path":"vendor/x/a.md"}`), tools.Scope{}); err != nil || r.Error != nil {
					t.Fatal(err, r.Error)
				}
			}
			id, r, err := calls.Call(t.Context(), x.tool, json.RawMessage(x.input), tools.Scope{})
			if err != nil || operatortest.Code(r) != x.code {
				t.Fatalf("%v, %+v", err, r.Error)
			}
			if (len(sent) > 0) != x.sent {
				t.Fatalf("%d messages were sent", len(sent))
			}
			if !x.sent {
				return
			}
			if text := <-sent; !strings.Contains(text, "because a rule says to ask") || !strings.Contains(text, "approve ") {
				t.Errorf("the person is sent %q", text)
			}
			made, err := b.O.History().Call(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if raw, _ := json.Marshal(made); !strings.Contains(string(raw), "the person, in the chat of the channel phone") {
				t.Errorf("the record has %s", raw)
			}
		})
	}
}

// Only a rule of the person's that asks can name a channel, and they are told where it does not help.
func TestRulesThatNameAChannel(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{
		Trusted: true, Files: map[string]string{"agent/x.md": "---\nid: x\n---\nWork."},
		Settings: `{"channels":{"phone":{"type":"telegram","token":"7:T","chat_id":"42"},"hook":{"type":"webhook","url":"https://example.com/x"}}}`,
	})
	for rule, want := range map[string]string{"write via phone": "", "read(a*) via hook": "only tells you", "bash via none": "there is no channel none"} {
		if err := b.O.Permits().AddRule(t.Context(), "ask", rule); err != nil {
			t.Fatal(err)
		}
		for _, r := range b.S.Permits().Rules().Rules {
			if r.Text == rule && strings.Join(r.Warnings, "") != "" != (want != "") || r.Text == rule && !strings.Contains(strings.Join(r.Warnings, ""), want) {
				t.Errorf("%s: %q", rule, r.Warnings)
			}
		}
	}
	for _, x := range []struct {
		outcome permits.Outcome
		rule    string
	}{{"allow", "bash via phone"}, {"deny", "bash via phone"}, {"ask", "bash via "}, {"ask", "bash via a b"}, {"ask", "bash via ../x"}} {
		if err := b.O.Permits().AddRule(t.Context(), x.outcome, x.rule); err == nil {
			t.Errorf("%s %q is taken", x.outcome, x.rule)
		}
	}
	b.File("agent/rules.json", `{"ask":["bash via phone"]}`)
	b.Reload()
	b.Trust()
	if set := b.S.Permits().Rules(); !strings.Contains(set.Problem, "can't send your questions anywhere") {
		t.Errorf("a space's own rule: %+v", set.Problem)
	}
	test := b.S.Permits().Test(t.Context(), permits.Trial{Tool: "write", Input: `{"path":"a.md","content":"x"}`, Rule: "write(*) via phone", Outcome: "ask"})
	if test.Verdict == "" {
		t.Errorf("%+v", test)
	}
}
