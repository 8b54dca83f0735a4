package operator

import (
	"handrail/internal/schema"
	"handrail/journal"
	"handrail/pipeline"
	"handrail/spaces"
)

// The nouns that faces read, so that they need to know this package alone.
type (
	// A Problem is something in a space that its author should mend.
	Problem = journal.ProblemData
	// An Agent is who acts in a space.
	Agent = spaces.Agent
	// An Item is one thing that a trusted space could run, or tell an agent.
	Item = spaces.Item
	// A Forecast is what a call would do, without doing it.
	Forecast = pipeline.Forecast
	// A Violation is one thing that is wrong with an input.
	Violation = schema.Violation
)
