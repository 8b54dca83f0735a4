package guard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/tools"
)

// The person may turn built-in rules off or down, but not what is fixed.
func TestBuiltinRulesBySettings(t *testing.T) {
	run := func(c Config, command string) Verdict {
		c.Walls = standing
		return space(c).Judge(tools.Call{}, entry("bash", true), shellAct(command))
	}
	for _, tt := range []struct {
		name    string
		set     map[string]Outcome
		command string
		want    Outcome
		by      string
	}{
		{"as it is", nil, "git push --force", Deny, "built-in rule git-push-force"},
		{"turned down", map[string]Outcome{"git-push-force": Ask}, "git push --force", Ask, "built-in rule git-push-force"},
		{"turned off", map[string]Outcome{"git-push-force": Allow}, "git push --force", Allow, "mode workspace"},
		{"another", map[string]Outcome{"sql-drop": Allow}, "git push --force", Deny, "built-in rule git-push-force"},
		{"turned up", map[string]Outcome{"rm-recursive": Deny}, "rm -rf build", Deny, "built-in rule rm-recursive"},
		{"deleting inside", map[string]Outcome{"rm-recursive": Allow}, "rm -rf build", Allow, "mode workspace"},
		{"deleting outside is fixed", map[string]Outcome{"rm-recursive": Allow, "rm-outside": Allow}, "rm -rf /", Deny, "built-in rule rm-outside"},
		{"asking about it is no less fixed", map[string]Outcome{"rm-outside": Ask}, "rm -rf ~", Deny, "built-in rule rm-outside"},
		{"an outcome that there is not", map[string]Outcome{"disk": "sure"}, "mkfs /dev/sda", Deny, "built-in rule disk"},
		{"the strictest wins", map[string]Outcome{"disk": Ask}, "mkfs /dev/sda; rm -rf /", Deny, "built-in rule rm-outside"},
		{"statements", map[string]Outcome{"sql-delete": Ask}, `psql -c "delete from t"`, Ask, "built-in rule sql-delete"},
	} {
		if got := run(Config{Builtin: tt.set}, tt.command); got.Outcome != tt.want || got.By.String() != tt.by {
			t.Errorf("%s: got %s by %q, want %s by %q", tt.name, got.Outcome, got.By, tt.want, tt.by)
		}
	}
	for _, r := range BuiltinRules() {
		err := CheckBuiltin(map[string]Outcome{r.ID: Allow})
		if (err != nil) != r.Fixed {
			t.Errorf("%s: %v", r.ID, err)
		}
		if err := CheckBuiltin(map[string]Outcome{r.ID: Deny}); err != nil || r.About == "" {
			t.Errorf("%s: %v", r.ID, err)
		}
	}
	if err := CheckBuiltin(map[string]Outcome{"rm": Ask}); err == nil || !strings.Contains(err.Error(), "rm-outside") {
		t.Errorf("an id that there is not: %v", err)
	}
}

