package spaces_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/spaces"
)

func describePages(pages, navigation string) ([]spaces.Page, string) {
	m := spaces.Manifest{Pages: []byte(pages), Navigation: []byte(navigation)}
	list, faults := m.Describe([]string{"pages/b.html", "pages/a.html", "pages/c.html"})
	return list, strings.Join(faults, "\n")
}

// Pages come in the order of the navigation, then of the pages, then by name.
func TestPagesOfAManifest(t *testing.T) {
	got, faults := describePages(`["pages/c.html", {"id": "b", "name": "Books", "icon": "book", "tools": ["read", "git-*"]}]`, `[{"label": "Home"}, {"page": "b", "label": "All books"}, 7]`)
	want := []spaces.Page{
		{ID: "b", File: "pages/b.html", Name: "All books", Icon: "book", Tools: []string{"read", "git-*"}},
		{ID: "c", File: "pages/c.html", Name: "c.html"},
		{ID: "a", File: "pages/a.html", Name: "a.html"},
	}
	if diff := cmp.Diff(want, got); diff != "" || faults != "" {
		t.Errorf("%s\n%s", diff, faults)
	}
	got, faults = describePages(`{"c": {"title": "Costs", "tools": []}}`, ``)
	if got[0].Name != "Costs" || got[0].Tools == nil || len(got[0].Tools) != 0 || got[1].Tools != nil || faults != "" {
		t.Errorf("%+v %s", got, faults)
	}
}

// What cannot be read takes tools away, and never gives any.
func TestPagesThatCannotBeRead(t *testing.T) {
	for _, c := range []struct {
		pages, says string
		all         bool // every page is without tools, not a alone
	}{
		{`7`, "neither a list nor an object", true},
		{`[7]`, "entry 1", true},
		{`[{"name": "x"}]`, "entry 1", true},
		{`{"a": 7}`, `"a" in "pages"`, true},
		{`[{"id": "a", "tools": "read"}]`, "not a list of names", false},
		{`[{"id": "a", "tools": null}]`, "not a list of names", false},
		{`[{"id": "a", "tools": ["read", 7]}]`, "not a list of names", false},
		{`[{"id": "a", "tools": ["read"]}, {"id": "a", "tools": ["bash"]}]`, "twice", false},
	} {
		list, faults := describePages(c.pages, ``)
		if !strings.Contains(faults, c.says) || len(list) != 3 {
			t.Errorf("%s: %q, %+v", c.pages, faults, list)
		}
		for _, p := range list {
			if none := p.Tools != nil && len(p.Tools) == 0; none != (c.all || p.ID == "a") {
				t.Errorf("%s: %s may call %q", c.pages, p.ID, p.Tools)
			}
		}
	}
	if _, faults := describePages(`["gone", "../a"]`, ``); strings.Count(faults, "there is no") != 2 {
		t.Errorf("%q", faults)
	}
}

// A theme is plain values, never more of CSS.
func TestColours(t *testing.T) {
	m := spaces.Manifest{Theme: []byte(`{"accent": "#2a7", "x": "red; background: url(//a)", "u": "url(a/b)", "N": "red", "n": 7, "s": "hsl(20, 10%, 5%)"}`)}
	if got := slices.Sorted(maps.Keys(m.Colours())); !slices.Equal(got, []string{"accent", "s"}) {
		t.Errorf("%q", got)
	}
}

// The person reads at check what of the manifest does not count.
func TestPagesAreChecked(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/pages/a.html", "<p>")
	write(t, dir+"/space.manifest.json", "{\n\"id\": \"x\",\n\"pages\": [{\"id\": \"b\"}]}")
	_, problems, err := spaces.Open(t.Context(), dir)
	if err != nil || len(problems) != 1 || problems[0].Line != 3 || !strings.Contains(problems[0].Text, "pages/b.html") {
		t.Errorf("%+v %v", problems, err)
	}
}
