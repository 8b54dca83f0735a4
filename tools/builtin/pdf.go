package builtin

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ledongthuc/pdf"

	"handrail/tools"
)

// pdfText returns the text of a PDF, page by page. The library gives up on
// damaged files by a panic; here that is an error, of the page or the file.
func pdfText(ctx context.Context, data []byte) (string, error) {
	r, err := openPDF(&endingReader{ctx, bytes.NewReader(data)}, int64(len(data)))
	if err != nil {
		return "", tools.Errorf(tools.ExecutionFailed, "this PDF cannot be read (%v): it may be damaged or protected by a password", err)
	}
	pages, err := countPages(r)
	if err != nil {
		return "", tools.Errorf(tools.ExecutionFailed, "this PDF cannot be read (%v): it may be damaged", err)
	}
	var out strings.Builder
	found := false
	for n := 1; n <= pages; n++ {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "--- page %d of %d ---\n", n, pages)
		text, err := pageText(r, n)
		if err != nil {
			fmt.Fprintf(&out, "(this page cannot be read: %v)\n", err)
			continue
		}
		text = strings.TrimSpace(text)
		found = found || text != ""
		out.WriteString(text)
		out.WriteByte('\n')
	}
	if !found {
		return "", tools.Errorf(tools.ExecutionFailed, "this PDF has %d pages and no text that can be read: its pages may be pictures", pages)
	}
	return out.String(), nil
}

// recovered makes an error of a panic of the library.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%v", r)
	}
}

func openPDF(r io.ReaderAt, size int64) (_ *pdf.Reader, err error) {
	defer recovered(&err)
	return pdf.NewReader(r, size)
}

func countPages(r *pdf.Reader) (n int, err error) {
	defer recovered(&err)
	const most = 100_000
	if n = r.NumPage(); n < 0 || n > most {
		return 0, fmt.Errorf("it claims to have %d pages", n)
	}
	return n, nil
}

func pageText(r *pdf.Reader, n int) (text string, err error) {
	defer recovered(&err)
	page := r.Page(n)
	if page.V.IsNull() {
		return "", errors.New("it is missing")
	}
	text, err = page.GetPlainText(nil)
	return strings.ToValidUTF8(text, "�"), err
}

// endingReader fails once its context has ended: so does a library that cannot
// be told to stop.
type endingReader struct {
	ctx context.Context
	r   io.ReaderAt
}

// ReadAt implements io.ReaderAt.
func (e *endingReader) ReadAt(p []byte, off int64) (int, error) {
	if err := e.ctx.Err(); err != nil {
		return 0, err
	}
	return e.r.ReadAt(p, off)
}
