package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"handrail/internal/channels"
	"handrail/pipeline/guard"
)

// commented is a file as a person keeps it.
const commented = `// My settings /*c1*/
{
  // Models: what answers, what it costs /*c2*/
  "models": {
    "default": "ollama/qwen3", /*c3*/
    "providers": {
      /*c4*/ "ollama": { "type": "openai", "url": "http://127.0.0.1:11434/v1" /*c5*/ },
      // "old": { "type": "openai" } c6
    },
    "future": { "x": 1 /*c7*/ },
  },

  // Rules c8
  "rules": {
    "deny": [
      "bash(curl *)", // never c9
      // c10
      "bash(wget *)",
      "read(/etc/**)" /*c11*/,
    ], // c12
    "allow": ["bash(git status*)" /*c13*/, "write(**/*.md)"] // c14
  },
  "network" /*c15*/ : /*c16*/ "off", // c17
  "limits": { "memory_mb": 4096, "future": true }, // c18
  "theme": "dark", // at night c19

  // Spaces c20
  "spaces": [
    "/a", // c21
    "/b", // c22
  ],
  "per_space": {
    "/a": { "mode": "ask", "roots": ["/r" /*c23*/] },
    // c24
  },
  "surprise": [1, 2,], // c25
  // the end c26
}
// behind it c27
`

func kept(t *testing.T, text string) *File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Open(path)
}

