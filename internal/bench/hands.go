package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"handrail/spaces"
)

// measureHands takes the time of loading 500 hands, beside reading their file,
// and of one hand through the whole door, beside a bare exec of its program.
func measureHands(ctx context.Context, b bench) (lines []line, err error) {
	const count = 500
	many := filepath.Join(b.work, "hands-500")
	file, err := writeHands(many, count)
	if err != nil {
		return nil, err
	}
	samples, err := turns(20,
		func() error {
			space, problems, err := spaces.Open(ctx, many)
			if err == nil && (len(problems) > 0 || len(space.Hands) != count) {
				err = fmt.Errorf("%d of %d hands were loaded, with %d problems: %v", len(space.Hands), count, len(problems), problems)
			}
			return err
		},
		func() error { _, err := os.ReadFile(file); return err },
	)
	if err != nil {
		return nil, err
	}
	ours, floor := samples[0].median(), samples[1].median()
	lines = append(lines, line{
		what: "load of a space with 500 hands", ours: ours, floor: "reading the file", least: floor,
		aim: "under 50 ms", met: ours < 50*time.Millisecond, remark: short(ours/count) + " a hand",
	})

	dir := filepath.Join(b.work, "hand")
	if _, err := writeHands(dir, 1); err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	d, err := openDoor(ctx, b, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	space, err := d.app.Space(dir)
	if err != nil {
		return nil, err
	}
	if err := space.SetTrusted(ctx, space.Inventory().Digest); err != nil {
		return nil, err
	}
	samples, err = turns(100,
		d.call(ctx, "hand-000", map[string]any{"word": "hello"}),
		func() error { return quiet(ctx, dir, b.env, "printf", "%s", "--word=hello") },
	)
	if err != nil {
		return nil, err
	}
	ours, floor = samples[0].median(), samples[1].median()
	return append(lines, line{
		what: "a hand that prints a word, whole pipeline", ours: ours, floor: "bare exec of printf", least: floor,
		aim: "within 1.3 times", met: float64(ours) <= 1.3*float64(floor), remark: "adds " + short(ours-floor),
	}), nil
}

// writeHands makes a space with count hands of the usual size.
func writeHands(dir string, count int) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	var hands []string
	for i := range count {
		hands = append(hands, fmt.Sprintf(`
    "hand-%03d": {
      "description": "Prints a word, and says how often.",
      "command": ["printf", "%%s", "--word={{word}}", "{{often}}"],
      "timeout": 120000,
      "sideEffect": false,
      "env": { "LC_ALL": "C" },
      "params": {
        "word": { "type": "string", "required": true, "pattern": "^[a-z]+$" },
        "often": { "type": "string", "default": "", "pattern": "^[a-zA-Z0-9 _/]*$" }
      }
    }`, i))
	}
	file := filepath.Join(dir, "ctxnest.json")
	return file, os.WriteFile(file, []byte(`{"version": "1", "tools": {`+strings.Join(hands, ",")+"\n}}\n"), 0o600)
}
