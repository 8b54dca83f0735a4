package agent

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/agent/llm"
	"handrail/tools"
)

// serverTools are n tools of a server, each of about 100 tokens, and two of our
// own around them: read and find_tools.
func serverTools(t testing.TB, servers map[string]int) []tools.Entry {
	t.Helper()
	nothing := func(context.Context, numbers) (string, error) { return "done", nil }
	provisions := []tools.Provision{{Source: source{
		define[numbers, string](t, tools.Info{Name: "read", Source: "builtin", Description: "Reads a file."}, nothing),
		define[numbers, string](t, tools.Info{Name: FindTools, Source: "builtin", Internal: true}, nothing),
	}}}
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		var list source
		for i := range servers[name] {
			info := tools.Info{Name: fmt.Sprintf("tool_%d", i), Source: "mcp:" + name, Description: strings.Repeat("word ", 40), Claimed: true}
			list = append(list, define[numbers, string](t, info, nothing))
		}
		provisions = append(provisions, tools.Provision{Source: serverSource{name, list}})
	}
	return tools.Build(t.Context(), provisions, nil).Offered(tools.Scope{})
}

// serverSource is a source with a namespace.
type serverSource struct {
	name string
	source
}

func (n serverSource) Namespace() string { return n.name }

func modelNames(entries []tools.Entry) []string {
	var out []string
	for _, e := range entries {
		out = append(out, e.Model)
	}
	return out
}

// What fits into a tenth of the window is sent whole, and there is nothing to find.
func TestToolsThatFitAreAllSent(t *testing.T) {
	entries := serverTools(t, map[string]int{"a": 3, "b": 2})
	_, tokens := stacks(entries)
	for _, c := range []struct {
		window int
		hidden bool
	}{{tokens * 10, false}, {tokens*10 - 1, true}, {0, false}} {
		o, note := new(Shelf).Arrange(entries, c.window)
		if hidden := len(o.Hidden) > 0; hidden != c.hidden || hidden != (note != "") {
			t.Errorf("window %d: %d hidden, note %q", c.window, len(o.Hidden), note)
		}
		if finds := slices.Contains(modelNames(o.Shown), FindTools); finds != c.hidden {
			t.Errorf("window %d: find_tools is shown: %v", c.window, finds)
		}
	}
}

// Of too many tools, the smallest servers are sent whole, within half of the tenth;
// what is found comes beside them, the latest first, and never more than fits.
func TestTooManyToolsAreSearchedFor(t *testing.T) {
	entries := serverTools(t, map[string]int{"big": 200, "huge": 300, "small": 4})
	one := ToolTokens(entries[2:3])
	window := one * 12 * 10 // twelve tools
	s := &Shelf{}
	o, note := s.Arrange(entries, window)
	want := []string{"read", FindTools, "small__tool_0", "small__tool_1", "small__tool_2", "small__tool_3"}
	if diff := cmp.Diff(want, modelNames(o.Shown)); diff != "" {
		t.Error(diff)
	}
	if len(o.Hidden) != 500 || !strings.HasPrefix(note, "504 tools of 3 servers would take ") || !strings.HasSuffix(note, " tokens: the agent searches for them") {
		t.Errorf("%d hidden, %q", len(o.Hidden), note)
	}
	if _, again := s.Arrange(entries, window); again != "" {
		t.Errorf("told twice: %s", again)
	}
	for _, query := range []string{"tool 7", "tool 8", "word"} {
		if best, fits := s.Find(query, "huge"); len(best) != 10 || fits < 280 { // those that are shown are not searched
			t.Fatalf("%s: %d of %d", query, len(best), fits)
		}
		o, _ = s.Arrange(entries, window)
		if _, tokens := stacks(o.Shown); tokens > window/10 {
			t.Errorf("%s: %d tokens are shown, of %d", query, tokens, window/10)
		}
	}
	shown := modelNames(o.Shown)
	if !slices.Contains(shown, "huge__tool_0") || len(shown) < 12 {
		t.Errorf("what was found last is not shown: %q", shown)
	}
}

// A tool whose definition alone is larger than what there is room for is found, is
// not shown, and can be called.
func TestAToolThatFitsNowhere(t *testing.T) {
	entries := serverTools(t, map[string]int{"big": 30})
	entries[5].Info.Description = strings.Repeat("unique giant ", 10_000)
	s := &Shelf{}
	s.Arrange(entries, 2000)
	best, _ := s.Find("giant", "")
	if len(best) != 1 || best[0].Qualified != entries[5].Qualified {
		t.Fatalf("found %q", modelNames(best))
	}
	o, _ := s.Arrange(entries, 2000)
	if slices.Contains(modelNames(o.Shown), entries[5].Model) {
		t.Error("it is shown")
	}
}

