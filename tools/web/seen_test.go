package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"handrail/tools"
)

func TestAddressesInText(t *testing.T) {
	for text, want := range map[string][]string{
		"see https://a.example/x.":                            {"https://a.example/x"},
		"(https://a.example/x)":                               {"https://a.example/x"},
		"[here](https://a.example/x), then":                   {"https://a.example/x"},
		"https://a.example/Foo_(bar)":                         {"https://a.example/Foo_(bar)"},
		`<a href="https://a.example/?a=1&amp;b=2">`:           {"https://a.example/?a=1&b=2"},
		`{"url":"https:\/\/a.example\/x?a=1\u0026b=2"}`:       {"https://a.example/x?a=1&b=2"},
		"HTTPS://A.example and http://b.example:80/#part":     {"https://a.example/", "http://b.example/"},
		"„https://a.example/x“":                               {"https://a.example/x"},
		"ftp://a.example/x ://x https:// http":                nil,
		"https://a.example/one\nhttps://a.example/two":        {"https://a.example/one", "https://a.example/two"},
		strings.Repeat("x", seenText) + " https://a.example/": nil,
	} {
		s := NewSeen()
		s.Came(tools.Call{Session: "s", Tool: "read"}, tools.Result{Content: text})
		for _, a := range want {
			if !s.Knows("s", address(t, a)) {
				t.Errorf("%.80s: %s is not known", text, a)
			}
		}
		if want == nil && len(s.sessions) > 0 {
			t.Errorf("%.80s: something is known", text)
		}
		if s.Knows("other", address(t, "https://a.example/x")) {
			t.Error("another session knows it")
		}
	}
}

// It is the whole address that counts.
func TestKnowsWholeAddresses(t *testing.T) {
	s := NewSeen()
	s.Came(tools.Call{Session: "s", Tool: "docs__search"}, tools.Result{Content: "https://a.example/x?y=1"})
	for raw, want := range map[string]bool{
		"https://a.example/x?y=1": true, "https://A.example:443/x?y=1#part": true,
		"https://a.example/x": false, "https://a.example/x?y=1&z=secret": false, "https://a.example/": false, "http://a.example/x?y=1": false, "https://b.example/x?y=1": false,
	} {
		if s.Knows("s", address(t, raw)) != want {
			t.Errorf("%s: known %t", raw, !want)
		}
	}
}

func TestTyped(t *testing.T) {
	s := NewSeen()
	s.Typed("s", "Look at docs.example.com/guide, (www.example.org) and münchen.example; not at a@b.example or v1.2 or ./main")
	for raw, want := range map[string]bool{
		"https://docs.example.com/guide": true, "http://docs.example.com/guide": true, "https://www.example.org/": true, "https://münchen.example/": true,
		"https://b.example/": false, "https://docs.example.com/": false,
	} {
		if s.Knows("s", address(t, raw)) != want {
			t.Errorf("%s: known %t", raw, !want)
		}
	}
}

// An agent cannot have an address of its own come back to it.
func TestWhatTheAgentSaysFirst(t *testing.T) {
	const own = "https://evil.example/?d=secret"
	input, _ := json.Marshal(map[string]any{"query": []any{map[string]string{"q": "find " + own}}})
	agent := tools.Caller{Kind: tools.CallerAgent}
	s := NewSeen()
	s.Called(tools.Call{Session: "s", Caller: agent, Tool: "docs__search", Input: input})
	s.Came(tools.Call{Session: "s", Tool: "docs__search"}, tools.Result{Content: "nothing found for " + own})
	if s.Knows("s", address(t, own)) {
		t.Error("an address that the agent has said came back and counts")
	}
	for _, tool := range []string{"bash", "spawn", "job_output", "exec_shell"} {
		s.Came(tools.Call{Session: "s", Tool: tool}, tools.Result{Content: "https://evil.example/?d=" + tool})
		if s.Knows("s", address(t, "https://evil.example/?d="+tool)) {
			t.Errorf("what %s prints counts", tool)
		}
	}
	for origin, want := range map[string]bool{"": false, "bash": false, "web_fetch": true} { // what job_output reads
		raw := "https://a.example/?of=" + origin
		s.Came(tools.Call{Session: "s", Tool: "job_output"}, tools.Result{Content: raw, Meta: tools.Meta{OutputOf: origin}})
		if s.Knows("s", address(t, raw)) != want {
			t.Errorf("the output of %q: known %t", origin, !want)
		}
	}
	s.Typed("s", own)
	if !s.Knows("s", address(t, own)) {
		t.Error("the person has typed it now")
	}
	s.Called(tools.Call{Session: "t", Caller: tools.Caller{Kind: tools.CallerPerson}, Input: input})
	s.Came(tools.Call{Session: "t", Tool: "read"}, tools.Result{Content: own})
	if !s.Knows("t", address(t, own)) {
		t.Error("the person's own words are taken for the agent's")
	}
	for i := range seenAddresses + 1 {
		raw := fmt.Sprintf(`{"a":"https://a.example/%d"}`, i)
		s.Called(tools.Call{Session: "u", Caller: agent, Input: []byte(raw)})
	}
	s.Came(tools.Call{Session: "u", Tool: "read"}, tools.Result{Content: "https://a.example/0 https://a.example/new"})
	if s.Knows("u", address(t, "https://a.example/0")) || s.Knows("u", address(t, "https://a.example/new")) {
		t.Error("after so many words of the agent it is not known any more what it has said")
	}
}

func TestSeenIsBounded(t *testing.T) {
	s := NewSeen()
	for i := range seenSessions + 10 {
		s.Agree(fmt.Sprint(i), "a.example")
	}
	if len(s.sessions) != seenSessions || len(s.order) != seenSessions || s.Agreed("0", "a.example") || !s.Agreed(fmt.Sprint(seenSessions+9), "a.example") {
		t.Errorf("%d sessions", len(s.sessions))
	}
	for i := range seenAddresses + 10 {
		s.Typed("s", fmt.Sprintf("https://a.example/%d", i))
	}
	if n := len(s.sessions["s"].known.has); n != seenAddresses || s.Knows("s", address(t, "https://a.example/0")) {
		t.Errorf("%d addresses", n)
	}
	s.Typed("", "https://a.example/")
	s.Agree("", "a.example")
	if s.Knows("", address(t, "https://a.example/")) || s.Agreed("", "a.example") {
		t.Error("calls of no session share what they know")
	}
}

// Looking for addresses takes no more than the length of a text.
func BenchmarkAddressesInText(b *testing.B) {
	for _, part := range []string{"https://a.example/x ", "://", "see (https://a.example/?a=1&amp;b=2), "} {
		text := strings.Repeat(part, seenText/len(part))
		b.Run(part, func(b *testing.B) {
			for b.Loop() {
				addressesIn(text)
			}
		})
	}
}

func FuzzAddressesInText(f *testing.F) {
	f.Add("(https://a.example/?a=&amp;b)://http://[::1]:x")
	f.Fuzz(func(t *testing.T, text string) {
		s := NewSeen()
		s.Typed("s", text)
		for _, a := range addressesIn(text) {
			if u, err := ParseAddress(a); err != nil || u.String() != a || !s.Knows("s", u) {
				t.Errorf("%q: %v", a, err)
			}
		}
	})
}
