package bridge

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"time"

	"handrail/internal/proc"
)

// openWait is how long the program that opens a page is waited for: some go on as
// long as the browser does.
const openWait = 3 * time.Second

// OpenBrowser shows a page of the web in the person's browser, in the session that
// env describes. It is called by the person's own act only. The error says why it
// cannot.
func OpenBrowser(ctx context.Context, env []string, page string) error {
	u, err := url.Parse(page)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return errors.New("this isn't a web page, so it is not opened")
	}
	var c proc.Command
	switch runtime.GOOS {
	case "darwin":
		c = proc.Command{Path: "/usr/bin/open", Args: []string{u.String()}}
	case "windows":
		c = proc.Command{Path: filepath.Join(proc.Getenv(env, "SystemRoot"), "System32", "rundll32.exe"), Args: []string{"url.dll,FileProtocolHandler", u.String()}}
	default: // not from the person's PATH: a folder in it may be an agent's to write
		path, err := proc.Look("xdg-open", "/usr/bin:/usr/local/bin:/bin")
		if err != nil {
			return fmt.Errorf("no program here can open a page: install xdg-utils, or open it yourself (%w)", err)
		}
		c = proc.Command{Path: path, Args: []string{u.String()}}
	}
	c.Dir, c.Env = string(filepath.Separator), env
	if runtime.GOOS == "windows" {
		c.Dir = filepath.Dir(c.Path)
	}
	ended := make(chan error, 1)
	go func() { // it may live as long as the browser
		out, err := proc.Run(context.WithoutCancel(ctx), c)
		if err == nil && out.ExitCode != 0 {
			err = fmt.Errorf("%s ended with code %d", filepath.Base(c.Path), out.ExitCode)
		}
		ended <- err
	}()
	late := time.NewTimer(openWait)
	defer late.Stop()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("the browser cannot be opened: %w", err)
		}
		return nil
	case <-late.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
