package web

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCharsets(t *testing.T) {
	const text = "Grüße, 10 €"
	latin := "Gr\xfc\xdfe, 10 \x80" // windows-1252
	wide := []byte("\xff\xfe")
	for _, r := range text {
		wide = append(wide, byte(r), byte(r>>8))
	}
	big := []byte("\xfe\xff")
	for _, r := range text {
		big = append(big, byte(r>>8), byte(r))
	}
	meta := func(name, body string) string { return `<html><head><meta charset="` + name + `"></head><body>` + body }
	for name, c := range map[string]struct{ header, body, want string }{
		"header":                      {"text/html; charset=windows-1252", latin, text},
		"header of another name":      {"text/html; charset=latin1", latin, text},
		"header in quotes":            {`text/html; charset="UTF-8"`, text, text},
		"meta":                        {"text/html", meta("iso-8859-1", latin), meta("iso-8859-1", text)},
		"old meta":                    {"", `<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">` + latin, `<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">` + text},
		"XML declaration":             {"application/xml", `<?xml version="1.0" encoding="windows-1252"?><a>` + latin, `<?xml version="1.0" encoding="windows-1252"?><a>` + text},
		"mark before header":          {"text/html; charset=windows-1252", "\xef\xbb\xbf" + text, text},
		"wide mark":                   {"text/html; charset=utf-8", string(wide), text},
		"big wide mark":               {"", string(big), text},
		"header before meta":          {"text/html; charset=windows-1251", meta("koi8-r", "\xcf\xf0"), meta("koi8-r", "Пр")},
		"Japanese":                    {"text/html; charset=shift_jis", "\x93\xfa\x96\x7b", "日本"},
		"Japanese in ASCII":           {"text/html; charset=iso-2022-jp", "\x1b$BF|K\\\x1b(B", "日本"},
		"nothing said":                {"text/html", text, text},
		"nothing said, not UTF-8":     {"text/html", latin, text},
		"unknown":                     {"text/html; charset=klingon", latin, text},
		"unsafe":                      {"text/html; charset=hz-gb-2312", text, text},
		"lies: UTF-8":                 {"text/html; charset=utf-8", latin, text},
		"lies: UTF-8, meta is right":  {"text/html; charset=utf-8", meta("windows-1251", "\xcf\xf0"), meta("windows-1251", "Пр")},
		"lies: Latin 1":               {"text/html; charset=iso-8859-1", text, text},
		"lies: wide":                  {"text/html; charset=utf-16", text, text},
		"damaged header":              {"text/html; charset", text, text},
		"header with too much":        {"text/html; charset=utf-8; charset=latin1", text, text},
		"UTF-8 with a broken byte":    {"", strings.Repeat(text, 20) + "\xff", strings.Repeat(text, 20) + "�"},
		"UTF-8, cut behind one":       {"", text, text},
		"empty":                       {"text/html; charset=utf-8", "", ""},
		"Latin 1 that ends in a sign": {"text/html; charset=windows-1252", "caf\xe9", "café"},
	} {
		r := &Response{Header: http.Header{"Content-Type": {c.header}}, Body: []byte(c.body)}
		if got := r.Decode(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The limit may cut a character, which says nothing of the charset.
func TestCutCharacter(t *testing.T) {
	for body, want := range map[string]string{"Grüße \xe2\x82": "Grüße ", "\xe2\x82": "", "Grüße €": "Grüße €", "a": "a"} {
		r := &Response{Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(body), Cut: true}
		if got := r.Decode(); got != want {
			t.Errorf("%q: %q", body, got)
		}
	}
}

func FuzzCharset(f *testing.F) {
	f.Add("text/html; charset=utf-16", []byte("\x00<\x00p"))
	f.Add("", []byte("\xff\xfe\x00"))
	f.Add(`text/html; charset="big5"`, []byte("<?xml encoding=x"))
	f.Fuzz(func(t *testing.T, header string, body []byte) {
		kept := bytes.Clone(body)
		r := &Response{Header: http.Header{"Content-Type": {header}}, Body: body}
		if text := r.Decode(); !utf8.ValidString(text) {
			t.Errorf("%q is not UTF-8", text)
		}
		if !bytes.Equal(body, kept) {
			t.Error("decoding changes the body")
		}
	})
}
