package schema

import (
	"fmt"
	"regexp/syntax"
)

// MaxWeight is how heavy the patterns of one schema or form may be, in
// instructions of RE2: it compiles so many in about a quarter of a second. A few
// bytes can ask for a million of them, as (\pL{1,30}){30} does.
const MaxWeight = 200_000

// weightOf is about how many instructions RE2 makes of an expression, at most.
func weightOf(re *syntax.Regexp) float64 {
	sum := 2.0
	switch re.Op {
	case syntax.OpLiteral:
		each := 2.0 // letters beyond ASCII have several bytes
		if re.Flags&syntax.FoldCase != 0 {
			each = 6
		}
		sum += each * float64(len(re.Rune))
	case syntax.OpCharClass:
		sum += float64(len(re.Rune)) // two for each range: its bytes share their ends
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		sum += 10
	}
	for _, sub := range re.Sub {
		sum += weightOf(sub)
	}
	if re.Op == syntax.OpRepeat { // it is unrolled
		sum *= float64(max(re.Min+1, re.Max, 1))
	}
	return sum
}

// light refuses an expression that is heavier than MaxWeight.
func light(expr string, weight float64) error {
	if weight > MaxWeight {
		return fmt.Errorf("the pattern %q has too many repetitions: unrolled it has about %.0f parts, and at most %d are accepted", clip(expr), weight, MaxWeight)
	}
	return nil
}
