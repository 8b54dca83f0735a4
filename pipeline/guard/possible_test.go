package guard

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// ways are how bash can be given a command, in the place of CMD, as data that it runs after all.
func dataWays() []string {
	return []string{
		"source /dev/fd/3 3<<'E'\nCMD\nE",
		". /dev/fd/3 3<<<'CMD'",
		"bash /dev/fd/3 3<<'E'\nCMD\nE",
		"bash 3<<'E' <&3\nCMD\nE",
		"exec 3<<'E'\nCMD\nE\nbash <&3",
		"read -r x <<'E'\nCMD\nE\neval \"$x\"",
		"read -r x <<'E'\nCMD\nE\n$x",
		"read -r x <<'E'\nCMD\nE\nbash -c \"$x\"",
		"read -r x <<<'CMD'; bash <<<\"$x\"",
		"IFS= read -d '' x < <(printf '%s' 'CMD'); eval \"$x\"",
		"echo 'CMD' | while read -r l; do $l; done",
		"mapfile -t x <<'E'\nCMD\nE\n${x[0]}",
		"while read -r l; do $l; done <<'E'\nCMD\nE",
		"while read -r l; do eval \"$l\"; done <<'E'\necho\nCMD\nE",
		"run() { read -r l; $l; }; run <<<'CMD'",
		"xargs -I{} bash -c '{}' <<'E'\nCMD\nE",
		"printf '%s\\n' true 'CMD' | xargs -I% sh -c '%'",
		"printf '%s\\0' 'CMD' | xargs -0 -n1 bash -c",
		"shopt -s expand_aliases\nalias cat=bash\ncat <<'E'\nCMD\nE",
		"BASH_ENV=<(echo 'CMD') bash -c :",
		"printf -v x '%s' 'CMD'; $x",
		"x='CMD'; declare -n y=x; eval \"$y\"",
		"x='CMD'; y=x; eval \"${!y}\"",
		"declare -A m=([a]='CMD'); k=a; ${m[$k]}",
		"x=('CMD' true); i=0; ${x[$i]}",
		"IFS=';' read -ra x <<<'CMD;true'; ${x[0]}",
		"trap \"$(read -r x <<<'CMD'; echo \"$x\")\" EXIT",
		"read -r x <<<'CMD'; trap \"$x\" EXIT",
		"coproc cat <<<'CMD'; read -r x <&\"${COPROC[0]}\"; $x",
		"x='CMD'; echo \"${x@P}\" >/dev/null; z=${x@Q}; eval eval \"$z\"",
	}
}

// Text that bash is given as data, and runs, is judged as the command that it is; real bash says which ways are ones.
func TestDataThatBashRuns(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte("#!/bin/sh\necho \"$*\" >>\"$RAN\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	g := space(Config{Walls: standing})
	const push, status = "git push --force origin main", "git status"
	for i, way := range dataWays() {
		if runtime.GOOS == "linux" {
			ran := filepath.Join(dir, "ran")
			_ = os.Remove(ran)
			bash := exec.CommandContext(t.Context(), "bash", "-c", strings.ReplaceAll(way, "CMD", push))
			bash.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "RAN="+ran)
			out, _ := bash.CombinedOutput()
			if said, err := os.ReadFile(ran); err != nil || !strings.Contains(string(said), "push --force") {
				t.Errorf("%d: bash does not run it: %s\n%s", i, way, out)
			}
		}
		if v := built(g, strings.ReplaceAll(way, "CMD", push)); v.Outcome == Allow {
			t.Errorf("%d: %s: %s, want that it is held", i, way, v.Outcome)
		}
		if v := built(g, strings.ReplaceAll(way, "CMD", status)); v.Outcome != Allow {
			t.Errorf("%d: %s with git status: %s by %s (%s)", i, way, v.Outcome, v.By, v.Reason)
		}
	}
}

// What is too long, or too deep in brackets, to be read as a command asks: padding hides nothing.
func TestPaddedData(t *testing.T) {
	g := space(Config{Walls: standing})
	for name, pad := range map[string]string{"long": strings.Repeat("# padding\n", 8000), "brackets": strings.Repeat("(", 600)} {
		if v := built(g, "read -r x <<'E'\n"+pad+"\ngit push --force\nE\neval \"$x\""); v.Outcome == Allow {
			t.Errorf("%s: %s", name, v.Outcome)
		}
	}
}

// Another name for a program, given in the same script, is that program.
func TestAnotherNameOfAProgram(t *testing.T) {
	g := space(Config{Walls: standing})
	for script, want := range map[string]Outcome{
		`ln -s "$(command -v git)" ./safe; ./safe push --force`:         Deny,
		`ln -s "$(which git)" safe; PATH=.:$PATH safe push --force`:     Deny,
		`cp /usr/bin/git /tmp/g; /tmp/g push --force origin main`:       Deny,
		`install -m 755 /usr/bin/git ./g && ./g push --force`:           Deny,
		`printf '%s\0' push --force | xargs -0 git`:                     Deny,
		`ln -s "$(command -v git)" ./safe; ./safe status`:               Allow,
		`cp /usr/bin/git ./mygit; ./mygit log --oneline | head`:         Allow,
		`ln -s ../shared/config.json config.json; cat config.json`:      Allow,
		`printf '%s\0' a b | xargs -0 git add`:                          Allow,
		`printf '%s\n' a.go b.go | xargs -I{} gofmt -l {}`:              Allow,
		`git diff --name-only | xargs -I{} sh -c 'wc -l "$1"' _ {}`:     Allow,
		`while read -r f; do wc -l "$f"; done < <(git ls-files '*.go')`: Allow,
	} {
		if v := built(g, script); v.Outcome != want {
			t.Errorf("%s: %s by %s (%s), want %s", script, v.Outcome, v.By, v.Reason, want)
		}
	}
}

// Prose stays prose, and a file that is only written stays a file, also where the script runs something that nobody knows before.
func TestTextThatIsNoCommand(t *testing.T) {
	g := space(Config{Walls: standing})
	for _, script := range []string{
		`CC=${CC:-cc}; $CC -o x x.c; git commit -m "Forbid git push --force in hooks"`,
		`for t in ./tests/*; do "$t" || echo "failed: rm -rf is no way out"; done`,
		"source .venv/bin/activate && python -m pytest -q",
		". ./env.sh; echo 'rm -rf / is what we never do'",
		"cat >NOTES.md <<'E'\nNever run it:\n\n    git push --force\nE\nbash scripts/build.sh",
		"exec 3<names.txt; while read -r n <&3; do echo \"$n\"; done",
		"cmd=$(command -v python3 || command -v python); $cmd --version",
	} {
		if v := built(g, script); v.Outcome != Allow {
			t.Errorf("%s: %s by %s (%s)", script, v.Outcome, v.By, v.Reason)
		}
	}
}
