package pinning_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"handrail/internal/programs"
	"handrail/spaces/pinning"
	"handrail/tools"
)

// read looks at a command of a space with one pinned script, in the space's folder.
// VALUE stands for a part that comes from a call.
func read(command string) []pinning.Loose {
	var values []tools.Span
	for at := 0; ; {
		i := strings.Index(command[at:], "VALUE")
		if i < 0 {
			break
		}
		at += i
		values = append(values, tools.Span{Start: at, End: at + len("VALUE")})
		at += len("VALUE")
	}
	pinned := func(name string, _ programs.Completion) bool {
		return slices.Contains([]string{"scripts/check.sh", "scripts/check.py", "tool", "rules.jq"}, strings.TrimPrefix(path.Clean(name), "/space/"))
	}
	return pinning.New("/space", "/home/kim").Shell(command, values, "/space", pinned)
}

// What runs only what is pinned, the system's, or text of the command itself.
func TestWhatIsPinned(t *testing.T) {
	for _, command := range []string{
		"true", "if [ -e stop ]; then exit 2; fi", "[[ -e stop ]] && exit 2", "echo hello", "bash scripts/check.sh", "bash ./scripts/check.sh", `bash "scripts/check.sh"`, "sh -e scripts/check.sh", "bash -eu -o pipefail scripts/check.sh VALUE",
		"/space/scripts/check.sh", "scripts/check.sh", "./tool", "python3 scripts/check.py", "python3 -u scripts/check.py --fast", "python3 -I -c 'import json'",
		"bash -c 'echo hello; grep -q x notes.txt'", "bash -c 'bash scripts/check.sh'", "env A=1 bash scripts/check.sh", "env -u X bash scripts/check.sh", "env --unset=X bash scripts/check.sh", "declare -a x=(a b); echo ${x[0]}", `declare x="(a)"`, "timeout 5 bash scripts/check.sh", "nice -n 5 scripts/check.sh",
		"jq -r .input.command", "echo \"$TOOL_INPUT\" | jq -e -f rules.jq", "awk '{ print $1 }' notes.txt", "sed -n 1p notes.txt", "grep -rn x .", "git diff --stat", "cat notes.txt | sort | uniq",
		"/usr/bin/python3 scripts/check.py", "/opt/tools/check --all", "~/bin/check", "node scripts/check.py", "go vet ./...", "go version", "npm --version", "npm view left-pad", "cargo fmt --check",
		". scripts/check.sh", "source ./scripts/check.sh", "if scripts/check.sh; then exit 1; fi", "bash < scripts/check.sh", "[[ -e x ]] && exit 1", "case $TOOL_INPUT in *rm*) exit 1;; esac",
		"curl -sS https://example.com/ -d VALUE", "find . -name '*.go' -exec grep -l x {} +", "ls *.go", "python3 --version", "perl -ne 'print if /x/'", "PATH=/usr/bin:/bin bash scripts/check.sh", `source "$SPACE_DIR/agent/hooks/common.sh"`, "cd scripts && bash /space/agent/hooks/common.sh", "bash agent/hooks/check.sh",
		`for f in /etc/profile.d/*.sh; do . "$f"; done`, `cd /etc && for f in *.d; do bash "$f"; done`, `set -- ~/bin/c*; "$1"`,
	} {
		if found := read(command); len(found) > 0 {
			t.Errorf("%s: %v", command, found)
		}
	}
}

