package operator_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// A visitor is an agent with a server whose host the person's list names.
type visitor struct {
	*operatortest.Bench
	site  string
	calls *operator.Calls
}

func visit(t *testing.T, opt operatortest.Options) *visitor {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/links":
			fmt.Fprintf(w, "see http://%s/linked and http://%s/echo?", r.Host, r.Host)
		case "/to-denied":
			http.Redirect(w, r, "/denied", http.StatusFound)
		default:
			fmt.Fprintf(w, "%s %s", r.Method, r.URL)
		}
	}))
	t.Cleanup(s.Close)
	host := strings.TrimPrefix(s.URL, "http://")
	opt.Settings = strings.ReplaceAll(opt.Settings, "HOST", host)
	v := &visitor{Bench: operatortest.New(t, opt), site: s.URL}
	calls, err := v.S.Calls(operator.CallsConfig{Session: "s_visit", Origin: journal.FromTry, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "main"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := calls.Close(); err != nil {
			t.Error(err)
		}
	})
	v.calls = calls
	return v
}

// fetch makes a call in the visitor's session, and says how often the person was asked.
func (v *visitor) fetch(input map[string]any) (tools.Result, int) {
	v.T.Helper()
	asked := 0
	answer := v.Person.Answer
	v.Person.Answer = func(ctx context.Context, q tools.Question) (tools.Answer, error) {
		asked++
		return answer(ctx, q)
	}
	defer func() { v.Person.Answer = answer }()
	return v.call("web_fetch", input), asked
}

func (v *visitor) call(tool string, input map[string]any) tools.Result {
	v.T.Helper()
	raw, err := json.Marshal(input)
	if err != nil {
		v.T.Fatal(err)
	}
	_, result, err := v.calls.Call(v.T.Context(), tool, raw, tools.Scope{})
	if err != nil {
		v.T.Fatal(err)
	}
	return result
}

const openHost = `{"tools":{"web_fetch":{"allow_hosts":["HOST"]}}}`

// Who has chosen an address decides whether the person is asked.
func TestPagesAskByWhoChoseTheAddress(t *testing.T) {
	v := visit(t, operatortest.Options{Settings: openHost, Trusted: true, Files: map[string]string{"notes.md": "nothing"}})
	get := func(path string, want int, what string) {
		t.Helper()
		if r, asked := v.fetch(map[string]any{"url": v.site + path}); r.Error != nil || asked != want {
			t.Errorf("%s: asked %d times, %v", what, asked, r.Error)
		}
	}
	operator.Typed(v.S, "s_visit", "please read "+v.site+"/links.")
	get("/links", 0, "typed by the person")
	get("/linked", 0, "in what has come in")
	v.File("links.md", "[a]("+v.site+"/in-a-file)")
	if r := v.call("read", map[string]any{"path": "links.md"}); r.Error != nil {
		t.Fatal(r.Error)
	}
	get("/in-a-file", 0, "in a file that was read")
	if r := v.call("write", map[string]any{"path": "own.md", "content": v.site + "/own?d=secret"}); r.Error != nil {
		t.Fatal(r.Error)
	}
	if r := v.call("read", map[string]any{"path": "own.md"}); r.Error != nil {
		t.Fatal(r.Error)
	}
	v.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
		return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
	}
	if r, asked := v.fetch(map[string]any{"url": v.site + "/own?d=secret"}); asked != 1 || r.Error == nil || r.Error.Code != tools.Declined {
		t.Errorf("the agent's own words came back to it: asked %d times, %v", asked, r.Error)
	}
	v.Person.Answer = operatortest.Yes
	get("/own?d=1", 1, "chosen by the agent")
	get("/own?d=2", 1, "the host that was agreed to could be told what this conversation has read")
	v.Person.Answer = func(_ context.Context, q tools.Question) (tools.Answer, error) {
		return tools.Answer{Verdict: tools.RunOnce, Offer: "origin/session", Where: "test"}, nil
	}
	get("/own?d=3", 1, "text of that host may leave, in this session")
	get("/own?d=4", 0, "the same host again")
	v.Person.Answer = operatortest.Yes
	if r, asked := v.fetch(map[string]any{"url": v.site + "/x", "method": "POST", "body": "b"}); r.Error != nil || asked != 1 || !strings.Contains(r.Content, "POST") {
		t.Errorf("a POST: asked %d times, %+v", asked, r)
	}
	if r, asked := v.fetch(map[string]any{"url": v.site + "/x", "headers": map[string]string{"A": "b"}}); r.Error != nil || asked != 1 {
		t.Errorf("headers: asked %d times, %v", asked, r.Error)
	}
}

