// Package compare plays two commits against each other: the programs of both are
// built, and what bench measures is measured in turns, so that whatever else the
// machine does disturbs both alike. Absolute figures are not stable from run to
// run; ratios of one run are.
package compare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Config is what is compared, and how often.
type Config struct {
	Root   string // of the repository, whose files are the newer side
	Base   string // the commit that they are held against
	Rounds int
	Only   []string  // parts: outside, compile, or those of bench; none: all of them
	Log    io.Writer // says how far it is
}

// Run compares and prints the table: also what was measured before an error.
func Run(ctx context.Context, c Config, w io.Writer) (err error) {
	if c.Base == "" || c.Rounds < 1 {
		return errors.New("say with which commit to compare, and play at least one round: make bench-compare BASE=main ROUNDS=5")
	}
	sides, remove, err := makeSides(ctx, c)
	defer func() { err = errors.Join(err, remove()) }()
	if err != nil {
		return err
	}
	parts, err := allParts(ctx, sides)
	if err != nil {
		return err
	}
	for _, name := range c.Only {
		if !slices.ContainsFunc(parts, func(p part) bool { return p.name == name }) {
			return fmt.Errorf("there is no part %q: it is one of %s", name, partNames(parts))
		}
	}
	var figures figures
	played := play(ctx, c, parts, sides, &figures)
	return errors.Join(played, printTable(w, c, sides, figures))
}

func partNames(parts []part) string {
	var names []string
	for _, p := range parts {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

// play plays every part in every round, one side after the other; who begins
// changes from round to round. A part that fails is not played again.
func play(ctx context.Context, c Config, parts []part, sides [2]side, all *figures) error {
	failed := map[string]error{}
	for round := range c.Rounds {
		order := [2]int{round % 2, 1 - round%2}
		for _, p := range parts {
			if len(c.Only) > 0 && !slices.Contains(c.Only, p.name) || failed[p.name] != nil {
				continue
			}
			fmt.Fprintf(c.Log, "round %d of %d: %s\n", round+1, c.Rounds, p.name)
			if err := p.measure(ctx, sides, order, all); err != nil {
				failed[p.name] = fmt.Errorf("%s: %w", p.name, err)
			}
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("stopped in round %d, in %s: %w", round+1, p.name, err)
			}
		}
	}
	var errs []error
	for _, p := range parts {
		errs = append(errs, failed[p.name])
	}
	return errors.Join(errs...)
}
