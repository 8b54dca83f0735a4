package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"handrail/internal/programs"
	"handrail/internal/render"
	"handrail/internal/schema"
)

// advise warns of what docs/spec/07-hands.md#warnings lists. A hand with
// warnings works.
func (c *handChecker) advise() {
	c.adviseElements()
	for _, name := range c.hand.ParamNames() {
		c.adviseParam(name, c.hand.Params[name])
	}
	if word := remoteWord(*c.hand); word != "" && !c.hand.Confirm {
		c.notes.warn("confirm", c.hand.Line, fmt.Sprintf("it looks as if it writes to a remote system (%s) and has no confirm", word), "set confirm: true, so that the person is asked")
	}
}

func (c *handChecker) adviseElements() {
	argv := c.hand.Command
	if i := passthrough(argv, c.p.programs); i > 0 {
		c.notes.warn("command", c.notes.lineOf(elementField(i)), fmt.Sprintf("shell passthrough: %s reads %s as a program, which makes every guarantee meaningless", filepath.Base(argv[0]), argv[i]),
			"write a command of its own for each thing that may be done")
	} else if why := readAsCode(c.hand); why != "" {
		c.notes.warn("command", c.notes.lineOf("command"), "a value could be read again as code: "+why, "a hand runs all the same; as a declared tool it would not load")
	}
	for i, element := range argv[1:] {
		field := elementField(i + 1)
		if element == "" {
			c.notes.warn("command", c.notes.lineOf(field), field+" is empty, and an empty element is dropped", "")
		}
		for name := range c.hand.Params {
			if strings.Contains(element, "{{ "+name) || strings.Contains(element, "{{"+name+" ") {
				c.notes.warn("command", c.notes.lineOf(field), fmt.Sprintf("%s is no placeholder with spaces in it and stays as it is", field), fmt.Sprintf("write {{%s}}", name))
			}
		}
	}
}

// onlyWords reports whether all that a pattern with both anchors lets through is made of letters, digits and
// signs that mean nothing to a shell or an interpreter inside of a word. One that cannot be read is not.
func onlyWords(pattern string) bool {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	return err == nil && permits(tree)
}

func permits(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return false
	case syntax.OpLiteral:
		return !slices.ContainsFunc(re.Rune, func(r rune) bool { return !isWordRune(r) })
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			if re.Rune[i+1] > 'z' || re.Rune[i+1]-re.Rune[i] > 'z' {
				return false
			}
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if !isWordRune(r) {
					return false
				}
			}
		}
	}
	return !slices.ContainsFunc(re.Sub, func(s *syntax.Regexp) bool { return !permits(s) })
}

func isWordRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_.,:@+/-%", r)
}

// readAsCode says why the command of a hand would not load as that of a declared tool: a program in it could
// read a value as code, though no shell does. "" if it would.
func readAsCode(h *Hand) string {
	if len(h.Params) == 0 {
		return ""
	}
	var params []render.Param
	for _, name := range h.ParamNames() {
		p := h.Params[name]
		param := render.Param{Name: name, Type: p.Type, Required: true, Dash: true} // how values may begin is told elsewhere
		if anchored(p.Pattern) && onlyWords(p.Pattern) {
			param.Type = "integer" // of which no code can be made either
		}
		params = append(params, param)
	}
	var words []string
	for _, element := range h.Command {
		word := ""
		for _, part := range splitElement(element) {
			if part.param != "" {
				word += "{{" + part.param + "}}"
				continue
			}
			literal, err := render.Argv([]string{part.text})
			if err != nil || strings.Contains(part.text, "{{") {
				return "" // it is no text, or what a template means by this is something else
			}
			word += literal
		}
		words = append(words, word)
	}
	_, err := render.Parse(strings.Join(words, " "), params)
	var many *render.ProblemsError
	if !errors.As(err, &many) || len(many.Problems) == 0 {
		return optionFile(h)
	}
	return many.Problems[0].Text
}

// optionFile says which value could be "@file", a list of options to the program. A declared tool refuses a call
// for that; a hand gives the program whatever its pattern lets through.
func optionFile(h *Hand) string {
	reads := ""
	for _, element := range h.Command {
		parts := splitElement(element)
		if reads == "" && len(parts) == 1 && parts[0].param == "" && programs.ReadsAt(programs.Base(parts[0].text)) {
			reads = programs.Base(parts[0].text)
			continue
		}
		if reads == "" || len(parts) == 0 || parts[0].param == "" {
			continue
		}
		p := h.Params[parts[0].param]
		if p.Type == schema.TypeString && (p.Pattern == "" || !anchored(p.Pattern) || mayHold(p.Pattern, '@')) {
			return fmt.Sprintf("{{%s}} may begin with \"@\", and %s reads its options from the file that is named then", parts[0].param, reads)
		}
	}
	return ""
}

// mayHold reports whether what an expression matches may have this character in it.
func mayHold(pattern string, r rune) bool {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return true
	}
	var holds func(*syntax.Regexp) bool
	holds = func(re *syntax.Regexp) bool {
		switch re.Op {
		case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
			return true
		case syntax.OpLiteral:
			return slices.Contains(re.Rune, r)
		case syntax.OpCharClass:
			for i := 0; i+1 < len(re.Rune); i += 2 {
				if re.Rune[i] <= r && r <= re.Rune[i+1] {
					return true
				}
			}
		}
		return slices.ContainsFunc(re.Sub, holds)
	}
	return holds(tree)
}

