package builtin

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"handrail/internal/confine"
	"handrail/internal/picture"
	"handrail/tools"
)

type readInput struct {
	Path   string `json:"path" doc:"The file, absolute or relative to the space"`
	Limit  int    `json:"limit,omitempty" default:"2000" min:"1" doc:"At most this many lines"`
	Offset int    `json:"offset,omitempty" default:"0" min:"0" doc:"Leave out this many lines at the beginning"`
}

// read makes the tool read (docs/spec/05-built-in-tools.md).
func (f *files) read() (tools.Tool, error) {
	return defineFile(tools.Info{
		Name: "read", Title: "Read a file", Icon: "file-text", Timeout: f.limits.fileTime,
	}, func(_ context.Context, call tools.Call, in readInput) (tools.Act[tools.Result], error) {
		f := filesOf(f, call)
		p, err := f.roots.Resolve(in.Path)
		if err != nil {
			return tools.Act[tools.Result]{}, f.fail(in.Path, err)
		}
		detail := fmt.Sprintf("%s, at most %d lines after the first %d", p.Abs, in.Limit, in.Offset)
		preview := reading("read", tools.Say(tools.TitleReadFile, f.title(p)), detail, p.Abs)
		return tools.Act[tools.Result]{Preview: preview, Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
			return within(ctx, f.limits.fileTime, "reading "+f.show(p), func(ctx context.Context) (tools.Result, error) {
				return f.readFile(ctx, call.Session, p, in)
			})
		}}, nil
	})
}

// title is show on one line.
func (f *files) title(p confine.Path) string { return visible(f.show(p)) }

// visible replaces line ends and other control characters.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, text)
}

func (f *files) readFile(ctx context.Context, session string, p confine.Path, in readInput) (tools.Result, error) {
	data, _, err := f.roots.ReadFile(p, f.limits.fileSize)
	if err != nil {
		return tools.Result{}, f.fail(in.Path, err)
	}
	result, seen, err := f.render(ctx, p, data, in)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return tools.Result{}, err
	}
	seen.State = confine.StateOf(data)
	f.reads.Record(session, p.Abs, seen)
	return result, nil
}

// render makes of a file what a model can read, and says which lines of it that shows.
func (f *files) render(ctx context.Context, p confine.Path, data []byte, in readInput) (tools.Result, Seen, error) {
	kind := kindOf(data)
	switch {
	case kind.image():
		return renderImage(kind, data), shownWhole(confine.State{}, 1), nil
	case kind.mime == "application/pdf":
		text, err := pdfText(ctx, data)
		if err != nil {
			return tools.Result{}, Seen{}, err
		}
		return numbered(text, in)
	case kind.binary():
		return tools.Result{}, Seen{}, tools.Errorf(tools.ExecutionFailed,
			"%s is not text: it is %s (%s) of %d bytes. Look into it with a program, through bash", f.show(p), kind.name, kind.mime, len(data))
	}
	text, _, err := decode(data)
	if err != nil {
		return tools.Result{}, Seen{}, tools.Errorf(tools.ExecutionFailed, "%s cannot be read as text: %v. Look into it with a program, through bash", f.show(p), err)
	}
	result, seen, err := numbered(text, in)
	if err == nil && !utf8.ValidString(result.Content) {
		result.Content = strings.ToValidUTF8(result.Content, "�") +
			"\n(Some bytes are not valid UTF-8 and are shown as �. edit leaves them as they are; write would replace them.)"
	}
	return result, seen, err
}

// renderImage hands a picture over as it is.
func renderImage(k kind, data []byte) tools.Result {
	size := ""
	if is, ok := picture.Of(data); ok {
		size = fmt.Sprintf(", %d × %d pixels", is.Width, is.Height)
	}
	return tools.Result{
		Content: fmt.Sprintf("%s, %d bytes%s", k.mime, len(data), size),
		Parts:   []tools.Part{{MIME: k.mime, Data: data}},
	}
}

// shownLimit is how many bytes of lines a read gives: so many that no result of it is
// cut, even if a secret in it is replaced by a longer mark.
const shownLimit = tools.ContentLimit - 4096

// numbered numbers the lines that were asked for, as many as a result holds, and says
// how many are left. A line that is longer than a result is given alone, and is cut.
func numbered(text string, in readInput) (tools.Result, Seen, error) {
	if text == "" {
		return tools.Result{Content: "(the file is empty)"}, Seen{}, nil
	}
	total := lineCount(text)
	if in.Offset >= total {
		return tools.Result{}, Seen{}, tools.Errorf(tools.InvalidArgs, "there are only %d lines, so none is left after leaving out %d: use a smaller offset", total, in.Offset)
	}
	text = text[startOf(text, in.Offset):]
	var out strings.Builder
	seen := Seen{Total: total}
	last := in.Offset
	for n := in.Offset + 1; n <= in.Offset+min(in.Limit, total-in.Offset); n++ {
		line, rest, _ := strings.Cut(text, "\n")
		long := len(line) > shownLimit-16
		if out.Len()+len(line)+16 > shownLimit && (n > in.Offset+1 || !long) {
			break
		}
		writeNumbered(&out, n, strings.TrimSuffix(line, "\r"))
		text, last = rest, n
		if long {
			seen.Parts = withSpan(nil, Span{n, n})
			break
		}
	}
	if len(seen.Parts) == 0 {
		seen.Lines = withSpan(nil, Span{in.Offset + 1, last})
	}
	if left := total - last; left > 0 {
		fmt.Fprintf(&out, "(%d more lines; go on with offset %d)\n", left, last)
	}
	return tools.Result{Content: out.String()}, seen, nil
}

// writeNumbered writes a line as "%6d\t%s\n" would, which a file of thousands
// of lines would wait for.
func writeNumbered(out *strings.Builder, n int, line string) {
	number := strconv.Itoa(n)
	out.WriteString("      "[min(len(number), 6):])
	out.WriteString(number)
	out.WriteByte('\t')
	out.WriteString(line)
	out.WriteByte('\n')
}
