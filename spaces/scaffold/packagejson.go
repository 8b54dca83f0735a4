package scaffold

import (
	"fmt"
	"slices"
	"strings"

	"handrail/internal/jsonfile"
	"handrail/internal/lazy"
	"handrail/tools/command"
)

// A manager is what runs the scripts of a package.json.
type manager struct {
	name string
	why  string
	dash bool // arguments for the script go behind --, which the manager takes away
}

// packageScripts proposes the scripts of package.json.
func packageScripts(p project) found {
	f := found{prefix: "npm"}
	text, ok := f.first(p, "package.json")
	if !ok {
		return f
	}
	top, err := parseObject(text)
	if err != nil {
		f.skip("", 0, "%s", err)
		return f
	}
	m, ok := lastOf(top, "scripts")
	if !ok {
		f.skip("", 0, "has no scripts")
		return f
	}
	if m.Value.Kind != jsonfile.Object {
		f.skip("scripts", m.Line, "must be a JSON object: it starts with {")
		return f
	}
	with := packageManager(p, top)
	f.prefix = with.name
	bodies, runs := map[string]string{}, web{}
	scripts := last(m.Value)
	for _, s := range scripts {
		if body := s.Value.Text(); s.Value.Kind == jsonfile.Text {
			bodies[s.Name], runs[s.Name] = body, []*strand{{[]string{body}, scriptCalls(body)}}
		}
	}
	for _, s := range scripts {
		f.script(s, with, bodies, runs)
	}
	return f
}

// packageManager is the one whose lock file lies beside package.json.
func packageManager(p project, top jsonfile.Value) manager {
	var field string
	if m, ok := lastOf(top, "packageManager"); ok && m.Value.Kind == jsonfile.Text {
		field, _, _ = strings.Cut(m.Value.Text(), "@")
	}
	var found []string // manager, lock file
	for _, lock := range [][2]string{
		{"npm", "package-lock.json"}, {"npm", "npm-shrinkwrap.json"}, {"pnpm", "pnpm-lock.yaml"},
		{"yarn", "yarn.lock"}, {"bun", "bun.lock"}, {"bun", "bun.lockb"},
	} {
		if p.has(lock[1]) && (len(found) == 0 || lock[0] == field) {
			found = lock[:]
		}
	}
	switch {
	case len(found) > 0:
		return manager{found[0], "run with " + found[0] + ", because of " + found[1], found[0] == "npm"}
	case slices.Contains([]string{"npm", "pnpm", "yarn", "bun"}, field):
		return manager{field, "run with " + field + ", because packageManager says so", field == "npm"}
	}
	return manager{"npm", "run with npm, because there is no lock file", true}
}

// script proposes one script.
func (f *found) script(s jsonfile.Member, with manager, bodies map[string]string, runs web) {
	body, text := bodies[s.Name]
	of := strings.TrimPrefix(strings.TrimPrefix(s.Name, "pre"), "post")
	_, around := bodies[of]
	switch {
	case !text:
		f.skip(s.Name, s.Line, "is not a text")
	case !plain(s.Name):
		f.skip(s.Name, s.Line, "%s", notPlain(s.Name))
	case of != s.Name && around:
		f.skip(s.Name, s.Line, "runs before or after %s by itself", of)
	case lifecycle(s.Name):
		f.skip(s.Name, s.Line, "is run by the package manager itself")
	case kebab(s.Name) == "":
		f.skip(s.Name, s.Line, "its name has no letter")
	case f.room():
		d := draft{name: kebab(s.Name), why: []string{with.why}}
		d.hand = command.Hand{Description: sentence(fmt.Sprintf("Run the script %s of package.json: %s", s.Name, body)), Command: []string{with.name, "run", s.Name}}
		d.judge(s.Name, runs.whole(s.Name)+runs.whole("pre"+s.Name)+runs.whole("post"+s.Name))
		if !d.hand.Confirm && !d.hand.Disabled {
			d.filter(body, with)
		}
		f.addDraft(d, s.Line)
	}
}

// lifecycle reports whether npm runs a script of this name on its own account.
func lifecycle(name string) bool {
	return slices.Contains([]string{
		"install", "preinstall", "postinstall", "prepare", "prepublish", "prepublishOnly", "prepack", "postpack", "dependencies",
		"preversion", "version", "postversion", "prerestart", "postrestart", "prestop", "poststop", "preuninstall", "postuninstall",
		"pretest", "posttest", "prestart", "poststart", "publish", "postpublish", "shrinkwrap", "preshrinkwrap", "postshrinkwrap",
	}, name)
}

var (
	runner     = lazy.Regexp(`^(?:cross-env\s+)?(?:[A-Z_][A-Z0-9_]*=[A-Za-z0-9_./:-]*\s+)*(?:npx\s+)?(vitest|jest|mocha|playwright)((?:\s+[A-Za-z0-9_./=:@*'",{}-]+)*)\s*$`)
	scriptCall = lazy.Regexp(`\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+|run-script\s+)?(?:-\S+\s+)*([A-Za-z0-9_:./@+-]+)|\b(?:run-s|run-p|npm-run-all)((?:\s+[A-Za-z0-9_:./@+-]+)+)|\bnpm:([A-Za-z0-9_:./@+-]+)`)
)

// testFilter is what a filter of tests may hold: names of files and words of
// titles. Not one of its words can be taken for an option, even where a manager
// does not quote them.
const testFilter = `^[A-Za-z0-9_@][A-Za-z0-9_@/.:-]*( [A-Za-z0-9_@/.:][A-Za-z0-9_@/.:-]*)*$`

// filter lets the tests be narrowed, where the script is one command of a
// runner that is known.
func (d *draft) filter(body string, with manager) {
	m := runner().FindStringSubmatch(body)
	if m == nil {
		return
	}
	args := strings.Fields(m[2])
	last := "{{filter}}"
	switch m[1] {
	case "playwright":
		if len(args) == 0 || args[0] != "test" {
			return
		}
	case "mocha":
		last = "--grep={{filter}}"
	case "vitest":
		if len(args) > 0 && !slices.Contains([]string{"run", "related", "bench"}, args[0]) && !strings.HasPrefix(args[0], "-") {
			return
		}
	}
	if with.dash {
		d.hand.Command = append(d.hand.Command, "--")
	}
	if m[1] == "vitest" && !slices.Contains(args, "run") && !slices.Contains(args, "--run") {
		d.hand.Command = append(d.hand.Command, "--run") // without it vitest may stay and watch
	}
	d.hand.Command = append(d.hand.Command, last)
	d.param("filter", command.HandParam{Type: "string", Description: filterWords(m[1]), Pattern: testFilter})
	d.setReason("filter narrows the tests, because " + m[1] + " runs them")
}

// filterWords says what the filter of a runner is compared with.
func filterWords(runner string) string {
	if runner == "mocha" {
		return "only tests whose title matches; without it all"
	}
	return "only files of tests whose path matches; without it all"
}

// scriptCalls finds the scripts that a script runs.
func scriptCalls(body string) []string {
	var calls []string
	for _, m := range scriptCall().FindAllStringSubmatch(body, 100) {
		calls = append(append(calls, m[1], m[3]), strings.Fields(m[2])...)
	}
	return calls
}
