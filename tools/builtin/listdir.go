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
	}, func(_ context.Context, _ tools.Call, in listdirInput) (tools.Act[tools.Result], error) {
		p, err := f.roots.Resolve(in.Path)
		if err != nil {
			return tools.Act[tools.Result]{}, f.fail(in.Path, err)
		}
		title, detail := "List "+f.title(p), p.Abs
		if in.Recursive {
			title, detail = title+" and all below", detail+" and all below"
		}
		return tools.Act[tools.Result]{Preview: reading("listdir", title, detail, p.Abs), Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
			return within(ctx, f.limits.listedTime, "listing "+f.show(p), func(ctx context.Context) (tools.Result, error) {
				return f.list(ctx, p, in)
			})
		}}, nil
	})
}

// A listed entry is one line of the list.
type listed struct{ rel, line string }

func (f *files) list(ctx context.Context, p confine.Path, in listdirInput) (tools.Result, error) {
	var mu sync.Mutex
	var all []listed
	unreadable := 0
	err := f.roots.Walk(ctx, p, confine.Walk{
		Enter: func(folder *confine.Folder) error {
			some := make([]listed, 0, len(folder.Entries))
			for _, e := range folder.Entries {
				rel := folder.RelOf(e.Name())
				some = append(some, listed{rel, f.entryLine(folder, e, rel)})
			}
			folder.Entries = slices.DeleteFunc(folder.Entries, func(e fs.DirEntry) bool {
				return !in.Recursive || !e.IsDir() || e.Name() == ".git"
			})
			mu.Lock()
			defer mu.Unlock()
			all = append(all, some...)
			return nil
		},
		Skip: func(string, error) {
			mu.Lock()
			defer mu.Unlock()
			unreadable++
		},
	})
	if errors.Is(err, fs.ErrNotExist) || err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return tools.Result{}, f.failFolder(in.Path, p, err)
	}
	mu.Lock()
	defer mu.Unlock()
	slices.SortFunc(all, func(a, b listed) int { return strings.Compare(a.rel, b.rel) })
	var out strings.Builder
	most := min(len(all), f.limits.listed)
	for _, l := range all[:most] {
		out.WriteString(l.line)
	}
	switch {
	case len(all) == 0:
		out.WriteString("(the folder is empty)\n")
	case len(all) > most:
		fmt.Fprintf(&out, "(%d entries in all; these are the first %d: list a folder further down, or use glob)\n", len(all), most)
	}
	if unreadable > 0 {
		fmt.Fprintf(&out, "(%d folders could not be read)\n", unreadable)
	}
	return tools.Result{Content: out.String(), Meta: tools.Meta{Truncated: len(all) > most}}, err
}

// failFolder is fail for a folder: a file in its place has its own advice.
func (f *files) failFolder(name string, p confine.Path, err error) error {
	if info, statErr := f.roots.Stat(p); statErr == nil && !info.IsDir() {
		return tools.Errorf(tools.ExecutionFailed, "%q is %s, not a folder: use read, or name the folder it lies in", name, confine.KindName(info.Mode()))
	}
	return f.fail(name, err)
}

// entryLine shows an entry: type, size, time of change, name.
func (f *files) entryLine(folder *confine.Folder, e fs.DirEntry, rel string) string {
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
		if target, err := f.roots.Readlink(folder.Path.Join(e.Name())); err == nil {
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
