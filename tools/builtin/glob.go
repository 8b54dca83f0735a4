package builtin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"handrail/internal/confine"
	"handrail/tools"
)

type globInput struct {
	Pattern string `json:"pattern" doc:"Such as **/*.ts or src/**/*.json"`
	Path    string `json:"path,omitempty" doc:"The folder to look in; default: the space"`
	Respect bool   `json:"respect_gitignore,omitempty" default:"true" doc:"Leave out what .gitignore excludes"`
}

// glob makes the tool glob (docs/spec/05-built-in-tools.md).
func (f *files) glob() (tools.Tool, error) {
	return defineFile(tools.Info{
		Name: "glob", Title: "Find files", Icon: "folder-search", Timeout: f.limits.globTime,
	}, func(_ context.Context, call tools.Call, in globInput) (tools.Act[tools.Result], error) {
		f := filesOf(f, call)
		start, rest, err := f.globStart(in)
		if err != nil {
			return tools.Act[tools.Result]{}, err
		}
		detail := fmt.Sprintf("%s in %s", rest, start.Abs)
		if !in.Respect {
			detail += ", also what .gitignore excludes"
		}
		preview := reading("glob", tools.Say(tools.TitleFindFiles, oneLine(in.Pattern)), detail, start.Abs)
		return tools.Act[tools.Result]{Preview: preview, Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
			return within(ctx, f.limits.globTime, "looking for files", func(ctx context.Context) (tools.Result, error) {
				return f.globFiles(ctx, start, rest, in.Respect)
			})
		}}, nil
	})
}

// globStart splits a pattern into the folder where it begins and what is to
// match below it.
func (f *files) globStart(in globInput) (confine.Path, string, error) {
	var none confine.Path
	pattern := filepath.ToSlash(in.Pattern)
	if pattern == "" || !doublestar.ValidatePattern(pattern) {
		return none, "", tools.Errorf(tools.InvalidArgs, "%q is not a pattern: a bracket or brace may be open; write \\ before a character that stands for itself", in.Pattern)
	}
	folder := in.Path
	if folder == "" {
		folder = "."
	}
	if at, err := f.roots.Resolve(folder); err != nil {
		return none, "", f.fail(folder, err)
	} else if _, err := f.roots.Stat(at); err != nil {
		return none, "", f.fail(folder, err)
	}
	rest := pattern
	if base, below := doublestar.SplitPattern(pattern); base != "." && !strings.Contains(base, `\`) {
		rest = below
		if filepath.IsAbs(base) {
			folder = base
		} else {
			folder = filepath.Join(folder, filepath.FromSlash(base))
		}
	}
	start, err := f.roots.Resolve(folder)
	if err != nil {
		return none, "", f.fail(folder, err)
	}
	return start, strings.TrimPrefix(rest, "./"), nil
}

// A foundFile is a file that glob has found.
type foundFile struct {
	rel     string
	changed time.Time
}

func (f *files) globFiles(ctx context.Context, start confine.Path, pattern string, respect bool) (tools.Result, error) {
	var mu sync.Mutex
	var found []foundFile
	t := &tree{start: start, respect: respect, depth: -1, visit: func(folder *confine.Folder, e fs.DirEntry) error {
		rel := folder.RelOf(e.Name())
		if !doublestar.MatchUnvalidated(pattern, rel) {
			return nil
		}
		file := foundFile{rel: rel}
		if info, err := folder.Info(e); err == nil {
			file.changed = info.ModTime()
		}
		mu.Lock()
		defer mu.Unlock()
		found = append(found, file)
		return nil
	}}
	if !strings.Contains(pattern, "**") && !strings.Contains(pattern, "{") {
		t.depth = strings.Count(pattern, "/")
	}
	err := f.walk(ctx, t)
	if errors.Is(err, fs.ErrNotExist) && !isGone(err) {
		err = nil // the pattern names a folder that is not there: nothing matches
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return tools.Result{}, f.fail(f.show(start), err)
	}
	mu.Lock()
	defer mu.Unlock()
	slices.SortFunc(found, func(a, b foundFile) int {
		return cmp.Or(b.changed.Compare(a.changed), strings.Compare(a.rel, b.rel))
	})
	return f.globResult(start, found, t.unreadable.Load()), err
}

func (f *files) globResult(start confine.Path, found []foundFile, unreadable int64) tools.Result {
	var out strings.Builder
	most := min(len(found), f.limits.globFiles)
	for _, file := range found[:most] {
		out.WriteString(path.Join(filepath.ToSlash(f.show(start)), file.rel))
		out.WriteByte('\n')
	}
	switch {
	case len(found) == 0:
		fmt.Fprintf(&out, "(no file matches in %s)\n", f.show(start))
	case len(found) > most:
		fmt.Fprintf(&out, "(%d files match; these are the %d newest: use a narrower pattern for the others)\n", len(found), most)
	}
	if unreadable > 0 {
		fmt.Fprintf(&out, "(%d folders could not be read)\n", unreadable)
	}
	return tools.Result{Content: out.String(), Meta: tools.Meta{Truncated: len(found) > most}}
}

// oneLine shows a text from a model on one line of at most 80 bytes.
func oneLine(text string) string { return firstLine(visible(text)) }
