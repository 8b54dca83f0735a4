package cli

import (
	"fmt"
	"strings"

	"handrail/operator"
	"handrail/operator/browsing"
	"handrail/operator/pages"
	"handrail/operator/trust"
	"handrail/tools"
	"handrail/tools/web"
)

// webCmd shows and sets what tools of the web may do (docs/spec/01-command-line.md#verbs).
type webCmd struct {
	Show     webShowCmd     `cmd:"" default:"1" help:"Show whether the web may be used here, and why not, the private hosts that may be fetched from, and who is asked when it is searched."`
	On       webOnCmd       `cmd:"" help:"Turn the tools of the web on."`
	Off      webOffCmd      `cmd:"" help:"Turn the tools of the web off."`
	Follow   webFollowCmd   `cmd:"" help:"Have this space do as those do that say nothing themselves."`
	Allow    webAllowCmd    `cmd:"" help:"Let pages be fetched from a private host."`
	Disallow webDisallowCmd `cmd:"" help:"Take a private host from the list."`
	Search   webSearchCmd   `cmd:"" help:"Choose who is asked when the web is searched."`
	Test     webTestCmd     `cmd:"" help:"Search once, and show what is found."`
}

type webShowCmd struct{}

// webLine is what is set as --json prints it.
type webLine struct {
	On       bool     `json:"on"`
	Here     string   `json:"here,omitempty"`
	Why      string   `json:"why,omitempty"`
	Hosts    []string `json:"allow_hosts"`
	Provider web.Kind `json:"provider,omitempty"`
	Address  string   `json:"address,omitempty"`
	Key      string   `json:"key,omitempty"`
	Problem  string   `json:"problem,omitempty"`
}

// Run shows what is set.
func (webShowCmd) Run(s *session) error { return changeWeb(s, nil) }

// changeWeb changes what is set, if change is not nil, and shows it.
func changeWeb(s *session, change func(desk *browsing.Desk, space *operator.Space) error) (err error) {
	if change != nil {
		if err := s.notInRoom(); err != nil {
			return err
		}
	}
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	desk := operator.BrowsingOf(o.Operator)
	if change != nil {
		if err := change(desk, space); err != nil {
			return err
		}
	}
	state, err := desk.State(space.Dir(), space.Trust().State().Level() != trust.Untrusted)
	if err != nil {
		return err
	}
	if s.app.JSON {
		return s.print(webLine{
			On: state.On, Here: state.Own, Why: state.Why, Hosts: state.Hosts, Provider: state.Search.Provider, Address: state.Search.Address, Key: state.Search.Secret, Problem: state.Search.Problem,
		})
	}
	s.showWeb(state)
	return nil
}

func (out *printer) showWeb(state browsing.State) {
	w := out.env.Stdout
	here := "on"
	if state.Why != "" {
		here = "off: " + withAction(state.Why, state.Action)
	}
	fmt.Fprintf(w, "Web in this space: %s\n", clean(here))
	all := map[bool]string{true: "on", false: "off"}[state.On]
	if state.Own != "" {
		all += " (this space says " + state.Own + ")"
	}
	fmt.Fprintf(w, "In spaces that say nothing: %s\n", clean(all))
	hosts := strings.Join(state.Hosts, ", ")
	if hosts == "" {
		hosts = "none"
	}
	fmt.Fprintf(w, "Private hosts that pages may be fetched from: %s\n", clean(hosts))
	if state.Wrong != "" {
		fmt.Fprintf(w, "  %s\n", clean(withAction(state.Wrong, tools.Action{Kind: tools.CorrectPages})))
	}
	if state.Search.Provider == "" && state.Search.Problem == "" {
		fmt.Fprintf(w, "Searches are asked of: nobody; %s\n", actionWords(tools.Action{Kind: tools.SetSearch}))
		return
	}
	fmt.Fprintf(w, "Searches are asked of: %s %s\n", clean(string(state.Search.Provider)), clean(state.Search.Address))
	if state.Search.Secret != "" {
		fmt.Fprintf(w, "  with the key in the secret %s\n", clean(state.Search.Secret))
	}
	if state.Search.Problem != "" {
		fmt.Fprintf(w, "  %s\n", clean(withAction(state.Search.Problem, tools.Action{Kind: tools.CorrectSearch})))
	}
}

type webOnCmd struct {
	Here bool `help:"For this space alone."`
}

// Run turns the web on.
func (c webOnCmd) Run(s *session) error { return turnWeb(s, c.Here, "on") }

type webOffCmd struct {
	Here bool `help:"For this space alone."`
}

// Run turns the web off.
func (c webOffCmd) Run(s *session) error { return turnWeb(s, c.Here, "off") }

type webFollowCmd struct{}

// Run has the space say nothing of its own.
func (webFollowCmd) Run(s *session) error { return turnWeb(s, true, "") }