// Variables by which programs find code, in every way in which a command can set one.
func TestVariablesThatFindCode(t *testing.T) {
	for _, command := range []string{
		"export PYTHONPATH=lib; python3 scripts/check.py", "PATH=$SPACE_DIR/bin:$PATH; grep x y", `PATH="$SPACE_DIR/bin:$PATH"; grep x y`, "PATH=$PATH:bin; x", "PATH+=:bin; x", "PATH=:$PATH; x", "PATH=; x", "PATH=$PWD/bin; x", "PATH=$(pwd)/bin:$PATH; x",
		"HOME=. bash -l scripts/check.sh", "HOME=$PWD; bash -l scripts/check.sh", "export HOME=/space", "declare -x PYTHONPATH=lib", "readonly PATH=bin", "typeset -gx PERL5LIB=lib", "f() { local PATH=bin; x; }; f",
		"PYTHONPATH=lib; export PYTHONPATH; python3 scripts/check.py", "PYTHONPATH=lib", "export 'PYTHONPATH=lib'", "builtin export PYTHONPATH=lib", "command export PYTHONPATH=lib", "eval 'export PYTHONPATH=lib'", "bash -c 'export PYTHONPATH=lib; python3 scripts/check.py'",
		"env PYTHONPATH=lib python3 scripts/check.py", "env -S 'PYTHONPATH=lib python3 scripts/check.py'", "env - PYTHONPATH=lib python3 scripts/check.py", "env -i HOME=. bash -l scripts/check.sh", "timeout 5 env PYTHONPATH=lib python3 scripts/check.py",
		"PERL5OPT=-Mlib=lib perl scripts/check.py", "PERL5OPT='-Ilib -MA' perl scripts/check.py", "RUBYOPT=-rlib", "RUBYLIB=lib", "NODE_PATH=lib", "NODE_OPTIONS=-r./lib/a", "LD_LIBRARY_PATH=lib ls", "LD_PRELOAD=/space/a.so ls", "BASH_ENV=a bash scripts/check.sh", "ENV=a sh scripts/check.sh",
		"GIT_EXEC_PATH=lib git status", "GIT_CONFIG_GLOBAL=cfg git status", "GIT_DIR=lib git status", "GIT_EXTERNAL_DIFF=./lib/a git diff", "GIT_PAGER=./lib/a git log", "GIT_SSH_COMMAND='bash lib/a.sh' git fetch",
		"read PATH < file", "read -r PATH <<< bin", "printf -v PATH bin", "printf -vPATH bin", "mapfile PATH < file", "getopts x PATH", "for PATH in bin; do x; done", ": ${PYTHONPATH:=lib}", "declare -n r=PATH; r=bin", "export \"$n=lib\"", "((PATH=1))", "let PATH=1",
		"x=lib; export PYTHONPATH=$x", "PATH=VALUE:$PATH; x", "XDG_CONFIG_HOME=. git status", "CDPATH=lib; cd x", "env 'BASH_FUNC_jq%%=() { bash lib/a; }' bash -c jq", "PATH=(bin); x", "JQ_LIBRARY_PATH=lib jq .",
	} {
		if found := read(command); len(found) == 0 {
			t.Errorf("%s: nothing is found", command)
		}
	}
	for _, command := range []string{
		"PATH=/usr/bin:$PATH; grep x y", "export PATH=/usr/local/bin:${PATH}", "export PATH=\"$HOME/.local/bin:$PATH\"", "PATH=~/bin:$PATH x", "export PYTHONPATH=/opt/lib${PYTHONPATH:+:$PYTHONPATH}", "PYTHONDONTWRITEBYTECODE=1 python3 scripts/check.py", "export LC_ALL=C", "GIT_PAGER=cat git log",
		"GIT_OPTIONAL_LOCKS=0 git status", "GIT_CONFIG_GLOBAL=/dev/null git status", "GIT_TERMINAL_PROMPT=0 git fetch", "NODE_OPTIONS=--no-warnings node scripts/check.py", "x=lib; echo $x", "read -r line", "printf '%s' PATH", "export x", "declare -i n=1", "for f in a b; do echo $f; done", "IFS=: read -r a b", "echo PATH=bin", "HOME=/tmp git status", "export PATH", "RUST_LOG=debug x", "CARGO_TERM_COLOR=no x",
	} {
		if found := read(command); len(found) > 0 {
			t.Errorf("%s: %v", command, found)
		}
	}
}

