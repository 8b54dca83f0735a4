package scaffold

import (
	"slices"
	"strings"

	"handrail/internal/lazy"
	"handrail/tools/command"
)

// A recipe is one of a justfile.
type recipe struct {
	name    string
	line    int
	doc     string
	params  []parameter
	private bool
	confirm bool
}

type parameter struct {
	name     string
	optional bool
}

// plainValue is what a value may hold that a recipe or task pastes into a shell:
// nothing that a shell would read, no dash at its start, no slash.
const plainValue = `^[A-Za-z0-9_][A-Za-z0-9_.,:@+-]*$`

var (
	recipeName = lazy.Regexp(`^@?([A-Za-z_][A-Za-z0-9_-]*)`)
	recipeWord = lazy.Regexp("^([+*]?)\\$?([A-Za-z_][A-Za-z0-9_-]*)(\\s*=\\s*(?:'[^']*'|\"[^\"]*\"|`[^`]*`|\\([^)]*\\)|[^\\s'\":]+))?")
	attribute  = lazy.Regexp(`^\[(.*)\]\s*$`)
	docText    = lazy.Regexp(`doc\s*[(:]\s*(?:'([^']*)'|"([^"]*)")`)
)

// justRecipes proposes the recipes of a justfile.
func justRecipes(p project) found {
	f := found{prefix: "just"}
	text, ok := f.first(p, "justfile", "Justfile", "JUSTFILE", ".justfile")
	if !ok {
		return f
	}
	recipes, runs := readRecipes(text, f.skip)
	seen := map[string]bool{}
	for _, r := range recipes {
		switch {
		case seen[r.name]:
			f.skip(r.name, r.line, "is there a second time, for another system")
		case r.private || strings.HasPrefix(r.name, "_"):
			f.skip(r.name, r.line, "is private")
		case !plain(r.name):
			f.skip(r.name, r.line, "%s", notPlain(r.name))
		case kebab(r.name) == "":
			f.skip(r.name, r.line, "its name has no letter")
		case f.room():
			f.addDraft(r.draft(runs), r.line)
		}
		seen[r.name] = true
	}
	return f
}

// draft makes a hand of a recipe.
func (r recipe) draft(runs web) draft {
	doc := r.doc
	if doc == "" {
		doc = "Run the recipe " + r.name
	}
	d := draft{name: kebab(r.name), hand: command.Hand{Description: sentence(doc), Command: []string{"just", r.name}}}
	d.judge(r.name, runs.whole(r.name))
	if r.confirm {
		d.hand.Confirm, d.hand.Command = true, []string{"just", "--yes", r.name}
		d.setReason("the justfile says [confirm], so you are asked each time")
	}
	need := slices.IndexFunc(r.params, func(p parameter) bool { return p.optional })
	if need < 0 {
		need = len(r.params)
	}
	// An empty value is dropped from the argv, and what follows would move into
	// its place. That is an error of just while all are required, and harmless
	// where there is only one.
	take := need
	if need == 0 && len(r.params) > 0 {
		take = 1
	}
	for _, p := range r.params[:take] {
		name := strings.ReplaceAll(p.name, "-", "_")
		d.hand.Command = append(d.hand.Command, "{{"+name+"}}")
		d.param(name, command.HandParam{Type: "string", Required: !p.optional, Pattern: plainValue})
	}
	if take > 0 {
		d.setReason("values are plain words, because just pastes them into a shell")
	}
	if take < len(r.params) {
		d.setReason("its other parameters keep their defaults, because just tells them apart only by their place")
	}
	return d
}

// readRecipes reads a justfile by its lines.
func readRecipes(text string, skip func(name string, line int, format string, args ...any)) ([]recipe, web) {
	var recipes []recipe
	runs := web{}
	next := recipe{} // what the comment and the attributes above the next one say
	var current *strand
	quote, at := "", 0
	for line := range strings.Lines(text) {
		at++
		line = strings.TrimRight(line, " \t\r\n")
		trimmed := strings.TrimSpace(line)
		word, rest, _ := strings.Cut(trimmed, " ")
		switch {
		case quote != "": // inside a text of many lines
			if strings.Contains(line, quote) {
				quote = ""
			}
		case line != trimmed && trimmed != "": // it is indented
			if current != nil {
				current.texts = append(current.texts, strings.TrimLeft(trimmed, "@-"))
			}
			continue
		case trimmed == "":
			next = recipe{}
			continue
		case strings.HasPrefix(line, "#"):
			next.doc = strings.TrimLeft(line, "#! ")
			continue
		case opens(line) != "":
			quote = opens(line)
		case attribute().MatchString(line):
			next.attributes(attribute().FindStringSubmatch(line)[1])
			continue
		case slices.Contains([]string{"import", "import?", "mod", "mod?"}, word) && !strings.HasPrefix(rest, ":"):
			skip("", at, "takes in %s, which is not looked at", sentence(rest))
		default:
			r, calls, why, ok := readRecipe(line, next)
			if ok && why != "" {
				skip(r.name, at, "%s", why)
			} else if ok {
				r.line, next, current = at, recipe{}, &strand{calls: calls}
				recipes = append(recipes, r)
				runs[r.name] = append(runs[r.name], current)
				continue
			}
		}
		next, current = recipe{}, nil
	}
	return recipes, runs
}

// opens is the quote of a text that starts on a line and does not end on it, or "".
func opens(line string) string {
	for _, quote := range []string{"'''", `"""`, "```"} {
		if strings.Count(line, quote)%2 == 1 {
			return quote
		}
	}
	return ""
}

// attributes reads what stands in [ ] above a recipe.
func (r *recipe) attributes(text string) {
	if m := docText().FindStringSubmatch(text); m != nil {
		r.doc = m[1] + m[2]
	}
	for _, a := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == '(' || c == ':' }) {
		switch strings.TrimSpace(a) {
		case "private":
			r.private = true
		case "confirm":
			r.confirm = true
		}
	}
}

// readRecipe reads the first line of a recipe: its name, its parameters, and
// what it needs before it. why is not empty if it is a recipe that cannot be
// read; ok is false if it is none.
func readRecipe(line string, above recipe) (r recipe, calls []string, why string, ok bool) {
	head := recipeName().FindStringSubmatch(line)
	if head == nil {
		return r, nil, "", false
	}
	r = above
	r.name = head[1]
	for rest := line[len(head[0]):]; ; {
		rest = strings.TrimLeft(rest, " \t")
		if after, colon := strings.CutPrefix(rest, ":"); colon {
			needs, _, _ := strings.Cut(after, "#")
			calls = strings.FieldsFunc(needs, func(c rune) bool { return strings.ContainsRune(" \t()&", c) })
			return r, calls, "", !strings.HasPrefix(after, "=")
		}
		m := recipeWord().FindStringSubmatch(rest)
		if m == nil {
			return r, nil, "its parameters cannot be told without just", strings.Contains(rest, ":") && !strings.Contains(rest, ":=")
		}
		r.params = append(r.params, parameter{name: m[2], optional: m[1] == "*" || m[3] != ""})
		rest = rest[len(m[0]):]
	}
}
