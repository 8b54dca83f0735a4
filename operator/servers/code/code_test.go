package code

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/operator/paths"
)

// lay makes files below a folder. A name that ends in a slash is a folder.
func lay(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o700); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("1"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func realTemp(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// What a server's command runs, as far as it lies in the space. "+" is a folder with all in it.
func TestPlaces(t *testing.T) {
	t.Parallel()
	top := realTemp(t)
	space := filepath.Join(top, "space")
	lay(t, space, "srv/server.py", "srv/lib/a.py", "dist/index.js", "package.json", "node_modules/x/index.js", ".venv/bin/python", ".venv/pyvenv.cfg", "data/notes.db", "data/conf.yaml", "docs/", "pkg/package.json", "tool.sh", "bin/mine", "up/")
	if err := os.WriteFile(filepath.Join(space, "up/package.json"), []byte(`{"main": "../dist/index"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	lay(t, top, "own/server.py", "own/python3", "bin/python3", "bin/node", "bin/npx", "bin/uv", "bin/uvx", "bin/bash", "data/server/own.py")
	if err := os.Chmod(filepath.Join(space, "bin/mine"), 0o700); err != nil {
		t.Fatal(err)
	}
	lay(t, space, "app/bin/prog", "app/lib/libf.so")
	if err := os.WriteFile(filepath.Join(top, "own/tool"), []byte("#!"+space+"/.venv/bin/python -s\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command, dir, env string
		want              string // of the space
	}{
		{command: "python3 SPACE/srv/server.py SPACE", want: "+srv srv/server.py"},
		{command: "python3 srv/server.py", dir: space, want: "+srv srv/server.py"},
		{command: "python3 OWN/server.py SPACE", want: ""},
		{command: "python3 OWN/server.py --db SPACE/data/notes.db SPACE/docs", want: ""},
		{command: "python3 OWN/server.py --config=SPACE/data/conf.yaml", want: "data/conf.yaml"},
		{command: "python3 OWN/server.py", dir: space, want: ""},
		{command: "python3 -m pkg.server", dir: space, want: "+."},
		{command: "python3 -c 'import server'", dir: filepath.Join(space, "srv"), want: "+srv"},
		{command: "SPACE/.venv/bin/python OWN/server.py", want: "+.venv .venv/bin/python"},
		{command: "python3 SPACE/pkg", want: "+pkg"},
		{command: "node SPACE/pkg", want: "+pkg pkg.cts pkg.js pkg.json pkg.mts pkg.node pkg.ts"},
		{command: "node SPACE/dist/index", want: "+dist +dist/index dist/index.js"},
		{command: "node ./dist/index SPACE/docs", dir: space, want: "+dist +dist/index dist/index.js"},
		{command: "node -r ./dist/index OWN/server.js", dir: space, want: "+. +dist +dist/index dist/index.js"},
		{command: "node --import=SPACE/dist/index srv/none", want: "+dist +dist/index dist/index.js"},
		{command: "node --no-warnings -r SPACE/dist/index SPACE/srv/main", want: "+dist +dist/index dist/index.js +srv/main srv/main.cts srv/main.js srv/main.json srv/main.mts srv/main.node srv/main.ts"},
		{command: "bash -c 'cd SPACE && exec node dist/index'", want: "+dist +dist/index dist/index.js"},
		{command: "bun run SPACE/dist/index", want: "+dist +dist/index dist/index.cts dist/index.js dist/index.jsx dist/index.mts dist/index.ts dist/index.tsx"},
		{command: "node SPACE/up", want: "+dist dist/index.js +up up.cts up.js up.json up.mts up.node up.ts"},
		{command: "python3 -X pycache_prefix=SPACE/docs OWN/server.py", want: "+docs"},
		{command: "OWN/tool", want: "+.venv .venv/bin/python"},
		{command: "SPACE/app/bin/prog", want: "+app/bin app/bin/prog +app/lib +app/lib64 +app/libexec"},
		{command: "node SPACE/dist/index.js", want: "+dist dist/index.js"},
		{command: "node --import=SPACE/srv/lib/a.js OWN/server.py", want: "srv/lib/a.js"},
		{command: "SPACE/bin/mine", want: "+bin bin/mine +lib +lib64 +libexec"},
		{command: "mine", want: ""},
		{command: "bash -c 'cd SPACE/srv && exec python3 server.py'", want: "+srv srv/server.py"},
		{command: "bash -c 'exec env A=b nice python3 SPACE/srv/server.py'", want: "+srv srv/server.py"},
		{command: "bash SPACE/tool.sh", want: "+. tool.sh"},
		{command: "env -C SPACE/srv python3 server.py", want: "+srv srv/server.py"},
		{command: "npx -y some-server SPACE/docs", want: ""},
		{command: "npx -y some-server", dir: space, want: ".npmrc bunfig.toml +node_modules package.json"},
		{command: "npx -y SPACE/pkg", want: "+pkg"},
		{command: "uvx some-server --repository SPACE", want: ""},
		{command: "uvx --from SPACE/pkg some-server", want: "+pkg"},
		{command: "uv --directory SPACE/srv run server.py", want: "+srv"},
		{command: "uv run --project SPACE/srv OWN/server.py", want: "+srv"},
		{command: "python3 OWN/server.py", env: "PYTHONPATH=/nowhere:SPACE/srv/lib", want: "+srv/lib"},
		{command: "node OWN/server.py", env: "NODE_OPTIONS=--require SPACE/dist/index.js", want: "+dist dist/index.js"},
		{command: "python3 OWN/server.py", env: "NOTES=SPACE/srv/server.py", want: ""},
		{command: "python3 DATA/own.py", want: ""},
		// Places within words.
		{command: `python3 -c 'import sys; sys.path.insert(0, "SPACE/srv/lib")'`, want: "+srv/lib"},
		{command: `node -e 'require("SPACE/dist/index.js")'`, want: "+dist dist/index.js"},
		{command: `perl -e 'exec "python3", "SPACE/srv/server.py"'`, want: "+srv srv/server.py"},
		{command: "perl -ISPACE/srv/lib OWN/go.pl", want: "+srv/lib"},
		{command: "awk -fSPACE/data/conf.yaml", want: "data/conf.yaml"},
		{command: "make -s --include-dir=SPACE/srv/lib -C OWN", want: "+srv/lib"},
		{command: "/lib64/ld-linux-x86-64.so.2 --library-path SPACE/srv/lib OWN/prog", want: "+srv/lib"},
		{command: "node --import 'data:text/javascript,import %22file://SPACE/dist/index.js%22' OWN/server.js", want: "+dist dist/index.js"},
		{command: "node --env-file=SPACE/data/conf.yaml OWN/server.js SPACE/docs", want: "data/conf.yaml"},
		{command: "bash -c 'export PYTHONPATH=SPACE/srv/lib; exec python3 OWN/server.py SPACE'", want: "+srv/lib"},
		{command: "java -cp SPACE/srv/lib -jar OWN/x.jar SPACE/docs", want: "+srv/lib"},
		{command: "python3 OWN/server.py", dir: space, env: "PYTHONPATH=:/nowhere", want: "+."},
		{command: "perl OWN/go.pl", env: "PERL5OPT=-ISPACE/srv/lib -Mmine", want: "+srv/lib"},
		{command: "make", env: "MAKEFLAGS=-ISPACE/srv/lib", want: "+srv/lib"},
		// What a server works on is no code of it.
		{command: "npx -y some-server --root=SPACE -d SPACE/docs SPACE/data/notes.db", want: ""},
		{command: "uvx --python 3.12 some-server --repository SPACE", want: ""},
		{command: "uv run --directory OWN some-server --vault SPACE/docs", want: ""},
		{command: "deno run --allow-read=SPACE OWN/server.ts SPACE", want: ""},
		{command: "docker run -i --rm -v SPACE:/data some/server", want: ""},
		{command: "node --max-old-space-size 4096 OWN/server.js SPACE --config={\"root\":\"SPACE/docs\"}", want: ""},
		{command: "bash -c 'cd SPACE && exec npx -y some-server SPACE/docs'", want: ".npmrc bunfig.toml +node_modules package.json"},
		{command: "OWN/prog --repo SPACE --db SPACE/data/notes.db", want: ""},
		{command: "python3 OWN/server.py", env: "NOTES_DIR=SPACE/docs", want: ""},
	} {
		t.Run(c.command+" "+c.env, func(t *testing.T) {
			fill := strings.NewReplacer("SPACE", space, "OWN", filepath.Join(top, "own"), "DATA", filepath.Join(top, "data", "server")).Replace
			dir := c.dir
			if dir == "" {
				dir = filepath.Join(top, "data", "server")
			}
			l := Launch{
				Command: split(fill(c.command)), Dir: dir, Path: filepath.Join(top, "bin"), Home: top,
				Open: paths.GroundOf([]string{space, filepath.Join(top, "data")}), Own: filepath.Join(top, "data", "server"),
			}
			if c.env != "" {
				l.Env = []string{fill(c.env)}
			}
			var got []string
			javascript := []string{".npmrc", "bunfig.toml", "node_modules", "package.json"}
			for _, p := range Places(l) {
				rel, err := filepath.Rel(space, p.Path)
				if err != nil || !filepath.IsLocal(rel) {
					t.Errorf("%s is not in the space", p.Path)
				}
				if slices.Contains(javascript, filepath.Base(rel)) && !strings.Contains(c.command, "npx") {
					continue // what a script may take from the folders around it
				}
				if p.Tree {
					rel = "+" + rel
				}
				got = append(got, rel)
			}
			slices.SortFunc(got, func(a, b string) int { return strings.Compare(strings.TrimPrefix(a, "+"), strings.TrimPrefix(b, "+")) })
			if strings.Join(got, " ") != c.want {
				t.Errorf("places are %q, want %q", strings.Join(got, " "), c.want)
			}
		})
	}
}

// split splits a command at blanks outside of quotes.
func split(text string) (words []string) {
	for i, part := range strings.Split(text, "'") {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		words = append(words, strings.Fields(part)...)
	}
	return words
}

// Whatever is done to a program's folder is seen, but for what holds no code.
func TestLookAt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		do   func(t *testing.T, dir string)
		want []string
	}{
		"nothing": {func(*testing.T, string) {}, nil},
		"written": {func(t *testing.T, dir string) { write(t, dir, "srv/lib/a.py") }, []string{"srv/lib/a.py"}},
		"written, and its time set back": {func(t *testing.T, dir string) {
			write(t, dir, "srv/lib/a.py")
			old := time.Now().Add(-time.Hour)
			check(t, os.Chtimes(filepath.Join(dir, "srv/lib/a.py"), old, old))
		}, []string{"srv/lib/a.py"}},
		"added": {func(t *testing.T, dir string) { write(t, dir, "srv/json.py") }, []string{"srv/json.py"}},
		"replaced": {func(t *testing.T, dir string) {
			check(t, os.Rename(filepath.Join(dir, "old/a.py"), filepath.Join(dir, "srv/lib/a.py")))
		}, []string{"srv/lib/a.py"}},
		"an older folder in its place": {func(t *testing.T, dir string) {
			check(t, os.Rename(filepath.Join(dir, "srv"), filepath.Join(dir, "gone")))
			check(t, os.Rename(filepath.Join(dir, "old"), filepath.Join(dir, "srv")))
		}, []string{"srv", "srv/a.py", "srv/server.py"}},
		"an older folder in it": {func(t *testing.T, dir string) {
			check(t, os.Rename(filepath.Join(dir, "old"), filepath.Join(dir, "srv/old")))
		}, []string{"srv/old", "srv/old/a.py", "srv/old/server.py"}},
		"a link in its place": {func(t *testing.T, dir string) {
			check(t, os.Rename(filepath.Join(dir, "srv"), filepath.Join(dir, "gone")))
			check(t, os.Symlink("old", filepath.Join(dir, "srv")))
		}, []string{"old", "old/a.py", "old/server.py", "srv"}},
		"linked": {func(t *testing.T, dir string) {
			check(t, os.Link(filepath.Join(dir, "srv/lib/a.py"), filepath.Join(dir, "b.py")))
		}, []string{"srv/lib/a.py"}},
		"behind a link":       {func(t *testing.T, dir string) { write(t, dir, "linked/c.py") }, []string{"linked/c.py"}},
		"notes":               {func(t *testing.T, dir string) { write(t, dir, "srv/README.md"); write(t, dir, "srv/a.log") }, nil},
		"a text of a package": {func(t *testing.T, dir string) { write(t, dir, "srv/node_modules/x/main.txt") }, []string{"srv/node_modules", "srv/node_modules/x", "srv/node_modules/x/main.txt"}},
		"compiled by itself":  {func(t *testing.T, dir string) { write(t, dir, "srv/__pycache__/a.pyc") }, nil},
		"elsewhere":           {func(t *testing.T, dir string) { write(t, dir, "docs/a.py") }, nil},
		"removed":             {func(t *testing.T, dir string) { check(t, os.Remove(filepath.Join(dir, "srv/lib/a.py"))) }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := realTemp(t)
			lay(t, dir, "srv/server.py", "srv/lib/a.py", "old/server.py", "old/a.py", "linked/c.py", "docs/")
			check(t, os.Symlink("../linked", filepath.Join(dir, "srv/linked")))
			places := []Place{{Path: filepath.Join(dir, "srv", "server.py")}, {Path: filepath.Join(dir, "srv"), Tree: true}}
			open := paths.GroundOf([]string{dir})
			old := time.Now()
			for time.Since(old) < 3*lag { // what is there is surely older than the first look
			}
			began := time.Now()
			first, err := LookAt(places, open, began, "")
			if err != nil || len(first.Changed) > 0 {
				t.Fatal(first.Changed, err)
			}
			for time.Since(began) < 3*lag {
			}
			c.do(t, dir)
			look, err := LookAt(places, open, began, first.Words)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, path := range look.Changed {
				rel, _ := filepath.Rel(dir, path)
				got = append(got, filepath.ToSlash(rel))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("changed are %q, want %q", got, c.want)
			}
			if len(c.want) > 0 && look.Digest == first.Digest {
				t.Error("another look has the same digest")
			}
		})
	}
}

// What other servers keep in Handrail's data folder is none of a folder around it, unless it is named.
func TestAFolderAroundOurs(t *testing.T) {
	t.Parallel()
	dir := realTemp(t)
	lay(t, dir, "share/handrail/servers/other/pycache/a.pyc", "share/lib/a.py")
	ours := filepath.Join(dir, "share/handrail")
	l := Launch{Command: []string{"python3", "/own/server.py"}, Dir: dir, Home: dir, Open: paths.GroundOf([]string{ours, filepath.Join(dir, "share")}), Ours: ours}
	for variable, want := range map[string]string{"XDG_DATA_HOME=" + filepath.Join(dir, "share"): "share/lib/a.py", "PYTHONPATH=" + filepath.Join(ours, "servers/other"): "share/handrail/servers/other/b.py"} {
		l.Env = []string{variable}
		began := time.Now()
		for time.Since(began) < 3*lag {
		}
		now := time.Now()
		write(t, dir, "share/handrail/servers/other/b.py")
		write(t, dir, "share/lib/a.py")
		look, err := LookAt(Places(l), l.Open, now, "")
		if got := strings.Join(look.Changed, " "); err != nil || got != filepath.Join(dir, want) {
			t.Errorf("%s: changed are %q, %v", variable, got, err)
		}
	}
}

func write(t *testing.T, dir, name string) {
	t.Helper()
	lay(t, dir, name)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
