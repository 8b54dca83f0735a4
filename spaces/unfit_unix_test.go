//go:build unix

package spaces

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What an interpreter reads as a script is a file of the space when the template loads, and
// no stream that holds a value, nor a file that the command writes by another name.
func TestAScriptIsAFile(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"agent/tools", "agent/hooks", "scripts"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("scripts/a.sh", "true\n")
	put("notes.txt", "")
	for name, to := range map[string]string{"in.sh": "/dev/stdin", "in.py": "/proc/self/fd/0", "dev": "/dev", "in2": "in.sh", "good.sh": "a.sh", "log.sh": "../notes.txt"} {
		if err := os.Symlink(to, filepath.Join(dir, "scripts", name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(filepath.Join(dir, "notes.txt"), filepath.Join(dir, "scripts/hard.sh")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "scripts/pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for command, why := range map[string]string{
		"bash scripts/in.sh <<< {{x}}":                          "stream",
		"bash -euo pipefail scripts/in.sh <<< {{x}}":            "stream",
		"bash -o pipefail scripts/in2 <<< {{x}}":                "stream",
		"cd scripts && bash in.sh <<< {{x}}":                    "stream",
		"python3 scripts/in.py <<< {{x}}":                       "stream",
		"bash scripts/dev/stdin <<< {{x}}":                      "again as code",
		"lua scripts/in2 <<< {{x}}":                             "stream",
		"luajit scripts/in2 <<< {{x}}":                          "stream",
		"bash scripts/pipe {{x}}":                               "no regular file",
		"printf %s {{x}} > notes.txt; bash scripts/log.sh":      "a second time",
		"printf %s {{x}} > notes.txt; bash scripts/hard.sh":     "a second time",
		"printf %s {{x}} | tee notes.txt; bash scripts/hard.sh": "a second time",
		"cat <<< {{x}}":                                         "",
		"bash scripts/a.sh <<< {{x}}":                           "",
		"bash scripts/good.sh <<< {{x}}":                        "",
		"bash scripts/absent.sh <<< {{x}}":                      "",
		"printf %s {{x}} > notes.txt; bash scripts/a.sh":        "",
		"bash scripts/log.sh {{x}}":                             "",
	} {
		put("agent/tools/a.md", "---\nid: a\nname: a\ndescription: d\ncommand: |-\n  "+command+"\nparameters:\n  - name: x\n    type: string\n    description: d\n---\n")
		put("agent/hooks/a.json", fmt.Sprintf(`{"hooks": [{"id": "a", "type": "pre_tool", "command": %q}]}`, strings.ReplaceAll(command, "{{x}}", "{{input.x}}")))
		space, problems := Load(t.Context(), os.DirFS(dir), dir)
		if len(space.Tools) != 1 {
			t.Fatalf("%s: %v", command, problems)
		}
		if rejected := space.Tools[0].Rejected; why == "" && rejected != "" || !strings.Contains(rejected, why) {
			t.Errorf("%s: the tool: %q, want %q", command, rejected, why)
		}
		if (len(space.Hooks) == 0) != (why != "") {
			t.Errorf("%s: the hook: %v", command, problems)
		}
	}
}
