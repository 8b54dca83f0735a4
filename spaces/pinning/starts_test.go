package pinning_test

import (
	"testing"

	"handrail/spaces/pinning"
)

// Scripts of other languages that start or load code of the space, by the functions of their language.
func TestWhatScriptsStart(t *testing.T) {
	r := pinning.New("/space", "/home/kim")
	for name, texts := range map[string][]string{
		"check.py": {
			`import subprocess, sys; sys.exit(subprocess.call(["bash", "lib/a.sh"]))`, `subprocess.run("lib/a.sh")`, `subprocess.run(["lib/a.sh"])`, `subprocess.run(("bash", "lib/a.sh"))`, "subprocess.run([\n  'bash',\n  'lib/a.sh',\n])", `subprocess.run("bash lib/a.sh", shell=True)`, `subprocess.check_output(["make"])`, `subprocess.Popen(["npm", "run", "x"])`, `subprocess.run([sys.executable, "lib/a.py"])`,
			`import os, sys; sys.exit(1 if os.system("lib/a.sh") else 0)`, `os.popen("bash lib/a.sh").read()`, `os.execv("lib/a.sh", ["x"])`, `os.execvp("bash", ["bash", "lib/a.sh"])`, `os.spawnv(os.P_WAIT, "lib/a.sh", ["x"])`, `os.posix_spawn("lib/a.sh", ["x"], {})`, `import pty; pty.spawn("lib/a.sh")`, `asyncio.create_subprocess_exec("bash", "lib/a.sh")`,
			"import subprocess as sp\nsp.run(['bash', 'lib/a.sh'])", "from subprocess import run\nrun(['bash', 'lib/a.sh'])", "from subprocess import run as go\ngo(['bash', 'lib/a.sh'])", "from os import system\nsystem('lib/a.sh')", `__import__("os").system("lib/a.sh")`, `getattr(os, "system")("lib/a.sh")`, "f = subprocess.run\nf(['lib/a.sh'])", "cmd = ['bash', 'lib/a.sh']\nsubprocess.run(cmd)", "cmd = ['git']\ncmd.append(x)\nsubprocess.run(cmd)", "def f(cmd):\n    subprocess.run(cmd)",
			`subprocess.run(["bash", f"{lib}/a.sh"])`, `subprocess.run(["bash", os.path.join("lib", "a.sh")])`, `subprocess.run(["bash", name])`, `os.system(sys.argv[1])`, `subprocess.run(["git", "status"], env={"PATH": "lib"})`, `subprocess.run(["git"], executable="lib/a.sh")`, `os.environ["PATH"] = "lib"`, `os.environ["PYTHONPATH"] = x`, `os.putenv("PATH", "lib")`, `subprocess.run(["git", "-c", "core.pager=lib/a.sh", "log"], env=dict(PYTHONPATH="lib"))`,
			`import site; site.addsitedir("lib"); import rules`, `__import__("sys").path.insert(0, "lib"); import rules`, "from sys import path\npath.insert(0, 'lib')", `exec(open("lib/a.py").read())`, `eval(open("lib/a").read())`, `importlib.import_module("rules")`, `pickle.load(open("lib/p", "rb"))`, `ctypes.CDLL("lib/a.so")`,
			`from os import system as z; z("bash checks/a.sh")`, `import sys; from os import system as z; z("bash checks/a.sh")`, "from os import (\n    path,\n    system as z,\n)\nz('bash checks/a.sh')", "from subprocess import run as r, call as c\nc(['bash', 'checks/a.sh'])", "from subprocess import *\nrun(['bash', 'checks/a.sh'])", "import sys, subprocess as s\ns.run(['bash', 'checks/a.sh'])",
			`import os; z = os.system; z("bash checks/a.sh")`, `import os as o; z = o.system; z("bash checks/a.sh")`, `[os.system][0]("bash checks/a.sh")`, `list(map(os.system, ["bash checks/a.sh"]))`, `threading.Thread(target=os.system, args=("bash checks/a.sh",)).start()`,
		},
		"check.pl": {`exit(system("bash", "lib/a.sh") ? 1 : 0);`, `exec "lib/a.sh";`, `exec("lib/a.sh");`, "my $x = `lib/a.sh`;", `my $x = qx(bash lib/a.sh);`, `system qw(bash lib/a.sh);`, `open(my $f, "-|", "lib/a.sh");`, `open(my $f, "lib/a.sh |");`, `system($cmd);`, `exec { $x } "a";`, `system $cmd;`, `system "bash $lib/a.sh";`, `eval $text;`, `$ENV{PATH} = "lib";`, `CORE::system("lib/a.sh")`},
		"check.rb": {`exit(1) unless system("bash", "lib/a.sh")`, `system "lib/a.sh"`, `exec "lib/a.sh"`, "x = `lib/a.sh`", `x = %x(lib/a.sh)`, `Kernel.system("lib/a.sh")`, `IO.popen(["bash", "lib/a.sh"])`, `out, st = Open3.capture2("bash", "lib/a.sh")`, `spawn("lib/a.sh")`, `eval File.read("lib/a")`, `eval(File.read("lib/a"))`, `ENV["PATH"] = "lib"`, `system cmd`, `exit 1 unless system cmd`, `Kernel.send(:system, "bash lib/a.sh")`, `method(:system).call("bash lib/a.sh")`},
		"check.js": {
			`const {execSync} = require("child_process"); execSync("bash lib/a.sh")`, `require("child_process").exec("lib/a.sh", (e, out) => {})`, "const cp = require('child_process');\ncp.exec('lib/a.sh')", `const {spawn} = require("node:child_process"); spawn("bash", ["lib/a.sh"])`, `require("child_process").spawnSync("git", ["status"], {env: {PATH: "lib"}})`, `require("child_process").fork("lib/a.js")`, `const {execSync: go} = require("child_process"); go("lib/a.sh")`,
			"require('child_process').execSync(`bash ${lib}/a.sh`)", `require("child_process").spawn(cmd)`, `eval(fs.readFileSync("lib/a.js", "utf8"))`, `new Function(text)()`, `vm.runInThisContext(text)`, `process.env.PATH = "lib"`, `require("child_process").spawnSync("true", {shell: "lib/a.sh"})`, `const z = require("child_process").execSync; z("bash lib/a.sh")`, "const cp = require('child_process');\nconst z = cp.execSync;\nz('bash lib/a.sh')",
		},
		"check.php": {`<?php system("bash lib/a.sh");`, `<?php exec("lib/a.sh");`, "<?php $x = `lib/a.sh`;", `<?php eval($x);`},
		"check.lua": {`os.execute("bash lib/a.sh")`, `io.popen("lib/a.sh")`, `local z = os.execute; z("bash lib/a.sh")`},
	} {
		for _, text := range texts {
			if found := r.Modules("scripts/"+name, text+"\n", func(string) bool { return false }); len(found) == 0 {
				t.Errorf("%s: %s: nothing is found", name, text)
			}
		}
	}
	for name, texts := range map[string][]string{
		"check.py": {
			`subprocess.run(["git", "status"])`, `subprocess.run(["git", "diff", "--", path], capture_output=True, text=True, check=True)`, `out = subprocess.check_output(["git", "log", f"--since={x}"], cwd=os.environ["SPACE_DIR"])`, `subprocess.run("git status", shell=True)`, `os.system("git status")`, "cmd = ['git', 'diff', x]\nsubprocess.run(cmd)", "import asyncio\nasyncio.run(main())", "def run(x):\n    pass\nrun(3)", `print(platform.system())`, `re.compile("x").match(y)`, `model.eval()`, `json.load(sys.stdin)`,
			`data = json.loads(os.environ["TOOL_INPUT"])`, `if "rm -rf" in cmd: sys.exit(1)`, `subprocess.run(["ruff", "check", file], env={**os.environ, "LC_ALL": "C"})`, "# subprocess.run(['bash', 'lib/a.sh'])", `os.environ["LC_ALL"] = "C"`, `os.environ.get("PATH") == "x"`, `re.search(r"system\(", text)`, `subprocess.run([sys.executable, "--version"])`, "from os import path\nprint(path.join(a, b))", "from os import (\n    environ as e,\n    path,\n)\nprint(e)", "from subprocess import run as r\nr(['git', 'status'])", "import subprocess as s\ns.run(['git', 'status'])", `"""Runs git by subprocess.run."""`, "from pathlib import Path",
		},
		"check.pl":  {`system("git", "status");`, `system "git status";`, "my $x = `git status`;", `open(my $f, "<", "x") or die;`, `eval { die };`, `$ENV{PATH} = "/usr/bin:/bin";`, `if ($ENV{TOOL_INPUT} =~ /rm -rf/) { exit 1 }`, `system("git", "diff", $x);`},
		"check.rb":  {`system("git", "status")`, "x = `git status`", `data = JSON.parse(ENV["TOOL_INPUT"])`, `db.exec("select 1")`, `out, st = Open3.capture2("git", "status", chdir: d)`},
		"check.js":  {`const m = /x/.exec(s)`, `re.exec(text)`, `const {execSync} = require("child_process"); execSync("git status", {encoding: "utf8"})`, `const {execFileSync} = require("child_process"); execFileSync("git", ["diff", file])`, "require('child_process').execSync(`git diff ${file}`)", `JSON.parse(process.env.TOOL_INPUT)`, `const input = process.env.TOOL_INPUT`, "// eval(x)"},
		"check.php": {`<?php $pdo->exec("select 1");`, `<?php system("git status");`},
		"check.lua": {`os.execute("git status")`, `local x = io.read("*a")`},
	} {
		for _, text := range texts {
			if found := r.Modules("scripts/"+name, text+"\n", func(string) bool { return false }); len(found) > 0 {
				t.Errorf("%s: %s: %v", name, text, found)
			}
		}
	}
}

// Any script is looked at to its end.
func FuzzModules(f *testing.F) {
	for _, seed := range []string{"os.spawnv(os.P_WAIT)", "system(", "subprocess.run([)", "x = (\nsystem(x", "open($f, '|')", "open3(a, b, c, 'x')", "cmd = [\nsubprocess.run(cmd)", "`", "system '", "exec(())", "spawn([", "run(\"a\\"} {
		f.Add(seed)
	}
	r := pinning.New("/space", "/home/kim")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"a.py", "a.js", "a.rb", "a.pl", "a.php", "a.lua"} {
			if found := r.Modules(name, text, func(string) bool { return false }); len(found) > 64 {
				t.Error("too many findings")
			}
		}
		r.FirstLine("a", text)
	})
}
