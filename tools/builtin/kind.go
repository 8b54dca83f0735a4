package builtin

import (
	"bytes"
	"errors"
	"net/http"
	"strings"

	"golang.org/x/text/encoding/unicode"
)

// sniffed is how many bytes tell what kind a file is: as Git does.
const sniffed = 8000

// A kind says what sort of content a file has.
type kind struct {
	mime string // "" for text
	name string // "an ELF program"; "" for text
}

func (k kind) binary() bool { return k.mime != "" }
func (k kind) image() bool  { return strings.HasPrefix(k.mime, "image/") }

// signatures are what net/http does not know.
var signatures = []struct{ start, mime, name string }{
	{"%PDF-", "application/pdf", "a PDF"},
	{"\x7fELF", "application/x-elf", "an ELF program"},
	{"MZ", "application/x-msdownload", "a Windows program"},
	{"\xcf\xfa\xed\xfe", "application/x-mach-binary", "a macOS program"},
	{"\xca\xfe\xba\xbe", "application/x-mach-binary", "a macOS program or Java class"},
	{"SQLite format 3\x00", "application/vnd.sqlite3", "a SQLite database"},
	{"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed", "a 7z archive"},
	{"\xfd7zXZ\x00", "application/x-xz", "an xz archive"},
	{"\x28\xb5\x2f\xfd", "application/zstd", "a zstd archive"},
	{"BZh", "application/x-bzip2", "a bzip2 archive"},
}

// kindOf tells text from other content. Text has no NUL byte at its beginning,
// or starts with the mark of UTF-16.
func kindOf(data []byte) kind {
	head := data[:min(len(data), sniffed)]
	if bytes.HasPrefix(head, []byte("%PDF-")) {
		return kind{mime: "application/pdf", name: "a PDF"}
	}
	switch mime := http.DetectContentType(head); mime {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return kind{mime: mime, name: "an image"}
	}
	if isUTF16(head) || bytes.IndexByte(head, 0) < 0 {
		return kind{}
	}
	for _, s := range signatures {
		if bytes.HasPrefix(head, []byte(s.start)) {
			return kind{mime: s.mime, name: s.name}
		}
	}
	mime, _, _ := strings.Cut(http.DetectContentType(head), ";")
	if strings.HasPrefix(mime, "text/") {
		mime = "application/octet-stream"
	}
	return kind{mime: mime, name: "binary"}
}

// isText tells quickly whether a file is worth searching.
func isText(data []byte) bool {
	head := data[:min(len(data), sniffed)]
	return (bytes.IndexByte(head, 0) < 0 || isUTF16(head)) && !bytes.HasPrefix(head, []byte("%PDF-"))
}

const (
	bom8     = "\xef\xbb\xbf"
	bom16LE  = "\xff\xfe"
	bom16BE  = "\xfe\xff"
	bom32LE0 = "\xff\xfe\x00\x00"
)

func isUTF16(head []byte) bool {
	return (bytes.HasPrefix(head, []byte(bom16LE)) || bytes.HasPrefix(head, []byte(bom16BE))) && !bytes.HasPrefix(head, []byte(bom32LE0))
}

// A form is how a text is written down in its file. A text that is decoded and
// encoded again has the same bytes.
type form struct {
	bom   string
	utf16 unicode.Endianness
	wide  bool
}

var errEncoding = errors.New("it begins like UTF-16 text but is not")

// decode returns a file's text as UTF-8 without a byte order mark, and its
// form. Bytes that are not UTF-8 stay as they are.
func decode(data []byte) (string, form, error) {
	switch {
	case isUTF16(data) && data[0] == bom16LE[0]:
		return decodeWide(data, form{bom: bom16LE, utf16: unicode.LittleEndian, wide: true})
	case isUTF16(data):
		return decodeWide(data, form{bom: bom16BE, utf16: unicode.BigEndian, wide: true})
	case bytes.HasPrefix(data, []byte(bom8)):
		return string(data[len(bom8):]), form{bom: bom8}, nil
	}
	return string(data), form{}, nil
}

func decodeWide(data []byte, f form) (string, form, error) {
	text, err := unicode.UTF16(f.utf16, unicode.IgnoreBOM).NewDecoder().Bytes(data[len(f.bom):])
	if err != nil {
		return "", f, err
	}
	if again, err := f.encode(string(text)); err != nil || !bytes.Equal(again, data) {
		return "", f, errEncoding
	}
	return string(text), f, nil
}

// encode writes a text down in the form.
func (f form) encode(text string) ([]byte, error) {
	if !f.wide {
		return []byte(f.bom + text), nil
	}
	data, err := unicode.UTF16(f.utf16, unicode.IgnoreBOM).NewEncoder().Bytes([]byte(text))
	if err != nil {
		return nil, err
	}
	return append([]byte(f.bom), data...), nil
}
