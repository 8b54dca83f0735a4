package sqlite

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/journal"
)

// Calls come newest first, each with its newest act and its answer, also where
// calls overlap; those of other spaces do not.
func TestEachJudged(t *testing.T) {
	ctx := t.Context()
	s, err := Open(ctx, Config{Path: filepath.Join(t.TempDir(), "journal.db"), Version: "0"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, space := range []string{"/a", "/b"} {
		if err := s.Begin(ctx, journal.Run{ID: "r" + space, Session: "s", Space: space, Agent: "main", Started: time.Now(), State: journal.Running}); err != nil {
			t.Fatal(err)
		}
	}
	act := func(by string) *journal.ActData { return &journal.ActData{Verdict: "ask", By: by} }
	for _, e := range []struct {
		run, call string
		kind      journal.Kind
		data      any
	}{
		{"r/a", "1", journal.Called, journal.CalledData{Tool: "bash"}},
		{"r/a", "2", journal.Called, journal.CalledData{Tool: "bash"}},
		{"r/b", "x", journal.Called, journal.CalledData{Tool: "bash"}},
		{"r/a", "1", journal.Asked, journal.AskedData{Detail: `he said "act":{`, Act: act("first")}},
		{"r/a", "2", journal.Started, journal.StartedData{Tool: "bash", Act: act("second")}},
		{"r/b", "x", journal.Started, journal.StartedData{Tool: "bash", Act: act("other")}},
		{"r/a", "1", journal.Changed, journal.ChangedData{By: "you"}},
		{"r/a", "1", journal.Asked, journal.AskedData{Act: act("third")}},
		{"r/a", "1", journal.Allowed, journal.VerdictData{By: "you"}},
		{"r/a", "1", journal.Started, journal.StartedData{Tool: "bash", Detail: `"act":{"verdict":"deny"}`}},
		{"r/a", "3", journal.Called, journal.CalledData{Tool: "read"}},
		{"r/a", "3", journal.Blocked, journal.VerdictData{By: "hook h"}},
		{"r/a", "4", journal.Called, journal.CalledData{Tool: "read"}},
		{"r/a", "4", journal.Asked, journal.AskedData{Act: act("fourth")}},
		{"r/a", "4", journal.Declined, journal.VerdictData{By: "you"}},
	} {
		if err := s.Record(ctx, journal.New(e.run, e.call, e.kind, e.data)); err != nil {
			t.Fatal(err)
		}
	}
	for name, tt := range map[string]struct {
		q    ActsQuery
		want []string
	}{
		"all":         {ActsQuery{Space: "/a", Limit: 9}, []string{"4 asked fourth declined", "3   ", "2 started second ", "1 asked third allowed"}},
		"the newest":  {ActsQuery{Space: "/a", Limit: 2}, []string{"4 asked fourth declined", "3   "}},
		"other space": {ActsQuery{Space: "/b", Limit: 9}, []string{"x started other "}},
		"none":        {ActsQuery{Space: "/c", Limit: 9}, nil},
	} {
		var got []string
		err := s.History().EachJudged(ctx, tt.q, func(j Judged) error {
			by := ""
			if j.Act != nil {
				a, ok, err := journal.Judged(j.Act)
				if err != nil || !ok {
					t.Errorf("%s: %s: %v", name, j.Act, err)
				}
				by = a.By
			}
			if j.Run.Space != tt.q.Space || j.Run.Agent != "main" || j.Called != nil {
				t.Errorf("%s: %+v", name, j)
			}
			got = append(got, fmt.Sprintf("%s %s %s %s", j.Call, j.Kind, by, j.Answer))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: -want +got\n%s", name, d)
		}
	}
	stop := errors.New("enough")
	if err := s.History().EachJudged(ctx, ActsQuery{Space: "/a", Limit: 9, Inputs: true}, func(j Judged) error {
		if j.Called == nil {
			t.Errorf("%s has no input", j.Call)
		}
		return stop
	}); !errors.Is(err, stop) {
		t.Errorf("it went on: %v", err)
	}
	ids, err := s.History().FindCalls(ctx, "", 2)
	if d := cmp.Diff([]string{"1", "2"}, ids); err != nil || d != "" {
		t.Errorf("%v, %s", err, d)
	}
}
