//go:build unix && !darwin

package bridge

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/bridge/bridgetest"
	"handrail/tools"
	"handrail/tools/toolstest"
)

type ran struct {
	result tools.Result
	err    error
}

// run runs a call of a bridge tool in the background.
func run(t *testing.T, s tools.Source, call tools.Call, name, input string) <-chan ran {
	t.Helper()
	act, err := prepare(t, s, call, name, input)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan ran, 1)
	go func() {
		r, err := act.Run(t.Context(), tools.Discard{})
		done <- ran{r, err}
	}()
	return done
}

// content is what the agent would read.
func content(t *testing.T, screen *bridgetest.Screen, done <-chan ran) string {
	t.Helper()
	select {
	case got := <-done:
		if got.err != nil {
			t.Fatal(got.err)
		}
		return got.result.Content
	case <-time.After(time.Minute):
		screen.Fatalf("no result within a minute")
	}
	return ""
}

// All bridge tools keep the contract of a tool, with a person who closes every
// dialog.
func TestContract(t *testing.T) {
	screen := bridgetest.Start(t)
	screen.StartBus().StartNotifications()
	source := newDesk(t, screen.Env()).source
	list, err := source.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list {
		if tool.Info().Name == "read_clipboard" {
			continue // it has no input, and each call of it is another act
		}
		t.Run(tool.Info().Name, func(t *testing.T) {
			person := make(chan struct{})
			if name := tool.Info().Name; name == "show_notification" || tool.Info().SideEffect {
				close(person) // nothing to close
			} else {
				go func() {
					defer close(person)
					if bridgetest.Eventually(func() bool { _, ok := screen.Focused("architect"); return ok }) {
						screen.Press("Escape")
					}
				}()
			}
			input := func(title string) string {
				if name := tool.Info().Name; name == "show_file_picker" || name == "show_save_dialog" {
					return `{"title":"` + title + `"}`
				} else if name == "write_clipboard" {
					return `{"text":"` + title + `"}`
				} else if name == "open_external" {
					return `{"url":"https://example.com/` + title + `"}`
				}
				return `{"title":"` + title + `","message":"m"}`
			}
			folder := t.TempDir()
			toolstest.Run(t, toolstest.Case{
				Tool:  tool,
				Call:  tools.Call{Space: folder, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "architect"}},
				Input: input("one"), Other: input("two"), Folder: folder,
			})
			<-person
		})
	}
}

func TestFilePicker(t *testing.T) {
	screen := bridgetest.Start(t)
	space := t.TempDir()
	for _, name := range []string{"a b.txt", "ünï|x.txt", "new\nline.txt", "picture.png"} {
		if err := os.WriteFile(filepath.Join(space, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(space, name) }
	call := tools.Call{Space: space, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "architect"}}
	for _, test := range []struct {
		name, input string
		act         func(*bridgetest.Screen)
		want        Picked
	}{
		{
			"one file", `{"title":"One file"}`,
			func(s *bridgetest.Screen) { s.Type(in("a b.txt")); s.Press("Return") },
			Picked{Paths: []string{in("a b.txt")}},
		},
		{
			"several files, with names that are hard to tell apart", `{"title":"All of them","multiple":true,"filters":[{"name":"Texts","patterns":["*.txt"]}]}`,
			func(s *bridgetest.Screen) { s.Press("ctrl+a", "Return") },
			Picked{Paths: []string{in("a b.txt"), in("new\nline.txt"), in("ünï|x.txt")}},
		},
		{
			"a folder", `{"title":"A folder","directory":true}`,
			func(s *bridgetest.Screen) { s.Type(folder); s.Press("Return") },
			Picked{Paths: []string{folder}},
		},
		{
			"cancelled by Escape", `{"title":"Nothing"}`,
			func(s *bridgetest.Screen) { s.Press("Escape") },
			Picked{Paths: []string{}, Cancelled: true, Reason: "the person chose nothing"},
		},
		{
			"closed", `{"title":"Nothing","multiple":true}`,
			func(s *bridgetest.Screen) { s.Close() },
			Picked{Paths: []string{}, Cancelled: true, Reason: "the person chose nothing"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			screen := screen.With(t)
			var granted []string
			changes := strings.Contains(test.input, `"change":true`)
			source, err := NewSource(SourceConfig{
				Dialogs: New(Config{Env: screen.Env()}),
				Grant: func(_ tools.Call, path string, change bool) error {
					granted = append(granted, path)
					if change != changes {
						t.Errorf("%s is granted to be changed: %v", path, change)
					}
					return nil
				},
				Secrets: noSecrets{}, Within: nowhere,
			})
			if err != nil {
				t.Fatal(err)
			}
			done := run(t, source, call, "show_file_picker", test.input)
			screen.Window(`The agent "architect" asks for `)
			screen.Picture(t.ArtifactDir() + "/picker.png")
			test.act(screen)
			var got Picked
			if err := json.Unmarshal([]byte(content(t, screen, done)), &got); err != nil {
				t.Fatal(err)
			}
			slices.Sort(got.Paths)
			slices.Sort(granted)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.want.Paths, append([]string{}, granted...)); diff != "" {
				t.Errorf("granted (-want +got):\n%s", diff)
			}
		})
	}
}

