package floors

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// What a line may cite, and what it may not. Placeholders such as
// docs/decisions/NNNN count as neither. Compiled once, never changed.
var (
	page     = regexp.MustCompile(`docs/(?:spec|decisions)/[0-9a-z][\w-]*(?:\.md)?(?:#[\w-]+)?`)
	decision = regexp.MustCompile(`\bdecisions? (\d{4})\b`)
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	outside  = regexp.MustCompile(`\b(?:SP[E]C|DES[I]GN|FA[C]TS)\b|\b[Ss]eeds? \d\b|\bTestSeed\d`)
	heading  = regexp.MustCompile(`^#+\s+(.*)`)
	noSlug   = regexp.MustCompile(`[^\w\- ]`)
	code     = regexp.MustCompile(`(?:^|[^\w/])((?:agent|bridge|cli|frontend|hooks|internal|journal|mcp|operator|pipeline|spaces|tools|window)/[\w./-]*\w)`)
)

// hints are what a line has at least, if one of the patterns is in it: they spare most lines the patterns.
var hints = []string{"docs/", "ecision", "SP" + "EC", "DES" + "IGN", "FA" + "CTS", "eed"}

// cites reports whether a file of this name may cite something.
func cites(name string) bool {
	endings := []string{".go", ".ts", ".tsx", ".js", ".mjs", ".md", ".sh", ".txt", ".txtar", ".yml", "Makefile"}
	return slices.ContainsFunc(endings, func(end string) bool { return strings.HasSuffix(name, end) })
}

// Citations returns the citations below root that lead nowhere: a page of
// docs/spec or docs/decisions that does not exist or has no such heading, a
// broken link between Markdown files, a file or package that ARCHITECTURE.md names
// and that is not there, and the documents that came before docs/spec.
func Citations(root string) ([]Violation, error) {
	c := citations{root: root, slugs: map[string][]string{}}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != root && entry.Name() != "testdata" && leaveOut(name, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !entry.Type().IsRegular() || !cites(name) {
			return nil
		}
		return c.file(name)
	})
	return c.found, err
}

type citations struct {
	root      string
	slugs     map[string][]string // a Markdown file -> its headings as anchors
	decisions map[string]int      // the number of a decision -> how many have it; nil until one is cited
	found     []Violation
}

func (c *citations) file(name string) error {
	raw, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(c.root, name)
	if err != nil {
		return err
	}
	rel = filepath.ToSlash(rel)
	fenced := false
	for i, line := range strings.Split(string(raw), "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		for _, text := range c.line(rel, line, fenced) {
			c.found = append(c.found, Violation{File: rel, Line: i + 1, Text: text})
		}
	}
	return nil
}

// line says what is wrong with one line of a file.
func (c *citations) line(file, line string, fenced bool) []string {
	var wrong []string
	if !slices.ContainsFunc(hints, func(hint string) bool { return strings.Contains(line, hint) }) && !strings.HasSuffix(file, ".md") {
		return nil
	}
	for _, word := range outside.FindAllString(line, -1) {
		wrong = append(wrong, fmt.Sprintf("%q is not in the repository: cite the section of docs/spec (docs/spec/08-mcp.md, or with #its-heading) or a decision", word))
	}
	for _, cited := range page.FindAllString(line, -1) {
		if why := c.missing(cited); why != "" {
			wrong = append(wrong, why)
		}
	}
	for _, m := range decision.FindAllStringSubmatch(line, -1) {
		if why := c.missing("docs/decisions/" + m[1]); why != "" {
			wrong = append(wrong, why)
		}
	}
	if file == "ARCHITECTURE.md" {
		for _, m := range code.FindAllStringSubmatch(line, -1) {
			if why := c.missing(m[1]); why != "" && !strings.Contains(m[1], "NAME") {
				wrong = append(wrong, why)
			}
		}
	}
	if !strings.HasSuffix(file, ".md") || fenced || strings.Contains(file, "testdata/") {
		return wrong
	}
	for _, m := range link.FindAllStringSubmatch(line, -1) {
		target, anchor, _ := strings.Cut(m[1], "#")
		switch {
		case strings.Contains(target, ":"): // an address of the web
			continue
		case target == "":
			target = file
		default:
			target = path.Join(path.Dir(file), target)
		}
		if anchor != "" {
			target += "#" + anchor
		}
		if why := c.missing(target); why != "" {
			wrong = append(wrong, why)
		}
	}
	return wrong
}

// missing says what is wrong with a citation of a path relative to the root,
// with or without an anchor; "" if it leads somewhere. A decision may be cited
// by its number alone.
func (c *citations) missing(cited string) string {
	file, anchor, _ := strings.Cut(cited, "#")
	full := filepath.Join(c.root, filepath.FromSlash(file))
	if strings.HasPrefix(file, "docs/decisions/") && len(path.Base(file)) == 4 {
		if c.numbered(path.Base(file)) != 1 {
			return fmt.Sprintf("%s: there is no such decision", file)
		}
		return ""
	}
	if _, err := os.Stat(full); err != nil {
		return fmt.Sprintf("%s does not exist", file)
	}
	if anchor == "" || !strings.HasSuffix(file, ".md") {
		return ""
	}
	if _, known := c.slugs[file]; !known {
		c.slugs[file] = slugs(full)
	}
	if !slices.Contains(c.slugs[file], anchor) {
		return fmt.Sprintf("%s has no heading %q; it has %s", file, anchor, strings.Join(c.slugs[file], ", "))
	}
	return ""
}

// numbered is how many decisions have a number.
func (c *citations) numbered(number string) int {
	if c.decisions == nil {
		c.decisions = map[string]int{}
		entries, _ := os.ReadDir(filepath.Join(c.root, "docs", "decisions")) // without the folder, there are none
		for _, e := range entries {
			if number, _, named := strings.Cut(e.Name(), "-"); named && path.Ext(e.Name()) == ".md" {
				c.decisions[number]++
			}
		}
	}
	return c.decisions[number]
}

// slugs are the anchors of a Markdown file's headings. A file that cannot be
// read has none.
func slugs(name string) []string {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	var out []string
	fenced := false
	for line := range strings.Lines(string(raw)) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if m := heading.FindStringSubmatch(line); m != nil && !fenced {
			out = append(out, strings.ReplaceAll(noSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
		}
	}
	return out
}
