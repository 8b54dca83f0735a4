package web

import (
	"cmp"
	"context"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	htmltext "golang.org/x/net/html"

	"handrail/tools"
)

// The limits of a search (docs/spec/05-built-in-tools.md#web_search).
const (
	MostResults = 20  // that are asked for, and shown
	MostQuery   = 400 // characters that are asked
	titleLimit  = 200 // characters
	snippetEnd  = 1000
)

// A Provider is where searches are asked. The zero Provider is none.
type Provider struct {
	Kind Kind
	// URL is where it is asked, as its documentation has it, without what is asked.
	URL *url.URL
	// Own says that the person has given the address: it may lie on this machine or on a network behind it.
	Own bool
}

// A Result is one page that was found.
type Result struct {
	Title   string `json:"title"`
	URL     string `json:"url"`
	Snippet string `json:"snippet,omitempty"`
	Date    string `json:"date,omitempty"` // as the provider writes it; "" where it does not say
}

// Findings are what a search has brought.
type Findings struct {
	Results []Result
	// Note is what the provider says of a search that is not whole, in its own words; "" for most.
	Note string
}

// NewProvider reads what the settings say of where searches are asked. address is "" for the usual one of the kind, and
// keyed says whether a key is sent along, which goes to strangers by https only.
func NewProvider(kind Kind, address string, keyed bool) (Provider, error) {
	p := Provider{Kind: kind, Own: address != ""}
	row, known := kindOf(kind)
	switch {
	case !known:
		return p, tools.Errorf(tools.InvalidArgs, "%.40q is no provider: there are %s", string(kind), kindWords())
	case row.wantsKey && !keyed:
		return p, tools.Errorf(tools.InvalidArgs, "%s answers nobody without a key: name the secret that holds it", kind)
	case row.address == "" && address == "":
		return p, tools.Errorf(tools.InvalidArgs, "%s needs the address at which it is asked, such as %s", kind, row.example)
	}
	u, err := ParseAddress(cmp.Or(address, row.address))
	if whole := "http://" + strings.TrimSpace(address); err != nil && !strings.Contains(address, "://") {
		if _, err := ParseAddress(whole); err == nil {
			return p, tools.Errorf(tools.InvalidArgs, "%s cannot be asked at %.100q: write it with http:// or https:// before it, as %.107s", kind, address, whole)
		}
	}
	if err != nil {
		return p, tools.Errorf(tools.InvalidArgs, "%s cannot be asked at %.100q: %v", kind, address, err)
	}
	if keyed && u.Scheme == "http" && (&Fetcher{c: Config{Check: CheckPublic}}).checkName(u) == nil {
		return p, tools.Errorf(tools.InvalidArgs, "a key is not sent to %s by http, where anybody on the way can read it: write https", u.Host)
	}
	if row.place != "" && !strings.HasSuffix(u.Path, row.place) {
		u = u.JoinPath(row.place)
	}
	p.URL = u
	return p, nil
}

// Search asks a provider, and gives at most count results. key is what the provider knows the person by; "" sends none. It
// goes to the provider's own address alone: a redirect to another place is not followed.
func (f *Fetcher) Search(ctx context.Context, p Provider, key, query string, count int) (Findings, error) {
	row, _ := kindOf(p.Kind)
	asked := row.ask(ask{url: *p.URL, key: key, query: query, count: count})
	asked.Header.Set("Accept", "application/json")
	if p.Own {
		asked.Hosts = Hosts{p.URL.Host}
	}
	asked.Hop = func(to *url.URL) error {
		if to.Scheme != p.URL.Scheme || to.Host != p.URL.Host {
			return tools.Errorf(tools.PermissionDenied, "a search goes to one place only")
		}
		return nil
	}
	got, err := f.Fetch(ctx, asked)
	if err != nil {
		return Findings{}, err
	}
	if got.Status != http.StatusOK {
		return Findings{}, searchRefused(p, key != "", got)
	}
	return row.findings(p, got, count)
}

