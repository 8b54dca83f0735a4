package spaces

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// What a hook runs that an agent could change is a problem; of a blocking hook it is an
// error that shuts what the hook guards.
func TestLooseHooks(t *testing.T) {
	for command, loose := range map[string]string{
		"bash scripts/a.sh":                "",
		"bash scripts/a.sh {{input.path}}": "",
		"bash scripts/missing.sh":          "", // it is pinned as one that is not there
		"python3 scripts/a.py":             "",
		"bash scripts/nested.sh":           "./scripts/a.sh",
		"bash scripts/near.sh":             "lib.sh",
		"cd scripts && bash a.sh":          "bash a.sh",
		"scripts/led":                      "bash lib/real.sh",
		"./scripts/modular":                "python3 -m real",
		"npm run check":                    "npm run check",
		"npx eslint .":                     "npx eslint .",
		"bash scripts/*.sh":                "bash scripts/*.sh",
		"python3 -m check":                 "python3 -m check",
		"bash -c 'make'":                   "make",
	} {
		for _, blocking := range []bool{false, true} {
			space, problems := Load(t.Context(), fstest.MapFS{
				"agent/hooks/a.json": {Data: fmt.Appendf(nil, `{"hooks": [{"id": "a", "type": "pre_tool", "command": %q, "blocking": %v}]}`, command, blocking)},
				"scripts/a.sh":       {Data: []byte("#!/bin/bash\ncommand=$(echo $TOOL_INPUT | jq -r .input.command)\nif [[ $command =~ ^ls ]]; then exit 0; fi\n\"$@\"\nexit 1\n")},
				"scripts/a.py":       {Data: []byte("print(1)\n")},
				"scripts/nested.sh":  {Data: []byte("set -e\n./scripts/a.sh \"$1\"\n")},
				"scripts/led":        {Data: []byte("#!/usr/bin/env -S bash lib/real.sh\nexit 0\n")},
				"scripts/modular":    {Data: []byte("#!/usr/bin/env -S python3 -m real\n")},
				"scripts/near.sh":    {Data: []byte("source \"$(dirname \"$0\")/lib.sh\"\n")},
			}, "/space")
			if loose == "" {
				if len(problems) > 0 || len(space.Hooks) != 1 {
					t.Errorf("%s, blocking %v: %v", command, blocking, problems)
				}
				continue
			}
			severity := Warning
			if blocking {
				severity = Error
			}
			if !slices.ContainsFunc(problems, func(p Problem) bool {
				return p.Severity == severity && strings.Contains(p.Text, "an agent can change what it runs") && strings.Contains(p.Text, loose)
			}) {
				t.Errorf("%s, blocking %v: %v", command, blocking, problems)
			}
			if (len(space.Hooks) == 0) != blocking || (len(space.Barriers) == 1) != blocking {
				t.Errorf("%s, blocking %v: hooks %v, barriers %v", command, blocking, space.Hooks, space.Barriers)
			}
			for _, i := range space.Inventory() {
				if i.Kind == "hook" && !strings.Contains(i.Detail, "an agent can change what this runs") {
					t.Errorf("%s: trust shows %q", command, i.Detail)
				}
			}
		}
	}
}

// Tools and hands go on working: trust shows what an agent could change, and it is a problem
// only where nobody else is in the way.
func TestLooseTools(t *testing.T) {
	for fields, problem := range map[string]string{
		"":                                  "",
		"confirm: true":                     "",
		"network: registry.example.com":     "it reaches the network",
		"confirm: false":                    "nobody is asked",
		"confirm: false\nsideEffect: false": "",
	} {
		for command, loose := range map[string]bool{"npm run deploy:prod": true, "bash scripts/a.sh {{name}}": false, "echo {{name}}": false} {
			space, problems := Load(t.Context(), fstest.MapFS{
				"agent/tools/a.md": {Data: fmt.Appendf(nil, "---\nid: a\nname: A\ndescription: It does something.\nparameters:\n  - name: name\n    type: string\n    description: A name\ncommand: %s\n%s\n---\n", command, fields)},
				"scripts/a.sh":     {Data: []byte("true\n")},
			}, "/space")
			found := slices.ContainsFunc(problems, func(p Problem) bool { return strings.Contains(p.Text, "an agent can change what it runs") })
			if want := loose && problem != ""; found != want || want && !strings.Contains(problems[0].Text, problem) || len(space.Tools) != 1 || space.Tools[0].Rejected != "" {
				t.Errorf("%s, %q: %v", command, fields, problems)
			}
			for _, i := range space.Inventory() {
				if i.Kind == "tool" && strings.Contains(i.Detail, "an agent can change what this runs") != loose {
					t.Errorf("%s: trust shows %q", command, i.Detail)
				}
			}
		}
	}
	for fields, problem := range map[string]string{``: "", `, "network": "on"`: "it reaches the network", `, "confirm": false`: "nobody is asked", `, "confirm": true`: ""} {
		space, problems := Load(t.Context(), fstest.MapFS{
			"ctxnest.json": {Data: fmt.Appendf(nil, `{"version": "1", "tools": {"run-tests": {"description": "Runs the tests.", "command": ["npx", "vitest"]%s}}}`, fields)},
		}, "/space")
		found := slices.ContainsFunc(problems, func(p Problem) bool { return strings.Contains(p.Text, "an agent can change what it runs") })
		if found != (problem != "") || len(space.Hands) != 1 {
			t.Errorf("%q: %v", fields, problems)
		}
		if items := space.Inventory(); len(items) == 0 || !strings.Contains(items[0].Detail, "npx vitest") || !strings.Contains(items[0].Detail, "an agent can change") {
			t.Errorf("%q: %+v", fields, items)
		}
	}
}

