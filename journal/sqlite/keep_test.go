package sqlite

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"handrail/journal"

	"github.com/google/go-cmp/cmp"
)

// fill20 makes a journal of 20 runs that ended, one an hour, the last an hour
// ago, and one that goes on.
func fill20(t *testing.T) *Store {
	t.Helper()
	s := open(t, Config{Path: journalIn(t)})
	for i := range 20 {
		id := "r" + string(rune('a'+i))
		begin(t, s, id)
		for range 30 {
			record(t, s, text(id, strings.Repeat("words ", 200)))
		}
		end := ended(id)
		end.Time = time.Now().Add(-time.Duration(20-i) * time.Hour)
		record(t, s, end)
		if i == 2 {
			begin(t, s, "goes-on")
			record(t, s, text("goes-on", "x"))
		}
	}
	return s
}

func ids(t *testing.T, s *Store) string {
	t.Helper()
	list, _, err := s.History().Runs(t.Context(), RunsQuery{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, r := range list {
		all.WriteString(strings.TrimPrefix(r.ID, "r"))
	}
	return all.String()
}

func TestPruneByAge(t *testing.T) {
	s := fill20(t)
	if got, err := s.Prune(t.Context(), Retention{MaxAge: 1000 * time.Hour}); err != nil || got != (Pruned{}) {
		t.Errorf("nothing is so old: %+v, %v", got, err)
	}
	got, err := s.Prune(t.Context(), Retention{MaxAge: 10*time.Hour + 30*time.Minute})
	if err != nil || got.Runs != 10 || got.Events != 310 {
		t.Errorf("pruned %+v, %v, want 10 runs and their 310 events", got, err)
	}
	if got := ids(t, s); got != "tsrqponmlkgoes-on" {
		t.Errorf("left are %s", got)
	}
	record(t, s, text("goes-on", "and on"))
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestPruneBySize(t *testing.T) {
	s := fill20(t)
	before, err := s.Size(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	last, err := s.History().Last(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Prune(t.Context(), Retention{MaxBytes: before}); err != nil {
		t.Fatal(err)
	}
	if got := ids(t, s); len(got) != len("goes-on")+20 {
		t.Errorf("it is small enough, but left are %s", got)
	}
	if _, err := s.Prune(t.Context(), Retention{MaxBytes: before / 2}); err != nil {
		t.Fatal(err)
	}
	after, err := s.Size(t.Context())
	if err != nil || after > before/2 || after < before/4 {
		t.Errorf("%d bytes of %d are left, %v", after, before, err)
	}
	if got := ids(t, s); !strings.HasPrefix(got, "tsrqponm") || !strings.HasSuffix(got, "goes-on") {
		t.Errorf("left are %s", got)
	}

	// however little may stay, what goes on and the newest event do
	if _, err := s.Prune(t.Context(), Retention{MaxBytes: 1, MaxAge: time.Nanosecond}); err != nil {
		t.Fatal(err)
	}
	if got := ids(t, s); got != "tgoes-on" {
		t.Errorf("left are %s", got)
	}
	next := []journal.Event{text("goes-on", "next")}
	record(t, s, next...)
	if next[0].Seq != last+1 {
		t.Errorf("the next event has Seq %d, want %d", next[0].Seq, last+1)
	}
	if info, err := os.Stat(s.c.Path); err != nil || info.Size() > before/2 {
		t.Errorf("the file still has %d bytes of %d, %v", info.Size(), before, err)
	}
}

func TestExport(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	at := time.Date(2026, 11, 21, 9, 0, 0, 5000, time.UTC)
	for _, id := range []string{"a", "b"} {
		begin(t, s, id)
		record(t, s,
			journal.Event{Run: id, Call: "c1", Time: at, Kind: journal.Called, Data: json.RawMessage(`{"tool":"bash","input":{"command":"echo \"<a>, b\"\n"}}`)},
			journal.Event{Run: id, Time: at, Kind: journal.Ended, Data: json.RawMessage(`{"state":"done"}`)})
	}
	export := func(run, format string) string {
		var out bytes.Buffer
		if err := s.History().Export(t.Context(), &out, run, format); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	want := `{"seq":3,"run":"b","call":"c1","time":"2026-11-21T09:00:00.000005Z","kind":"called","data":{"tool":"bash","input":{"command":"echo \"<a>, b\"\n"}}}
{"seq":4,"run":"b","time":"2026-11-21T09:00:00.000005Z","kind":"ended","data":{"state":"done"}}
`
	if diff := cmp.Diff(want, export("b", "jsonl")); diff != "" {
		t.Errorf("jsonl (-want +got):\n%s", diff)
	}
	if got := strings.Count(export("", "jsonl"), "\n"); got != 4 {
		t.Errorf("all runs have %d lines", got)
	}
	rows, err := csv.NewReader(strings.NewReader(export("b", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	wantRows := [][]string{
		{"seq", "time", "run", "call", "kind", "data"},
		{"3", "2026-11-21T09:00:00.000005Z", "b", "c1", "called", `{"tool":"bash","input":{"command":"echo \"<a>, b\"\n"}}`},
		{"4", "2026-11-21T09:00:00.000005Z", "b", "", "ended", `{"state":"done"}`},
	}
	if diff := cmp.Diff(wantRows, rows); diff != "" {
		t.Errorf("csv (-want +got):\n%s", diff)
	}
	if err := s.History().Export(t.Context(), &bytes.Buffer{}, "a", "xml"); err == nil || !strings.Contains(err.Error(), "jsonl or csv") {
		t.Errorf("an unknown format: %v", err)
	}
	if err := s.History().Export(t.Context(), failing{}, "a", "csv"); err == nil {
		t.Error("a writer that fails is not told")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestFindRuns(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	for _, id := range []string{"r_ab", "r_abc", "r_abd", "r_b", "R_AB", "r%"} {
		begin(t, s, id)
	}
	for prefix, want := range map[string]string{
		"r_ab": "r_ab r_abc", "r_abc": "r_abc", "r_b": "r_b", "r_": "r_ab r_abc", "r%": "r%", "x": "", "R": "R_AB", "": "R_AB r%",
	} {
		list, err := s.History().FindRuns(t.Context(), prefix, 2)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range list {
			got = append(got, r.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q finds %q, want %q", prefix, got, want)
		}
	}
}

// The journal of each released version can still be read. testdata holds one
// of each, as SQL.
func TestMigration(t *testing.T) {
	fixtures, err := filepath.Glob("testdata/v*.sql")
	if err != nil || len(fixtures) != len(migrations()) {
		t.Fatalf("fixtures %q, %v: there must be one for each of %d versions", fixtures, err, len(migrations()))
	}
	for _, fixture := range fixtures {
		t.Run(filepath.Base(fixture), func(t *testing.T) {
			path := journalIn(t)
			write(t, path, nil)
			if err := raw(t, path, string(read(t, fixture))).Close(); err != nil {
				t.Fatal(err)
			}
			s := open(t, Config{Path: path, Version: "test"})
			r := theRun(t, s, "r_old")
			if r.Title != "an old run" || r.State != journal.Done || r.Calls != 1 {
				t.Errorf("the run is %+v", r)
			}
			if list := events(t, s, "r_old"); len(list) != 3 || list[0].Kind != journal.Called || list[2].Kind != journal.Ended {
				t.Errorf("its events are %v", list)
			}
			if r := theRun(t, s, "r_open"); r.State != journal.Unknown {
				t.Errorf("a run whose process is long dead is %s", r.State)
			}
			begin(t, s, "r_new")
			record(t, s, text("r_new", "x"), ended("r_new"))
		})
	}
}

func TestFilesAreThePersonsOwn(t *testing.T) {
	path := journalIn(t)
	begin(t, open(t, Config{Path: path}), "r")
	if runtime.GOOS == "windows" {
		return // there, the folder's own list says who may read
	}
	for _, p := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(p)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", p, info.Mode(), err)
		}
	}
	for _, p := range []string{filepath.Dir(path), path + "-owners"} {
		info, err := os.Stat(p)
		if err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", p, info.Mode(), err)
		}
	}
}

func TestOddPath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b%41#c&ünï", "journal.db")
	s := open(t, Config{Path: path})
	begin(t, s, "r")
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(filepath.Dir(filepath.Dir(path)))
	if err != nil || len(entries) != 1 {
		t.Errorf("beside its folder lies something else: %v, %v", entries, err)
	}
}

func TestSpaces(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	for i, dir := range []string{"/b", "/a", "/b", ""} {
		if err := s.Begin(t.Context(), journal.Run{ID: strconv.Itoa(i), Session: "s", Space: dir, Started: time.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.History().Spaces(t.Context())
	if err != nil || strings.Join(got, " ") != " /a /b" {
		t.Errorf("%q, %v", got, err)
	}
}
