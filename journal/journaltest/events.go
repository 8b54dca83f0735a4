package journaltest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"handrail/journal"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func testRoundTrip(s *suite) {
	t := s.t
	s.startRun("r", "s", "/space")
	var want []journal.Event
	for i, kind := range journal.Kinds() {
		want = append(want, journal.Event{
			Run: "r", Call: []string{"", "c_1"}[i%2], Time: startTime().Add(time.Duration(i) * time.Nanosecond), Kind: kind,
			Data: json.RawMessage(`{"b":1,"a":[true,null,1.50],"text":"<&>"}`),
		})
	}
	for _, words := range []string{"", "'; DROP TABLE events; --", "\x00\x1f\x7f", "\u2028\u202e👩‍👩‍👧", strings.Repeat("long ", 400_000)} {
		want = append(want, text("r", "c_2", words))
	}
	s.record(want...)
	asText := cmp.Transformer("text", func(raw json.RawMessage) string { return string(raw) })
	if diff := cmp.Diff(want, s.events("r"), asText, cmpopts.IgnoreFields(journal.Event{}, "Seq", "Durable")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	durable := text("r", "", "kept")
	durable.Durable = true
	s.record(durable)
	if got := s.events("r"); len(got) != len(want)+1 {
		t.Errorf("%d events, want %d", len(got), len(want)+1)
	}
}

func testSeq(s *suite) {
	t := s.t
	s.startRun("r1", "s", "/space")
	s.startRun("r2", "s", "/space")
	var last int64
	for n := range 30 { // more at a time than one statement would take
		events := make([]journal.Event, n)
		for i := range events {
			events[i] = text([]string{"r1", "r2"}[i%2], "", fmt.Sprint(n, i))
		}
		s.record(events...)
		for i, e := range events {
			if e.Seq <= last {
				t.Fatalf("event %d of %d has Seq %d after %d", i, n, e.Seq, last)
			}
			last = e.Seq
			list, err := s.Events(t.Context(), e.Run, e.Seq-1, 1)
			if err != nil || len(list) != 1 || list[0].Seq != e.Seq || string(list[0].Data) != string(e.Data) {
				t.Fatalf("Seq %d is %+v, %v, want %+v", e.Seq, list, err, e)
			}
		}
	}
}

func testLists(s *suite) {
	t := s.t
	s.startRun("r1", "chat", "/a")
	s.startRun("r2", "chat", "/a")
	s.startRun("r3", "other", "/a")
	for _, e := range [][2]string{{"r1", ""}, {"r1", "c1"}, {"r2", "c2"}, {"r1", "c1"}, {"r3", "c3"}, {"r2", ""}, {"r1", "c4"}} {
		kind := journal.Output
		if e[1] != "" && len(s.call(e[1])) == 0 {
			kind = journal.Called
		}
		s.record(journal.New(e[0], e[1], kind, nil))
	}
	where := func(events []journal.Event, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, e := range events {
			fmt.Fprintf(&b, "%s/%s ", e.Run, e.Call)
		}
		return strings.TrimSpace(b.String())
	}
	ctx := t.Context()
	for _, tt := range []struct{ name, got, want string }{
		{"run", where(s.Events(ctx, "r1", 0, all)), "r1/ r1/c1 r1/c1 r1/c4"},
		{"unknown run", where(s.Events(ctx, "r9", 0, all)), ""},
		{"session", where(s.SessionEvents(ctx, "chat", 0, all)), "r1/ r1/c1 r2/c2 r1/c1 r2/ r1/c4"},
		{"unknown session", where(s.SessionEvents(ctx, "x", 0, all)), ""},
		{"call", where(s.CallEvents(ctx, "c1")), "r1/c1 r1/c1"},
		{"unknown call", where(s.CallEvents(ctx, "c9")), ""},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

func (s *suite) call(id string) []journal.Event {
	s.t.Helper()
	events, err := s.CallEvents(s.t.Context(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	return events
}

func testPages(s *suite) {
	t := s.t
	s.startRun("r", "s", "/space")
	for i := range 25 {
		s.record(text("r", "", fmt.Sprint(i)))
	}
	whole := s.events("r")
	for _, size := range []int{1, 7, 24, 25, 26} {
		var got []journal.Event
		for after := int64(0); ; {
			page, err := s.Events(t.Context(), "r", after, size)
			if err != nil {
				t.Fatal(err)
			}
			if len(page) > size {
				t.Fatalf("a page of %d has %d", size, len(page))
			}
			if len(page) == 0 {
				break
			}
			got = append(got, page...)
			after = page[len(page)-1].Seq
		}
		if diff := cmp.Diff(whole, got); diff != "" {
			t.Errorf("pages of %d (-want +got):\n%s", size, diff)
		}
	}
}

func testConcurrent(s *suite) {
	t := s.t
	const writers, rounds = 8, 40
	for w := range writers {
		s.startRun(fmt.Sprint("r", w), "s", "/space")
	}
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			run := fmt.Sprint("r", w)
			for i := range rounds {
				first, second := text(run, "", fmt.Sprint(2*i)), text(run, "", fmt.Sprint(2*i+1))
				first.Durable = i%10 == 0
				if err := s.Recorder.Record(context.Background(), first, second); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	for w := range writers {
		events := s.events(fmt.Sprint("r", w))
		if len(events) != 2*rounds {
			t.Fatalf("run %d has %d events, want %d", w, len(events), 2*rounds)
		}
		for i, e := range events {
			if want := string(text("", "", fmt.Sprint(i)).Data); string(e.Data) != want {
				t.Fatalf("event %d of run %d is %s, want %s", i, w, e.Data, want)
			}
			if i%2 == 1 && e.Seq != events[i-1].Seq+1 {
				t.Errorf("two events of one act are numbered %d and %d", events[i-1].Seq, e.Seq)
			}
		}
	}
}
