package compare

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A unit is what a figure counts.
type unit int

const (
	duration unit = iota // nanoseconds
	bytes
)

// A figure is one line of the table: what was measured on both sides, run by run.
type figure struct {
	what   string
	unit   unit
	ours   [2][]float64
	floors [2][]float64 // the same done without Handrail, where that was measured
}

// figures are in the order in which they were first measured.
type figures []*figure

func (all *figures) of(what string, u unit) *figure {
	for _, f := range *all {
		if f.what == what {
			return f
		}
	}
	f := &figure{what: what, unit: u}
	*all = append(*all, f)
	return f
}

func (all *figures) add(side int, what string, value float64, u unit) {
	f := all.of(what, u)
	f.ours[side] = append(f.ours[side], value)
}

// read adds the lines of a table that a bench program has printed.
func (all *figures) read(side int, table string) error {
	count := 0
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(row), "|")
		if len(cells) < 6 {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		ours, u, ok := parse(cells[2])
		if !ok {
			continue
		}
		floor, _, ok := parse(cells[4])
		if !ok {
			return fmt.Errorf("the floor of %q is no figure: %q", cells[1], cells[4])
		}
		f := all.of(cells[1]+" (floor: "+cells[3]+")", u)
		f.ours[side] = append(f.ours[side], ours)
		f.floors[side] = append(f.floors[side], floor)
		count++
	}
	if count == 0 {
		return fmt.Errorf("no figures in what its bench program printed: %q", table)
	}
	return nil
}

var written = regexp.MustCompile(`^(-?[0-9.]+) (s|ms|µs|MB)$`)

// parse reads a figure as bench writes it, and as show does.
func parse(cell string) (float64, unit, bool) {
	m := written.FindStringSubmatch(cell)
	if m == nil {
		return 0, 0, false
	}
	value, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		return 0, 0, false
	}
	switch m[2] {
	case "MB":
		return value * (1 << 20), bytes, true
	case "s":
		value *= float64(time.Second)
	case "ms":
		value *= float64(time.Millisecond)
	case "µs":
		value *= float64(time.Microsecond)
	}
	return value, duration, true
}

// show writes a figure in three digits or more.
func (u unit) show(value float64) string {
	if u == bytes {
		return fmt.Sprintf("%.1f MB", value/(1<<20))
	}
	d, name := value/float64(time.Microsecond), "µs"
	switch {
	case value >= float64(time.Second):
		d, name = value/float64(time.Second), "s"
	case value >= float64(time.Millisecond):
		d, name = value/float64(time.Millisecond), "ms"
	}
	digits := 2
	switch {
	case d >= 100:
		digits = 0
	case d >= 10:
		digits = 1
	}
	return strconv.FormatFloat(d, 'f', digits, 64) + " " + name
}

// median is the figure in the middle: the mean of two if they are even.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// ratio is how the medians of the second side stand to those of the first.
func ratio(values [2][]float64) string {
	if len(values[0]) == 0 || len(values[1]) == 0 || median(values[0]) == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", median(values[1])/median(values[0]))
}

// printTable writes the table as Markdown, its columns aligned for the terminal too.
func printTable(w io.Writer, c Config, sides [2]side, all figures) error {
	rows := [][]string{{"what", sides[0].name + ", least", "median", sides[1].name + ", least", "median", "ratio", "ratio of floors"}}
	for _, f := range all {
		row := []string{f.what}
		for _, values := range f.ours {
			if len(values) == 0 {
				row = append(row, "–", "–")
				continue
			}
			row = append(row, f.unit.show(slices.Min(values)), f.unit.show(median(values)))
		}
		rows = append(rows, append(row, ratio(f.ours), ratio(f.floors)))
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	rule := make([]string, len(widths))
	for i, width := range widths {
		rule[i] = strings.Repeat("-", width)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s and the files as they are now (%s), played in turns, %d rounds; the ratio is of the medians\n\n", c.Base, sides[1].name, c.Rounds)
	for _, row := range slices.Insert(rows, 1, rule) {
		b.WriteString("|")
		for i, cell := range row {
			b.WriteString(" " + cell + strings.Repeat(" ", widths[i]-len([]rune(cell))) + " |")
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
