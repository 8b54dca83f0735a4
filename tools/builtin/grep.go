package builtin

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/bmatcuk/doublestar/v4"

	"handrail/internal/confine"
	"handrail/tools"
)

type grepInput struct {
	Pattern    string `json:"pattern" doc:"A regular expression (RE2), matched within a line"`
	Path       string `json:"path,omitempty" doc:"The file or folder to search in; default: the space"`
	Type       string `json:"type,omitempty" doc:"Only files of this type, such as go, js, ts, py, md"`
	Glob       string `json:"glob,omitempty" doc:"Only files whose name matches, such as *.test.ts or src/**/*.go"`
	Context    int    `json:"context,omitempty" alias:"-C" default:"0" min:"0" max:"100" doc:"Lines to show before and after each match"`
	IgnoreCase bool   `json:"ignore_case,omitempty" alias:"-i" default:"false" doc:"Let letters match in either case"`
	Respect    bool   `json:"respect_gitignore,omitempty" default:"true" doc:"Leave out what .gitignore excludes"`
}

// grep makes the tool grep (docs/spec/05-built-in-tools.md).
func (f *files) grep() (tools.Tool, error) {
	return defineFile(tools.Info{
		Name: "grep", Title: "Search in files", Icon: "search", Timeout: f.limits.grepTime,
	}, func(ctx context.Context, call tools.Call, in grepInput) (tools.Act[tools.Result], error) {
		f := filesOf(f, call)
		var none tools.Act[tools.Result]
		if err := ctx.Err(); err != nil { // compiling a pattern takes a moment, and many calls may wait for it
			return none, err
		}
		g, err := f.newGrep(in)
		if err != nil {
			return none, err
		}
		detail := fmt.Sprintf("%q in %s%s", in.Pattern, g.start.Abs, g.filters())
		preview := reading("grep", tools.Say(tools.TitleSearchFiles, oneLine(in.Pattern)), detail, g.start.Abs)
		return tools.Act[tools.Result]{Preview: preview, Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
			return within(ctx, f.limits.grepTime, "searching", g.run)
		}}, nil
	})
}

// A grep is one search under way.
type grep struct {
	f      *files
	in     grepInput
	start  confine.Path
	shown  string // start, as it is shown
	search *searcher
	names  []string // of the type asked for; nil: all
	buffer sync.Pool

	mu      sync.Mutex
	matches int
	hits    []fileHits
	bound   string // files behind it in order need not be searched: enough is found before
	cut     bool
	secret  []string // files left out because they usually hold secrets
	ruled   []string // files left out because rules keep what is in them from being shown

	large, unreadable atomic.Int64
}

// fileHits is what was found in one file.
type fileHits struct {
	name    string
	matches int
	text    string
}

func (f *files) newGrep(in grepInput) (*grep, error) {
	if in.Path == "" {
		in.Path = "."
	}
	g := &grep{f: f, in: in, buffer: sync.Pool{New: func() any { return new([]byte) }}}
	var err error
	if g.search, err = newSearcher(in.Pattern, in.IgnoreCase); err != nil {
		return nil, tools.Errorf(tools.InvalidArgs, "%v", err)
	}
	if in.Type != "" {
		var ok bool
		if g.names, ok = typeNames(in.Type); !ok {
			return nil, tools.Errorf(tools.InvalidArgs, "the type %q is not known: use glob, or one of %s", in.Type, strings.Join(allTypes(), ", "))
		}
	}
	if in.Glob != "" && !doublestar.ValidatePattern(in.Glob) {
		return nil, tools.Errorf(tools.InvalidArgs, "%q is not a pattern of file names: a bracket or brace may be open", in.Glob)
	}
	if g.start, err = f.roots.Resolve(in.Path); err != nil {
		return nil, f.fail(in.Path, err)
	}
	g.shown = filepath.ToSlash(f.show(g.start))
	return g, nil
}

// filters says what narrows the search, for the preview.
func (g *grep) filters() string {
	s := ""
	if g.in.Type != "" {
		s += ", type " + g.in.Type
	}
	if g.in.Glob != "" {
		s += ", files " + g.in.Glob
	}
	if g.in.IgnoreCase {
		s += ", in either case"
	}
	if g.in.Context > 0 {
		s += fmt.Sprintf(", with %d lines around", g.in.Context)
	}
	if !g.in.Respect {
		s += ", also what .gitignore excludes"
	}
	return s
}

func (g *grep) run(ctx context.Context) (tools.Result, error) {
	info, err := g.f.roots.Stat(g.start)
	if err != nil {
		return tools.Result{}, g.f.fail(g.in.Path, err)
	}
	if !info.IsDir() {
		return g.oneFile(ctx)
	}
	t := &tree{start: g.start, respect: g.in.Respect, depth: -1, visit: func(folder *confine.Folder, e fs.DirEntry) error { return g.visit(ctx, folder, e) }}
	err = g.f.walk(ctx, t)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return tools.Result{}, g.f.fail(g.in.Path, err)
	}
	g.unreadable.Add(t.unreadable.Load())
	return g.result(), err
}

