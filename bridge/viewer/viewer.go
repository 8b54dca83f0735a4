// Package viewer shows one page of a space in a window of its own
// (docs/decisions/0761-pages-have-a-viewer.md): a web view without any channel to Handrail, which reaches
// nothing but the server that it was given.
package viewer

import (
	"bufio"
	"errors"
	"io"
	"net/url"
	"strings"
)

// readAddress reads the address of a page: one line, http at 127.0.0.1.
func readAddress(in io.Reader) (*url.URL, error) {
	line, err := bufio.NewReader(io.LimitReader(in, 1000)).ReadString('\n')
	if err != nil {
		return nil, errors.New("no address of a page came over standard input")
	}
	u, err := url.Parse(strings.TrimSpace(line))
	if err != nil || u.Scheme != "http" || u.Hostname() != "127.0.0.1" || u.Port() == "" || u.User != nil {
		return nil, errors.New("what came over standard input is no address of a page: Handrail itself starts this program for a page")
	}
	return u, nil
}
