package walls_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
	"handrail/operator/walls"
)

// newAskBench is an open space, and a PATH of planted folders (with $TOP for the
// folder above home), of bin in home, and of the system.
func newAskBench(t *testing.T, path []string, env ...string) *bench {
	t.Helper()
	b := newBench(t, "", func(c *operator.Config) {
		top := filepath.Dir(c.Home)
		for i, dir := range path {
			path[i] = strings.ReplaceAll(dir, "$TOP", top)
		}
		dirs := slices.Concat(path, []string{filepath.Join(c.Home, "bin"), "/usr/bin", "/bin"})
		c.Environ.Vars = []string{"PATH=" + strings.Join(dirs, ":"), "HOME=" + c.Home, "USER=kim", "LANG=C.UTF-8"}
		for _, v := range env {
			c.Environ.Vars = append(c.Environ.Vars, strings.ReplaceAll(v, "$TOP", top))
		}
	})
	b.script("$TOP/home/bin/npm", "/bin/sh", "echo https://good.example.com")
	for _, name := range []string{"yarn", "go", "python3"} { // this machine's own are not asked
		b.script("$TOP/home/bin/"+name, "/bin/sh", "exit 1")
	}
	return b
}

// top replaces $TOP by the folder above home.
func (b *bench) top(text string) string {
	return strings.ReplaceAll(text, "$TOP", filepath.Dir(b.Options.Home))
}

// script makes a program.
func (b *bench) script(path, interpreter, text string) {
	b.T.Helper()
	path = b.top(path)
	operatortest.WriteFile(b.T, path, b.top("#!"+interpreter+"\n"+text+"\n"))
	if err := os.Chmod(path, 0o755); err != nil {
		b.T.Fatal(err)
	}
}

func (b *bench) link(path, target string) {
	b.T.Helper()
	if err := os.MkdirAll(filepath.Dir(b.top(path)), 0o700); err != nil {
		b.T.Fatal(err)
	}
	if err := os.Symlink(b.top(target), b.top(path)); err != nil {
		b.T.Fatal(err)
	}
}

