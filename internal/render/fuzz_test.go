package render

import (
	"errors"
	"strings"
	"testing"

	"github.com/aymerick/raymond"
	"mvdan.cc/sh/v3/syntax"
)

// words counts the words of a script, and what they are words of.
func words(t *testing.T, script string) map[string]int {
	t.Helper()
	file, err := parseBash(strings.ToValidUTF8(script, "?"))
	if err != nil {
		t.Fatalf("rendered text is not bash: %v\n%q", err, script)
	}
	found := map[string]int{}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Word:
			found["words"]++
		case *syntax.CallExpr:
			found["calls"]++
		case *syntax.Redirect:
			found["redirects"]++
		case *syntax.CmdSubst:
			if ownMark(n) {
				return false
			}
			found["substitutions"]++
		case *syntax.Stmt:
			found["statements"]++
		}
		return true
	})
	return found
}

// FuzzTemplate: no template makes Parse or Render panic, and a template that is
// allowed has as many words, commands, redirections and substitutions with a
// hostile value as with a harmless one.
func FuzzTemplate(f *testing.F) {
	for _, u := range usages() {
		f.Add(u.template, "'; id; \"$(id)\"\n`id`\\")
	}
	f.Add("cmd {{#if v}}a{{else}}$(b \"{{v}}\"{{/if}}{{#each l}}{{@index}}{{/each}}", "EOF")
	f.Add("cmd \\{{v}} {{~v~}} {{!-- c --}} \\\\{{v}} ${v:-{{v}}}", "\x01$(id)\x7f")
	f.Fuzz(func(t *testing.T, template, value string) {
		tpl, err := Parse(template, usageParams())
		var problems *ProblemsError
		if err != nil {
			if !errors.As(err, &problems) || len(problems.Problems) == 0 {
				t.Fatalf("Parse(%q): %v", template, err)
			}
			return
		}
		if value == "" || strings.Contains(value, "\x00") {
			return // an empty value may take another branch, a NUL is refused
		}
		harmless, err := tpl.Render(map[string]any{"v": "word", "l": []any{"word"}})
		if err != nil {
			return // refused for what its branches come to
		}
		hostile, err := tpl.Render(map[string]any{"v": value, "l": []any{value}})
		if err != nil {
			if strings.Contains(err.Error(), "mistake in Handrail") {
				t.Fatalf("%q with %q: %v", template, value, err)
			}
			return
		}
		got, want := words(t, hostile.Text), words(t, harmless.Text)
		for what, n := range want {
			if got[what] != n {
				t.Fatalf("%q with %q: %d %s, want %d\n%s", template, value, got[what], what, n, hostile.Text)
			}
		}
	})
}

// FuzzHandlebars: what this package makes of a template's blocks and white space
// is what raymond makes of it.
func FuzzHandlebars(f *testing.F) {
	for _, template := range []string{
		"a {{v}} b", "{{#if v}}\n a\n{{else}}\n b\n{{/if}}\nc", "x {{#if v}} a {{/if}} y", "{{#unless v}}a{{else}}b{{/unless}}",
		"{{#each l}}{{this}} {{@index}} {{#if @first}}f{{/if}}{{#unless @last}},{{/unless}}{{/each}}", "{{#each l}}\n - {{this}}\n{{/each}}\n",
		"a\n  {{! c }}  \nb", "a {{!-- c }} --}} b", "a  {{~v~}}  b", "a {{~#if v~}} b {{~/if~}} c", "\\{{v}} {{v}}", "\\\\{{v}}", "{{#if v}}a{{else if l}}b{{else}}c{{/if}}",
		"{{#if v}}{{#if l}}\nx\n{{/if}}\n{{/if}}\n", "  {{#if v}}\n", "{{else}}", "{{#if v}}{{/if}}{{#if l}} \n {{/if}} \n", "{{v}}\n{{#if v}}\n{{/if}}",
	} {
		f.Add(template)
	}
	f.Fuzz(func(t *testing.T, template string) {
		if readable(template) != nil || strings.Contains(template, "\r") {
			return
		}
		tpl := &Template{source: template, params: map[string]*Param{"v": {Name: "v"}, "l": {Name: "l", Type: "array"}}}
		if len(tpl.parse()) > 0 {
			return
		}
		for _, v := range []string{"value", ""} {
			given := map[string]any{"v": v, "l": []any{"p", "q"}}
			taken, err := tpl.readValues(given)
			if err != nil {
				t.Fatal(err)
			}
			m, err := tpl.expand(taken)
			if err != nil {
				return
			}
			theirs, err := raymond.Render(template, given)
			if err != nil {
				t.Fatalf("raymond cannot render %q: %v", template, err)
			}
			if ours := plainly(m); ours != theirs {
				t.Fatalf("%q with %q\n    ours %q\nraymond's %q", template, v, ours, theirs)
			}
		}
	})
}

// plainly puts values in place of marks with no quoting at all, as raymond does.
func plainly(m *marked) string {
	var b strings.Builder
	done := 0
	for _, mark := range m.marks {
		b.WriteString(m.text[done:mark.at])
		b.WriteString(strings.Join(mark.given.words, ""))
		done = mark.end
	}
	b.WriteString(m.text[done:])
	return b.String()
}
