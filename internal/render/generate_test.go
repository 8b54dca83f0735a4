package render

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A generator writes random scripts from bash's grammar, with placeholders in random
// places. A calm one keeps to what people write in tools, and adds one thing that is not;
// another takes everything from everywhere.
type generator struct {
	r     *rand.Rand
	calm  bool
	quiet bool // only {{n}}, {{e}} and {{p}}: values that are no code
	depth int
	docs  []string // the bodies of here-documents of the line
}

// pick returns one of these.
func (g *generator) pick(choices ...string) string { return choices[g.r.IntN(len(choices))] }

// rare is true once in n times; a calm generator is rarer.
func (g *generator) rare(n int) bool {
	if g.calm {
		n *= 6
	}
	return g.r.IntN(n) == 0
}

// script is a whole script.
func (g *generator) script() string {
	var b strings.Builder
	for i := range 1 + g.r.IntN(3) {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(g.line())
	}
	return b.String()
}

// line is a list of statements with the here-documents that it opens.
func (g *generator) line() string {
	g.docs = nil
	line := g.statement()
	for g.r.IntN(3) == 0 {
		line += g.pick(" && ", " || ", "; ", " | ", "; ", " | ", " & ") + g.statement()
	}
	return line + strings.Join(g.docs, "")
}

func (g *generator) inner() string {
	if g.depth > 2 {
		return g.pick("echo ", "eval ", "cat ", "bash -c ") + g.place()
	}
	g.depth++
	defer func() { g.depth-- }()
	return g.statement()
}

func (g *generator) statement() string {
	if g.r.IntN(5) < 3 || g.depth > 2 {
		return g.simple()
	}
	switch g.r.IntN(17) {
	case 0:
		return "if " + g.inner() + "; then " + g.inner() + "; fi"
	case 1:
		return "while " + g.inner() + "; do " + g.inner() + "; break; done"
	case 2:
		return "for v in " + g.words(2) + "; do " + g.inner() + "; done"
	case 3:
		return "case " + g.word() + " in " + g.word() + ") " + g.inner() + ";; *) " + g.inner() + ";; esac"
	case 4:
		return "{ " + g.inner() + "; " + g.inner() + "; }"
	case 5:
		return "(" + g.inner() + ")"
	case 6:
		return "[[ " + g.test() + " ]]"
	case 7:
		return g.simple() + " | " + g.inner()
	case 8:
		return "! " + g.inner()
	case 9:
		return g.inner() + g.redirect()
	}
	if g.calm && g.r.IntN(4) > 0 {
		return g.simple()
	}
	switch g.r.IntN(8) {
	case 0:
		return "for ((i=" + g.number() + "; i < 2; i++)); do " + g.inner() + "; break; done"
	case 1:
		return "(( " + g.arithmetic() + " ))"
	case 2:
		return g.pick("f", "cat", "echo") + "() { " + g.inner() + "; }; f " + g.words(2)
	case 3:
		return "for v; do " + g.inner() + "; done"
	case 4:
		return g.pick("declare ", "declare -i ", "declare -n ", "local ", "readonly ", "typeset -A ", "export ", "export -n ") + g.assignment()
	case 5:
		return "let " + g.assignment()
	case 6:
		return "coproc " + g.inner()
	default:
		return g.assignment()
	}
}

func (g *generator) name() string {
	if g.rare(3) {
		return g.pick("RANDOM", "SECONDS", "OPTIND", "HISTCMD", "SRANDOM", "IFS", "PATH", "BASH_ENV", "REPLY", "_x", "PS4", "ENV", "PERL5OPT", "PYTHONSTARTUP", "LC_ALL")
	}
	return g.pick("v", "w", "i", "A")
}

func (g *generator) assignment() string {
	switch g.r.IntN(8) {
	case 0:
		return g.name() + "=(" + g.words(2) + ")"
	case 1:
		return g.name() + "[" + g.arithmetic() + "]=" + g.word()
	case 2:
		return g.name() + "+=" + g.word()
	case 3:
		return g.name() + "=" + g.number()
	}
	return g.name() + "=" + g.word()
}

