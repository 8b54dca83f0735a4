package window

import (
	"net/http/httptest"
	"strings"
	"testing"

	"handrail/internal/dev/servertest"
)

// pastedText has one server that can be added, and one that cannot.
const (
	pastedText  = `{"mcpServers": {"one": {"command": "node", "args": ["a b.mjs"], "env": {"API_KEY": "x"}}, "two": {}}}`
	pastedPlain = `{"mcpServers": {"one": {"command": "node"}, "two": {}}}`
	pastedWrong = `{"mcpServers": {"one" 1}}`
)

// setupWalks record servers as they are added: what is found, read and drafted, and what
// becomes of each.
func setupWalks(t *testing.T) []serverWalk {
	remote := httptest.NewServer(servertest.Script{Name: "remote", Version: "1", Tools: []any{toolText("call", "Calls the service.")}})
	t.Cleanup(remote.Close)
	others := `"docs":{"url":"https://docs.example.com/mcp"},"files":` + npx("@modelcontextprotocol/server-filesystem", "/home/ada/welcome")
	attend := func(r *recorder) {
		r.places = append(r.places, remote.URL+"/linear", "https://mcp.linear.example.com/sse", remote.URL, "https://other.example.com", strings.TrimPrefix(remote.URL, "http://"), "other.example.com")
		otherServers(r.bench, remote.URL+"/mcp", remote.URL+"/linear")
		r.do("FoundServers")
	}
	script := servertest.Script{Name: "new", Version: "1", Tools: []any{toolText("run", "Does what it is for.")}}
	imports := func(name string, started func(ServerDetailView) bool, answers ...ServerAnswerForm) serverWalk {
		branch := func(internal bool, answers []ServerAnswerForm) []step {
			return []step{{"ImportServers", func(r *recorder) []any { return []any{r.choices(r.found(), name, internal, answers)} }}}
		}
		branches := [][]step{branch(false, []ServerAnswerForm{}), branch(true, []ServerAnswerForm{})}
		if len(answers) > 0 {
			branches = append(branches, branch(false, answers))
		}
		return serverWalk{name: name, others: others, script: script, attend: attend, started: started, typed: []string{"s3cret"}, branches: branches}
	}
	pasted := func(text string, internal bool) []step {
		return []step{{"AddReadServers", func(r *recorder) []any {
			r.do("ReadServers", text) // its digests get their names
			read, err := (&Setup{r.window.app}).ReadServers(r.real, text)
			if err != nil {
				r.t.Fatal(err)
			}
			return []any{text, r.choices(read.Drafts, "one", internal, []ServerAnswerForm{})}
		}}}
	}
	shop := func(command string, args []string, env ...SettingForm) ServerForm {
		return ServerForm{Name: "shop", Command: command, Args: args, Env: append([]SettingForm{}, env...), Headers: []SettingForm{}, Network: []string{}, Read: []string{}, Write: []string{}, Take: []string{}}
	}
	limited := shop("npx", []string{}, SettingForm{})
	limited.Network = []string{"registry"}
	token, one, two := SettingForm{Name: "SHOP_TOKEN"}, []string{"server.mjs"}, []string{"server.mjs", "--data dir"}
	hidden, filled := SettingForm{Name: "SHOP_TOKEN", Secret: true}, SettingForm{Name: "SHOP_TOKEN", Value: "t0ken", Secret: true}
	draft := func(f ServerForm) step { return step{"DraftServer", with(f)} }
	typed := []string{"shop", "node", "server.mjs", "--data dir", "SHOP_TOKEN", "t0ken"}
	return []serverWalk{
		{others: others, script: script, attend: attend, typed: typed, branches: [][]step{{}}, trials: []step{
			{"FoundServers", with()}, {"ReadServers", with(pastedText)}, {"ReadServers", with(pastedPlain)}, {"ReadServers", with(pastedWrong)},
			draft(shop("node", []string{})), draft(shop("node", one)), draft(shop("node", two)), draft(shop("node", two, SettingForm{})), draft(shop("node", two, token)),
			draft(shop("node", two, hidden)), draft(shop("node", two, filled)), draft(shop("npx", []string{})), draft(shop("npx", []string{}, SettingForm{})), draft(limited),
		}},
		imports("search", ready), imports("fetch", failed), imports("sqlite", ready), imports("docs-2", ready), imports("linear", ready),
		imports("tickets", func(v ServerDetailView) bool { return ready(v) || failed(v) }, ServerAnswerForm{Secret: "tickets.tickets-token", Value: "s3cret"}),
		{name: "one", others: others, script: script, attend: attend, started: ready, branches: [][]step{pasted(pastedText, true), pasted(pastedText, false), pasted(pastedPlain, false)}},
		{name: "shop", others: others, script: script, attend: attend, started: ready, typed: typed, branches: [][]step{{{"AddServer", with(shop("node", two, filled))}}}},
	}
}

// found are the servers of other programs.
func (r *recorder) found() (out []ServerDraftView) {
	r.t.Helper()
	files, err := (&Setup{r.window.app}).FoundServers(r.real)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, f := range files {
		out = append(out, f.Drafts...)
	}
	return out
}

// choices choose the draft with a name.
func (r *recorder) choices(drafts []ServerDraftView, name string, internal bool, answers []ServerAnswerForm) []ServerChoiceForm {
	r.t.Helper()
	for _, d := range drafts {
		if d.Name == name {
			return []ServerChoiceForm{{ID: d.ID, Digest: d.Digest, Internal: internal, Answers: answers, Take: each(d.Needs, func(n ServerNeedView) string { return n.ID })}}
		}
	}
	r.t.Fatalf("there is no %q among %+v", name, drafts)
	return nil
}
