package sqlite

import (
	"context"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"handrail/journal"
)

// openBench opens a journal with one run.
func openBench(b *testing.B) *Store {
	b.Helper()
	s, err := Open(b.Context(), Config{Path: filepath.Join(b.TempDir(), "journal.db")})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	if err := s.Begin(b.Context(), journal.Run{ID: "r", Session: "s", Space: "/space", Started: time.Now()}); err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkRecord measures what the journal adds to a call. "call" is a whole
// one: called, allowed and started before the act, finished and returned after
// it, in two transactions. "durable" is one whose start waits for the disk.
func BenchmarkRecord(b *testing.B) {
	called := journal.CalledData{Tool: "read", Input: []byte(`{"path":"notes/today.md"}`), Caller: "agent", Name: "default", Turn: 1, Ordinal: 1, Key: "handrail:r_0123456789abcdef:1:1:0123456789abcdef"}
	started := journal.StartedData{Tool: "read", Title: "Read notes/today.md", Detail: "notes/today.md", Effects: []string{"read /space/notes/today.md"}, Digest: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", Idempotent: true}
	b.Run("event", func(b *testing.B) {
		s := openBench(b)
		e := journal.New("r", "c", journal.Output, journal.OutputData{Stream: "stdout", Text: "hello\n"})
		for b.Loop() {
			if err := s.Record(context.Background(), e); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, durable := range map[string]bool{"call": false, "durable": true} {
		b.Run(name, func(b *testing.B) {
			s := openBench(b)
			for i := 0; b.Loop(); i++ {
				call := "c_" + strconv.Itoa(i)
				before := []journal.Event{
					journal.New("r", call, journal.Called, called),
					journal.New("r", call, journal.Allowed, journal.VerdictData{By: "mode workspace"}),
					journal.New("r", call, journal.Started, started),
				}
				before[2].Durable = durable
				if err := s.Record(context.Background(), before...); err != nil {
					b.Fatal(err)
				}
				err := s.Record(context.Background(),
					journal.New("r", call, journal.Finished, journal.FinishedData{Content: "     1\thello\n"}),
					journal.New("r", call, journal.Returned, journal.ReturnedData{Same: true}))
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOpen measures opening and closing an existing journal, as each run
// of the command line does.
func BenchmarkOpen(b *testing.B) {
	c := Config{Path: filepath.Join(b.TempDir(), "journal.db")}
	for b.Loop() {
		s, err := Open(b.Context(), c)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
