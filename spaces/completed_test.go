package spaces

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// What an interpreter takes in the place of the name that it is given is a script of the command, and so is what
// would be taken before that, if it came to be there.
func TestCompletedNames(t *testing.T) {
	text := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	files := fstest.MapFS{
		"checks/guard.js": text("process.exit(0)"), "both": text("1"), "both.js": text("1"), "srv/index.js": text("1"), "pkg/package.json": text(`{"main": "lib/run"}`), "pkg/lib/run.js": text("1"), "pkg/index.js": text("1"),
		"app/__main__.py": text("1"), "ts/run.ts": text("1"), "odd/package.json": text("{"), "odd/index.js": text("1"), "up/package.json": text(`{"main": "../pkg/lib/run"}`), "index.js": text("1"), "sums.awk": text("1"),
	}
	for _, c := range []struct{ words, scripts, absent string }{
		{"node ./checks/guard", "checks/guard.js", "checks/guard"},
		{"node --no-warnings checks/guard", "checks/guard.js", "checks/guard"},
		{"/usr/bin/node /space/checks/guard", "checks/guard.js", "checks/guard"},
		{"node -r ./checks/guard both", "both checks/guard.js", "checks/guard"},
		{"node both", "both", ""},
		{"node srv", "srv/index.js", "srv.cts srv.js srv.json srv.mts srv.node srv.ts srv/package.json"},
		{"node ./pkg/", "pkg/lib/run.js pkg/package.json", "pkg.cts pkg.js pkg.json pkg.mts pkg.node pkg.ts pkg/lib/run"},
		{"node up", "pkg/lib/run.js up/package.json", "pkg/lib/run up.cts up.js up.json up.mts up.node up.ts"},
		{"node odd", "odd/index.js odd/package.json", "odd.cts odd.js odd.json odd.mts odd.node odd.ts"},
		{"node .", "index.js", "package.json"},
		{"nodejs ts/run", "ts/run.ts", "ts/run ts/run.js ts/run.json ts/run.node"},
		{"tsx ts/run", "ts/run.ts", "ts/run ts/run.jsx ts/run.tsx"},
		{"bun run ./ts/run", "ts/run.ts", "ts/run ts/run.jsx ts/run.tsx"},
		{"ts-node ts/run", "ts/run.ts", "ts/run ts/run.jsx ts/run.tsx"},
		{"deno run ts/run", "ts/run.ts", "ts/run ts/run.jsx ts/run.tsx"},
		{"python3 ./app", "app/__main__.py", ""},
		{"python3.12 app", "app/__main__.py", ""},
		{"awk -f sums", "sums.awk", "sums"},
		{"env A=1 timeout 5 node checks/guard", "checks/guard.js", "checks/guard"},
		{"bash checks/guard", "", "checks/guard"},
	} {
		argv := strings.ReplaceAll(fmt.Sprintf("%q", strings.Fields(c.words)), `" "`, `", "`)
		command, rest, _ := strings.Cut(strings.Trim(argv, "[]"), ", ")
		for kind, file := range map[string][2]string{
			"tool":   {"agent/tools/a.md", "---\nid: a\nname: A\ndescription: d\ncommand: " + c.words + "\n---\n"},
			"hook":   {"agent/hooks/a.json", fmt.Sprintf(`{"hooks": [{"id": "a", "type": "pre_tool", "command": %q}]}`, c.words)},
			"hand":   {"ctxnest.json", `{"version": "1", "tools": {"a": {"description": "d", "command": ` + argv + `}}}`},
			"server": {".mcp.json", fmt.Sprintf(`{"mcpServers": {"a": {"command": %s, "args": [%s]}}}`, command, rest)},
		} {
			files[file[0]] = text(file[1])
			space, problems := Load(t.Context(), files, "/space")
			delete(files, file[0])
			at := slices.IndexFunc(space.Inventory(), func(i Item) bool { return i.Kind == kind })
			if at < 0 {
				t.Fatal(kind, c.words, problems)
			}
			item := space.Inventory()[at]
			if got := strings.Join(item.Scripts, " "); got != c.scripts {
				t.Errorf("%s, %s: scripts are %q, want %q", kind, c.words, got, c.scripts)
			}
			if got := strings.Join(item.Absent, " "); got != c.absent {
				t.Errorf("%s, %s: absent are %q, want %q", kind, c.words, got, c.absent)
			}
			for _, name := range item.Scripts {
				if !slices.ContainsFunc(space.Inventory(), func(i Item) bool { return i.Kind == "script" && i.File == name }) {
					t.Errorf("%s, %s: %s is not pinned", kind, c.words, name)
				}
			}
		}
	}
}
