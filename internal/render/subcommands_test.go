package render

import (
	"errors"
	"strings"
	"testing"
)

// loads reports whether a template loads, and with this text for {{x}} renders.
func loads(t *testing.T, template, value string) (loads, renders bool) {
	t.Helper()
	tpl, err := Parse(template, params())
	if err != nil {
		return false, false
	}
	_, err = tpl.Render(map[string]any{"x": value, "y": "word", "must": "word", "n": 3, "e": "up"})
	var wrong *ValueError
	if err != nil && !errors.As(err, &wrong) {
		t.Errorf("%s: %v", template, err)
	}
	return true, err == nil
}

// What stands before a subcommand does not hide it.
func TestSubcommandsBehindOptions(t *testing.T) {
	for _, template := range []string{
		`git --no-pager submodule foreach {{x}}`, `git -C dir bisect run {{x}}`, `git --git-dir=.git rebase --exec {{x}}`, `git -c alias.x={{x}} x`, `git -c core.sshCommand={{x}} fetch`, `git -c core.sshCommand=./ssh fetch origin {{x}}`, `git -c core.pager=sh log {{x}}`,
		`git --config-env core.pager=A log {{x}}`, `git --config-env=core.pager=A log {{x}}`, `git --exec-path={{x}} log`, `git --exec-path=lib log {{x}}`, `git --unknown log {{x}}`, `git -C {{x}} log`, `git -c "$v" log {{x}}`, `git -c include.path=f log {{x}}`, `git --no-pager -c a.b=c submodule foreach {{x}}`,
		`git clone -c core.pager={{x}} a`, `git clone -u {{x}} a`, `git clone -qu {{x}} a`, `git merge -s {{x}}`, `git pull -s {{x}}`, `git ls-remote -u {{x}} a`, `git push {{x}}`, `git push -o a {{x}}`, `git help {{x}}`, `git -p help {{x}}`,
		`git rebase -x {{x}} main`, `git rebase -ix {{x}}`, `git rebase -x{{x}} main`, `git rebase --exec={{x}} main`, `git rebase -s {{x}} main`, `git rebase --strategy {{x}}`, `git rebase -X {{x}}`, `git notes {{x}}`, `git notes {{x}} HEAD`, `git remote {{x}}`, `git remote -v {{x}}`, `git format-patch --{{x}}`, `git format-patch --ext-diff={{x}}`,
		`git rebase {{x}} && make`, `git format-patch -1 {{x}} && sh *.patch`, `git remote add up {{x}} && git pull up main && npm test`,
		`npm --prefix d exec {{x}}`, `npm exec -- {{x}}`, `npm exec {{x}}`, `npm exec --package {{x}} -- a`, `npm exec -c {{x}}`, `npm exec sh -- -c {{x}}`, `npm exec -- tsx {{x}}`, `npm --workspace a exec {{x}}`, `npm --prefix d config set script-shell {{x}}`, `npm --script-shell sh run a {{x}}`, `npm explore a -- {{x}}`,
		`npm run -w a {{x}}`, `npm run {{x}}`, `npm --unknown run a -- {{x}}`, `yarn --cwd d exec {{x}}`, `yarn exec -- {{x}}`, `yarn dlx {{x}}`, `pnpm -C d exec {{x}}`, `pnpm --filter a exec {{x}}`, `pnpm --dir d dlx {{x}}`, `pnpm exec -c {{x}}`, `pnpm exec sh -c {{x}}`,
		`go -C d run {{x}}`, `go -C d generate {{x}}`, `go -C d tool {{x}}`, `go -C d get {{x}}`, `cargo -C d rustc -- {{x}}`, `cargo --color always install {{x}}`, `cargo -q install {{x}}`, `cargo --config a build {{x}}`, `gh alias set a {{x}}`, `gh -R a/b alias set a {{x}}`, `gh extension exec {{x}}`, `gh codespace ssh -- {{x}}`,
		`hg -R d {{x}}`, `hg --config a=b log {{x}}`, `svn --config-dir d log {{x}}`, `fossil sql {{x}}`, `systemctl edit {{x}}`, `systemctl --user link {{x}}`, `systemctl -H {{x}} status`, `cmake -E env {{x}}`,
		`docker exec box {{x}}`, `docker -H h exec box {{x}}`, `docker exec -it box {{x}}`, `docker exec -u root box {{x}}`, `docker compose exec web {{x}}`, `docker compose -f a.yml exec web {{x}}`, `docker-compose run web {{x}}`, `docker run image {{x}}`, `docker --context run exec box {{x}}`, `docker run python:3 -c {{x}}`, `docker run -i python:3 <<< {{x}}`,
		`docker run --entrypoint sh image -c {{x}}`, `docker --unknown exec box {{x}}`, `docker {{x}}`, `docker --config {{x}} ps`, `kubectl exec pod -- {{x}}`, `kubectl -n a exec pod -- {{x}}`, `kubectl exec pod {{x}}`, `kubectl run a --image=b -- {{x}}`, `kubectl {{x}}`, `kubectl --kubeconfig {{x}} get pods`, `kubectl --kubeconfig={{x}} get pods`,
		`nvm exec 20 {{x}}`, `fnm exec --using=20 {{x}}`, `volta run {{x}}`, `pipx run {{x}}`, `uv --directory d run {{x}}`, `uv tool run {{x}}`, `uv pip install {{x}}`, `terraform -chdir={{x}} apply`, `helm install a b --post-renderer {{x}}`,
	} {
		if loads, _ := loads(t, template, "word"); loads {
			t.Errorf("%s loads", template)
		}
	}
	for _, template := range []string{
		`git --no-pager log {{x}}`, `git -C repo commit -m {{x}}`, `git -c user.name=a -c color.ui=never commit -m {{x}}`, `git -c core.pager=cat log -- {{x}}`, `git --git-dir=a/.git --work-tree=a log {{x}}`, `git push origin HEAD:{{x}}`, `git clone --depth 1 {{x}} d`, `git ls-remote --heads {{x}}`, `git -C {{e}} log`,
		`git rebase {{x}}`, `git rebase --onto main {{x}}`, `git rebase --onto {{x}} main`, `git rebase -i {{x}}`, `git rebase --autostash {{x}}`, `git notes add -m {{x}}`, `git notes add -f -m {{x}} {{y}}`, `git notes show {{x}}`, `git notes append -m {{x}} HEAD`, `git format-patch {{x}}`, `git format-patch -1 {{x}}`, `git format-patch -o out {{x}}`, `git format-patch --stdout {{x}}`, `git log -5 {{x}}`, `git log -n 5 --oneline {{x}}`,
		`git remote add {{x}} {{y}}`, `git remote add -f {{x}} {{y}}`, `git remote set-url origin {{x}}`, `git remote remove {{x}}`, `git remote show {{x}}`,
		`npm --prefix web run build -- {{x}}`, `npm -w web run test -- {{x}}`, `npm run test -w web -- {{x}}`, `npm exec -- vitest {{x}}`, `npm exec vitest -- {{x}}`, `npm run {{e}}`, `pnpm -r run build {{x}}`, `yarn --cwd d run build {{x}}`, `yarn dlx cowsay {{x}}`, `npx vitest {{x}}`, `npx -y vitest run {{x}}`,
		`go -C sub test ./... -run {{x}}`, `cargo +nightly test {{x}}`, `cargo --quiet run -- {{x}}`, `gh -R a/b pr view {{x}}`, `gh pr create --title {{x}} --body {{y}}`, `dotnet run --project src -- {{x}}`, `systemctl --user restart {{x}}`, `hg -R d log -r {{x}}`,
		`docker exec box ls {{x}}`, `docker exec {{x}} ls`, `docker compose -f a.yml exec -T web npm test -- {{x}}`, `docker run --rm -v "$PWD:/src" image sh scripts/a.sh {{x}}`, `docker run --rm --entrypoint ls image {{x}}`, `docker logs {{x}}`, `docker compose up -d {{x}}`, `kubectl -n {{x}} get pods`, `kubectl exec {{x}} -- ls`, `kubectl -n prod exec -it web -- ls {{x}}`,
		`uv run pytest -k {{x}}`, `uv run python tools/a.py {{x}}`, `nvm exec 20 npm test -- {{x}}`,
	} {
		if _, renders := loads(t, template, "word"); !renders {
			_, err := Parse(template, params())
			t.Errorf("%s: %v", template, err)
		}
	}
}

