package bridge

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"handrail/internal/terminal"
	"handrail/tools"
	"handrail/tools/spoken"
)

type pickerInput struct {
	Title     string        `json:"title" doc:"What the person is asked to choose, such as \"Select the logs to read\"" maxlen:"200"`
	Multiple  bool          `json:"multiple" doc:"Whether several may be chosen" default:"false"`
	Directory bool          `json:"directory" doc:"Choose folders instead of files" default:"false"`
	Change    bool          `json:"change" doc:"Whether what is chosen is to be changed, not only read" default:"false"`
	Filters   []filterInput `json:"filters,omitempty" doc:"Offer only files whose names match; the person can pick among the filters"`
	Start     string        `json:"start,omitempty" doc:"The folder to start in; the space if it is missing"`
}

type filterInput struct {
	Name     string   `json:"name" doc:"What the filter is called, such as \"Images\"" maxlen:"60"`
	Patterns []string `json:"patterns" doc:"File name patterns, such as \"*.png\"" maxlen:"60"`
}

// Picked is the result of show_file_picker. Cancelling is no error.
type Picked struct {
	Paths     []string `json:"paths"` // absolute; each is granted
	Cancelled bool     `json:"cancelled,omitempty"`
	Reason    string   `json:"reason,omitempty"`
	Note      string   `json:"note,omitempty"` // about what was not granted, because it lies in the space
}

func newPicker(c SourceConfig) (tools.Tool, error) {
	about := info("show_file_picker", "Choose files", "folder-open",
		"Ask the person to choose files or folders in a native dialog. Returns {\"paths\": [...]}: absolute paths, which may then be read in this session, or read and changed if change is true. Cancelled is true if nothing was chosen.",
		c.Dialogs.Available())
	return tools.Define[pickerInput, Picked](about, func(_ context.Context, call tools.Call, in pickerInput) (tools.Act[Picked], error) {
		filters, err := filtersOf(in.Filters)
		if err != nil {
			return tools.Act[Picked]{}, err
		}
		p := pick{
			start:     startFolder(call.Space, in.Start),
			multiple:  in.Multiple,
			directory: in.Directory,
			filters:   filters,
			change:    in.Change,
			limit:     tools.AnswerLimit,
		}
		titled := func(t spoken.Tongue) string { return grantTitle(call.Caller, p.grants(t), in.Title, t) }
		p.title = titled(spoken.English)
		return tools.Act[Picked]{
			Preview: tools.Preview{Detail: p.describe(call.Caller)}.Titled(tools.Say(tools.TitleAskFiles)),
			Run: func(ctx context.Context, _ tools.Output) (Picked, error) {
				p.title = titled(c.Dialogs.tongue())
				return runPicker(ctx, c, call, p)
			},
		}, nil
	})
}

// runPicker shows the dialog and grants what was chosen.
func runPicker(ctx context.Context, c SourceConfig, call tools.Call, p pick) (Picked, error) {
	paths, err := c.Dialogs.choose(ctx, p)
	switch {
	case errors.Is(err, errLate):
		return Picked{Paths: []string{}, Cancelled: true, Reason: "nobody chose anything within " + span(p.limit)}, nil
	case err != nil:
		return Picked{Paths: []string{}, Cancelled: true}, failure(err)
	case len(paths) == 0:
		return Picked{Paths: []string{}, Cancelled: true, Reason: "the person chose nothing"}, nil
	}
	got := Picked{Paths: []string{}}
	inside := 0
	for _, path := range paths {
		err := c.Grant(call, path, p.change)
		if errors.Is(err, tools.ErrInSpace) {
			inside++
		} else if err != nil {
			return got, fmt.Errorf("%s was chosen, but cannot be used: %w", path, err)
		}
		got.Paths = append(got.Paths, path)
	}
	got.Note = insideNote(inside, len(paths))
	return got, nil
}

// insideNote says that what was picked needs no grant, of how many of all; "" of none.
func insideNote(inside, all int) string {
	switch {
	case inside == 0:
		return ""
	case all == 1:
		return "it lies in this space: nothing was granted, and what may be done there is what may be done in the space"
	case inside == all:
		return "they lie in this space: nothing was granted, and what may be done there is what may be done in the space"
	}
	return fmt.Sprintf("%d of %d lie in this space: nothing was granted for those, and what may be done there is what may be done in the space", inside, all)
}

