package spaces

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A Page is a space page as the space's manifest describes it (docs/spec/03-spaces.md#pages).
type Page struct {
	ID    string   // the file's name without .html
	File  string   // "pages/ID.html"
	Name  string   // as people see it; its file's where the manifest has none
	Icon  string   // a word; may be empty
	Tools []string // names and globs of the tools that it may call; nil: the manifest lists none
}

// MayCall says what the page may call: the names and globs of its list, or in words that it has none.
func (p Page) MayCall() string {
	switch {
	case p.Tools == nil:
		return "the desktop tools"
	case len(p.Tools) == 0:
		return "no tool"
	}
	return strings.Join(p.Tools, ", ")
}

// pageForm is an entry of the manifest's pages or navigation, by whichever name its
// author has for the page.
type pageForm struct {
	ID    string          `json:"id"`
	Page  string          `json:"page"`
	File  string          `json:"file"`
	Name  string          `json:"name"`
	Title string          `json:"title"`
	Label string          `json:"label"`
	Icon  string          `json:"icon"`
	Tools json.RawMessage `json:"tools"`
}

// pageID is the page that a form or a bare name means.
func pageID(names ...string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(firstOf(names...), "./"), "pages/"), ".html")
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if strings.TrimSpace(t) != "" {
			return t
		}
	}
	return ""
}

// Describe makes the pages of files (as in Space.Pages) in the order of the manifest: those of its navigation, then of
// its pages, then the others by name. faults are what of the manifest cannot be read. A page about which it cannot be
// read may call nothing.
func (m Manifest) Describe(files []string) (pages []Page, faults []string) {
	said, faults, broken := m.pageForms()
	byID := map[string]*Page{}
	for _, file := range slices.Sorted(slices.Values(files)) {
		id := strings.TrimSuffix(path.Base(file), ".html")
		page := &Page{ID: id, File: file, Name: path.Base(file)}
		if broken {
			page.Tools = []string{}
		}
		byID[id] = page
	}
	var order []string
	described := map[string]bool{}
	for _, f := range said {
		page, id := byID[f.ID], f.ID
		switch {
		case page == nil:
			faults = append(faults, fmt.Sprintf("\"pages\" describes %q, and there is no pages/%s.html", id, id))
			continue
		case described[id]:
			faults = append(faults, fmt.Sprintf("\"pages\" describes %q twice: remove one; until then it may call no tool", id))
			page.Tools = []string{}
			continue
		}
		described[id], order = true, append(order, id)
		page.Name, page.Icon = firstOf(f.Name, f.Title, f.Label, page.Name), f.Icon
		if fault := page.may(f.Tools); fault != "" {
			faults = append(faults, fault)
		}
	}
	var first []string
	for _, f := range m.navigationForms() {
		if page := byID[f.ID]; page != nil {
			first = append(first, f.ID)
			page.Name, page.Icon = firstOf(f.Label, f.Name, f.Title, page.Name), firstOf(f.Icon, page.Icon)
		}
	}
	for _, id := range slices.Concat(first, order, slices.Sorted(maps.Keys(byID))) {
		if page := byID[id]; page != nil {
			pages = append(pages, *page)
			delete(byID, id)
		}
	}
	return pages, faults
}

// may reads which tools the page lists.
func (p *Page) may(raw json.RawMessage) (fault string) {
	if raw == nil {
		return ""
	}
	p.Tools = []string{}
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return fmt.Sprintf("the \"tools\" of the page %q is not a list of names, so it may call none: write it like [\"read\", \"grep\"]", p.ID)
	}
	p.Tools = list
	return ""
}

