package guard

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// What of a space is protected is slow to say where it holds many repositories: it is asked once for all that a call has changed.
func TestProtectedIsAskedOnceForManyFiles(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "led.sh"), filepath.Join(root, "run.sh")); err != nil {
		t.Fatal(err)
	}
	asked := 0
	g := New(Config{Roots: func() []string { return []string{root} }, Protect: func() []string {
		asked++
		return []string{"kept.sh", "run.sh"}
	}})
	var changed []string
	for i := range 200 {
		changed = append(changed, filepath.Join(root, fmt.Sprintf("n%d.txt", i)))
	}
	changed = append(changed, filepath.Join(root, "kept.sh"), filepath.Join(root, "led.sh"))
	call := tools.Call{Caller: tools.Caller{Kind: tools.CallerAgent}}
	if left := Unnamed(g, call, nil, changed); len(left) != 2 || asked != 1 {
		t.Errorf("of many files, these count: %v; it was asked %d times", left, asked)
	}
	asked = 0
	once := AtOnce(g)
	count := 0
	for _, path := range changed {
		count += len(Unnamed(once, call, nil, []string{path}))
	}
	if count != 2 || asked != 1 {
		t.Errorf("one after the other, %d files count; it was asked %d times", count, asked)
	}
}

// Which packages of the registry a project needs is no command; one from elsewhere is like one.
func TestSameCommands(t *testing.T) {
	const before = `{"name":"a","version":"1.0.0","scripts":{"test":"x"},"dependencies":{"mine":"file:../mine","y":"^1.0.0"}}`
	with := func(version, dependencies string) string {
		return `{"name":"a","version":"` + version + `","scripts":{"test":"x"},"dependencies":` + dependencies + `}`
	}
	for now, want := range map[string]bool{
		with("1.0.1", `{"mine":"file:../mine","y":"^1.0.0"}`):                              true,
		with("2.0.0-rc.1+b", `{"mine":"file:../mine"}`):                                    true,
		with("1.0.0", `{"y":"^2.0.0 || >=3.1 <4","z":"latest","w":"npm:@a/b@^1","v":"*"}`): true,
		with("1.0.0", `{"y":"workspace:*","z":"catalog:","x":"~1.2"}`):                     true,
		with("1;$(touch x)", `{"mine":"file:../mine","y":"^1.0.0"}`):                       false,
		with("1.0.0", `{"x":"git+ssh://git@evil.example/x.git"}`):                          false,
		with("1.0.0", `{"x":"file:./e.tgz"}`):                                              false,
		with("1.0.0", `{"x":"./e.tgz"}`):                                                   false,
		with("1.0.0", `{"x":"https://evil.example/x.tgz"}`):                                false,
		with("1.0.0", `{"x":"eve/x"}`):                                                     false,
		with("1.0.0", `{"x":"link:../x"}`):                                                 false,
		with("1.0.0", `{"x":["1.0.0"]}`):                                                   false,
		with("1.0.0", `["x"]`):                                                             false,
		`{"name":"a","version":"1.0.0","scripts":{"test":"y"}}`:                            false,
		before: true,
		"":     false,
	} {
		if got := SameCommands("/s/package.json", before, now); got != want {
			t.Errorf("%s: %v", now, got)
		}
	}
}

