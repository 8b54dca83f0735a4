package hookstate_test

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/hookstate"
	"handrail/operator/operatortest"
	"handrail/operator/walls"
	"handrail/pipeline/guard"
)

// walledHook opens a trusted space behind walls with one blocking hook on bash, whose
// script is text. more are further fields of the hook.
func walledHook(t *testing.T, text, more string) *operatortest.Bench {
	t.Helper()
	return operatortest.New(t, operatortest.Options{
		Files: map[string]string{
			safetyFile:         `{"hooks": [{"id":"look","type":"pre_tool","tools":["bash"],"command":"bash scripts/look.sh","blocking":true` + more + `}]}`,
			"scripts/look.sh":  text,
			"notes.txt":        "plain\n",
			"reports/old.json": "{}\n",
		},
		Trusted: true, Walls: true,
	})
}

// said is what the hook of walledHook printed on a call, and whether it lets it through.
func said(t *testing.T, b *operatortest.Bench) (printed string, passed bool) {
	t.Helper()
	trial, err := b.S.Hooks().Try(t.Context(), "look", hookstate.Call{Tool: "bash", Input: json.RawMessage(`{"command":"true"}`)})
	if err != nil {
		t.Fatal(err)
	}
	return trial.Words + "\n" + trial.Stdout + trial.Stderr, trial.Outcome == "passes"
}

// What a rule keeps from being read, a hook does not read either.
func TestRulesAboutFilesHoldHooks(t *testing.T) {
	b := walledHook(t, "cat notes.txt; cat reports/old.json\n", "")
	if printed, _ := said(t, b); !strings.Contains(printed, "plain") {
		t.Fatalf("without a rule it reads nothing: %s", printed)
	}
	if err := b.O.Permits().AddRule(t.Context(), guard.Deny, "read(notes.txt)"); err != nil {
		t.Fatal(err)
	}
	if printed, _ := said(t, b); strings.Contains(printed, "plain") || !strings.Contains(printed, "{}") {
		t.Errorf("it prints %s", printed)
	}
}

// A hook reads the space, writes its own /tmp and /var/log, and nothing else; it reaches
// nobody.
func TestAHookRunsInARoom(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	marker := fmt.Sprintf("handrail-hook-test-%d", port)
	b := walledHook(t, fmt.Sprintf(`
cat notes.txt
echo x > made.txt || echo "the space is shut"
echo x > $SPACE_DIR/scripts/look.sh || echo "its script is shut"
echo x > ~/made.txt || echo "home is shut"
cat ~/secret.txt || echo "home is hidden"
echo x > /tmp/%[1]s && echo "tmp is open"
echo x > /var/log/%[1]s && echo "log is open"
(exec 3<>/dev/tcp/127.0.0.1/%[2]d) 2>/dev/null || echo "nobody answers"
exit 0
`, marker, port), "")
	operatortest.WriteFile(t, filepath.Join(b.Options.Home, "secret.txt"), "sesame")
	printed, passed := said(t, b)
	for _, want := range []string{"plain", "the space is shut", "its script is shut", "home is shut", "home is hidden", "tmp is open", "log is open", "nobody answers"} {
		if !strings.Contains(printed, want) {
			t.Errorf("it did not say %q", want)
		}
	}
	if !passed || strings.Contains(printed, "sesame") {
		t.Errorf("passed %v:\n%s", passed, printed)
	}
	for _, path := range []string{"/tmp/" + marker, "/var/log/" + marker, filepath.Join(b.Dir, "made.txt"), filepath.Join(b.Options.Home, "made.txt")} {
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%s was made", path)
		}
	}
	if kept, err := os.ReadFile(filepath.Join(b.S.Walls().Hooks().Logs(), marker)); err != nil || string(kept) != "x\n" {
		t.Errorf("its log is %q, %v", kept, err)
	}
}

// What a hook declares, it may: a folder of the space but no definition in it, a file of
// the home folder, a place of the network.
func TestAHookMayWhatItDeclares(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = c.Write([]byte("welcome\n"))
			_ = c.Close()
		}
	}()
	port := listener.Addr().(*net.TCPAddr).Port
	b := walledHook(t, fmt.Sprintf(`
echo new > reports/new.json && echo "reports are open"
echo x > made.txt || echo "the space is shut"
cat ~/allowed.txt
head -n1 < /dev/tcp/127.0.0.1/%d
exit 0
`, port), fmt.Sprintf(`,"write":["reports"],"read":["~/allowed.txt"],"network":["localhost:%d","127.0.0.1:%[1]d"]`, port))
	operatortest.WriteFile(t, filepath.Join(b.Options.Home, "allowed.txt"), "sesame")
	printed, passed := said(t, b)
	for _, want := range []string{"reports are open", "the space is shut", "sesame", "welcome"} {
		if !strings.Contains(printed, want) {
			t.Errorf("it did not say %q", want)
		}
	}
	if !passed {
		t.Errorf("refused:\n%s", printed)
	}
	if made, err := os.ReadFile(filepath.Join(b.Dir, "reports/new.json")); err != nil || string(made) != "new\n" {
		t.Errorf("%q, %v", made, err)
	}
	if line := lineOf(t, b, "look"); !strings.Contains(line.Needs, "writes: reports") || !strings.Contains(line.Needs, "reads: ~/allowed.txt") {
		t.Errorf("it is said to need %q", line.Needs)
	}
}

