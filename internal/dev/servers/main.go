// Package main uses real servers from npm with the built program, as a person and an agent do: each is added
// as its own README says, listed, called, refused something, allowed it, called again, called by two programs at
// once, and called once more after Handrail was killed. Hosts of the internet are stood in for by a TLS server
// of this program, behind Handrail's own gate. The result is the table of docs/servers.md.
//
//	go run ./internal/dev/servers [-only NAME,…] [-keep]
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	var c choice
	flag.StringVar(&c.only, "only", "", "names of servers, with commas; all if empty, and only then the page is written")
	flag.BoolVar(&c.keep, "keep", false, "keep the folder of the run, and say where it is")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, c); err != nil {
		fmt.Fprintln(os.Stderr, "servers:", err)
		os.Exit(1) //nolint:gocritic // a signal that comes now ends the program as well
	}
}

// A choice is what of it is run.
type choice struct {
	only string
	keep bool
}

// mostTime is what one server may take, with npm fetching it.
const mostTime = 6 * time.Minute

func run(ctx context.Context, c choice) (err error) {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "h")
	if err != nil {
		return err
	}
	if c.keep {
		fmt.Println("the folder of the run is", work)
	} else {
		defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	}
	web, err := standIn(work)
	if err != nil {
		return err
	}
	defer web.close()
	var results []result
	for i, s := range known() {
		if c.only != "" && !slices.Contains(strings.Split(c.only, ","), s.name) {
			continue
		}
		r := use(ctx, &desk{handrail: filepath.Join(root, "build", "bin", "handrail"), top: filepath.Join(work, strconv.Itoa(i)), web: web}, s)
		fmt.Println(r.line())
		results = append(results, r)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if len(results) == 0 {
		return fmt.Errorf("there is no server %q", c.only)
	}
	failed := 0
	for _, r := range results {
		if r.problem != nil {
			failed++
		}
	}
	if c.only == "" {
		err = os.WriteFile(filepath.Join(root, "docs", "servers.md"), page(results), 0o644)
	}
	if failed > 0 {
		err = errors.Join(err, fmt.Errorf("%d of %d do not work", failed, len(results)))
	}
	return err
}

// A result is what became of one server.
type result struct {
	server
	tools   int           // that it lists
	ready   time.Duration // until they were listed, with npm fetching it
	refused string        // what an agent was told before the person has allowed it; "" if a rule refused it
	did     []string      // what the person had to do, beside adding it
	problem error
}

// line is a result in the terminal.
func (r result) line() string {
	if r.problem != nil {
		return fmt.Sprintf("✗ %s: %v", r.name, r.problem)
	}
	return fmt.Sprintf("✓ %s: %d tools after %.1f s; the person: %s", r.name, r.tools, r.ready.Seconds(), cmp.Or(strings.Join(r.did, ", "), "nothing"))
}

// tableTop is above the rows.
const tableTop = "| server | tools | refused first | the person had to | works |\n|---|---|---|---|---|\n"

// page is the table as a document.
func page(results []result) []byte {
	var b bytes.Buffer
	b.WriteString(heading + tableTop)
	for _, r := range results {
		works := "yes"
		if r.problem != nil {
			works = "no: " + cell(r.problem.Error())
		}
		did := "—"
		if len(r.did) > 0 {
			did = "`" + strings.Join(r.did, "`, `") + "`"
		}
		fmt.Fprintf(&b, "| %s<br>`%s` | %d | %s | %s | %s |\n", r.name, r.pkg, r.tools, cell(r.refused), did, works)
	}
	return b.Bytes()
}

// cell is a text that fits into a table.
func cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
}
