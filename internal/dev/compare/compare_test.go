package compare

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestFigures tests that what the bench programs print is read, and that the table
// has the least, the median and the ratio of both sides.
func TestFigures(t *testing.T) {
	const first = `go1.26, 2 processors; medians

| what  | Handrail | floor       | floor's time | ratio | aim  |     | remark |
| ----- | -------- | ----------- | ------------ | ----- | ---- | --- | ------ |
| read  | 200 µs   | os.ReadFile | 10 µs        | 20.00 | fast | met |        |
| held  | 38.0 MB  | bare server | 12.0 MB      | 3.17  |      |     |        |
`
	var all figures
	for _, run := range []struct {
		side  int
		table string
	}{
		{0, first},
		{1, strings.ReplaceAll(first, "200 µs", "1.50 ms")},
		{0, strings.ReplaceAll(first, "200 µs", "0.10 s")},
		{1, strings.ReplaceAll(first, "200 µs", "300 µs")},
		{0, strings.ReplaceAll(first, "200 µs", "400 µs")},
		{1, strings.ReplaceAll(first, "| read ", "| write")},
	} {
		if err := all.read(run.side, run.table); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	if err := printTable(&b, Config{Base: "main", Rounds: 3}, [2]side{{name: "abc"}, {name: "now"}}, all); err != nil {
		t.Fatal(err)
	}
	want := `main and the files as they are now (now), played in turns, 3 rounds; the ratio is of the medians

| what                       | abc, least | median  | now, least | median  | ratio | ratio of floors |
| -------------------------- | ---------- | ------- | ---------- | ------- | ----- | --------------- |
| read (floor: os.ReadFile)  | 200 µs     | 400 µs  | 300 µs     | 900 µs  | 2.250 | 1.000           |
| held (floor: bare server)  | 38.0 MB    | 38.0 MB | 38.0 MB    | 38.0 MB | 1.000 | 1.000           |
| write (floor: os.ReadFile) | –          | –       | 200 µs     | 200 µs  | –     | –               |
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, bad := range []string{"", "nothing was measured\n", "| read | 200 µs | os.ReadFile | soon | 1 |\n"} {
		if err := new(figures).read(0, bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestShow(t *testing.T) {
	for _, c := range []struct {
		value float64
		unit  unit
		want  string
	}{
		{5_100, duration, "5.10 µs"}, {99_940, duration, "99.9 µs"}, {197_000, duration, "197 µs"},
		{20_400_000, duration, "20.4 ms"}, {1_040_000_000, duration, "1.04 s"}, {83_000_000_000, duration, "83.0 s"},
		{1 << 20, bytes, "1.0 MB"},
	} {
		got := c.unit.show(c.value)
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.value, got, c.want)
		}
		if _, u, ok := parse(got); !ok || u != c.unit {
			t.Errorf("%q is not read again", got)
		}
	}
}

// house is a repository whose program and bench program are tiny. The bench
// program stands where it did in old commits.
const house = `
-- go.mod --
module handrail

go 1.26
-- main.go --
package main

func main() {}
-- internal/bench/main.go --
package main

import (
	"fmt"
	"os"
)

func main() {
	if os.Args[2] != "calls" {
		fmt.Fprintf(os.Stderr, "bench: there is no part %q: it is one of start, calls\n", os.Args[2])
		os.Exit(1)
	}
	fmt.Println("| read | 100 µs | os.ReadFile | 10 µs | 10.00 | | | |")
}
`

// TestRun compares a commit with changed files that are not committed yet, whose
// bench program has moved, and tests that nothing stays behind.
func TestRun(t *testing.T) {
	root := t.TempDir()
	for _, f := range txtar.Parse([]byte(house)).Files {
		name := filepath.Join(root, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) string {
		t.Helper()
		out, err := output(t.Context(), root, nil, "git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org"}, args...)...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-q", "-m", "first")
	bench := filepath.Join(root, "internal", "dev", "bench")
	if err := os.MkdirAll(filepath.Dir(bench), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(root, "internal", "bench"), bench); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(bench, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bench, "main.go"), []byte(strings.ReplaceAll(string(text), "100 µs", "150 µs")), 0o600); err != nil {
		t.Fatal(err)
	}

	var table strings.Builder
	if err := Run(t.Context(), Config{Root: root, Base: "HEAD", Rounds: 2, Log: io.Discard}, &table); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`start of handrail to an answered tools --json +(\| [0-9.]+ (ms|µs) +){4}\| [0-9.]+ \| – `,
		`handrail --version +\| [0-9]`,
		`handrail call read, 1 KB +\| [0-9]`,
		`size of handrail +(\| [0-9.]+ MB +){4}\| 1\.000 `,
		`go build ./\.\.\., all of it in the cache +\| [0-9]`,
		`go build ./\.\.\., only libraries in the cache +\| [0-9]`,
		`read \(floor: os.ReadFile\) +\| 100 µs +\| 100 µs +\| 150 µs +\| 150 µs +\| 1\.500 \| 1\.000 `,
	} {
		if !regexp.MustCompile(want).MatchString(table.String()) {
			t.Errorf("the table has no line like %s:\n%s", want, table.String())
		}
	}
	if trees := strings.Count(git("worktree", "list"), "\n"); trees != 1 {
		t.Errorf("%d work trees are left, want 1", trees)
	}
	if exists(filepath.Join(root, "build", "cache", "compare")) {
		t.Error("its folder is left behind")
	}
	if err := Run(t.Context(), Config{Root: root, Base: "HEAD", Rounds: 1, Only: []string{"calls", "cals"}, Log: io.Discard}, &table); err == nil || !strings.Contains(err.Error(), `"cals": it is one of outside, compile, calls`) {
		t.Errorf("a part that nobody knows: %v", err)
	}
	if err := Run(t.Context(), Config{Root: root, Base: "nowhere", Rounds: 1, Log: io.Discard}, &table); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("a commit that does not exist: %v", err)
	}
}

// TestPartFails tests that a part that fails is told, and that the table has the others.
func TestPartFails(t *testing.T) {
	broken := part{"broken", func(context.Context, [2]side, [2]int, *figures) error { return errors.New("it broke") }}
	var orders []int
	sound := part{"sound", func(_ context.Context, _ [2]side, order [2]int, all *figures) error {
		orders = append(orders, order[0])
		all.add(0, "x", 1, bytes)
		return nil
	}}
	var all figures
	err := play(t.Context(), Config{Rounds: 3, Log: io.Discard}, []part{broken, sound}, [2]side{}, &all)
	if err == nil || err.Error() != "broken: it broke" {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff([]int{0, 1, 0}, orders); diff != "" {
		t.Errorf("who begins (-want +got):\n%s", diff)
	}
	if len(all) != 1 || len(all[0].ours[0]) != 3 {
		t.Errorf("the part that works was not measured three times: %v", all)
	}
}