// A yes by a flag, or one that is a grant, is no agreement to a host.
func TestWhoAgreesToAHost(t *testing.T) {
	v := visit(t, operatortest.Options{Settings: openHost, Trusted: true})
	v.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
		return tools.Answer{Verdict: tools.RunOnce, Where: tools.WhereFixed}, nil
	}
	for i := range 2 {
		if r, asked := v.fetch(map[string]any{"url": fmt.Sprint(v.site, "/", i)}); r.Error != nil || asked != 1 {
			t.Errorf("asked %d times, %v", asked, r.Error)
		}
	}
}

func TestPagesAndRules(t *testing.T) {
	v := visit(t, operatortest.Options{Trusted: true, Settings: `{"tools":{"web_fetch":{"allow_hosts":["HOST"]}},
		"rules":{"deny":["web_fetch(http://HOST/denied)"],"allow":["web_fetch(http://HOST/docs/*)"],"ask":["web_fetch(http://HOST/ask)"]}}`})
	operator.Typed(v.S, "s_visit", v.site+"/denied "+v.site+"/to-denied "+v.site+"/ask")
	if r, asked := v.fetch(map[string]any{"url": v.site + "/docs/a?b=c"}); r.Error != nil || asked != 0 {
		t.Errorf("allowed: asked %d times, %v", asked, r.Error)
	}
	if r, asked := v.fetch(map[string]any{"url": v.site + "/denied"}); r.Error == nil || r.Error.Code != tools.PermissionDenied || asked != 0 {
		t.Errorf("denied: asked %d times, %v", asked, r.Error)
	}
	if r, asked := v.fetch(map[string]any{"url": v.site + "/to-denied"}); r.Error == nil || r.Error.Code != tools.PermissionDenied || asked != 0 || !strings.Contains(r.Error.Message, "redirects") {
		t.Errorf("redirected to what is denied: asked %d times, %v", asked, r.Error)
	}
	if r, asked := v.fetch(map[string]any{"url": v.site + "/ask"}); r.Error != nil || asked != 1 {
		t.Errorf("a rule asks: asked %d times, %v", asked, r.Error)
	}
}

// The web is on in trusted spaces, and off where the person has turned it, or the network, off.
func TestWhereTheWebIs(t *testing.T) {
	files := map[string]string{"agent/tools/hi.md": "---\nid: hi\ncommand: echo hi\n---\n"}
	for name, c := range map[string]struct {
		settings string
		trusted  bool
		flag     []string
		says     string // "": it is on
	}{
		"trusted":                    {openHost, true, nil, ""},
		"not trusted":                {openHost, false, nil, "not trusted"},
		"said to be on":              {`{"web":"on","network":["registry"],"tools":{"web_fetch":{"allow_hosts":["HOST"]}}}`, true, nil, ""},
		"network on":                 {`{"network":"on","tools":{"web_fetch":{"allow_hosts":["HOST"]}}}`, true, nil, ""},
		"turned off":                 {`{"web":"off"}`, true, nil, "turned off in the settings"},
		"turned off here":            {`{"per_space":{"DIR":{"web":"off"}}}`, true, nil, "turned off for this space"},
		"on here":                    {`{"web":"off","per_space":{"DIR":{"web":"on"}},"tools":{"web_fetch":{"allow_hosts":["HOST"]}}}`, true, nil, ""},
		"another word":               {`{"web":"sometimes"}`, true, nil, "sometimes"},
		"network off":                {`{"web":"on","network":"off"}`, true, nil, "network is off"},
		"network of this machine":    {`{"network":"loopback"}`, true, nil, "network is off"},
		"network off here":           {`{"network":"on","per_space":{"DIR":{"network":["off"]}}}`, true, nil, "network is off"},
		"network off by the command": {`{"network":"on"}`, true, []string{"off"}, "--network"},
		"no host":                    {`{"tools":{"web_fetch":{"allow_hosts":["*"]}}}`, true, nil, "allow_hosts"},
	} {
		t.Run(name, func(t *testing.T) {
			v := visit(t, operatortest.Options{Settings: c.settings, Trusted: c.trusted, Files: files, Change: func(o *operator.Config) { o.Network = c.flag }})
			r, _ := v.fetch(map[string]any{"url": v.site + "/"})
			if (r.Error == nil) != (c.says == "") || r.Error != nil && (!strings.Contains(r.Error.Message, c.says) || !r.Error.Code.Refused()) {
				t.Errorf("got %+v", r.Error)
			}
		})
	}
}

// A host that the list does not name, or names no more, is not fetched from.
func TestPrivateHostsOfTheSettings(t *testing.T) {
	v := visit(t, operatortest.Options{Settings: `{}`, Trusted: true})
	operator.Typed(v.S, "s_visit", v.site+"/")
	if r, asked := v.fetch(map[string]any{"url": v.site + "/"}); r.Error == nil || r.Error.Code != tools.PermissionDenied || r.Error.Action.Kind != tools.AllowPages || asked != 0 {
		t.Errorf("asked %d times, %v", asked, r.Error)
	}
}
