package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A part is what is measured together: once for each side, in this order.
type part struct {
	name    string
	measure func(ctx context.Context, sides [2]side, order [2]int, all *figures) error
}

// outsideTurns is how often a whole program is started in one round, besides
// one start that warms up.
const outsideTurns = 20

// allParts are whole programs, compiling, and what the bench programs of both
// sides measure.
func allParts(ctx context.Context, sides [2]side) ([]part, error) {
	parts := []part{{"outside", measureOutside}, {"compile", measureCompile}}
	var names []string
	for _, s := range sides {
		of, err := benchParts(ctx, s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		for _, name := range of {
			// What start measures is among the whole programs, in finer turns; of the window, the sides have no program.
			if name != "start" && name != "window" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, name := range names {
		parts = append(parts, part{name, benchPart(name)})
	}
	return parts, nil
}

// partsInError finds what every bench program answers, of whatever commit, when it
// is asked for a part that does not exist.
var partsInError = regexp.MustCompile(`there is no part .*: it is one of (.+)`)

// benchParts are the parts that a side's bench program knows.
func benchParts(ctx context.Context, s side) ([]string, error) {
	_, err := output(ctx, s.dir, s.env, s.bench, "-only", "?")
	if err == nil {
		return nil, fmt.Errorf("its bench program measures a part that does not exist")
	}
	m := partsInError.FindStringSubmatch(err.Error())
	if m == nil {
		return nil, fmt.Errorf("its bench program does not say which parts it has: %w", err)
	}
	return strings.Split(m[1], ", "), nil
}

// measureOutside starts the programs of both sides in turns.
func measureOutside(ctx context.Context, sides [2]side, order [2]int, all *figures) (err error) {
	var programs [2]string
	for _, i := range order {
		program, remove, failed := anew(sides[i].handrail())
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, remove()) }()
		programs[i] = program
	}
	for _, line := range []struct {
		what string
		args []string
	}{
		{"start of handrail to an answered tools --json", []string{"tools", "--json"}},
		{"handrail --version", []string{"--version"}},
		{"handrail call read, 1 KB", []string{"call", "read", "path=kilobyte.txt"}},
	} {
		for turn := range outsideTurns + 1 {
			for _, i := range order {
				s := sides[i]
				began := time.Now()
				if _, err := output(ctx, s.space, s.env, programs[i], line.args...); err != nil {
					return fmt.Errorf("%s: %w", s.name, err)
				}
				if turn > 0 {
					all.add(i, line.what, float64(time.Since(began)), duration)
				}
			}
		}
	}
	for _, i := range order {
		info, err := os.Stat(sides[i].handrail())
		if err != nil {
			return err
		}
		all.add(i, "size of handrail", float64(info.Size()), bytes)
	}
	return nil
}

// measureCompile builds every package, with all of it in the cache and with the
// libraries only.
func measureCompile(ctx context.Context, sides [2]side, order [2]int, all *figures) error {
	build := func(i int, flags ...string) (time.Duration, error) {
		began := time.Now()
		args := append(append([]string{"build", "-buildvcs=false"}, flags...), "./...")
		if _, err := output(ctx, sides[i].dir, os.Environ(), "go", args...); err != nil {
			return 0, fmt.Errorf("%s: %w", sides[i].name, err)
		}
		return time.Since(began), nil
	}
	for _, line := range []struct {
		what  string
		warm  bool
		flags func(i int) []string
	}{
		{"go build ./..., all of it in the cache", true, func(int) []string { return nil }},
		// A folder to look into that nobody has asked for: no compiled package of ours fits.
		{"go build ./..., only libraries in the cache", false, func(i int) []string {
			return []string{fmt.Sprintf("-gcflags=handrail/...=-I=/compare/%d/%d", i, time.Now().UnixNano())}
		}},
	} {
		for _, i := range order {
			if line.warm {
				if _, err := build(i); err != nil {
					return err
				}
			}
			took, err := build(i, line.flags(i)...)
			if err != nil {
				return err
			}
			all.add(i, line.what, float64(took), duration)
		}
	}
	return nil
}

// benchPart plays a part of the bench programs. A side that does not know it is
// left out.
func benchPart(name string) func(context.Context, [2]side, [2]int, *figures) error {
	return func(ctx context.Context, sides [2]side, order [2]int, all *figures) error {
		for _, i := range order {
			s := sides[i]
			names, err := benchParts(ctx, s)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			if !slices.Contains(names, name) {
				continue
			}
			program, remove, err := anew(s.bench)
			if err != nil {
				return err
			}
			out, err := output(ctx, s.dir, s.env, program, "-only", name)
			if err = errors.Join(err, remove()); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			if err := all.read(i, out); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
		return nil
	}
}
