package window

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/tools"
)

// The window names a page for whatever a person can do, and no command.
func TestEveryActionIsInTheWindow(t *testing.T) {
	for _, kind := range tools.ActionKinds() {
		words := actionWords(tools.Action{Kind: kind, Subject: "files"})
		there := strings.Contains(words, "page")
		if !there || strings.Contains(words, "handrail ") {
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

// What the record has of a refusal says what to do in the window's words; every other
// event is as it was recorded.
func TestARecordedRefusalNamesItsPage(t *testing.T) {
	for _, tt := range []struct {
		kind journal.Kind
		data string
		want string
	}{
		{
			journal.Returned, `{"error":"it is off","code":"not_found","action":{"kind":"enable-server","subject":"files"},"meta":{"tool":"x"}}`,
			`{"error":"it is off. Turn files on, on the Servers page.","code":"not_found","meta":{"tool":"x"}}`,
		},
		{journal.Returned, `{"error":"it failed","code":"execution_failed"}`, `{"error":"it failed","code":"execution_failed"}`},
		{journal.Returned, `{"error":"it is off","action":{"kind":"of another version"}}`, `{"error":"it is off"}`},
		{journal.Finished, `{"content":"action"}`, `{"content":"action"}`},
	} {
		if got := eventView(journal.Event{Kind: tt.kind, Data: []byte(tt.data)}).Data; got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}