func (f *File) text(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAChangeLeavesTheRestAsItIsWritten(t *testing.T) {
	for _, tt := range []struct {
		name         string
		change       func(*Settings)
		old, change2 string
	}{
		{"a text", func(s *Settings) { s.Theme = "light" }, `"theme": "dark", //`, `"theme": "light", //`},
		{"a text that goes", func(s *Settings) { s.Theme = "" }, "  \"theme\": \"dark\", // at night c19\n", "  // at night c19\n"},
		{"a new key", func(s *Settings) { s.Zoom = 120 }, "  // the end c26\n", "  // the end c26\n  \"zoom\": 120,\n"},
		{"a new object", func(s *Settings) { s.Journal = Journal{KeepDays: 5} }, "  // the end c26\n", "  // the end c26\n  \"journal\": {\n    \"keep_days\": 5\n  },\n"},
		{"a rule more", func(s *Settings) { s.Rules.Deny = append(s.Rules.Deny, "bash(nc *)") }, "\"read(/etc/**)\" /*c11*/,\n", "\"read(/etc/**)\" /*c11*/,\n      \"bash(nc *)\",\n"},
		{"the first rule", func(s *Settings) { s.Rules.Deny = append([]string{"bash(nc *)"}, s.Rules.Deny...) }, "[\n      \"bash(curl *)\"", "[\n      \"bash(nc *)\",\n      \"bash(curl *)\""},
		{"a rule between", func(s *Settings) {
			s.Rules.Deny = []string{s.Rules.Deny[0], "bash(nc *)", s.Rules.Deny[1], s.Rules.Deny[2]}
		}, "// never c9\n", "// never c9\n      \"bash(nc *)\",\n"},
		{"a rule less", func(s *Settings) { s.Rules.Deny = []string{s.Rules.Deny[0], s.Rules.Deny[2]} }, "      // c10\n      \"bash(wget *)\",\n", "      // c10\n"},
		{"a changed rule", func(s *Settings) { s.Rules.Deny[1] = "bash(nc *)" }, "bash(wget *)", "bash(nc *)"},
		{"a rule on the line", func(s *Settings) { s.Rules.Allow = append(s.Rules.Allow, "ls") }, `"write(**/*.md)"]`, `"write(**/*.md)", "ls"]`},
		{"a list", func(s *Settings) { s.Network = append(s.Network, "registry") }, `/*c16*/ "off"`, `/*c16*/ ["off", "registry"]`},
		{"a limit that goes", func(s *Settings) { s.Limits = Limits{} }, `{ "memory_mb": 4096, "future": true }`, `{ "future": true }`},
		{"a space that goes", func(s *Settings) { s.Spaces = s.Spaces[:1] }, "    \"/b\", // c22\n", "    // c22\n"},
		{"what was set for it goes", func(s *Settings) { delete(s.PerSpace, "/a") }, "    \"/a\": { \"mode\": \"ask\", \"roots\": [\"/r\" /*c23*/] },\n", ""},
		{"a provider", func(s *Settings) { s.Models.Providers["far"] = Provider{Type: "anthropic"} }, "c6\n", "c6\n      \"far\": {\n        \"type\": \"anthropic\"\n      },\n"},
		{"nothing", func(*Settings) {}, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := kept(t, commented)
			if _, err := f.Update(func(s *Settings) error { tt.change(s); return nil }); err != nil {
				t.Fatal(err)
			}
			if got, want := f.text(t), strings.Replace(commented, tt.old, tt.change2, 1); got != want {
				t.Errorf("it became\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestTextsThatAreRead(t *testing.T) {
	light := func(s *Settings) error { s.Theme = "light"; return nil }
	for _, tt := range []struct{ name, text, after string }{
		{"blank", " \n", "{\n  \"theme\": \"light\"\n}\n"},
		{"only comments", "// nothing /*c1*/ yet", "// nothing /*c1*/ yet\n{\n  \"theme\": \"light\"\n}\n"},
		{"a comment at the end", "{\"theme\": \"dark\"} // c1", "{\"theme\": \"light\"} // c1"},
		{"a byte order mark", "\ufeff{\r\n\t\"theme\": \"dark\", // c1\r\n}\r\n", "\ufeff{\r\n\t\"theme\": \"light\", // c1\r\n}\r\n"},
		{"lines of Windows", "{\r\n\t// c1\r\n\t\"zoom\": 120 // c2\r\n}\r\n", "{\r\n\t// c1\r\n\t\"zoom\": 120, // c2\r\n\t\"theme\": \"light\"\r\n}\r\n"},
		{"one line", `{"zoom": 120 /* c1 */}`, `{"zoom": 120, /* c1 */ "theme": "light"}`},
		{"empty", "{}", "{\n  \"theme\": \"light\"\n}"},
		{"only a comment inside", "{\n  // \"theme\": \"dark\"\n}\n", "{\n  // \"theme\": \"dark\"\n  \"theme\": \"light\"\n}\n"},
		{"other letters", `{"Theme": "dark"}`, `{"Theme": "light"}`},
		{"another name twice", `{"zoom": 90, "zoom": 120, "theme": "dark"}`, `{"zoom": 90, "zoom": 120, "theme": "light"}`},
		{"a megabyte of comments", "{\n" + strings.Repeat("// a long comment\n", 1<<16) + "\"theme\": \"dark\"}\n", "{\n" + strings.Repeat("// a long comment\n", 1<<16) + "\"theme\": \"light\"}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := kept(t, tt.text)
			s, err := f.Update(light)
			if err != nil {
				t.Fatal(err)
			}
			if got := f.text(t); got != tt.after || s.Theme != "light" {
				t.Errorf("it became %.300q, want %.300q", got, tt.after)
			}
			if s, _, err := f.Load(); err != nil || s.Theme != "light" {
				t.Errorf("it is read as %q, %v", s.Theme, err)
			}
		})
	}
}

func TestTextsThatCannotBeChanged(t *testing.T) {
	for _, tt := range []struct{ name, text, where, why string }{
		{"a comment without end", "{\n  \"theme\": /* dark\n}\n", "line 2, column 12", "does not end"},
		{"a comment without end alone", "/* dark\n", "line 1, column 1", "does not end"},
		{"a missing comma", "{\n  \"zoom\": 120 // c\n  \"theme\": \"dark\"\n}\n", "line 3, column 3", "expecting ','"},
		{"a wrong type behind a comment", "\ufeff{ /* c */ \"spaces\": \"x\", // d\n}\n", "line 1, column ", "string"},
		{"a wrong type further down", "{ // c\n\"spaces\": \"x\", // d\n}\n", "line 2, column ", "string"},
		{"a hidden line", "{\n  \"zoom\": 120, // c\r \"theme\": \"dark\",\n}\n", "line 2, column 20", "carriage return alone"},
		{"the name twice", "{\n  \"theme\": \"dark\",\n  // c\n  \"theme\": \"dark\",\n}\n", "line 4, column 3", "twice"},
		{"the name twice in other letters", "{\n  \"theme\": \"dark\", /* c */ \"THEME\": \"dark\",\n}\n", "line 2, column 28", "twice"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := kept(t, tt.text)
			_, err := f.Update(func(s *Settings) error { s.Theme = "light"; return nil })
			if err == nil || !strings.Contains(err.Error(), tt.where) || !strings.Contains(err.Error(), tt.why) || !strings.Contains(err.Error(), f.path) {
				t.Errorf("the error is %v, want the file, %q and %q", err, tt.where, tt.why)
			}
			if got := f.text(t); got != tt.text {
				t.Errorf("the file became %q", got)
			}
		})
	}
}

func TestNamesThatComeTwiceAreSaid(t *testing.T) {
	f := kept(t, "{\n  \"rules\": {\n    \"deny\": [\"a\"], // c\n    \"deny\": [\"b\"],\n  }\n}\n")
	_, warnings, err := f.Load()
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], `"deny" is there twice, on line 3 and on line 4`) {
		t.Errorf("%q, %v", warnings, err)
	}
}

func TestRulesHaveTheirLinesBetweenComments(t *testing.T) {
	f := kept(t, commented)
	s, _, err := f.Load()
	if err != nil {
		t.Fatal(err)
	}
	rules, err := s.Rules.Parse("settings.json")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"settings.json:16", "settings.json:18", "settings.json:19", "settings.json:21", "settings.json:21"} {
		if got := f.Place(rules)[i].File; got != want {
			t.Errorf("the rule %d is at %s, want %s", i, got, want)
		}
	}
}

