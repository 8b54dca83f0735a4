package builtin

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

func TestRead(t *testing.T) {
	d := newDesk(t, map[string]string{
		"a.txt":        "one\ntwo\nthree\n",
		"noend.txt":    "one\ntwo",
		"crlf.txt":     "one\r\ntwo\r\n",
		"bom.txt":      bom8 + "one\n",
		"wide.txt":     "\xff\xfeo\x00n\x00e\x00\n\x00",
		"wideBE.txt":   "\xfe\xff\x00o\x00n\x00e",
		"empty.txt":    "",
		"blank.txt":    "\n\n",
		"latin1.txt":   "caf\xe9\n",
		"dir/deep.txt": "deep\n",
	})
	cases := []struct {
		in   input
		want string
	}{
		{input{"path": "a.txt"}, "     1\tone\n     2\ttwo\n     3\tthree\n"},
		{input{"path": filepath.Join(d.space, "a.txt")}, "     1\tone\n     2\ttwo\n     3\tthree\n"},
		{input{"path": "./dir/../a.txt", "limit": 1}, "     1\tone\n(2 more lines; go on with offset 1)\n"},
		{input{"path": "a.txt", "limit": 1, "offset": 1}, "     2\ttwo\n(1 more lines; go on with offset 2)\n"},
		{input{"path": "a.txt", "limit": 2, "offset": 1}, "     2\ttwo\n     3\tthree\n"},
		{input{"path": "a.txt", "limit": 3}, "     1\tone\n     2\ttwo\n     3\tthree\n"},
		{input{"path": "a.txt", "offset": 2}, "     3\tthree\n"},
		{input{"path": "a.txt", "offset": "2"}, "     3\tthree\n"},
		{input{"path": "noend.txt"}, "     1\tone\n     2\ttwo\n"},
		{input{"path": "crlf.txt"}, "     1\tone\n     2\ttwo\n"},
		{input{"path": "bom.txt"}, "     1\tone\n"},
		{input{"path": "wide.txt"}, "     1\tone\n"},
		{input{"path": "wideBE.txt"}, "     1\tone\n"},
		{input{"path": "empty.txt"}, "(the file is empty)"},
		{input{"path": "blank.txt"}, "     1\t\n     2\t\n"},
		{input{"path": "dir/deep.txt"}, "     1\tdeep\n"},
		{input{"path": "latin1.txt"}, "     1\tcaf�\n\n(Some bytes are not valid UTF-8 and are shown as �. edit leaves them as they are; write would replace them.)"},
	}
	for _, c := range cases {
		if diff := cmp.Diff(c.want, d.must("read", c.in)); diff != "" {
			t.Errorf("read %v (-want +got):\n%s", c.in, diff)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	d := newDesk(t, map[string]string{
		"a.txt":        "one\ntwo\n",
		"Makefile":     "all:\n",
		"dir/":         "",
		"program":      "\x7fELF\x02\x01\x01\x00\x00",
		"blob":         "abc\x00def",
		"archive.zip":  "PK\x03\x04\x14\x00\x00\x00",
		"late":         strings.Repeat("x", sniffed) + "\x00",
		"broken16.txt": "\xff\xfea",
		"db":           "SQLite format 3\x00",
	})
	d.refused(tools.FileNotFound, "read", input{"path": "none.txt"}, `"none.txt" does not exist`, "glob or listdir")
	d.refused(tools.FileNotFound, "read", input{"path": "makefile"}, "did you mean Makefile?")
	d.refused(tools.FileNotFound, "read", input{"path": "a.md"}, "did you mean a.txt?")
	d.refused(tools.FileNotFound, "read", input{"path": "no/such/file"}, "neither does its folder")
	d.refused(tools.FileNotFound, "read", input{"path": "a.txt/x"})
	d.refused(tools.InvalidPath, "read", input{"path": "../out"}, "outside the folders", d.space)
	d.refused(tools.InvalidPath, "read", input{"path": "/etc/passwd"}, "ask the person")
	d.refused(tools.InvalidPath, "read", input{"path": ""}, "empty")
	d.refused(tools.InvalidPath, "read", input{"path": "~/x"}, "not expanded")
	d.refused(tools.InvalidPath, "read", input{"path": strings.Repeat("n", 300)}, "too long")
	d.refused(tools.ExecutionFailed, "read", input{"path": "dir"}, "is a folder", "use listdir")
	d.refused(tools.ExecutionFailed, "read", input{"path": "program"}, "an ELF program", "of 9 bytes", "bash")
	d.refused(tools.ExecutionFailed, "read", input{"path": "blob"}, "application/octet-stream", "of 7 bytes")
	d.refused(tools.ExecutionFailed, "read", input{"path": "archive.zip"}, "application/zip")
	d.refused(tools.ExecutionFailed, "read", input{"path": "db"}, "SQLite")
	d.refused(tools.ExecutionFailed, "read", input{"path": "broken16.txt"}, "UTF-16")
	d.refused(tools.InvalidArgs, "read", input{"path": "a.txt", "offset": 2}, "only 2 lines", "smaller offset")
	d.must("read", input{"path": "a.txt", "offset": 1})
	d.must("read", input{"path": "late"})
	for _, bad := range []string{`{"path":"a","limit":0}`, `{"path":"a","offset":-1}`, `{"path":"a","limit":1.5}`, `{}`, `{"path":1}`} {
		if _, err := d.tools["read"].Info().Input.Check([]byte(bad)); err == nil {
			t.Errorf("the input %s is taken", bad)
		}
	}
}

func TestReadUsualLimits(t *testing.T) {
	if l := usualLimits(); l.fileSize != 50<<20 || l.fileTime.Seconds() != 10 {
		t.Errorf("limits are %+v", l)
	}
	var many strings.Builder
	for i := range 2001 {
		fmt.Fprintln(&many, i)
	}
	all := many.String()
	d := newDesk(t, map[string]string{"2001": all, "2000": all[:strings.LastIndex(all, "2000")]})
	if got := d.must("read", input{"path": "2001"}); !strings.HasSuffix(got, "  2000\t1999\n(1 more lines; go on with offset 2000)\n") {
		t.Errorf("2,001 lines end in %q", got[len(got)-80:])
	}
	if got := d.must("read", input{"path": "2000"}); !strings.HasSuffix(got, "  2000\t1999\n") {
		t.Errorf("2,000 lines end in %q", got[len(got)-80:])
	}
}

func TestReadSizeLimit(t *testing.T) {
	d := newDesk(t, nil)
	for _, c := range []struct {
		over int64
		ok   bool
	}{{-1, true}, {0, true}, {1, false}} {
		path := filepath.Join(d.space, "big")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("text\n" + strings.Repeat("x", sniffed)); err != nil {
			t.Fatal(err)
		}
		if err := f.Truncate(50<<20 + c.over); err != nil { // a hole: it takes no room
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if c.ok {
			if got := d.must("read", input{"path": "big", "limit": 1}); !strings.HasPrefix(got, "     1\ttext\n(1 more") {
				t.Errorf("50 MB%+d: %.60q", c.over, got)
			}
		} else {
			d.refused(tools.TooLarge, "read", input{"path": "big"}, "52428801 bytes", "at most 52428800", "grep")
		}
	}
}

func TestReadTimeLimit(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "one\n"}, func(l *limits) { l.fileTime = 1 })
	d.refused(tools.Timeout, "read", input{"path": "a.txt"}, "longer than 1ns")
	if _, ok := d.files.reads.Lookup("s", filepath.Join(d.space, "a.txt")); ok {
		t.Error("what was not read counts as read")
	}
}

func TestReadImages(t *testing.T) {
	picture := image.NewGray(image.Rect(0, 0, 3, 2))
	var p, j, g bytes.Buffer
	if err := png.Encode(&p, picture); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&j, picture, nil); err != nil {
		t.Fatal(err)
	}
	if err := gif.Encode(&g, picture, nil); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, map[string]string{
		"p.png": p.String(), "p.jpg": j.String(), "wrong-ending.txt": g.String(), "p.webp": "RIFF\x10\x00\x00\x00WEBPVP8 ", "cut.png": p.String()[:20],
		"p.svg": "<svg/>\n",
	})
	for name, want := range map[string]string{
		"p.png":            fmt.Sprintf("image/png, %d bytes, 3 × 2 pixels", p.Len()),
		"p.jpg":            fmt.Sprintf("image/jpeg, %d bytes, 3 × 2 pixels", j.Len()),
		"wrong-ending.txt": fmt.Sprintf("image/gif, %d bytes, 3 × 2 pixels", g.Len()),
		"p.webp":           "image/webp, 16 bytes",
		"cut.png":          "image/png, 20 bytes",
	} {
		r, err := d.call("read", input{"path": name})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		mime, _, _ := strings.Cut(want, ",")
		if r.Content != want || len(r.Parts) != 1 || r.Parts[0].MIME != mime || string(r.Parts[0].Data) != d.get(name) {
			t.Errorf("%s: %q with %d parts, want %q", name, r.Content, len(r.Parts), want)
		}
	}
	if got := d.must("read", input{"path": "p.svg"}); got != "     1\t<svg/>\n" {
		t.Errorf("an SVG is %q", got)
	}
}

