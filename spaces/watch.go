package spaces

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// How a burst of changes becomes one call: after a pause, or at the latest after
// the patience. A folder that cannot be watched is tried again after a while.
const (
	watchPause    = 100 * time.Millisecond
	watchPatience = time.Second
	watchRetry    = time.Second
)

// Watch calls changed after something that the space declares was changed,
// added or removed, until ctx ends. Changes that come close together make one
// call; calls never overlap. Only the folders of a space that hold definitions
// are watched, not the whole tree, and only the files that Load would read and
// the scripts beside the hooks. Folders that are made later are picked up.
//
// The error says why watching could not start, for example because the system's
// limit of watches is reached; the space works without.
func Watch(ctx context.Context, dir string, changed func()) error {
	real, err := realPath(dir)
	if err != nil {
		return err
	}
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch the space: %w", err)
	}
	w := &watcher{dir: real, notify: notify, changed: changed}
	if err := w.sync(); err != nil {
		return errors.Join(fmt.Errorf("watch the space: %w", err), notify.Close())
	}
	go w.run(ctx)
	return nil
}

type watcher struct {
	dir     string
	notify  *fsnotify.Watcher
	changed func()
}

// run turns events into calls until ctx ends.
func (w *watcher) run(ctx context.Context) {
	defer func() { _ = w.notify.Close() }() // nothing is lost with it
	due := time.NewTimer(time.Hour)
	due.Stop()
	var first time.Time // of the burst; zero: none is going on
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-w.notify.Events:
			if !ok {
				return
			}
			if e.Op == fsnotify.Chmod || !w.relevant(e.Name) {
				continue
			}
		case _, ok := <-w.notify.Errors: // events were lost: look again
			if !ok {
				return
			}
		case <-due.C:
			first = time.Time{}
			err := w.sync()
			if err != nil {
				due.Reset(watchRetry)
			}
			if err == nil || !failing {
				w.changed()
			}
			failing = err != nil
			continue
		}
		now := time.Now()
		if first.IsZero() {
			first = now
		}
		due.Reset(max(0, min(watchPause, first.Add(watchPatience).Sub(now))))
	}
}

// sync watches every folder that is there now. Watching one twice is the same as
// once.
func (w *watcher) sync() error {
	problems := []error{w.notify.Add(w.dir)}
	folders := []string{"agent", "agent/tools", "agent/hooks", "agent/skills", "skills", "pages"}
	entries, err := os.ReadDir(filepath.Join(w.dir, "skills"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		problems = append(problems, err)
	}
	for _, e := range entries {
		folders = append(folders, path.Join("skills", e.Name()))
	}
	for _, f := range folders {
		name := filepath.Join(w.dir, filepath.FromSlash(f))
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			continue
		}
		if err := w.notify.Add(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}

// relevant reports whether a file or folder is one that Load looks at.
func (w *watcher) relevant(name string) bool {
	rel, err := filepath.Rel(w.dir, name)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	switch rel {
	case ".", manifestFile, "ctxnest.json", ".mcp.json", "MEMORY.md", "agent", "agent/rules.json", TourFile,
		"agent/tools", "agent/hooks", "agent/skills", "skills", "pages":
		return true
	case "agent/hooks/" + hookStates:
		return false
	}
	folder, base := path.Split(rel)
	if strings.HasPrefix(base, ".") || strings.HasSuffix(base, "~") {
		return false
	}
	switch folder {
	case "agent/", "agent/tools/", "agent/skills/":
		return path.Ext(base) == ".md"
	case "agent/hooks/", "skills/":
		return true
	case "pages/":
		return path.Ext(base) == ".html"
	default:
		return path.Base(rel) == "SKILL.md"
	}
}