// npm and pnpm have given the words of a script to a shell between double quotes, npm up to 8: a
// value in which a shell would find something there is refused.
func TestWhatNpmGivesToAShell(t *testing.T) {
	for _, template := range []string{
		`npm run build -- {{x}}`, `npm run build {{x}}`, `npm test -- --grep {{x}}`, `npm test -- --grep={{x}}`, `npm start -- {{x}}`, `npm exec -- vitest {{x}}`, `npm exec vitest -- {{x}}`, `pnpm run build {{x}}`, `pnpm exec vitest {{x}}`, `yarn run build {{x}}`, `npx vitest {{x}}`, `npx -- vitest "a{{x}}"`, `npm --prefix d run build -- {{x}}`,
	} {
		for _, value := range []string{"$(owned)", "a`owned`", `\"; owned`, "a\nowned", "a\rowned", `"a`} {
			if loads, renders := loads(t, template, value); !loads || renders {
				t.Errorf("%s with %q: loads %v, renders %v", template, value, loads, renders)
			}
		}
		for _, value := range []string{"a b", "it's; a & b | c", "src/*.ts", "a>b", "", "ü (x)"} {
			if _, renders := loads(t, template, value); !renders {
				t.Errorf("%s with %q is refused", template, value)
			}
		}
	}
}