// adviseParam warns of one parameter.
func (c *handChecker) adviseParam(name string, p HandParam) {
	field := "params." + name
	line := c.notes.lineOf(field)
	used, leads := false, false
	for _, element := range c.hand.Command[1:] {
		parts := splitElement(element)
		for i, part := range parts {
			used = used || part.param == name
			leads = leads || part.param == name && i == 0
		}
	}
	if !used {
		c.notes.warn(field, line, fmt.Sprintf("param '%s' is never used in command", name), "use it or remove it")
	}
	if p.Type == schema.TypeNumber && leads && !c.hand.ArgSeparator && (p.Min == nil || *p.Min < 0) {
		c.notes.warn(field, line, fmt.Sprintf("param '%s' may be negative, and many programs take an argument that starts with a dash for an option", name), "set min: 0 or argSeparator: true")
	}
	if p.Type != schema.TypeString || p.Pattern == "" {
		return
	}
	line = c.notes.lineOf(field + ".pattern")
	notes, known := c.p.patterns[p.Pattern]
	if !known {
		notes = patternNotes{anchored: anchored(p.Pattern), permits: matchesAtLoad(p.Pattern, "../../etc/passwd")}
		c.p.patterns[p.Pattern] = notes
	}
	if !notes.anchored {
		c.notes.warn(field+".pattern", line, fmt.Sprintf("the pattern of param '%s' is not anchored at both ends, so that a value passes if any part of it matches", name), "write ^…$")
	}
	if notes.permits {
		c.notes.warn(field+".pattern", line, fmt.Sprintf("the pattern of param '%s' permits ../../etc/passwd", name), "list the characters that you accept")
	}
}

// patternNotes is what an author is told of a pattern.
type patternNotes struct{ anchored, permits bool }

// matchesAtLoad searches a pattern without starting RE2. Go's engine takes
// linear time as well.
func matchesAtLoad(pattern, text string) bool {
	re, err := regexp.Compile(pattern)
	return err == nil && re.MatchString(text)
}

// anchored reports whether every match of a pattern begins at the start of the
// text and ends at its end.
func anchored(pattern string) bool {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	return err == nil && ends(tree, syntax.OpBeginText, false) && ends(tree, syntax.OpEndText, true)
}

// ends reports whether an expression always begins (or ends) with the anchor.
func ends(re *syntax.Regexp, anchor syntax.Op, last bool) bool {
	switch re.Op {
	case anchor:
		return true
	case syntax.OpCapture:
		return ends(re.Sub[0], anchor, last)
	case syntax.OpConcat:
		if last {
			return ends(re.Sub[len(re.Sub)-1], anchor, last)
		}
		return ends(re.Sub[0], anchor, last)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(s *syntax.Regexp) bool { return !ends(s, anchor, last) })
	}
	return false
}

// passthrough finds the element that a shell or an interpreter would read as a
// program although a value stands in it; 0 if there is none. programs is what
// evalFlags gives.
func passthrough(argv []string, programs map[string][]string) int {
	evaluates := false
	for i, element := range argv {
		if evaluates && len(placeholders(element)) > 0 {
			return i
		}
		base := strings.TrimSuffix(strings.ToLower(filepath.Base(strings.ReplaceAll(element, `\`, "/"))), ".exe")
		flags, interpreter := programs[strings.TrimRight(base, "0123456789.")]
		if !interpreter {
			continue
		}
		if len(flags) == 0 {
			evaluates = true
		}
		for _, later := range argv[i+1:] {
			if slices.Contains(flags, strings.ToLower(later)) || slices.Contains(flags, "-c") && isShortC(later) {
				evaluates = true
			}
		}
	}
	return 0
}

// isShortC reports whether an option is a bundle of letters with c in it: -lc.
func isShortC(s string) bool {
	return len(s) > 1 && s[0] == '-' && s[1] != '-' && len(s) < 8 && strings.Contains(s, "c")
}

// evalFlags are the programs that read an argument as a program, and the option
// before it; without an option every argument is read.
func evalFlags() map[string][]string {
	shell := []string{"-c"}
	flags := map[string][]string{
		"su":  shell,
		"cmd": {"/c", "/k"}, "powershell": {"-command", "-c"}, "pwsh": {"-command", "-c"},
		"python": shell, "node": {"-e", "--eval", "-p"}, "deno": {"eval"}, "perl": {"-e"}, "ruby": {"-e"}, "php": {"-r"}, "lua": {"-e"}, "osascript": {"-e"},
		"ssh": {},
	}
	for _, name := range programs.Shells() {
		flags[name] = shell
	}
	return flags
}

// remoteWord finds a word in the name or the command that speaks of writing to a
// remote system (deploy, push, publish, drop).
func remoteWord(h Hand) string {
	for _, text := range append([]string{h.Name}, h.Command...) {
		for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) }) {
			if slices.Contains([]string{"deploy", "push", "publish", "drop", "upload"}, word) {
				return word
			}
		}
	}
	return ""
}
