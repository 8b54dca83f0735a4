package builtin

import (
	"context"
	"fmt"
	"strings"

	"handrail/internal/confine"
	"handrail/tools"
)

type writeInput struct {
	Path    string `json:"path" doc:"The file, absolute or relative to the space; missing folders are made"`
	Content string `json:"content" doc:"What the file shall hold, whole"`
}

// write makes the tool write (docs/spec/05-built-in-tools.md).
func (f *files) write() (tools.Tool, error) {
	return defineFile(tools.Info{
		Name: "write", Title: "Write a file", Icon: "file-plus", SideEffect: true, Danger: tools.Moderate, Timeout: f.limits.fileTime,
	}, func(ctx context.Context, call tools.Call, in writeInput) (tools.Act[tools.Result], error) {
		f := filesOf(f, call)
		var none tools.Act[tools.Result]
		if size := int64(len(in.Content)); size > f.limits.fileSize {
			return none, tools.Errorf(tools.TooLarge, "the content has %d bytes; at most %d can be written: split it into several files, or make it with a program through bash", size, f.limits.fileSize)
		}
		c, err := f.load(ctx, in.Path)
		if c.whole = true; err == nil {
			err = f.gate(call.Session, c)
		}
		if err != nil {
			return none, foreseen(f, err, in.Path)
		}
		c.new = []byte(in.Content)
		title, done := tools.TitleCreateFile, "Created"
		if c.before.Exists {
			title, done = tools.TitleWriteFile, "Wrote"
		}
		set := changeSet{files: f, session: call.Session, changes: []change{c}}
		return set.act("write", tools.Say(title, f.title(c.path)), fmt.Sprintf("%s %s: %s", done, f.show(c.path), describe(c.new))), nil
	})
}

// describe names content without showing it
// (docs/spec/05-built-in-tools.md#changing-a-file).
func describe(data []byte) string {
	lines := strings.Count(string(data), "\n")
	if len(data) > 0 && data[len(data)-1] != '\n' {
		lines++
	}
	return fmt.Sprintf("%d bytes, %d lines, SHA-256 %s", len(data), lines, confine.StateOf(data).SHA256)
}
