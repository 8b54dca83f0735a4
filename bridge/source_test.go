package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
	"handrail/tools/spoken"
)

func noGrant(tools.Call, string, bool) error { return errors.New("nothing can be granted here") }

func nowhere(tools.Call, string) (string, error) { return "", errors.New("there is no file here") }

// noSecrets keeps none.
type noSecrets struct{}

func (noSecrets) Kept(string) (bool, error) { return false, nil }
func (noSecrets) Add(string, string) error  { return errors.New("nothing can be kept here") }

// headless are the bridge tools where there is no desktop.
func headless(t *testing.T) *Source {
	t.Helper()
	s, err := NewSource(SourceConfig{Dialogs: New(Config{}), Grant: noGrant, Within: nowhere, Secrets: noSecrets{}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// prepare settles a call of one of the tools.
func prepare(t *testing.T, s tools.Source, call tools.Call, name, input string) (tools.Invocation, error) {
	t.Helper()
	list, err := s.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list {
		if tool.Info().Name != name {
			continue
		}
		in, err := tool.Info().Input.Check(json.RawMessage(input))
		if err != nil {
			return nil, err
		}
		return tool.Prepare(t.Context(), call, in)
	}
	t.Fatalf("there is no tool %s", name)
	return nil, nil
}

func TestSource(t *testing.T) {
	s := headless(t)
	if got := s.Namespace(); got != "" {
		t.Errorf("namespace %q", got)
	}
	list, err := s.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	acts := map[string]bool{"open_external": true, "write_clipboard": true}
	for _, tool := range list {
		i := tool.Info()
		names = append(names, i.Name)
		if i.Source != "bridge" || i.Description == "" || i.Title == "" || i.Icon == "" || i.SideEffect != acts[i.Name] || len(i.Warnings) > 0 {
			t.Errorf("%s: %+v", i.Name, i)
		}
	}
	want := []string{"show_file_picker", "show_notification", "show_message", "ask_question", "ask_text", "show_save_dialog", "open_external", "write_clipboard", "read_clipboard"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	for what, c := range map[string]SourceConfig{
		"Grant":   {Dialogs: New(Config{}), Within: nowhere, Secrets: noSecrets{}},
		"Within":  {Dialogs: New(Config{}), Grant: noGrant, Secrets: noSecrets{}},
		"Secrets": {Dialogs: New(Config{}), Grant: noGrant, Within: nowhere},
		"Dialogs": {Grant: noGrant, Within: nowhere, Secrets: noSecrets{}},
	} {
		if _, err := NewSource(c); err == nil {
			t.Errorf("a source without %s was made", what)
		}
	}
}

func TestToolInputs(t *testing.T) {
	s := headless(t)
	agent := tools.Call{Space: t.TempDir(), Caller: tools.Caller{Kind: tools.CallerAgent, Name: "a"}}
	line := strings.Repeat("x", 79) + "\n"
	for _, test := range []struct {
		name, tool, input string
		code              tools.Code // "": it is accepted
		says              string
	}{
		{"a title, and several", "show_file_picker", `{"title":"Select files","multiple":true}`, "", ""},
		{"only a title", "show_file_picker", `{"title":"Select files"}`, "", ""},
		{"a filter", "show_file_picker", `{"title":"t","filters":[{"name":"Images","patterns":["*.png","*.jpg"]}]}`, "", ""},
		{"a filter without patterns", "show_file_picker", `{"title":"t","filters":[{"name":"Images","patterns":[]}]}`, tools.InvalidArgs, "filters[0]"},
		{"a filter without a name", "show_file_picker", `{"title":"t","filters":[{"name":" ","patterns":["*"]}]}`, tools.InvalidArgs, "filters[0]"},
		{"a bar in a filter's name", "show_file_picker", `{"title":"t","filters":[{"name":"a|b","patterns":["*"]}]}`, tools.InvalidArgs, "filters[0]"},
		{"two patterns in one", "show_file_picker", `{"title":"t","filters":[{"name":"a","patterns":["*.a *.b"]}]}`, tools.InvalidArgs, "no spaces"},
		{"a folder in a pattern", "show_file_picker", `{"title":"t","filters":[{"name":"a","patterns":["../*"]}]}`, tools.InvalidArgs, "no spaces"},
		{"a hidden character in a pattern", "show_file_picker", `{"title":"t","filters":[{"name":"a","patterns":["*\u202e"]}]}`, tools.InvalidArgs, "no spaces"},
		{"24 lines", "show_message", message(t, strings.Repeat(line, 24)), "", ""},
		{"25 lines", "show_message", message(t, strings.Repeat(line, 25)), tools.TooLarge, "takes 25 lines"},
		{"24 lines in one", "show_message", message(t, strings.Repeat("x", 24*80)), "", ""},
		{"one more", "show_message", message(t, strings.Repeat("x", 24*80+1)), tools.TooLarge, "takes 25 lines"},
		{"a notification", "show_notification", `{"title":"t","message":"m"}`, "", ""},
	} {
		_, err := prepare(t, s, agent, test.tool, test.input)
		var refused *tools.Error
		switch {
		case test.code == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.code != "" && (!errors.As(err, &refused) || refused.Code != test.code || !strings.Contains(refused.Message, test.says)):
			t.Errorf("%s: error %v, want %s that says %q", test.name, err, test.code, test.says)
		}
	}
	for _, input := range []string{`{}`, `{"title":"t","message":"m","kind":"fatal"}`, `{"title":"t","message":"m","markup":true}`} {
		if _, err := prepare(t, s, agent, "show_message", input); err == nil {
			t.Errorf("%s was accepted", input)
		}
	}
}

func message(t *testing.T, text string) string {
	t.Helper()
	raw, err := json.Marshal(map[string]string{"title": "t", "message": text})
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestFailure(t *testing.T) {
	for _, test := range []struct {
		err  error
		code tools.Code
	}{
		{&UnavailableError{NoDisplay, "no display"}, tools.Unavailable},
		{context.Canceled, tools.Cancelled},
		{context.DeadlineExceeded, tools.Timeout},
		{errors.New("broken"), tools.ExecutionFailed},
	} {
		if got := tools.AsError(failure(test.err)); got.Code != test.code || got.Message == "" {
			t.Errorf("%v became %+v, want %s", test.err, got, test.code)
		}
	}
}

func TestWhoAsks(t *testing.T) {
	agent := tools.Caller{Kind: tools.CallerAgent, Name: "a"}
	for got, want := range map[string]string{
		asksTitle(agent, "Pick\none", spoken.English):                                `The agent "a" asks: Pick⟨U+000A⟩one`,
		saysTitle(tools.Caller{Kind: tools.CallerPerson}, "Pick", spoken.English):    "Pick",
		signature(agent, spoken.English):                                             `The agent "a" says this, through Handrail.`,
		signature(tools.Caller{Kind: tools.CallerPerson}, spoken.English):            "You asked for this, in Handrail.",
		signature(tools.Caller{Kind: tools.CallerMCP, Name: "x\ny"}, spoken.English): `A program that calls itself "x⟨U+000A⟩y" says this, through Handrail.`,
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestStartFolder(t *testing.T) {
	space := t.TempDir()
	for start, want := range map[string]string{
		"": space, ".": space, "missing": space, "/": "/", "/missing/folder": space,
	} {
		if got := startFolder(space, start); got != want {
			t.Errorf("start %q: %q, want %q", start, got, want)
		}
	}
	if got := startFolder("", "x"); got != "" {
		t.Errorf("without a space: %q", got)
	}
}
