// Package pages opens the pages of spaces (docs/spec/09-bridge.md#space-pages). A page is a stranger's program: it runs in a
// frame without an origin, on a server of ours that serves this one page, and reaches tools by `invoke` alone, which
// goes through the space's door with the page as the caller.
package pages

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"handrail/operator"
	"handrail/operator/news"
	"handrail/operator/trust"
	"handrail/spaces"
	"handrail/tools"
)

// A Page is a page of a space as the person sees it.
type Page struct {
	spaces.Page
	Why    string       // why it cannot be opened; "" if it can
	Action tools.Action // what the person can do about that
	SHA256 string       // of its file, as it was last read
}

// A Shelf is the pages of all open spaces, and those that are open. It is safe for
// concurrent use.
type Shelf struct {
	o      *operator.Operator
	tongue func() Tongue

	mu     sync.Mutex
	open   map[*Session]bool
	closed bool
	unhear func()
}

// New makes the shelf of an app. What pages are surrounded by is said in the tongue of that moment; nil: in English. The caller
// closes it before the app.
func New(o *operator.Operator, tongue func() Tongue) *Shelf {
	if tongue == nil {
		tongue = func() Tongue { return english{} }
	}
	f := &Shelf{o: o, tongue: tongue, open: map[*Session]bool{}}
	f.unhear = o.News().Listen(func(e news.Event) {
		if e.Kind == news.OnSpace {
			f.look(e.Folder)
		}
	})
	return f
}

// Close closes every open page.
func (f *Shelf) Close() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	f.unhear()
	for _, s := range f.sessions("") {
		s.Close()
	}
}

// sessions are the open pages of the space at dir; of all spaces if that is "".
func (f *Shelf) sessions(dir string) (out []*Session) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for s := range f.open {
		if dir == "" || s.space.Dir() == dir {
			out = append(out, s)
		}
	}
	return out
}

// look has the open pages of a space see whether they are still what is trusted.
func (f *Shelf) look(dir string) {
	for _, s := range f.sessions(dir) {
		s.look()
	}
}

// List is the pages of a space in the order of its manifest, also those that cannot be opened. What the manifest says of
// them counts in a trusted space only.
func List(space *operator.Space) []Page {
	state := space.Trust().State()
	sums := map[string]string{}
	var files []string
	for _, i := range state.Inventory().Items {
		if i.Kind == "page" {
			files, sums[i.File] = append(files, i.File), i.SHA256
		}
	}
	manifest := spaces.Manifest{}
	if state.Level() == trust.Trusted {
		manifest = space.Declared().Manifest
	}
	described, _ := manifest.Describe(files) // its faults are problems of the space
	out := make([]Page, 0, len(described))
	for _, p := range described {
		page := Page{Page: p, SHA256: sums[p.File]}
		switch why := state.HeldIn("page", p.ID, p.File); {
		case space.Unavailable() != "":
			page.Why = space.Unavailable()
		case state.Level() != trust.Trusted:
			page.Why, page.Action = "this space is not trusted", tools.Action{Kind: tools.TrustSpace}
		case why != "":
			page.Why, page.Action = why, tools.Action{Kind: tools.ReviewChanges}
		}
		out = append(out, page)
	}
	return out
}

// find is the page of a space by its id or file.
func find(space *operator.Space, name string) (Page, error) {
	name = strings.TrimSuffix(strings.TrimPrefix(name, "pages/"), ".html")
	list := List(space)
	i := slices.IndexFunc(list, func(p Page) bool { return p.ID == name })
	if i < 0 {
		return Page{}, tools.Errorf(tools.NotFound, "this space has no page %q%s", name, others(list))
	}
	return list[i], nil
}

// othersShown is how many pages an error names.
const othersShown = 20

// others names the pages that there are.
func others(list []Page) string {
	if len(list) == 0 {
		return ", nor any other: a page is a file pages/NAME.html"
	}
	var names []string
	for _, p := range list[:min(len(list), othersShown)] {
		names = append(names, strconv.Quote(p.ID))
	}
	if more := len(list) - othersShown; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return "; it has " + strings.Join(names, ", ")
}

// mostBytes is how large a page may be: what a space's loading reads of one.
const mostBytes = 16 << 20

// source reads a page whose content is trusted. What changed in between is not shown.
func source(ctx context.Context, space *operator.Space, name string) (Page, []byte, error) {
	for again := false; ; again = true {
		space.CatchUp()
		page, err := find(space, name)
		if err != nil {
			return page, nil, err
		}
		if page.Why != "" {
			return page, nil, tools.Errorf(tools.PermissionDenied, "the page can't be opened: %s", page.Why).Advise(page.Action)
		}
		at, err := space.Roots().Resolve(path.Join(space.Dir(), page.File))
		if err != nil {
			return page, nil, err
		}
		data, _, err := space.Roots().ReadFile(at, mostBytes)
		if err != nil {
			return page, nil, fmt.Errorf("the page can't be read: %w", err)
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) == page.SHA256 {
			return page, data, nil
		}
		if again { // it has just been read again: somebody writes it all the time
			return page, nil, errors.New("the page changed while it was opened: open it again")
		}
		if err := space.Reload(ctx); err != nil {
			return page, nil, err
		}
	}
}

// scope is what the page may call: what the manifest lists, else the tools of the desktop, which show the person all
// that they do. A tool of the space that has taken the name of one is not meant.
func (p Page) scope(r *tools.Registry) tools.Scope {
	list := p.Tools
	if list == nil {
		list = []string{}
		for _, e := range r.Entries() {
			if e.Info.Source == "bridge" && e.State != tools.Shadowed {
				list = append(list, e.Info.Name)
			}
		}
	}
	return tools.Scope{Page: list, Raised: []string{}}
}