// pageForms reads the manifest's pages: a list of names or objects, or an object of objects by name.
func (m Manifest) pageForms() (forms []pageForm, faults []string, broken bool) {
	if len(m.Pages) == 0 {
		return nil, nil, false
	}
	var list []json.RawMessage
	byName := map[string]json.RawMessage{}
	switch {
	case json.Unmarshal(m.Pages, &list) == nil:
		for i, raw := range list {
			f, err := readPageForm(raw)
			if err != nil || f.ID == "" {
				faults, broken = append(faults, fmt.Sprintf("entry %d of \"pages\" names no page, so no page may call a tool: write it like {\"id\": \"overview\", \"tools\": [\"read\"]}", i+1)), true
				continue
			}
			forms = append(forms, f)
		}
	case json.Unmarshal(m.Pages, &byName) == nil:
		for _, name := range slices.Sorted(maps.Keys(byName)) {
			f, err := readPageForm(byName[name])
			if err != nil {
				faults, broken = append(faults, fmt.Sprintf("%q in \"pages\" cannot be read, so no page may call a tool: write an object, such as {\"tools\": [\"read\"]}", name)), true
				continue
			}
			f.ID = pageID(name)
			forms = append(forms, f)
		}
	default:
		return nil, []string{"\"pages\" is neither a list nor an object, so no page may call a tool: write it like [{\"id\": \"overview\", \"tools\": [\"read\"]}]"}, true
	}
	return forms, faults, broken
}

// navigationForms are the entries of the manifest's navigation that name a page. The others are an app's own.
func (m Manifest) navigationForms() (forms []pageForm) {
	var list []json.RawMessage
	if json.Unmarshal(m.Navigation, &list) != nil {
		return nil
	}
	for _, raw := range list {
		if f, err := readPageForm(raw); err == nil && f.ID != "" {
			forms = append(forms, f)
		}
	}
	return forms
}

func readPageForm(raw json.RawMessage) (f pageForm, err error) {
	if name := text(raw); name != "" {
		return pageForm{ID: pageID(name)}, nil
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return f, err
	}
	f.ID = pageID(f.ID, f.Page, f.File)
	return f, nil
}

// themeLimit is how many colours a theme may have.
const themeLimit = 50

// Colours are the CSS variables of the manifest's theme: names and plain values. What could be more than a value of
// CSS is left out.
func (m Manifest) Colours() map[string]string {
	var said map[string]json.RawMessage
	out := map[string]string{}
	if json.Unmarshal(m.Theme, &said) != nil {
		return out
	}
	for _, name := range slices.Sorted(maps.Keys(said)) {
		value := text(said[name])
		if isKebab(name) && value != "" && len(value) <= 100 && len(out) < themeLimit && !strings.ContainsFunc(value, notPlain) {
			out[name] = value
		}
	}
	return out
}

// notPlain reports whether a character has no place in a colour, a length or a list of names of fonts.
func notPlain(r rune) bool {
	plain := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("#%., -()", r)
	return !plain
}

// CheckPages warns of tools that a page lists and the space does not have. missing says so of a name, "" of one that is
// there; it is apart from Load because this package does not know the tools of others.
func (s *Space) CheckPages(missing func(name string) string) []Problem {
	var problems []Problem
	described, _ := s.Manifest.Describe(s.Pages) // its faults are reported by Load
	for _, p := range described {
		for _, name := range p.Tools {
			if why := missing(name); why != "" {
				problems = append(problems, Problem{File: manifestFile, Line: s.Manifest.pageLine(p.ID, name), Severity: Warning,
					Text: fmt.Sprintf("among the \"tools\" of the page %q: %s", p.ID, why)})
			}
		}
	}
	return problems
}

// pageLine is the line on which a page lists a tool, or where the pages begin if it is written in an unusual way.
func (m Manifest) pageLine(id, tool string) int {
	from := 0
	for _, name := range []string{id, "pages/" + id + ".html", id + ".html", "pages/" + id} {
		if at := bytes.Index(m.Pages, quoted(name)); at >= 0 {
			from = at
			break
		}
	}
	at := bytes.Index(m.Pages[from:], quoted(tool))
	if at < 0 { // the list may stand before the id
		from, at = 0, max(bytes.Index(m.Pages, quoted(tool)), 0)
	}
	return m.pagesLine + bytes.Count(m.Pages[:from+at], []byte("\n"))
}

func quoted(text string) []byte { return []byte(strconv.Quote(text)) }

// checkPages reports what the manifest says of pages and cannot be read, and has trust show what each may call.
func (l *loader) checkPages() {
	described, faults := l.space.Manifest.Describe(l.space.Pages)
	for i, item := range l.space.items {
		if at := slices.IndexFunc(described, func(p Page) bool { return p.File == item.File }); item.Kind == "page" && at >= 0 {
			l.space.items[i].Detail = "may call " + described[at].MayCall()
		}
	}
	for _, fault := range faults {
		l.problems.add(manifestFile, l.manifestFields.line("pages"), Error, "%s", fault)
	}
}
