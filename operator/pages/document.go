package pages

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// mostScripts is how many scripts a page may hold: each stands in a header.
const mostScripts = 100

// A document is a page as the frame gets it.
type document struct {
	text   []byte
	policy string
}

// newDocument puts our script, ours, before the page's own, and allows exactly these: by the digest of each, so that what a
// page makes of a tool's result never runs (docs/decisions/0760-a-page-is-one-file.md). frameAt is who may show it.
func newDocument(page []byte, ours, frameAt string) (document, error) {
	page = bytes.TrimPrefix(page, []byte("\ufeff"))
	if !utf8.Valid(page) || bytes.IndexByte(page, 0) >= 0 {
		return document{}, errors.New("the page is no UTF-8 text: save it as UTF-8")
	}
	after, scripts, err := scriptsOf(page)
	if err != nil {
		return document{}, err
	}
	hashes := []string{hashOf(ours)}
	for _, s := range scripts {
		hashes = append(hashes, hashOf(s))
	}
	hashes = slices.Compact(slices.Sorted(slices.Values(hashes)))
	if len(hashes) > mostScripts {
		return document{}, errors.New("the page holds too many scripts: put them into one <script>")
	}
	text := slices.Concat(page[:after], []byte("<script>"+ours+"</script>"), page[after:])
	return document{text: text, policy: strings.Join([]string{
		"default-src 'none'", "script-src " + strings.Join(hashes, " "), "style-src 'unsafe-inline'", "img-src data: blob:", "media-src data: blob:", "font-src data:",
		"connect-src 'none'", "frame-src 'none'", "child-src 'none'", "worker-src 'none'", "object-src 'none'", "manifest-src 'none'", "form-action 'none'", "base-uri 'none'",
		"frame-ancestors " + frameAt, "sandbox allow-scripts", "webrtc 'block'",
	}, "; ")}, nil
}

// scriptsOf are the texts of a page's own scripts, and where its doctype ends. What a browser takes for a script and
// this reading does not, has no digest and does not run.
func scriptsOf(page []byte) (after int, scripts []string, err error) {
	z := html.NewTokenizer(bytes.NewReader(page))
	at, first := 0, true
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			if errors.Is(z.Err(), io.EOF) {
				return after, scripts, nil
			}
			return 0, nil, errors.New("the page can't be read as HTML")
		}
		at += len(z.Raw())
		switch {
		case kind == html.DoctypeToken && first:
			after, first = at, false
		case kind == html.StartTagToken:
			first = false
			if name, _ := z.TagName(); string(name) != "script" || z.Next() != html.TextToken {
				continue
			}
			raw := z.Raw()
			at += len(raw)
			scripts = append(scripts, string(raw))
		}
	}
}

// hashOf is a script as a content policy names it. A browser reads every line end as LF.
func hashOf(script string) string {
	script = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(script)
	sum := sha256.Sum256([]byte(script))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
