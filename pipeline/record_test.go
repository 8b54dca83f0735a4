package pipeline_test

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/pipeline"
	"handrail/tools"
)

func TestContentIsFitAndTheJournalKeepsTheWhole(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	d := open(t, &door{})
	got, err := d.say(t, `{"text":"`+long+`"}`)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Content) > tools.ContentLimit || !got.Meta.Truncated {
		t.Errorf("%d bytes, truncated is %t", len(got.Content), got.Meta.Truncated)
	}
	for _, e := range d.events {
		var finished journal.FinishedData
		var called journal.CalledData
		switch e.Kind {
		case journal.Finished:
			if err := json.Unmarshal(e.Data, &finished); err != nil || len(finished.Content) != len("said ")+len(long) {
				t.Errorf("finished keeps %d bytes, %v", len(finished.Content), err)
			}
		case journal.Called:
			if err := json.Unmarshal(e.Data, &called); err != nil || called.Input != nil || called.Size != len(long)+len(`{"text":""}`) || called.SHA256 == "" {
				t.Errorf("a large input is named by size and hash: %+v, %v", called, err)
			}
		}
	}
}

func TestNoContentOfAFileWithSecretsIsRecorded(t *testing.T) {
	d := open(t, &door{})
	const secret = "hunter2"
	d.echo = "the file says " + secret
	got, err := d.say(t, `{"text":"print","path":"deploy/.env","body":"`+secret+`"}`)
	if err != nil || got.Error != nil || !strings.Contains(got.Content, secret) {
		t.Fatalf("the caller gets %q, %v, %v", got.Content, got.Error, err)
	}
	for _, e := range d.events {
		if strings.Contains(string(e.Data), secret) {
			t.Errorf("%s holds the secret: %s", e.Kind, e.Data)
		}
	}
}

// failing is live output of which every write fails.
type failing struct{ tools.Discard }

func (failing) Stdout() io.Writer { return brokenPipe{} }

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestLiveOutputNeverFailsTheAct(t *testing.T) {
	d := open(t, &door{})
	got, err := d.Call(context.Background(), pipeline.Request{Call: tools.Call{Tool: "say", Input: json.RawMessage(`{"text":"print"}`)}, Output: failing{}})
	if err != nil || got.Error != nil {
		t.Errorf("got %v, %v", got.Error, err)
	}
}
