package git_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/internal/git"
)

// entering is what git.Find knows of a folder whose file of a name says text, and that folder, in which files are.
func entering(t *testing.T, name, text string, files ...string) (p *git.Places, top string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	lay(t, filepath.Join(top, name), text)
	for _, file := range files {
		lay(t, filepath.Join(top, file), "x\n")
	}
	return git.Find(git.Search{Trees: []string{top}, Home: filepath.Dir(top), Inside: func(p string) bool { return strings.HasPrefix(p, top+"/") }}), top
}

// What an .envrc reads as code is looked after however it comes to the name; what it only names is not.
func TestWhatAnEnvrcReadsIsFound(t *testing.T) {
	free := []string{"src/app.go", "data/x.csv", "package.json", "build/x", "README.md", "top.sh"}
	for text, file := range map[string]string{
		`. a/$(uname).sh`:                                                               "a/Linux.sh",
		`for f in a2 other; do source $f.sh; done`:                                      "a2.sh",
		`for f in lib/*.sh; do . "$f"; done`:                                            "lib/a.sh",
		"for f in lib/*.sh\ndo\n  [ -r $f ] && . \"$f\"\ndone":                          "lib/a.sh",
		`cd sub; . ./a3.sh; cd ..`:                                                      "sub/a3.sh",
		`(cd sub && . ./a3.sh)`:                                                         "sub/a3.sh",
		`pushd sub >/dev/null; source a4.sh; popd`:                                      "sub/a4.sh",
		`. "$(pwd)/x.sh"`:                                                               "x.sh",
		`ROOT=$(git rev-parse --show-toplevel); . "$ROOT/x.sh"`:                         "x.sh",
		`source "$(git rev-parse --show-toplevel)/x.sh"`:                                "x.sh",
		`source "$(realpath .)/x.sh"`:                                                   "x.sh",
		"source \"`pwd`/x.sh\"":                                                         "x.sh",
		`R=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd); source "$R/x.sh"`:             "x.sh",
		`R=$(cd "$(dirname "$0")/conf" && pwd); source "$R/y.sh"`:                       "conf/y.sh",
		`. "$(expand_path x.sh)"`:                                                       "x.sh",
		`HERE=$(dirname "$BASH_SOURCE"); . "$HERE/x.sh"`:                                "x.sh",
		`source "$(direnv_dir)/x.sh" || source "${DIRENV_DIR#-}/x.sh"`:                  "x.sh",
		`E=R7; source_env $E.sh`:                                                        "R7.sh",
		`NAME=${NAME:-R8}; . ./$NAME.sh`:                                                "R8.sh",
		`D=conf; F=$D/y; . "$F.sh"`:                                                     "conf/y.sh",
		`source ./e/*.sh`:                                                               "e/1.sh",
		`find f -name "*.sh" | while read x; do . "$x"; done`:                           "f/1.sh",
		`while read x; do . "$x"; done < <(ls g/*.sh)`:                                  "g/1.sh",
		`find f -name "*.sh" | { while read x; do . "./$x"; done; }`:                    "f/1.sh",
		`ls h | while read x; do . "h/$x"; done`:                                        "h/1.sh",
		`source_dir() { for x in "$1"/*; do source "$x"; done; }; source_dir etc/env.d`: "etc/env.d/z.sh",
		`. ${BASH_SOURCE%.envrc}p/q`:                                                    "p/q",
		`a=(p/*); . "${a[0]}"`:                                                          "p/q",
		`set -- p/q; . "$1"`:                                                            "p/q",
		`read -d '' -r x <p/q; eval "$x"`:                                               "p/q",
		`printf '%s' p/q | while read y; do . $y; done`:                                 "p/q",
		`eval "$(cat p/*)"`:                                                             "p/q",
		`p=p/qq; . "${p/qq/q}"; : p/q`:                                                  "p/q",
		`: p/q; . $_`:                                                                   "p/q",
		`case $(uname) in Linux) . ./x.sh;; esac`:                                       "x.sh",
		`if test -d d; then for i in d/*; do [ -r $i ] && . $i; done; fi`:               "d/1.sh",
		`[ -f x.sh ] && . x.sh`:                                                         "x.sh",
		`eval "$(cat x.sh)"`:                                                            "x.sh",
		`eval "$(python3 gen)"`:                                                         "gen.py",
		`make env`:                                                                      "Makefile",
		`export A=$(make -s env)`:                                                       "Makefile",
		`use flake`:                                                                     "flake.nix",
		`use flake .#dev`:                                                               "flake.lock",
		`use flake ./nix`:                                                               "nix/flake.nix",
		`use nix`:                                                                       "shell.nix",
		`use nix -A x pinned.nix`:                                                       "pinned.nix",
		`export VIRTUAL_ENV=.venv2; PATH_add "$VIRTUAL_ENV/bin"; export BASH_ENV=$PWD/x.sh`: "x.sh",
		`export KUBECONFIG=$PWD/kube.yaml`:                                                  "kube.yaml",
		`export AWS_CONFIG_FILE="$PWD/aws.ini"`:                                             "aws.ini",
		`export RIPGREP_CONFIG_PATH=rgrc`:                                                   "rgrc",
		`export VIMINIT="source $PWD/c2.vim"`:                                               "c2.vim",
		`export GIT_SSH_COMMAND="$PWD/tools/ssh -v"`:                                        "tools/ssh",
	} {
		p, top := entering(t, ".envrc", text+"\nwatch_file package.json src/*.go\nexport DATA=./data\n# . top.sh\necho README.md\n", append(free, file)...)
		if !keeps(p, filepath.Join(top, file)) {
			t.Errorf("%s: %s is not looked after, but %v and %v", text, file, p.Folders, p.Fixed)
		}
		for _, name := range free {
			if keeps(p, filepath.Join(top, name)) {
				t.Errorf("%s: %s is looked after", text, name)
			}
		}
	}
}

