// Package servers runs the MCP servers of open spaces: which there are, how each is
// started and what it may touch, what it has, and how the person signs in to it.
package servers

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"handrail/internal/secrets"
	"handrail/internal/web"
	"handrail/operator/asking"
	"handrail/operator/paths"
	"handrail/operator/settings"
	"handrail/tools"
)

// Config is what a Pool is given.
type Config struct {
	Context  context.Context // ends when the app closes
	Version  string          // of the app, as servers are told
	Home     string          // the person's home folder
	Dirs     settings.Dirs
	Environ  settings.Environ
	Network  []string // what --network lets programs reach; nil: as the settings say
	Settings *settings.File
	Way      web.Way // to servers elsewhere; nil: as the environment says
	Secrets  *secrets.Store
	Redact   *secrets.Redactor
	Store    Store
	// Looks reports whether a name or a value looks secret.
	Looks Looks
	// Learn keeps the value of a variable that looks secret out of everything that is
	// written.
	Learn func(name, value string)
	// Form is what shows the person forms of a server that starts now; nil: it is told
	// that there are none.
	Form func() func(ctx context.Context, f tools.Form) (tools.FormAnswer, error)
	// Ground is all that agents and servers may have written.
	Ground func() (paths.Ground, error)
	// Asking asks the person on the way of a call.
	Asking asking.Recorded
	// Unwalled says why programs do not run behind walls; "" if they do.
	Unwalled func() string
	// Notice tells the person something that belongs to no call.
	Notice func(level, format string, args ...any)
	// Changed makes the settings count in every open space, and tells faces of it.
	Changed func(context.Context) error
	// Approved lists the tools of a space anew, and tells faces and other processes of
	// it; with "" those of every open space.
	Approved func(ctx context.Context, dir string) error
}

// A Store keeps what servers have, and why they failed.
type Store interface {
	State(ctx context.Context, kind, name string) (value string, ok bool, err error)
	States(ctx context.Context, kind string) (map[string]string, error)
	SetState(ctx context.Context, kind, name, value string) error // "" removes it
	ChangeState(ctx context.Context, kind, name string, change func(old string) string) error
}

// A Pool has what the servers of all open spaces share. It is safe for concurrent
// use.
type Pool struct {
	c        Config
	listings listings
}

// New makes a Pool.
func New(c Config) *Pool { return &Pool{c: c} }

// DataFolder is where a server of the settings keeps its own things; it may not be there.
func (p *Pool) DataFolder(f Found) string { return newResolver(p, "").dataFolder(f) }

// Grantable reports whether a server may be given a folder: it is there, and not too wide.
func (p *Pool) Grantable(path string) bool {
	_, why := profiles{pool: p}.grantable(path)
	return why == ""
}

// InDataText is how the settings name a file of this name in the data folder of their server.
func InDataText(name string) string { return "${" + dataVariable + "}/" + name }

// InData is the file that a text with ${HANDRAIL_SERVER_DATA} names in the data folder of a server
// of the settings, which is made.
func (p *Pool) InData(f Found, text string) (string, error) {
	rest, ok := strings.CutPrefix(text, "${"+dataVariable+"}/")
	if !ok || !filepath.IsLocal(rest) || strings.ContainsAny(rest, `/\`) { // what lies deeper the server could have led elsewhere
		return "", fmt.Errorf("%q is no file of a server's data folder", text)
	}
	dir, err := newResolver(p, "").makeData(f)
	return filepath.Join(dir, rest), err
}

// Forget forgets what a server of the settings has: another one of that name is one
// that was never seen.
func (p *Pool) Forget(ctx context.Context, name string) error {
	return p.c.Store.SetState(ctx, pinsKind, name, "")
}

// learnHeader makes known what must not be written or told: the value of a header,
// and what stands in it behind a word such as Bearer.
func (p *Pool) learnHeader(name, value string) {
	p.c.Redact.Add(name, value)
	if _, rest, ok := strings.Cut(value, " "); ok {
		p.c.Redact.Add(name, strings.TrimSpace(rest))
	}
}

// redacted are lines without the person's secrets.
func (p *Pool) redacted(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = p.c.Redact.Text(line)
	}
	return out
}
