//go:build unix && !darwin

package bridge

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/bridge/bridgetest"
	"handrail/bridge/clipboard"
	"handrail/tools"
)

func TestClipboardTools(t *testing.T) {
	screen := bridgetest.Start(t)
	s := newDesk(t, screen.Env()).source
	paste := func(want string) {
		t.Helper()
		if got := <-run(t, s, architect(""), "read_clipboard", `{}`); got.err != nil || got.result.Content != want {
			t.Errorf("got %.200s, %v, want %.200s", got.result.Content, got.err, want)
		}
	}
	paste(`{"reason":"the clipboard is empty"}`)
	got := <-run(t, s, architect(""), "write_clipboard", `{"text":"a\tä $(id)\n"}`)
	if got.err != nil || got.result.Content != "The text is in the clipboard." {
		t.Errorf("got %+v", got)
	}
	if text := screen.Run("xclip", "-selection", "clipboard", "-o"); text != "a\tä $(id)" { // Run drops the last line break
		t.Errorf("the clipboard holds %q", text)
	}
	paste(`{"text":"a\tä $(id)\n"}`)
}

func TestPasted(t *testing.T) {
	for kind, want := range map[clipboard.Kind]string{
		clipboard.Empty: "is empty", clipboard.Picture: "a picture is in the clipboard", clipboard.Private: "password manager", clipboard.Other: "no text",
	} {
		if got := pasted(clipboard.Content{Kind: kind}); got.Text != nil || !strings.Contains(got.Reason, want) {
			t.Errorf("%s: %+v", kind, got)
		}
	}
	got := pasted(clipboard.Content{Kind: clipboard.Text, Text: "abc", Cut: true})
	if got.Text == nil || *got.Text != "abc" || !got.Cut || got.Reason != "there is more; these are the first 3 bytes" {
		t.Errorf("a text that was cut: %+v", got)
	}
}

// Reading asks each time, and no yes to it covers what is copied later.
func TestReadingTheClipboardIsAskedEachTime(t *testing.T) {
	s := headless(t)
	seen := map[string]bool{}
	for _, id := range []string{"c_1", "c_2"} {
		call := architect("")
		call.ID = id
		act, err := prepare(t, s, call, "read_clipboard", `{}`)
		if err != nil {
			t.Fatal(err)
		}
		p := act.Preview()
		if !p.Confirm || !p.Once || seen[p.Digest] {
			t.Errorf("call %s: %+v", id, p)
		}
		seen[p.Digest] = true
	}
}

func TestWhatIsTooMuchForTheClipboard(t *testing.T) {
	s := headless(t)
	for text, code := range map[string]tools.Code{"": tools.InvalidArgs, strings.Repeat("x", clipboard.MostBytes+1): tools.TooLarge} {
		raw, err := json.Marshal(map[string]string{"text": text})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := prepare(t, s, architect(""), "write_clipboard", string(raw)); tools.AsError(err) == nil || tools.AsError(err).Code != code {
			t.Errorf("%d bytes: %v, want %s", len(text), err, code)
		}
	}
}

// Without a desktop every tool is listed, and says why it cannot work and what to do.
func TestUnavailableTools(t *testing.T) {
	for _, tool := range headless(t).tools {
		if why := tool.Info().Unavailable; !strings.Contains(why, "start Handrail from a desktop session") {
			t.Errorf("%s: %q", tool.Info().Name, why)
		}
	}
}