func turnWeb(s *session, here bool, word string) error {
	return changeWeb(s, func(desk *browsing.Desk, space *operator.Space) error {
		if here {
			return desk.Turn(s.ctx, space.Dir(), word)
		}
		return desk.Turn(s.ctx, "", word)
	})
}

type webAllowCmd struct {
	Host string `arg:"" help:"The host: a name or an IP address, with or without a port, as intranet.example or 192.168.1.7:8080."`
}

// Run puts a host on the list.
func (c webAllowCmd) Run(s *session) error {
	return changeWeb(s, func(desk *browsing.Desk, _ *operator.Space) error { return asUsage(desk.Allow(s.ctx, c.Host)) })
}

type webDisallowCmd struct {
	Host string `arg:"" help:"The host, as the list has it."`
}

// Run takes a host from the list.
func (c webDisallowCmd) Run(s *session) error {
	return changeWeb(s, func(desk *browsing.Desk, _ *operator.Space) error { return asUsage(desk.Disallow(s.ctx, c.Host)) })
}

type webSearchCmd struct {
	Provider string `arg:"" help:"searxng, brave, tavily, exa, kagi, endpoint (any address that is called with ?q=&count= and answers JSON), or none."`
	URL      string `name:"url" help:"The address at which it is asked, if it is not the usual one. searxng and endpoint need it."`
	Key      string `help:"The name of the secret that holds its key. To store one: handrail secrets set NAME"`
}

// Run chooses the provider.
func (c webSearchCmd) Run(s *session) error {
	choice := browsing.Choice{Provider: web.Kind(c.Provider), URL: c.URL, Secret: c.Key}
	if c.Provider == "none" {
		choice.Provider = ""
	}
	return changeWeb(s, func(desk *browsing.Desk, _ *operator.Space) error { return asUsage(desk.Choose(s.ctx, choice)) })
}

// asUsage makes an error of what was written one of usage.
func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return usage{err}
}

type webTestCmd struct {
	Query []string `arg:"" optional:"" help:"What to search for. Default: open source."`
}

// Run searches once, as the person.
func (c webTestCmd) Run(s *session) (err error) {
	if err := s.notInRoom(); err != nil {
		return err
	}
	o, _, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	query := strings.Join(c.Query, " ")
	if query == "" {
		query = "open source"
	}
	found, err := operator.BrowsingOf(o.Operator).Test(s.ctx, query)
	if err != nil {
		return err
	}
	if s.app.JSON {
		return s.print(map[string]any{"results": found.Results, "note": found.Note})
	}
	for _, r := range found.Results {
		fmt.Fprintf(s.Stdout, "%s\n  %s\n", clean(r.Title), clean(r.URL))
	}
	if len(found.Results) == 0 {
		fmt.Fprintln(s.Stderr, "It answers, and has found nothing.")
	}
	if found.Note != "" {
		fmt.Fprintf(s.Stderr, "The provider says: %s\n", clean(found.Note))
	}
	return nil
}

// pagesCmd is the pages of a space.
type pagesCmd struct {
	List pagesListCmd `cmd:"" default:"1" help:"List the pages of this space, and what each may call."`
	Open pagesOpenCmd `cmd:"" help:"Open a page, and wait until it is closed."`
}

type pagesListCmd struct{}

// pageLine is a page in JSON.
type pageLine struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	File   string   `json:"file"`
	Icon   string   `json:"icon,omitempty"`
	Tools  []string `json:"tools"` // null: the tools of the desktop
	Reason string   `json:"reason,omitempty"`
}

// Run lists the pages, also those that can't be opened, with the reason.
func (pagesListCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	lines, may := []pageLine{}, []string{}
	for _, p := range pages.List(space) {
		may = append(may, p.MayCall())
		lines = append(lines, pageLine{ID: p.ID, Name: p.Name, File: p.File, Icon: p.Icon, Tools: p.Tools, Reason: withAction(p.Why, p.Action)})
	}
	if s.app.JSON {
		return s.print(lines)
	}
	if len(lines) == 0 {
		fmt.Fprintln(s.Stderr, "This space has no pages.")
		return nil
	}
	for i, l := range lines {
		if l.Reason != "" { // what it might call is not known before its manifest is trusted
			fmt.Fprintf(s.Stdout, "%s  %s\n   can't be opened: %s\n", clean(l.ID), clean(l.Name), clean(l.Reason))
			continue
		}
		fmt.Fprintf(s.Stdout, "%s  %s  may call %s\n", clean(l.ID), clean(l.Name), clean(may[i]))
	}
	return nil
}

type pagesOpenCmd struct {
	Name string `arg:"" help:"The page's name, as pages list has it."`
}

// Run shows a page until it is closed.
func (c pagesOpenCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := s.ShowPage.Check(); err != nil {
		return err
	}
	shelf := pages.New(o, nil)
	defer shelf.Close()
	page, err := shelf.Open(s.ctx, space, c.Name)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Stderr, "The page %s is open until you close it.\n", clean(page.Page()))
	return page.Show(s.ctx, s.ShowPage)
}
