package builtin

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/confine"
	"handrail/tools"
)

type listdirInput struct {
	Path      string `json:"path" doc:"The folder, absolute or relative to the space"`
	Recursive bool   `json:"recursive,omitempty" default:"false" doc:"List what lies below, too"`
}

// listdir makes the tool listdir (docs/spec/05-built-in-tools.md).
func (f *files) listdir() (tools.Tool, error) {
	return defineFile(tools.Info{
		Name: "listdir", Title: "List a folder", Icon: "folder-open", Timeout: f.limits.listedTime,
	}, func(_ context.Context, call tools.Call, in listdirInput) (tools.Act[tools.Result], error) {
		f := filesOf(f, call)
		p, err := f.roots.Resolve(in.Path)
		if err != nil {
			return tools.Act[tools.Result]{}, f.fail(in.Path, err)
		}
		title, detail := tools.TitleListFolder, p.Abs
		if in.Recursive {
			title, detail = tools.TitleListTree, detail+" and all below"
		}
		return tools.Act[tools.Result]{Preview: reading("listdir", tools.Say(title, f.title(p)), detail, p.Abs), Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
			l := &listing{files: f, in: in, folder: p}
			return within(ctx, f.limits.listedTime, "listing "+f.show(p), l.run)
		}}, nil
	})
}

// A listed entry is one line of the list.
type listed struct{ rel, line string }

// A listing is one list under way.
type listing struct {
	files  *files
	in     listdirInput
	folder confine.Path

	mu         sync.Mutex
	entries    []listed
	unreadable int // folders
}

func (l *listing) run(ctx context.Context) (tools.Result, error) {
	err := l.files.roots.Walk(ctx, l.folder, confine.Walk{Enter: l.enter, Skip: func(string, error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.unreadable++
	}})
	if errors.Is(err, fs.ErrNotExist) || err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return tools.Result{}, l.fail(err)
	}
	return l.result(), err
}

// enter lists one folder, and leaves of it what is to be entered.
func (l *listing) enter(folder *confine.Folder) error {
	some := make([]listed, 0, len(folder.Entries))
	for _, e := range folder.Entries {
		rel := folder.RelOf(e.Name())
		some = append(some, listed{rel, l.line(folder, e, rel)})
	}
	folder.Entries = slices.DeleteFunc(folder.Entries, func(e fs.DirEntry) bool {
		return !l.in.Recursive || !e.IsDir() || e.Name() == ".git"
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = append(l.entries, some...)
	return nil
}

// line shows an entry: type, size, time of change, name.
func (l *listing) line(folder *confine.Folder, e fs.DirEntry, rel string) string {
	kind, size, changed := "other", "-", strings.Repeat(" ", 20)
	info, err := folder.Info(e)
	if err == nil {
		changed = info.ModTime().UTC().Format(time.RFC3339)
	}
	switch {
	case e.IsDir():
		kind, rel = "folder", rel+"/"
	case e.Type()&fs.ModeSymlink != 0:
		kind = "link"
		if target, err := l.files.roots.Readlink(folder.Path.Join(e.Name())); err == nil {
			rel += " -> " + target
		}
	case e.Type().IsRegular():
		kind = "file"
		if err == nil {
			size = fmt.Sprint(info.Size())
		}
	}
	return fmt.Sprintf("%-6s %10s  %s  %s\n", kind, size, changed, strings.ToValidUTF8(rel, "�"))
}

// result shows what was listed, in order of names.
func (l *listing) result() tools.Result {
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.SortFunc(l.entries, func(a, b listed) int { return strings.Compare(a.rel, b.rel) })
	var out strings.Builder
	most := min(len(l.entries), l.files.limits.listed)
	for _, e := range l.entries[:most] {
		out.WriteString(e.line)
	}
	switch {
	case len(l.entries) == 0:
		out.WriteString("(the folder is empty)\n")
	case len(l.entries) > most:
		fmt.Fprintf(&out, "(%d entries in all; these are the first %d: list a folder further down, or use glob)\n", len(l.entries), most)
	}
	if l.unreadable > 0 {
		fmt.Fprintf(&out, "(%d folders could not be read)\n", l.unreadable)
	}
	return tools.Result{Content: out.String(), Meta: tools.Meta{Truncated: len(l.entries) > most}}
}

// fail is files.fail for a folder: a file in its place has its own advice.
func (l *listing) fail(err error) error {
	if info, statErr := l.files.roots.Stat(l.folder); statErr == nil && !info.IsDir() {
		return tools.Errorf(tools.ExecutionFailed, "%q is %s, not a folder: use read, or name the folder it lies in", l.in.Path, confine.KindName(info.Mode()))
	}
	return l.files.fail(l.in.Path, err)
}
