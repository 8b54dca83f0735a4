package git_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/git"
)

// laid is a repository whose settings are as given, with the files of a project, and what git reads there.
func laid(t *testing.T, key, value string, more ...string) (p *git.Places, top string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append([]string{
		"tools/clean.js", "tools/clean.py", "tools/c.sh", "tools/pre.js", "tools/index.js", "tools/Makefile", "tools/X.pm", "tools/deep/a.js", "Makefile", "index.js", "main.js",
		"src/app.go", "src/build/x", "test/app_test.go", "auth/login.js", "store/index.js", "clean/x", "build/x", "frontend/package.json", "frontend/app.ts", "script", "page.js",
	}, more...) {
		lay(t, filepath.Join(top, name), "x\n")
	}
	lay(t, filepath.Join(top, "package.json"), `{"main":"main.js","scripts":{"clean":"node lib/cleaner","other":"node lib/other"}}`)
	lay(t, filepath.Join(top, "lib/cleaner.js"), "x\n")
	names := strings.Split(key, ".")
	section := names[0]
	if len(names) > 2 {
		section += ` "` + strings.Join(names[1:len(names)-1], ".") + `"`
	}
	lay(t, filepath.Join(top, ".git/config"), fmt.Sprintf("[%s]\n\t%s = \"%s\"\n", section, names[len(names)-1], strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)))
	return git.Find(git.Search{Trees: []string{top}, Home: filepath.Dir(top), Inside: func(p string) bool { return strings.HasPrefix(p, top+"/") }}), top
}

