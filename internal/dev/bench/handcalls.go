package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// handRounds is how often a hand and its floor are run in turn.
const handRounds = 150

// A handCase is a program that is run as a hand and bare.
type handCase struct {
	name string   // of the hand
	what string   // of the line
	argv []string // without parameters
	acts bool     // it has a side effect and is not idempotent
	aim  bool     // the line has the aim
}

// measureHandCalls takes the time of hands through the whole door, with the walls
// on, beside a bare exec of the same argv. A hand with a side effect waits for the
// disk before it begins (docs/spec/13-journal.md), one without does not.
func measureHandCalls(ctx context.Context, b bench) (lines []line, err error) {
	cases := []handCase{
		{"printf", "a hand: printf", []string{"printf", "%s", "--word=hello"}, false, true},
		{"list", "a hand: git ls-files", []string{"git", "ls-files"}, false, true},
		{"list-durable", "the same, with a side effect", []string{"git", "ls-files"}, true, false},
		{"status", "a hand: git status", []string{"git", "status", "--short"}, false, true},
		{"node", "a hand: node, one line", []string{"node", "-e", "console.log(1)"}, false, true},
		{"node-durable", "the same, with a side effect", []string{"node", "-e", "console.log(1)"}, true, false},
	}
	dir, err := caseSpace(ctx, b, "hand", cases)
	if err != nil {
		return nil, err
	}
	d, err := openTrusted(ctx, b, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	for _, c := range cases {
		samples, err := turns(handRounds,
			d.call(ctx, c.name, map[string]any{}),
			func() error { return quiet(ctx, dir, handEnv(b.env), c.argv[0], c.argv[1:]...) },
		)
		if err != nil {
			return nil, err
		}
		ours, floor := samples[0].median(), samples[1].median()
		l := line{what: c.what, ours: ours, floor: "bare exec of " + c.argv[0], least: floor, remark: "adds " + short(ours-floor)}
		if c.aim {
			l.aim, l.met = "within 1.3 times", float64(ours) <= 1.3*float64(floor)
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// handEnv is what a hand gets of an environment
// (docs/spec/07-hands.md#guarantees), so that its floor gets the same: node
// starts slower with some variables than with others.
func handEnv(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return !slices.Contains([]string{"PATH", "HOME", "USER", "LANG", "TZ", "TMPDIR"}, name)
	})
}

// caseSpace makes a space that is a git repository and has the cases as hands.
func caseSpace(ctx context.Context, b bench, name string, cases []handCase) (string, error) {
	dir := filepath.Join(b.work, name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	var hands []string
	for _, c := range cases {
		var argv []string
		for _, a := range c.argv {
			argv = append(argv, fmt.Sprintf("%q", a))
		}
		hands = append(hands, fmt.Sprintf(`"%s": {"description": "%s", "command": [%s], "sideEffect": %t, "params": {}}`, c.name, c.what, strings.Join(argv, ", "), c.acts))
	}
	text := `{"version": "1", "tools": {` + strings.Join(hands, ",\n") + "\n}}\n"
	if err := os.WriteFile(filepath.Join(dir, "ctxnest.json"), []byte(text), 0o600); err != nil {
		return "", err
	}
	if err := quiet(ctx, dir, b.env, "git", "init", "-q"); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

// openTrusted opens a folder as a space that the person trusts.
func openTrusted(ctx context.Context, b bench, dir string) (door, error) {
	d, err := openDoor(ctx, b, dir)
	if err != nil {
		return d, err
	}
	space, err := d.app.Space(dir)
	if err == nil {
		err = space.Trust().Approve(ctx, space.Trust().State().Inventory().Digest)
	}
	if err != nil {
		return door{}, errors.Join(err, d.close())
	}
	return d, nil
}
