package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// measureCalls takes the time of single calls through the whole pipeline.
func measureCalls(ctx context.Context, b bench) (lines []line, err error) {
	file := filepath.Join(b.space, "kilobyte.txt")
	if err := os.WriteFile(file, bytes.Repeat([]byte("fifteen letters\n"), 64), 0o600); err != nil {
		return nil, err
	}
	d, err := openDoor(ctx, b, b.space)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.close()) }()

	samples, err := turns(500,
		d.call(ctx, "read", map[string]any{"path": "kilobyte.txt"}),
		func() error { _, err := os.ReadFile(file); return err },
	)
	if err != nil {
		return nil, err
	}
	ours, floor := samples[0].median(), samples[1].median()
	lines = append(lines, line{
		what: "read of 1 KB, whole pipeline, journal on", ours: ours, floor: "os.ReadFile", least: floor,
		aim: "adds under 150 µs", met: ours-floor < 150*time.Microsecond, remark: "adds " + short(ours-floor),
	})

	samples, err = turns(100,
		d.call(ctx, "bash", map[string]any{"command": "echo hello"}),
		func() error { return quiet(ctx, b.space, b.env, "bash", "--noprofile", "--norc", "-c", "echo hello") },
	)
	if err != nil {
		return nil, err
	}
	ours, floor = samples[0].median(), samples[1].median()
	lines = append(lines, line{
		what: "bash with echo hello", ours: ours, floor: "bare exec of bash", least: floor,
		aim: "within 1.5 times", met: float64(ours) <= 1.5*float64(floor), remark: "adds " + short(ours-floor),
	})

	memory := filepath.Join(b.space, "MEMORY.md")
	if err := os.WriteFile(memory, rememberedMegabyte(), 0o600); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.Remove(memory)) }()
	samples, err = turns(100,
		d.call(ctx, "memory_read", map[string]any{"query": "the gate's key"}),
		func() error { _, err := os.ReadFile(memory); return err },
	)
	if err != nil {
		return nil, err
	}
	ours = samples[0].median()
	return append(lines, line{
		what: "memory_read of 1 MB, with a hit", ours: ours, floor: "os.ReadFile", least: samples[1].median(), aim: "under 5 ms", met: ours < 5*time.Millisecond,
	}), nil
}

// rememberedMegabyte is a memory of 1 MB, with one paragraph at its end that is looked for.
func rememberedMegabyte() []byte {
	var out bytes.Buffer
	for i := 0; out.Len() < 1<<20; i++ {
		fmt.Fprintf(&out, "Note %d: the release of week %d went out on a Tuesday, and nobody had to stay.\n\n", i, i)
	}
	out.WriteString("The gate's key hangs behind the door.\n")
	return out.Bytes()
}