// In a trusted tool the author's own words do not ask; values are judged in full;
// a built-in deny holds always.
func TestWordsOfAnAuthorAndOfValues(t *testing.T) {
	declared := tools.Entry{Info: tools.Info{Name: "tidy", Source: "custom", SideEffect: true}, Qualified: "tidy", State: tools.Ready}
	for _, tt := range []struct {
		name, text string // what stands between ⟨ and ⟩ came from a value
		want       Outcome
	}{
		{"the author deletes a folder", "rm -rf build", Allow},
		{"the author deletes a folder and prints a value", "rm -rf build && echo ⟨x⟩", Allow},
		{"a value says which folder", "rm -rf ⟨build⟩", Ask},
		{"a value says which folder, in part", "rm -rf build/⟨x⟩", Ask},
		{"a value in the name of one of two", "rm -rf dist ⟨x⟩", Ask},
		{"a value by a variable", "d=⟨x⟩; rm -rf $d", Ask},
		{"a value by a loop", "for d in ⟨x⟩; do rm -rf $d; done", Ask},
		{"a value by a pipe", "echo ⟨x⟩ | xargs rm -rf", Ask},
		{"a value by a file", "echo ⟨x⟩ > l; xargs rm -rf < l", Ask},
		{"a value by the environment", "rm -rf \"$DIR\"; echo ⟨x⟩", Ask},
		{"the author's variable", "rm -rf \"$DIR\"", Allow},
		{"a value in a shell", "sh -c 'rm -rf \"$1\"' _ ⟨x⟩", Ask},
		{"a value as a script", "sh -c ⟨'rm -rf build'⟩", Ask},
		{"the author reads secrets", ". ./.env; ls ⟨x⟩", Allow},
		{"a value reads secrets", "cat ⟨.env⟩", Ask},
		{"the author pushes carefully", "git push --force-with-lease", Allow},
		{"a value is an option", "git push ⟨--force-with-lease⟩", Ask},
		{"the author deletes everything", "rm -rf /", Deny},
		{"a value deletes everything", "rm -rf ⟨/⟩", Deny},
		{"a value leaves the space", "rm -rf ⟨../x⟩", Deny},
		{"a value drops a table", "psql -c ⟨'drop table t'⟩", Deny},
		{"the author deletes without force", "rm -r build", Allow},
		{"a value without force", "rm -r ⟨build⟩", Ask},
	} {
		p := shellAct("")
		p.Authored = true
		for rest := tt.text; ; {
			before, after, ok := strings.Cut(rest, "⟨")
			p.Shell += before
			if !ok {
				break
			}
			value, end, _ := strings.Cut(after, "⟩")
			p.Values = append(p.Values, tools.Span{Start: len(p.Shell), End: len(p.Shell) + len(value)})
			p.Shell += value
			rest = end
		}
		got := space(Config{Walls: standing}).Judge(tools.Call{}, declared, p)
		if got.Outcome != tt.want {
			t.Errorf("%s: %s is %s by %q (%s), want %s", tt.name, tt.text, got.Outcome, got.By, got.Reason, tt.want)
		}
		p.Authored, p.Values = false, nil // the same from an agent: never less strict
		if agent := space(Config{Walls: standing}).Judge(tools.Call{}, entry("bash", true), p); strict(agent.Outcome) < strict(got.Outcome) {
			t.Errorf("%s: of an agent it is %s, of an author %s", tt.name, agent.Outcome, got.Outcome)
		}
	}
}