// Of files that are changed every day only what starts something counts, and of lists of locked packages a host that was not in them.
func TestSameManifests(t *testing.T) {
	const py = "[build-system]\nrequires = [\"hatchling\"]\nbuild-backend = \"hatchling.build\"\n[project]\nname = \"a\"\ndependencies = [\"x>=1\"]\n"
	const cargo = "[package]\nname = \"a\"\nversion = \"0.1.0\"\n[dependencies]\nserde = \"1\"\n"
	const cmake = "project(a)\nexecute_process(COMMAND\n  date)\nadd_executable(a a.c)\n"
	const npm = `{"packages":{"node_modules/x":{"version":"1.0.0","resolved":"https://registry.npmjs.org/x/-/x-1.0.0.tgz","funding":{"url":"https://x.example"}}}}`
	const crate = "[[package]]\nname = \"x\"\nversion = \"1.0.0\"\nsource = \"registry+https://github.com/rust-lang/crates.io-index\"\n"
	for _, x := range []struct {
		file, before, now string
		want              bool
	}{
		{"pyproject.toml", "", py, true},
		{"pyproject.toml", py, strings.Replace(py, `"x>=1"`, `"x[y]~=2.0; python_version<'3'", "y"`, 1), true},
		{"pyproject.toml", py, py + "[tool.ruff]\nline-length = 100\n", true},
		{"pyproject.toml", py, strings.Replace(py, `"x>=1"`, `"x @ https://evil.example/x.whl"`, 1), false},
		{"pyproject.toml", py, strings.Replace(py, `["hatchling"]`, `["hatchling", "x @ git+https://evil.example/x"]`, 1), false},
		{"pyproject.toml", py, strings.Replace(py, "hatchling.build", "evil", 1), false},
		{"pyproject.toml", py, strings.Replace(py, "[project]", "backend-path = [\".\"]\n[project]", 1), false},
		{"pyproject.toml", py, py + "[project.scripts]\na = \"evil:main\"\n", false},
		{"pyproject.toml", py, py + "[tool.pytest.ini_options]\naddopts = \"-p evil\"\n", false},
		{"pyproject.toml", py, py + "[tool.poe.tasks]\ntest = \"evil\"\n", false},
		{"pyproject.toml", py, py + "[tool.mypy]\nplugins = [\"evil\"]\n", false},
		{"pyproject.toml", py, py + "[tool.poetry.dependencies]\nx = {git = \"https://evil.example\"}\n", false},
		{"pyproject.toml", py, "no [toml", false},
		{"Cargo.toml", "", cargo, true},
		{"Cargo.toml", cargo, cargo + "tokio = { version = \"1\", features = [\"full\"] }\n[features]\na = []\n", true},
		{"Cargo.toml", cargo, cargo + "x = { git = \"https://evil.example\" }\n", false},
		{"Cargo.toml", cargo, cargo + "x = { path = \"evil\" }\n", false},
		{"Cargo.toml", cargo, strings.Replace(cargo, "[dep", "build = \"evil.rs\"\n[dep", 1), false},
		{"Cargo.toml", cargo, cargo + "[patch.crates-io]\nserde = { git = \"https://evil.example\" }\n", false},
		{"setup.cfg", "[metadata]\nname = a\nversion = 1\n", "[metadata]\nname = b\nversion = 2\n[flake8]\nmax-line-length = 1\n", true},
		{"setup.cfg", "[metadata]\nversion = 1\n", "[metadata]\nversion = attr: evil.x\n", false},
		{"setup.cfg", "", "[options.entry_points]\nconsole_scripts =\n  a = evil:main\n", false},
		{"setup.cfg", "", "[options]\ninstall_requires =\n  x @ https://evil.example/x\n", false},
		{"pytest.ini", "[pytest]\n", "[pytest]\nmarkers =\n  slow: x\n", true},
		{"pytest.ini", "[pytest]\n", "[pytest]\naddopts = -p evil\n", false},
		{"CMakeLists.txt", cmake, strings.Replace(cmake, "a.c", "a.c b.c", 1) + "target_link_libraries(a m)\nset(x 1)\n", true},
		{"CMakeLists.txt", cmake, strings.Replace(cmake, "date", "evil", 1), false},
		{"CMakeLists.txt", cmake, cmake + "add_custom_target(x ALL COMMAND evil)\n", false},
		{"CMakeLists.txt", cmake, cmake + "set(x 1) EXECUTE_PROCESS (COMMAND evil)\n", false},
		{"CMakeLists.txt", cmake, cmake + "set( CMAKE_C_COMPILER evil)\n", false},
		{"package-lock.json", "", npm, true},
		{"package-lock.json", npm, strings.ReplaceAll(npm, "1.0.0", "2.0.0"), true},
		{"package-lock.json", npm, strings.Replace(npm, "registry.npmjs.org", "evil.example", 1), false},
		{"package-lock.json", npm, strings.Replace(npm, "https://registry.npmjs.org/x/-/x-1.0.0.tgz", "git+ssh://git@evil.example/x.git#1", 1), false},
		{"package-lock.json", strings.Replace(npm, "registry.npmjs.org", "own.example", 1), strings.Replace(npm, "registry.npmjs.org/x", "own.example/y", 1), true},
		{"Cargo.lock", "", crate, true},
		{"Cargo.lock", crate, strings.Replace(crate, "registry+https://github.com/rust-lang/crates.io-index", "git+https://github.com/eve/x#1", 1), false},
		{"yarn.lock", "", "x@^1:\n  version \"1.0.0\"\n  resolved \"https://evil.example/x.tgz#1\"\n", false},
		{"yarn.lock", "", "x@^1:\n  version \"1.0.0\"\n  resolved \"https://registry.yarnpkg.com/x.tgz#1\"\n", true},
		{"poetry.lock", "", "[package.source]\ntype = \"git\"\nurl = \"https://evil.example/x\"\n", false},
		{"uv.lock", "", "source = { registry = \"https://pypi.org/simple\" }\nsdist = { url = \"https://files.pythonhosted.org/x\" }\n", true},
		{"vitest.config.ts", "export default {}\n", "evil()\n", false},
		{"pyproject.toml", py, "", false},
		{"composer.json", `{"require":{"a/b":"^1"},"scripts":{"test":"x"}}`, `{"require":{"a/b":"^2","c/d":"*"},"scripts":{"test":"x"}}`, true},
		{"composer.json", `{"require":{"a/b":"^1"}}`, `{"require":{"a/b":"^1"},"scripts":{"pre-install-cmd":"evil"}}`, false},
		{"composer.json", "", `{"repositories":[{"type":"vcs","url":"https://evil.example"}]}`, false},
		{"Gemfile", "source 'https://rubygems.org'\n", "source 'https://rubygems.org'\n# tests\ngem \"rspec\", \"~> 3.0\", '< 4'\n", true},
		{"Gemfile", "", "gem \"x\", \"#{system(:evil)}\"\n", false},
		{"Gemfile", "", "gem \"x\", git: \"https://evil.example\"\n", false},
	} {
		if !isManifest("/s/" + x.file) {
			t.Errorf("%s is none", x.file)
		}
		if got := SameCommands("/s/"+x.file, x.before, x.now); got != x.want {
			t.Errorf("%s: %v for %q", x.file, got, x.now)
		}
	}
}