// The last word is the person's: a hook outside the walls, which is said where it is trusted.
func TestAHookOutsideTheWalls(t *testing.T) {
	b := walledHook(t, "echo x > made.txt; echo x > ~/made.txt; exit 0\n", `,"walls":"off"`)
	if printed, passed := said(t, b); !passed {
		t.Fatalf("refused: %s", printed)
	}
	for _, path := range []string{filepath.Join(b.Dir, "made.txt"), filepath.Join(b.Options.Home, "made.txt")} {
		if _, err := os.Lstat(path); err != nil {
			t.Error(err)
		}
	}
	for _, i := range b.S.Trust().State().Inventory().Items {
		if i.Kind == "hook" && !strings.Contains(i.Detail, "runs outside the walls") {
			t.Errorf("what is trusted says %q", i.Detail)
		}
	}
}

// The counter of a rate limit outlives the app; where a child that would have set it back was
// cut short, or the machine was started again, it begins anew.
func TestWhatAHookCounts(t *testing.T) {
	const count = `n=$(cat /tmp/count 2>/dev/null || echo 0); echo $((n + 1)) > /tmp/count; echo "count $n"; `
	again := func(b *operatortest.Bench) *operatortest.Bench { return operatortest.New(t, b.Options) } // as another process
	expect := func(b *operatortest.Bench, want string) {
		t.Helper()
		if printed, _ := said(t, b); !strings.Contains(printed, want) {
			t.Errorf("it said %q, want %q", printed, want)
		}
	}
	t.Run("restarts", func(t *testing.T) {
		b := walledHook(t, count+"exit 0\n", "")
		expect(b, "count 0")
		expect(b, "count 1")
		b = again(b)
		expect(b, "count 2")
		data := filepath.Dir(b.S.Walls().Hooks().Logs())
		operatortest.WriteFile(t, filepath.Join(data, "boot"), "an earlier start")
		b = again(b)
		expect(b, "count 0")
	})
	t.Run("a child that lives", func(t *testing.T) {
		b := walledHook(t, count+"(while [ -e $SPACE_DIR/agent ]; do sleep 0.1; done; rm /tmp/count) >/dev/null 2>&1 &\nexit 0\n", "")
		expect(b, "count 0")
		expect(b, "count 1")
		b = again(b)
		expect(b, "count 2")
	})
	t.Run("a child that comes to its end", func(t *testing.T) {
		b := walledHook(t, count+"[ $n -gt 0 ] || (while [ -e $SPACE_DIR/agent ] && [ ! -e $SPACE_DIR/minute ]; do sleep 0.02; done; while [ -e $SPACE_DIR/agent ] && [ ! -e $SPACE_DIR/seen ]; do rm -f /tmp/count; sleep 0.02; done) >/dev/null 2>&1 &\nexit 0\n", "")
		expect(b, "count 0")
		expect(b, "count 1")
		b.File("minute", "")
		// It takes the counter away again and again: a hook that has just read it writes it anew.
		operatortest.WaitFor(t, func() bool { printed, _ := said(t, b); return strings.Contains(printed, "count 0") })
		b.File("seen", "")
	})
	t.Run("a child that was cut", func(t *testing.T) {
		b := walledHook(t, count+`if [ -e hang ]; then (sleep 600; rm /tmp/count) & sleep 600; fi; exit 0`+"\n", `,"timeout":2`)
		expect(b, "count 0")
		b.File("hang", "")
		if printed, passed := said(t, b); passed {
			t.Fatalf("it did not hang: %s", printed)
		}
		b.Remove("hang")
		expect(b, "count 0")
	})
}