func (g *generator) number() string {
	if g.rare(2) {
		return g.pick("$v", "v", "$(cat)", g.place(), "$_", "PWD", "RANDOM", "BASH_REMATCH[1]", "REPLY", "a[v]", "$1")
	}
	return g.pick("1", "2", "0", "i", "$i", "v")
}

func (g *generator) arithmetic() string {
	return g.number() + g.pick(" + ", " > ", " = ", ", ", " ? 1 : ") + g.number()
}

func (g *generator) test() string {
	switch g.r.IntN(6) {
	case 0:
		return g.word() + g.pick(" == ", " != ", " < ", " =~ ") + g.word()
	case 1:
		return g.pick("-n ", "-z ", "-f ", "-d ") + g.word()
	case 2:
		return g.word() + " =~ (.*)"
	case 3:
		return g.pick("-v ", "-R ", "-t ") + g.word()
	case 4:
		return g.number() + g.pick(" -eq ", " -lt ") + g.number()
	}
	return g.word() + " == a* && ! -z " + g.word()
}

func (g *generator) redirect() string {
	switch g.r.IntN(10) {
	case 0, 1:
		return " <<< " + g.word()
	case 2, 3:
		end := fmt.Sprintf("E%d", len(g.docs))
		g.docs = append(g.docs, "\n"+g.word()+" "+g.place()+"\n"+end)
		return " <<" + g.pick("", "", "", "-") + end
	case 4:
		return " > " + g.pick("f", "g", "/dev/null", "f.sh", "lib.sh", "scripts/helper.py", "n.txt")
	case 5:
		return " < <(" + g.inner() + ")"
	case 6:
		return " 2>&1"
	case 7:
		if g.rare(2) {
			return g.pick(" > >("+g.inner()+")", " 3<<< "+g.word(), " <&3", " > "+g.word(), " < f", " {d}> f")
		}
	}
	return " > /dev/null"
}

func (g *generator) words(n int) string {
	var list []string
	for range 1 + g.r.IntN(n) {
		list = append(list, g.word())
	}
	return strings.Join(list, " ")
}

// place is a placeholder.
func (g *generator) place() string {
	if g.quiet {
		return g.pick("{{n}}", "{{e}}", "{{p}}", "{{n}}")
	}
	return g.pick("{{x}}", "{{x}}", "{{y}}", "{{n}}", "{{e}}")
}

func (g *generator) word() string {
	switch g.r.IntN(9) {
	case 0, 1, 2:
		return g.place()
	case 3:
		return fmt.Sprintf(g.pick(`"%s"`, `'%s'`, `pre%s`, `"a %s b"`, `--x=%s`, `$'a%s'`, `-c%s`, `x%s*`), g.place())
	case 4, 5:
		return g.pick("a", "f", "scripts/s.sh", "-c", "-e", "'a b'", "1", "--", "f.sh")
	case 6:
		return g.pick(`$v`, `"$v"`, `"${w}"`, `"${v:-a}"`, `${v#a}`)
	}
	if g.calm && g.r.IntN(5) > 0 {
		if g.depth < 2 && g.r.IntN(3) == 0 {
			return `x"$(` + g.inner() + `)"`
		}
		return g.place()
	}
	return g.pick(`"$_"`, `"$1"`, `"$@"`, `$REPLY`, `"${BASH_REMATCH[1]}"`, `"$BASH_EXECUTION_STRING"`, `"${!v}"`, `"${v@P}"`, `${v:`+g.number()+`}`, `${a[`+g.number()+`]}`, `$((`+g.arithmetic()+`))`, `"${v:=`+g.pick("a", "$w")+`}"`,
		`{a,`+g.place()+`}`, `*`, `~`, "`echo "+g.place()+"`", `$(`+g.inner()+`)`, `"$(`+g.inner()+`)"`, `<(`+g.inner()+`)`, `>(`+g.inner()+`)`, `$"a"`, `${v/`+g.pick("a", "*")+`/b}`, `@(a|b)`, `"$OPTARG"`, `$PWD`, `{-c,a}`)
}