// What an agent can change of what a tool runs is said where the tool is trusted, however the command comes to it.
func TestLooseToolsAreSaid(t *testing.T) {
	for command, loose := range map[string]bool{
		`for f in steps/*.sh; do bash "$f"; done`: true, `set -- steps/*.sh; for x; do bash "$x"; done`: true, `set -- bash steps/*.sh; "$@"`: true, `f=(steps/*.sh); bash "${f[0]}"`: true, `bash -c 'for f in "$@"; do bash "$f"; done' _ steps/*.sh`: true,
		"bats tests": true, "bats --tap tests/a.bats": true, "ctest": true, "ctest --test-dir build": true, "lua -l mod main.lua": true, "lua -lmod main.lua": true, "luajit -l mod": true, "dotnet build": true, "dotnet run --project app": true, "dotnet msbuild": true, "nix build": true, "nix develop -c true": true, "nix-build": true, "nix run .#x": true,
		"python3 -mcheck": true, "python3 -um check": true, "python3 -W ignore -um check": true, "python3 -Wignore -Bc 'import x'": true, "python3 -Bc 'import json'": true, "bun run check": true, "bun check": true, "swift build": true, "xcodebuild": true, "zig build": true, "mix test": true, "stack test": true, "cabal build": true, "lein test": true, "deno task x": true, "deno test": true, "bun test": true, "node --run x": true,
		"lua main.lua": false, "dotnet --info": false, "dotnet --version": false, "nix --version": false, "nix search nixpkgs x": false, "ctest --version": false, "python3 -Im json.tool": false, "python3 -uIB main.py": false, "bun run ./main.ts": false, "bun main.ts": false, "bats --version": false, "mix format --check-formatted": true, "bash steps/a.sh": false,
	} {
		space, problems := Load(t.Context(), fstest.MapFS{
			"agent/tools/a.md": {Data: fmt.Appendf(nil, "---\nid: a\nname: A\ndescription: d\ncommand: |-\n  %s\nenvironment:\n  KEY: ${secret:KEY}\n---\n", command)},
			"steps/a.sh":       {Data: []byte("true\n")}, "main.lua": {Data: []byte("1")}, "main.py": {Data: []byte("1")}, "main.ts": {Data: []byte("1")},
		}, "/space")
		for _, i := range space.Inventory() {
			if i.Kind == "tool" && strings.Contains(i.Detail, "an agent can change what this runs") != loose {
				t.Errorf("%s: trust shows %q, %v", command, i.Detail, problems)
			}
		}
		if len(space.Tools) != 1 || space.Tools[0].Rejected != "" {
			t.Errorf("%s: %v", command, problems)
		}
	}
}

// A script that a pattern names is none that a hook can pin, whatever variable, list or argument stands
// between the pattern and the place where it runs.
func TestPatternsNameNoScript(t *testing.T) {
	for command, loose := range map[string]bool{
		`for f in checks/*.sh; do bash "$f" || exit 1; done`:                          true,
		`for f in checks/*.sh; do . "$f"; done`:                                       true,
		`for f in checks/*.sh; do "./$f"; done`:                                       true,
		`for f in checks/?.py; do python3 -I "$f"; done`:                              true,
		`for f in checks/[a-z].sh; do bash -- "$f"; done`:                             true,
		`for f in checks/*.sh; do bash < "$f"; done`:                                  true,
		`for f in checks/*; do cat "$f" | bash; done`:                                 true,
		`for d in checks*; do bash "$d/a.sh"; done`:                                   true,
		`set -- checks/*.sh; bash "$1"`:                                               true,
		`set -- checks/*.sh; for x; do bash "$x"; done`:                               true,
		`set -- bash checks/*.sh; "$@"`:                                               true,
		`f=(checks/*.sh); bash "${f[0]}"`:                                             true,
		`f=(checks/*.sh); for g in "${f[@]}"; do bash "$g"; done`:                     true,
		`f=(checks/*.sh); for ((i=0;i<${#f[@]};i++)); do bash "${f[i]}"; done`:        true,
		`bash -c 'for f in "$@"; do bash "$f"; done' _ checks/*.sh`:                   true,
		`run() { bash "$1"; }; run checks/*.sh`:                                       true,
		`f=checks/*.sh; bash $f`:                                                      true,
		`for f in checks/*.mjs; do node "$f"; done`:                                   true,
		`for f in checks/*.jq; do jq -f "$f"; done`:                                   true,
		`printf '%s\n' checks/*.sh | xargs -n1 bash`:                                  true,
		`for f in checks/*.sh; do echo "$f"; done | xargs -n1 bash`:                   true,
		`for f in checks/*.sh; do cat "$f"; done; bash checks/a.sh`:                   false,
		`for f in checks/a.sh checks/b.sh; do bash "$f" || exit 1; done`:              false,
		`for f in *.go; do grep -q TODO "$f" && exit 1; done; exit 0`:                 false,
		`set -- *.go; gofmt -l "$@"`:                                                  false,
		`[[ $TOOL_INPUT == *checks/*.sh* ]] && exit 1; [ -e stop ] && exit 1; exit 0`: false,
	} {
		space, problems := Load(t.Context(), fstest.MapFS{
			"agent/hooks/a.json": {Data: fmt.Appendf(nil, `{"hooks": [{"id": "a", "type": "pre_tool", "command": %q, "blocking": true}]}`, command)},
			"checks/a.sh":        {Data: []byte("exit 0\n")},
			"checks/b.sh":        {Data: []byte("exit 0\n")},
		}, "/space")
		if (len(space.Hooks) == 0) != loose || (len(space.Barriers) == 1) != loose {
			t.Errorf("%s: %v", command, problems)
		}
	}
}
