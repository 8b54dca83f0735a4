package agent

import (
	"strings"

	"handrail/agent/llm"
	"handrail/internal/jsonfile"
)

// maxRepeats is how many identical turns in a row are run; then the model is
// told. One more stops the run (docs/spec/14-agents.md).
const maxRepeats = 3

const repeatNote = "\n\n[Handrail: you have now asked for exactly the same thing three times in a row, with the results above. " +
	"Do something else, or say what keeps you from it. If you ask for it once more, the run is stopped.]"

// repeats counts identical turns in a row.
type repeats struct {
	last  string
	times int
}

// count adds a turn and says how many there have been now that are the same.
// Turns are the same if their text and their calls are; ids do not count.
func (r *repeats) count(a llm.Answer) int {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(a.Text))
	for _, c := range a.Calls {
		b.WriteString("\x00")
		b.WriteString(c.Name)
		b.WriteString("\x00")
		b.Write(canonical(c.Arguments))
	}
	if same := b.String(); same != r.last || r.times == 0 {
		r.last, r.times = same, 0
	}
	r.times++
	return r.times
}

// canonical is JSON with sorted keys and without spaces, or the text itself.
func canonical(arguments string) []byte {
	if sorted, ok := jsonfile.Sorted([]byte(arguments)); ok {
		return sorted
	}
	return []byte(arguments)
}
