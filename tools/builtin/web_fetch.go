package builtin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"handrail/internal/proc"
	"handrail/tools"
	"handrail/tools/web"
)

// The limits of web_fetch, beside those of the Fetcher (docs/spec/05-built-in-tools.md#web_fetch).
const (
	pageTime      = time.Minute // fetching and making text of it
	fetchBody     = 1 << 20     // bytes that a call may send
	fetchHeaders  = 50
	fetchHeadSize = 16 << 10
)

// WebConfig is what the tools of the web need.
type WebConfig struct {
	Fetcher *web.Fetcher
	// Seen knows which addresses the person and texts have named, by session.
	Seen *web.Seen
	// Hosts are the private hosts that the person lets be fetched from; nil: none.
	Hosts func() web.Hosts
	// Denied says why rules deny an address that a redirect leads to; "" if none does. nil: none.
	Denied func(call tools.Call, u *url.URL) string
	// House keeps the whole of a text that is longer than a result, for job_output.
	House proc.House
}

// NewWeb makes the tools of the web, which are there only where they may be used. They have no
// namespace.
func NewWeb(c WebConfig) (*Source, error) {
	if c.Hosts == nil {
		c.Hosts = func() web.Hosts { return nil }
	}
	if c.Denied == nil {
		c.Denied = func(tools.Call, *url.URL) string { return "" }
	}
	fetch, err := (&reader{c}).fetch()
	if err != nil {
		return nil, err
	}
	return &Source{list: []tools.Tool{fetch}}, nil
}

// A reader is what the tools of the web share.
type reader struct{ c WebConfig }

type fetchInput struct {
	URL     string            `json:"url" doc:"The whole address: https://example.com/page"`
	Method  string            `json:"method,omitempty" default:"GET" doc:"GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS"`
	Headers map[string]string `json:"headers,omitempty" doc:"Lines to add to the request's header"`
	Body    string            `json:"body,omitempty" doc:"What to send, at most 1 MB"`
	Format  string            `json:"format,omitempty" default:"markdown" enum:"markdown,text,raw" doc:"markdown or text: the page's main text, with links or without; raw: what the server sent"`
}

func (r *reader) fetch() (tools.Tool, error) {
	info, err := described(tools.Info{
		Name: "web_fetch", Title: "Fetch a page", Category: "web", Icon: "globe", SideEffect: true, Danger: tools.Moderate, Timeout: pageTime,
	})
	if err != nil {
		return nil, err
	}
	return tools.Define[fetchInput, tools.Result](info, r.settle)
}

// settle says what would be sent where.
func (r *reader) settle(_ context.Context, call tools.Call, in fetchInput) (tools.Act[tools.Result], error) {
	var none tools.Act[tools.Result]
	hosts := r.c.Hosts()
	u, err := r.c.Fetcher.Settle(in.URL, hosts)
	if err != nil {
		return none, err
	}
	header, err := in.check()
	if err != nil {
		return none, err
	}
	request := web.Request{Session: call.Session, Method: in.Method, URL: u, Header: header, Body: in.Body, Hosts: hosts}
	request.Hop = func(to *url.URL) error { return r.hop(call, u, to) }
	preview := r.preview(call, request)
	return tools.Act[tools.Result]{Preview: preview, Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
		return within(ctx, pageTime, "fetching from "+u.Host, func(ctx context.Context) (tools.Result, error) {
			got, err := r.c.Fetcher.Fetch(ctx, request)
			if err != nil {
				return tools.Result{}, err
			}
			result, err := pageResult(ctx, request, got, in.Format)
			r.shelve(call, &result)
			return result, err
		})
	}}, nil
}

// check puts the method and the header into their one spelling, and refuses what would make
// another request of this one.
func (in *fetchInput) check() (http.Header, error) {
	in.Method = strings.ToUpper(strings.TrimSpace(in.Method))
	if !slices.Contains([]string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}, in.Method) {
		return nil, tools.Errorf(tools.InvalidArgs, "the method %.20q is not known: write GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS", in.Method)
	}
	if len(in.Body) > fetchBody {
		return nil, tools.Errorf(tools.TooLarge, "the body has %d bytes, at most %d are sent: send it in parts, or with a program", len(in.Body), fetchBody)
	}
	header, size := http.Header{}, 0
	for _, name := range slices.Sorted(maps.Keys(in.Headers)) {
		value := strings.TrimSpace(in.Headers[name])
		key := http.CanonicalHeaderKey(name)
		size += len(name) + len(value)
		switch {
		case !isToken(name):
			return nil, tools.Errorf(tools.InvalidArgs, "%.40q is no name of a header", name)
		case strings.ContainsFunc(value, func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }):
			return nil, tools.Errorf(tools.InvalidArgs, "the header %s has a line end or another control character in it", key)
		case len(header[key]) > 0:
			return nil, tools.Errorf(tools.InvalidArgs, "the header %s is there twice, in two spellings: give one", key)
		case isOurs(key):
			return nil, tools.Errorf(tools.InvalidArgs, "the header %s is set by Handrail: leave it out", key)
		case len(in.Headers) > fetchHeaders || size > fetchHeadSize:
			return nil, tools.Errorf(tools.TooLarge, "there are more headers than are sent: at most %d, of %d bytes together", fetchHeaders, fetchHeadSize)
		}
		header[key] = []string{value}
	}
	return header, nil
}