// searchRefused is an answer that says no, with what to do.
func searchRefused(p Provider, keyed bool, got *Response) error {
	host, said := p.URL.Host, complaint(got.Body)
	correct := tools.Action{Kind: tools.CorrectSearch}
	badKey := got.Status == http.StatusUnauthorized || got.Status == http.StatusForbidden || strings.Contains(string(got.Body[:min(len(got.Body), 4096)]), "SUBSCRIPTION_TOKEN_INVALID")
	switch {
	case p.Kind == SearXNG && got.Status == http.StatusForbidden:
		return tools.Errorf(tools.Unavailable, "%s does not answer programs (403): in its settings.yml the list search.formats has to name json%s", host, said).Advise(correct)
	case badKey && !keyed:
		return tools.Errorf(tools.Unavailable, "%s wants a key (%d), and none is set%s", host, got.Status, said).Advise(correct)
	case badKey:
		return tools.Errorf(tools.Unavailable, "%s does not take the key (%d)%s", host, got.Status, said).Advise(correct)
	case got.Status == http.StatusPaymentRequired, got.Status == 432, got.Status == 433: // Tavily's own: the plan's limit, the account's
		return tools.Errorf(tools.Unavailable, "what was paid for at %s is used up (%d)%s: go on without searching", host, got.Status, said)
	case got.Status == http.StatusTooManyRequests:
		return tools.Errorf(tools.Unavailable, "%s wants a pause of %d s (429)%s: go on with something else first, and come back then", host, int(got.Pause.Seconds()), said)
	case got.Status >= 500:
		return tools.Errorf(tools.Unavailable, "%s has a fault of its own (%s)%s: try again later", host, statusWords(got.Status), said)
	case got.Status == http.StatusNotFound, got.Status < 400:
		return tools.Errorf(tools.ExecutionFailed, "nothing answers searches at %s (%s)%s: its address may be wrong", host, statusWords(got.Status), said).Advise(correct)
	}
	return tools.Errorf(tools.ExecutionFailed, "%s has refused the search (%s)%s: ask with other words", host, statusWords(got.Status), said)
}

func statusWords(status int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", status, http.StatusText(status)))
}

// unreadable is an answer that is not what the provider documents.
func unreadable(p Provider, got *Response) error {
	host := p.URL.Host
	correct := tools.Action{Kind: tools.CorrectSearch}
	switch {
	case got.Cut:
		return tools.Errorf(tools.TooLarge, "%s has sent more than 10 MB for one search: ask for fewer results", host)
	case len(strings.TrimSpace(string(got.Body))) == 0:
		return tools.Errorf(tools.ExecutionFailed, "%s has answered with nothing: its address may be wrong", host).Advise(correct)
	case got.IsHTML():
		return tools.Errorf(tools.ExecutionFailed, "%s has answered with a page for people and not with JSON: its address may be wrong", host).Advise(correct)
	}
	return tools.Errorf(tools.ExecutionFailed, "what %s has answered cannot be read: it is not the JSON that %s documents", host, p.Kind).Advise(correct)
}

// A raw is a result as a provider writes it.
type raw struct{ title, address, snippet, date string }

// tidied are the results that can be shown: each with an address that can be fetched, each text on one line.
func tidied(list []raw, count int, markup bool) []Result {
	out := []Result{}
	for _, r := range list {
		u, err := ParseAddress(r.address)
		if err != nil || len(out) == count {
			continue
		}
		if markup {
			r.title, r.snippet = withoutMarkup(r.title), withoutMarkup(r.snippet)
		}
		out = append(out, Result{Title: line(r.title, titleLimit), URL: u.String(), Snippet: line(r.snippet, snippetEnd), Date: line(r.date, 40)})
	}
	return out
}

// withoutMarkup is the text of a piece of HTML.
func withoutMarkup(text string) string {
	if !strings.ContainsAny(text, "<&") {
		return text
	}
	var out strings.Builder
	z := htmltext.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case htmltext.ErrorToken:
			return out.String()
		case htmltext.TextToken:
			out.WriteString(html.UnescapeString(string(z.Raw())))
		}
	}
}

// line is a text on one line, at most so many characters of it.
func line(text string, most int) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "�"), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
