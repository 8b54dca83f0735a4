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

type savingInput struct {
	Title   string        `json:"title" doc:"What the person is asked for, such as \"Where should the report go?\"" maxlen:"200"`
	Name    string        `json:"name,omitempty" doc:"What the file may be called, such as \"report.md\"; the person can change it" maxlen:"200"`
	Filters []filterInput `json:"filters,omitempty" doc:"Show only files whose names match; the person can pick among the filters"`
	Start   string        `json:"start,omitempty" doc:"The folder to start in; the space if it is missing"`
}

// Placed is the result of show_save_dialog. Cancelling is no error.
type Placed struct {
	Path      string `json:"path,omitempty"`   // absolute; it is granted
	Exists    bool   `json:"exists,omitempty"` // the person said that it may be replaced
	Cancelled bool   `json:"cancelled,omitempty"`
	Reason    string `json:"reason,omitempty"`
	Note      string `json:"note,omitempty"` // if nothing was granted, because it lies in the space
}

func newSaving(c SourceConfig) (tools.Tool, error) {
	about := info("show_save_dialog", "Choose where to save", "folder-input",
		"Ask the person in a native dialog where one file should be saved. Returns {\"path\": \"...\"}: an absolute path, which may then be written with write. It saves nothing itself. exists is true if there is such a file, which the person agreed to replace: read it before you write it. Cancelled is true if no place was chosen.",
		c.Dialogs.Available())
	return tools.Define[savingInput, Placed](about, func(_ context.Context, call tools.Call, in savingInput) (tools.Act[Placed], error) {
		filters, err := filtersOf(in.Filters)
		if err != nil {
			return tools.Act[Placed]{}, err
		}
		if err := checkFileName(in.Name); err != nil {
			return tools.Act[Placed]{}, err
		}
		p := pick{
			start:   startFolder(call.Space, in.Start),
			save:    true,
			name:    in.Name,
			filters: filters,
			limit:   tools.AnswerLimit,
		}
		titled := func(t spoken.Tongue) string { return grantTitle(call.Caller, t.Own("one file to write"), in.Title, t) }
		detail := fmt.Sprintf("%s\nChoose a file, starting with %s. That one file may then be read and written by tools %s, until you revoke it.", titled(spoken.English), filepath.Join(p.start, p.name), reachOf(call.Caller, spoken.English))
		return tools.Act[Placed]{
			Preview: tools.Preview{Detail: detail}.Titled(tools.Say(tools.TitleAskPlace)),
			Run: func(ctx context.Context, _ tools.Output) (Placed, error) {
				p.title = titled(c.Dialogs.tongue())
				return runSaving(ctx, c, call, p)
			},
		}, nil
	})
}

// runSaving shows the dialog and grants the file that was named.
func runSaving(ctx context.Context, c SourceConfig, call tools.Call, p pick) (Placed, error) {
	paths, err := c.Dialogs.choose(ctx, p)
	switch {
	case errors.Is(err, errLate):
		return Placed{Cancelled: true, Reason: "nobody chose a place within " + span(p.limit)}, nil
	case err != nil:
		return Placed{Cancelled: true}, failure(err)
	case len(paths) == 0:
		return Placed{Cancelled: true, Reason: "the person chose no place"}, nil
	}
	path := paths[0]
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() { // a folder would be granted with all that is in it
		return Placed{}, tools.Errorf(tools.InvalidPath, "%s was chosen, and is no file: ask for another place", path)
	}
	exists := err == nil
	err = c.Grant(call, path, true)
	if errors.Is(err, tools.ErrInSpace) {
		return Placed{Path: path, Exists: exists, Note: insideNote(1, 1)}, nil
	}
	if err != nil {
		return Placed{}, fmt.Errorf("%s was chosen, but cannot be used: %w", path, err)
	}
	return Placed{Path: path, Exists: exists}, nil
}

// checkFileName refuses what is no name of a file for the dialog.
func checkFileName(name string) error {
	switch {
	case name == "":
		return nil
	case name != terminal.Visible(name), strings.ContainsAny(name, "/\\\n\t"), strings.Trim(name, ". ") == "", name != filepath.Base(name):
		return tools.Errorf(tools.InvalidArgs, "%q is no name of a file: write it without folders, and without characters that are not seen; the folder is start", name)
	}
	return nil
}
