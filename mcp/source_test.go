package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/dev/effort"
	"handrail/tools"
	"handrail/tools/toolstest"
)

// A called is a caller that answers what it is told and keeps what it was asked.
type called struct {
	answer *Answer
	err    error
	asked  []CallRequest
	starts func() // the server, for this call
	stop   func() // cancels the call, and Call waits for that
}

func (c *called) Call(ctx context.Context, r CallRequest, _ tools.Output) (*Answer, error) {
	asked := r
	asked.Accepted = nil // it is asked, and no part of what is sent
	c.asked = append(c.asked, asked)
	if c.starts != nil { // what it lists is known only now
		c.starts()
		if err := r.Accepted(Listing{}); err != nil {
			return nil, err
		}
	}
	if c.stop != nil {
		c.stop()
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return c.answer, c.err
}

func yes() *bool { b := true; return &b }

func no() *bool { b := false; return &b }

const issueInput = `{"type":"object","properties":{"title":{"type":"string"},"n":{"type":"integer"}},"required":["title"],"additionalProperties":false}`

func text(s string) *Answer { return &Answer{Content: []Content{{Kind: KindText, Text: s}}} }

func TestAServersToolKeepsTheContract(t *testing.T) {
	for _, server := range []Server{{Name: "github", Command: "npx", Args: []string{"x"}}, {Name: "far", URL: "https://mcp.example.com/x"}} {
		s := NewSource(Use{Server: server, Client: &called{answer: text("done")}, Reach: []string{"api.example.com"}, Write: []string{"/srv/notes"}},
			[]Definition{{Name: "create_issue", Description: "makes an issue", Input: json.RawMessage(issueInput)}})
		list, err := s.Tools(t.Context())
		if err != nil || len(list) != 1 {
			t.Fatalf("%d tools, %v, rejected %+v", len(list), err, s.Rejected())
		}
		toolstest.Run(t, toolstest.Case{Tool: list[0], Input: `{"title":"a"}`, Other: `{"title":"b"}`})
	}
}

func TestWhatHintsMake(t *testing.T) {
	for name, tt := range map[string]struct {
		hints          Hints
		effect, repeat bool
		danger         tools.Danger
	}{
		"nothing is said":  {Hints{}, true, false, tools.Moderate},
		"it only reads":    {Hints{ReadOnly: yes()}, false, true, tools.Safe},
		"read and destroy": {Hints{ReadOnly: yes(), Destructive: yes()}, false, true, tools.Safe},
		"it destroys":      {Hints{Destructive: yes()}, true, false, tools.High},
		"it only adds":     {Hints{Destructive: no(), Idempotent: yes()}, true, true, tools.Moderate},
		"it does not read": {Hints{ReadOnly: no(), Idempotent: no()}, true, false, tools.Moderate},
	} {
		s := NewSource(Use{Server: Server{Name: "s", Command: "x", Timeout: 7 * time.Second}, Internal: true}, []Definition{{Name: "a", Hints: tt.hints}})
		i := s.tools[0].Info()
		if i.SideEffect != tt.effect || i.Idempotent != tt.repeat || i.Danger != tt.danger {
			t.Errorf("%s: side effect %t, idempotent %t, danger %s", name, i.SideEffect, i.Idempotent, i.Danger)
		}
		if !i.Claimed || !i.Internal || i.Source != "mcp:s" || i.Timeout != 7*time.Second || strings.TrimSpace(i.Description) == "" {
			t.Errorf("%s: %+v", name, i)
		}
	}
}

// Whatever a server calls its tools, those that can be called are found, by the
// name that a model gets, too; the rest is listed with the reason.
func TestOddNames(t *testing.T) {
	long := strings.Repeat("long_", 40)
	names := []string{"a__b", long, long + "2", "with space", "with_space", "ünï/cödé:x", "read", "", "  ", "zero\u200bwidth", "line\nbreak", strings.Repeat("x", MaxToolName+1), "read"}
	var ds []Definition
	for _, n := range names {
		ds = append(ds, Definition{Name: n, Input: json.RawMessage(issueInput)})
	}
	s := NewSource(Use{Server: Server{Name: "s", Command: "x"}}, ds)
	r := tools.Build(t.Context(), []tools.Provision{{Source: s, Rejected: s.Rejected()}}, nil)
	models := map[string]bool{}
	for _, name := range names[:7] {
		for _, by := range []string{name, "s__" + name} {
			e, err := r.Lookup(by, tools.Scope{})
			if err != nil || e.Info.Name != name {
				t.Errorf("%q finds %q, %v", by, e.Info.Name, err)
			}
			if again, err := r.Lookup(e.Model, tools.Scope{}); err != nil || again.Info.Name != name || len(e.Model) > 64 {
				t.Errorf("the model's name %q of %q finds %q, %v", e.Model, name, again.Info.Name, err)
			}
			models[e.Model] = true
		}
	}
	if len(models) != 7 {
		t.Errorf("7 tools have %d names for models", len(models))
	}
	if len(s.Rejected()) != 6 {
		t.Errorf("rejected are %+v", s.Rejected())
	}
	for _, e := range s.Rejected() {
		if e.Reason == "" || e.Info.Name == "" || strings.ContainsAny(e.Info.Name, "\n") {
			t.Errorf("rejected without a reason or a name: %+v", e)
		}
	}
}

func TestABadSchemaIsRejectedAlone(t *testing.T) {
	s := NewSource(Use{Server: Server{Name: "s", Command: "x"}}, []Definition{
		{Name: "good", Input: json.RawMessage(issueInput)},
		{Name: "bad", Input: json.RawMessage(`{"type":"string"}`)},
		{Name: "worse", Input: json.RawMessage(`{"properties":{"a":{"$ref":"https://example.com/x.json"}}}`)},
		{Name: "none"},
	})
	if len(s.tools) != 2 || len(s.Rejected()) != 2 {
		t.Errorf("%d tools, rejected %+v", len(s.tools), s.Rejected())
	}
}

func TestFiveThousandTools(t *testing.T) {
	ds := make([]Definition, 5000)
	for i := range ds {
		ds[i] = Definition{Name: fmt.Sprintf("tool_%d", i), Description: "does something useful", Input: json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{"title_%d":{"type":"string","pattern":"^[a-z]+$"},"n":{"type":"integer"}},"required":["n"]}`, i))}
	}
	now := time.Now()
	end := effort.Limit(t, 10*time.Second)
	p := Pins{}
	p.See(ds, now)
	schemas := &Schemas{}
	r := tools.Build(t.Context(), p.Provisions(Use{Server: Server{Name: "s", Command: "x"}, Schemas: schemas}, tools.Action{}), nil)
	end()
	if n := len(r.Offered(tools.Scope{})); n != 5000 {
		t.Fatalf("%d tools are offered", n)
	}
	end = effort.Limit(t, 10*time.Second)
	again, ok := ReadPins(p.String())
	if !ok || again.See(ds, now) {
		t.Error("the same listing is another after it was kept")
	}
	tools.Build(t.Context(), again.Provisions(Use{Server: Server{Name: "s", Command: "x"}, Schemas: schemas}, tools.Action{}), nil)
	end()
}

func lookedUp(t *testing.T, u Use, d Definition) tools.Tool {
	t.Helper()
	s := NewSource(u, []Definition{d})
	if len(s.tools) != 1 {
		t.Fatalf("rejected: %+v", s.Rejected())
	}
	return s.tools[0]
}

func settle(t *testing.T, tool tools.Tool, call tools.Call, input string) (tools.Invocation, error) {
	t.Helper()
	in, err := tool.Info().Input.Check(json.RawMessage(input))
	if err != nil {
		t.Fatal(err)
	}
	return tool.Prepare(t.Context(), call, in)
}

func TestWhatACallShowsAndSends(t *testing.T) {
	c := &called{answer: text("ok")}
	u := Use{Server: Server{Name: "github", Command: "/usr/bin/npx", Args: []string{"-y", "x"}, Env: []string{"A=1"}}, Client: c, Key: []byte("k"), Reach: []string{"api.example.com", "api.example.com"}}
	d := Definition{Name: "create_issue", Title: "Create\nissue", Input: json.RawMessage(issueInput)}
	inv, err := settle(t, lookedUp(t, u, d), tools.Call{ID: "c_1", Key: "key"}, `{"title":"a <b>","n":"3"}`)
	if err != nil {
		t.Fatal(err)
	}
	p := inv.Preview()
	want := tools.Preview{
		Title: "Create issue (github)", Digest: p.Digest, Layered: true,
		Detail:  "tool create_issue of the server github, with the input\n\n{\n  \"n\": 3,\n  \"title\": \"a <b>\"\n}",
		Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/usr/bin/npx"}, {Kind: tools.EffectReach, Target: "api.example.com"}},
	}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("the preview (-want +got):\n%s", diff)
	}
	if got := tools.InputOf(p.Detail); got != `{"n":3,"title":"a <b>"}` {
		t.Errorf("rules would match %s", got)
	}
	if _, err := inv.Run(t.Context(), tools.Discard{}); err != nil {
		t.Fatal(err)
	}
	sent := []CallRequest{{Tool: "create_issue", Input: json.RawMessage(`{"n":3,"title":"a <b>"}`), Call: tools.Call{ID: "c_1", Key: "key"}, Timeout: DefaultTimeout}}
	if diff := cmp.Diff(sent, c.asked); diff != "" {
		t.Errorf("what was sent (-want +got):\n%s", diff)
	}
	digests := map[string]string{p.Digest: "the act"}
	for name, change := range map[string]func(*Use, *Definition){
		"another command":     func(u *Use, _ *Definition) { u.Server.Command = "/tmp/npx" },
		"other arguments":     func(u *Use, _ *Definition) { u.Server.Args = []string{"-y x"} },
		"another environment": func(u *Use, _ *Definition) { u.Server.Env = []string{"A=2"} },
		"another address":     func(u *Use, _ *Definition) { u.Server.Command, u.Server.URL = "", "https://a.example.com" },
		"another header":      func(u *Use, _ *Definition) { u.Server.Headers = map[string]string{"A": "b"} },
		"another definition":  func(_ *Use, d *Definition) { d.Description = "x" },
	} {
		u, d := u, d
		change(&u, &d)
		inv, err := settle(t, lookedUp(t, u, d), tools.Call{}, `{"title":"a <b>","n":"3"}`)
		if err != nil {
			t.Fatal(err)
		}
		if as, taken := digests[inv.Preview().Digest]; taken {
			t.Errorf("%s is the same act as %s", name, as)
		}
		digests[inv.Preview().Digest] = name
	}
}

func TestHowCallsFail(t *testing.T) {
	d := Definition{Name: "x", Input: json.RawMessage(`{}`)}
	cancelled, stop := context.WithCancel(t.Context())
	defer stop()
	for name, tt := range map[string]struct {
		client *called
		pinned func(Definition) error
		want   tools.Code
		says   string
	}{
		"it cannot be started": {client: &called{err: tools.Errorf(tools.Unavailable, "the server %q ended at once", "s")}, want: tools.Unavailable, says: "ended at once"},
		"any other failure":    {client: &called{err: errors.New("broken pipe")}, want: tools.Unavailable, says: "Ask the person to look at what the server s printed"},
		"it says so itself":    {client: &called{answer: &Answer{Failed: true, Content: text("no such\nrepository").Content}}, want: tools.ExecutionFailed, says: "no such repository"},
		"and gives no reason":  {client: &called{answer: &Answer{Failed: true}}, want: tools.ExecutionFailed, says: "does not say why"},
		"it never answers":     {client: &called{err: tools.Errorf(tools.Timeout, "it did not answer within 1s")}, want: tools.Timeout, says: "did not answer within"},
		"it answers nothing":   {client: &called{}, want: tools.ExecutionFailed, says: "nothing"},
		"it is cancelled":      {client: &called{stop: stop}, want: tools.Cancelled, says: "cancelled"},
	} {
		u := Use{Server: Server{Name: "s", Command: "x"}, Client: tt.client, Pinned: tt.pinned}
		ctx := t.Context()
		if tt.client.stop != nil {
			ctx = cancelled
		}
		inv, err := settle(t, lookedUp(t, u, d), tools.Call{}, `{}`)
		if err != nil {
			t.Fatal(err)
		}
		_, err = inv.Run(ctx, tools.Discard{})
		if got := tools.AsError(err); got == nil || got.Code != tt.want || !strings.Contains(got.ForModel(), tt.says) {
			t.Errorf("%s: %v, want %s with %q", name, err, tt.want, tt.says)
		}
	}
}

// A definition that is another when the server has been started for the call is not
// sent what was judged before, also if the person has accepted that one meanwhile.
func TestAPinCountsUntilTheCallIsSent(t *testing.T) {
	var why error
	c := &called{answer: text("ran"), starts: func() { why = errors.New("it is no longer what it was") }}
	u := Use{Server: Server{Name: "s", Command: "x"}, Client: c, Pinned: func(Definition) error { return why }}
	inv, err := settle(t, lookedUp(t, u, Definition{Name: "x"}), tools.Call{}, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inv.Run(t.Context(), tools.Discard{}); err == nil || tools.AsError(err).Code != tools.PermissionDenied {
		t.Errorf("it ran, or says %v", err)
	}
}

// A definition that changes while a question stands does not run.
func TestAPinCountsUntilTheCallRuns(t *testing.T) {
	var why error
	c := &called{answer: text("ran")}
	u := Use{Server: Server{Name: "s", Command: "x"}, Client: c, Pinned: func(Definition) error { return why }}
	tool := lookedUp(t, u, Definition{Name: "x"})
	inv, err := settle(t, tool, tools.Call{}, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	why = errors.New("it changed")
	if _, err := inv.Run(t.Context(), tools.Discard{}); err == nil || tools.AsError(err).Code != tools.PermissionDenied || len(c.asked) != 0 {
		t.Errorf("it ran, or says %v", err)
	}
	if _, err := settle(t, tool, tools.Call{}, `{}`); err == nil || tools.AsError(err).Code != tools.PermissionDenied {
		t.Errorf("it was settled: %v", err)
	}
}

func TestTheAnswerOfATool(t *testing.T) {
	png := []byte("\x89PNG")
	big := make([]byte, MaxParts-2)
	for name, tt := range map[string]struct {
		answer Answer
		want   string
		parts  []tools.Part
	}{
		"nothing":             {},
		"texts":               {answer: Answer{Content: []Content{{Kind: KindText, Text: "a"}, {Kind: KindText, Text: "b"}}}, want: "a\nb"},
		"bad UTF-8":           {answer: *text("a\xffb"), want: "a\uFFFDb"},
		"an image":            {answer: Answer{Content: []Content{{Kind: KindText, Text: "see"}, {Kind: KindImage, MIME: "image/png", Data: png}}}, want: "see\n[image image/png, 4 bytes]", parts: []tools.Part{{MIME: "image/png", Data: png}}},
		"audio":               {answer: Answer{Content: []Content{{Kind: KindAudio, Data: png}}}, want: "[audio application/octet-stream, 4 bytes]", parts: []tools.Part{{MIME: "application/octet-stream", Data: png}}},
		"an empty image":      {answer: Answer{Content: []Content{{Kind: KindImage, MIME: "image/png"}}}, want: "[image image/png, empty]"},
		"a text resource":     {answer: Answer{Content: []Content{{Kind: KindResource, URI: "file:///a", MIME: "text/plain", Text: "inside"}}}, want: "[resource file:///a (text/plain)]\ninside"},
		"a blob":              {answer: Answer{Content: []Content{{Kind: KindResource, URI: "x://b", MIME: "application/pdf", Data: png}}}, want: "[resource x://b (application/pdf), 4 bytes]", parts: []tools.Part{{MIME: "application/pdf", Data: png}}},
		"a link":              {answer: Answer{Content: []Content{{Kind: KindLink, URI: "file:///a]\nb", Name: "the a", Text: "about\nit"}}}, want: "[link to a resource file:///a] b: the a - about it]"},
		"structured alone":    {answer: Answer{Structured: json.RawMessage(`{ "a": 1 }`)}, want: `{"a":1}`},
		"structured null":     {answer: Answer{Structured: json.RawMessage(`null`)}},
		"structured and text": {answer: Answer{Content: text(`{"a":1}`).Content, Structured: json.RawMessage(`{"a":1}`)}, want: `{"a":1}`},
		"structured, image":   {answer: Answer{Content: []Content{{Kind: KindImage, MIME: "image/png", Data: png}}, Structured: json.RawMessage(`{"a":1}`)}, want: "[image image/png, 4 bytes]\n{\"a\":1}", parts: []tools.Part{{MIME: "image/png", Data: png}}},
		"of tomorrow":         {answer: Answer{Content: []Content{{Kind: "video", MIME: "video/mp4", Data: png}, {Kind: "poem", Text: "roses"}}}, want: "[video video/mp4, 4 bytes]\nroses", parts: []tools.Part{{MIME: "video/mp4", Data: png}}},
		"too much":            {answer: Answer{Content: []Content{{Kind: KindImage, MIME: "image/png", Data: big}, {Kind: KindImage, MIME: "image/png", Data: png}, {Kind: KindImage, MIME: "image/gif", Data: png[:2]}}}, want: "[image image/png, 21.0 MB]\n[image image/png, 4 bytes: left out, because an answer may carry 21.0 MB beside its text]\n[image image/gif, 2 bytes]", parts: []tools.Part{{MIME: "image/png", Data: big}, {MIME: "image/gif", Data: png[:2]}}},
	} {
		got, err := tt.answer.result("s")
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got.Content != tt.want {
			t.Errorf("%s: got %q, want %q", name, got.Content, tt.want)
		}
		if !slices.EqualFunc(got.Parts, tt.parts, func(a, b tools.Part) bool { return a.MIME == b.MIME && bytes.Equal(a.Data, b.Data) }) {
			t.Errorf("%s: %d parts, want %d", name, len(got.Parts), len(tt.parts))
		}
	}
}