// What an .envrc does on an ordinary day keeps nothing from the project, and nobody is told of it.
func TestWhatAnEnvrcOnlyNames(t *testing.T) {
	files := []string{"src/app.go", "data/x", "package.json", ".venv/bin/x", "node_modules/.bin/x", "bin/x", "config/app.yml", ".go/x"}
	for _, text := range []string{
		`export DATA=./data`, `export GOPATH=$PWD/.go`, `watch_file package.json`, `[ -d .venv ] || python3 -m venv .venv`, `export PATH="$(npm bin):$PATH"`, `layout python3`, `source_up`, `export NODE_ENV=dev A=$(whoami)`,
		`eval "$(ssh-agent)"`, `source "$HOME/.nvm/nvm.sh"`, `if has nix; then log_status config/app.yml; fi`, "# source src/app.go\nexport A='. src/app.go'", `export V=$(git rev-parse HEAD)`, `for f in src/*.go config/*; do echo "$f"; done`,
	} {
		p, top := entering(t, ".envrc", text+"\n", files...)
		for _, name := range files {
			if keeps(p, filepath.Join(top, name)) {
				t.Errorf("%s: %s is looked after", text, name)
			}
		}
		if len(p.Vague) > 0 {
			t.Errorf("%s: %v is said to be vague", text, p.Vague)
		}
	}
}

// Where nobody can tell what an .envrc reads, that is known.
func TestAnEnvrcThatNobodyCanTell(t *testing.T) {
	for _, text := range []string{`. "$(cat conf)"`, `while read x; do . "$x"; done`, `load() { . "$1"; }; load $A`, "X=`date`\n. \"$X\"", `"$(which x)" y`, `for f in *; do . ./$f; done`, `ls | while read x; do . "$PWD/$x"; done`} {
		if p, top := entering(t, ".envrc", text+"\n"); !slices.Equal(p.Vague, []string{filepath.Join(top, ".envrc")}) {
			t.Errorf("%s: %v is said to be vague", text, p.Vague)
		}
	}
}

