package window

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"handrail/tools"
)

// The window names a page for whatever a person can do, and no command.
func TestEveryActionIsInTheWindow(t *testing.T) {
	for _, kind := range tools.ActionKinds() {
		words := actionWords(tools.Action{Kind: kind, Subject: "files"})
		if !strings.Contains(words, "page") || strings.Contains(words, "handrail ") {
			t.Errorf("%s: %q", kind, words)
		}
	}
}

func TestAnErrorNamesItsPage(t *testing.T) {
	err := fmt.Errorf("it was not removed: %w", tools.Advise(tools.Action{Kind: tools.ListServers}, "there is no server %q", "files"))
	if got, want := ErrorText(err), "it was not removed: there is no server \"files\". The Servers page lists your servers."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := ErrorText(errors.New("plain")); got != "plain" {
		t.Errorf("got %s", got)
	}
}
