// Package opener hands pages and files to the person's own programs, as a double
// click would: the browser, the mail program, the viewer of a file. It decides nothing;
// who calls it has asked the person.
package opener

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/bridge/trusted"
	"handrail/internal/proc"
)

// wait is how long the program that opens something is waited for: some go on as long
// as the browser does.
const wait = 3 * time.Second

// An Opener opens pages and files by the program that the system has for that. It is
// safe for concurrent use.
type Opener struct {
	env   []string
	roots func() []string
	system
}

// New finds what opens pages and files on this system, once. env is the environment of
// the person's session; roots are the folders that agents may write to. It does not
// fail: Available says why nothing can be opened.
func New(env []string, roots func() []string) *Opener {
	return &Opener{env: env, roots: roots, system: find(env, roots())}
}

// Available is nil if something can be opened, else why not, and what to do.
func (o *Opener) Available() error { return o.missing }

// Program is the program that is run to open something, absolute; "" if there is none.
func (o *Opener) Program() string { return o.path }

// Open opens target: a URL whole with its scheme, or an absolute path. No shell reads
// it, and it cannot be taken for an option.
func (o *Opener) Open(ctx context.Context, target string) error {
	if strings.HasPrefix(target, "-") || target == "" {
		return errors.New("only a whole URL or an absolute path can be opened")
	}
	if o.path == "" {
		return o.missing
	}
	if err := o.check(o.roots()); err != nil {
		return err
	}
	c := proc.Command{Path: o.path, Args: append(slices.Clone(o.args), target), Dir: string(filepath.Separator), Env: o.safeEnv()}
	if filepath.VolumeName(o.path) != "" {
		c.Dir = filepath.Dir(o.path)
	}
	ended := make(chan error, 1)
	go func() { // it may live as long as the browser
		out, err := proc.Run(context.WithoutCancel(ctx), c)
		if err == nil && out.ExitCode != 0 {
			err = fmt.Errorf("%s ended with code %d; there may be no program for it", filepath.Base(c.Path), out.ExitCode)
		}
		ended <- err
	}()
	late := time.NewTimer(wait)
	defer late.Stop()
	select {
	case err := <-ended:
		return err
	case <-late.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// safeEnv is the person's environment, its PATH without the folders that agents may
// write to: the program that opens something looks there for the browser.
func (o *Opener) safeEnv() []string {
	var keep []string
	roots := trusted.RealPaths(o.roots())
	for _, dir := range filepath.SplitList(proc.Getenv(o.env, "PATH")) {
		real, err := filepath.EvalSymlinks(dir)
		inside := slices.ContainsFunc(roots, func(root string) bool {
			rel, err := filepath.Rel(root, real)
			return err == nil && filepath.IsLocal(rel)
		})
		if err == nil && filepath.IsAbs(dir) && !inside {
			keep = append(keep, dir)
		}
	}
	return proc.SetEnv(slices.Clone(o.env), "PATH", strings.Join(keep, string(filepath.ListSeparator)))
}
