package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// A subject is one thing whose time is taken.
type subject func() error

// A sample is how long one subject took, run by run.
type sample []time.Duration

// turns runs the subjects n times each, in turn, so that whatever else this
// machine does disturbs all of them alike. The first round warms up and does
// not count.
func turns(n int, subjects ...subject) ([]sample, error) {
	samples := make([]sample, len(subjects))
	for round := range n + 1 {
		for i, run := range subjects {
			began := time.Now()
			if err := run(); err != nil {
				return nil, err
			}
			if round > 0 {
				samples[i] = append(samples[i], time.Since(began))
			}
		}
	}
	return samples, nil
}

// median is the duration in the middle; half of the runs took longer.
func (s sample) median() time.Duration {
	sorted := slices.Sorted(slices.Values(s))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)/2]
}

// A line is one row of the table: what was measured beside its floor.
type line struct {
	what   string
	ours   time.Duration
	floor  string // what the floor is
	least  time.Duration
	bytes  bool   // ours and least are bytes, not times
	aim    string // "start under 30 ms"
	met    bool
	remark string
}

func (l line) cells() []string {
	verdict := "met"
	if !l.met {
		verdict = "not met"
	}
	if l.aim == "" {
		verdict = ""
	}
	show := short
	if l.bytes {
		show = megabytes
	}
	return []string{l.what, show(l.ours), l.floor, show(l.least), fmt.Sprintf("%.2f", float64(l.ours)/float64(l.least)), l.aim, verdict, l.remark}
}

// short writes a duration in three digits.
func short(d time.Duration) string {
	switch {
	case d < 0:
		return "-" + short(-d)
	case d >= 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d >= time.Second:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1e3)
	case d >= time.Millisecond:
		return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1e3)
	case d >= 10*time.Microsecond:
		return fmt.Sprintf("%.0f µs", float64(d.Nanoseconds())/1e3)
	}
	return fmt.Sprintf("%.1f µs", float64(d.Nanoseconds())/1e3)
}

// megabytes writes a number of bytes.
func megabytes(n time.Duration) string { return fmt.Sprintf("%.1f MB", float64(n)/(1<<20)) }

// printTable writes the table as Markdown, its columns aligned for the terminal too.
func printTable(w io.Writer, lines []line) error {
	rows := [][]string{{"what", "Handrail", "floor", "floor's time", "ratio", "aim", "", "remark"}}
	for _, l := range lines {
		rows = append(rows, l.cells())
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	for i, row := range rows {
		if err := printRow(w, row, widths); err != nil {
			return err
		}
		if i > 0 {
			continue
		}
		rule := make([]string, len(widths))
		for j, width := range widths {
			rule[j] = strings.Repeat("-", width)
		}
		if err := printRow(w, rule, widths); err != nil {
			return err
		}
	}
	return nil
}

func printRow(w io.Writer, row []string, widths []int) error {
	var b strings.Builder
	b.WriteString("|")
	for i, cell := range row {
		b.WriteString(" " + cell + strings.Repeat(" ", widths[i]-len([]rune(cell))) + " |")
	}
	_, err := fmt.Fprintln(w, b.String())
	return err
}
