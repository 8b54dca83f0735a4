// Command compare plays two commits against each other: the programs of both are
// built, and what make bench measures is measured in turns, so that whatever else
// the machine does disturbs both alike. Absolute figures are not stable from run
// to run; ratios of one run are.
//
//	go run ./internal/dev/compare -base REV   # in the repository's root, after make cli
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// A config is what is compared, and how often.
type config struct {
	root   string // of the repository, whose files are the newer side
	base   string // the commit that they are held against
	rounds int
	only   []string // parts; none: all of them
	log    io.Writer
}

func main() {
	c := config{root: ".", log: os.Stderr}
	flag.StringVar(&c.base, "base", "", "the commit to compare with")
	flag.IntVar(&c.rounds, "rounds", 5, "how often each part is played")
	only := flag.String("only", "", "compare only these parts, with spaces between: outside, compile, or those of bench")
	flag.Parse()
	c.only = strings.Fields(*only)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, c, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

// run compares and prints the table: also what was measured before an error.
func run(ctx context.Context, c config, w io.Writer) (err error) {
	if c.base == "" || c.rounds < 1 {
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
	var figures figures
	played := play(ctx, c, parts, sides, &figures)
	return errors.Join(played, printTable(w, c, sides, figures))
}

// play plays every part in every round, one side after the other; who begins
// changes from round to round. A part that fails is not played again.
func play(ctx context.Context, c config, parts []part, sides [2]side, all *figures) error {
	failed := map[string]error{}
	for round := range c.rounds {
		order := [2]int{round % 2, 1 - round%2}
		for _, p := range parts {
			if len(c.only) > 0 && !slices.Contains(c.only, p.name) || failed[p.name] != nil {
				continue
			}
			fmt.Fprintf(c.log, "round %d of %d: %s\n", round+1, c.rounds, p.name)
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
