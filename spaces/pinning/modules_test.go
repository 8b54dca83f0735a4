package pinning_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/spaces/pinning"
)

// What a pinned script sources by a variable, a pattern or a list of files is known only when it runs.
func TestSourcedInScripts(t *testing.T) {
	r := pinning.New("/space", "/home/kim")
	for _, text := range []string{
		`for f in hooks.d/*.sh; do . "$f"; done`, `for f in hooks.d/*.sh; do source $f; done`, `source "$DIR/lib.sh"`, `. $(ls x)`, `. "$1"`, `. "$lib"`, `f=$(ls checks | head -n 1); source "$f"`, `for f in checks/*; do bash "$f"; done`, `for f in checks/*; do "$f"; done`, `for f in a/x.sh b/y.sh; do bash ${f}; done`,
		`export PATH="$tools:$PATH"; grep x y`, `PATH=$d:$PATH`, `PATH=bin:$PATH grep x`, `[ -f lib.sh ] && . ./lib.sh`, `cat list | while read -r f; do . "$f"; done`,
		`f=(checks/*.sh); for ((i=0;i<${#f[@]};i++)); do bash "${f[i]}"; done`, `f=(checks/*.sh); i=0; while [ $i -lt 2 ]; do bash "${f[$i]}"; i=$((i+1)); done`, `declare -a f=(checks/a.sh checks/b.sh); bash "${f[i]}"`, `declare -A m=([a]=checks/a.sh); bash "${m[a]}"`, `f[0]=checks/a.sh; bash "${f[0]}"`,
		`f=(checks/*.sh); g=${f[i]}; bash "$g"`, `f=(checks/*.sh); g=${f[i]}; h="$g"; "$h"`, `if [ "$1" ]; then f=checks/a.sh; else f=checks/b.sh; fi; bash "$f"`, `for f in checks/*; do bash "${f%x}"; done`, `mapfile -t f < <(ls checks); bash "${f[0]}"`, `f=($(ls checks)); bash "${f[0]}"`, `f=(a.sh b.sh); bash "${f[i]}"`, `f=(checks/*.py); python3 -I "${f[i]}"`, `f=(x); f+=(checks/*); "${f[1]}"`,
	} {
		if found := r.Script(text); len(found) == 0 {
			t.Errorf("%s: nothing is found", text)
		}
	}
	for _, text := range []string{`for f in src/*.go; do grep -n x "$f"; done`, `for f in a b; do echo "$f"; done`, `. /etc/os-release`, `export PATH="/usr/local/bin:$PATH"`, `"$cmd" x`, `bash "$1"`, `PATH="$PATH:/opt/bin"`,
		`args=(-q --flag x); if [ "$1" ]; then args+=(-v); fi; git diff "${args[@]}"`, `cmd=(docker run --rm); if [ "$1" ]; then cmd+=("$1"); fi; "${cmd[@]}"`, `cmd=(/usr/bin/git -C "$d"); if [ "$1" ]; then cmd+=(status); fi; "${cmd[@]}"`, `args=("$@"); x=${args[0]}; "$x" --all`, `PY=($(command -v python3) -I); if [ "$1" ]; then PY+=(-B); fi; "${PY[@]}" --version`, `f=(src/*.go); gofmt -l "${f[i]}"`, `out=build/a.txt; if [ "$1" ]; then out=build/b.txt; fi; cat "$out"`, `PY=/usr/bin/python3; if [ -x /opt/py ]; then PY=/opt/py; fi; "$PY" --version`} {
		if found := r.Script(text); len(found) > 0 {
			t.Errorf("%s: %v", text, found)
		}
	}
}

// What scripts of other languages load of the space is told; what their language brings along is not.
func TestModulesOfScripts(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"hooks/helpers.py", "hooks/pkg/__init__.py", "hooks/x.js", "hooks/x.rb", "x.lua", "json.py", "agent/hooks/own.py"} {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := pinning.New(dir, "/home/kim")
	pinned := func(name string) bool { return name == "hooks/pkg/__init__.py" || name == "hooks/pkg" }
	for _, tt := range []struct {
		name, text string
		found      bool
	}{
		{"hooks/check.py", "import helpers\n", true}, {"hooks/check.py", "from helpers import f\n", true}, {"hooks/check.py", "def f():\n    import helpers.sub\n", true}, {"hooks/check", "#!/usr/bin/env python3\nimport helpers\n", true},
		{"hooks/check.py", "import sys, os\nsys.path.insert(0, os.getcwd())\n", true}, {"hooks/check.py", "sys.path.append('lib')\n", true}, {"hooks/check.py", "import runpy; runpy.run_path('lib.py')\n", true},
		{"hooks/check.js", `const x = require("./x")`, true}, {"hooks/check.js", `const x = require('./x.js')`, true}, {"hooks/check.mjs", `import x from "./x.js"`, true}, {"hooks/check.js", `require(process.cwd() + "/x")`, true}, {"hooks/check.js", `require(process.env.SPACE_DIR + "/x")`, true},
		{"hooks/check.rb", `require_relative "x"`, true}, {"hooks/check.rb", `require "./lib/x"`, true}, {"hooks/check.rb", `load "x.rb"`, true}, {"hooks/check.pl", `use lib "lib";`, true}, {"hooks/check.pl", `require "./x.pl";`, true}, {"hooks/check.pl", `do "x.pl";`, true},
		{"hooks/check.php", `<?php include "lib.php";`, true}, {"hooks/check.lua", `local x = require("x")`, true}, {"hooks/check.lua", `dofile("x.lua")`, true},

		{"hooks/check.py", "import json\nimport re, sys\nfrom pathlib import Path\n", false}, {"hooks/check.py", "import pkg\n", false}, {"hooks/check.py", "sys.path.insert(0, os.path.dirname(__file__))\n", false}, {"hooks/check.py", "print(sys.path)\n# sys.path.append('x')\n", false}, {"agent/hooks/check.py", "import own\n", false},
		{"hooks/check.js", `const fs = require("fs"); const y = require("./gone")`, false}, {"hooks/check.js", `fs.readFileSync(process.cwd() + "/x")`, false}, {"hooks/check.rb", `require "json"`, false}, {"hooks/check.pl", "use strict; use JSON::PP; require JSON::PP;", false}, {"hooks/check.pl", `use lib "$FindBin::Bin/lib";`, false}, {"hooks/check.lua", `local j = require("cjson")`, false},
	} {
		if found := r.Modules(tt.name, tt.text, pinned); len(found) > 0 != tt.found {
			t.Errorf("%s with %q: %v", tt.name, tt.text, found)
		}
	}
}

// A script of many variables, each given the one before, is looked at in a moment.
func TestManyVariables(t *testing.T) {
	var text strings.Builder
	text.WriteString("a0=(checks/*.sh)\n")
	const many = 300
	for i := 1; i < many; i++ {
		fmt.Fprintf(&text, "a%d=${a%d[i]}\n", i, i-1)
	}
	fmt.Fprintf(&text, "bash \"$a%d\"\n", many-1)
	began := time.Now()
	if found := pinning.New("/space", "/home/kim").Script(text.String()); len(found) == 0 {
		t.Error("nothing is found")
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}
