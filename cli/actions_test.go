package cli

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"handrail/tools"
)

// The command line names a command for whatever a person can do.
func TestEveryActionIsACommand(t *testing.T) {
	for _, kind := range tools.ActionKinds() {
		words := actionWords(tools.Action{Kind: kind, Subject: "files"})
		if kind == tools.RevokePaths || kind == tools.StartServer { // they are done in the window
			continue
		}
		if kind == tools.CheckWayOut { // outside
			if !strings.Contains(words, "environment") {
				t.Errorf("%s: %q", kind, words)
			}
			continue
		}
		if !strings.Contains(words, "handrail ") {
			t.Errorf("%s: %q", kind, words)
		}
	}
}

func TestAnErrorNamesItsCommand(t *testing.T) {
	err := fmt.Errorf("it was not removed: %w", tools.Advise(tools.Action{Kind: tools.ListServers}, "there is no server %q", "files"))
	if got, want := errorText(err), "it was not removed: there is no server \"files\"; `handrail servers list` shows your servers"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := errorText(errors.New("plain")); got != "plain" {
		t.Errorf("got %s", got)
	}
}