// The model is sent what is shown; what is hidden it may call by name all the same.
func TestAHiddenToolCanBeCalled(t *testing.T) {
	entries := serverTools(t, map[string]int{"big": 100})
	b := newBench(t, asks("big__tool_99 {}"), says("done"))
	var provisions []tools.Provision
	for _, e := range entries {
		name, _, _ := strings.Cut(e.Qualified, "__")
		provisions = append(provisions, tools.Provision{Source: serverSource{name, source{e.Tool}}})
	}
	b.door.registry = tools.Build(t.Context(), provisions, nil)
	b.Tools, b.Shelf, b.Window = func() []tools.Entry { return entries }, &Shelf{}, 10_000
	var offered []Offer
	b.System = func(o Offer) string { offered = append(offered, o); return "" }
	var notes []string
	b.Sink = func(u Update) { notes = append(notes, u.Note) }
	out, err := b.run(t.Context(), "go")
	if err != nil {
		t.Fatal(err)
	}
	if got := results(out.History); len(got) != 1 || got[0] != "done" {
		t.Errorf("results %q", got)
	}
	if n := len(b.model.requests[0].Tools); n > 30 {
		t.Errorf("%d tools were sent", n)
	}
	if len(offered) == 0 || len(offered[0].Hidden) == 0 {
		t.Error("the system prompt is not told what is hidden")
	}
	if told := strings.Join(notes, ""); strings.Count(told, "the agent searches for them") != 1 {
		t.Errorf("notes %q", told)
	}
}

func TestSearch(t *testing.T) {
	var entries []tools.Entry
	add := func(server, name, description string) {
		entries = append(entries, tools.Entry{Qualified: server + "__" + name, Info: tools.Info{Name: name, Source: "mcp:" + server, Description: description}})
	}
	add("github", "createIssue", "Opens a new issue in a repository")
	add("github", "list_issues", "Lists issues of a repository")
	add("github", "get_file", "Reads a file of a repository")
	add("mail", "send_mail", "Sends a message to somebody")
	add("mail", "list_folders", "Lists folders")
	for _, c := range []struct {
		query, server string
		first         string
		fits          int
	}{
		{"create issue", "", "github__createIssue", 2},
		{"ISSUES", "", "github__list_issues", 2},
		{"repo", "", "github__createIssue", 3}, // all alike: in their order
		{"github", "", "github__createIssue", 3},
		{"send", "", "mail__send_mail", 1},
		{"list", "mail", "mail__list_folders", 1},
		{"", "mail", "mail__send_mail", 2},
		{"  ", "", "", 0},
		{".*", "", "", 0},
		{"zebra", "", "", 0},
		{"list", "nobody", "", 0},
		{strings.Repeat("é", 5000) + " mail", "", "", 0},
	} {
		best, fits := Search(entries, c.query, c.server)
		got := ""
		if len(best) > 0 {
			got = best[0].Qualified
		}
		if got != c.first || fits != c.fits {
			t.Errorf("%.20q in %q: %q, %d fit", c.query, c.server, got, fits)
		}
	}
}

// Five thousand tools with long descriptions are searched, and ten come back.
func TestSearchOfFiveThousand(t *testing.T) {
	var entries []tools.Entry
	for i := range 5000 {
		entries = append(entries, tools.Entry{Qualified: fmt.Sprint(i), Info: tools.Info{Name: fmt.Sprintf("tool_%d", i), Source: "mcp:x", Description: strings.Repeat("same words again ", 300)}})
	}
	best, fits := Search(entries, "tool 4321 same words", "")
	if len(best) != 10 || fits != 5000 || best[0].Qualified != "4321" {
		t.Errorf("%d of %d, first %v", len(best), fits, best[:1])
	}
}

// A server that takes no images gets the conversation without them, once, and the
// run goes on.
func TestAModelThatTakesNoImages(t *testing.T) {
	refused := turn{err: &llm.Error{Kind: llm.BadRequest, Message: "image input is not supported"}}
	b := newBench(t, asks(`picture {"text":"image/png","count":10}`), refused, asks(`picture {"text":"image/png","count":20}`), says("I saw none"))
	var notes []string
	b.Sink = func(u Update) { notes = append(notes, u.Note) }
	out, err := b.run(t.Context(), "look")
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range results(out.History) {
		if size := fmt.Sprintf("[an image, image/png, %d bytes, was left out: this model does not take images]", len(pictured(t, "image/png", 10*(i+1)))); !strings.HasSuffix(text, size) {
			t.Errorf("result %d: %q", i, text)
		}
	}
	for _, m := range b.model.requests[2].Messages {
		for _, r := range m.Results {
			if len(r.Images) > 0 {
				t.Error("an image was sent again")
			}
		}
	}
	if !strings.Contains(strings.Join(notes, ""), "refused the images") {
		t.Errorf("notes %q", notes)
	}
}

// A request that is bad for another reason is tried once without images, and then
// its error stands; one without images is not tried again.
func TestABadRequestStaysOne(t *testing.T) {
	refused := turn{err: &llm.Error{Kind: llm.BadRequest, Message: "no"}}
	b := newBench(t, asks(`picture {"text":"image/png","count":10}`), refused, refused)
	if _, err := b.run(t.Context(), "look"); !strings.Contains(fmt.Sprint(err), "no") || len(b.model.requests) != 3 {
		t.Errorf("%v after %d requests", err, len(b.model.requests))
	}
	b = newBench(t, refused, refused)
	if _, err := b.run(t.Context(), "look"); err == nil || len(b.model.requests) != 1 {
		t.Errorf("%v after %d requests", err, len(b.model.requests))
	}
}
