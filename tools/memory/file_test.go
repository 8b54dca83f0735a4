package memory

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/confine"
)

func fileIn(t testing.TB, dir string) File {
	t.Helper()
	roots, err := confine.New(confine.Config{Base: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = roots.Close() })
	return File{Roots: roots, Lock: filepath.Join(t.TempDir(), "locks", "a.lock")}
}

func appending(text string) func(string, confine.State) (string, error) {
	return func(old string, _ confine.State) (string, error) { return Append(old, text), nil }
}

// Whoever writes at once, nothing is lost: not what agents append, and not what is written by hand meanwhile.
func TestNothingIsLost(t *testing.T) {
	dir := t.TempDir()
	const writers, each = 4, 10
	var work sync.WaitGroup
	for w := range writers {
		f := fileIn(t, dir) // as another process has its own
		f.Lock = filepath.Join(dir, "..", "one.lock")
		work.Go(func() {
			for i := range each {
				if err := f.Change(t.Context(), 0, appending(fmt.Sprintf("note %d of %d", i, w))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
	text, _, err := fileIn(t, dir).Read()
	if got := Paragraphs(text); err != nil || len(got) != writers*each {
		t.Errorf("%d paragraphs, %v", len(got), err)
	}
	f := fileIn(t, dir)
	hand := 0
	err = f.Change(t.Context(), 0, func(old string, _ confine.State) (string, error) {
		if hand++; hand == 1 { // the person saves in the middle of the write
			if err := os.WriteFile(filepath.Join(dir, Name), []byte(old+"\nby hand\n"), 0o600); err != nil {
				return "", err
			}
		}
		return Append(old, "by an agent"), nil
	})
	text, _, _ = f.Read()
	if err != nil || !strings.HasSuffix(text, "by hand\n\nby an agent\n") {
		t.Errorf("%v, and the end is %q", err, text[max(0, len(text)-60):])
	}
}

func TestWhatIsNoMemory(t *testing.T) {
	for name, c := range map[string]struct {
		make func(path string) error
		want error
	}{
		"a folder":     {func(path string) error { return os.Mkdir(path, 0o700) }, ErrKind},
		"a link":       {func(path string) error { return os.Symlink("/etc/passwd", path) }, ErrKind},
		"a link along": {func(path string) error { return os.Symlink("other.md", path) }, ErrKind},
		"not UTF-8":    {func(path string) error { return os.WriteFile(path, []byte("caf\xe9"), 0o600) }, ErrText},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := c.make(filepath.Join(dir, Name)); err != nil {
				t.Fatal(err)
			}
			f := fileIn(t, dir)
			if _, _, err := f.Read(); !errors.Is(err, c.want) {
				t.Errorf("read: %v", err)
			}
			if err := f.Change(t.Context(), Most, appending("x")); !errors.Is(err, c.want) {
				t.Errorf("written: %v", err)
			}
			if _, err := os.Lstat(filepath.Join(dir, "other.md")); err == nil {
				t.Error("it was written through the link")
			}
		})
	}
	dir := t.TempDir()
	huge, err := os.Create(filepath.Join(dir, Name))
	if err == nil {
		err = errors.Join(huge.Truncate(1<<30), huge.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	var size *confine.SizeError
	if _, _, err := fileIn(t, dir).Read(); !errors.As(err, &size) || !strings.Contains(err.Error(), "make it shorter in an editor") {
		t.Errorf("a gigabyte: %v", err)
	}
}

// A full memory takes nothing more, and what makes it shorter.
func TestAFullMemory(t *testing.T) {
	f := fileIn(t, t.TempDir())
	if err := f.Change(t.Context(), 0, appending(strings.Repeat("x", Most+100))); err != nil {
		t.Fatal(err)
	}
	if err := f.Change(t.Context(), Most, appending("one more")); !errors.Is(err, ErrFull) {
		t.Errorf("%v", err)
	}
	if err := f.Change(t.Context(), Most, func(string, confine.State) (string, error) { return strings.Repeat("y", Most+50), nil }); err != nil {
		t.Errorf("a shorter one that is still too long: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	other := f
	if err := f.Change(t.Context(), 0, func(old string, _ confine.State) (string, error) {
		return old, other.Change(ctx, 0, appending("never"))
	}); err == nil {
		t.Error("two have changed it at once")
	}
}

func TestParagraphs(t *testing.T) {
	text := "# Rules\nUse tabs.\n\n\n  \nKim likes tea.\r\n\r\nThe end"
	if diff := cmp.Diff([]string{"# Rules\nUse tabs.", "Kim likes tea.", "The end"}, Paragraphs(text)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"Kim likes tea."}, Find(text, " TEA kim ")); diff != "" {
		t.Error(diff)
	}
	if got := Find(text, "coffee"); got != nil {
		t.Errorf("found %q", got)
	}
	for at, want := range []string{"Two\n\nThree\n", "One\n\nThree\n", "One\n\nTwo\n"} {
		if got := Remove("One\n\nTwo\n\nThree\n", at); strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
			t.Errorf("without %d it is %q", at, got)
		}
	}
	if got := Remove("a\r\n\r\nb\r\n", 0); got != "b\r\n" {
		t.Errorf("with line ends of Windows: %q", got)
	}
	if got := Clean("a\x1b[31m\u202eb\u200b\tc\r\nd\x00"); got != "a[31mb\tc\nd" {
		t.Errorf("cleaned: %q", got)
	}
}

// What is put in the place of one paragraph leaves every other as it was, also one that holds its words.
func TestReplace(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
		want string
	}{
		{"Buy milk and eggs\n\nBuy milk\n", 1, "Buy milk and eggs\n\nTea\n\nNow\n"},
		{"Twice\n\nTwice\n", 1, "Twice\n\nTea\n\nNow\n"},
		{"a\r\nb\r\n\r\nc\r\n", 0, "Tea\r\n\r\nNow\r\n\r\nc\r\n"},
		{"\n\none", 0, "\n\nTea\n\nNow"},
		{"one\n", 1, "one\n"},
		{"one\n", -1, "one\n"},
	} {
		if got := Replace(c.text, c.at, "Tea\n\nNow"); got != c.want {
			t.Errorf("of %q number %d: %q, want %q", c.text, c.at, got, c.want)
		}
	}
}

// A paragraph that is taken out is gone, and no other.
func FuzzRemove(f *testing.F) {
	f.Add("One\n\nTwo\n\nThree\n", 1)
	f.Add("\n\n a\nb\r\n\r\nc", 0)
	f.Fuzz(func(t *testing.T, text string, at int) {
		if strings.ContainsRune(text, '\r') { // of line ends of both kinds some are made anew
			text = strings.ReplaceAll(text, "\r", "")
		}
		all := Paragraphs(text)
		if at < 0 || at >= len(all) {
			return
		}
		want := append(append([]string{}, all[:at]...), all[at+1:]...)
		if diff := cmp.Diff(want, append([]string{}, Paragraphs(Remove(text, at))...)); diff != "" {
			t.Errorf("%q without %d: %s", text, at, diff)
		}
	})
}

// Finding skips what holds no word of the query, and finds what looking at every paragraph does.
func TestFindIsAsLookingAtAll(t *testing.T) {
	parts := []string{"Tea", "tea and COFFEE", "coffee\nand tea", "İstanbul Äpfel", "äpfel", " ", "\t", "", "x", "ß", "ends in\r", "kim"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var text strings.Builder
		eol := [...]string{"\n", "\r\n"}[random.IntN(2)]
		for range random.IntN(9) {
			text.WriteString(parts[random.IntN(len(parts))])
			text.WriteString(strings.Repeat(eol, random.IntN(4)))
		}
		for _, query := range []string{"tea", "tea coffee", "coffee and", "äPFEL", "kim x", "", "x", "in", "istanbul"} {
			low := lower(strings.TrimSpace(query))
			var whole, scattered []string
			for _, p := range Paragraphs(text.String()) {
				switch inside := lower(p); {
				case strings.Contains(inside, low):
					whole = append(whole, p)
				case !slices.ContainsFunc(strings.Fields(low), func(word string) bool { return !strings.Contains(inside, word) }):
					scattered = append(scattered, p)
				}
			}
			if len(whole) == 0 {
				whole = scattered
			}
			if got := Find(text.String(), query); !slices.Equal(got, whole) {
				t.Fatalf("%q in %q: %q, want %q", query, text.String(), got, whole)
			}
		}
	}
}

// Letters are made small each at its place, whatever stands beside them.
func TestLower(t *testing.T) {
	all := make([]byte, utf8.RuneSelf)
	for i := range all {
		all[i] = byte(i)
	}
	for _, text := range []string{"", "A", "@AZ[`az{", string(all), "sevenLT", strings.Repeat("Ab", 9), "ÄÖ and K and İstanbul", "eight chars, then Ä"} {
		want := strings.Map(small, text)
		if got := lower(text); got != want || len(got) != len(text) {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
