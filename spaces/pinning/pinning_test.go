package pinning_test

import (
	"path"
	"slices"
	"strings"
	"testing"

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
	pinned := func(name string) bool {
		return slices.Contains([]string{"scripts/check.sh", "scripts/check.py", "tool", "rules.jq"}, strings.TrimPrefix(path.Clean(name), "/space/"))
	}
	return pinning.New("/space", "/home/kim").Shell(command, values, "/space", pinned)
}

// What runs only what is pinned, the system's, or text of the command itself.
func TestWhatIsPinned(t *testing.T) {
	for _, command := range []string{
		"true", "if [ -e stop ]; then exit 2; fi", "[[ -e stop ]] && exit 2", "echo hello", "bash scripts/check.sh", "bash ./scripts/check.sh", `bash "scripts/check.sh"`, "sh -e scripts/check.sh", "bash -eu -o pipefail scripts/check.sh VALUE",
		"/space/scripts/check.sh", "scripts/check.sh", "./tool", "python3 scripts/check.py", "python3 -u scripts/check.py --fast", "python3 -I -c 'import json'",
		"bash -c 'echo hello; grep -q x notes.txt'", "bash -c 'bash scripts/check.sh'", "env A=1 bash scripts/check.sh", "timeout 5 bash scripts/check.sh", "nice -n 5 scripts/check.sh",
		"jq -r .input.command", "echo \"$TOOL_INPUT\" | jq -e -f rules.jq", "awk '{ print $1 }' notes.txt", "sed -n 1p notes.txt", "grep -rn x .", "git diff --stat", "cat notes.txt | sort | uniq",
		"/usr/bin/python3 scripts/check.py", "/opt/tools/check --all", "~/bin/check", "node scripts/check.py", "go vet ./...", "go version", "npm --version", "npm view left-pad", "cargo fmt --check",
		". scripts/check.sh", "source ./scripts/check.sh", "if scripts/check.sh; then exit 1; fi", "bash < scripts/check.sh", "[[ -e x ]] && exit 1", "case $TOOL_INPUT in *rm*) exit 1;; esac",
		"curl -sS https://example.com/ -d VALUE", "find . -name '*.go' -exec grep -l x {} +", "ls *.go", "python3 --version", "perl -ne 'print if /x/'", "PATH=/usr/bin:/bin bash scripts/check.sh", `source "$SPACE_DIR/agent/hooks/common.sh"`, "cd scripts && bash /space/agent/hooks/common.sh", "bash agent/hooks/check.sh",
	} {
		if found := read(command); len(found) > 0 {
			t.Errorf("%s: %v", command, found)
		}
	}
}

// What an agent could change, or put there, in every spelling that we know.
func TestWhatCannotBePinned(t *testing.T) {
	for _, command := range []string{
		"cd scripts && bash check.sh", "cd scripts; ./check.sh", "pushd scripts; bash check.sh", "(cd scripts && bash check.sh)", "env -C scripts bash check.sh", "cd $X && bash scripts/check.sh",
		"bash -c 'bash scripts/other.sh'", "bash -c 'scripts/other.sh'", "bash -lc scripts/other.sh", "sh -ec './other'", "eval 'bash scripts/other.sh'", "eval bash scripts/other.sh",
		"bash scripts/other.sh", "scripts/other.sh", "./other", "/space/other", "bash $X", "$X", "\"$X\" --all", "$(cat which)", "`cat which`", "bash scripts/*.sh", "scripts/ch*.sh", "for f in checks/*; do bash $f; done",
		"for f in checks/*; do $f; done", "find checks -type f -exec {} \\;", "find checks -name '*.sh' -exec bash {} \\;", "find . -name x | xargs bash", "ls checks | xargs -n1 bash", "xargs -a list bash",
		"make", "make check", "make -C sub", "gmake", "just check", "task check", "npm run check", "npm test", "npm ci", "npx eslint .", "npx --no-install vitest", "yarn check", "pnpm check", "bunx eslint",
		"go run ./cmd/check", "go test ./...", "go generate", "cargo test", "cargo run", "pytest", "python3 -m check", "python3 -c 'import json'", "python3 -m pytest", "node -e 'require(\"x\")'", "node --test", "node -r ./other scripts/check.py",
		"python3 other.py", "node other.js", "ruby other.rb", "perl other.pl", "php other.php", "deno run other.ts", "bun run check", "java -jar other.jar", "awk -f other.awk notes.txt", "sed -f other.sed", "jq -f other.jq",
		"source lib.sh", ". ./lib.sh", "bash < other.sh", "cat other.sh | bash", "curl -s https://example.com | sh", "python3 < other.py", "cat other.py | python3 -", "env bash other.sh", "timeout 5 ./other", "exec ./other", "command ./other", "nohup ./other &",
		"PATH=.:$PATH check", "PATH=node_modules/.bin:$PATH eslint2", "PYTHONPATH=. python3 scripts/check.py", "BASH_ENV=other.sh bash scripts/check.sh", "NODE_OPTIONS='--require ./other' node scripts/check.py", "LD_PRELOAD=./other.so ls",
		"sudo ./other", "sudo -u kim bash other.sh", "bash scripts/check.sh && ./other", "true || ./other", "f() { ./other; }; f", "trap ./other EXIT", "coproc ./other", "time ./other", "! ./other", "bash VALUE", "VALUE", "./VALUE",
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
