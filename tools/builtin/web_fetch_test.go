package builtin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"handrail/internal/proc"
	"handrail/internal/spool"
	"handrail/tools"
	"handrail/tools/toolstest"
	"handrail/tools/web"
)

// A browser is web_fetch as a test uses it, with a server whose host is on the list.
type browser struct {
	t      *testing.T
	tool   tools.Tool
	seen   *web.Seen
	server *httptest.Server
	denied string
	agent  tools.Caller
}

func newBrowser(t *testing.T, h http.HandlerFunc) *browser {
	t.Helper()
	b := &browser{t: t, seen: web.NewSeen(), server: httptest.NewServer(h), agent: tools.Caller{Kind: tools.CallerAgent}}
	t.Cleanup(b.server.Close)
	host := web.Hosts{strings.TrimPrefix(b.server.URL, "http://"), "localhost"}
	s, err := NewWeb(WebConfig{
		Fetcher: web.New(web.Config{}), Seen: b.seen, Hosts: func() web.Hosts { return host },
		Denied: func(_ tools.Call, u *url.URL) string {
			if b.denied != "" && strings.HasSuffix(u.Path, b.denied) {
				return "a rule denies it"
			}
			return ""
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	b.tool = s.list[0]
	return b
}

func (b *browser) prepare(in input) (tools.Invocation, error) {
	b.t.Helper()
	raw, err := json.Marshal(in)
	if err != nil {
		b.t.Fatal(err)
	}
	checked, err := b.tool.Info().Input.Check(raw)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.tool.Prepare(b.t.Context(), tools.Call{Session: "s", Tool: "web_fetch", Caller: b.agent}, checked)
}

func (b *browser) fetch(in input) (tools.Result, error) {
	b.t.Helper()
	inv, err := b.prepare(in)
	if err != nil {
		return tools.Result{}, err
	}
	return inv.Run(b.t.Context(), tools.Discard{})
}

func (b *browser) preview(in input) tools.Preview {
	b.t.Helper()
	inv, err := b.prepare(in)
	if err != nil {
		b.t.Fatal(err)
	}
	return inv.Preview()
}

func TestWebFetchContract(t *testing.T) {
	b := newBrowser(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "page") })
	toolstest.Run(t, toolstest.Case{
		Tool: b.tool, Call: tools.Call{Session: "s"}, Folder: t.TempDir(), Input: `{"url":"` + b.server.URL + `/a"}`, Other: `{"url":"` + b.server.URL + `/b"}`,
	})
}

// The preview is the request, whole; all that counts is in the digest.
func TestWebFetchPreview(t *testing.T) {
	b := newBrowser(t, nil)
	p := b.preview(input{"url": "HTTPS://Docs.example.com:443/a?b=c#d"})
	if p.Title != "GET https://docs.example.com/a?b=c" || p.Detail != "https://docs.example.com/a?b=c\nMethod: GET" || len(p.Effects) != 1 || p.Effects[0] != (tools.Effect{Kind: tools.EffectReach, Target: "docs.example.com"}) || !p.Reads || p.Named || p.Confirm {
		t.Errorf("got %+v", p)
	}
	base := input{"url": "https://docs.example.com/a", "method": "post", "headers": map[string]string{"x-mine": "1"}, "body": "b"}
	p = b.preview(base)
	if p.Title != "POST https://docs.example.com/a" || p.Detail != "https://docs.example.com/a\nMethod: POST\nHeader X-Mine: 1\nBody:\nb" || p.Reads || !p.Confirm || !strings.Contains(p.Reason, "may change something") {
		t.Errorf("got %+v", p)
	}
	digests := map[string]bool{p.Digest: true}
	for key, value := range map[string]any{
		"url": "https://docs.example.com/b", "method": "PUT", "headers": map[string]string{"x-mine": "2"}, "body": "c",
	} {
		other := input{}
		for k, v := range base {
			other[k] = v
		}
		other[key] = value
		digests[b.preview(other).Digest] = true
	}
	if len(digests) != 5 {
		t.Errorf("%d digests of five acts", len(digests))
	}
	p = b.preview(input{"url": "https://docs.example.com/a", "headers": map[string]string{"Authorization": "x"}})
	if !p.Reads || !p.Confirm || !strings.Contains(p.Reason, "headers of the agent's") {
		t.Errorf("with headers: %+v", p)
	}
	p = b.preview(input{"url": "https://docs.example.com/a", "method": "HEAD"})
	if !p.Reads || p.Confirm {
		t.Errorf("HEAD: %+v", p)
	}
	if p = b.preview(input{"url": "https://docs.example.com/a", "body": "x"}); p.Reads || !p.Confirm {
		t.Errorf("GET with a body: %+v", p)
	}
}

// Who has chosen an address: the person, a text, or the agent.
func TestWebFetchNamed(t *testing.T) {
	b := newBrowser(t, nil)
	named := func(raw string) bool { return b.preview(input{"url": raw}).Named }
	if named("https://docs.example.com/a") {
		t.Error("an address that nobody has named is named")
	}
	b.seen.Typed("s", "read https://docs.example.com/a")
	if !named("https://docs.example.com/a") || named("https://docs.example.com/a?x=secret") {
		t.Error("it is not the whole address that counts")
	}
	b.seen.Agree("s", "docs.example.com")
	if !named("https://docs.example.com/a?x=1") || named("https://other.example.com/") {
		t.Error("it is not the host that was agreed to")
	}
	if p := b.preview(input{"url": "https://docs.example.com/a", "method": "POST"}); p.Named || !p.Confirm {
		t.Errorf("a POST to a host that was agreed to: %+v", p)
	}
	if p := b.preview(input{"url": "https://docs.example.com/a", "headers": map[string]string{"A": "secret"}}); p.Named || !p.Confirm {
		t.Errorf("headers to a known address: %+v", p)
	}
	b.agent.Kind = tools.CallerPerson
	if !named("https://anything.example/") {
		t.Error("the person has typed it themselves")
	}
}

func TestWebFetchRefusals(t *testing.T) {
	b := newBrowser(t, nil)
	for name, c := range map[string]struct {
		in   input
		code tools.Code
		says string
	}{
		"no address":       {input{"url": "docs.example.com"}, tools.InvalidArgs, "https://example.com/page"},
		"private":          {input{"url": "http://169.254.169.254/latest"}, tools.PermissionDenied, "a private network"},
		"decimal":          {input{"url": "http://2130706433/"}, tools.PermissionDenied, "127.0.0.1"},
		"method":           {input{"url": "https://a.example/", "method": "CONNECT"}, tools.InvalidArgs, "CONNECT"},
		"header's name":    {input{"url": "https://a.example/", "headers": map[string]string{"a b": "x"}}, tools.InvalidArgs, "a b"},
		"header's value":   {input{"url": "https://a.example/", "headers": map[string]string{"a": "x\r\nHost: b"}}, tools.InvalidArgs, "line end"},
		"ours":             {input{"url": "https://a.example/", "headers": map[string]string{"hOST": "b"}}, tools.InvalidArgs, "Host"},
		"proxy":            {input{"url": "https://a.example/", "headers": map[string]string{"Proxy-Authorization": "b"}}, tools.InvalidArgs, "Proxy-Authorization"},
		"twice":            {input{"url": "https://a.example/", "headers": map[string]string{"a": "1", "A": "2"}}, tools.InvalidArgs, "twice"},
		"too much header":  {input{"url": "https://a.example/", "headers": map[string]string{"a": strings.Repeat("x", fetchHeadSize)}}, tools.TooLarge, "headers"},
		"too large a body": {input{"url": "https://a.example/", "method": "POST", "body": strings.Repeat("x", fetchBody+1)}, tools.TooLarge, "body"},
	} {
		_, err := b.prepare(c.in)
		if e := tools.AsError(err); err == nil || e.Code != c.code || !strings.Contains(e.Message, c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What comes is shown as read shows it.
func TestWebFetchContent(t *testing.T) {
	report, err := os.ReadFile("testdata/report.pdf")
	if err != nil {
		t.Fatal(err)
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	pages := map[string]struct{ kind, body string }{
		"/page":    {"text/html", `<title>Storm</title><meta name=date content=2026-11-26><nav>Menu</nav><main><p>The <a href=/map>map</a>.</p></main>`},
		"/json":    {"application/json", `{"a":"<b>"}`},
		"/latin":   {"text/plain; charset=latin1", "Gr\xfc\xdfe"},
		"/wide":    {"text/plain; charset=utf-16le", "h\x00i\x00"},
		"/pdf":     {"application/pdf", string(report)},
		"/damaged": {"application/pdf", "%PDF-1.7\nnothing"},
		"/png":     {"image/png", picture.String()},
		"/zip":     {"application/zip", "PK\x03\x04\x00\x00"},
		"/empty":   {"text/html", ""},
		"/scripts": {"text/html", "<script>document.write('x')</script>"},
		"/lies":    {"text/html", picture.String()},
	}
	b := newBrowser(t, func(w http.ResponseWriter, r *http.Request) {
		switch p, ok := pages[r.URL.Path]; {
		case r.URL.Path == "/moved":
			http.Redirect(w, r, "/json", http.StatusFound)
		case r.URL.Path == "/busy":
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
		case ok:
			w.Header().Set("Content-Type", p.kind)
			_, _ = w.Write([]byte(p.body))
		default:
			http.Error(w, "no such page", http.StatusNotFound)
		}
	})
	for _, c := range []struct{ path, format, want string }{
		{"/page", "", "Title: Storm\nDate: 2026-11-26\n\nThe [map](" + b.server.URL + "/map)."},
		{"/page", "text", "Title: Storm\nDate: 2026-11-26\n\nThe map."},
		{"/page", "raw", pages["/page"].body},
		{"/json", "", `{"a":"<b>"}`},
		{"/latin", "", "Grüße"},
		{"/wide", "", "hi"},
		{"/png", "", fmt.Sprintf("image/png, %d bytes, 3 × 2 pixels", picture.Len())},
		{"/lies", "", fmt.Sprintf("image/png, %d bytes, 3 × 2 pixels", picture.Len())},
		{"/empty", "", "(there is nothing in the answer)"},
		{"/scripts", "", "(there is no text on this page: it may be made by scripts, which are not run; raw shows what was sent)"},
		{"/moved", "", "Address: " + b.server.URL + "/json\n\n{\"a\":\"<b>\"}"},
	} {
		in := input{"url": b.server.URL + c.path}
		if c.format != "" {
			in["format"] = c.format
		}
		got, err := b.fetch(in)
		if err != nil || got.Content != c.want {
			t.Errorf("%s %s: %q, %v, want %q", c.path, c.format, got.Content, err, c.want)
		}
		if strings.HasPrefix(c.want, "image/") && (len(got.Parts) != 1 || got.Parts[0].MIME != "image/png" || !bytes.Equal(got.Parts[0].Data, picture.Bytes())) {
			t.Errorf("%s: %d parts", c.path, len(got.Parts))
		}
	}
	if got, err := b.fetch(input{"url": b.server.URL + "/pdf"}); err != nil || !strings.HasPrefix(got.Content, "--- page 1 of ") {
		t.Errorf("PDF: %.80q, %v", got.Content, err)
	}
	if got, err := b.fetch(input{"url": b.server.URL + "/page", "method": "HEAD"}); err != nil || !strings.HasPrefix(got.Content, "Status: 200 OK\n") || !strings.Contains(got.Content, "Content-Type: text/html\n") {
		t.Errorf("HEAD: %q, %v", got.Content, err)
	}
	for path, c := range map[string]struct {
		code      tools.Code
		says, has string
	}{
		"/zip": {tools.ExecutionFailed, "no text", ""}, "/damaged": {tools.ExecutionFailed, "PDF", ""},
		"/none": {tools.ExecutionFailed, "404 Not Found", "Status: 404 Not Found\n\nno such page"}, "/busy": {tools.Unavailable, "it wants a pause of ", ""},
	} {
		got, err := b.fetch(input{"url": b.server.URL + path})
		if e := tools.AsError(err); err == nil || e.Code != c.code || !strings.Contains(e.Message, c.says) || !strings.Contains(got.Content, c.has) {
			t.Errorf("%s: %q, %v", path, got.Content, err)
		}
		if path == "/busy" {
			break // the host is left alone from here on
		}
	}
}

// A page of 2 GB is read as far as its beginning, and a PDF with many pages is an error that
// says so.
func TestWebFetchLarge(t *testing.T) {
	var pages strings.Builder
	kids := strings.Repeat("3 0 R ", maxPages+1)
	fmt.Fprintf(&pages, "%%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n")
	second := pages.Len()
	fmt.Fprintf(&pages, "2 0 obj\n<</Type/Pages/Kids[%s]/Count %d>>\nendobj\n", kids, maxPages+1)
	third := pages.Len()
	fmt.Fprintf(&pages, "3 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\n")
	xref := pages.Len()
	fmt.Fprintf(&pages, "xref\n0 4\n0000000000 65535 f \n%010d 00000 n \n%010d 00000 n \n%010d 00000 n \ntrailer\n<</Size 4/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", 9, second, third, xref)
	b := newBrowser(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/pdf" {
			_, _ = w.Write([]byte(pages.String()))
			return
		}
		w.Header().Set("Content-Type", "text/plain")
		chunk := bytes.Repeat([]byte("lorem ipsum\n"), 4096)
		for sent := 0; sent < 2<<30; sent += len(chunk) {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})
	got, err := b.fetch(input{"url": b.server.URL + "/"})
	if err != nil || !got.Meta.Truncated || !strings.HasSuffix(got.Content, "(The answer is longer than 10 MB; this is of its beginning.)") || len(got.Content) > 11<<20 {
		t.Errorf("%d bytes, %v", len(got.Content), err)
	}
	if _, err := b.fetch(input{"url": b.server.URL + "/pdf"}); err == nil || !strings.Contains(err.Error(), "more than 10000 pages") {
		t.Errorf("PDF: %v", err)
	}
}

// A text that is longer than a result is kept whole, without secrets, and can be read on.
func TestWebFetchReadsOn(t *testing.T) {
	line := "grüße from the secret harbour\n"
	body := strings.Repeat(line, 5000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) }))
	defer server.Close()
	jobs := NewJobs(spool.New(spool.Config{Dir: t.TempDir()}))
	pages, err := NewWeb(WebConfig{
		Fetcher: web.New(web.Config{}), Seen: web.NewSeen(), Hosts: func() web.Hosts { return web.Hosts{"127.0.0.1"} },
		House: proc.House{Shelf: jobs, Filter: func(w io.Writer) io.WriteCloser { return &hiding{w: w} }},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, tool: pages.list[0]}
	got, err := b.fetch(input{"url": server.URL})
	head, note, found := strings.Cut(got.Content, "\n\n(")
	if err != nil || !found || got.Meta.Output == "" || !got.Meta.Truncated || len(head) > proc.ShelfAfter || strings.Contains(head, "secret") {
		t.Fatalf("%v, %+v, note %q", err, got.Meta, note)
	}
	x, err := jobs.find(owner{"s", ""}, got.Meta.Output)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := jobs.read(x, int64(len(head)))
	if err != nil {
		t.Fatal(err)
	}
	for rest.Left > 0 {
		more, err := jobs.read(x, rest.Next)
		if err != nil {
			t.Fatal(err)
		}
		more.Text = rest.Text + more.Text
		rest = more
	}
	if want := strings.ReplaceAll(body, "secret", "hidden"); head+rest.Text != want || !strings.Contains(note, fmt.Sprintf("since %d)", len(head))) {
		t.Errorf("%d bytes of %d, %q", len(head)+len(rest.Text), len(want), note)
	}
}

// hiding takes a secret out of what is written at once.
type hiding struct{ w io.Writer }

func (h *hiding) Write(p []byte) (int, error) {
	_, err := h.w.Write(bytes.ReplaceAll(p, []byte("secret"), []byte("hidden")))
	return len(p), err
}

func (h *hiding) Close() error { return nil }

// A redirect goes where rules allow, and no further than what the person was asked about.
func TestWebFetchRedirects(t *testing.T) {
	var to atomic.Value
	b := newBrowser(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/go" {
			http.Redirect(w, r, to.Load().(string), http.StatusFound)
			return
		}
		fmt.Fprint(w, "there")
	})
	other := strings.Replace(b.server.URL, "127.0.0.1", "localhost", 1) + "/there"
	start := input{"url": b.server.URL + "/go"}
	to.Store("/there")
	if got, err := b.fetch(start); err != nil || !strings.Contains(got.Content, "there") {
		t.Errorf("to the same host: %v", err)
	}
	to.Store(other)
	if _, err := b.fetch(start); err == nil || !strings.Contains(err.Error(), "asked about 127.0.0.1 only") || !strings.Contains(err.Error(), "fetch "+other) {
		t.Errorf("from an address of the agent's to another host: %v", err)
	}
	b.seen.Agree("s", "localhost")
	if _, err := b.fetch(start); err != nil {
		t.Errorf("to a host that was agreed to: %v", err)
	}
	b.denied = "/there"
	if _, err := b.fetch(start); err == nil || !strings.Contains(err.Error(), "a rule denies it") {
		t.Errorf("to a denied address: %v", err)
	}
	known := newBrowser(t, b.server.Config.Handler.ServeHTTP)
	known.seen.Typed("s", "see "+known.server.URL+"/go")
	to.Store(strings.Replace(known.server.URL, "127.0.0.1", "localhost", 1) + "/there")
	if _, err := known.fetch(input{"url": known.server.URL + "/go"}); err != nil {
		t.Errorf("from an address that the person has typed to another host: %v", err)
	}
}
