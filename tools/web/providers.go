package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// A Kind is a provider of searches by name.
type Kind string

// The kinds of providers. An Endpoint is any address that is called with ?q=&count= and answers JSON.
const (
	SearXNG  Kind = "searxng"
	Brave    Kind = "brave"
	Tavily   Kind = "tavily"
	Exa      Kind = "exa"
	Kagi     Kind = "kagi"
	Endpoint Kind = "endpoint"
)

// Kinds are the names of providers, in the order in which they are listed.
func Kinds() []Kind {
	var out []Kind
	for _, row := range kinds() {
		out = append(out, row.kind)
	}
	return out
}

// WantsKey reports whether a provider answers nobody without a key.
func (k Kind) WantsKey() bool {
	row, _ := kindOf(k)
	return row.wantsKey
}

// WantsAddress reports whether the person has to say where a provider is asked.
func (k Kind) WantsAddress() bool {
	row, _ := kindOf(k)
	return row.address == ""
}

// ask is what is asked of a provider.
type ask struct {
	url        url.URL
	key, query string
	count      int
}

// A kindRow is what sets a provider apart.
type kindRow struct {
	kind     Kind
	address  string // the usual one; "": the person's
	example  string
	place    string // how the path of its address ends
	wantsKey bool
	markup   bool // its texts are HTML
	ask      func(ask) Request
	read     func(body []byte) (list []raw, note string, err error)
}

// kinds are the providers, as they document themselves.
func kinds() []kindRow {
	return []kindRow{
		{kind: SearXNG, example: "http://127.0.0.1:8080", place: "/search", ask: askSearXNG, read: readSearXNG},
		{kind: Brave, address: "https://api.search.brave.com/res/v1/web/search", wantsKey: true, markup: true, ask: askBrave, read: readBrave},
		{kind: Tavily, address: "https://api.tavily.com/search", wantsKey: true, ask: askTavily, read: readTavily},
		{kind: Exa, address: "https://api.exa.ai/search", wantsKey: true, ask: askExa, read: readExa},
		{kind: Kagi, address: "https://kagi.com/api/v0/search", wantsKey: true, markup: true, ask: askKagi, read: readKagi},
		{kind: Endpoint, example: "https://search.example.com/api", ask: askEndpoint, read: readEndpoint},
	}
}

func kindOf(k Kind) (kindRow, bool) {
	for _, row := range kinds() {
		if row.kind == k {
			return row, true
		}
	}
	return kindRow{}, false
}

func kindWords() string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}

// findings reads what a provider has answered.
func (k kindRow) findings(p Provider, got *Response, count int) (Findings, error) {
	if got.Cut {
		return Findings{}, unreadable(p, got)
	}
	list, note, err := k.read(got.Body)
	if err != nil {
		return Findings{}, unreadable(p, got)
	}
	return Findings{Results: tidied(list, count, k.markup), Note: line(note, snippetEnd)}, nil
}

// inQuery is a GET with what is asked in the query of its address.
func inQuery(a ask, values url.Values) Request {
	query := a.url.Query()
	for name := range values {
		query.Set(name, values.Get(name))
	}
	a.url.RawQuery = query.Encode()
	return Request{Method: http.MethodGet, URL: &a.url, Header: http.Header{}}
}

// asJSON is a POST with what is asked as JSON.
func asJSON(a ask, body map[string]any) Request {
	text, _ := json.Marshal(body) // of texts, numbers and booleans
	return Request{Method: http.MethodPost, URL: &a.url, Header: http.Header{"Content-Type": {"application/json"}}, Body: string(text)}
}

func bearer(r Request, key string) Request {
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	return r
}

func askSearXNG(a ask) Request {
	return bearer(inQuery(a, url.Values{"q": {a.query}, "format": {"json"}}), a.key)
}

func readSearXNG(body []byte) ([]raw, string, error) {
	var got struct {
		Results *[]struct {
			Title, URL, Content string
			Published           string `json:"publishedDate"`
		}
		Silent [][]string `json:"unresponsive_engines"`
	}
	if err := json.Unmarshal(body, &got); err != nil || got.Results == nil {
		return nil, "", noResults(err)
	}
	var list []raw
	for _, r := range *got.Results {
		list = append(list, raw{r.Title, r.URL, r.Content, r.Published})
	}
	var silent []string
	for _, engine := range got.Silent {
		silent = append(silent, strings.Join(engine, ": "))
	}
	note := ""
	if len(silent) > 0 {
		note = "engines that did not answer: " + strings.Join(silent, ", ")
	}
	return list, note, nil
}

func askBrave(a ask) Request {
	r := inQuery(a, url.Values{"q": {a.query}, "count": {strconv.Itoa(a.count)}, "text_decorations": {"false"}})
	r.Header.Set("X-Subscription-Token", a.key)
	return r
}

