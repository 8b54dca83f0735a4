package builtin

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"handrail/tools"
	"handrail/tools/web"
)

// A SearchConfig is what web_search needs.
type SearchConfig struct {
	Fetcher *web.Fetcher
	// Seen knows at which hosts the person has agreed to look.
	Seen *web.Seen
	// Provider is where the person has searches asked; the zero Provider: nowhere.
	Provider func() web.Provider
	// Key is what the provider knows the person by; "" if it needs none. It may ask the keychain, and wait for it.
	Key func() (string, error)
	// Secret reports whether a text holds a secret, or what looks like one.
	Secret func(text string) bool
	// Careful reports whether the person wants to be asked before the first search of a session; nil: they don't.
	Careful func() bool
}

// NewSearch makes web_search, which is there only where it may be used and has somebody to ask. It has no namespace.
func NewSearch(c SearchConfig) (*Source, error) {
	if c.Careful == nil {
		c.Careful = func() bool { return false }
	}
	info, err := described(tools.Info{
		Name: "web_search", Title: "Search the web", Category: "web", Icon: "search", Idempotent: true, Timeout: pageTime,
	})
	if err != nil {
		return nil, err
	}
	tool, err := tools.Define[searchInput, tools.Result](info, (&inquirer{c}).settle)
	if err != nil {
		return nil, err
	}
	return &Source{list: []tools.Tool{tool}}, nil
}

type inquirer struct{ c SearchConfig }

type searchInput struct {
	Query   string `json:"query" doc:"What to search for, at most 400 characters"`
	Results int    `json:"num_results,omitempty" default:"5" doc:"How many results, at most 20"`
}

// settle says what would be asked of whom.
func (s *inquirer) settle(_ context.Context, call tools.Call, in searchInput) (tools.Act[tools.Result], error) {
	var none tools.Act[tools.Result]
	secret := s.c.Secret(in.Query) // as it was written: a control character becomes a blank
	in.Query = strings.Join(strings.FieldsFunc(in.Query, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	switch n := utf8.RuneCountInString(in.Query); {
	case n == 0:
		return none, tools.Errorf(tools.InvalidArgs, "the query is empty: say what to search for")
	case n > web.MostQuery:
		return none, tools.Errorf(tools.InvalidArgs, "the query has %d characters, at most %d are asked: use fewer words", n, web.MostQuery)
	case secret || s.c.Secret(in.Query):
		return none, tools.Errorf(tools.PermissionDenied, "the query holds a secret, or what looks like one: what is searched for leaves this machine; search without it")
	case in.Results < 1 || in.Results > web.MostResults:
		return none, tools.Errorf(tools.InvalidArgs, "num_results is %d, and can be 1 to %d", in.Results, web.MostResults)
	}
	p := s.c.Provider()
	if p.URL == nil {
		return none, tools.Errorf(tools.Unavailable, "no provider for searches is set").Advise(tools.Action{Kind: tools.SetSearch})
	}
	host := p.URL.Hostname()
	preview := tools.Preview{
		Detail:  fmt.Sprintf("%s\nAsked of: %s (%s)\nResults: %d", in.Query, p.URL.Host, p.Kind, in.Results),
		Effects: []tools.Effect{{Kind: tools.EffectReach, Target: host}}, Reads: true,
		Digest: tools.Digest("web_search", in.Query, p.URL.String(), string(p.Kind), fmt.Sprint(in.Results)),
	}.Titled(tools.Say(tools.TitleSearchWeb, in.Query))
	// The person has chosen who is asked; the agent has not.
	preview.Named = call.Caller.Kind == tools.CallerPerson || !s.c.Careful() || s.c.Seen.Agreed(call.Session, host)
	return tools.Act[tools.Result]{Preview: preview, Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
		return within(ctx, pageTime, "searching at "+p.URL.Host, func(ctx context.Context) (tools.Result, error) {
			key, err := s.c.Key()
			if err != nil {
				return tools.Result{}, tools.Errorf(tools.Unavailable, "the key for %s is not there: %v", p.URL.Host, err).Advise(tools.ActionOf(err))
			}
			found, err := s.c.Fetcher.Search(ctx, p, key, in.Query, in.Results)
			if err != nil {
				return tools.Result{}, err
			}
			return tools.Result{Content: foundText(found)}, nil
		})
	}}, nil
}

// foundText is what was found, as a model reads it.
func foundText(found web.Findings) string {
	var out strings.Builder
	for i, r := range found.Results {
		fmt.Fprintf(&out, "%d. %s\n   %s\n", i+1, visible(r.Title), r.URL)
		if r.Date != "" {
			fmt.Fprintf(&out, "   Date: %s\n", visible(r.Date))
		}
		if r.Snippet != "" {
			fmt.Fprintf(&out, "   %s\n", visible(r.Snippet))
		}
	}
	if len(found.Results) == 0 {
		out.WriteString("(nothing was found)\n")
	}
	if found.Note != "" {
		fmt.Fprintf(&out, "(the provider says: %s)\n", visible(found.Note))
	}
	return strings.TrimSuffix(out.String(), "\n")
}
