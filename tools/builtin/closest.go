package builtin

import (
	"context"
	"fmt"
	"strings"
)

const (
	closestLines = 40         // lines of old that are looked for
	closestWork  = 20_000_000 // comparisons that are made at most
	closestShown = 12         // lines that are shown
)

// closest says where in text something like old stands, and how it differs: a
// sentence or two for an agent whose edit did not match.
func closest(ctx context.Context, text, old string) string {
	lines, want := strings.Split(text, "\n"), strings.Split(strings.Trim(old, "\r\n"), "\n")
	if len(want) > closestLines {
		want = want[:closestLines]
	}
	if len(lines)*len(want) > closestWork {
		return "The file is too large to look for something like it: read the place again and copy it exactly."
	}
	at, score := bestWindow(ctx, lines, want)
	if score == 0 {
		return "Nothing like it stands there: read the file again and copy the text exactly."
	}
	end := min(at+len(want), len(lines))
	same := end-at == len(want)
	for i := at; i < end && same; i++ {
		same = squeeze(lines[i]) == squeeze(want[i-at])
	}
	why := "The closest place is"
	if same {
		why = "The same text with other white space is at"
	}
	var shown strings.Builder
	for i := at; i < min(end, at+closestShown); i++ {
		fmt.Fprintf(&shown, "%6d\t%s\n", i+1, strings.TrimSuffix(lines[i], "\r"))
	}
	return strings.TrimSuffix(fmt.Sprintf("%s line %d:\n%s", why, at+1, strings.ToValidUTF8(shown.String(), "�")), "\n")
}

// bestWindow finds the run of lines that has most in common with want, and how
// much that is: 0 is nothing.
func bestWindow(ctx context.Context, lines, want []string) (at, score int) {
	keys := make([]string, len(lines))
	for i, l := range lines {
		keys[i] = strings.TrimSpace(l)
	}
	wanted := make([]string, len(want))
	grams := make([]map[string]bool, len(want))
	for i, w := range want {
		wanted[i] = strings.TrimSpace(w)
		grams[i] = trigrams(wanted[i])
	}
	for i, since := 0, 0; i < len(lines); i++ {
		if since += len(lines[i]); since > 64<<10 || i%1024 == 0 { // what a line takes grows with its length
			since = 0
			if ctx.Err() != nil {
				break
			}
		}
		sum := 0
		for j, w := range wanted {
			if i+j < len(keys) && w != "" {
				sum += alike(keys[i+j], w, grams[j])
			}
		}
		if sum > score {
			at, score = i, sum
		}
	}
	return at, score
}

// alike says how much two lines have in common: 100 for the same, 0 for little.
func alike(have, want string, grams map[string]bool) int {
	if have == want {
		return 100
	}
	if have == "" || len(have) > 4*len(want)+40 || len(want) > 4*len(have)+40 {
		return 0
	}
	shared := 0
	for i := 0; i+3 <= len(have); i++ {
		if grams[have[i:i+3]] {
			shared++
		}
	}
	percent := 100 * shared / max(len(have)-2, len(want)-2, 1)
	if percent < 50 {
		return 0
	}
	return min(percent, 99)
}

func trigrams(s string) map[string]bool {
	m := map[string]bool{}
	for i := 0; i+3 <= len(s); i++ {
		m[s[i:i+3]] = true
	}
	return m
}

// squeeze leaves out all white space.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }
