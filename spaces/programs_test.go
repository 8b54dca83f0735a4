package spaces

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"handrail/internal/programs"
)

// What stands behind a shell or a wrapper of package programs runs.
func TestShellsAndWrappersRunWhatFollows(t *testing.T) {
	for _, name := range append(programs.Shells(), "sudo", "doas", "env", "nohup", "nice", "ionice", "timeout", "gtimeout", "stdbuf", "xargs", "npx", "/usr/bin/setsid") {
		if words := argvWords([]string{name, "-x", "bin/deploy"}); !words[2].runs {
			t.Errorf("behind %s nothing runs", name)
		}
	}
	if words := argvWords([]string{"echo", "deploy.sh"}); words[1].runs {
		t.Error("behind echo something runs")
	}
}

// What a compiler makes is no program of the author's: it is another after each run, and
// would hold the tool back. What the same command runs then is.
func TestOutputsAreNotPinned(t *testing.T) {
	for command, want := range map[string][]string{
		"gcc -O2 main.c -o app":         {"gcc", "-O2", "main.c", "-o"},
		"go build -o bin/app ./...":     {"go", "build", "-o", "./..."},
		"env clang++-17 -o out/app a.o": {"env", "clang++-17", "-o", "a.o"},
		"cc a.c -o app && ./app":        {"cc", "a.c", "-o", "./app"},
		"xargs -o run.sh":               {"xargs", "-o", "run.sh"},
		"rustc --output=app main.rs":    {"rustc", "--output", "main.rs"},
	} {
		var got []string
		for _, w := range shellWords(command) {
			if w.text != "" {
				got = append(got, w.text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

// A word of the shell's own, the name of a program, a verb or a target is no file of the space: one that
// comes to be called so holds nothing back. What is read as a script is, also where it is not there yet.
func TestWhichWordsAreFiles(t *testing.T) {
	for command, want := range map[string]string{
		`for i in 1; do bash a.sh || exit 1; done`:                     "a.sh",
		`if grep -q x y; then exit 1; else true; fi`:                   "",
		`while read -r l; do echo "$l"; done; until false; do :; done`: "",
		"case $1 in start) go;; stop) echo;; *) exit 1 ;; esac":        "",
		`function f { echo; }; f; time ls; ! ls; coproc ls`:            "",
		`select x in a b; do break; done`:                              "",
		`[[ -e x ]] && (( 1 )) || { true; }`:                           "",
		"cat <<EOF\nwords of a text\nEOF":                              "",
		`docker compose up -d && terraform apply`:                      "",
		`go build ./... && make test && task lint && just check`:       "",
		`make -f rules.mk all`:                                         "rules.mk",
		`go run tool.go`:                                               "tool.go",
		`go run tool`:                                                  "tool",
		`deno run check && bun run other`:                              "check other",
		`timeout 5 env A=1 nice sudo grep x`:                           "",
		`env bash check; exec bash other`:                              "check other",
		`bash check; python3 -u other; . third; source fourth`:         "check fourth other third",
		`bash -euo pipefail check x; bash -o pipefail other y`:         "check other",
		`./check; bin/other`:                                           "bin/other check",
		`if ./check; then ! bin/other; fi`:                             "bin/other check",
		`awk -f rules x; jq -f sums`:                                   "rules sums",
	} {
		space := &Space{Dir: "/space"}
		n := newScripts(space, newFiles(fstest.MapFS{}, &problems{})).named(shellWords(command), "")
		var got []string
		for _, name := range n.absent {
			if !strings.ContainsAny(name, "{'") {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
	n := newScripts(&Space{Dir: "/space"}, newFiles(fstest.MapFS{"done": {Data: []byte("notes")}, "go": {Data: []byte("notes")}, "tool": {Data: []byte("#!/bin/sh\n")}}, &problems{})).named(shellWords("for i in 1; do tool; go vet; done"), "")
	if want := []string{"tool"}; !slices.Equal(n.scripts, want) {
		t.Errorf("scripts are %q, want %q", n.scripts, want)
	}
}
