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

const (
	maxPages     = 10_000
	maxPageDepth = 64 // of the tree that pages hang in
)

// pdfText returns the text of a PDF, page by page. The library gives up on
// damaged files by a panic, which here is an error of the page or the file, and
// can go round in circles in them, which ends with ctx.
func pdfText(ctx context.Context, data []byte) (string, error) {
	pages, err := pdfPages(ctx, data)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", tools.Errorf(tools.ExecutionFailed, "this PDF cannot be read (%v): it may be damaged or protected by a password", err)
	}
	var out strings.Builder
	found := false
	for i, page := range pages {
		text, err := pageText(page)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		fmt.Fprintf(&out, "--- page %d of %d ---\n", i+1, len(pages))
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
		return "", tools.Errorf(tools.ExecutionFailed, "this PDF has %s and no text that can be read: its pages may be pictures", count(len(pages), "page"))
	}
	return out.String(), nil
}

// pdfPages finds the pages of a PDF in their order.
func pdfPages(ctx context.Context, data []byte) (pages []pdf.Page, err error) {
	defer recovered(&err)
	r, err := pdf.NewReader(&endingReader{ctx, bytes.NewReader(data)}, int64(len(data)))
	if err != nil {
		return nil, err
	}
	return appendPages(ctx, nil, r.Trailer().Key("Root").Key("Pages"), 0)
}

// appendPages goes down the tree of pages, which in a damaged file may be none.
func appendPages(ctx context.Context, pages []pdf.Page, node pdf.Value, depth int) ([]pdf.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if depth > maxPageDepth {
		return nil, errors.New("its pages contain each other")
	}
	if node.Key("Type").Name() == "Page" {
		if len(pages) == maxPages {
			return nil, fmt.Errorf("it has more than %d pages", maxPages)
		}
		return append(pages, pdf.Page{V: node}), nil
	}
	kids := node.Key("Kids")
	for i := range kids.Len() {
		var err error
		if pages, err = appendPages(ctx, pages, kids.Index(i), depth+1); err != nil {
			return nil, err
		}
	}
	return pages, nil
}

// recovered makes an error of a panic of the library.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%v", r)
	}
}

func pageText(page pdf.Page) (text string, err error) {
	defer recovered(&err)
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
