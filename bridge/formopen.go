package bridge

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"handrail/bridge/opener"
)

// OpenBrowser shows a page of the web in the person's browser, in the session that
// env describes. It is called by the person's own act only. The error says why it
// cannot.
func OpenBrowser(ctx context.Context, env []string, page string) error {
	u, err := url.Parse(page)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return errors.New("this isn't a web page, so it is not opened")
	}
	if err := opener.New(env, noRoots).Open(ctx, u.String()); err != nil {
		return fmt.Errorf("the browser cannot be opened: %w", err)
	}
	return nil
}

// noRoots is for what the person does where agents' folders are not known.
func noRoots() []string { return nil }
