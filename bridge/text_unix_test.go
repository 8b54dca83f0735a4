//go:build unix && !darwin

package bridge

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"handrail/bridge/bridgetest"
	"handrail/internal/secrets"
	"handrail/tools"
)

// someSecrets keeps them in memory; a test looks at them while a call adds to them.
type someSecrets struct {
	mu     sync.Mutex
	values map[string]string
}

func (s *someSecrets) Kept(name string) (bool, error) { return s.value(name) != "", nil }

func (s *someSecrets) Add(name, value string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.values[name] != "" {
		return fmt.Errorf("the secret %q: %w", name, secrets.ErrTaken)
	}
	if s.values == nil {
		s.values = map[string]string{}
	}
	s.values[name] = value
	return nil
}

func (s *someSecrets) value(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.values[name]
}

func TestAskText(t *testing.T) {
	screen := bridgetest.Start(t)
	source, err := NewSource(SourceConfig{Dialogs: New(Config{Env: screen.Env()}), Grant: noGrant, Within: nowhere, Secrets: noSecrets{}})
	if err != nil {
		t.Fatal(err)
	}
	const input = `{"title":"Your name?","message":"<b>Any</b> _name_ & %s \\n"`
	for _, test := range []struct {
		name, input, want string
		act               func(*bridgetest.Screen)
	}{
		{"a text", input + `}`, `{"text":"Ada --x |"}`, func(s *bridgetest.Screen) { s.Type("Ada --x |"); s.Press("Return") }},
		{"what stands there", input + `,"default":"-f Grace\u202e"}`, `{"text":"-f Grace⟨U+202E⟩"}`, func(s *bridgetest.Screen) { s.Press("Return") }},
		{"nothing, but sent", input + `}`, `{"text":""}`, func(s *bridgetest.Screen) { s.Press("Return") }},
		{"cancelled", input + `}`, `{"cancelled":true,"reason":"the person wrote nothing"}`, func(s *bridgetest.Screen) { s.Type("Ada"); s.Press("Tab", "space") }},
		{"closed", input + `}`, `{"cancelled":true,"reason":"the person wrote nothing"}`, func(s *bridgetest.Screen) { s.Type("Ada"); s.Press("Escape") }},
	} {
		t.Run(test.name, func(t *testing.T) {
			screen := screen.With(t)
			done := run(t, source, architect(""), "ask_text", test.input)
			screen.Window(`The agent "architect" asks: Your name?`)
			screen.Picture(t.ArtifactDir() + "/text.png")
			test.act(screen)
			if got := content(t, screen, done); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// A secret goes from the dialog to the person's secrets, and nowhere else.
func TestAskSecret(t *testing.T) {
	screen := bridgetest.Start(t)
	bus := screen.StartBus()
	kept := &someSecrets{}
	source, err := NewSource(SourceConfig{Dialogs: New(Config{Env: screen.Env()}), Grant: noGrant, Within: nowhere, Secrets: kept})
	if err != nil {
		t.Fatal(err)
	}
	const input = `{"title":"GitHub <b>token</b>","message":"For the release.","secret":true}`
	const value = "hunter2-hunter2"
	done := run(t, source, architect(""), "ask_text", input)
	screen.Window(`The agent "architect" asks: GitHub <b>token</b>`)
	screen.Type(value)
	screen.Picture(t.ArtifactDir() + "/secret.png")
	text := strings.Join(bus.Texts("zenity"), "\n")
	if strings.Contains(text, value) || !strings.Contains(strings.Join(strings.Fields(text), " "), `kept with your secrets, as “GitHub-b-token-b”`) {
		t.Errorf("the dialog shows\n%s", text)
	}
	screen.Press("Return")
	if got, want := content(t, screen, done), `{"secret":"${secret:GitHub-b-token-b}"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := kept.value("GitHub-b-token-b"); got != value {
		t.Errorf("kept %q", got)
	}

	_, err = prepare(t, source, architect(""), "ask_text", input)
	refused := tools.AsError(err)
	if refused == nil || refused.Code != tools.PermissionDenied || !strings.Contains(refused.Message, "is kept already, and is never replaced") || refused.Action.Kind != tools.SetSecret {
		t.Errorf("a secret that is kept is asked for again: %v", err)
	}
	_, err = prepare(t, source, architect(""), "ask_text", `{"title":"Another","message":"m","secret":true,"default":"x"}`)
	if refused := tools.AsError(err); refused == nil || refused.Code != tools.InvalidArgs {
		t.Errorf("a default of a secret: %v", err)
	}
}

// Nothing of a secret is in the error when it cannot be kept, or was kept meanwhile by another.
func TestAskSecretThatIsNotKept(t *testing.T) {
	screen := bridgetest.Start(t)
	nothing, taken := &someSecrets{}, &someSecrets{}
	meanwhile := func() {
		if err := taken.Add("Key", "the first"); err != nil {
			t.Error(err)
		}
	}
	for name, test := range map[string]struct {
		keeps Secrets
		after func()
		code  tools.Code
	}{
		"no place for it": {noSecrets{}, func() {}, tools.ExecutionFailed},
		"taken meanwhile": {taken, meanwhile, tools.PermissionDenied},
		"nothing written": {nothing, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			screen := screen.With(t)
			source, err := NewSource(SourceConfig{Dialogs: New(Config{Env: screen.Env()}), Grant: noGrant, Within: nowhere, Secrets: test.keeps})
			if err != nil {
				t.Fatal(err)
			}
			done := run(t, source, architect(""), "ask_text", `{"title":"Key","message":"m","secret":true}`)
			screen.Window("Key")
			if test.after != nil {
				test.after()
				screen.Type("hunter2-hunter2")
			}
			screen.Press("Return")
			got := <-done
			if strings.Contains(fmt.Sprintf("%+v", got), "hunter2") {
				t.Errorf("the secret is in %+v", got)
			}
			if test.code == "" {
				if want := `{"cancelled":true,"reason":"the person wrote nothing"}`; got.err != nil || got.result.Content != want || nothing.value("Key") != "" {
					t.Errorf("got %+v, kept %q", got, nothing.value("Key"))
				}
				return
			}
			if refused := tools.AsError(got.err); refused == nil || refused.Code != test.code || errors.Is(got.err, secrets.ErrTaken) {
				t.Errorf("got %+v, want %s", got, test.code)
			}
			if test.code == tools.PermissionDenied && taken.value("Key") != "the first" {
				t.Error("the secret that was kept is gone")
			}
		})
	}
}
