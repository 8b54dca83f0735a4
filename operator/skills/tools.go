package skills

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/agent"
	"handrail/spaces"
	"handrail/tools"
)

// What a model reads about the tools for skills and for searching.
const (
	useSkillText = `Reads a skill of this space: what its author wrote about how something is done here. The skills are listed in your instructions, with what each is for. Read one before you do what it is about. It counts until you have answered the person, and so do the tools that it brings up.`
	findText     = `Finds tools of the connected MCP servers by words, where there are too many to show you all. It returns at most ten, the best first, each with what it does and its input. Those are yours from your next answer on. Search for what you want to do ("create issue"), not for a whole sentence.`
)

// What find_tools returns of one tool.
const (
	foundWords  = 1000 // bytes of its description
	foundSchema = 6000 // bytes of its input's schema
)

// skillInput is the input of use_skill.
type skillInput struct {
	Name      string         `json:"name" doc:"the skill's name, as your instructions list it" maxlen:"200"`
	Variables map[string]any `json:"variables,omitempty" doc:"values for the skill's variables, where it has some"`
}

// findInput is the input of find_tools.
type findInput struct {
	Query  string `json:"query" doc:"words for what you want to do" maxlen:"2000"`
	Server string `json:"server,omitempty" doc:"only tools of this server; with an empty query: its first ten" maxlen:"200"`
}

// A toolSource provides use_skill and find_tools. They are every space's own, so
// they have no namespace.
type toolSource struct {
	list []tools.Tool
	err  error
}

// Namespace implements tools.Source.
func (s toolSource) Namespace() string { return "" }

// Tools implements tools.Source.
func (s toolSource) Tools(context.Context) ([]tools.Tool, error) {
	return slices.Clone(s.list), s.err
}

// Tools makes the tools by which an agent reads skills and finds tools, for a space
// that declares these skills. Where there are none, use_skill is listed as
// unavailable, with what to do.
func (s *Source) Tools(declared []spaces.Skill, trusted bool) tools.Source {
	use := tools.Info{Name: agent.UseSkill, Title: "Use a skill", Description: useSkillText, Category: "skills", Icon: "book-open", Source: "builtin"}
	switch {
	case len(declared) == 0:
		use.Unavailable = "this space has no skills; one is a file in agent/skills/"
	case !trusted:
		use.Unavailable, use.Action = "this space is not trusted, so no agent reads its skills", tools.Action{Kind: tools.TrustSpace}
	}
	find := tools.Info{Name: agent.FindTools, Title: "Find tools", Description: findText, Category: "skills", Icon: "search", Source: "builtin", Internal: true}
	one, errUse := tools.Define[skillInput, string](use, s.useSkill)
	other, errFind := tools.Define[findInput, string](find, s.findTools)
	if err := errors.Join(errUse, errFind); err != nil {
		return toolSource{err: err}
	}
	return toolSource{list: []tools.Tool{one, other}}
}

// useSkill settles a reading of a skill. Running it brings the skill up, if an
// agent reads it.
func (s *Source) useSkill(_ context.Context, call tools.Call, in skillInput) (tools.Act[string], error) {
	who, t := spaces.Agent{Name: call.Caller.Name}, s.turns.of(call.Run)
	if t != nil {
		who = t.Agent()
	}
	k, err := s.skill(who, in.Name)
	if err != nil {
		return tools.Act[string]{}, err
	}
	text, err := s.Text(k, who, in.Variables)
	if err != nil {
		return tools.Act[string]{}, err
	}
	return tools.Act[string]{
		Preview: s.shows(k).Titled(tools.Say(tools.TitleUseSkill, k.Name)),
		Run: func(ctx context.Context, _ tools.Output) (string, error) {
			if t == nil {
				return text, nil
			}
			t.awaitNeeded(ctx, k.AllowedTools)
			return s.readBy(t, k, text)
		},
	}, nil
}

// shows is what rules about reading files are held against: the skill's own file.
func (s *Source) shows(k spaces.Skill) (p tools.Preview) {
	for _, file := range s.filesOf(k) {
		p.Effects = append(p.Effects, tools.Effect{Kind: tools.EffectRead, Target: file})
	}
	return p
}

// readBy brings a skill up in a turn and gives its text, a few times.
func (s *Source) readBy(t *Turn, k spaces.Skill, text string) (string, error) {
	if err := t.raise(k.Name); err != nil {
		return "", err
	}
	if t.countRead(k.Name) {
		return "", tools.Errorf(tools.Unavailable, "you have read the skill %q %d times in this turn, and it is up; do what it says", k.Name, maxReads)
	}
	if lines := raisedLines(s.raisedBy(k, t.Scope())); lines != "" {
		text += "\n\n[Handrail: " + lines + "]"
	}
	return text, nil
}