// What lies in the space is chosen without a grant, and the result says so.
func TestPickedInTheSpace(t *testing.T) {
	screen := bridgetest.Start(t)
	space := t.TempDir()
	one := filepath.Join(space, "one.txt")
	if err := os.WriteFile(one, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	source, err := NewSource(SourceConfig{
		Dialogs: New(Config{Env: screen.Env()}), Within: nowhere, Secrets: noSecrets{},
		Grant: func(tools.Call, string, bool) error { return tools.ErrInSpace },
	})
	if err != nil {
		t.Fatal(err)
	}
	call := tools.Call{Space: space, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "architect"}}
	for tool, want := range map[string]string{
		"show_file_picker": `{"paths":["` + one + `"],"note":"it lies in this space: nothing was granted, `,
		"show_save_dialog": `{"path":"` + filepath.Join(space, "new.txt") + `","note":"it lies in this space: nothing was granted, `,
	} {
		input := map[string]string{"show_file_picker": `{"title":"One file"}`, "show_save_dialog": `{"title":"One file","name":"new.txt"}`}[tool]
		done := run(t, source, call, tool, input)
		screen.Window("One file")
		if tool == "show_file_picker" {
			screen.Type(one)
		}
		screen.Press("Return")
		if got := content(t, screen, done); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", tool, got)
		}
	}
	if got := insideNote(1, 3); !strings.HasPrefix(got, "1 of 3 lie in this space") {
		t.Error(got)
	}
}

func TestFilePickerThatMayNotGrant(t *testing.T) {
	screen := bridgetest.Start(t)
	space := t.TempDir()
	call := tools.Call{Space: space, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "architect"}}
	source, err := NewSource(SourceConfig{
		Dialogs: New(Config{Env: screen.Env()}),
		Grant:   func(tools.Call, string, bool) error { return errors.New("the home folder is never a root") },
		Secrets: noSecrets{}, Within: nowhere,
	})
	if err != nil {
		t.Fatal(err)
	}
	done := run(t, source, call, "show_file_picker", `{"title":"A folder","directory":true}`)
	screen.Window(`The agent "architect" asks for a folder to read in this chat: A folder`)
	screen.Type(space)
	screen.Press("Return")
	got := <-done
	if got.err == nil || !strings.Contains(got.err.Error(), space+" was chosen, but cannot be used: the home folder is never a root") {
		t.Errorf("got %+v", got)
	}
}

