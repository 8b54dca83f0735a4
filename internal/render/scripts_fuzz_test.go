//go:build unix

package render

import (
	"bufio"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// fuzzParams are what the generator's placeholders stand for.
func fuzzParams() []Param {
	return []Param{
		{Name: "x"}, {Name: "y", Type: "any"}, {Name: "n", Type: "number"}, {Name: "e", Enum: []string{"up", "down", "true", "12"}},
		{Name: "p", Pattern: `[0-9.,:-]+`},
	}
}

// The command of the values is called owned, and in the folder are files that call it.
func codeValues() []string {
	return []string{
		"owned", "$(owned)", "`owned`", "a[$(owned)]", "x[$(owned)]+1", "; owned", "\nowned\n", "| owned", "&& owned;", "';owned;'", `";owned;"`, "evil.sh", "./evil.sh", "evil", "./evil", "evil.d", "12",
		"-c owned", "-cowned", "-eowned", "-c", "-e", "-s", "+x", "-", "--", "--rcfile=evil.sh", "-exec", "owned #", "a b owned", "() { owned; }", "v[$(owned)]", "BASH_ENV=evil.sh", "PATH=.", "eval owned",
		`system("owned")`, `system("owned");`, "e owned", "1e owned", "s/.*/owned/e", "s/^/owned;/;e", `BEGIN{system("owned")}`, "owned|", "|owned", `__import__("os").system("owned")`, `import os; os.system("owned")`, "!owned", "$(shell owned)", "all:\n\towned\n", ".shell owned", ".system owned",
		"exec owned", "[exec owned]", "f", "f.sh", "/dev/stdin", "-f", "-O owned", "--open-files-in-pager=owned", "alias.x=!owned", "--compress-program=owned", "--to-command=owned", "--filter=owned", "v=owned", "A=$(owned)", "a]=$(owned)", "0 a[$(owned)]", "-v", "-i", "-n", "${x:-$(owned)}", "\\`owned\\`", "$((a[$(owned)]))",
	}
}

// fuzzCase is a script that loads, rendered with values; calm is the same one with a word in the place of each text.
type fuzzCase struct{ template, script, calm string }

// nextCase makes a script; ok is false if it does not load, or not with its values.
func nextCase(r *rand.Rand) (c fuzzCase, loads, ok bool) {
	g := &generator{r: r, calm: r.IntN(4) > 0, quiet: r.IntN(5) == 0}
	c.template = g.script()
	if !strings.Contains(c.template, "{{") {
		c.template += "\necho " + g.place()
	}
	tpl, err := Parse(c.template, fuzzParams())
	if err != nil {
		return c, false, false
	}
	value := func() string { return codeValues()[r.IntN(len(codeValues()))] }
	values := map[string]any{
		"x": value(), "y": value(), "n": g.pick("12", "-5", "0.5", "1e5", "7"), "e": g.pick("up", "down", "true", "12"), "p": g.pick("12", "1-2", "12:30", "-1", ".", "-", "1,2"),
	}
	calm := maps.Clone(values)
	calm["x"], calm["y"] = "word", "word"
	if r.IntN(2) == 0 {
		values["y"], calm["y"] = []any{value(), value(), value()}, []any{"word", "word", "word"}
	}
	out, err := tpl.Render(values)
	if err != nil {
		return c, true, false
	}
	c.script = out.Text
	if out, err = tpl.Render(calm); err == nil {
		c.calm = out.Text
	}
	return c, true, true
}

// A range is the folder in which scripts run, and what tells that a value ran.
type shootingRange struct {
	t    testing.TB
	dir  string
	bash string
	cut  int // cases that did not end
}

func newRange(t testing.TB) *shootingRange {
	t.Helper()
	s := &shootingRange{t: t, dir: t.TempDir(), bash: bashPath(t)}
	s.file("bin/owned", "#!/bin/sh\necho \"$CASE\" >> "+s.dir+"/hits\n", 0o755)
	for _, name := range []string{"space/evil.sh", "space/evil", "space/owned", "space/evil.d/scripts/s.sh", "space/evil.d/f.sh"} {
		s.file(name, "owned\n", 0o755)
	}
	s.file("space/0", "", 0o644) // what * begins with
	s.file("space/scripts/s.sh", "#!/bin/sh\nprintf '%s' \"$*\" >/dev/null\n[ -s lib.sh ] && . ./lib.sh\n", 0o755)
	s.file("space/scripts/s.py", "import sys\ntry:\n    import helper\nexcept BaseException:\n    pass\n", 0o755)
	s.file("space/scripts/s.pl", "1;\n", 0o755)
	return s
}

func (s *shootingRange) file(name, text string, mode os.FileMode) {
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		s.t.Fatal(err)
	}
}

// shoot runs the cases and returns those that ran a value. Many share a shell, because a
// process is dear; what one of them has kept from running, by exit or for good, runs alone.
// So does what seems to have run a value: an earlier one may have set an option of the shell.
// What runs a file of the range with a mere word for its values, too, runs it by its own words.
func (s *shootingRange) shoot(cases []fuzzCase) (hits []int) {
	s.t.Helper()
	if len(cases) == 0 {
		return nil
	}
	all := make([]int, len(cases))
	for i := range all {
		all[i] = i
	}
	s.clear()
	left := s.round(cases, s.round(cases, all, 25), 5)
	for len(left) > 0 {
		rest := s.round(cases, left, 1)
		if len(rest) == len(left) { // the first of them does not end
			s.cut++
			rest = rest[1:]
		}
		left = rest
	}
	for _, i := range s.hits(len(cases)) {
		c := cases[i]
		if s.runs(c) && (c.calm == "" || !s.runs(fuzzCase{script: c.calm})) {
			hits = append(hits, i)
		}
	}
	return hits
}

