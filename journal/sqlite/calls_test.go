package sqlite

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/journal"
)

// Calls are found by the names of the tool, in one space, newest first.
func TestCalls(t *testing.T) {
	ctx := t.Context()
	s, err := Open(ctx, Config{Path: filepath.Join(t.TempDir(), "journal.db"), Version: "0"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i, space := range []string{"/a", "/b", "/a"} {
		run := fmt.Sprintf("r_%d", i)
		if err := s.Begin(ctx, journal.Run{ID: run, Session: "s", Space: space, Started: time.Now(), State: journal.Running}); err != nil {
			t.Fatal(err)
		}
		for _, tool := range []string{"say", "p__say", "other", "it's"} {
			data := journal.CalledData{Tool: tool, Input: json.RawMessage(`{"tool": "say"}`)}
			if err := s.Record(ctx, journal.New(run, run+tool, journal.Called, data), journal.New(run, run+tool, journal.Returned, journal.ReturnedData{})); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		q    CallsQuery
		want []string
	}{
		"both names":          {CallsQuery{Space: "/a", Tools: []string{"say", "p__say"}}, []string{"r_2p__say", "r_2say", "r_0p__say", "r_0say"}},
		"at most":             {CallsQuery{Space: "/a", Tools: []string{"say", "p__say"}, Limit: 1}, []string{"r_2p__say"}},
		"another space":       {CallsQuery{Space: "/b", Tools: []string{"say"}}, []string{"r_1say"}},
		"a name with a quote": {CallsQuery{Space: "/b", Tools: []string{"it's"}}, []string{"r_1it's"}},
		"no such tool":        {CallsQuery{Space: "/a", Tools: []string{"none"}}, nil},
		"no name":             {CallsQuery{Space: "/a"}, nil},
	} {
		events, err := s.History().Calls(ctx, c.q)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range events {
			got = append(got, e.Call)
			if e.Kind != journal.Called {
				t.Errorf("%s: got a %s", name, e.Kind)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