// changes are what the program does to settings, each with what of the text may go.
var changes = []struct {
	change func(s *Settings, r *rand.Rand)
	goes   string // comments stand in what is taken out
}{
	{func(s *Settings, r *rand.Rand) { s.Theme = []string{"", "dark", "light"}[r.IntN(3)] }, ""},
	{func(s *Settings, r *rand.Rand) { s.Zoom = Zoom(r.IntN(3) * 90) }, ""},
	{func(s *Settings, r *rand.Rand) { s.Network = pick(r, "off", "registry", "a.example") }, ""},
	{func(s *Settings, r *rand.Rand) { s.Rules.Deny = shuffled(r, s.Rules.Deny) }, ""},
	{func(s *Settings, r *rand.Rand) { s.Rules.Allow = shuffled(r, s.Rules.Allow) }, ""},
	{func(s *Settings, r *rand.Rand) { s.Spaces = shuffled(r, s.Spaces) }, ""},
	{func(s *Settings, r *rand.Rand) {
		s.Limits = Limits{MemoryMB: int64(r.IntN(2) * 1000), Processes: r.IntN(2)}
	}, ""},
	{func(s *Settings, r *rand.Rand) { s.Models.Default = []string{"", "a/b"}[r.IntN(2)] }, ""},
	{func(s *Settings, r *rand.Rand) { delete(s.Models.Providers, "ollama") }, "c5"},
	{func(s *Settings, r *rand.Rand) { set(&s.Models.Providers, "far", Provider{Type: "openai", URL: "x"}) }, ""},
	{func(s *Settings, r *rand.Rand) { s.SetSpace("/a", Space{}) }, "c23"},
	{func(s *Settings, r *rand.Rand) {
		s.SetSpace("/c", Space{Mode: guard.Mode("ask"), Roots: pick(r, "/x", "/y")})
	}, ""},
	{func(s *Settings, r *rand.Rand) {
		set(&s.Tools.Servers, "own", Server{Command: "npx", Args: pick(r, "-y", "x")})
	}, ""},
	{func(s *Settings, r *rand.Rand) { delete(s.Tools.Servers, "own") }, ""},
	{func(s *Settings, r *rand.Rand) { s.Tools.WebSearch = WebSearch{Provider: "brave"} }, ""},
	{func(s *Settings, r *rand.Rand) { s.Tools.WebSearch = WebSearch{} }, ""},
	{func(s *Settings, r *rand.Rand) {
		set(&s.Channels, "ops", channels.Channel{Type: "ntfy", ChatID: fmt.Sprint(r.IntN(3))})
	}, ""},
	{func(s *Settings, r *rand.Rand) { s.Caps.Run.Calls = r.IntN(2) }, ""},
}

