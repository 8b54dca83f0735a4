package pinning_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/spaces/pinning"
)

// A first line names an interpreter outside the space, with options that load nothing; whatever else it says is told.
func TestFirstLines(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "interp")
	if err := os.WriteFile(filepath.Join(dir, "interp"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "interp"), link); err != nil {
		t.Fatal(err)
	}
	r := pinning.New(dir, "/home/kim")
	for _, line := range []string{
		"#!/bin/bash lib/real.sh", "#!/bin/bash ./lib/real.sh", "#! /bin/sh\tlib/real.sh", "#!lib/interp", "#!./lib/interp", "#!bash", "#!", "#! ", "#!" + dir + "/interp", "#!/usr/.." + dir + "/interp", "#!" + link, "#!/proc/self/cwd/lib/interp",
		"#!/usr/bin/env lib/interp", "#!/usr/bin/env", "#!/usr/bin/env -S", "#!/usr/bin/env -S bash lib/real.sh", "#!/usr/bin/env -S PATH=lib:/usr/bin:/bin judge", "#!/usr/bin/env -S -C lib bash real.sh", "#!/usr/bin/env -S BASH_ENV=lib/real.sh bash", "#!/usr/bin/env -Sbash lib/a",
		"#!/usr/bin/env -S timeout 5 bash lib/real.sh", "#!/usr/bin/env timeout", "#!/usr/bin/env nice", "#!/usr/bin/env -C lib bash", "#!/usr/bin/env -S ${X} a", "#!/usr/bin/env env",
		"#!/usr/bin/python3 lib/real.py", "#!/usr/bin/python3 -m", "#!/usr/bin/env -S python3 -m real", "#!/usr/bin/env -S PYTHONPATH=lib python3 -m real", "#!/usr/bin/perl -Ilib -MReal", "#!/usr/bin/perl -w -Ilib", "#!/usr/bin/ruby -rlib", "#!/usr/bin/node -r ./a", "#!/usr/bin/php -d auto_prepend_file=a",
		"#!/bin/bash -i", "#!/bin/bash -l", "#!/bin/bash -c", "#!/bin/bash --rcfile lib/a", "#!/bin/bash -O x", "#!/bin/bash pipefail", "#!/usr/bin/make -f", "#!/usr/bin/env make", "#!/usr/bin/env npx", "#!/usr/bin/awk -f lib/a.awk -f", "#!/usr/bin/sed -f lib/a.sed", "#!/usr/bin/jq -L lib -f",
		"#!/lib64/ld-linux-x86-64.so.2 /bin/bash", "#!/bin/bash " + strings.Repeat(" ", 200), "#!/usr/bin/sudo bash",
	} {
		if found := r.FirstLine("scripts/check", line+"\nexit 0\n"); len(found) != 1 || found[0].Why == "" {
			t.Errorf("%q: %v", line, found)
		}
	}
	for _, line := range []string{
		"", "echo '#!lib/x'", "#!/bin/bash", "#!/bin/sh", "#! /bin/sh", "#!/bin/bash -eu", "#!/bin/bash -e", "#!/bin/sh -", "#!/bin/bash -euo pipefail", "#!/usr/bin/env bash", "#!/usr/bin/env -S bash -eu -o pipefail", "#!/usr/bin/env -S bash --norc",
		"#!/usr/bin/python3", "#!/usr/bin/env python3", "#!/usr/bin/env python3.12", "#!/usr/bin/python3 -I", "#!/usr/bin/python3 -IB", "#!/usr/bin/env -S python3 -u -B", "#!/usr/bin/perl -w", "#!/usr/bin/perl -wT", "#!/usr/bin/ruby", "#!/usr/bin/env node", "#!/usr/bin/env -S node --no-warnings", "#!/usr/bin/env lua", "#!/usr/bin/env php",
		"#!/usr/bin/awk -f", "#!/usr/bin/jq -nf", "#!/usr/bin/env -S deno run --allow-read", "#!/bin/bash\r", "#!/opt/tools/bin/judge",
	} {
		if found := r.FirstLine("scripts/check", line+"\nexit 0\n"); len(found) != 0 {
			t.Errorf("%q: %v", line, found)
		}
	}
}

// A script in a small language is looked at as the same text in a command is.
func TestScriptsOfSmallLanguages(t *testing.T) {
	r := pinning.New("/space", "/home/kim")
	for text, finds := range map[string]bool{
		"#!/usr/bin/awk -f\nBEGIN { system(\"lib/a.sh\") }\n": true, "#!/usr/bin/sed -f\n1e lib/a.sh\n": true, "#!/usr/bin/env -S jq -f\ninclude \"a\"; f\n": true, "#!/usr/bin/jq -nf\nimport \"a\" as a; .\n": true,
		"#!/usr/bin/awk -f\n/rm -rf/ { exit 1 }\n": false, "#!/usr/bin/sed -nf\ns/a/b/\n": false, "#!/usr/bin/jq -f\n.input | .import\n": false,
	} {
		if found := r.FirstLine("scripts/check", text); len(found) > 0 != finds {
			t.Errorf("%q: %v", text, found)
		}
	}
}
