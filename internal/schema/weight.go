package schema

import (
	"fmt"
	"regexp/syntax"
)

// MaxWeight is how heavy the patterns of one schema or form may be, in
// instructions of RE2: it compiles so many in about a quarter of a second. A few
// bytes can ask for a million of them, as (\pL{1,30}){30} does.
const MaxWeight = 200_000

// eachRepeated is what each part that only a repetition makes weighs beside its
// instructions: optional ones, as of x{0,1000}, take RE2 the square of their number.
const eachRepeated = 40

// mostWork is how many bytes times how many parts of a pattern are matched without a
// break: where RE2 has no memory left for its fast way, each byte may have to be
// held against each part. It takes up to three seconds.
const mostWork = 50_000_000

// weightOf is about how many instructions RE2 makes of an expression, at most, and how
// many parts of it match a character: those of its repetitions are unrolled.
func weightOf(re *syntax.Regexp) (weight, parts float64) {
	sum := 2.0
	switch re.Op {
	case syntax.OpLiteral:
		each := 2.0 // letters beyond ASCII have several bytes
		if re.Flags&syntax.FoldCase != 0 {
			each = 6
		}
		sum += each * float64(len(re.Rune))
		parts = float64(len(re.Rune))
	case syntax.OpCharClass:
		parts = 1
		sum += float64(len(re.Rune)) // two for each range: its bytes share their ends
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		parts = 1
		sum += 10
	}
	for _, sub := range re.Sub {
		w, p := weightOf(sub)
		sum, parts = sum+w, parts+p
	}
	if re.Op == syntax.OpRepeat {
		times := float64(max(re.Min+1, re.Max, 1))
		sum, parts = sum*times, parts*times
	}
	return sum, parts
}

// light refuses an expression that is heavier than MaxWeight.
func light(expr string, weight float64) error {
	if weight > MaxWeight {
		return fmt.Errorf("the pattern %q has too many repetitions: unrolled it weighs about %.0f, and at most %d is accepted; write smaller numbers in its braces, or * and +", clip(expr), weight, MaxWeight)
	}
	return nil
}
