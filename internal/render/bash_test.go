package render

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// A usage is a template with {{v}}, what must come out of it, and nothing
// else. The test defines three functions around it: show prints its arguments,
// lines prints its input, ok prints "ok".
type usage struct {
	template string
	want     func(v string) []string
}

func one(format string) func(string) []string {
	return func(v string) []string { return []string{strings.ReplaceAll(format, "V", v)} }
}

// usages are all the places in which a value may stand.
func usages() []usage {
	same, okay := one("V"), one("ok")
	return []usage{
		{`show {{v}}`, same},
		{`show -- {{v}} end`, func(v string) []string { return []string{"--", v, "end"} }},
		{`show pre{{v}}post`, one("preVpost")},
		{`show --name={{v}}`, one("--name=V")},
		{`show {{v}}{{v}}`, one("VV")},
		{`show {{v}}"{{v}}"'{{v}}'$'\t{{v}}'`, one("VVV\tV")},
		{`show a\ {{v}}`, one("a V")},
		{`show \\{{v}}`, nil}, // refused: see TestPositionsAreAllowed
		{`show ~{{v}}`, one("~V")},
		{`show :[{{v}}]`, one(":[V]")},
		{`show "{{v}}"`, same},
		{`show "a {{v}} b"`, one("a V b")},
		{`show x"$(printf %s. {{v}})"`, one("xV.")},
		{`show x"$(printf %s. "{{v}}")"`, one("xV.")},
		{`show x"$(printf %s. '{{v}}')"`, one("xV.")},
		{`show '{{v}}'`, same},
		{`show 'a {{v}} b'`, one("a V b")},
		{`show $'a\n{{v}}\n'`, one("a\nV\n")},
		{`show '"{{v}}"' "'{{v}}'"`, func(v string) []string { return []string{`"` + v + `"`, "'" + v + "'"} }},
		{`case {{v}} in {{v}}) ok;; esac`, okay},
		{`case "{{v}}" in '{{v}}') ok;; esac`, okay},
		{`case x{{v}}y in x{{v}}*) ok;; esac`, okay},
		{`[[ {{v}} == {{v}} ]] && ok`, okay},
		{`[[ "{{v}}" == '{{v}}' ]] && ok`, okay},
		{`[[ x{{v}} = x{{v}}* && ! x{{v}} < x{{v}} ]] && ok`, okay},
		{`[[ -z {{v}} || -n {{v}} ]] && ok`, okay},
		{`[ {{v}} = {{v}} ] && ok`, okay},
		{`test x{{v}} != {{v}} && ok`, okay},
		{"lines <<EOF\n{{v}}\nEOF", one("V\n")},
		{"lines <<EOF; printf 'A%s\\0' {{v}}\na{{v}}b \"{{v}}\" '{{v}}'\nEOF", func(v string) []string { return []string{"a" + v + "b \"" + v + "\" '" + v + "'\n", v} }},
		{"lines <<E <<O\n{{v}}\nE\n{{v}}\n\nO", one("V\n\n")},
		{"lines <<EOF\nE{{v}}\n{{v}}OF\nEO{{v}}F\nEOF", one("EV\nVOF\nEOVF\n")},
		{`lines <<< {{v}}`, one("V\n")},
		{`printf A; cat <<< {{v}}; printf '\0'`, one("V\n")},
		{`lines <<< "{{v}}"`, one("V\n")},
		{`lines < <(printf %s {{v}})`, same},
		{`show x"$(printf 'A%s\0' x"$(printf %s. "{{v}}")" x"$(printf %s. {{v}})" | tr '\0' \\n)"`, one("xAxV.\nAxV.")},
		{`(show {{v}})`, same},
		{`{ show {{v}}; }`, same},
		{`if true {{v}} >/dev/null; then show {{v}}; fi`, same},
		{`while show {{v}}; do break; done`, same},
		{`printf %s {{v}} | lines`, same},
		{`! show {{v}} || printf 'Aok\0'`, func(v string) []string { return []string{v, "ok"} }},
		{`show {{#if v}}yes {{/if}}{{v}}`, func(v string) []string {
			if v == "" {
				return []string{""}
			}
			return []string{"yes", v}
		}},
		{`show {{#each l}}{{this}} {{@index}} {{/each}}`, func(v string) []string { return []string{v, "0", "x", "1", v + v, "2"} }},
		{`show {{l}}`, func(v string) []string { return []string{v, "x", v + v} }},
		{"show \\\n  {{v}} \\\n  {{v}}", func(v string) []string { return []string{v, v} }},
	}
}

func usageParams() []Param { return []Param{{Name: "v"}, {Name: "l", Type: "array"}} }

// compiled are the usages that Parse allows, which is all but the one that
// has no want.
func compiled(t testing.TB) (templates []*Template, wants []func(string) []string) {
	t.Helper()
	for _, p := range usages() {
		tpl, err := Parse(p.template, usageParams())
		if (err == nil) != (p.want != nil) {
			t.Fatalf("Parse(%q): %v", p.template, err)
		}
		if err == nil {
			templates, wants = append(templates, tpl), append(wants, p.want)
		}
	}
	return templates, wants
}

// Each argument comes out with an A before it and a NUL after it, so that two
// NULs in a row end the answer of a command.
const prelude = `show() { printf 'A%s\0' "$@"; }
lines() { IFS= read -r -d '' all; printf 'A%s\0' "$all"; }
ok() { printf 'Aok\0'; }
`

