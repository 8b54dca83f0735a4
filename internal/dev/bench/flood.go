package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"handrail/internal/proc"
)

const (
	floodBytes  = 1 << 30
	floodRounds = 5
	floodMemory = 64 << 20 // the aim, of Handrail and its room together
)

// The ways in which the output of a program is taken in.
const (
	byRunner = "runner" // the runner alone
	byFile   = "file"   // and the file of the whole output, which ends at 64 MB
	byHand   = "hand"   // through the whole door: walls, file, live output, journal
)

// flooding is what one process that took 1 GB in has to say.
type flooding struct {
	Took, Null, Reader time.Duration // its own, and the floors
	Peak, Room         int64         // bytes that it held at most, and that its room did beyond the program's own file
}

// measureFlood takes the time of 1 GB of output, each round in a process of its
// own, so that what it held at most can be told.
func measureFlood(ctx context.Context, b bench) ([]line, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	all := map[string][]flooding{}
	kinds := []string{byRunner, byFile, byHand}
	for range floodRounds {
		for _, kind := range kinds {
			raw, err := exec.CommandContext(ctx, self, "-flood", kind).Output()
			if err != nil {
				return nil, fmt.Errorf("1 GB by %s: %w", kind, err)
			}
			var one flooding
			if err := json.Unmarshal(raw, &one); err != nil {
				return nil, err
			}
			all[kind] = append(all[kind], one)
		}
	}
	what := map[string]string{
		byRunner: "1 GB of output, the runner alone", byFile: "the same, the whole in a file up to 64 MB", byHand: "the same as a hand: walls, file, live, journal",
	}
	var lines []line
	for _, kind := range kinds {
		var took, null, reader sample
		var peak, room int64
		for _, one := range all[kind] {
			took, null, reader = append(took, one.Took), append(null, one.Null), append(reader, one.Reader)
			peak, room = max(peak, one.Peak), max(room, one.Room)
		}
		rate := floodBytes / took.median().Seconds()
		lines = append(lines, line{
			what: what[kind], ours: took.median(), floor: "bare reader of its pipe", least: reader.median(),
			aim: "1 GB/s, under 64 MB", met: rate >= 1e9 && peak+room < floodMemory,
			remark: fmt.Sprintf("%.1f GB/s, at most %.0f MB, its room %.0f MB; > /dev/null: %s", rate/1e9, float64(peak)/1e6, float64(room)/1e6, short(null.median())),
		})
	}
	return lines, nil
}

// flood is the life of such a process.
func flood(ctx context.Context, kind string) (err error) {
	b, err := prepare(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.work)) }()
	argv := []string{"head", "-c", strconv.Itoa(floodBytes), "/dev/zero"}
	ours, end, err := flooder(ctx, b, kind, argv)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	var f flooding
	for _, one := range []struct {
		took *time.Duration
		run  subject
	}{
		{&f.Took, ours},
		{&f.Null, func() error { return toNull(ctx, argv) }},
		{&f.Reader, func() error { return toReader(ctx, argv) }},
	} {
		began := time.Now()
		if err := one.run(); err != nil {
			return err
		}
		*one.took = time.Since(began)
	}
	f.Peak = status(os.Getpid(), "VmHWM")
	for _, pid := range family(os.Getpid())[1:] { // in the app both are the same file: it is in memory once
		f.Room += status(pid, "VmHWM") - status(pid, "RssFile")
	}
	return json.NewEncoder(os.Stdout).Encode(f)
}

// flooder makes what takes the output in; end lets go of it.
func flooder(ctx context.Context, b bench, kind string, argv []string) (run subject, end func() error, err error) {
	c := proc.Command{Path: argv[0], Args: argv[1:], Env: b.env}
	switch kind {
	case byRunner:
		return runFlood(ctx, c), func() error { return nil }, nil
	case byFile:
		file, err := os.CreateTemp(b.work, "whole-")
		if err != nil {
			return nil, nil, err
		}
		c.Whole = file
		return runFlood(ctx, c), file.Close, nil
	case byHand:
		dir, err := caseSpace(ctx, b, "flood", []handCase{{name: "flood", what: "prints 1 GB", argv: argv}, {name: "nothing", what: "opens the room", argv: []string{"true"}}})
		if err != nil {
			return nil, nil, err
		}
		d, err := openTrusted(ctx, b, dir)
		if err != nil {
			return nil, nil, err
		}
		if err := d.call(ctx, "nothing", map[string]any{})(); err != nil {
			return nil, nil, errors.Join(err, d.close())
		}
		return d.call(ctx, "flood", map[string]any{}), d.close, nil
	}
	return nil, nil, fmt.Errorf("1 GB is taken in by %s, %s or %s, not by %q", byRunner, byFile, byHand, kind)
}

func runFlood(ctx context.Context, c proc.Command) subject {
	return func() error {
		out, err := proc.Run(ctx, c)
		if err == nil && out.Stdout.Total != floodBytes {
			err = fmt.Errorf("%d bytes came", out.Stdout.Total)
		}
		return err
	}
}

// toNull is the program with nobody who reads.
func toNull(ctx context.Context, argv []string) error {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdout = null
	return cmd.Run()
}

// toReader is the program with a reader that forgets what it reads.
func toReader(ctx context.Context, argv []string) error {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	// A struct around each, so that nothing is copied within the kernel.
	n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{out}, make([]byte, 32<<10))
	if err == nil && n != floodBytes {
		err = fmt.Errorf("%d bytes came", n)
	}
	return errors.Join(err, cmd.Wait())
}
