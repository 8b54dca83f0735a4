package scaffold_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"handrail/spaces/scaffold"
)

// FuzzPropose holds the property of every proposal: whatever the project is,
// it is not an error, and sound is true of what comes out.
func FuzzPropose(f *testing.F) {
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		f.Fatalf("no cases: %v", err)
	}
	for _, name := range cases {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		files := map[string]string{}
		for _, file := range archive.Files {
			files[file.Name] = string(file.Data)
		}
		f.Add(files["package.json"], files["Makefile"]+files["makefile"], files["justfile"], files["Taskfile.yml"]+files["Taskfile.yaml"], files["go.mod"], files["ctxnest.json"])
	}
	f.Add(`{"scripts":{"a\u0000":"\ud800","A":"","-":"x"}}`, "a b:c\\\n\n\td\n", "a b='\n", "tasks: {a: {desc: |\n  x\n  y}}", "module x", "{\n}")
	f.Fuzz(func(t *testing.T, packageJSON, makefile, justfile, taskfile, goMod, hands string) {
		folder := t.TempDir()
		for name, text := range map[string]string{
			"package.json": packageJSON, "Makefile": makefile, "justfile": justfile, "Taskfile.yml": taskfile, "go.mod": goMod, scaffold.FileName: hands,
		} {
			if text == "" && name == scaffold.FileName {
				continue
			}
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		p := propose(t, folder)
		sound(t, hands, p)
		for _, h := range p.Hands {
			for _, element := range h.Hand.Command[1:] {
				if element == "" {
					t.Errorf("%s has an empty element: %q", h.Name, h.Hand.Command)
				}
			}
		}
	})
}