// isOurs reports whether a header says where a request goes, how long it is, or what is done
// with the connection.
func isOurs(name string) bool {
	switch name {
	case "Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Upgrade", "Te", "Trailer", "Expect", "Accept-Encoding":
		return true
	}
	return strings.HasPrefix(name, "Proxy-")
}

func isToken(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`|~") == ""
}

// preview shows all of a request. Its first line is the address, which rules are held against.
func (r *reader) preview(call tools.Call, q web.Request) tools.Preview {
	host := q.URL.Hostname()
	parts := []string{"web_fetch", q.Method, q.URL.String(), q.Body}
	detail := []string{q.URL.String(), "Method: " + q.Method}
	for _, name := range slices.Sorted(maps.Keys(q.Header)) {
		detail = append(detail, "Header "+name+": "+q.Header.Get(name))
		parts = append(parts, name, q.Header.Get(name))
	}
	if q.Body != "" {
		detail = append(detail, "Body:", q.Body)
	}
	p := tools.Preview{
		Title: q.Method + " " + visible(firstLine(q.URL.String())), Detail: strings.Join(detail, "\n"),
		Effects: []tools.Effect{{Kind: tools.EffectReach, Target: host}}, Digest: tools.Digest(parts...),
	}
	p.Reads = q.Body == "" && (q.Method == http.MethodGet || q.Method == http.MethodHead)
	switch {
	case !p.Reads:
		p = p.Asking(tools.Say(tools.AskRequest, q.Method, host))
	case len(q.Header) > 0:
		p = p.Asking(tools.Say(tools.AskHeaders, host))
	default:
		p.Named = call.Caller.Kind == tools.CallerPerson || r.c.Seen.Knows(call.Session, q.URL) || r.c.Seen.Agreed(call.Session, host)
	}
	return p
}

// hop says why a redirect from the address of a call is not followed; nil if it is. Where the
// person has agreed to a host only, not to an address that was known, the host must not lead to
// another one: it might take along what the agent has put into the address.
func (r *reader) hop(call tools.Call, first, to *url.URL) error {
	if why := r.c.Denied(call, to); why != "" {
		return tools.Errorf(tools.PermissionDenied, "%s", why)
	}
	chosen := call.Caller.Kind != tools.CallerPerson && !r.c.Seen.Knows(call.Session, first)
	if chosen && site(first) != site(to) && !r.c.Seen.Knows(call.Session, to) && !r.c.Seen.Agreed(call.Session, to.Hostname()) {
		return tools.Errorf(tools.PermissionDenied, "the person was asked about %s only. If it is where you want to go, fetch %s", first.Hostname(), to)
	}
	return nil
}

// site is a host without the www that many put before it.
func site(u *url.URL) string { return strings.TrimPrefix(u.Hostname(), "www.") }

// shelve keeps a text that is longer than a result, and leaves its beginning with where to
// read on. Where nothing can be kept, the text stays, and is cut like any other.
func (r *reader) shelve(call tools.Call, result *tools.Result) {
	if len(result.Content) <= proc.ShelfAfter || r.c.House.Shelf == nil {
		return
	}
	whole := r.c.House.Redact(result.Content)
	id, w, err := r.c.House.Shelf.Create(errand(call))
	if err != nil {
		return
	}
	_, err = io.WriteString(w, whole)
	if errors.Join(err, w.Close()) != nil {
		return
	}
	end := min(len(whole), proc.ShelfAfter)
	for end > 0 && end < len(whole) && !utf8.RuneStart(whole[end]) {
		end--
	}
	result.Meta.Output, result.Meta.Truncated = id, true
	result.Content = fmt.Sprintf("%s\n\n(%d more bytes: go on with job_output, job %s, since %d)", whole[:end], len(whole)-end, id, end)
}

// pageResult is an answer as a model reads it. An answer that says no keeps its text.
func pageResult(ctx context.Context, q web.Request, got *web.Response, format string) (tools.Result, error) {
	result, err := pageContent(ctx, q, got, format)
	if err != nil || got.Status < 400 {
		return result, err
	}
	code, next := tools.ExecutionFailed, ""
	if got.Status == http.StatusTooManyRequests {
		code, next = tools.Unavailable, fmt.Sprintf(": it wants a pause of %d s, so go on with something else first, and come back then", int(got.Pause.Seconds()))
	}
	return result, tools.Errorf(code, "%s has answered %s%s", got.URL.Host, status(got), next)
}

func status(got *web.Response) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", got.Status, http.StatusText(got.Status)))
}

func pageContent(ctx context.Context, q web.Request, got *web.Response, format string) (tools.Result, error) {
	if q.Method == http.MethodHead {
		return tools.Result{Content: headText(q, got)}, nil
	}
	k := kindOf(got.Body)
	switch {
	case len(got.Body) == 0:
		return tools.Result{Content: above(q, got, web.Page{}) + "(there is nothing in the answer)"}, nil
	case got.Cut && (k.image() || k.mime == "application/pdf"):
		return tools.Result{}, tools.Errorf(tools.TooLarge, "%s has sent %s of more than 10 MB, and a part of it cannot be shown: download it with a program", got.URL.Host, k.name)
	case k.image():
		picture := renderImage(k, got.Body)
		picture.Content = above(q, got, web.Page{}) + picture.Content
		return picture, nil
	case k.mime == "application/pdf":
		text, err := pdfText(ctx, got.Body)
		return tools.Result{Content: above(q, got, web.Page{}) + text}, err
	case k.binary() && !isWide(got):
		return tools.Result{}, tools.Errorf(tools.ExecutionFailed, "%s has sent no text: it is %s (%s) of %d bytes. Download it with a program, through bash", got.URL.Host, k.name, k.mime, len(got.Body))
	}
	page, err := pageOf(ctx, got, format)
	if err != nil {
		return tools.Result{}, err
	}
	text := page.Text
	switch {
	case text == "":
		text = "(there is no text on this page: it may be made by scripts, which are not run; raw shows what was sent)"
	case got.Cut:
		text += "\n\n(The answer is longer than 10 MB; this is of its beginning.)"
	case page.Cut:
		text += "\n\n(The page has more text; this is its beginning.)"
	}
	return tools.Result{Content: above(q, got, page) + text, Meta: tools.Meta{Truncated: got.Cut || page.Cut}}, nil
}

// isWide reports whether a server says of bytes that look like none that they are text in a
// charset with NUL bytes.
func isWide(got *web.Response) bool {
	said := strings.ToLower(got.Header.Get("Content-Type"))
	return strings.HasPrefix(said, "text/") && strings.Contains(said, "utf-16")
}

func pageOf(ctx context.Context, got *web.Response, format string) (web.Page, error) {
	text := got.Decode()
	switch {
	case format == "raw" || !got.IsHTML():
		return web.Page{Text: text}, nil
	case format == "text":
		return web.Text(ctx, got.URL, text)
	}
	return web.Markdown(ctx, got.URL, text)
}

// above is what is said of an answer before its text; "" if it goes without saying.
func above(q web.Request, got *web.Response, page web.Page) string {
	var out strings.Builder
	line := func(name, value string) {
		if value != "" {
			out.WriteString(name + ": " + visible(value) + "\n")
		}
	}
	if got.Status != http.StatusOK {
		line("Status", status(got))
	}
	line("Title", page.Title)
	line("Date", page.Date)
	if got.URL.String() != q.URL.String() {
		line("Address", got.URL.String())
	}
	if out.Len() > 0 {
		out.WriteByte('\n')
	}
	return out.String()
}

// headText is the answer to a HEAD: its header, at most 100 lines.
func headText(q web.Request, got *web.Response) string {
	var out strings.Builder
	out.WriteString("Status: " + status(got) + "\n")
	if got.URL.String() != q.URL.String() {
		out.WriteString("Address: " + got.URL.String() + "\n")
	}
	names := slices.Sorted(maps.Keys(got.Header))
	for _, name := range names[:min(len(names), 100)] {
		out.WriteString(name + ": " + visible(strings.ToValidUTF8(strings.Join(got.Header[name], ", "), "�")) + "\n")
	}
	return out.String()
}
