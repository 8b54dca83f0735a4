package bash

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/tools"
)

// redirect takes one redirection; it reports whether standard output stays.
func (w *walker) redirect(r *syntax.Redirect, c *Command, st *state) bool {
	value := w.fromValue(r)
	c.Value = c.Value || value
	if r.Hdoc != nil {
		text := document(w, r, st)
		w.Texts = append(w.Texts, text)
		gives(w, text)
		if feeds(r) {
			c.In = Feed{Piped: true, Known: text.Known, Text: text.Text, Value: value || text.Value}
		}
		return true
	}
	target := w.one(r.Word, st)
	if r.N != nil && strings.HasPrefix(r.N.Value, "{") {
		w.sets(strings.Trim(r.N.Value, "{}"))
	}
	switch r.Op {
	case syntax.RdrOut, syntax.AppOut, syntax.RdrInOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
		if r.Op == syntax.RdrInOut {
			c.Reads = append(c.Reads, target)
		}
		if target.Text != "/dev/null" {
			c.Writes = append(c.Writes, target)
			if r.N == nil || r.N.Value == "1" {
				c.output = append(c.output, output{target, r.Op == syntax.AppOut || r.Op == syntax.AppAll})
			}
		}
		return r.N != nil && r.N.Value != "1" && r.Op != syntax.RdrAll && r.Op != syntax.AppAll
	case syntax.WordHdoc:
		w.Texts = append(w.Texts, target)
		gives(w, target)
		if feeds(r) {
			c.In = Feed{Piped: true, Known: target.Known, Text: target.Text + "\n", Value: value || target.Value}
		}
	case syntax.RdrIn:
		c.Reads = append(c.Reads, target)
		if !feeds(r) {
			break
		}
		c.In = Feed{Piped: true, Known: target.isBody, Text: target.body, Value: value}
		if text, ok := w.writtenTo(target); ok {
			c.In.Known, c.In.Text, c.In.Value = true, text.Text, value || text.Value
		}
	case syntax.DplIn, syntax.DplOut:
		if r.Op == syntax.DplIn && feeds(r) && target.Text != "-" {
			c.In = Feed{Piped: true, Value: value || w.HasValues()} // a descriptor that was opened before
		}
		return r.Op == syntax.DplIn || r.N != nil && r.N.Value == "2"
	}
	return true
}

// feeds reports whether a redirection is of standard input.
func feeds(r *syntax.Redirect) bool { return r.N == nil || r.N.Value == "0" }

// document is the text of a here-document: as it is written if its delimiter is quoted,
// else with backslashes undone as bash does there, which leaves those before a quote.
func document(w *walker, r *syntax.Redirect, st *state) Word {
	tabs := r.Op == syntax.DashHdoc
	s := &spelling{w: w, st: st, whole: true, now: Word{Known: true, Value: w.fromValue(r.Hdoc)}, begun: true}
	fresh := true // at the beginning of a line
	splitDollars(w, r.Hdoc.Parts)
	for _, part := range r.Hdoc.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			s.part(part, true)
			fresh = false
			continue
		}
		text := lit.Value
		if tabs {
			text = withoutTabs(text, fresh)
		}
		fresh = strings.HasSuffix(text, "\n") || fresh && text == "" // a line that goes on
		if !isQuoted(r.Word) {
			text = unescape(text, "$`\\")
		}
		s.b.WriteString(text)
	}
	s.now.Text = s.b.String()
	return s.now
}

// withoutTabs takes the tabs away with which lines begin; fresh says that the first is whole.
func withoutTabs(text string, fresh bool) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if i > 0 || fresh {
			lines[i] = strings.TrimLeft(line, "\t")
		}
	}
	return strings.Join(lines, "\n")
}

// splitDollars notes a $ that ends a line which goes on in the next: for bash it begins
// something there, and our parser takes it for a sign of its own.
func splitDollars(w *walker, parts []syntax.WordPart) {
	for i, part := range parts {
		lit, ok := part.(*syntax.Lit)
		before, ends := "", false
		if ok {
			before, ends = strings.CutSuffix(lit.Value, "$")
		}
		if !ends || i+1 == len(parts) || (len(before)-len(strings.TrimRight(before, `\`)))%2 == 1 {
			continue
		}
		// Before most signs it begins nothing for bash either: "s/$/x/".
		if next, ok := parts[i+1].(*syntax.Lit); ok && !strings.ContainsAny(next.Value[:min(1, len(next.Value))], `/\|),;. `) {
			w.unread(tools.Say(tools.UnreadDollar))
		}
	}
}

// isQuoted reports whether any part of a delimiter is quoted.
func isQuoted(n *syntax.Word) bool {
	for _, part := range n.Parts {
		if lit, ok := part.(*syntax.Lit); !ok || strings.Contains(lit.Value, `\`) {
			return true
		}
	}
	return false
}