// oneFile searches the file that was named, whatever it is.
func (g *grep) oneFile(ctx context.Context) (tools.Result, error) {
	data, _, err := g.f.roots.ReadFile(g.start, g.f.limits.fileSize)
	if err != nil {
		return tools.Result{}, g.f.fail(g.in.Path, err)
	}
	if k := kindOf(data); k.binary() {
		return tools.Result{}, tools.Errorf(tools.ExecutionFailed, "%s is not text: it is %s (%s)", g.f.show(g.start), k.name, k.mime)
	}
	g.searchIn(ctx, g.shown, data)
	return g.result(), ctx.Err()
}

// visit searches a file of the tree, if it is one to be searched.
func (g *grep) visit(ctx context.Context, folder *confine.Folder, e fs.DirEntry) error {
	base := e.Name()
	if !e.Type().IsRegular() || g.names != nil && !isOfType(base, g.names) || !g.globTakes(folder, base) {
		return nil
	}
	name := path.Join(g.shown, folder.Rel, base)
	abs := filepath.Join(g.start.Abs, filepath.FromSlash(folder.Rel), base)
	if ruled := g.f.withholds(abs); ruled || tools.SensitivePath(abs) {
		g.mu.Lock()
		defer g.mu.Unlock()
		if ruled {
			g.ruled = append(g.ruled, name)
		} else {
			g.secret = append(g.secret, name)
		}
		return nil
	}
	if g.enough(name) {
		return nil
	}
	buf := g.buffer.Get().(*[]byte)
	data, err := folder.Read(e, *buf, g.f.limits.fileSize)
	var size *confine.SizeError
	switch {
	case errors.As(err, &size):
		g.large.Add(1)
	case err != nil:
		g.unreadable.Add(1)
	case isText(data):
		g.searchIn(ctx, name, data)
	}
	const keep = 4 << 20
	if cap(data) <= keep {
		*buf = data
		g.buffer.Put(buf)
	}
	return nil
}

func (g *grep) globTakes(folder *confine.Folder, base string) bool {
	switch {
	case g.in.Glob == "":
		return true
	case strings.Contains(g.in.Glob, "/"):
		return doublestar.MatchUnvalidated(g.in.Glob, folder.RelOf(base))
	}
	return doublestar.MatchUnvalidated(g.in.Glob, base)
}

// enough reports whether a file need not be searched, because there are enough
// matches in files before it.
func (g *grep) enough(name string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.bound != "" && name > g.bound
}

func (g *grep) searchIn(ctx context.Context, name string, data []byte) {
	if isUTF16(data) || bytes.HasPrefix(data, []byte(bom8)) {
		if text, _, err := decode(data); err == nil {
			data = []byte(text)
		}
	}
	if g.search.atEnd && bytes.Contains(data, []byte("\r\n")) {
		data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	}
	// One more than can be shown tells whether there are more.
	lines := g.search.lines(ctx, data, g.f.limits.grepLines+1)
	if len(lines) == 0 {
		return
	}
	h := fileHits{name: name, matches: len(lines), text: g.format(name, data, lines)}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hits = append(g.hits, h)
	if g.matches += h.matches; g.matches > 4*g.f.limits.grepLines {
		g.trim()
	}
}

// trim forgets files that are too far behind to be shown.
func (g *grep) trim() {
	slices.SortFunc(g.hits, func(a, b fileHits) int { return strings.Compare(a.name, b.name) })
	sum := 0
	for i, h := range g.hits {
		if sum += h.matches; sum > g.f.limits.grepLines {
			g.hits, g.matches, g.bound, g.cut = g.hits[:i+1], sum, h.name, true
			return
		}
	}
}

// result shows what was found, in order of the files' names.
func (g *grep) result() tools.Result {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.trim()
	slices.SortFunc(g.hits, func(a, b fileHits) int { return strings.Compare(a.name, b.name) })
	var out strings.Builder
	left := g.f.limits.grepLines
	for i, h := range g.hits {
		if left <= 0 {
			g.cut = true
			break
		}
		text := h.text
		if h.matches > left {
			text, g.cut = firstMatches(text, h.name, left), true
		}
		if g.in.Context > 0 && i > 0 {
			out.WriteString("--\n")
		}
		out.WriteString(text)
		left -= h.matches
	}
	if g.cut {
		fmt.Fprintf(&out, "(there are more than %d matches; these are the first: narrow the pattern, path, type or glob)\n", g.f.limits.grepLines)
	}
	if n := g.large.Load(); n > 0 {
		fmt.Fprintf(&out, "(%s left out: larger than %d bytes)\n", count(int(n), "file"), g.f.limits.fileSize)
	}
	if n := g.unreadable.Load(); n > 0 {
		fmt.Fprintf(&out, "(%d files or folders could not be read)\n", n)
	}
	if n := g.search.long.Load(); n > 0 {
		fmt.Fprintf(&out, "(%s left out: too long for a pattern of so many repetitions; write smaller numbers in its braces)\n", count(int(n), "line"))
	}
	for _, left := range []struct {
		why   string
		names []string
	}{{"they usually hold secrets", g.secret}, {"of rules about reading them", g.ruled}} {
		if len(left.names) > 0 {
			slices.Sort(left.names)
			fmt.Fprintf(&out, "(left out because %s: %s; name one in path to search in it)\n", left.why, strings.Join(left.names[:min(len(left.names), mostPlaces)], ", "))
		}
	}
	return tools.Result{Content: out.String(), Meta: tools.Meta{Truncated: g.cut}}
}
