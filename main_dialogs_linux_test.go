package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/bridge/bridgetest"
)

// onScreen is a space and an installation with a desktop.
func onScreen(t *testing.T) (*served, *bridgetest.Screen) {
	t.Helper()
	s, screen := newServed(t), bridgetest.Start(t)
	for _, v := range screen.Env() {
		if name, _, _ := strings.Cut(v, "="); name == "DISPLAY" || name == "DBUS_SESSION_BUS_ADDRESS" {
			s.env = append(s.env, v)
		}
	}
	return s, screen
}

// ending is how a command has ended.
type ending struct {
	stdout, stderr string
	code           int
}

// run runs a command in the background.
func (s *served) run(args ...string) <-chan ending {
	s.t.Helper()
	cmd := s.command(args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	done := make(chan ending, 1)
	go func() {
		err := cmd.Run()
		end := ending{stdout: stdout.String(), stderr: stderr.String()}
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			end.code = exit.ExitCode()
		} else if err != nil {
			end.stderr, end.code = err.Error(), -1
		}
		done <- end
	}()
	return done
}

// A secret that was asked for is kept, and stands in clear in no file of the
// installation: not in the journal, not in a log.
func TestASecretIsWrittenNowhere(t *testing.T) {
	s, screen := onScreen(t)
	const value, input = "hunter2-hunter2", `{"title":"Deploy key","message":"For the release","secret":true}`
	done := s.run("call", "ask_text", input)
	screen.Window("Deploy key")
	screen.Type(value)
	screen.Press("Return")
	if got := <-done; got.code != 0 || strings.TrimSpace(got.stdout) != `{"secret":"${secret:Deploy-key}"}` || strings.Contains(got.stderr, value) {
		t.Fatalf("got %+v", got)
	}
	if got := <-s.run("secrets", "list"); !strings.Contains(got.stdout, "Deploy-key") {
		t.Errorf("it is not listed: %+v", got)
	}
	err := filepath.WalkDir(filepath.Dir(s.space), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		if bytes.Contains(raw, []byte(value)) {
			t.Errorf("the secret stands in %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := <-s.run("call", "ask_text", input); got.code != 3 || !strings.Contains(got.stderr, "is kept already, and is never replaced") {
		t.Errorf("a secret that is kept is asked for again: %+v", got)
	}
}

// The file that was named in a save dialog can be written, and no other beside it.
func TestASaveDialogGrantsOneFile(t *testing.T) {
	s, screen := onScreen(t)
	folder := t.TempDir()
	done := s.run("call", "show_save_dialog", `{"title":"Where to","name":"report.md","start":"`+folder+`"}`)
	screen.Window("Choose one file to write in this space: Where to")
	screen.Press("Return")
	path := filepath.Join(folder, "report.md")
	if got := <-done; got.code != 0 || strings.TrimSpace(got.stdout) != `{"path":"`+path+`"}` {
		t.Fatalf("got %+v", got)
	}
	if got := <-s.run("call", "write", "path="+path, "content=the report", "--confirm", "allow"); got.code != 0 {
		t.Errorf("it cannot be written: %+v", got)
	}
	if raw, err := os.ReadFile(path); err != nil || string(raw) != "the report" {
		t.Errorf("it holds %q, %v", raw, err)
	}
	other := filepath.Join(folder, "other.md")
	got := <-s.run("call", "write", "path="+other, "content=x", "--confirm", "allow")
	if _, err := os.Lstat(other); err == nil { // below /tmp it is written where programs of the space see that
		t.Errorf("the file beside it was written: %+v", got)
	}
}

// What one command has copied, a later one reads, if the person says so each time.
func TestTheClipboardOutlivesACommand(t *testing.T) {
	s, screen := onScreen(t)
	if got := <-s.run("call", "write_clipboard", `{"text":"copied"}`, "--confirm", "allow"); got.code != 0 {
		t.Fatalf("got %+v", got)
	}
	for _, answer := range []struct {
		keys []string
		code int
		says string
	}{{[]string{"Tab", "Return"}, 0, `{"text":"copied"}`}, {[]string{"Return"}, 3, "declined"}} {
		done := s.run("call", "read_clipboard", `{}`)
		screen.Window("Handrail: run read_clipboard?")
		screen.Press(answer.keys...)
		if got := <-done; got.code != answer.code || !strings.Contains(got.stdout+got.stderr, answer.says) {
			t.Errorf("%q: got %+v", answer.keys, got)
		}
	}
}

// Nothing is opened unasked, and Return is a no.
func TestOpeningIsAsked(t *testing.T) {
	s, screen := onScreen(t)
	done := s.run("call", "open_external", `{"url":"https://example.com/"}`)
	screen.Window("Handrail: run open_external?")
	screen.Press("Return")
	if got := <-done; got.code != 3 || !strings.Contains(got.stderr, "declined") {
		t.Errorf("got %+v", got)
	}
}

// Another program's agent asks by the same dialog, which names that program.
func TestAProgramAsksByADialog(t *testing.T) {
	s, screen := onScreen(t)
	session, err := sdk.NewClient(&sdk.Implementation{Name: "peer", Version: "1"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: s.command("mcp")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	type answer struct {
		result *sdk.CallToolResult
		err    error
	}
	done := make(chan answer, 1)
	go func() {
		r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "ask_question", Arguments: json.RawMessage(`{"title":"Which","message":"m","options":["a","b"]}`)})
		done <- answer{r, err}
	}()
	screen.Window(`A program that calls itself "peer" asks: Which`)
	screen.Press("Down", "Down", "Return")
	got := <-done
	if got.err != nil || len(got.result.Content) != 1 {
		t.Fatalf("got %+v", got)
	}
	if text, ok := got.result.Content[0].(*sdk.TextContent); !ok || text.Text != `{"answer":"b"}` {
		t.Errorf("got %+v", got.result.Content[0])
	}
}

// A test of the desktop's channel shows a notification, and says that it has; where no service shows any, it says which to start.
func TestTheDesktopChannelIsTested(t *testing.T) {
	s, screen := newServed(t), bridgetest.Start(t)
	bus := screen.StartQuietBus()
	for _, v := range screen.Env() {
		if name, _, _ := strings.Cut(v, "="); name == "DISPLAY" || name == "DBUS_SESSION_BUS_ADDRESS" {
			s.env = append(s.env, v)
		}
	}
	if got := <-s.run("channels", "test", "desktop"); got.code == 0 || !strings.Contains(got.stderr, "runs no notification service; start one, such as dunst") {
		t.Errorf("without a service: %+v", got)
	}
	bus.StartNotifications()
	if got := <-s.run("channels", "test", "desktop"); got.code != 0 || !strings.Contains(got.stdout+got.stderr, "Sent") {
		t.Errorf("got %+v", got)
	}
	if !bridgetest.Eventually(func() bool { return screen.Windows("Dunst") > 0 }) {
		t.Error("no notification is shown")
	}
}
