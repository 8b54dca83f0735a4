package operator_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
	"handrail/tools"
)

// The program of a hand and the programs of a declared tool are the person's where there
// are such; what lies where an agent can write is asked about.
func TestAPlantedProgramIsNoTrustedHand(t *testing.T) {
	const planted = "#!/bin/sh\necho evil-ran\n"
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	space, bin := filepath.Join(top, "home", "space"), filepath.Join(top, "home", "bin")
	b := operatortest.New(t, operatortest.Options{
		Home: filepath.Join(top, "home"), Trusted: true, Walls: true,
		Files: map[string]string{
			"note": "visible\n", "node_modules/.bin/sort": planted, "node_modules/.bin/only-here": planted, "scripts/own.sh": "echo own\n",
			"ctxnest.json": `{"version":"1","tools":{"lint":{"description":"d","command":["sort","note"]},"local":{"description":"d","command":["only-here"]},
				"linked":{"description":"d","command":["linked"]},"envy":{"description":"d","command":["envy"]},"own":{"description":"d","command":["sh","scripts/own.sh"]}}}`,
			"agent/tools/declared.md": "---\nid: declared\nname: Declared\ndescription: d\ncommand: sort note\n---\n",
		},
		Change: func(c *operator.Config) {
			c.Environ = settings.Environ{Vars: append(c.Environ.Vars, "PATH="+filepath.Join(space, "node_modules", ".bin")+":"+bin+":"+os.Getenv("PATH"))}
			c.Environ.Vars = c.Environ.Vars[1:]
		},
	})
	operatortest.WriteFile(t, filepath.Join(bin, "envy"), "#!/usr/bin/env only-here\n")
	if err := os.Symlink(filepath.Join(space, "node_modules", ".bin", "only-here"), filepath.Join(bin, "linked")); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{filepath.Join(bin, "envy"), filepath.Join(space, "node_modules/.bin/sort"), filepath.Join(space, "node_modules/.bin/only-here")} {
		if err := os.Chmod(file, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
		return tools.Answer{Verdict: tools.Deny}, nil
	}
	for tool, want := range map[string]string{"space__lint": "visible", "declared": "visible", "space__own": "own"} {
		got := b.Call(tool, `{}`)
		if got.Error != nil || !strings.Contains(got.Content, want) || strings.Contains(got.Content, "evil-ran") {
			t.Errorf("%s gave %q: %+v", tool, got.Content, got.Error)
		}
	}
	for _, tool := range []string{"space__local", "space__linked", "space__envy"} {
		b.Questions()
		got := b.Call(tool, `{}`)
		if operatortest.Code(got) != tools.Declined || len(b.Person.Asked) != 1 {
			t.Errorf("%s gave %q, %+v, after %d questions", tool, got.Content, got.Error, len(b.Person.Asked))
			continue
		}
		if q := <-b.Person.Asked; !strings.Contains(q.Reason, "agents can write") {
			t.Errorf("%s was asked about because %s", tool, q.Reason)
		}
	}
	b.Person.Answer = operatortest.Yes
	if got := b.Call("space__local", `{}`); got.Error != nil || !strings.Contains(got.Content, "evil-ran") {
		t.Errorf("what the person said yes to gave %q: %+v", got.Content, got.Error)
	}
}