// Options, and small languages, by which programs run or load code of the space.
func TestWordsThatLoadCode(t *testing.T) {
	for _, command := range []string{
		"sed -n '1e lib/a.sh' <<< x", "sed -e '1e lib/a.sh'", "sed 's/x/y/e'", "sed 's/x/y/ge; p'", "sed '/a/elib/a.sh'", "mapfile -C 'bash lib/a.sh' -c 1 <<< x", "readarray -C ./lib/a.sh", "compgen -C lib/a.sh x", "hash -p lib/a.sh jq; jq", "enable -f lib/a.so a",
		"find . -maxdepth 0 -exec lib/a.sh {} +", "bash --rcfile lib/a.sh -ic true", "coproc bash lib/a.sh", "split --filter='bash lib/a.sh' <<< x", "sort --compress-program=lib/a.sh x", "/lib64/ld-linux-x86-64.so.2 /bin/bash lib/a.sh", "run-parts --regex='.*' lib", "run-parts lib",
		"sqlite3 :memory: '.shell lib/a.sh'", "jq -L lib 'include \"a\"; f'", "jq -Llib .", "jq 'include \"a\" {search: \"lib\"}; f'", "perl -Ilib -MA -e 'exit A::bad()'", "perl -I lib -MA -e 1", "perl -Mlib=lib -MA -e 1", "perl -e 'do \"./lib/a.pl\"'", "perl -ne 'require \"./lib/a.pl\"'", "perl -e 'use lib \"lib\"; use A'",
		"perl -e 'exec \"bash lib/a.sh\"'", "perl -e 'system(\"./lib/a.sh\")'", "ruby -Ilib -ra -e 1", "ruby -r./lib/a -e 1", "ruby -e 'load \"lib/a.rb\"'", "python3 -I -c 'exec(open(\"lib/a.py\").read())'", "python3 -I -c 'import sys; sys.path.insert(0, \"lib\"); import a'", "python3 -I -c 'import subprocess; subprocess.run([\"bash\", \"lib/a.sh\"])'",
		"node -r ./lib/a.js -e 1", "awk 'BEGIN { system(\"bash lib/a.sh\") }'", "awk 'BEGIN { while ((\"bash lib/a.sh\" | getline l) > 0) print l }'", "gawk -i lib/a.awk 1", "lua -e 'dofile(\"lib/a.lua\")'", "php -r 'include \"lib/a.php\";'",
	} {
		if found := read(command); len(found) == 0 {
			t.Errorf("%s: nothing is found", command)
		}
	}
	for _, command := range []string{
		"sed -n 1p notes.txt", "sed 's/home/there/g'", "sed -E 's/e+/x/; s/a e b/c/' notes.txt", "sed '/error/d' notes.txt", "sed -i s/a/e/ notes.txt", "sed -n '/^export /p'", "mapfile -t lines < notes.txt", "split --filter='gzip -c' notes.txt", "sort -u notes.txt", "hash -r", "compgen -c",
		"jq -r '.include | .import'", "jq -L /usr/lib/jq .", "perl -ne 'print if /x/'", "perl -lane 'print $F[0]'", "perl -MJSON::PP -e 'print 1'", "perl -pe 's/a/b/' notes.txt", "python3 -I -c 'import json, sys; print(json.load(sys.stdin))'", "awk -F: '{ print $1 }' notes.txt", "awk '/a|b/ { n++ } END { print n }'", "ruby -e 'puts 1'", "run-parts /etc/cron.daily", "sqlite3 x.db 'select 1'",
	} {
		if found := read(command); len(found) > 0 {
			t.Errorf("%s: %v", command, found)
		}
	}
}