func lay(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// keeps reports whether a path is looked after: as itself, or in a folder.
func keeps(p *git.Places, path string) bool {
	for _, at := range append(p.Folders, p.Fixed...) {
		if path == at || strings.HasPrefix(path, at+"/") {
			return true
		}
	}
	return false
}

// What a setting by which git starts programs names is looked after in whatever way a shell, or a language, comes to it.
func TestWhatSettingsStartIsFound(t *testing.T) {
	const sh, js = "tools/c.sh", "tools/clean.js"
	for value, file := range map[string]string{
		"node ./tools/clean": js, "python3 -m tools.clean": "tools/clean.py", "node tools": "tools/index.js", "cd tools && sh ./c.sh": sh, "for f in tools/*.sh; do sh $f; done": sh,
		"make -s -C tools": "tools/Makefile", "make -sCtools": "tools/Makefile", "node -r ./tools/pre -e 'process.stdin.pipe(process.stdout)'": "tools/pre.js", "npm run -s clean": "package.json", "npm -s run clean": "lib/cleaner.js",
		`sh "tools"/c.sh`: sh, "node .": "main.js", "node ./": "index.js", "python3 tools": "tools/clean.py", "set -- tools/*.sh; sh $1": sh, `node -e "require('./tools/pre')"`: "tools/pre.js",
		"perl -Itools -MX -e 1": "tools/X.pm", "sh tools/c.s?": sh, `bash -c "bash tools/{c,}.sh"`: sh, "T=tools; sh $T/c.sh": sh, "sh ${X:-tools/c.sh}": sh, `sh "${GIT_WORK_TREE:-.}/tools/c.sh"`: sh,
		"env -C tools sh c.sh": sh, `python3 -c "import tools.clean"`: "tools/clean.py", "PYTHONPATH=tools python3 -m clean": "tools/clean.py", `sh tools\/c.sh`: sh, `sh to"ol"s/c.sh`: sh, "sh t*/c.sh": sh,
		"sh -c \"sh 'tools'/c.sh\"": sh, "sh {tools,src}/c.sh": sh, "sh to{ols,x}/c.sh": sh, "make": "Makefile", "sh script": "script", "sh $PWD/tools/c.sh": sh, "sh \"$(git rev-parse --show-toplevel)\"/tools/c.sh": sh,
		"cd tools; cd deep; node a": "tools/deep/a.js", "NODE_OPTIONS='-r ./tools/pre' node -e 1": "tools/pre.js", "env -S'sh tools/c.sh'": sh, "sh $'tools/c.sh'": sh, "sh $'tools/\\x63.sh'": sh, "cd too*; sh c.sh": sh,
		"npm --prefix frontend run x": "frontend/package.json",
	} {
		for _, key := range []string{"filter.x.clean", "core.fsmonitor", "credential.helper"} {
			if key == "credential.helper" {
				value = "!" + value
			}
			p, top := laid(t, key, value)
			if !keeps(p, filepath.Join(top, file)) {
				t.Errorf("%s = %s: %s is not looked after: %q %q", key, value, file, p.Fixed, p.Folders)
			}
		}
	}
}

// A file that a program of a language would take before the one that lies there is looked after before it is there.
func TestWhatWouldBeStartedBeforeIsNamed(t *testing.T) {
	for value, file := range map[string]string{"node ./tools/clean": "tools/clean", "python3 -m tools.clean": "tools/clean/__init__.py", "node ./tools/later": "tools/later.js", "sh ./tools/later.sh": "tools/later.sh"} {
		p, top := laid(t, "filter.x.clean", value)
		if at := filepath.Join(top, file); !strings.Contains(fmt.Sprint(p.Scripts, " "), at+" ") && !strings.Contains(fmt.Sprint(p.Scripts), at+"]") {
			t.Errorf("%s: %s is not among %q", value, file, p.Scripts)
		}
	}
}

// Ordinary settings leave the files of a project alone, and what the person starts by an alias is no more than a script that it names.
func TestOrdinarySettingsKeepNothingOfAProject(t *testing.T) {
	for _, setting := range []string{
		"filter.lfs.clean git-lfs clean -- %f", "filter.lfs.process git-lfs filter-process", "credential.helper !gh auth git-credential", "credential.helper store", "credential.helper store --file ~/.store",
		"filter.n.clean nbstripout", "filter.n.smudge cat", "filter.i.clean indent", "diff.x.textconv jq .", "core.editor code --wait", "core.pager less -FRX", "merge.tool vimdiff", "merge.x.driver mergiraf merge --git %O %A %B -s %S -x %X -y %Y -p %P",
		"gpg.program gpg", "core.sshCommand ssh -i ~/.ssh/key", "remote.o.url ../src", "remote.o.url ./src", "gui.recentrepo src", "maintenance.repo ./src", "alias.t !npm test", "alias.b !make build", "alias.f !cd frontend && npm test",
		"alias.l !eslint ./src test", "alias.p !python3 -m pytest test", "alias.g !go test ./...", "alias.d diff -- src", "alias.w !cd src && ls", "alias.s !f() { git push origin \"$1\"; }; f", "submodule.x.path src",
		"core.fsmonitor true", "filter.x.clean prettier --stdin-filepath %f", "filter.x.clean sed -e s/src/test/", "sequence.editor vim",
	} {
		key, value, _ := strings.Cut(setting, " ")
		p, top := laid(t, key, value)
		for _, file := range []string{"src/app.go", "test/app_test.go", "auth/login.js", "store/index.js", "clean/x", "build/x", "frontend/package.json", "frontend/app.ts", "package.json", "Makefile", "index.js", "page.js"} {
			if keeps(p, filepath.Join(top, file)) {
				t.Errorf("%s: %s is looked after: %q %q", setting, file, p.Fixed, p.Folders)
			}
		}
	}
	for value, file := range map[string]string{"!node ./tools/clean": "tools/clean.js", "!sh \"tools\"/c.sh": "tools/c.sh", "!cd tools && sh ./c.sh": "tools/c.sh", "!python3 -m tools.clean": "tools/clean.py", "!sh ${X:-tools/c.sh}": "tools/c.sh", "!for f in tools/*.sh; do sh $f; done": "tools/c.sh", "!node tools": "tools/index.js"} {
		p, top := laid(t, "alias.x", value)
		if !keeps(p, filepath.Join(top, file)) {
			t.Errorf("alias %s: %s is not looked after: %q %q", value, file, p.Fixed, p.Folders)
		}
	}
}

// A folder of a whole project is not kept whole because a setting names it: what the setting names in it is.
func TestLargeFoldersAreKeptByName(t *testing.T) {
	var many []string
	for i := range 600 {
		many = append(many, fmt.Sprintf("frontend/src/%d.ts", i))
	}
	p, top := laid(t, "filter.x.clean", "cd frontend && node tool.js", append(many, "frontend/tool.js")...)
	if keeps(p, filepath.Join(top, "frontend/src/1.ts")) || !keeps(p, filepath.Join(top, "frontend/tool.js")) {
		t.Errorf("kept are %q %q", p.Fixed, p.Folders)
	}
	if p, top = laid(t, "filter.x.clean", "cd . && node page.js"); keeps(p, filepath.Join(top, "src/app.go")) {
		t.Errorf("the whole repository is kept: %q", p.Folders)
	}
}

// What no name leads to is said to be so, for whoever can tell whether it is known only when it runs.
func TestSettingsThatNameNothingAreSaid(t *testing.T) {
	for setting, want := range map[string]bool{"filter.x.clean sh $(cat which)": true, "filter.x.clean sh ${X:-to}ols/c.sh": true, "filter.x.clean sh $X/tools/c.sh": false, "filter.lfs.clean git-lfs clean -- %f": true, "alias.x !sh $X": false, "branch.x.merge sh $X": false} {
		key, value, _ := strings.Cut(setting, " ")
		if p, _ := laid(t, key, value); (len(p.Blind) > 0) != want {
			t.Errorf("%s: %q", setting, p.Blind)
		}
	}
}
