package spaces

import (
	"slices"
	"testing"

	"handrail/internal/programs"
)

// What stands behind a shell or a wrapper of package programs runs.
func TestShellsAndWrappersRunWhatFollows(t *testing.T) {
	for _, name := range append(programs.Shells(), "sudo", "doas", "env", "nohup", "nice", "ionice", "timeout", "gtimeout", "stdbuf", "xargs", "npx", "/usr/bin/setsid") {
		if words := argvWords([]string{name, "-x", "deploy.sh"}); !words[2].runs {
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
