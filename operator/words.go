package operator

import (
	"fmt"
	"strings"

	"handrail/internal/schema"
	"handrail/pipeline"
	"handrail/spaces"
	"handrail/tools"
)

// The nouns that faces read, so that they need to know this package alone.
type (
	// An Agent is who acts in a space.
	Agent = spaces.Agent
	// An Item is one thing that a trusted space could run, or tell an agent.
	Item = spaces.Item
	// A Forecast is what a call would do, without doing it.
	Forecast = pipeline.Forecast
	// A Violation is one thing that is wrong with an input.
	Violation = schema.Violation
)

// A Problem is something in a space that its author should fix.
type Problem struct {
	File     string       `json:"file"`
	Line     int          `json:"line,omitempty"` // 0: the file as a whole
	Severity string       `json:"severity"`
	Text     string       `json:"text"`
	Action   tools.Action `json:"-"` // what else the person can do about it
}

// namesOf lists names, the first few.
func namesOf(names []string) string {
	list := strings.Join(names[:min(len(names), mostTold)], ", ")
	if more := len(names) - mostTold; more > 0 {
		list = fmt.Sprintf("%s and %d more", list, more)
	}
	return list
}

// mostTold is how many files a notice names.
const mostTold = 4
