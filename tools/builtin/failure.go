package builtin

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"handrail/internal/confine"
	"handrail/tools"
)

// fail makes of an error about a file one that an agent can learn from: what,
// why, and what to do. name is as the agent gave it.
func (f *files) fail(name string, err error) error {
	var known *tools.Error
	var escape *confine.EscapeError
	var bad *confine.NameError
	var root *confine.RootError
	var kind *confine.KindError
	var size *confine.SizeError
	var changed *confine.ChangedError
	var reading *confine.ReadingError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &escape), errors.As(err, &bad), errors.Is(err, syscall.ENAMETOOLONG):
		return tools.Errorf(tools.InvalidPath, "%v", err)
	case errors.As(err, &reading):
		return tools.Errorf(tools.PermissionDenied, "%v: to change it, have it picked again, by show_file_picker with \"change\": true", err)
	case errors.As(err, &root):
		return tools.Errorf(tools.Unavailable, "%v", err)
	case errors.As(err, &kind) && kind.Mode.IsDir():
		return tools.Errorf(tools.ExecutionFailed, "%v: use listdir to see what is in it, or name a file", err)
	case errors.As(err, &kind):
		return tools.Errorf(tools.ExecutionFailed, "%v: only files can be read and written", err)
	case errors.As(err, &size):
		return tools.Errorf(tools.TooLarge, "%v: work on a part of it with bash (head, tail, sed), or search in it with grep", err)
	case errors.As(err, &changed):
		return tools.Errorf(tools.PermissionDenied, "%v: read it again, then decide", err)
	case errors.Is(err, fs.ErrNotExist):
		return tools.Errorf(tools.FileNotFound, "%q does not exist%s", name, f.similar(name))
	case errors.Is(err, syscall.ENOTDIR):
		return tools.Errorf(tools.FileNotFound, "%q does not exist: a part of that path is a file, not a folder", name)
	case errors.Is(err, fs.ErrPermission):
		return tools.Errorf(tools.PermissionDenied, "the system does not allow it (%v): ask the person to change the file's rights", err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		return tools.Errorf(tools.ExecutionFailed, "the disk is full or a limit is reached (%v): nothing was changed; free some space and try again", err)
	case errors.Is(err, syscall.EROFS):
		return tools.Errorf(tools.PermissionDenied, "the disk is read-only (%v)", err)
	}
	return tools.Errorf(tools.ExecutionFailed, "%v", err)
}

// similar names up to three entries of the folder that look like a name that
// does not exist, as an ending of a sentence; "" if there are none.
func (f *files) similar(name string) string {
	at, err := f.roots.Resolve(name)
	if err != nil || at.Rel == "." {
		return ""
	}
	folder, err := f.roots.Resolve(filepath.Dir(at.Abs))
	if err != nil {
		return ""
	}
	entries, err := f.roots.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return ": neither does its folder; use glob to find the file"
	}
	if err != nil {
		return ""
	}
	want := strings.ToLower(filepath.Base(name))
	stem := strings.TrimSuffix(want, filepath.Ext(want))
	var like []string
	for _, e := range entries {
		have := strings.ToLower(e.Name())
		if have == want || strings.TrimSuffix(have, filepath.Ext(have)) == stem || len(want) > 2 && strings.Contains(have, want) {
			like = append(like, filepath.ToSlash(filepath.Join(filepath.Dir(name), e.Name())))
		}
	}
	if len(like) == 0 {
		return ": use glob or listdir to find the file"
	}
	return fmt.Sprintf(": did you mean %s?", strings.Join(slices.Compact(like[:min(3, len(like))]), ", "))
}

// grace is how long an act that is out of time may take to hand over what it has.
const grace = 500 * time.Millisecond

// within runs do, which should watch its context, for at most limit. Where the
// disk itself hangs do is left behind; it finds its context ended.
func within[T any](ctx context.Context, limit time.Duration, what string, do func(context.Context) (T, error)) (T, error) {
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	inner, cancel := context.WithTimeout(ctx, limit)
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		defer cancel()
		value, err := do(inner)
		done <- outcome{value, err}
	}()
	var o outcome
	select {
	case o = <-done:
	case <-inner.Done(): // also when it ended by itself
		select {
		case o = <-done:
		case <-time.After(grace):
			o.err = inner.Err()
		}
	}
	if ctx.Err() != nil && o.err != nil {
		return o.value, ctx.Err()
	}
	if errors.Is(o.err, context.DeadlineExceeded) {
		return o.value, tools.Errorf(tools.Timeout, "%s took longer than %v and was stopped", what, limit)
	}
	return o.value, o.err
}
