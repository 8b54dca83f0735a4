package spool

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func create(t *testing.T, s *Store, text string) string {
	t.Helper()
	id, w, err := s.Create()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return id
}

func TestNothingIsOnTheDiskBeforeTheFirstOutput(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data", "output")
	s := New(Config{Dir: dir})
	if err := s.Prune(time.Now()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Dir(dir)); err == nil {
		t.Error("a folder was made")
	}
	id := create(t, s, "x")
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, id+".log"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", path, info, err, want)
		}
	}
}

func TestReadFollowsWhatIsWritten(t *testing.T) {
	s := New(Config{Dir: t.TempDir()})
	id, w, err := s.Create()
	if err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	read := func(offset int64, limit int, want Piece) {
		t.Helper()
		got, err := s.Read(id, offset, limit)
		if err != nil || got != want {
			t.Errorf("Read(%d, %d) = %+v, %v, want %+v", offset, limit, got, err, want)
		}
	}
	read(0, 100, Piece{Open: true})
	write("aé\xe2\x82")
	read(0, 100, Piece{Text: "aé", Next: 3, Size: 5, Open: true}) // the end of € is yet to come
	read(3, 100, Piece{Next: 3, Size: 5, Open: true})
	write("\xac!")
	read(3, 100, Piece{Text: "€!", Next: 7, Size: 7, Open: true})
	read(0, 5, Piece{Text: "aé", Next: 3, Size: 7, Open: true}) // € does not fit
	read(3, 1, Piece{Text: "€!", Next: 7, Size: 7, Open: true}) // a limit below one character gives one
	read(4, 100, Piece{Text: "\uFFFD!", Next: 7, Size: 7, Open: true})
	read(99, 100, Piece{Next: 7, Size: 7, Open: true})
	read(-5, 1, Piece{Text: "aé", Next: 3, Size: 7, Open: true})
	if err := os.Remove(s.path(id)); err != nil { // as another process may
		t.Fatal(err)
	}
	read(6, 100, Piece{Text: "!", Next: 7, Size: 7, Open: true})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read(id, 0, 1); !errors.Is(err, ErrGone) {
		t.Errorf("a removed output: %v", err)
	}
}

func TestTheEndOfAnEndedOutputIsNotWaitedFor(t *testing.T) {
	s := New(Config{Dir: t.TempDir()})
	id := create(t, s, "a\xe2\x82")
	if got, err := s.Read(id, 0, 100); err != nil || got != (Piece{Text: "a\uFFFD", Next: 3, Size: 3}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestPiecesTogetherAreTheWhole(t *testing.T) {
	s := New(Config{Dir: t.TempDir()})
	text := strings.Repeat("aé€𝄞\n", 1000)
	id := create(t, s, text)
	for limit := 4; limit < 40; limit++ {
		var whole strings.Builder
		for at := int64(0); ; {
			p, err := s.Read(id, at, limit)
			if err != nil || len(p.Text) > limit || !utf8.ValidString(p.Text) {
				t.Fatalf("limit %d at %d: %q, %v", limit, at, p.Text, err)
			}
			if p.Next == at {
				break
			}
			whole.WriteString(p.Text)
			at = p.Next
		}
		if whole.String() != text {
			t.Fatalf("limit %d: the pieces are not the whole", limit)
		}
	}
}

func TestNamesLeadNowhereElse(t *testing.T) {
	dir := t.TempDir()
	s := New(Config{Dir: filepath.Join(dir, "output")})
	if err := os.WriteFile(filepath.Join(dir, "secret.log"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"", "../secret", "secret", "aaaaaaaaaaa", "AAAAAAAAAA", "a/../../s", "aaaaaaaa.."} {
		if p, err := s.Read(id, 0, 10); !errors.Is(err, ErrGone) {
			t.Errorf("Read(%q) = %+v, %v", id, p, err)
		}
		if err := s.Remove(id); !errors.Is(err, ErrGone) {
			t.Errorf("Remove(%q) = %v", id, err)
		}
	}
}

func TestPrune(t *testing.T) {
	now := time.Now()
	for name, tt := range map[string]struct {
		c    Config
		left string
	}{
		"age":    {Config{Age: 150 * time.Minute}, "ab"},
		"number": {Config{Files: 3}, "abc"},
		"size":   {Config{Bytes: 25}, "ab"},
		"all":    {Config{}, "abcde"},
	} {
		t.Run(name, func(t *testing.T) {
			tt.c.Dir = t.TempDir()
			s := New(tt.c)
			for i, id := range []string{"a", "b", "c", "d", "e"} { // a was written 1 h ago, e 5 h ago
				path := s.path(strings.Repeat(id, idLength))
				if err := os.WriteFile(path, []byte("0123456789"), 0o600); err != nil {
					t.Fatal(err)
				}
				when := now.Add(-time.Duration(i+1) * time.Hour)
				if err := os.Chtimes(path, when, when); err != nil {
					t.Fatal(err)
				}
			}
			stranger := filepath.Join(tt.c.Dir, "notes.txt")
			if err := os.WriteFile(stranger, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := s.Prune(now); err != nil {
				t.Fatal(err)
			}
			left := ""
			for _, id := range []string{"a", "b", "c", "d", "e"} {
				if _, err := os.Stat(s.path(strings.Repeat(id, idLength))); err == nil {
					left += id
				}
			}
			if left != tt.left {
				t.Errorf("left are %s, want %s", left, tt.left)
			}
			if _, err := os.Stat(stranger); err != nil {
				t.Error("a file that is not ours is gone")
			}
		})
	}
}

func TestPruneLeavesWhatIsBeingWritten(t *testing.T) {
	s := New(Config{Dir: t.TempDir(), Files: 1, Age: time.Nanosecond})
	id, w, err := s.Create()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for range pruneEvery { // the store prunes by itself
		create(t, s, "x")
	}
	if err := s.Prune(time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(s.c.Dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != id+".log" {
		t.Errorf("left are %v, %v", entries, err)
	}
}

func TestBytesAreThoseThatWereWritten(t *testing.T) {
	s := New(Config{Dir: t.TempDir()})
	want := "\x89PNG\xff\x00"
	id := create(t, s, want)
	for most, fits := range map[int64]bool{5: false, 6: true, 1 << 20: true} {
		if got, err := s.Bytes(id, most); (err == nil) != fits || fits && string(got) != want {
			t.Errorf("at most %d: %q, %v", most, got, err)
		}
	}
	for _, id := range []string{"", "../../etc/x", strings.Repeat("a", 10)} {
		if _, err := s.Bytes(id, 10); !errors.Is(err, ErrGone) {
			t.Errorf("%q: %v", id, err)
		}
	}
}
