package scaffold

import (
	"strings"

	"handrail/tools/command"
)

// goCommands proposes to build, test and vet the module of go.mod.
func goCommands(p project) found {
	f := found{prefix: "go"}
	text, ok := f.first(p, "go.mod")
	if !ok {
		return f
	}
	line := 0
	for l := range strings.Lines(text) {
		line++
		if module, is := strings.CutPrefix(strings.TrimSpace(l), "module"); is && strings.TrimSpace(module) != "" {
			f.goModule(line)
			return f
		}
	}
	f.skip("", 0, "has no module line")
	return f
}

// goModule proposes three hands. They share one parameter, the packages, which
// stay in the module's folder as go itself sees to.
func (f *found) goModule(line int) {
	packages := command.HandParam{Type: "string", Description: "packages, as go takes them; without it all", Default: "./...", Pattern: `^\./[A-Za-z0-9_./-]*$`}
	f.addDraft(draft{
		name: "go-build",
		hand: command.Hand{Description: "Build all packages of the Go module", Command: []string{"go", "build", "./..."}, Timeout: timeoutLong, Danger: safe},
		why:  []string{"builds get 5 minutes"},
	}, line)
	f.addDraft(draft{
		name: "go-test",
		hand: command.Hand{
			Description: "Test packages of the Go module; run chooses tests by a pattern of their names",
			// -run= with nothing behind it runs all, so the word is never dropped.
			Command: []string{"go", "test", "-run={{run}}", "{{packages}}"}, Timeout: timeoutLong, Danger: safe,
			Params: map[string]command.HandParam{"packages": packages, "run": {Type: "string", Description: "a pattern of names of tests; without it all", Pattern: `^[A-Za-z0-9_^][A-Za-z0-9_/^$|.*-]*$`}},
		},
		why: []string{"tests get 5 minutes", "packages start with ./, and run may only hold what a name's pattern needs"},
	}, line)
	f.addDraft(draft{
		name: "go-vet",
		hand: command.Hand{
			Description: "Vet packages of the Go module", Command: []string{"go", "vet", "{{packages}}"}, Timeout: timeoutCheck, Danger: safe,
			Params: map[string]command.HandParam{"packages": packages},
		},
		why: []string{"checks get 2 minutes", "packages start with ./"},
	}, line)
}
