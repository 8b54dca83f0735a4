package guard

import (
	"encoding/json"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"handrail/internal/lazy"
	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// PlantWay is the Name of the way by which a program makes a file that decides what runs later.
const PlantWay = "protected"

// plants is what decides what runs later and a program would plainly make. Rooms hold what is there already, and file tools ask about it anyway.
func (g *Guard) plants(call tools.Call, e tools.Entry, p tools.Preview) string {
	if p.Shell == "" {
		return ""
	}
	for _, c := range g.look(call, e, p).script.Commands {
		for _, t := range targetsOf(c) {
			for _, dir := range c.Dirs {
				at, ok := g.place.target(t, dir)
				if !ok {
					continue
				}
				if rel, ok := g.place.protects(at, false); ok {
					return rel
				}
			}
		}
	}
	return ""
}

// ScriptWay is the Name of the way by which a file is changed that holds commands which a usual word runs: npm test, make.
const ScriptWay = "scripts"

// A runner is a file of such commands, or one that package managers, editors and Git run unasked. A person who types the usual word runs
// what stands there, and outside the walls; of the sources of a program they know that they run them.
type runner struct {
	by    string // who runs it
	names string // in small letters, with spaces between; one with a * stands for all that fit
}

// runnerTable are all of them. Files that are changed every day and start something by some of what they say are manifests.
var runnerTable = []runner{
	{"npm, pnpm, yarn, Bun, Deno", "package.json package.json5 .npmrc .pnpmfile.cjs .pnpmfile.mjs pnpm-workspace.yaml .yarnrc .yarnrc.yml binding.gyp bunfig.toml deno.json deno.jsonc turbo.json nodemon.json"},
	{"make, just, task, rake and their like", "makefile gnumakefile makefile.am makefile.in bsdmakefile justfile .justfile taskfile.yml taskfile.yaml taskfile.dist.yml taskfile.dist.yaml rakefile rakefile.rb procfile earthfile tiltfile snakefile magefile*.go"},
	{"Docker and Vagrant", "compose.yml compose.yaml compose.override.yml compose.override.yaml docker-compose*.yml docker-compose*.yaml docker-compose.yml docker-compose.yaml docker-compose.override.yml docker-compose.override.yaml dockerfile dockerfile.* containerfile vagrantfile"},
	{"Python: pip, pytest, nox, tox, invoke, Django, and each start of it", "setup.py conftest.py noxfile.py tox.ini tasks.py manage.py fabfile.py dodo.py hatch_build.py sitecustomize.py usercustomize.py site-packages/*.pth dist-packages/*.pth .pylintrc pylintrc"},
	{"cargo and rustup", "build.rs .cargo/config.toml .cargo/config rust-toolchain rust-toolchain.toml"},
	{"Bundler, RubyGems, Ruby's shells", "gemfile gems.rb *.gemspec .irbrc .pryrc .bundle/config guardfile dangerfile fastfile"},
	{"Composer", "composer.json"},
	{"CocoaPods", "podfile *.podspec"},
	{"Gradle, Maven, Ant, sbt, Mill", "build.gradle build.gradle.kts settings.gradle settings.gradle.kts init.gradle gradlew gradlew.bat gradle-wrapper.properties pom.xml mvnw mvnw.cmd .mvn/jvm.config .mvn/extensions.xml .mvn/maven.config build.xml build.sbt build.sc build.mill"},
	{"MSBuild", "directory.build.props directory.build.targets"},
	{"configure, Meson, SCons, waf, Bazel, Zig, Perl's make", "configure configure.ac meson.build sconstruct sconscript wscript .bazelrc module.bazel build.zig makefile.pl build.pl"},
	{"Nix", "flake.nix default.nix shell.nix"},
	{"gulp, Grunt, Jake", "gulpfile.* gruntfile.* jakefile jakefile.*"},
	{"builds and checks of JavaScript, and the editors that ask them", "vite.config.* vitest.config.* vitest.workspace.* webpack.config.* webpack.*.js rollup.config.* esbuild.config.* tsup.config.* babel.config.* .babelrc.* postcss.config.* tailwind.config.* " +
		"eslint.config.* .eslintrc.* .eslintrc prettier.config.* .prettierrc.* stylelint.config.* .stylelintrc.* commitlint.config.* lint-staged.config.* .lintstagedrc .lintstagedrc.* " +
		"jest.config.* karma.conf.* .mocharc.* playwright.config.* cypress.config.* next.config.* nuxt.config.* svelte.config.* astro.config.* metro.config.*"},
	{"debuggers, editors and shells of languages, in the folder", ".gdbinit .lldbinit .exrc .vimrc .nvimrc .nvim.lua .dir-locals.el .dir-locals-2.el .ghci .rprofile .tool-versions"},
	{"git", ".gitattributes"},
}

// runners are the names of the table, with who runs each, and runnerPatterns those with a *.
var runners, runnerPatterns = func() (map[string]string, []string) {
	names, patterns := map[string]string{}, []string{}
	for _, one := range runnerTable {
		for name := range strings.FieldsSeq(one.names) {
			if strings.Contains(name, "*") {
				patterns = append(patterns, name)
			} else {
				names[name] = one.by
			}
		}
	}
	return names, patterns
}()

// withRunners are the folders by which some of them are known.
var withRunners = []string{".cargo", ".mvn", ".bundle"}

// isRunner reports whether a file is one of these, by its name alone: links to one are files of other names.
func isRunner(file string) bool {
	dir, name := path.Split(strings.ToLower(filepath.ToSlash(file)))
	below := path.Base(dir) + "/" + name
	if runners[name] != "" || slices.Contains(withRunners, path.Base(dir)) && runners[below] != "" {
		return true
	}
	return slices.ContainsFunc(runnerPatterns, func(pattern string) bool {
		of := name
		if strings.Contains(pattern, "/") {
			of = below
		}
		fits, err := path.Match(pattern, of)
		return fits && err == nil
	})
}

// scripts is the name of a file with commands that an act changes, or plainly would; "": none. Taking one away runs nothing.
func (g *Guard) scripts(call tools.Call, e tools.Entry, p tools.Preview) string {
	for _, effect := range p.Effects {
		if effect.Kind == tools.EffectWrite && isRunner(effect.Target) {
			return filepath.Base(effect.Target)
		}
	}
	if p.Shell == "" {
		return ""
	}
	for _, c := range g.look(call, e, p).script.Commands {
		targets := targetsOf(c)
		if c.Name() == "find" {
			targets = found(c.Args[1:])
		}
		for _, t := range targets {
			if name := runnerOf(t); name != "" && c.Name() != "rm" && c.Name() != "unlink" {
				return name
			}
		}
	}
	return ""
}

// runnerOf is the name of a file of commands that a word of a script names, also by a pattern; "": it names none that is known.
func runnerOf(t bash.Word) string {
	switch base := path.Base(filepath.ToSlash(t.Text)); {
	case t.Glob:
		for _, name := range slices.Sorted(maps.Keys(runners)) {
			if fits, err := path.Match(strings.ToLower(base), name); fits && err == nil {
				return name
			}
		}
		// A word for all files of a kind, as *.js, is about sources. One with a beginning may mean one of these.
		begins, _, _ := strings.Cut(strings.ToLower(base), "*")
		for _, pattern := range runnerPatterns {
			stem, _, _ := strings.Cut(pattern, "*")
			if len(begins) > 2 && stem != "" && !strings.ContainsAny(begins, "?[") && (strings.HasPrefix(stem, begins) || strings.HasPrefix(begins, stem)) {
				return base
			}
		}
	case !strings.ContainsAny(base, "$`<…") && isRunner("/"+t.Text): // its folder may not be known
		return base
	}
	return ""
}

// readers are programs that only print what find has found, or take it away.
var readers = []string{"cat", "grep", "head", "tail", "wc", "ls", "stat", "jq", "file", "echo", "printf", "diff", "sha256sum", "test", "rm", "rmdir", "unlink"}

// leftOut reports whether what a find looks for at args[i] surely is what it does not hand over: one that is negated once where nothing is an
// alternative of it, or left out before an alternative. Brackets can turn either round.
func leftOut(args []bash.Word, i int) bool {
	is := func(at int, words ...string) bool {
		return at >= 0 && at < len(args) && slices.Contains(words, args[at].Text)
	}
	alternatives := 0
	for at := range args {
		if is(at, "(", ")", ",") || !args[at].Known {
			return false
		}
		if is(at, "-o", "-or") {
			alternatives++
		}
	}
	negated := is(i-1, "!", "-not")
	if is(i+2, "-prune") {
		return !negated && is(i+3, "-o", "-or")
	}
	pruned := 0
	for at := range args {
		if is(at, "-prune") && is(at+1, "-o", "-or") {
			pruned++
		}
	}
	return negated && !is(i-2, "!", "-not") && alternatives == pruned
}

// found are the names that a find looks for and hands to a program that could write; those that it leaves out only where it says no other.
func found(args []bash.Word) (names []bash.Word) {
	writes := false
	var without []bash.Word
	for i, a := range args[:max(len(args)-1, 0)] {
		switch next := args[i+1]; a.Text {
		case "-exec", "-execdir", "-ok", "-okdir":
			writes = writes || !slices.Contains(readers, path.Base(next.Text))
		case "-name", "-iname", "-path", "-ipath", "-wholename":
			next.Glob = next.Glob || strings.ContainsAny(next.Text, "*?[")
			if leftOut(args, i) {
				without = append(without, next)
			} else {
				names = append(names, next)
			}
		}
	}
	switch {
	case !writes:
		return nil
	case len(names) == 0:
		return without
	}
	return names
}

// A Left is a file that a program has changed and that acts later, and how.
type Left struct {
	Path string
	Way  Way
}

// Told are the names of the ways by which an act plainly changes what acts later, as it is about to run.
func Told(g *Guard, call tools.Call, e tools.Entry, p tools.Preview) map[string]bool {
	return map[string]bool{MemoryWay: g.remembers(call, e, p, nil), PlantWay: g.plants(call, e, p) != "", ScriptWay: g.scripts(call, e, p) != ""}
}

// Unnamed are those of the files that programs of a call have changed which decide what runs or what models are told later, by none of
// the ways that it told before. Git's own are looked after where they are.
func Unnamed(g *Guard, call tools.Call, told map[string]bool, changed []string) (list []Left) {
	if call.Caller.Kind != tools.CallerAgent && call.Caller.Kind != tools.CallerMCP {
		return nil
	}
	g = AtOnce(g)
	for _, path := range changed {
		slashed := filepath.ToSlash(path)
		if strings.Contains(slashed+"/", "/.git/") || strings.HasSuffix(slashed, "/.gitmodules") {
			continue
		}
		way := later(g, path)
		if way.Name == ScriptWay && (strings.Contains(slashed, "/node_modules/") || strings.Contains(slashed, "/site-packages/")) {
			continue // package managers lay packages there, whose scripts are theirs to run
		}
		if way.Name != "" && !told[way.Name] {
			list = append(list, Left{path, way})
		}
	}
	return list
}

// AtOnce is a guard that judges many files as of one moment: it looks once at what of a space is protected, and where that leads.
func AtOnce(g *Guard) *Guard {
	if g.place.named.once {
		return g
	}
	once, at := *g, *g.place
	at.protect = sync.OnceValue(g.place.protect)
	at.named = &links{roots: at.named.roots, inside: at.named.inside, once: true}
	once.place = &at
	return &once
}

// later is the way by which a file that a program has changed acts later; none has no name.
func later(g *Guard, path string) Way {
	if g.isMemory(path) {
		return memoryWay
	}
	if isRunner(path) || isManifest(path) || slices.Contains(withRunners, strings.ToLower(filepath.Base(path))) { // a link in the place of such a folder
		return scriptWay(filepath.Base(path))
	}
	if rel, ok := g.place.protects(path, false); ok {
		return plantWay(rel)
	}
	return Way{}
}

// Aftermath judges what programs of an act that has run have left: as Elsewhere, whatever the mode and the rules let through.
func Aftermath(g *Guard, o Outward, left []Left) Verdict {
	var ways []Way
	for _, l := range left {
		if !slices.ContainsFunc(ways, func(w Way) bool { return w.Name == l.Way.Name }) {
			ways = append(ways, l.Way)
		}
	}
	return weigh(g, Verdict{Outcome: Allow, Stage: FromElsewhere, By: tools.Decider{Kind: tools.ByBuiltin, Name: RuleElsewhere}}, o, ways)
}

// Unforeseen are the names of the ways by which programs of an act could leave what acts later, under names that they work out
// themselves, where that would ask: see Unnamed.
func Unforeseen(g *Guard, o Outward) (names []string) {
	if o.Preview.Shell == "" && !slices.ContainsFunc(o.Preview.Effects, func(e tools.Effect) bool { return e.Kind == tools.EffectRun }) {
		return nil
	}
	told := Told(g, o.Call, o.Entry, o.Preview)
	for _, way := range []Way{memoryWay, scriptWay("a file of commands"), plantWay("a protected file")} {
		if !told[way.Name] && Aftermath(g, o, []Left{{Way: way}}).Outcome == Ask {
			names = append(names, way.Name)
		}
	}
	return names
}

// WayOf is the way of such a name by which a file acts later; none has no name.
func WayOf(name, path string) Way {
	switch name {
	case MemoryWay:
		return memoryWay
	case ScriptWay:
		return scriptWay(filepath.Base(path))
	case PlantWay:
		return plantWay(path)
	}
	return Way{}
}

// requires are the fields of package.json that package managers write, and that name no command: which version of which package.
var requires = []string{"version", "dependencies", "devDependencies", "optionalDependencies", "peerDependencies"}

// version is what such a field says of a package that the registry has: a version, a range of them, or a tag.
var version = lazy.Regexp(`^(npm:(@[\w.-]+/)?[\w.-]+@|workspace:|catalog:)?[\w.+*^~<>=| -]*$`)

// SameCommands reports whether two versions of a file of commands have the same ones, as far as its kind is read here: a package
// manager writes which packages a project needs. A package from elsewhere than the registry (an address, a file, a repository) is like a command.
func SameCommands(path, before, now string) bool {
	if before == now {
		return now != ""
	}
	name := strings.ToLower(filepath.Base(path))
	if is := manifests[name]; is != nil {
		return (now != "" || before == "") && is(before, now)
	}
	if name != "package.json" {
		return false
	}
	var a, b map[string]any
	if json.Unmarshal([]byte(before), &a) != nil || json.Unmarshal([]byte(now), &b) != nil || a == nil || b == nil {
		return false
	}
	for _, field := range requires {
		if !reflect.DeepEqual(a[field], b[field]) && !fromRegistry(a[field], b[field]) {
			return false
		}
		delete(a, field)
		delete(b, field)
	}
	return reflect.DeepEqual(a, b)
}

// fromRegistry reports whether all that a field has anew of versions are those of packages that the registry has.
func fromRegistry(before, now any) bool {
	switch now := now.(type) {
	case nil:
		return true
	case string:
		return version().MatchString(now)
	case map[string]any:
		was, _ := before.(map[string]any)
		for name, of := range now {
			text, ok := of.(string)
			if reflect.DeepEqual(was[name], of) && was != nil {
				continue
			}
			if !ok || !version().MatchString(text) {
				return false
			}
		}
		return true
	}
	return false
}