// filtersOf checks the filters. A pattern is one word for the dialog, and a bar
// would end the filter's name.
func filtersOf(in []filterInput) ([]filter, error) {
	var out []filter
	for i, f := range in {
		name := oneLine(f.Name, 60)
		if len(f.Patterns) == 0 || strings.TrimSpace(name) == "" || strings.Contains(name, "|") {
			return nil, tools.Errorf(tools.InvalidArgs, "filters[%d] needs a name without | and at least one pattern, such as \"*.png\"", i)
		}
		for _, p := range f.Patterns {
			if p == "" || p != terminal.Visible(p) || strings.ContainsAny(p, " |/\n") {
				return nil, tools.Errorf(tools.InvalidArgs, "filters[%d] has the pattern %q; a pattern matches a file's name, and has no spaces, slashes or bars", i, p)
			}
		}
		out = append(out, filter{name: name, patterns: f.Patterns})
	}
	return out, nil
}

// startFolder is an absolute folder that exists, or "". The model is not told
// whether the one that it named does.
func startFolder(space, start string) string {
	if start != "" && !filepath.IsAbs(start) {
		start = filepath.Join(space, start)
	}
	for _, dir := range []string{start, space} {
		if info, err := os.Stat(dir); err == nil && info.IsDir() && filepath.IsAbs(dir) {
			return filepath.Clean(dir)
		}
	}
	return ""
}

// kind says in words what is chosen.
func (p pick) kind() string {
	switch {
	case p.directory && p.multiple:
		return "folders"
	case p.directory:
		return "a folder"
	case p.multiple:
		return "files"
	}
	return "a file"
}

// grants says in words what is chosen, and what for.
func (p pick) grants(t spoken.Tongue) string {
	switch {
	case p.directory && p.multiple && p.change:
		return t.Own("folders to read and change")
	case p.directory && p.multiple:
		return t.Own("folders to read")
	case p.directory && p.change:
		return t.Own("a folder to read and change")
	case p.directory:
		return t.Own("a folder to read")
	case p.multiple && p.change:
		return t.Own("files to read and change")
	case p.multiple:
		return t.Own("files to read")
	case p.change:
		return t.Own("a file to read and change")
	}
	return t.Own("a file to read")
}

// describe says what the person will be asked.
func (p pick) describe(c tools.Caller) string {
	done := "read"
	if p.change {
		done = "read and changed"
	}
	return fmt.Sprintf("%s\nChoose %s, starting in %s. What you choose may then be %s by tools %s, until you revoke it.", p.title, p.kind(), p.start, done, reachOf(c, spoken.English))
}

// reachOf says how far what somebody is granted by a dialog goes
// (docs/spec/09-bridge.md#how-far-a-pick-goes).
func reachOf(c tools.Caller, t spoken.Tongue) string {
	switch c.Kind {
	case tools.CallerPerson:
		return t.Own("in this space")
	case tools.CallerAgent:
		return t.Own("in this chat")
	}
	return t.Own("in this session")
}

// grantTitle is the title of a dialog whose answer grants something: how far that goes
// stands before the agent's own words.
func grantTitle(c tools.Caller, grants, title string, t spoken.Tongue) string {
	if c.Kind == tools.CallerPerson {
		return t.Own("Choose %s %s: %s", grants, reachOf(c, t), oneLine(title, 60))
	}
	return t.Own("%s asks for %s %s: %s", caller(c, t), grants, reachOf(c, t), oneLine(title, 60))
}

// asksTitle is the title of a window in which somebody asks something: who, and what.
func asksTitle(c tools.Caller, title string, t spoken.Tongue) string {
	if c.Kind == tools.CallerPerson {
		return oneLine(title, 80)
	}
	return t.Own("%s asks: %s", caller(c, t), oneLine(title, 80))
}

// saysTitle is the title of a window in which somebody says something: who, and what.
func saysTitle(c tools.Caller, title string, t spoken.Tongue) string {
	if c.Kind == tools.CallerPerson {
		return oneLine(title, 80)
	}
	return t.Own("%s says: %s", caller(c, t), oneLine(title, 80))
}