// skill finds a skill that an agent sees. Its error is always not_found, with the
// names that come nearest.
func (s *Source) skill(who spaces.Agent, name string) (spaces.Skill, error) {
	seen := s.all(who)
	name = strings.TrimSpace(name)
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		if i := slices.IndexFunc(seen, func(k spaces.Skill) bool { return same(k.Name, name) }); i >= 0 {
			return seen[i], nil
		}
	}
	for _, k := range s.c.Space.Declared().Skills {
		if k.Name == name && s.c.Trusted() {
			return spaces.Skill{}, tools.Errorf(tools.NotFound, "the agent %q does not have the skill %q: its own list of skills (%s) does not name it", who.Name, name, who.File)
		}
	}
	var near []string
	for _, k := range nearestSkills(s.Of(who), name) {
		near = append(near, fmt.Sprintf("%s (%s)", k.Name, first(k.Description, lineLength)))
	}
	if len(near) == 0 {
		return spaces.Skill{}, tools.Errorf(tools.NotFound, "there is no skill %q here; there are %d", name, len(seen))
	}
	return spaces.Skill{}, tools.Errorf(tools.NotFound, "there is no skill %q here; the nearest are: %s", name, strings.Join(near, "; "))
}

// nearestSkills are at most ten skills that fit words best.
func nearestSkills(list []spaces.Skill, words string) []spaces.Skill {
	entries := make([]tools.Entry, len(list))
	byName := map[string]spaces.Skill{}
	for i, k := range list {
		entries[i] = tools.Entry{Info: tools.Info{Name: k.Name, Description: k.Description, Title: strings.Join(k.Triggers, " ")}}
		byName[k.Name] = k
	}
	best, _ := agent.Search(entries, words, "")
	var out []spaces.Skill
	for _, e := range best {
		out = append(out, byName[e.Info.Name])
	}
	return out
}

// foundTool is a tool as find_tools returns it.
type foundTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Input       json.RawMessage `json:"input_schema,omitempty"`
	Note        string          `json:"note,omitempty"`
}

// findTools searches the servers' tools that the caller may use.
func (s *Source) findTools(_ context.Context, call tools.Call, in findInput) (string, error) {
	var best, among []tools.Entry
	var fits int
	if t := s.turns.of(call.Run); t != nil && t.c.Shelf != nil {
		best, fits = t.c.Shelf.Find(in.Query, in.Server)
		among = t.c.Shelf.Hidden()
	} else { // the person's own call: every tool of a server
		among = slices.DeleteFunc(s.c.Space.Registry().Offered(tools.Scope{}), func(e tools.Entry) bool { return agent.ServerOf(e) == "" || e.Info.Audience == tools.ForApps })
		best, fits = agent.Search(among, in.Query, in.Server)
	}
	if len(best) == 0 {
		return nothingFound(among, in), nil
	}
	out := struct {
		Tools []foundTool `json:"tools"`
		More  string      `json:"more,omitempty"`
	}{}
	for _, e := range best {
		f := foundTool{Name: e.Model, Description: first(e.Info.Description, foundWords)}
		if schema := e.Info.Input.JSON(); len(schema) <= foundSchema {
			f.Input = schema
		} else {
			f.Note = fmt.Sprintf("its input's schema has %d bytes and is left out here; a call with a wrong input says what is wrong", len(schema))
		}
		out.Tools = append(out.Tools, f)
	}
	if fits > len(best) {
		out.More = fmt.Sprintf("%d tools fit; these are the best. Say more exactly what you want to do to find another", fits)
	}
	raw, err := json.Marshal(out)
	return string(raw), err
}

// nothingFound says which servers there are, where a search has found nothing.
func nothingFound(among []tools.Entry, in findInput) string {
	count := map[string]int{}
	var names []string
	for _, e := range among {
		name := agent.ServerOf(e)
		if count[name]++; count[name] == 1 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "There is nothing to find: no server has tools that you do not see already."
	}
	for i, name := range names {
		names[i] = fmt.Sprintf("%s (%d tools)", name, count[name])
	}
	what := fmt.Sprintf("No tool fits %q.", in.Query)
	if strings.TrimSpace(in.Query) == "" {
		what = "Say in words what you want to do."
	}
	return fmt.Sprintf("%s These servers have tools that you do not see: %s.", what, strings.Join(names, ", "))
}

// first is the first n bytes of s, cut at a character.
func first(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