// An address is no name of a program, and no option.
func TestAddressesOfRepositories(t *testing.T) {
	for _, template := range []string{`git clone {{x}}`, `git clone -- {{x}} d`, `git fetch {{x}}`, `git pull {{x}}`, `git ls-remote {{x}}`, `git ls-remote -- {{x}}`, `git push origin {{x}}`, `git -C d fetch {{x}}`, `git remote add up {{x}}`, `git remote add -f up {{x}}`, `git remote set-url up {{x}}`, `git remote show {{x}}`} {
		for _, value := range []string{"ext::sh -c owned", "a::b"} {
			if loads, renders := loads(t, template, value); !loads || renders {
				t.Errorf("%s with %q: loads %v, renders %v", template, value, loads, renders)
			}
		}
		if _, renders := loads(t, template, "--upload-pack=owned"); renders != strings.Contains(template, " -- ") {
			t.Errorf("%s takes an option: %v", template, renders)
		}
		for _, value := range []string{"https://example.com/a.git", "git@example.com:a/b", "main:main", "../other"} {
			if _, renders := loads(t, template, value); !renders {
				t.Errorf("%s with %q is refused", template, value)
			}
		}
	}
}

// What reads its program, its options or its words from its input, or from a file of those.
func TestReadFromInput(t *testing.T) {
	for _, template := range []string{
		`bash -s {{x}}`, `bash -s x <<< {{x}}`, `bash -s -- {{x}} < prog.sh`, `cat prog.sh | bash -s {{x}}`, "bash -s <<E\necho {{x}}\nE", `sudo bash -s <<< {{x}}`, `nice -n 5 bash -s <<< {{x}}`, `flock l bash <<< {{x}}`, `{ bash; } <<< {{x}}`, `if true; then bash; fi <<< {{x}}`, `while true; do sh -s; done <<< {{x}}`, `echo {{x}} | { cat; bash -s a; }`,
		`nu <<< {{x}}`, `xonsh <<< {{x}}`, `raku <<< {{x}}`, `clojure <<< {{x}}`, `bb {{x}}`, `jshell <<< {{x}}`, `csi <<< {{x}}`, `nix repl <<< {{x}}`, `dotnet fsi <<< {{x}}`, `crystal eval {{x}}`, `nim e {{x}}`, `python3 manage.py shell <<< {{x}}`, `python3 manage.py shell -c {{x}}`, `php artisan tinker --execute {{x}}`, `flask shell <<< {{x}}`, `rails runner {{x}}`,
		`tar cf b.tar -T - <<< {{x}}`, `echo {{x}} | tar -cTf - b.tar`, `echo {{x}} | tar cf b.tar --files-from=-`, `echo {{x}} | curl -K -`, `curl --config - <<< {{x}}`, `cmake -P /dev/stdin <<< {{x}}`, `bwrap --ro-bind / / {{x}}`, `systemd-nspawn -D d {{x}}`, `lxc exec c -- {{x}}`,
	} {
		if loads, _ := loads(t, template, "word"); loads {
			t.Errorf("%s loads", template)
		}
	}
	for _, template := range []string{`bash a.sh -s <<< {{x}}`, `nu a.nu {{x}}`, `nim.cfg {{x}}`, `python3 manage.py migrate {{x}}`, `tar -T list -cf {{x}}`, `curl -K curlrc {{x}}`, `git apply <<< {{x}}`} {
		if _, renders := loads(t, template, "word"); !renders {
			_, err := Parse(template, params())
			t.Errorf("%s: %v", template, err)
		}
	}
}

