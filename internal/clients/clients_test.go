package clients

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// world is a machine of its own.
func world(t *testing.T, system string) World {
	t.Helper()
	root := t.TempDir()
	w := World{OS: system, Home: filepath.Join(root, "home"), Root: filepath.Join(root, "root"), Projects: []string{filepath.Join(root, "project")}}
	switch system {
	case "windows":
		w.Config, w.Local = filepath.Join(w.Home, "AppData", "Roaming"), filepath.Join(w.Home, "AppData", "Local")
	case "darwin":
		w.Config = filepath.Join(w.Home, "Library", "Application Support")
	default:
		w.Config = filepath.Join(w.Home, ".config")
	}
	return w
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Each file of testdata/files is one real shape: the files of a machine, and "want",
// what is found there. UPDATE=1 writes what is found.
func TestFound(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join("testdata", "files", "*.txtar"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			system := "linux"
			if rest, ok := strings.CutPrefix(string(a.Comment), "# on "); ok {
				system, _, _ = strings.Cut(rest, ":")
			}
			w := world(t, system)
			base := filepath.Dir(w.Home)
			want := -1
			for i, f := range a.Files {
				if f.Name == "want" {
					want = i
					continue
				}
				write(t, filepath.Join(base, f.Name), strings.ReplaceAll(marks(string(f.Data)), "$BASE", base))
			}
			got := strings.ReplaceAll(shown(t, Find(w)), base, "$BASE")
			if os.Getenv("UPDATE") != "" {
				if want < 0 {
					a.Files = append(a.Files, txtar.File{Name: "want"})
					want = len(a.Files) - 1
				}
				a.Files[want].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want < 0 {
				t.Fatal("the case has no file want")
			}
			if diff := cmp.Diff(string(a.Files[want].Data), got); diff != "" {
				t.Errorf("found (-want +got):\n%s", diff)
			}
		})
	}
}

// marks makes characters that a txtar cannot have: a byte order mark, the ends of
// lines of Windows, tabs.
func marks(text string) string {
	if rest, ok := strings.CutPrefix(text, "<BOM>"); ok {
		text = bom + rest
	}
	if strings.Contains(text, "<CR>") {
		text = strings.ReplaceAll(text, "<CR>\n", "\r\n")
	}
	return strings.ReplaceAll(text, "<NOEOL>\n", "")
}

// shown is what was found, as text.
func shown(t *testing.T, files []File) string {
	t.Helper()
	var b strings.Builder
	for _, f := range files {
		b.WriteString(f.Title + " " + f.File + "\n")
		if f.Err != nil {
			b.WriteString("  error: " + f.Err.Error() + "\n")
		}
		for _, n := range f.Notes {
			b.WriteString("  note: " + n + "\n")
		}
		for _, s := range f.Servers {
			raw, err := json.MarshalIndent(s, "  ", "  ")
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString("  " + strings.ReplaceAll(strings.ReplaceAll(string(raw), `\u003c`, "<"), `\u003e`, ">") + "\n")
		}
	}
	return b.String()
}

// A text does not decide who is offered a server's tools, nor what it may touch, and what
// is said of that is true: Handrail's own settings have those words.
func TestATextDoesNotOfferTools(t *testing.T) {
	f := ReadText(World{}, "the text", []byte(`{"mcpServers":{"a":{"command":"x","internal_only":false,"network":["on"],"read":["/"],"write":["/"],"oauth_client_id":"id","oauth_client_secret":"s","oauth_scopes":["a"],"oauth_port":8123}}}`))
	if f.Err != nil || len(f.Servers) != 1 {
		t.Fatalf("%+v", f)
	}
	s := f.Servers[0]
	if notes := strings.Join(s.Notes, "\n"); !strings.Contains(notes, "internal_only is left out: ") || !strings.Contains(notes, "write is left out: ") || strings.Contains(notes, "does not know") {
		t.Errorf("the notes are %q", notes)
	}
	if s.ClientID != "id" || s.ClientSecret != "s" || len(s.Scopes) != 1 || s.Port != 8123 {
		t.Errorf("how it is signed in to is lost: %+v", s)
	}
}

// Programs write a time-out in thousandths of a second, and some in seconds, as our own
// settings do. One under a second is meant in seconds, and that is said.
func TestTimeoutsOfOtherPrograms(t *testing.T) {
	for text, want := range map[string]time.Duration{"60": time.Minute, "999": 999 * time.Second, "1000": time.Second, "60000": time.Minute} {
		f := ReadText(World{}, "the text", []byte(`{"a":{"command":"x","timeout":`+text+`}}`))
		if f.Err != nil || len(f.Servers) != 1 {
			t.Fatalf("%+v", f)
		}
		s := f.Servers[0]
		if said := strings.Contains(strings.Join(s.Notes, "\n"), "is taken as"); s.Timeout != want || said != (len(text) < 4) {
			t.Errorf("%s is %s, and it says %q", text, s.Timeout, s.Notes)
		}
	}
}
