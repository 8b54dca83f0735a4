package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"handrail/spaces"
)

// measureHands takes the time of loading 500 hands, beside reading their file,
// and of calling hands.
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

	more, err := measureHandCalls(ctx, b)
	return append(lines, more...), err
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