// What decides what runs later: file tools ask always, programs where no walls
// stand that would hold them off.
func TestProtectedFiles(t *testing.T) {
	protect := func() []string { return []string{"scripts/validate-sql.sh"} }
	asks := func(g *Guard, e tools.Entry, p tools.Preview) bool {
		v := g.Judge(tools.Call{}, e, p)
		return v.Outcome == Ask && v.By.String() == "built-in rule protected"
	}
	for path, want := range map[string]bool{
		"agent/hooks/safety.json": true, "agent/rules.json": true, "agent/tools/x.md": true, "agent/config.md": true, "agent/skills/a.md": true,
		"skills/a/SKILL.md": true, "space.manifest.json": true, "ctxnest.json": true, ".mcp.json": true, "agent/hooks/hook-states.json": true,
		".git/hooks/pre-commit": true, ".git/config": true, ".envrc": true, ".vscode/tasks.json": true, ".idea/x.xml": true, ".github/workflows/ci.yml": true,
		"AGENT/Hooks/x.JSON": true, "agent/hooks/x.sh": false, ".GIT/Config": true, "docs/../agent/rules.json": true, "scripts/validate-sql.sh": true, "Scripts/Validate-SQL.sh": true,
		"scripts/other.sh": false, "agents/x": false, ".gitignore": false, ".github/README.md": false, "docs/agent/x.md": false,
	} {
		g := space(Config{Walls: standing, Protect: protect})
		if got := asks(g, entry("write", true), writes("/space/"+path)); got != want {
			t.Errorf("%s: a tool that writes it asks: %t, want %t", path, got, want)
		}
		gone := tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectDelete, Target: "/space/" + path}}}
		if got := asks(g, entry("patch", true), gone); got != want {
			t.Errorf("%s: a tool that deletes it asks: %t, want %t", path, got, want)
		}
	}
	open, walled := space(Config{Protect: protect}), space(Config{Walls: standing, Protect: protect})
	for command, want := range map[string]bool{
		"echo x > agent/rules.json": true, "echo x >> .envrc": true, "tee agent/hooks/x.json < y": true, "tee agent/x.go < y": false, "cp x agent/hooks/": true, "cp x .": false, "cp -t .vscode tasks.json": true,
		"mv x .mcp.json": true, "mv agent old": true, "mv .git/hooks x": true, "ln -s /tmp/x agent/tools/y.md": true, "ln -sf x .envrc": true, "sed -i s/a/b/ space.manifest.json": true,
		"sed s/a/b/ space.manifest.json": false, "perl -pi -e s/a/b/ ctxnest.json": true, "touch agent/x.md": true, "rm agent/rules.json": true, "mkdir -p .github/workflows/x": true,
		"truncate -s0 agent/rules.json": true, "dd if=x of=.envrc": true, "install x .git/hooks/pre-commit": true, "cd agent && echo x > rules.json": true, "echo x > docs/../agent/rules.json": true,
		"f=agent/rules.json; echo x > $f": true, "sudo tee .envrc": true, "sh -c 'echo x > .envrc'": true, "curl -o .envrc example.com": true, "chmod +x .git/hooks/pre-commit": true,
		"git config core.hooksPath x": true, "git config --get user.name": false, "echo x > scripts/validate-sql.sh": true, "cat agent/rules.json": false, "cp agent/rules.json x": false,
		"echo agent/rules.json": false, "ls .git/hooks": false, "echo x > AGENT/rules.json": true, "rsync -a x/ agent/": true,
	} {
		v := built(open, command)
		if got := v.Outcome == Ask && v.By.String() == "built-in rule protected"; got != want {
			t.Errorf("without walls %s asks: %t (%+v), want %t", command, got, v, want)
		}
		if v := built(walled, command); v.By.String() == "built-in rule protected" {
			t.Errorf("within walls %s asks: %+v", command, v)
		}
	}
}

// Links lead to where they lead.
func TestLinksOnTheWay(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, outside := filepath.Join(dir, "space"), filepath.Join(dir, "outside")
	for _, d := range []string{filepath.Join(root, "agent"), filepath.Join(root, "build"), outside} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"out": outside, "mine": "agent", "self": "."} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	g := New(Config{Roots: func() []string { return []string{root} }, Home: filepath.Join(dir, "home")})
	for command, want := range map[string]string{
		"rm -rf out":          "rm-recursive", // the link only
		"rm -rf out/":         "rm-outside",
		"rm -rf out/*":        "rm-outside",
		"rm -rf out/x":        "rm-outside",
		"cd out && rm -rf x":  "rm-outside",
		"rm -rf self/":        "rm-outside",
		"rm -rf self/build":   "rm-recursive",
		"rm -rf self/missing": "rm-recursive", // a link can be led elsewhere meanwhile
		"echo x > mine/x.md":  "protected",
		"find out/ -delete":   "rm-outside",
	} {
		got := g.look(tools.Call{}, tools.Entry{}, tools.Preview{Shell: command, Folder: root}).shell
		if got.By.String() != "built-in rule "+want {
			t.Errorf("%s is decided by %q (%s), want %s", command, got.By, got.Reason, want)
		}
	}
}