// What comes into what an .envrc, or mise, puts on PATH or reads by a pattern is known by name.
func TestWhatEntersWithAFolder(t *testing.T) {
	for _, x := range []struct{ file, text, folders, names string }{
		{".envrc", "PATH_add eb\nexport PATH=\"$PWD/dir3:$PATH\"\nexport VIRTUAL_ENV=.venv2; PATH_add \"$VIRTUAL_ENV/bin\"\nlayout node\n", "eb dir3 .venv2/bin node_modules/.bin", ""},
		{".envrc", "for f in lib/*.sh; do . $f; done\n. a/$(uname).sh\nexport KUBECONFIG=k.yaml\n", "", "lib/*.sh a/*.sh k.yaml"},
		{"mise.toml", "[env]\n_.path = [\n  \"mb\",\n  \"{{config_root}}/mc\",\n]\n_.python.venv = { path = \".vv\", create = true }\n[tools]\npython = \"path:./py\"\n[task_config]\nincludes = [\"mtasks\"]\n", "mb mc .vv/bin mtasks py/bin", ""},
		{".config/mise/config.toml", "[env._]\npath = 'mb'\n[env._.python]\nvenv = \".vv\"\n", "mb .vv/bin", ""},
		{"package.json", "{}", "", ""},
	} {
		_, top := entering(t, x.file, x.text)
		folders, names := git.Entered(top)
		if strings.Join(folders, " ") != x.folders || strings.Join(names, " ") != x.names {
			t.Errorf("%s: %v and %v", x.text, folders, names)
		}
	}
}

// What settings of mise run or read in the shell that enters the folder is looked after.
func TestWhatMiseReadsIsFound(t *testing.T) {
	for _, file := range []string{"mise.dev.toml", ".config/mise/conf.d/own.toml", ".mise.dev.local.toml", ".config/mise/config.dev.toml"} {
		if p, top := entering(t, file, "[env]\nmise.source = \"m/f.sh\"\n", "m/f.sh", "src/a.rs"); !keeps(p, filepath.Join(top, "m/f.sh")) || keeps(p, filepath.Join(top, "src/a.rs")) {
			t.Errorf("%s: %v and %v are looked after", file, p.Folders, p.Fixed)
		}
	}
	for text, file := range map[string]string{
		"[env]\n_.source = [\"env1.sh\", \"./env2.sh\"]\n":                       "env2.sh",
		"[env]\n_.source = [\n \"env1.sh\",\n \"{{config_root}}/env2.sh\",\n]\n": "env2.sh",
		"[env]\n_ = { file = { path = \"e.env\", redact = true } }\n":            "e.env",
		"[env]\nX = \"{{exec(command='./gen.sh')}}\"\n":                          "gen.sh",
		"[env]\nX = \"{{ read_file(path='conf/x') }}\"\n":                        "conf/x",
		"[env]\nBASH_ENV = \"{{config_root}}/b.sh\"\n":                           "b.sh",
		"[hooks]\nenter = \"./enter.sh\"\n":                                      "enter.sh",
		"[hooks.enter]\nshell = \"bash\"\nscript = \"source enter.sh\"\n":        "enter.sh",
		"[[watch_files]]\npatterns = [\"src/*.rs\"]\nrun = \"./changed.sh\"\n":   "changed.sh",
		"_.source = \"env1.sh\"\nthis is no TOML\n":                              "env1.sh",
	} {
		if p, top := entering(t, "mise.toml", text, file, "src/a.rs"); !keeps(p, filepath.Join(top, file)) || keeps(p, filepath.Join(top, "src/a.rs")) {
			t.Errorf("%s: %s is not looked after, but %v", text, file, p.Fixed)
		}
	}
}