// A language for a program chooses nothing that runs; one that is a path would.
func TestLanguages(t *testing.T) {
	for value, want := range map[string]bool{"de_DE.UTF-8": true, "C": true, "../x": false} {
		if _, renders := loads(t, `env LANG={{x}} bash tools/x.sh`, value); renders != want {
			t.Errorf("LANG=%s: %v", value, renders)
		}
	}
	if _, renders := loads(t, `env TZ={{x}} date`, "Europe/Berlin"); !renders {
		t.Error("a time zone is refused")
	}
	for _, template := range []string{`env LANGUAGE={{x}} bash tools/x.sh`, `env A={{x}} bash tools/x.sh`, `env LANG={{x}} {{y}}`, `env LANGUAGE=a LANG={{x}} bash -c "$0" {{y}}`} {
		if loads, _ := loads(t, template, "word"); loads {
			t.Errorf("%s loads", template)
		}
	}
}

// A problem says of an argument that it is one.
func TestArgumentsAreNoInput(t *testing.T) {
	for template, through := range map[string]bool{`bash -c {{x}}`: false, `eval "$(echo {{x}})"`: false, `find . -name {{x}} | xargs rm`: true, `bash <<< {{x}}`: true, `echo {{x}} > {{y}}; bash f.sh`: false, `cd {{x}} && bash run.sh`: false} {
		for _, p := range problemsOf(t, template, params()) {
			if strings.Contains(p.Text, "through a pipe") != through {
				t.Errorf("%s: %s", template, p.Text)
			}
		}
	}
}

// Who lets a value name a package is told that it is one, in whatever way it is installed; an option of it is none.
func TestValuesThatNamePackages(t *testing.T) {
	for _, template := range []string{
		`uv add {{x}}`, `uv add --dev {{x}}`, `uv pip install {{x}}`, `uv tool install "{{x}}"`, `pip install {{x}}`, `pip3 install -U {{x}}`, `pipx install {{x}}`, `pipx inject a {{x}}`, `python3 -m pip install {{x}}`, `npm install {{x}}`, `npm i -D {{x}}`, `npm --prefix web add {{x}}`,
		`pnpm add {{x}}`, `yarn add a {{x}}`, `bun add {{x}}`, `cargo add {{x}}`, `cargo install {{x}}`, `go get {{x}}`, `go install {{x}}@latest`, `env A=1 uv add {{x}}`,
		`poetry add {{x}}`, `pdm add {{x}}`, `pipenv install {{x}}`, `conda install -y {{x}}`, `gem install {{x}}`, `bundle add {{x}}`, `composer require {{x}}`, `brew install {{x}}`, `dotnet add package {{x}}`, `luarocks install {{x}}`, `cpanm {{x}}`, `mise use {{x}}`, `deno add {{x}}`, `nix run {{x}}`,
	} {
		problems := problemsOf(t, template, params())
		if len(problems) != 1 || !strings.Contains(problems[0].Text, "is in the name of a package") {
			t.Errorf("%s: %v", template, problems)
		}
	}
	for template, want := range map[string]string{`uv run {{x}}`: "in the name of the program", `uv tool run {{x}}`: "in the name of the program", `npm {{x}}`: "takes options", `npx {{x}}`: "in the name of the program"} {
		problems := problemsOf(t, template, params())
		if len(problems) != 1 || !strings.Contains(problems[0].Text, want) {
			t.Errorf("%s: %v", template, problems)
		}
	}
	for _, template := range []string{`uv add {{e}}`, `npm install`, `uv remove {{x}}`, `npm run add {{x}}`, `npm -w add run build {{x}}`} {
		if _, renders := loads(t, template, "word"); !renders {
			_, err := Parse(template, params())
			t.Errorf("%s: %v", template, err)
		}
	}
}