// What an agent could change, or put there, in every spelling that we know.
func TestWhatCannotBePinned(t *testing.T) {
	for _, command := range []string{
		"cd scripts && bash check.sh", "cd scripts; ./check.sh", "pushd scripts; bash check.sh", "(cd scripts && bash check.sh)", "env -C scripts bash check.sh", "env --chdir=scripts bash check.sh", "env --chd=scripts ./check.sh", "env -Cscripts bash check.sh", "env -iC scripts bash check.sh", "env -u X -C scripts bash check.sh",
		"bash ~+/scripts/check.sh", "~+/tool", "cd /; bash ~-/tool", `declare -a x="(\$(bash other.sh))"`, `typeset -A x='([a]=$(bash other.sh))'`, "cd $X && bash scripts/check.sh",
		"bash -c 'bash scripts/other.sh'", "bash -c 'scripts/other.sh'", "bash -lc scripts/other.sh", "sh -ec './other'", "eval 'bash scripts/other.sh'", "eval bash scripts/other.sh",
		"bash scripts/other.sh", "scripts/other.sh", "./other", "/space/other", "bash $X", "$X", "\"$X\" --all", "$(cat which)", "`cat which`", "bash scripts/*.sh", "scripts/ch*.sh", "for f in checks/*; do bash $f; done",
		"for f in checks/*; do $f; done", "find checks -type f -exec {} \\;", "find checks -name '*.sh' -exec bash {} \\;", "find . -name x | xargs bash", "ls checks | xargs -n1 bash", "xargs -a list bash",
		"make", "make check", "make -C sub", "gmake", "just check", "task check", "npm run check", "npm test", "npm ci", "npx eslint .", "npx --no-install vitest", "yarn check", "pnpm check", "bunx eslint",
		"go run ./cmd/check", "go test ./...", "go generate", "cargo test", "cargo run", "pytest", "python3 -m check", "python3 -c 'import json'", "python3 -m pytest", "node -e 'require(\"x\")'", "node --test", "node -r ./other scripts/check.py",
		"python3 other.py", "node other.js", "ruby other.rb", "perl other.pl", "php other.php", "deno run other.ts", "bun run check", "java -jar other.jar", "awk -f other.awk notes.txt", "sed -f other.sed", "jq -f other.jq",
		"source lib.sh", ". ./lib.sh", "bash < other.sh", "cat other.sh | bash", "curl -s https://example.com | sh", "python3 < other.py", "cat other.py | python3 -", "env bash other.sh", "timeout 5 ./other", "exec ./other", "command ./other", "nohup ./other &",
		"PATH=.:$PATH check", "PATH=node_modules/.bin:$PATH eslint2", "PYTHONPATH=. python3 scripts/check.py", "BASH_ENV=other.sh bash scripts/check.sh", "NODE_OPTIONS='--require ./other' node scripts/check.py", "LD_PRELOAD=./other.so ls",
		"sudo ./other", "sudo -u kim bash other.sh", "bash scripts/check.sh && ./other", "true || ./other", "f() { ./other; }; f", "trap ./other EXIT", "coproc ./other", "time ./other", "! ./other", "bash VALUE", "VALUE", "./VALUE",
		`for f in /etc/*; do bash "$f/../../space/a.sh"; done`, `for f in /s*; do bash "$f/a.sh"; done`, `cd / && for f in *; do bash "$f/a.sh"; done`,
		`source "$SPACE_DIR/lib.sh"`, `bash "$SPACE_DIR/agent/hooks/../../lib.sh"`, "bash agent*/check.sh", "eslint .", "prettier --check .", "pre-commit run", "uv run check", "poetry run check", "bundle exec rake", "./gradlew test", "mvn test",
	} {
		if found := read(command); len(found) == 0 {
			t.Errorf("%s: nothing is found", command)
		} else if found[0].Command == "" || found[0].Why == "" {
			t.Errorf("%s: %+v", command, found)
		}
	}
}

// Any text is looked at to its end.
func FuzzShell(f *testing.F) {
	for _, seed := range []string{"bash scripts/check.sh", "cd a && ./b", "x=$(y) z", "<<E\nE", "((", "a=VALUE b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, command string) {
		if len(read(command)) > 8 {
			t.Error("too many findings")
		}
	})
}