func readBrave(body []byte) ([]raw, string, error) {
	var got struct {
		Type string
		Web  struct {
			Results []struct {
				Title, URL, Description, Age string
				PageAge                      string `json:"page_age"`
			}
		}
	}
	if err := json.Unmarshal(body, &got); err != nil || got.Type != "search" {
		return nil, "", noResults(err)
	}
	var list []raw
	for _, r := range got.Web.Results {
		date := r.PageAge
		if date == "" {
			date = r.Age
		}
		list = append(list, raw{r.Title, r.URL, r.Description, date})
	}
	return list, "", nil
}

func askTavily(a ask) Request {
	return bearer(asJSON(a, map[string]any{"query": a.query, "max_results": a.count}), a.key)
}

func readTavily(body []byte) ([]raw, string, error) {
	var got struct {
		Results *[]struct {
			Title, URL, Content string
			Published           string `json:"published_date"`
		}
	}
	if err := json.Unmarshal(body, &got); err != nil || got.Results == nil {
		return nil, "", noResults(err)
	}
	var list []raw
	for _, r := range *got.Results {
		list = append(list, raw{r.Title, r.URL, r.Content, r.Published})
	}
	return list, "", nil
}

func askExa(a ask) Request {
	r := asJSON(a, map[string]any{"query": a.query, "numResults": a.count, "contents": map[string]any{"highlights": true}})
	r.Header.Set("x-api-key", a.key)
	return r
}

func readExa(body []byte) ([]raw, string, error) {
	var got struct {
		Results *[]struct {
			Title, URL, Text, Summary string
			Highlights                []string
			Published                 string `json:"publishedDate"`
		}
	}
	if err := json.Unmarshal(body, &got); err != nil || got.Results == nil {
		return nil, "", noResults(err)
	}
	var list []raw
	for _, r := range *got.Results {
		snippet := strings.Join(r.Highlights, " … ")
		if snippet == "" {
			snippet = strings.TrimSpace(r.Summary + " " + r.Text)
		}
		list = append(list, raw{r.Title, r.URL, snippet, r.Published})
	}
	return list, "", nil
}

func askKagi(a ask) Request {
	r := inQuery(a, url.Values{"q": {a.query}, "limit": {strconv.Itoa(a.count)}})
	r.Header.Set("Authorization", "Bot "+a.key)
	return r
}

func readKagi(body []byte) ([]raw, string, error) {
	var got struct {
		Data *[]struct {
			T                              int // 0: a result; 1: other searches
			Title, URL, Snippet, Published string
		}
		Error []struct{ Msg string }
	}
	if err := json.Unmarshal(body, &got); err != nil || got.Data == nil {
		return nil, "", noResults(err)
	}
	var list []raw
	for _, r := range *got.Data {
		if r.T == 0 {
			list = append(list, raw{r.Title, r.URL, r.Snippet, r.Published})
		}
	}
	note := ""
	if len(got.Error) > 0 {
		note = got.Error[0].Msg
	}
	return list, note, nil
}

func askEndpoint(a ask) Request {
	return bearer(inQuery(a, url.Values{"q": {a.query}, "count": {strconv.Itoa(a.count)}}), a.key)
}

// readEndpoint reads a list of results, or an object that has one under results.
func readEndpoint(body []byte) ([]raw, string, error) {
	type result struct{ Title, URL, Link, Snippet, Description, Content, Date string }
	var got struct{ Results *[]result }
	var plain []result
	if json.Unmarshal(body, &plain) == nil && plain != nil {
		got.Results = &plain
	} else if err := json.Unmarshal(body, &got); err != nil || got.Results == nil {
		return nil, "", noResults(err)
	}
	var list []raw
	for _, r := range *got.Results {
		list = append(list, raw{r.Title, first(r.URL, r.Link), first(r.Snippet, r.Description, r.Content), r.Date})
	}
	return list, "", nil
}

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

func noResults(err error) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("it has no results")
}

// complaint is what a provider says of its refusal, in its words, to stand behind ours; "" if it says nothing that can be
// read.
func complaint(body []byte) string {
	var got map[string]any
	if json.Unmarshal(body, &got) != nil {
		return ""
	}
	for _, name := range []string{"error", "detail", "message"} {
		if text := line(words(got[name]), 200); text != "" {
			return fmt.Sprintf(": it says %q", text)
		}
	}
	return ""
}

// words are the text in what a provider says: it may lie in an object, or the first of a list.
func words(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		if len(v) > 0 {
			return words(v[0])
		}
	case map[string]any:
		for _, name := range []string{"error", "detail", "message", "msg"} {
			if text := words(v[name]); text != "" {
				return text
			}
		}
	}
	return ""
}