// runs reports whether a case runs what only a value should name.
func (s *shootingRange) runs(c fuzzCase) bool {
	s.clear()
	s.round([]fuzzCase{c}, []int{0}, 1)
	return len(s.hits(1)) > 0
}

// clear forgets the values that ran.
func (s *shootingRange) clear() { _ = os.Remove(filepath.Join(s.dir, "hits")) }

// hits are the cases whose value ran.
func (s *shootingRange) hits(cases int) (hits []int) {
	data, err := os.ReadFile(filepath.Join(s.dir, "hits"))
	if err != nil {
		return nil
	}
	for _, line := range strings.Fields(string(data)) {
		if i, err := strconv.Atoi(line); err == nil && i < cases && !slices.Contains(hits, i) {
			hits = append(hits, i)
		}
	}
	return hits
}

// round runs these cases, so many to a shell, and returns those that did not end.
func (s *shootingRange) round(cases []fuzzCase, which []int, crowd int) (left []int) {
	if len(which) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "exec 9>&1 >/dev/null 2>&1 </dev/null; ulimit -t 600\n")
	for k, i := range which {
		if k%crowd == 0 {
			b.WriteString("(ulimit -t 5\n")
		}
		// What an earlier case has written, this one must not find.
		fmt.Fprintf(&b, "cd %s/space; : > f; : > g; : > f.sh; : > lib.sh; : > scripts/helper.py; echo owned > evil.sh; echo owned > evil; export CASE=%d; eval %s\necho %d >&9\n", s.dir, i, "'"+strings.ReplaceAll(cases[i].script, "'", `'\''`)+"'", i)
		if k%crowd == crowd-1 || k == len(which)-1 {
			b.WriteString(")\n")
			if crowd == 1 { // it may have left by exit
				fmt.Fprintf(&b, "echo %d >&9\n", i)
			}
		}
	}
	b.WriteString("echo end >&9\n")
	s.file("batch", b.String(), 0o644)
	cmd := exec.CommandContext(s.t.Context(), s.bash, "--noprofile", "--norc", filepath.Join(s.dir, "batch"))
	cmd.Env = Locale([]string{"PATH=" + s.dir + "/bin:" + os.Getenv("PATH"), "HOME=" + s.dir, "LANG=C.UTF-8"})
	grouped(cmd)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	patience := hurry
	if crowd == 1 {
		patience = longest
	}
	watch := time.AfterFunc(patience, func() {
		_ = cmd.Cancel()
		_ = out.Close() // a process in a session of its own may hold the other end
	})
	ended := map[int]bool{}
	for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != "end"; watch.Reset(patience) {
		if n, err := strconv.Atoi(lines.Text()); err == nil {
			ended[n] = true
		}
	}
	watch.Stop()
	_ = cmd.Cancel() // what the scripts have left running
	_ = cmd.Wait()   // a script may fail; what counts is what ran
	return slices.DeleteFunc(slices.Clone(which), func(i int) bool { return ended[i] })
}

// How long a case may take before the rest go on without it: in a crowd, from where it has another chance, and alone.
const hurry, longest = 2 * time.Second, 10 * time.Second

// TestScripts runs random scripts that load with values that are code, in real bash, and
// none may run a value. HANDRAIL_FUZZ_SCRIPTS says how many are made, HANDRAIL_FUZZ_SEED
// with which first seed.
func TestScripts(t *testing.T) {
	made := 400
	if text := os.Getenv("HANDRAIL_FUZZ_SCRIPTS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		made = n
	}
	seed, _ := strconv.ParseUint(os.Getenv("HANDRAIL_FUZZ_SEED"), 10, 64) // without one, 0
	r := rand.New(rand.NewPCG(seed, 13))
	s := newRange(t)
	loaded, ran, hit := 0, 0, 0
	var batch []fuzzCase
	flush := func() {
		for _, i := range s.shoot(batch) {
			if batch[i].script == batch[i].calm { // no value is text: it has run its own words, in a job that its calm run did not wait for
				continue
			}
			if hit++; hit < 200 {
				t.Errorf("a value ran\n%s\nrendered:\n%s", batch[i].template, batch[i].script)
			}
		}
		batch = batch[:0]
	}
	for i := range made {
		c, loads, ok := nextCase(r)
		if loads {
			loaded++
		}
		if ok {
			ran++
			batch = append(batch, c)
		}
		if len(batch) == 200 {
			flush()
		}
		if made >= 100_000 && i%50_000 == 0 {
			t.Logf("%d made, %d load, %d ran, %d ran a value", i, loaded, ran, hit)
		}
	}
	flush()
	t.Logf("%d made, %d load, %d ran, %d of them did not end, %d ran a value", made, loaded, ran, s.cut, hit)
	if loaded*8 < made {
		t.Errorf("only %d of %d scripts load: this proves little", loaded, made)
	}
}

// The range tells what ran a value, also beside scripts that end the shell or hang, and not what ran
// only because an earlier script had changed the shell that they share.
func TestRange(t *testing.T) {
	s := newRange(t)
	cases := []fuzzCase{
		{script: "owned"}, {script: "exit 0"}, {script: "eval 'ow''ned'"}, {script: "echo owned"},
		{script: "export POSIXLY_CORRECT=1"}, {script: "sed 1e * -1"}, {script: ". ./evil.sh"},
		{script: "eval $(cat evil*); echo $(owned)", calm: "eval $(cat evil*); echo word"}, {script: "owned", calm: "echo word"},
	}
	if hits := slices.Sorted(slices.Values(s.shoot(cases))); !slices.Equal(hits, []int{0, 2, 6, 8}) {
		t.Errorf("%v ran a value", hits)
	}
}
