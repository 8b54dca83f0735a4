package builtin

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/gif" // so that the size of a picture can be told
	_ "image/jpeg"
	_ "image/png"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"handrail/internal/confine"
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
		p, err := f.roots.Resolve(in.Path)
		if err != nil {
			return tools.Act[tools.Result]{}, f.fail(in.Path, err)
		}
		detail := fmt.Sprintf("%s, at most %d lines after the first %d", p.Abs, in.Limit, in.Offset)
		preview := reading("read", "Read "+f.title(p), detail, p.Abs)
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
	result, err := f.render(ctx, p, data, in)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return tools.Result{}, err
	}
	f.reads.Record(session, p.Abs, confine.StateOf(data))
	return result, nil
}

// render makes of a file what a model can read.
func (f *files) render(ctx context.Context, p confine.Path, data []byte, in readInput) (tools.Result, error) {
	kind := kindOf(data)
	switch {
	case kind.image():
		return renderImage(kind, data), nil
	case kind.mime == "application/pdf":
		text, err := pdfText(ctx, data)
		if err != nil {
			return tools.Result{}, err
		}
		return numbered(text, in)
	case kind.binary():
		return tools.Result{}, tools.Errorf(tools.ExecutionFailed,
			"%s is not text: it is %s (%s) of %d bytes. Look into it with a program, through bash", f.show(p), kind.name, kind.mime, len(data))
	}
	text, _, err := decode(data)
	if err != nil {
		return tools.Result{}, tools.Errorf(tools.ExecutionFailed, "%s cannot be read as text: %v. Look into it with a program, through bash", f.show(p), err)
	}
	result, err := numbered(text, in)
	if err == nil && !utf8.ValidString(result.Content) {
		result.Content = strings.ToValidUTF8(result.Content, "�") +
			"\n(Some bytes are not valid UTF-8 and are shown as �. edit leaves them as they are; write would replace them.)"
	}
	return result, err
}

// renderImage hands a picture over as it is.
func renderImage(k kind, data []byte) tools.Result {
	size := ""
	if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil {
		size = fmt.Sprintf(", %d × %d pixels", c.Width, c.Height)
	}
	return tools.Result{
		Content: fmt.Sprintf("%s, %d bytes%s", k.mime, len(data), size),
		Parts:   []tools.Part{{MIME: k.mime, Data: data}},
	}
}

// numbered numbers the lines that were asked for, and says how many are left.
func numbered(text string, in readInput) (tools.Result, error) {
	if text == "" {
		return tools.Result{Content: "(the file is empty)"}, nil
	}
	total := strings.Count(text, "\n")
	if !strings.HasSuffix(text, "\n") {
		total++
	}
	if in.Offset >= total {
		return tools.Result{}, tools.Errorf(tools.InvalidArgs, "there are only %d lines, so none is left after leaving out %d: use a smaller offset", total, in.Offset)
	}
	for range in.Offset {
		text = text[strings.IndexByte(text, '\n')+1:]
	}
	var out strings.Builder
	last := in.Offset + min(in.Limit, total-in.Offset)
	for n := in.Offset + 1; n <= last; n++ {
		line, rest, _ := strings.Cut(text, "\n")
		writeNumbered(&out, n, strings.TrimSuffix(line, "\r"))
		text = rest
	}
	if left := total - last; left > 0 {
		fmt.Fprintf(&out, "(%d more lines; go on with offset %d)\n", left, last)
	}
	return tools.Result{Content: out.String()}, nil
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