// simple is a command and its words.
func (g *generator) simple() string {
	before := ""
	if g.rare(6) {
		before = g.assignment() + " "
	}
	if g.rare(12) {
		before += g.pick("env ", "command ", "exec ", "nice ", "timeout 5 ", "builtin ", "env A=b ", "env -S ", "nohup ", "time ", "xargs ", "setsid -w ", "stdbuf -oL ", "env "+g.word()+" ", "find . -maxdepth 0 -exec ")
	}
	if g.calm && g.r.IntN(5) > 0 {
		return before + g.ordinary()
	}
	return before + g.odd()
}

// ordinary is a command as authors of tools write it.
func (g *generator) ordinary() string {
	switch g.r.IntN(40) {
	case 0, 8:
		return "bash scripts/s.sh " + g.words(3)
	case 1, 11:
		return "printf '%s\\n' " + g.words(3)
	case 2, 12:
		return "echo " + g.words(3)
	case 3:
		return "cat" + g.redirect()
	case 4:
		return "grep -e " + g.place() + " -- " + g.words(2)
	case 5:
		return "[ " + g.pick("-f "+g.word(), g.word()+" = "+g.word(), "-n "+g.word()) + " ]"
	case 6:
		return "scripts/s.sh " + g.words(2)
	case 7, 9, 10:
		return g.pick("true ", ": ", "test -n ", "type ", "cd ") + g.word()
	}
	switch g.r.IntN(6) {
	case 0:
		return "echo -- " + g.words(3)
	case 1:
		return "printf '%s' " + g.words(3)
	case 2:
		return "test " + g.word() + " != " + g.word()
	case 3:
		return ": " + g.words(2) + g.redirect()
	case 4:
		return "[ -n " + g.word() + " ]" + g.redirect()
	}
	return g.pick("head -n 1 -- ", "wc -l -- ", "cp -- ", "tee -- ", "sort -- ", "tee lib.sh <<< ", "tr a ", "sed 's/a/b/' -- ", "awk '{print $1}' ", "sed -n 1p -- ", "sh scripts/s.sh ") + g.word()
}

// odd is a command that evaluates, or one that could.
func (g *generator) odd() string {
	switch g.r.IntN(8) {
	case 0, 1:
		return g.pick("eval ", "source ", ". ", "read ", "read -r v ", "mapfile ", "mapfile a ", "unset ", "getopts ab: o ", "trap ", "alias ", "let ", "printf -v ", "printf ", "printf %n ", "test -v ", "[ -v ", "set -- ", "set ", "shopt -s ", "hash -p /bin/sh ", "enable ", "wait -p ", "export ", "exit ", "pushd ", "compgen -W ", "f ") + g.words(2)
	case 2, 3:
		return g.pick("bash -c ", "bash ", "bash", "bash -s ", "sh -c ", "dash -c ", "bash /dev/stdin ", "bash -x ", "bash -ic ", "bash f ", "bash f.sh ", "bash -euo pipefail scripts/s.sh ", "bash -- ", "bash +e ", "sh f", "source /dev/stdin", "source f ", "bash <&0 ", "bash --rcfile ") + g.words(2)
	case 4:
		return g.pick("perl -e ", "perl -ne ", "perl ", "perl scripts/s.pl ", "awk ", "awk -f ", "awk -v ", "awk '{system($0)}' ", "awk '{print|\"sh\"}' ", "sed ", "sed -e ", "sed 1e ", "sed -f ", "sed -n p ", "sed -s ", "jq ", "ed -s ", "bc -q ", "make -s ", "make -sf - ", "make -f ") + g.words(2)
	case 5:
		return g.pick("xargs ", "xargs bash -c ", "xargs -I {} ", "find . -maxdepth 0 -exec ", "find ", "tar ", "tar -cf g ", "sort ", "sort --compress-program=", "env ", "nice ", "timeout ", "command ", "exec ", "git grep -O", "git -c ", "git ", "split --filter=", "script -qc ") + g.words(2) + g.pick("", ` \;`)
	case 6:
		return g.word() + " " + g.words(2)
	}
	return g.pick("python3 -c ", "python3 ", "python3 scripts/s.py ", "tclsh ", "sqlite3 :memory: ", "sqlite3 ", "eval ", "bash -c ") + g.words(2)
}
