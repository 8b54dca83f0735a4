package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"

	"handrail/internal/dev/compare"
)

// A bench is where everything is measured: a folder of its own, with settings
// and a journal of its own.
type bench struct {
	work     string   // removed at the end
	space    string   // a small space
	handrail string   // the program
	env      []string // for programs: the person's, with settings and journal in work
	goSource string   // Go's own source: some 10,000 files
}

func main() {
	only := flag.String("only", "", "measure only this part: "+strings.Join(names(), ", "))
	profile := flag.String("cpuprofile", "", "write where the processor's time went to this file, for go tool pprof")
	base := ""
	flag.Func("compare", "play this `commit` and the files as they are now in turns; -only then names parts with spaces between, also outside and compile", func(rev string) error {
		if base = rev; base == "" {
			return errors.New("say with which commit to compare: make bench-compare BASE=main")
		}
		return nil
	})
	rounds := flag.Int("rounds", 5, "how often -compare plays each part")
	in := flag.String("flood", "", "take 1 GB of output in, and say how it went: what the part flood starts")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := profiled(*profile, func() error {
		if *in != "" {
			return flood(ctx, *in)
		}
		if base != "" {
			return compare.Run(ctx, compare.Config{Root: ".", Base: base, Rounds: *rounds, Only: strings.Fields(*only), Log: os.Stderr}, os.Stdout)
		}
		return run(ctx, *only)
	})
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// A part is what is measured together.
type part struct {
	name    string
	measure func(context.Context, bench) ([]line, error)
}

func parts() []part {
	return []part{
		{"start", measureStart},
		{"calls", measureCalls},
		{"search", measureSearch},
		{"load", measureLoad},
		{"verdict", measureVerdict},
		{"elsewhere", measureElsewhere},
		{"replay", measureReplay},
		{"hands", measureHands},
		{"hooks", measureHookCall},
		{"room", measureRoom},
		{"rehearse", measureRehearsal},
		{"rush", measureRush},
		{"flood", measureFlood},
		{"mcp", measureMCP},
		{"outbox", measureOutbox},
		{"machines", measureMachines},
		{"page", measurePage},
		{"servers", measureServers},
		{"snapshot", measureSnapshot},
		{"undo", measureUndo},
		{"stop", measureStop},
		{"window", measureWindow},
	}
}

func names() []string {
	var list []string
	for _, p := range parts() {
		list = append(list, p.name)
	}
	return list
}

// profiled runs do and writes a profile of it to a file, if one is named.
func profiled(file string, do func() error) (err error) {
	if file == "" {
		return do()
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	return do()
}

// run measures the part of this name; "" is all of them.
func run(ctx context.Context, only string) (err error) {
	if only != "" && !slices.Contains(names(), only) {
		return fmt.Errorf("there is no part %q: it is one of %s", only, strings.Join(names(), ", "))
	}
	b, err := prepare(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.work)) }()
	before := load()
	var lines []line
	for _, p := range parts() {
		if only != "" && p.name != only {
			continue
		}
		more, err := p.measure(ctx, b)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		lines = append(lines, more...)
	}
	fmt.Printf("%s, %d processors, %s/%s; load %s before, %s after; medians; each line and its floor measured in turn\n\n",
		runtime.Version(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, before, load())
	return printTable(os.Stdout, lines)
}

// load is how many programs wanted to run in the last minute, where the system says.
func load() string {
	raw, err := os.ReadFile("/proc/loadavg")
	if first, _, ok := strings.Cut(string(raw), " "); err == nil && ok {
		return first
	}
	return "unknown"
}

// prepare finds what is needed and makes the folder.
func prepare(ctx context.Context) (bench, error) {
	handrail, err := filepath.Abs(filepath.Join("build", "bin", "handrail"))
	if err != nil {
		return bench{}, err
	}
	if _, err := os.Stat(handrail); err != nil {
		return bench{}, fmt.Errorf("%w; run make cli first, and start this in the repository's root", err)
	}
	for _, program := range []string{"bash", "rg"} {
		if _, err := exec.LookPath(program); err != nil {
			return bench{}, fmt.Errorf("%w; it is the floor to measure against: run build/setup.sh test", err)
		}
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return bench{}, fmt.Errorf("go env GOROOT: %w", err)
	}
	work, err := os.MkdirTemp("", "handrail-bench-")
	if err != nil {
		return bench{}, err
	}
	b := bench{work: work, space: filepath.Join(work, "space"), handrail: handrail, goSource: filepath.Join(string(root[:len(root)-1]), "src")}
	b.env = append(os.Environ(), "HANDRAIL_CONFIG_DIR="+b.config(), "HANDRAIL_DATA_DIR="+b.data())
	return b, os.Mkdir(b.space, 0o700)
}

func (b bench) config() string { return filepath.Join(b.work, "config") }
func (b bench) data() string   { return filepath.Join(b.work, "data") }