func set[T any](table *map[string]T, name string, value T) {
	if *table == nil {
		*table = map[string]T{}
	}
	(*table)[name] = value
}

func pick(r *rand.Rand, words ...string) (out []string) {
	for _, w := range words {
		if r.IntN(2) == 0 {
			out = append(out, w)
		}
	}
	return out
}

// shuffled is a list with items that went, came, changed or moved.
func shuffled(r *rand.Rand, list []string) (out []string) {
	for i, item := range list {
		switch r.IntN(6) {
		case 0:
		case 1:
			out = append(out, fmt.Sprintf("new%d", i), item)
		case 2:
			out = append(out, item+"x")
		default:
			out = append(out, item)
		}
	}
	if r.IntN(3) == 0 {
		r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	if r.IntN(3) == 0 {
		out = append(out, "last")
	}
	return out
}

var mark = regexp.MustCompile(`\bc\d+\b`)

// FuzzChanges plays the same changes on a file with comments and on one without. Both say the same then, and no
// comment is lost that stands in nothing which was taken out.
func FuzzChanges(f *testing.F) {
	for seed := range uint64(30) {
		f.Add(seed, seed%2 == 0, seed%3 == 0)
	}
	var plain bytes.Buffer
	if read, _, err := Open("").parse([]byte(commented)); err != nil {
		f.Fatal(err)
	} else if err := json.NewEncoder(&plain).Encode(read); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, seed uint64, windows, marked bool) {
		text := commented
		if windows {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		if marked {
			text = "\ufeff" + text
		}
		with, without := kept(t, text), kept(t, plain.String())
		gone := map[string]bool{}
		r := rand.New(rand.NewPCG(seed, 1))
		for range 1 + r.IntN(8) {
			one, again := changes[r.IntN(len(changes))], r.Uint64()
			var said [2]Settings
			for i, file := range []*File{with, without} {
				s, err := file.Update(func(s *Settings) error { one.change(s, rand.New(rand.NewPCG(again, 2))); return nil })
				if err != nil {
					t.Fatalf("%v\n%s", err, file.text(t))
				}
				if said[i], _, err = file.Load(); err != nil || !bytes.Equal(normal(object(s)), normal(object(said[i]))) {
					t.Fatalf("%v: the change is not what the file says:\n%s", err, file.text(t))
				}
			}
			if !bytes.Equal(normal(object(said[0])), normal(object(said[1]))) {
				t.Fatalf("with comments it says something else:\n%s\n%s", with.text(t), without.text(t))
			}
			gone[one.goes] = true
		}
		left := with.text(t)
		for _, c := range mark.FindAllString(commented, -1) {
			if !gone[c] && !regexp.MustCompile(`\b`+c+`\b`).MatchString(left) {
				t.Errorf("the comment %s is lost:\n%s", c, left)
			}
		}
		if windows && strings.Contains(strings.ReplaceAll(left, "\r\n", ""), "\n") {
			t.Errorf("a line does not end as the others do:\n%q", left)
		}
		if !strings.Contains(left, `"surprise": [1, 2,]`) || !strings.Contains(left, `"x": 1 /*c7*/`) {
			t.Errorf("what is not known has changed:\n%s", left)
		}
	})
}
