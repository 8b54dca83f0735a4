package web

import (
	"bytes"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// MediaType is what an answer is said to be, or what it looks like where nothing is said:
// "text/html".
func (r *Response) MediaType() string {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media == "" || media == "application/octet-stream" || media == "application/x-unknown" {
		media, _, _ = mime.ParseMediaType(http.DetectContentType(r.Body))
	}
	return media
}

// IsHTML reports whether an answer is a page to be read.
func (r *Response) IsHTML() bool {
	media := r.MediaType()
	return media == "text/html" || media == "application/xhtml+xml"
}

// Decode is the body as text: by its byte order mark, by its header, by its own words
// (`meta`, the XML declaration), in this order. What is said is held against what is there: a
// body that is UTF-8 beyond doubt is read as that, and one that cannot be is not.
func (r *Response) Decode() string {
	body := r.Body
	if r.Cut {
		body = trimPart(body)
	}
	for mark, name := range map[string]string{"\xef\xbb\xbf": "utf-8", "\xff\xfe": "utf-16le", "\xfe\xff": "utf-16be"} {
		if bytes.HasPrefix(body, []byte(mark)) {
			return decodeAs(body[len(mark):], name)
		}
	}
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		params = nil
	}
	for _, said := range []string{params["charset"], ownCharset(body)} {
		if name := known(said); name != "" && fits(body, name) {
			return decodeAs(body, name)
		}
	}
	if isUTF8(body) {
		return decodeAs(body, "utf-8")
	}
	return decodeAs(body, "windows-1252")
}

// known is the usual name of a charset; "" if there is none of that name.
func known(said string) string {
	if said == "" {
		return ""
	}
	_, name := charset.Lookup(said)
	if name == "replacement" { // one that is not safe to read
		return ""
	}
	return name
}

// fits reports whether a body can be in the charset that it is said to be in. Text that
// happens to be valid UTF-8 beyond ASCII is not written in any other.
func fits(body []byte, name string) bool {
	switch {
	case name == "utf-8":
		return isUTF8(body)
	case strings.HasPrefix(name, "utf-16"):
		return bytes.IndexByte(body, 0) >= 0 || !isUTF8(body)
	case strings.HasPrefix(name, "iso-2022-"): // written in ASCII
		return true
	}
	return isASCII(body) || !isUTF8(body)
}

func isASCII(body []byte) bool {
	return bytes.IndexFunc(body, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// isUTF8 reports whether a body is UTF-8, but for single broken characters in a long text.
func isUTF8(body []byte) bool {
	wide, broken := 0, 0
	for len(body) > 0 {
		r, size := utf8.DecodeRune(body)
		switch {
		case r == utf8.RuneError && size == 1:
			broken++
		case size > 1:
			wide++
		}
		body = body[size:]
	}
	return broken == 0 || broken*20 < wide
}

// trimPart is body without the part of a character at its end, where the limit has cut it.
func trimPart(body []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(body); n++ {
		if c := body[len(body)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(body[len(body)-n:]) {
				return body[:len(body)-n]
			}
			break
		}
	}
	return body
}

func decodeAs(body []byte, name string) string {
	if name == "utf-8" {
		return strings.ToValidUTF8(string(body), "�")
	}
	encoding, _ := charset.Lookup(name)
	text, err := encoding.NewDecoder().Bytes(body)
	if err != nil {
		return strings.ToValidUTF8(string(body), "�")
	}
	return string(text)
}

// ownCharset is what a document says of itself, in its first bytes.
func ownCharset(body []byte) string {
	head := body[:min(len(body), 1024)]
	if bytes.HasPrefix(head, []byte("<?xml")) {
		declaration, _, _ := strings.Cut(string(head), "?>")
		if _, rest, ok := strings.Cut(declaration, "encoding="); ok && len(rest) > 2 {
			name, _, _ := strings.Cut(rest[1:], rest[:1])
			return name
		}
	}
	if _, name, sure := charset.DetermineEncoding(head, ""); sure || bytes.Contains(bytes.ToLower(head), []byte("charset")) {
		return name
	}
	return ""
}