func TestShowMessage(t *testing.T) {
	screen := bridgetest.Start(t)
	bus := screen.StartBus()
	source, err := NewSource(SourceConfig{Dialogs: New(Config{Env: screen.Env()}), Grant: noGrant, Within: nowhere, Secrets: noSecrets{}})
	if err != nil {
		t.Fatal(err)
	}
	call := tools.Call{Caller: tools.Caller{Kind: tools.CallerAgent, Name: "architect"}}
	for _, kind := range []string{"info", "warning", "error"} {
		for name, key := range map[string]string{"read": "Return", "closed": "Escape"} {
			t.Run(kind+", "+name, func(t *testing.T) {
				screen := screen.With(t)
				done := run(t, source, call, "show_message",
					`{"title":"Tests <i>ran</i>","message":"All <b>512</b> passed \\n %s & more.\nNothing else to do.","kind":"`+kind+`"}`)
				screen.Window(`The agent "architect" says: Tests <i>ran</i>`)
				screen.Picture(t.ArtifactDir() + "/message.png")
				text := strings.Join(bus.With(t).Texts("zenity"), "\n")
				want := "Tests <i>ran</i>\nAll <b>512</b> passed \\n %s & more.\nNothing else to do.\n\n" +
					`The agent "architect" says this, through Handrail.`
				if !strings.Contains(text, want) {
					t.Errorf("the dialog shows\n%s\nwant\n%s", text, want)
				}
				screen.Press(key)
				if got, want := content(t, screen, done), `{"shown":true,"seen":true}`; got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			})
		}
	}
}

func TestShowNotification(t *testing.T) {
	// What is escaped here is what the person reads as it was written: this
	// service takes markup, and so its history holds markup.
	testNotification(t, (*bridgetest.Bus).StartNotifications, `&lt;a href="http://x"&gt;512&lt;/a&gt; tests &amp; \n %s⟨U+202E⟩ ⚠`)
}

func TestShowNotificationPlain(t *testing.T) {
	testNotification(t, (*bridgetest.Bus).StartPlainNotifications, `<a href="http://x">512</a> tests & \n %s⟨U+202E⟩ ⚠`)
}

// testNotification shows a notification that looks like markup, and reads what the service was given.
func testNotification(t *testing.T, start func(*bridgetest.Bus), body string) {
	t.Helper()
	screen := bridgetest.Start(t)
	bus := screen.StartBus()
	source, err := NewSource(SourceConfig{Dialogs: New(Config{Env: screen.Env()}), Grant: noGrant, Within: nowhere, Secrets: noSecrets{}})
	if err != nil {
		t.Fatal(err)
	}
	call := tools.Call{Caller: tools.Caller{Kind: tools.CallerAgent, Name: "architect"}}
	start(bus)
	done := run(t, source, call, "show_notification",
		`{"title":"Build <b>done</b>","message":"<a href=\"http://x\">512</a> tests & \\n %s\u202e ⚠️"}`)
	if got, want := content(t, screen, done), `{"shown":true}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	screen.Run("dunstctl", "close-all")
	var history struct {
		Data [][]map[string]struct {
			Data any `json:"data"`
		} `json:"data"`
	}
	raw := screen.Run("dunstctl", "history")
	if err := json.Unmarshal([]byte(raw), &history); err != nil || len(history.Data) != 1 || len(history.Data[0]) != 1 {
		t.Fatalf("%v: want one notification:\n%s", err, raw)
	}
	shown := history.Data[0][0]
	for field, want := range map[string]string{
		"appname": "Handrail",
		"summary": "Build <b>done</b>",
		"body":    body + "\n" + `The agent "architect" says this, through Handrail.`,
	} {
		if got := shown[field].Data; got != want {
			t.Errorf("%s: got %q, want %q", field, got, want)
		}
	}
}

func TestNotificationThatNobodyShows(t *testing.T) {
	screen := bridgetest.Start(t)
	screen.StartQuietBus()
	source, err := NewSource(SourceConfig{Dialogs: New(Config{Env: screen.Env()}), Grant: noGrant, Within: nowhere, Secrets: noSecrets{}})
	if err != nil {
		t.Fatal(err)
	}
	got := <-run(t, source, tools.Call{}, "show_notification", `{"title":"t","message":"m"}`)
	var refused *tools.Error
	if !errors.As(got.err, &refused) || refused.Code != tools.Unavailable || !strings.Contains(refused.Message, "runs no notification service") {
		t.Errorf("got %+v, want %s with the reason", got, tools.Unavailable)
	}
}