func TestReadPDF(t *testing.T) {
	whole, err := os.ReadFile("testdata/report.pdf")
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, map[string]string{"report.pdf": string(whole), "not.pdf": "%PDF-1.7\nnothing", "picture.pdf": simplePDF("")})
	got := d.must("read", input{"path": "report.pdf"})
	for _, want := range []string{
		"     1\t--- page 1 of 2 ---\n", "Quarterly report", "Fees rose by 12", "Größe, naïve café, Ελληνικά", "日本語", "Pears", "--- page 2 of 2 ---", "Second page: the end.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the text lacks %q:\n%s", want, got)
		}
	}
	if got := d.must("read", input{"path": "report.pdf", "limit": 1}); !strings.Contains(got, "more lines; go on with offset 1") {
		t.Errorf("limited: %q", got)
	}
	d.refused(tools.ExecutionFailed, "read", input{"path": "not.pdf"}, "cannot be read", "damaged")
	d.refused(tools.ExecutionFailed, "read", input{"path": "picture.pdf"}, "1 page and no text", "pictures")
}

// simplePDF is a PDF of one page with a line of text.
func simplePDF(text string) string {
	content := fmt.Sprintf("BT /F1 12 Tf 72 720 Td (%s) Tj ET", text)
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	var at []int
	for i, object := range []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	} {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, a := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", a)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, xref)
	return b.String()
}