// bashPath finds the bash to test with: another version may be named in
// HANDRAIL_TEST_BASH.
func bashPath(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("HANDRAIL_TEST_BASH"); path != "" {
		return path
	}
	path, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// runBash runs a script of less than 128 KiB as tools do (proc.Script) and
// returns what it printed. Anything on standard error fails the test: no usage
// warns.
func runBash(t testing.TB, script string) string {
	t.Helper()
	cmd := exec.Command(bashPath(t), "--noprofile", "--norc", "-c", script)
	cmd.Dir = t.TempDir()
	cmd.Env = Locale([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + cmd.Dir, "LANG=C.UTF-8"})
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil || stderr.Len() > 0 {
		t.Fatalf("bash: %v\n%.2000s\nscript:\n%.4000q", err, stderr.String(), script)
	}
	return stdout.String()
}

// A batch collects commands, runs many of them in one bash, and compares what
// arrived byte for byte.
type batch struct {
	t      testing.TB
	script strings.Builder
	checks []check
}

type check struct{ template, value, want string }

func (b *batch) add(template, value, command string, want []string) {
	if b.script.Len()+len(command) > 100<<10 {
		b.run()
	}
	if b.script.Len() == 0 {
		b.script.WriteString(prelude)
	}
	fmt.Fprintf(&b.script, "{ %s\n}\nprintf '\\0'\n", command)
	b.checks = append(b.checks, check{template, value, "A" + strings.Join(want, "\x00A")})
}

func (b *batch) run() {
	b.t.Helper()
	if len(b.checks) == 0 {
		return
	}
	got := strings.Split(runBash(b.t, b.script.String()), "\x00\x00")
	if len(got) != len(b.checks)+1 {
		b.t.Fatalf("%d answers for %d commands, from %q", len(got)-1, len(b.checks), b.checks[0])
	}
	for i, c := range b.checks {
		if got[i] != c.want {
			b.t.Errorf("%q with %q\n got %q\nwant %q", c.template, c.value, got[i], c.want)
		}
	}
	b.script.Reset()
	b.checks = nil
}

// arrive renders every usage with every value, runs all of it, and checks that
// the value arrived byte for byte.
func arrive(t testing.TB, values []string) {
	t.Helper()
	templates, wants := compiled(t)
	b := &batch{t: t}
	for _, v := range values {
		for i, tpl := range templates {
			out, err := tpl.Render(map[string]any{"v": v, "l": []any{v, "x", v + v}})
			if err != nil {
				t.Fatalf("%q with %q: %v", tpl.source, v, err)
			}
			b.add(tpl.source, v, out.Text, wants[i](v))
		}
	}
	b.run()
}

// hostile are values that break out of careless quoting.
func hostile() []string {
	all := make([]byte, 0, 255)
	for c := 1; c < 256; c++ {
		all = append(all, byte(c))
	}
	return []string{
		"", " ", "unit", "30", "it's", `"`, `'`, `\`, `\\`, `a\`, "$", "$(id)", "`id`", "${HOME}", "$HOME", "$((1+1))", "$'\\n'",
		"; id", "| id", "& id", "&& id", "> f", "< f", "2", "2>f", ">&2", "a\nb", "\n", "a\n", "\n\n", "\r", "a\r\n", "\t", "a\tb",
		"*", "?", "[a-z]", "[!x]*", "~", "~root", "{a,b}", "{1..9}", ",", "..", "a=b", "-n", "-rf", "--", "-", "+x", "!", "!!", "!$",
		"#", "# x", "a #b", "(", ")", "()", "((", "))", "[[", "]]", "if", "fi", "do", "done", "esac", "in", "then", "}", "{", "time", "function",
		"EOF", "a\nEOF\nid", "EOF\n", "\nEOF", "E\\\nOF", "\\\nEOF", "EOF_", "EOF\nEOF_\n", "E\nO\nE", " EOF", "\tEOF", "O", "F", "EO",
		"';id;'", `";id;"`, `'"'"'`, `\';id;\'`, `\"`, "'\n'", "a'b\"c`d$e\\f", "$(", "`", "${", "$((", "<(id)", ">(id)", "%n%s", "\\n\\x41\\0",
		"a[$(id)]", "x[0]", "$IFS", "$@", "$*", "$#", "$1", "mark0x", "mark1x", "mark0xmark0x", "{{v}}", "{{/if}}", "}}", "{{",
		"é", "日本語", "あ$(id)", "あ\\", "\u00a0", "\u200b", "\u202e", "\u2028", "\ufeff", "🙂", "\xff", "\xe3\x81", "\xe3\x81$(id)", "\x80'", "\x81\\$(id)",
		"\x01", "\x7f", "\x01\x01", "a\x01\"b", "\x01$(id)\x01`id`", "\x7f$(id)", "\x01\nEOF\nid", "\x1b[31m", "\x08", string(all), strings.Repeat("'", 50), strings.Repeat(`\`, 51), strings.Repeat("a b\n", 2000),
	}
}

// Every hostile value arrives in every position as exactly what it is.
func TestHostileValuesArrive(t *testing.T) { arrive(t, hostile()) }

// FuzzValuesArrive proves in real bash that a value arrives in every position
// as one argument, byte for byte. NUL separates the values of one round.
func FuzzValuesArrive(f *testing.F) {
	for i := 0; i < len(hostile()); i += 8 {
		f.Add(strings.Join(hostile()[i:min(i+8, len(hostile()))], "\x00"))
	}
	f.Fuzz(func(t *testing.T, input string) {
		arrive(t, strings.SplitN(input, "\x00", 9)[:min(8, 1+strings.Count(input, "\x00"))])
	})
}
