package difference

import (
	"strings"
	"testing"

	"handrail/internal/snapshot"
)

func TestPartsAreWrittenLineByLine(t *testing.T) {
	from := "a\n" + strings.Repeat("x\n", 10) + "b\n"
	parts, err := Parts(from, strings.Replace(from, "a\n", "A\n", 1)+"c")
	if err != nil || len(parts) != 2 {
		t.Fatalf("%+v, %v", parts, err)
	}
	var out strings.Builder
	Write(&out, "  ", parts, strings.ToUpper)
	if want := "  @@ -1,4 +1,4 @@\n  -A\n  +A\n   X\n   X\n   X\n  @@ -10,3 +10,4 @@\n   X\n   X\n   B\n  +C\n"; out.String() != want {
		t.Errorf("it writes\n%s", out.String())
	}
	if parts, err := Parts(from, from); err != nil || len(parts) != 0 {
		t.Errorf("the same text has parts: %+v, %v", parts, err)
	}
}

func TestWhatIsText(t *testing.T) {
	for content, want := range map[string]bool{"": true, "täglich\n": true, "a\x00b": false, "\xff": false} {
		if IsText(content) != want {
			t.Errorf("%q: %v", content, !want)
		}
	}
}

// Only a content that has one name before and one after was renamed: of copies nobody can say it.
func TestRenames(t *testing.T) {
	file := func(hash string, size int64) *snapshot.Entry {
		return &snapshot.Entry{Kind: snapshot.File, Hash: hash, Size: size}
	}
	got := Renamed([]snapshot.Change{
		{Path: "a", Before: file("1", 4)}, {Path: "b", After: file("1", 4)},
		{Path: "c", Before: file("2", 4)}, {Path: "d", After: file("2", 4)}, {Path: "e", After: file("2", 4)},
		{Path: "f", Before: file("3", 0)}, {Path: "g", After: file("3", 0)},
		{Path: "h", Before: file("4", 4), After: file("5", 4)}, {Path: "i", After: file("4", 4)},
		{Path: "j", Before: &snapshot.Entry{Kind: snapshot.Folder}}, {Path: "k", After: &snapshot.Entry{Kind: snapshot.Folder}},
		{Path: "l", Before: file("", 4)}, {Path: "m", After: file("", 4)},
	})
	if len(got) != 1 || got["b"] != "a" {
		t.Errorf("renamed: %v", got)
	}
}

// What is picked by its number keeps it, whatever secrets the texts hold.
func TestSecretsAreTakenOutLineByLine(t *testing.T) {
	const key = "BEGIN\nabc\ndef\nEND\n"
	redact := func(text string) string {
		return strings.ReplaceAll(strings.NewReplacer("pl4nted", "[secret a]", "pl5nted", "[secret a]").Replace(text), key, "[key]\n")
	}
	far := strings.Repeat("x\n", 10)
	for name, c := range map[string]struct{ from, to, want string }{
		"a value is exchanged":   {"a pl4nted\n" + far + "b\n", "a pl5nted\n" + far + "c", "-a [secret a]\n|+a [secret a]\n| x\n| x\n| x\n x\n| x\n| x\n|-b\n|+c"},
		"one has several lines":  {"a\nEND\n", "a\n" + key + "b pl4nted\n", " a\n|+[redacted]\n|+[redacted]\n|+[redacted]\n| [redacted]\n|+b [secret a]\n"},
		"it begins elsewhere":    {key + far, key[:8] + "xyz\n" + key[8:] + far, ""},
		"it is behind a context": {key + "1\n2\n3\n4\nend\n", key + "1\n2\n3\n4\nEnd\n", " 2\n| 3\n| 4\n|-end\n|+End\n"},
		"a line around it":       {key + "1\n", key + "2\n", ""},
	} {
		parts, err := Redacted(c.from, c.to, redact)
		plain, _ := Parts(c.from, c.to)
		if err != nil || len(parts) != len(plain) {
			t.Fatalf("%s: %d parts of %d, %v", name, len(parts), len(plain), err)
		}
		text := ""
		for i, p := range parts {
			if p.Header != plain[i].Header || len(p.Lines) != len(plain[i].Lines) {
				t.Errorf("%s: %v for %v", name, p, plain[i])
			}
			text += strings.Join(p.Lines, "|")
		}
		if strings.Contains(text, "nted") || strings.Contains(text, "abc") && !strings.Contains(c.to, "xyz") {
			t.Errorf("%s: a secret is shown: %q", name, text)
		}
		if c.want != "" && text != c.want {
			t.Errorf("%s: %q, want %q", name, text, c.want)
		}
	}
}

// What was changed in two places is put together, and what was changed twice in one is not.
func TestMerged(t *testing.T) {
	base := "a\nb\nc\nd\ne\n"
	if got, ok := Merged(base, "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n"); !ok || got != "A\nb\nc\nd\nE\n" {
		t.Errorf("%q, %v", got, ok)
	}
	if got, ok := Merged(base, "a\nb\nX\nd\ne\n", "a\nb\nY\nd\ne\n"); ok {
		t.Errorf("%q", got)
	}
}