// What is only known when it runs asks: a file that a pattern matches may be called like an
// option, and a client's statements may be made of its variables.
func TestWhatIsPutTogetherAsks(t *testing.T) {
	g := space(Config{Walls: standing})
	for command, want := range map[string]Outcome{
		"git push *": Ask, "git push origin v*": Ask, "git push origin 'refs/tags/*'": Allow, "git push origin main": Allow,
		"psql <<'E'\nselect 'drop table t' \\gexec\nE":                   Ask,
		"psql <<'E'\n\\set a dr\n\\set b op\n:a:b table t;\nE":           Ask,
		"psql -c 'select 1'":                                             Allow,
		"psql <<'E'\n\\timing\nselect now();\nE":                         Allow,
		"psql -v n=3 <<'E'\nselect * from t limit :n;\nE":                Allow,
		"psql <<'E'\n\\set ON_ERROR_STOP on\ninsert into t select 1;\nE": Allow,
	} {
		if v := built(g, command); v.Outcome != want {
			t.Errorf("%s: %s by %s (%s), want %s", command, v.Outcome, v.By, v.Reason, want)
		}
	}
}

// What is not there, and what the script has made there itself, is deleted unasked; what it may have brought there is not.
func TestWhatIsNotThereIsDeletedUnasked(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(root, "src"), 0o700); err != nil {
		t.Fatal(err)
	}
	g := New(Config{Roots: func() []string { return []string{root} }, Home: "/home/kim", Walls: standing})
	for command, want := range map[string]Outcome{
		"rm -rf gone": Allow, "rm -rf gone/": Allow, "rm -r gone": Allow, "rm -rf src/gone " + root + "/other": Allow, "mkdir -p new/a && touch new/a/b && rm -rf new": Allow, "cp -r src new; rm -rf new": Allow,
		"rm -rf src": Ask, "rm -r src": Ask, "rm -rf gone src": Ask, "mv src new; rm -rf new": Ask, "git mv src new && rm -r new": Ask, "ln -s src new; rm -rf new/a": Ask, "rm -rf gone*": Ask, "rm -rf $x": Ask, "x=src; rm -rf $x": Ask,
		"rm -rf gone/..": Deny, "rm -rf gone " + root: Deny, "cd gone; rm -rf src": Ask, "cd src; rm -rf ../src": Ask, "rm -rf /gone-and-never-there": Deny,
		// other programs can run it in another folder, or bring something there
		"find . -type d -execdir sh -c 'rm -rf gone' \\;": Ask, "git submodule foreach 'rm -rf gone'": Ask, "git rebase --exec 'rm -rf gone' main": Ask, "chroot src rm -rf gone": Ask, "unshare -R src rm -rf gone": Ask, "nsenter -w=src rm -rf gone": Ask,
		"parallel --wd src rm -rf ::: gone": Ask, "watch 'rm -rf gone'": Ask, ". ./e.sh; rm -rf gone": Ask, "trap 'rm -rf gone' EXIT; cd src": Ask, "shopt -s autocd; src; rm -rf gone": Ask, "mkdir new; mount --bind src new; rm -rf new": Ask,
		"python3 move.py; rm -rf gone": Ask, "./mkdir gone; rm -rf gone": Ask, "f() { cd src; }; f; rm -rf gone": Ask, "alias d='cd src'; d; rm -rf gone": Ask, "eval cd src; rm -rf gone": Ask, "mkdir() { mv src \"$1\"; }; mkdir new; rm -rf new": Ask,
		"find . -name '*.tmp' -mtime +1 -empty -delete": Allow, "find . -type d -empty -delete": Allow, "find . -path './src/*' -name x.o -delete": Allow,
		"find . -mtime +1 -delete": Ask, "find . -path './src/*' -delete": Ask, "find . -name '*.o' -o -empty -delete": Ask, "find . -delete -empty": Ask, "find . -name '*.o' -newer $x -delete": Ask, "find . ! -empty -delete": Ask, "find . -not -empty -delete": Ask,
	} {
		p := tools.Preview{Shell: command, Folder: root, Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "bash"}}}
		if got := g.Judge(tools.Call{}, entry("bash", true), p); got.Outcome != want {
			t.Errorf("%s: %s by %s (%s), want %s", command, got.Outcome, got.By, got.Reason, want)
		}
	}
}
