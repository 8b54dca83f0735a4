package sqlite

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/journal"
)

// raw opens the database without the package, to spoil it.
func raw(t *testing.T, path string, statements ...string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() }) // a test may have closed it
	for _, text := range statements {
		if _, err := db.Exec(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return db
}

// filled makes a journal of some pages and returns its path.
func filled(t *testing.T) string {
	t.Helper()
	path := journalIn(t)
	s := open(t, Config{Path: path})
	begin(t, s, "r")
	for range 200 {
		record(t, s, text("r", strings.Repeat("words ", 100)))
	}
	record(t, s, ended("r"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A journal that is not ours to change is left as it is, to the byte.
func TestJournalsThatAreNotTouched(t *testing.T) {
	tests := []struct {
		name  string
		make  func(t *testing.T, path string)
		kind  error
		words []string
	}{
		{"of a newer version", func(t *testing.T, path string) {
			t.Helper()
			s := open(t, Config{Path: path})
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if err := raw(t, path, "INSERT INTO migrations VALUES (99, '2030-01-01T00:00:00Z', '9.0')").Close(); err != nil {
				t.Fatal(err)
			}
		}, ErrNewer, []string{"newer Handrail", "version is 99", fmt.Sprintf("this one knows %d", len(migrations())), "update Handrail", "HANDRAIL_DATA_DIR"}},
		{"of another program", func(t *testing.T, path string) {
			t.Helper()
			write(t, path, nil)
			if err := raw(t, path, "CREATE TABLE bookmarks (url TEXT)").Close(); err != nil {
				t.Fatal(err)
			}
		}, ErrForeign, []string{"another program", "move it"}},
		{"no database at all", func(t *testing.T, path string) {
			t.Helper()
			write(t, path, bytes.Repeat([]byte("not a database "), 1000))
		}, ErrDamaged, []string{"damaged", "left as it is", "move it away"}},
		{"with a spoilt beginning", func(t *testing.T, path string) {
			t.Helper()
			data := read(t, filled(t))
			copy(data, make([]byte, 64))
			write(t, path, data)
		}, ErrDamaged, []string{"damaged"}},
		{"without a table that it needs", func(t *testing.T, path string) {
			t.Helper()
			data := read(t, filled(t))
			copy(data[100:4096], bytes.Repeat([]byte{0xa5}, 4096)) // the page that lists the tables
			write(t, path, data)
		}, ErrDamaged, []string{"damaged"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := journalIn(t)
			tt.make(t, path)
			before := read(t, path)
			s, err := Open(t.Context(), Config{Path: path})
			if err == nil {
				t.Fatal(errors.Join(errors.New("it was opened"), s.Close()))
			}
			says(t, err, tt.kind, append(tt.words, path)...)
			if !bytes.Equal(read(t, path), before) {
				t.Error("the file has changed")
			}
		})
	}
}

// Damage that is found only when it is read is told as damage, and the rest
// can still be read.
func TestDamageInTheMiddle(t *testing.T) {
	path := filled(t)
	for _, page := range pagesOf(t, path, "events")[20:24] {
		data := read(t, path)
		for at := 4096 * (page - 1); at < 4096*page; at++ {
			data[at] = 0xa5
		}
		write(t, path, data)
	}
	s := open(t, Config{Path: path})
	says(t, s.Check(t.Context()), ErrDamaged, "damaged", "move it away")
	_, err := s.History().Events(t.Context(), "r", 0, 1000)
	says(t, err, ErrDamaged, path)
	if r := theRun(t, s, "r"); r.State != journal.Done {
		t.Errorf("the run is %s", r.State)
	}
}

// pagesOf are the numbers of the pages, from 1, that hold the rows of a table.
func pagesOf(t *testing.T, path, table string) (pages []int) {
	t.Helper()
	db := raw(t, path, "")
	rows, err := db.QueryContext(t.Context(), "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno", table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var page int
		if err := rows.Scan(&page); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, page)
	}
	if err := errors.Join(rows.Err(), rows.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}
	return pages
}

func TestSetAside(t *testing.T) {
	path := journalIn(t)
	now := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	var names []string
	for _, content := range []string{"first", "second", "third"} {
		write(t, path, []byte(content))
		write(t, path+"-wal", []byte(content+" wal"))
		moved, err := SetAside(path, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(read(t, moved)) + "," + string(read(t, moved+"-wal")); got != content+","+content+" wal" {
			t.Errorf("%s holds %q", moved, got)
		}
		names = append(names, moved)
	}
	if names[0] != path+".aside-20261121-100000" || names[1] != names[0]+"-2" || names[2] != names[0]+"-3" {
		t.Errorf("set aside as %q", names)
	}
	begin(t, open(t, Config{Path: path}), "r")
}

func TestLockedJournal(t *testing.T) {
	path := journalIn(t)
	s := open(t, Config{Path: path, Busy: 20 * time.Millisecond})
	begin(t, s, "r")
	other := raw(t, path, "BEGIN IMMEDIATE")
	says(t, s.Record(t.Context(), text("r", "a")), ErrBusy, "another program", "20ms", path)
	says(t, s.Record(t.Context(), journal.New("r", "c", journal.Called, nil)), ErrBusy)
	says(t, s.Begin(t.Context(), journal.Run{ID: "r2", Started: time.Now()}), ErrBusy)
	if _, err := other.Exec("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	record(t, s, text("r", "b"))
	if got := events(t, s, "r"); len(got) != 1 || !strings.Contains(string(got[0].Data), `"b"`) {
		t.Errorf("events %v", got)
	}
}

// A short lock is waited for.
func TestBrieflyLockedJournal(t *testing.T) {
	path := journalIn(t)
	s := open(t, Config{Path: path})
	begin(t, s, "r")
	other := raw(t, path, "BEGIN IMMEDIATE")
	done := make(chan error)
	go func() { done <- s.Record(t.Context(), text("r", "a")) }()
	eventually(t, "a writer that waits", func() bool { return writing(s) })
	if _, err := other.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// writing reports whether somebody writes at this moment.
func writing(s *Store) bool {
	if s.db.mu.TryLock() {
		s.db.mu.Unlock()
		return false
	}
	return true
}

func TestUnusableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, nil)
	_, err := Open(t.Context(), Config{Path: filepath.Join(file, "journal.db")})
	says(t, err, nil, "cannot be used", "HANDRAIL_DATA_DIR")
	folder := t.TempDir()
	_, err = Open(t.Context(), Config{Path: folder})
	says(t, err, ErrReadOnly, folder, "HANDRAIL_DATA_DIR")
}

// An act that fails half-way is not there, and does not stand in the way of
// the next.
func TestActThatFailsHalfWay(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	begin(t, s, "r")
	failed := errors.New("half-way")
	s.db.mu.Lock()
	err := s.db.inTransaction(t.Context(), func() error {
		if err := s.insertAll([]*journal.Event{new(text("r", "lost"))}); err != nil {
			return err
		}
		return failed
	})
	s.db.mu.Unlock()
	if !errors.Is(err, failed) {
		t.Errorf("error %v", err)
	}
	record(t, s, journal.New("r", "c", journal.Called, nil), text("r", "kept"))
	if list := events(t, s, "r"); len(list) != 2 {
		t.Errorf("events %v", list)
	}
}
