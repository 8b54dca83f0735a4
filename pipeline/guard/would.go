package guard

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// rowsOf are the lines of what has decided so, in order.
func (sf *safety) rowsOf(findings []finding, o Outcome, authored bool) []int {
	var out []int
	for _, f := range findings {
		if o != Allow && sf.outcomes[f.rule] == o && (o != Ask || !authored || f.value) {
			out = append(out, f.row)
		}
	}
	return ordered(out)
}

// ordered are lines that are known, each once, in order.
func ordered(rows []int) []int {
	slices.Sort(rows)
	return slices.DeleteFunc(slices.Compact(rows), func(n int) bool { return n == 0 })
}

// rows are the lines of the commands that a rule is about.
func (s *sieve) rows(a *act, r Rule) []int {
	if a.script == nil {
		return nil
	}
	var out []int
	for i := range a.script.Commands {
		c := &a.script.Commands[i]
		for _, line := range []string{c.Line(), c.Plain()} {
			if best := s.line(line, nil); best != nil && best.rule.String() == r.String() {
				out = append(out, c.Row)
			}
		}
	}
	return ordered(out)
}

// removalRows are the lines that delete folders.
func removalRows(a *act) []int {
	var out []int
	for _, c := range a.script.Commands {
		if c.Name() != "rm" {
			continue
		}
		if recursive, _, _ := rmOptions(c.Args[1:]); recursive {
			out = append(out, c.Row)
		}
	}
	return ordered(out)
}

// mostDeeds is how many things are said of one act.
const mostDeeds = 12

// deedLength is how much is said of one command.
const deedLength = 80

// Would says in words what a shell's text would do, as far as it is known: "delete the folder
// ./cache", "run git push", "reach example.com". Of any other act it says nothing: its effects do.
func (g *Guard) Would(p tools.Preview) []tools.Clause {
	if p.Shell == "" {
		return nil
	}
	script := g.shell.Read(p)
	var out []tools.Clause
	known := map[string]bool{}
	add := func(what tools.Clause) {
		if text := what.String(); !known[text] {
			known[text] = true
			out = append(out, what)
		}
	}
	for i := range script.Commands {
		for _, what := range deeds(&script.Commands[i]) {
			add(what)
		}
	}
	for _, e := range p.Effects {
		if e.Kind != tools.EffectRun {
			add(DeedOf(e))
		}
	}
	if len(out) == 0 {
		return nil
	}
	if more := len(out) - mostDeeds; more > 0 {
		out = append(out[:mostDeeds], tools.Say(tools.DoesMore, strconv.Itoa(more)))
	}
	if len(script.Doubts) > 0 {
		out = append(out, tools.Say(tools.DoesUnknown))
	}
	return out
}

// deeds is what one command would do.
func deeds(c *bash.Command) []tools.Clause {
	var out []tools.Clause
	for _, w := range c.Writes {
		out = append(out, said(tools.DoesWrite, w))
	}
	name := c.Name()
	switch {
	case len(c.Args) == 0, slices.Contains(quiet, name):
		return out
	case slices.Contains([]string{"sh", "bash", "dash", "zsh"}, name) && bash.HasFlag(c.Args[1:], "-c"): // what it runs follows
		return out
	case name == "rm":
		recursive, _, targets := rmOptions(c.Args[1:])
		for _, t := range targets {
			out = append(out, deletes(t, recursive))
		}
		return out
	case name == "rmdir":
		for _, t := range operands(c.Args[1:]) {
			out = append(out, said(tools.DoesEmptyFolder, t))
		}
		return out
	case name == "curl" || name == "wget" || name == "git" && slices.ContainsFunc(c.Args, func(a bash.Word) bool { return a.Text == "clone" }):
		for _, a := range c.Args[1:] {
			if host := hostOf(a.Text); host != "" {
				out = append(out, tools.Say(tools.DoesReach, host))
			}
		}
		if name != "git" && len(out) > 0 {
			return out
		}
	}
	bare := *c
	bare.Writes = nil // they are said by themselves
	return append(out, tools.Say(tools.DoesRun, short(bare.Plain())))
}

// quiet are programs that change nothing that anybody would call an effect.
var quiet = []string{"cd", "echo", "printf", "true", "false", ":", "test", "[", "[[", "export", "set", "unset", "local", "declare", "readonly", "shift", "pwd", "exit", "return", "read", "sleep", "wait", "pushd", "popd"}

// deletes is the deleting of one thing.
func deletes(t bash.Word, recursive bool) tools.Clause {
	switch {
	case t.Glob && recursive:
		return said(tools.DoesMatching, t)
	case t.Glob:
		return said(tools.DoesMatchingFiles, t)
	case recursive && path.Ext(t.Text) == "" || strings.HasSuffix(t.Text, "/"):
		return said(tools.DoesFolder, t)
	case recursive:
		return said(tools.DoesAll, t)
	}
	return said(tools.DoesFile, t)
}

// said is what is done to what a word names, as people read it.
func said(does tools.ClauseCode, w bash.Word) tools.Clause {
	switch {
	case w.Known:
		return tools.Say(does, short(w.Text))
	case w.Text == "":
		return tools.Say(does).With(tools.Say(tools.KnownLater))
	}
	return tools.Say(does).With(tools.Say(tools.KnownOnly, short(w.Text)))
}

// DeedOf is an effect in words: "write /path".
func DeedOf(e tools.Effect) tools.Clause {
	does := map[tools.EffectKind]tools.ClauseCode{
		tools.EffectRead: tools.DoesRead, tools.EffectWrite: tools.DoesWrite, tools.EffectDelete: tools.DoesDelete, tools.EffectRun: tools.DoesRun,
		tools.EffectReach: tools.DoesReach, tools.EffectStop: tools.DoesStop, tools.EffectCall: tools.DoesCall, tools.EffectSend: tools.DoesSend,
	}
	if code, known := does[e.Kind]; known {
		return tools.Say(code, e.Target)
	}
	return tools.Words(string(e.Kind) + " " + e.Target)
}

// short is a line that is cut where it is long, by characters.
func short(line string) string {
	line = strings.Join(strings.Fields(line), " ")
	if runes := []rune(line); len(runes) > deedLength {
		return string(runes[:deedLength-1]) + "…"
	}
	return line
}
