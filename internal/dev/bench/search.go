package main

import (
	"context"
	"errors"
)

// measureSearch takes the time of grep and glob over Go's own source, beside
// ripgrep with its start as a process. What is searched for is rare, so that
// neither stops early.
func measureSearch(ctx context.Context, b bench) (lines []line, err error) {
	d, err := openDoor(ctx, b, b.goSource)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.close()) }()

	rg := func(args ...string) subject {
		return func() error { return quiet(ctx, b.goSource, b.env, "rg", args...) }
	}
	cases := []struct {
		what, floor string
		ours, rg    subject
		aimed       bool
	}{
		{
			"grep for a word over Go's src", "ripgrep",
			d.call(ctx, "grep", map[string]any{"pattern": "ErrShortBuffer"}),
			rg("-n", "--no-heading", "--color", "never", "ErrShortBuffer", "."), true,
		},
		{
			"grep for an expression, case ignored", "ripgrep",
			d.call(ctx, "grep", map[string]any{"pattern": "err[a-z]+EOF", "ignore_case": true}),
			rg("-n", "-i", "--no-heading", "--color", "never", "err[a-z]+EOF", "."), true,
		},
		{
			"glob **/*_test.go over Go's src", "ripgrep --files",
			d.call(ctx, "glob", map[string]any{"pattern": "**/*_test.go"}),
			rg("--files", "-g", "*_test.go"), false,
		},
	}
	for _, c := range cases {
		samples, err := turns(15, c.ours, c.rg)
		if err != nil {
			return nil, err
		}
		l := line{what: c.what, ours: samples[0].median(), floor: c.floor, least: samples[1].median()}
		if c.aimed {
			l.aim, l.met = "within 1.5 times", float64(l.ours) <= 1.5*float64(l.least)
		}
		lines = append(lines, l)
	}
	return lines, nil
}