// A program that an agent could have put there is never asked; the next one on
// PATH is.
func TestToolsOfASpaceAreNotAsked(t *testing.T) {
	const lie = "touch $TOP/ran; echo https://evil.example.com"
	plain := func(path string) func(*bench) {
		return func(b *bench) { b.script(path, "/bin/sh", lie) }
	}
	elsewhere := func(b *bench) { b.script("$TOP/other/bin/npm", "/bin/sh", lie) }
	state := func(kind, key string) func(*bench) {
		return func(b *bench) {
			elsewhere(b)
			if err := b.store().States().SetState(b.T.Context(), kind, b.top(key), "x"); err != nil {
				b.T.Fatal(err)
			}
		}
	}
	set := func(change func(b *bench, s *settings.Settings)) func(*bench) {
		return func(b *bench) {
			elsewhere(b)
			if _, err := b.settings().Update(func(s *settings.Settings) error { change(b, s); return nil }); err != nil {
				b.T.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		path  string
		plant func(*bench)
	}{
		"a folder of the space": {"$TOP/home/space/venv/bin", plain("$TOP/home/space/venv/bin/npm")},
		"a link to the folder": {"$TOP/home/tools", func(b *bench) {
			b.link("$TOP/home/tools", "$TOP/home/space/bin")
			plain("$TOP/home/space/bin/npm")(b)
		}},
		"a link above the folder": {"$TOP/home/tools/bin", func(b *bench) { b.link("$TOP/home/tools", "$TOP/home/space"); plain("$TOP/home/space/bin/npm")(b) }},
		"a link to the program": {"$TOP/home/tools", func(b *bench) {
			b.link("$TOP/home/tools/npm", "$TOP/home/space/npm")
			plain("$TOP/home/space/npm")(b)
		}},
		"a relative link": {"$TOP/home/tools", func(b *bench) { b.link("$TOP/home/tools/npm", "../space/npm"); plain("$TOP/home/space/npm")(b) }},
		"a link through the space": {"$TOP/home/tools", func(b *bench) {
			b.link("$TOP/home/tools/npm", "$TOP/home/space/out")
			b.link("$TOP/home/space/out", "$TOP/safe/npm")
			plain("$TOP/safe/npm")(b)
		}},
		"an interpreter of the space": {"$TOP/home/tools", func(b *bench) {
			b.script("$TOP/home/tools/npm", "$TOP/home/space/sh", "true")
			plain("$TOP/home/space/sh")(b)
		}},
		"an interpreter by name": {"$TOP/home/tools", func(b *bench) {
			b.script("$TOP/home/tools/npm", "/usr/bin/env nod", "true")
			b.link("$TOP/home/tools/nod", "$TOP/home/space/nod")
			plain("$TOP/home/space/nod")(b)
		}},
		"the data folder":                   {"$TOP/data/caches/bin", plain("$TOP/data/caches/bin/npm")},
		"a granted folder":                  {"$TOP/other/bin", state("grant", "$TOP/home/space\x00$TOP/other")},
		"a trusted space":                   {"$TOP/other/bin", state("pins", "$TOP/other")},
		"a space that was trusted long ago": {"$TOP/other/bin", state("trust", "$TOP/other")},
		"an answered space":                 {"$TOP/other/bin", state("network", "$TOP/other")},
		"a space that was worked in": {"$TOP/other/bin", func(b *bench) {
			elsewhere(b)
			if err := b.store().Begin(b.T.Context(), journal.Run{ID: "r_1", Session: "s_1", Space: b.top("$TOP/other"), Origin: "cli", Title: "x", Started: time.Now()}); err != nil {
				b.T.Fatal(err)
			}
		}},
		"a space on the list": {"$TOP/other/bin", set(func(b *bench, s *settings.Settings) { s.Spaces = []string{b.top("$TOP/other")} })},
		"a space with settings": {"$TOP/other/bin", set(func(b *bench, s *settings.Settings) {
			s.PerSpace = map[string]settings.Space{b.top("$TOP/other"): {}}
		})},
		"a relative folder": {"space/bin", plain("$TOP/home/space/bin/npm")},
	} {
		t.Run(name, func(t *testing.T) {
			b := newAskBench(t, []string{c.path})
			c.plant(b)
			if diff := cmp.Diff([]string{"good.example.com:443"}, b.O.Walls().FindRegistries()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if _, err := os.Stat(b.top("$TOP/ran")); err == nil {
				t.Error("it ran outside all walls")
			}
		})
	}
	t.Run("nothing is known of spaces", func(t *testing.T) {
		b := newAskBench(t, nil)
		operatortest.WriteFile(t, b.settings().Path(), "{")
		if got := b.O.Walls().FindRegistries(); len(got) > 0 {
			t.Errorf("asked all the same: %q", got)
		}
	})
}

// Whatever a tool that is asked turns out to be, it keeps nothing, reads no
// space and no secret, and reaches nothing.
func TestToolsAreAskedInARoom(t *testing.T) {
	b := newAskBench(t, nil)
	for _, file := range []string{"$TOP/home/.npmrc", "$TOP/home/.ssh/id", "$TOP/config/settings.json", "$TOP/data/x", "$TOP/home/.yarnrc", "$TOP/home/space/pip/pip.conf"} {
		operatortest.WriteFile(t, b.top(file), "{}")
	}
	b.link("$TOP/home/.config/pip", "$TOP/home/space/pip")
	b.script("$TOP/home/bin/npm", "/bin/bash", `
cd "$HOME"
can() { if "${@:2}" 2>/dev/null; then echo "https://$1.example.com"; fi; }
can npmrc test -r .npmrc
can yarnrc grep -q . .yarnrc
can temp touch "$TMPDIR/x"
can pip test -r .config/pip/pip.conf
can ssh test -r .ssh/id
can settings test -r $TOP/config/settings.json
can data test -r $TOP/data/x
can space test -r space/notes.txt
can write touch $TOP/home/bin/new
can loopback bash -c 'echo > /dev/tcp/127.0.0.1/1; [[ $? = 0 ]]'
can outside test -e /proc/`+fmt.Sprint(os.Getpid())+`/exe -a "$(readlink /proc/self/ns/net)" = "`+netOf(t)+`"`)
	want := []string{"npmrc.example.com:443", "temp.example.com:443", "yarnrc.example.com:443"}
	if diff := cmp.Diff(want, b.O.Walls().FindRegistries()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if kept, err := filepath.Glob(filepath.Join(b.Options.Dirs.Data, walls.TempKept, "*")); err != nil || len(kept) != 1 { // the space's own
		t.Errorf("left behind: %q, %v", kept, err)
	}
}

// netOf names this process's network.
func netOf(t *testing.T) string {
	t.Helper()
	name, err := os.Readlink("/proc/self/ns/net")
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// No variable of the person's makes a tool read a file of a space.
func TestToolsAreAskedWithFewVariables(t *testing.T) {
	b := newAskBench(t, nil,
		"BASH_ENV=$TOP/lie.sh", "ENV=$TOP/lie.sh", "PYTHONPATH=$TOP/home/space", "PYTHONHOME=$TOP", "PYTHONSTARTUP=$TOP/lie.sh", "PYTHONUSERBASE=$TOP",
		"NODE_OPTIONS=--require=$TOP/lie.sh", "NODE_PATH=$TOP", "LD_PRELOAD=$TOP/lie.so", "LD_LIBRARY_PATH=$TOP", "BASH_FUNC_echo%%=() { printf https://evil.example.com; }",
		"npm_config_userconfig=$TOP/lie", "PIP_CONFIG_FILE=$TOP/lie", "GOENV=$TOP/lie", "GOFLAGS=-x", "AWS_SECRET_ACCESS_KEY=x",
		"XDG_CONFIG_HOME=$TOP/home/space/config", "XDG_CACHE_HOME=$TOP/caches", "GOPATH=$TOP/go:$TOP/home/space",
		"GOPROXY=https://proxy.example.com", "PIP_INDEX_URL=https://pip.example.com/simple",
	)
	operatortest.WriteFile(t, b.top("$TOP/lie.sh"), "echo https://evil.example.com\n")
	b.script("$TOP/home/bin/npm", "/bin/bash", "env -0 | tr '\\n\\0' ' \\n'")
	var names []string
	for line := range strings.SplitSeq(strings.TrimSpace(b.O.Walls().Ask([]string{"npm", "config"})[0]), "\n") {
		name, _, _ := strings.Cut(line, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	names = slices.DeleteFunc(names, func(n string) bool { return n == "PWD" || n == "OLDPWD" || n == "SHLVL" || n == "_" }) // bash's own
	want := []string{"GOPROXY", "GOTOOLCHAIN", "HOME", "LANG", "PATH", "PIP_INDEX_URL", "TMPDIR", "USER", "npm_config_cache", "npm_config_update_notifier"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	b.script("$TOP/home/bin/python3", "/bin/sh", `[ "$1" = -I ] && echo https://isolated.example.com`)
	if got := b.O.Walls().FindRegistries(); !slices.Contains(got, "isolated.example.com:443") || slices.Contains(got, "evil.example.com:443") {
		t.Errorf("%q", got)
	}
}

// A real tool chain answers from its room, and by the person's settings: what is
// known of go's caches is what go itself says.
func TestGoAnswersFromItsRoom(t *testing.T) {
	b := newBench(t, "", nil)
	home := b.Options.Home
	operatortest.WriteFile(t, filepath.Join(home, ".config/go/env"), "GOPROXY=https://proxy.example.com\nGOMODCACHE="+home+"/mods\n")
	known := b.O.Walls().FindGoCaches()
	got := b.O.Walls().Ask([]string{"go", "env", "GOPROXY", "GOCACHE", "GOMODCACHE"})[0]
	if want := "https://proxy.example.com\n" + known[0] + "\n" + known[1] + "\n"; got != want || known[1] != home+"/mods" {
		t.Errorf("%q, want %q", got, want)
	}
}
