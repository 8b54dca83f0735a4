package main

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// A Document is one of the five that Handrail was made from.
type Document struct {
	Name  string // of its table in testdata
	Title string
	About string
}

// Documents returns them in their own order.
func Documents() []Document {
	return []Document{
		{"construct", "Tool Schema Reference", "Construct's built-in, custom, manifest, bridge and MCP tools"},
		{"hooks", "Hooks & Safety Reference", "Construct's hooks around tools"},
		{"tools", "Tool System", "clawft's tools, MCP, skills and policies"},
		{"hands", "CtxNest Hands", "the tools around `ctxnest.json`"},
		{"define", "defineTool", "Smithers' tools in code, and its five built-in ones"},
	}
}

// A Verdict is how Handrail stands to a claim.
type Verdict string

// Verdicts.
const (
	Works     Verdict = "works"     // as the document says; a test shows it
	Different Verdict = "different" // on purpose; a decision says why
)

// A Row is one claim that can be checked.
type Row struct {
	Table   string // the Document's Name
	Where   string // lines of the document: 14, or 14-17
	Heading string // under which it stands
	Words   string // the claim, in ours
	Verdict Verdict
	Proof   []Proof
}

// A Proof is a test or a decision. One field is set, Package and Test together, as Page and Title are.
type Proof struct {
	Package, Test string // handrail/pipeline, TestHookOrder or TestScripts/web
	Page, Title   string // a file below frontend, the name of a test in it
	Decision      string // a file of docs/decisions, without .md
}

// String returns the proof as testdata has it.
func (p Proof) String() string {
	switch {
	case p.Test != "":
		return p.Package + " " + p.Test
	case p.Page != "":
		return p.Page + ` "` + p.Title + `"`
	}
	return p.Decision
}

// IsTest says whether the proof is one that runs.
func (p Proof) IsTest() bool { return p.Test != "" || p.Page != "" }

// A Table is the rows of one document.
type Table struct {
	Document
	Rows []Row
}

// Tables reads testdata: NAME.tsv for a Document, tab-separated, a row a line, # before a comment. An error names
// file and line of each row that is not well-formed.
func Tables(dir fs.FS) ([]Table, error) {
	files, err := fs.Glob(dir, "*.tsv")
	if err != nil {
		return nil, err
	}
	var tables []Table
	var errs []error
	for _, d := range Documents() {
		i := slices.Index(files, d.Name+".tsv")
		if i < 0 {
			continue
		}
		files = slices.Delete(files, i, i+1)
		text, err := fs.ReadFile(dir, d.Name+".tsv")
		if err != nil {
			return nil, err
		}
		rows, err := readRows(d.Name, string(text))
		errs = append(errs, err)
		tables = append(tables, Table{d, rows})
	}
	for _, f := range files {
		errs = append(errs, fmt.Errorf("%s is the table of no document", f))
	}
	return tables, errors.Join(errs...)
}

func readRows(table, text string) (rows []Row, err error) {
	var errs []error
	first := map[string]int{}
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		row, err := readRow(line)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s.tsv:%d: %w", table, i+1, err))
			continue
		}
		if at := first[row.Heading+": "+row.Words]; at > 0 {
			errs = append(errs, fmt.Errorf("%s.tsv:%d: says the same as line %d", table, i+1, at))
		}
		first[row.Heading+": "+row.Words] = i + 1
		row.Table = table
		rows = append(rows, row)
	}
	return rows, errors.Join(errs...)
}

var place = regexp.MustCompile(`^[1-9][0-9]*(-[1-9][0-9]*)?$`)

func readRow(line string) (Row, error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 5 {
		return Row{}, fmt.Errorf("it has %d fields, not 5: place, heading, words, verdict, proof", len(fields))
	}
	for i, f := range fields {
		if f == "" || f != strings.TrimSpace(f) {
			return Row{}, fmt.Errorf("field %d is empty or has spaces around it", i+1)
		}
	}
	r := Row{Where: fields[0], Heading: fields[1], Words: fields[2], Verdict: Verdict(fields[3])}
	if !place.MatchString(r.Where) {
		return Row{}, fmt.Errorf("%q is no place; write a line or two with - between", r.Where)
	}
	for _, part := range parts(fields[4]) {
		p, err := readProof(part)
		if err != nil {
			return Row{}, err
		}
		r.Proof = append(r.Proof, p)
	}
	return r, r.check()
}

// check holds that the proof is one for the verdict.
func (r Row) check() error {
	tests, decisions := 0, 0
	for _, p := range r.Proof {
		if p.IsTest() {
			tests++
		} else {
			decisions++
		}
	}
	switch {
	case r.Verdict == Works && tests == 0:
		return errors.New("what works is shown by a test")
	case r.Verdict == Different && decisions == 0:
		return errors.New("what is different is explained by a decision")
	case r.Verdict != Works && r.Verdict != Different:
		return fmt.Errorf("%q is no verdict; there are works and different", r.Verdict)
	}
	return nil
}

// parts splits at "; ", but not in the name of a test of the page, which stands in quotes.
func parts(text string) (list []string) {
	for text != "" {
		from := 0
		if strings.HasPrefix(text, "frontend/") {
			if open := strings.Index(text, ` "`); open >= 0 {
				from = open + 2
				if end := strings.Index(text[from:], `"; `); end >= 0 {
					from += end
				} else {
					from = len(text)
				}
			}
		}
		at := strings.Index(text[from:], "; ")
		if at < 0 {
			return append(list, text)
		}
		list = append(list, text[:from+at])
		text = text[from+at+2:]
	}
	return list
}

var (
	goProof       = regexp.MustCompile(`^(handrail(?:/[a-z0-9/_-]+)?) ((?:Test|Fuzz)[A-Z]\w*(?:/.+)?)$`)
	pageProof     = regexp.MustCompile(`^(frontend/\S+\.(?:test\.tsx?|e2e\.ts)) "(.+)"$`)
	decisionProof = regexp.MustCompile(`^[0-9]{4}-[a-z0-9-]+$`)
)

func readProof(text string) (Proof, error) {
	if m := goProof.FindStringSubmatch(text); m != nil {
		return Proof{Package: m[1], Test: strings.ReplaceAll(m[2], " ", "_")}, nil // as go test prints it
	}
	if m := pageProof.FindStringSubmatch(text); m != nil {
		return Proof{Page: m[1], Title: m[2]}, nil
	}
	if decisionProof.MatchString(text) {
		return Proof{Decision: text}, nil
	}
	return Proof{}, fmt.Errorf("%q is no proof; there are: handrail/PACKAGE TestName/case, frontend/FILE \"name\", a file of docs/decisions without .md", text)
}
