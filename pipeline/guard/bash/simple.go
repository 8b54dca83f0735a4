package bash

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"handrail/tools"
)

// simple follows a simple command; c holds its redirections. call is nil if
// there is nothing else.
func (w *walker) simple(call *syntax.CallExpr, c Command, st *state) flow {
	c.Dirs, c.Depth = st.dirs, w.depth
	var set []*syntax.Assign
	if call != nil {
		c.Value = c.Value || w.fromValue(call)
		if w.spans {
			defer func(before int) { w.row = before }(w.row)
			w.row = int(call.Pos().Line()) // a script is no longer than is read
		}
		set = call.Assigns
		for _, n := range unreserved(w, call.Args) {
			c.Args = append(c.Args, w.expand(n, st)...)
		}
	}
	if len(set) > 0 {
		to := st
		if len(c.Args) > 0 { // they hold for the command only
			to = st.clone()
		}
		for _, a := range set {
			if a.Name == nil {
				continue
			}
			v := w.assign(a, to)
			c.Value = c.Value || v.Value
			c.Assigns = append(c.Assigns, a.Name.Value+"="+v.Text)
		}
		newLaunch(w, c, st).environment(c.Assigns, c.Value)
	}
	if len(c.Args)+len(c.Assigns)+len(c.Writes)+len(c.Reads) == 0 {
		return flow{known: true}
	}
	if len(c.Args) == 0 {
		w.note(c)
		return flow{known: len(c.Reads) == 0 || c.In.Known, text: c.In.Text, value: c.Value}
	}
	return newLaunch(w, c, st).run()
}

// unreserved drops what the shell takes for words of its own before a command, and the
// parser for the command: the second of "! !", what stands after "time" and "coproc".
// The rest is judged as the command, and asks besides: what else the shell would read
// in it, as assignments or reserved words, is not followed.
func unreserved(w *walker, args []*syntax.Word) []*syntax.Word {
	rest := args
	for len(rest) > 1 && slices.Contains([]string{"!", "time", "coproc", "--", "-p"}, rest[0].Lit()) {
		rest = rest[1:]
	}
	if len(rest) < len(args) {
		w.unread(tools.Say(tools.UnreadReserved))
	}
	return rest
}

// note keeps a command. What is not known before it runs counts as a value
// where the script has any.
func (w *walker) note(c Command) {
	c.Value, c.Row = c.Value || w.judged, w.row
	for _, a := range c.Args {
		c.Value = c.Value || a.Value || !a.Known && w.HasValues()
		w.Texts = append(w.Texts, a)
		if a.isBody {
			w.Texts = append(w.Texts, Word{Text: a.body, Known: true, Value: a.Value})
		}
	}
	c.Value = c.Value || c.In.Piped && (c.In.Value || !c.In.Known && w.HasValues())
	if c.In.Known && c.In.Text != "" {
		w.Texts = append(w.Texts, Word{Text: c.In.Text, Known: true, Value: c.In.Value})
	}
	w.Commands = append(w.Commands, c)
}

// piped follows both sides of a pipe, and notes where one simple command alone reads what another prints.
func piped(w *walker, n *syntax.BinaryCmd, st *state, in Feed) flow {
	w.forks++
	defer func() { w.forks-- }()
	first := len(w.Commands)
	out := w.stmt(n.X, st.clone(), in)
	second := len(w.Commands)
	next := Feed{Piped: true, Known: out.known && n.Op == syntax.Pipe, Text: out.text, Value: out.value || w.HasValues()}
	if name := firstLit(n.X); second == first+1 && w.aliases[name] == "" {
		next.found, next.nul = printed(w, w.Commands[first].Args)
	}
	out = w.stmt(n.Y, st.clone(), next)
	name := firstLit(n.Y)
	if firstLit(n.X) == "" || name == "" || second != first+1 || len(w.Commands) != second+1 || len(n.Y.Redirs) > 0 || w.aliases[name] != "" {
		return out
	}
	if from, to := &w.Commands[first], w.Commands[second]; len(from.Writes) == 0 && len(to.Args) > 0 && to.Args[0].Text == name {
		from.Into = to.Args
	}
	return out
}

// prints is what some programs print, where that is known before they run.
func prints(name string, c Command) (flow, bool) {
	args := c.Args[1:]
	out := flow{value: c.Value, known: true}
	for _, a := range args {
		out.known = out.known && a.Known && !a.Glob
	}
	has := func(flags ...string) bool { return len(args) > 0 && HasFlag(args, flags...) }
	switch {
	case name == "echo":
		parts := args
		for len(parts) > 0 && (parts[0].Text == "-n" || parts[0].Text == "-e" || parts[0].Text == "-E" || parts[0].Text == "-ne" || parts[0].Text == "-en") {
			parts = parts[1:]
		}
		out.text = joinTexts(parts) + "\n"
		if len(parts) < len(args) && strings.Contains(args[0].Text, "e") {
			text, _, err := expand.Format(new(expand.Config), strings.ReplaceAll(out.text, "%", "%%"), []string{})
			out.text, out.known = text, out.known && err == nil
		}
	case name == "printf" && len(args) > 0:
		var values []string
		for _, a := range args[1:] {
			values = append(values, a.Text)
		}
		format := strings.ReplaceAll(args[0].Text, "%q", "%s")
		if len(values) > 1 && strings.Count(format, "%") == 1 {
			format = strings.Repeat(format, len(values))
		}
		text, _, err := expand.Format(new(expand.Config), format, append([]string{}, values...))
		out.text, out.known = text, out.known && err == nil
	case name == "pwd" && len(c.Dirs) == 1 && c.Dirs[0] != "":
		out.text = c.Dirs[0] + "\n"
	case (name == "cat" || name == "tee") && (len(args) == 0 || name == "tee" || args[0].Text == "-") && c.In.Piped:
		out.text, out.known, out.value = c.In.Text, c.In.Known, c.In.Value
	case name == "git" && len(args) == 1 && args[0].Text == "--exec-path":
		out.text = "/usr/lib/git-core\n" // likewise
	case len(args) > 0 && (name == "which" && len(args) == 1 || name == "command" && len(args) == 2 && args[0].Text == "-v" || name == "type" && len(args) == 2 && strings.Trim(args[0].Text, "apP") == "-") && !strings.HasPrefix(args[len(args)-1].Text, "-"):
		out.text = "/usr/bin/" + path.Base(args[len(args)-1].Text) + "\n" // where programs most likely lie
	case name == "base64" && has("-d", "-D", "--decode") && c.In.Known:
		raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(c.In.Text), ""))
		out.text, out.known, out.value = string(raw), err == nil, c.In.Value
	case name == "xxd" && has("-r") && c.In.Known:
		raw, err := hex.DecodeString(strings.Join(strings.Fields(c.In.Text), ""))
		out.text, out.known, out.value = string(raw), err == nil, c.In.Value
	default:
		return flow{}, false
	}
	return out, true
}

func joinTexts(words []Word) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = w.Text
	}
	return strings.Join(parts, " ")
}

// HasFlag reports whether one of the flags is among the arguments; a flag of one
// letter may be joined to others that follow it.
func HasFlag(args []Word, flags ...string) bool {
	return slices.ContainsFunc(args, func(w Word) bool {
		return slices.ContainsFunc(flags, func(f string) bool {
			return w.Text == f || len(f) == 2 && strings.HasPrefix(w.Text, f)
		})
	})
}

// FirstOf returns the first argument that is no option.
func FirstOf(args []Word) (Word, bool) {
	for _, a := range args {
		if !strings.HasPrefix(a.Text, "-") {
			return a, true
		}
	}
	return Word{}, false
}
