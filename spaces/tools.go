package spaces

import "handrail/tools"

// A Tool is a declared tool, ready to be called.
type Tool = tools.Tool

func (l *loader) tools()                              {}
func (l *loader) manifestTools(o object, data []byte) {}
