package guard

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"handrail/internal/dev/effort"
	"handrail/tools"
)

// mostPadded is how long a generated command gets, in bytes: a shell that is started with a
// command takes 128 KiB.
const mostPadded = 160 << 10

// deniedAlways are commands that built-in rules deny.
func deniedAlways() []string {
	return []string{
		"rm -rf /", "git push --force", "mysql -e 'DROP DATABASE x'", "redis-cli FLUSHALL", "psql -c'TRUNCATE t'", "git -c alias.x='push -f' x",
		"mkfs.ext4 /dev/sda1", "find / -delete", "sqlite3 a.db '.shell rm -rf /'", "chmod -R 777 /", "dropdb shop", "reboot",
	}
}

// A padder makes commands long, deep or entangled.
type padder struct{ r *rand.Rand }

// many repeats a text some times, often very many.
func (p padder) many(text string) string {
	most := mostPadded / 2 / len(text)
	n := p.r.IntN(4)
	if p.r.IntN(2) == 0 {
		n = p.r.IntN(most)
	}
	return strings.Repeat(text, n)
}

// fill is text that does nothing, as statements.
func (p padder) fill() string {
	texts := []string{
		":; ", "true\n", "# rm\n", "a=x; ", "a=$a$a; ", "echo ${a:-x}; ", "cd a || cd b; ", "f(){ :; }; ", "alias q=w; ", "a+=(x); ", "true && ", "[[ a == b ]]\n",
		"cat <<E\nx\nE\n", "case x in y) ;; esac; ", "(( 1+1 ))\n", "echo {a,b}; ", "echo `x`; ", "cat <(x); ", "echo a | cat; ", "x > y; ", "read z; ",
		"for i in 1 2; do :; done; ", "echo $((1+1)); ", "declare q=1; ", "trap : EXIT; ", "echo 'delete from a'; ", "psql -c 'select 1'; ", "git status; ",
		"rm -rf x; ", "touch a/b/c; ", "bash x.sh; ", "git -c a.b=c log; ", "find . -exec true {} +\n", "echo x | xargs echo\n", "echo x > s.sh; ", "./s.sh; ",
	}
	return p.many(texts[p.r.IntN(len(texts))])
}

// around puts a command into something.
func (p padder) around(command string) string {
	quoted := "'" + strings.ReplaceAll(command, "'", `'\''`) + "'"
	nest := func(open, shut string) string {
		n := 1 + p.r.IntN(4)
		if p.r.IntN(3) == 0 {
			n = 1 + p.r.IntN(3000)
		}
		return strings.Repeat(open, n) + command + strings.Repeat(shut, n)
	}
	last := "\n" // some end a line
	switch p.r.IntN(27) {
	case 0:
		return p.fill() + "true\n" + command
	case 1:
		return command + last + p.fill() + "true"
	case 2:
		return nest("( ", last+")")
	case 3:
		return nest("{ ", last+"}")
	case 4:
		return nest("if true; then ", last+"fi")
	case 5:
		return nest("while true; do ", last+"done")
	case 6:
		return nest("for i in "+p.many("x ")+"y; do ", last+"done")
	case 7:
		return "echo " + nest("${a:-$(", last+")}")
	case 8:
		return "echo $(" + command + last + ")" + p.many(" x")
	case 9:
		return `echo "` + p.many("$b ") + "$(" + command + last + `)"`
	case 10:
		return "f(){ " + command + last + "}; " + p.fill() + "f"
	case 11:
		return "case x in " + p.many("a) true;; ") + "x) " + command + last + ";; esac"
	case 12:
		return "cat <<E\n" + p.many("x\n") + "$(" + command + last + ")\nE"
	case 13:
		return "eval " + quoted
	case 14:
		return "bash -c " + quoted + p.many(" x")
	case 15:
		return "a=" + quoted + "; " + p.fill() + `eval "$a"`
	case 16:
		return "echo " + quoted + " | sh"
	case 17:
		return "cat > w.sh <<'EOF'\n" + command + "\nEOF\n" + p.fill() + "sh w.sh"
	case 18:
		return "true && { " + command + last + "}"
	case 19:
		return "a[$(" + command + last + ")]=1; " + p.fill() + "true"
	case 20:
		return "[[ $(" + command + last + ") ]]"
	case 21:
		return "echo $(( " + p.many("1+") + "$(" + command + last + ") ))"
	case 22:
		return p.many("env ") + "bash -c " + quoted
	case 23:
		return "echo " + p.many("{a,b}") + "$(" + command + last + ")"
	case 24:
		return "x=" + p.many("y") + "; " + p.many("echo ${x//y/z}\n") + command
	case 25:
		return "trap " + quoted + " EXIT; " + p.fill() + "true"
	}
	return "coproc { " + command + last + "}"
}

// command is a denied command with something around it.
func (p padder) command() string {
	all := deniedAlways()
	text := all[p.r.IntN(len(all))]
	for range 1 + p.r.IntN(4) {
		if next := p.around(text); len(next) < mostPadded {
			text = next
		}
	}
	return text
}

// Whatever is put around a denied command: it is denied, or it asks, in every mode that asks,
// whoever wrote it, and a verdict costs no more than so much.
func FuzzPaddingHidesNothing(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		text := padder{rand.New(rand.NewPCG(seed, 13))}.command() //nolint:gosec // the same for the same seed
		for name, g := range map[string]*Guard{"workspace": space(Config{Walls: standing}), "ask": space(Config{Walls: standing, Mode: AskAll, Rules: allowBash(t)})} {
			for _, authored := range []bool{false, true} {
				p := tools.Preview{Shell: text, Folder: "/space", Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/usr/bin/bash"}}, Authored: authored}
				end := effort.Limit(t, 3*time.Second)
				v := g.Judge(tools.Call{}, entry("bash", true), p)
				end()
				if v.Outcome == Allow {
					t.Errorf("%s, an author's %t, seed %d: allowed by %s: %s", name, authored, seed, v.By, brief(text))
				}
			}
		}
	})
}

func allowBash(t *testing.T) []Rule {
	t.Helper()
	r, err := ParseRule(Allow, "bash", "settings")
	if err != nil {
		t.Fatal(err)
	}
	return []Rule{r}
}

// brief is a long text, cut in the middle.
func brief(s string) string {
	if len(s) < 600 {
		return s
	}
	return fmt.Sprintf("%s…(%d)…%s", s[:300], len(s), s[len(s)-300:])
}