// A damaged PDF is an error or some text, never a crash, and it ends in time.
func FuzzPDFText(f *testing.F) {
	f.Add([]byte(simplePDF("hello")))
	f.Add([]byte(strings.ReplaceAll(simplePDF("hello"), "/Count 1", "/Count -1")))
	f.Add([]byte(strings.ReplaceAll(simplePDF("hello"), "3 0 R", "2 0 R")))
	f.Add([]byte(strings.ReplaceAll(simplePDF("hello"), "endstream", "")))
	whole, err := os.ReadFile("testdata/report.pdf")
	if err != nil {
		f.Fatal(err)
	}
	for i := 1; i < 20; i++ {
		f.Add(whole[:len(whole)*i/20])
		f.Add(slashed(whole, len(whole)*i/20))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		text, err := pdfText(ctx, data)
		if (err == nil) != (text != "") {
			t.Errorf("text %.40q with error %v", text, err)
		}
	})
}

// slashed overwrites a few bytes.
func slashed(data []byte, at int) []byte {
	c := bytes.Clone(data)
	copy(c[at:], "<<9999999 0 R[[[((/")
	return c
}

func TestSimplePDF(t *testing.T) {
	text, err := pdfText(t.Context(), []byte(simplePDF("hello")))
	if err != nil || !strings.Contains(text, "hello") {
		t.Errorf("text %q, %v", text, err)
	}
}
