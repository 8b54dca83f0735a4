// Package builtin holds the tools that every space has
// (docs/spec/05-built-in-tools.md): those that start programs and follow jobs,
// and those that read, find and change files. Each is made with tools.Define,
// touches files only through confine and processes only through proc, and
// settles its act before it runs. What a model reads about a tool lies beside
// the code, in describe/.
package builtin

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"handrail/internal/builtins"
	"handrail/internal/confine"
	"handrail/tools"
)

// Config is what the built-in tools of one space need.
type Config struct {
	// Roots are the files and folders that the tools may touch.
	Roots *confine.Roots
	// Reads remembers what each session has read; nil makes a new one.
	Reads *ReadLog
	// Withholds reports whether rules keep what is in a file from being shown unasked. The path
	// is real. nil: none does.
	Withholds func(path string) bool
	// Bash is for the tools that start programs. Its Roots are those above.
	Bash BashConfig
}

// Source provides the built-in tools. They have no namespace.
type Source struct{ list []tools.Tool }

// New makes the tools.
func New(c Config) (*Source, error) {
	if c.Roots == nil {
		return nil, fmt.Errorf("the built-in tools need the roots that they may touch")
	}
	if c.Reads == nil {
		c.Reads = NewReadLog()
	}
	c.Bash.Roots = c.Roots
	if c.Withholds == nil {
		c.Withholds = func(string) bool { return false }
	}
	f := &files{roots: c.Roots, reads: c.Reads, withholds: c.Withholds, redact: c.Bash.House.Redact, limits: usualLimits()}
	s := &Source{}
	p := newPrograms(c.Bash)
	for _, make := range append([]func() (tools.Tool, error){
		func() (tools.Tool, error) { return p.bash(c.Bash.Env) },
		p.spawn, p.jobs.outputTool, p.jobs.stopTool,
	}, fileTools(f)...) {
		tool, err := make()
		if err != nil {
			return nil, err
		}
		s.list = append(s.list, tool)
	}
	return s, nil
}

// Namespace implements tools.Source.
func (s *Source) Namespace() string { return "" }

// Tools implements tools.Source.
func (s *Source) Tools(context.Context) ([]tools.Tool, error) { return slices.Clone(s.list), nil }

// fileTools make the tools that read, find and change files.
func fileTools(f *files) []func() (tools.Tool, error) {
	return []func() (tools.Tool, error){f.read, f.write, f.edit, f.patch, f.glob, f.grep, f.listdir}
}

// files is what the file tools share.
type files struct {
	roots     *confine.Roots
	reads     *ReadLog
	withholds func(path string) bool // see Config
	redact    func(text string) string
	limits    *limits
}

// filesOf is the files as the session of a call may touch them.
func filesOf(f *files, call tools.Call) *files {
	of := *f
	of.roots = confine.Called(f.roots, call.Session)
	return &of
}

// limits are those of docs/spec/05-built-in-tools.md#tools.
type limits struct {
	fileSize   int64         // bytes of a file that is read or written
	fileTime   time.Duration // for read, write, edit, patch
	patchSize  int64         // bytes of all files of one patch
	globFiles  int
	globTime   time.Duration
	grepLines  int // matching lines
	grepTime   time.Duration
	listed     int // entries
	listedTime time.Duration
}

func usualLimits() *limits {
	return &limits{
		fileSize: 50 << 20, fileTime: 10 * time.Second, patchSize: 200 << 20,
		globFiles: 10_000, globTime: 5 * time.Second,
		grepLines: 1_000, grepTime: 10 * time.Second,
		listed: 10_000, listedTime: 5 * time.Second,
	}
}

// What a model reads about each tool, a file per tool.
//
//go:embed describe/*.md
var descriptions embed.FS

// defineFile makes a file tool: its description comes from describe/.
func defineFile[In any](info tools.Info, settle func(context.Context, tools.Call, In) (tools.Act[tools.Result], error)) (tools.Tool, error) {
	info, err := described(info)
	if err != nil {
		return nil, err
	}
	info.Category = "files"
	return tools.Define[In, tools.Result](info, settle)
}

// described gives a tool of this package its description, its source and its facts.
func described(info tools.Info) (tools.Info, error) {
	text, err := descriptions.ReadFile("describe/" + info.Name + ".md")
	if err != nil {
		return info, fmt.Errorf("tool %s has no description: %w", info.Name, err)
	}
	facts, known := builtins.Of(info.Name)
	if !known {
		return info, fmt.Errorf("tool %s has no row in internal/builtins", info.Name)
	}
	info.Description, info.Source, info.Facts = strings.TrimSpace(string(text)), "builtin", facts
	return info, nil
}

// reading makes the preview of a call that only reads abs and what lies below.
func reading(tool string, title tools.Clause, detail, abs string) tools.Preview {
	return tools.Preview{
		Detail:  detail,
		Effects: []tools.Effect{{Kind: tools.EffectRead, Target: abs}},
		Digest:  tools.Digest(tool, abs, detail),
	}.Titled(title)
}
