package floors

// exceptions are the types with more than 25 methods and the packages with more
// than 30 product files. A ceiling only shrinks: whoever takes methods or files
// away writes the smaller number here, and removes the row at the limit. A row
// moves with its type.
func exceptions() []Exception {
	const (
		core = "one of the two types of the core, which have at most 40"
	)
	return []Exception{
		{Package: "operator", Type: "Operator", Max: 38, Why: core},
		{Package: "operator", Type: "Space", Max: 34, Why: core},
	}
}
