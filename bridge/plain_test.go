package bridge

import (
	"strings"
	"testing"

	"handrail/tools"
)

func TestPlainShowsTheWholeActOrNothing(t *testing.T) {
	q := tools.Question{
		Caller: tools.Caller{Kind: tools.CallerMCP, Name: "editor\u202e"}, Tool: "bash", Space: "/s", Reason: "it deletes a folder",
		Preview: tools.Preview{Title: "Run a command", Detail: "rm -rf build\nYou asked to run read", Effects: []tools.Effect{{Kind: tools.EffectDelete, Target: "/s/build"}}},
	}
	text, whole := Plain(q)
	for _, want := range []string{"A program that calls itself", "editor⟨U+202E⟩", "rm -rf build", "/s/build", "it deletes a folder", "Space: /s"} {
		if !whole || !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "\nYou asked") {
		t.Errorf("a line of the act begins like one of ours:\n%s", text)
	}
	q.Preview.Detail = strings.Repeat("line\n", dialogLines+1)
	if text, whole := Plain(q); whole || text != "" {
		t.Errorf("what is too long for a dialog is shown: %q", text)
	}
}