// Files that a usual word runs are known by their names, wherever they lie and in any case; sources and data are none.
func TestFilesOfCommandsAreKnown(t *testing.T) {
	for name := range strings.FieldsSeq(`composer.json Gemfile my.gemspec build.gradle build.gradle.kts settings.gradle settings.gradle.kts pom.xml build.xml Podfile configure
		gulpfile.js Gulpfile.babel.ts Gruntfile.coffee meson.build SConstruct flake.nix default.nix shell.nix magefile.go magefiles.go tasks.py noxfile.py conftest.py manage.py build.sbt build.zig Makefile.PL
		Rakefile Dockerfile Dockerfile.dev compose.yaml docker-compose.test.yml .gdbinit .exrc .dir-locals.el sitecustomize.py venv/lib/site-packages/x.pth rust-toolchain.toml vite.config.ts webpack.config.js
		webpack.prod.js eslint.config.mjs .eslintrc.cjs jest.config.js prettier.config.js .prettierrc.mjs postcss.config.js package.json Makefile .cargo/config.toml .mvn/jvm.config`) {
		for _, dir := range []string{"/s/", "/s/web/"} {
			if !isRunner(dir+name) || !isRunner(dir+strings.ToUpper(name)) {
				t.Errorf("%s is none", dir+name)
			}
		}
	}
	for name := range strings.FieldsSeq("main.go notes.md model.pth settings.json config.toml webpack.md configure.md vite.ts tasks.md pom.txt data/config.js src/index.js Gemfile.md .eslintignore") {
		if isRunner("/s/" + name) {
			t.Errorf("%s is one", name)
		}
	}
	for word, want := range map[string]bool{"*.js": false, "*.ts": false, "src/*.go": false, "gulp*": true, "vite.config.*": true, "web*.js": true, "webp*": true} {
		if got := runnerOf(bash.Word{Text: word, Glob: true}) != ""; got != want {
			t.Errorf("%s: %v", word, got)
		}
	}
	for name, by := range runners {
		if by == "" || name != strings.ToLower(name) {
			t.Errorf("%s is run by %q", name, by)
		}
	}
}