// No program is run by its name that an agent could have put there.
func TestAHookRunsNoPlantedProgram(t *testing.T) {
	options := operatortest.Options{
		Files: map[string]string{
			safetyFile:                  `{"hooks": [{"id":"look","type":"pre_tool","tools":["bash"],"command":"planted || true; echo $PATH","blocking":true}]}`,
			"node_modules/.bin/planted": "#!/bin/sh\necho I am planted\n",
		},
		Trusted: true, Walls: true,
	}
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	options.Home = filepath.Join(home, "home")
	bin := filepath.Join(options.Home, "space/node_modules/.bin")
	options.Change = func(c *operator.Config) {
		c.Environ.Vars = append(c.Environ.Vars, "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	}
	b := operatortest.New(t, options)
	b.Mode("node_modules/.bin/planted", 0o755)
	if printed, passed := said(t, b); !passed || strings.Contains(printed, "I am planted") || strings.Contains(printed, bin) {
		t.Errorf("passed %v: %s", passed, printed)
	}
}

// A link in a folder of PATH, that no agent can write, leads to what an agent can. That name is
// left out, by itself: what else the folder holds is found, also by a program that looks around.
func TestAHookRunsNoProgramThatALinkLeadsTo(t *testing.T) {
	options := operatortest.Options{
		Files: map[string]string{
			safetyFile:      `{"hooks": [{"id":"look","type":"pre_tool","tools":["bash"],"command":"for p in direct folder onway script mine; do $p || true; done; echo $PATH","blocking":true}]}`,
			"tools/planted": "#!/bin/sh\necho I am planted\n",
		},
		Trusted: true, Walls: true,
	}
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	options.Home = filepath.Join(home, "home")
	bin, tools := filepath.Join(options.Home, "bin"), filepath.Join(options.Home, "space/tools")
	options.Change = func(c *operator.Config) {
		c.Environ.Vars = append(c.Environ.Vars, "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	}
	operatortest.WriteFile(t, filepath.Join(bin, "mine"), "#!/bin/sh\necho I am the person\n")
	operatortest.WriteFile(t, filepath.Join(bin, "script"), "#!"+tools+"/planted\n")
	operatortest.WriteFile(t, filepath.Join(bin, "folder.d/x"), "")
	for _, name := range []string{"mine", "script"} {
		if err := os.Chmod(filepath.Join(bin, name), 0o755); err != nil { //nolint:gosec // G302: a program
			t.Fatal(err)
		}
	}
	links := map[string]string{filepath.Join(bin, "direct"): tools + "/planted", filepath.Join(bin, "onway"): "../between/planted", filepath.Join(options.Home, "between"): tools, filepath.Join(bin, "folder"): "direct"}
	for at, to := range links {
		if err := os.Symlink(to, at); err != nil {
			t.Fatal(err)
		}
	}
	b := operatortest.New(t, options)
	b.Mode("tools/planted", 0o755)
	b.Reload()
	printed, passed := said(t, b)
	if !passed || strings.Contains(printed, "I am planted") || !strings.Contains(printed, "I am the person") {
		t.Errorf("passed %v: %s", passed, printed)
	}
	left, err := walls.HookPrograms{Keeper: b.O.Walls()}.LeftOut()
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, l := range left {
		if filepath.Dir(l.Path) == bin && strings.HasPrefix(tools, l.Where) {
			found = append(found, filepath.Base(l.Path))
		}
	}
	if want := "direct folder onway script"; strings.Join(found, " ") != want || len(left) != 4 {
		t.Errorf("left out: %v, want %s", left, want)
	}
	var told []string
	for _, p := range b.S.Problems() {
		if p.File == safetyFile && strings.Contains(p.Text, "where agents can write") {
			told = append(told, strings.Fields(p.Text)[4])
		}
	}
	if strings.Join(told, " ") != "direct folder onway script" {
		t.Errorf("check tells of %v: %v", told, b.S.Problems())
	}
}

// A blocking hook whose room cannot be opened blocks.
func TestAHookWithoutARoomBlocks(t *testing.T) {
	b := walledHook(t, "exit 0\n", "")
	operatortest.WriteFile(t, filepath.Join(b.Options.Dirs.Data, "hookdata"), "in the way")
	if printed, passed := said(t, b); passed || !strings.Contains(printed, "folder of the space's hooks") {
		t.Errorf("passed %v: %s", passed, printed)
	}
}

// What a hook names must be there, and no link that an agent could have made.
func TestWhatAHookMayNotName(t *testing.T) {
	for name, want := range map[string]string{"missing": "there is nothing", "led": "leads over a link", "~": "it holds"} {
		b := walledHook(t, "exit 0\n", fmt.Sprintf(`,"write":[%q]`, name))
		if err := os.Symlink(b.Options.Home, filepath.Join(b.Dir, "led")); err != nil {
			t.Fatal(err)
		}
		if printed, passed := said(t, b); passed || !strings.Contains(printed, want) {
			t.Errorf("%s: passed %v: %s", name, passed, printed)
		}
	}
}
