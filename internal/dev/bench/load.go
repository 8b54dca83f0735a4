package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"handrail/spaces"
)

// measureLoad takes the time of loading spaces with many tools, beside merely
// reading their files. It should grow as they do, and not faster.
func measureLoad(ctx context.Context, b bench) ([]line, error) {
	var lines []line
	var small time.Duration // for one tool, in the smallest space
	for _, count := range []int{100, 1_000, 5_000} {
		dir := filepath.Join(b.work, fmt.Sprintf("tools-%d", count))
		files, err := writeTools(dir, count)
		if err != nil {
			return nil, err
		}
		samples, err := turns(5,
			func() error {
				space, problems, err := spaces.Open(ctx, dir)
				if err == nil && (len(problems) > 0 || len(space.Tools) != count) {
					err = fmt.Errorf("%d of %d tools were loaded, with %d problems: %v", len(space.Tools), count, len(problems), problems)
				}
				return err
			},
			func() error { return readAll(files) },
		)
		if err != nil {
			return nil, err
		}
		l := line{what: fmt.Sprintf("load of a space with %d tools", count), ours: samples[0].median(), floor: "reading the files", least: samples[1].median()}
		each := l.ours / time.Duration(count)
		if small == 0 {
			small = each
		}
		l.aim, l.met, l.remark = "grows linearly", float64(each) < 1.5*float64(small), short(each)+" a tool"
		lines = append(lines, l)
	}
	return lines, nil
}

func readAll(files []string) error {
	for _, f := range files {
		if _, err := os.ReadFile(f); err != nil {
			return err
		}
	}
	return nil
}

// writeTools makes a space with count tools of the usual size.
func writeTools(dir string, count int) ([]string, error) {
	folder := filepath.Join(dir, "agent", "tools")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	files := make([]string, 0, count)
	for i := range count {
		text := fmt.Sprintf(`---
id: tool-%05d
name: Tool %d
description: Runs one of the suites and says what failed.
category: testing
parameters:
  - name: suite
    type: string
    description: Which suite to run
    required: true
    enum: [unit, integration, all]
  - name: timeout
    type: number
    description: Seconds for each test
    default: 30
  - name: filter
    type: string
    description: Only tests whose name contains this
    pattern: "[a-z]*"
command: bash scripts/test.sh {{suite}} --timeout {{timeout}} -- {{filter}}
timeout: 120
---

Runs the suite. The answer ends with the number of tests that passed and failed.
`, i, i)
		name := filepath.Join(folder, fmt.Sprintf("tool-%05d.md", i))
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return nil, err
		}
		files = append(files, name)
	}
	return files, nil
}
