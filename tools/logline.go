package tools

import (
	"encoding/json"
	"io"
)

// A LogLine is what a server logs while an act of its runs.
type LogLine struct {
	Level  string          // one of MCP's: debug, info, notice, warning, error, critical, alert, emergency; "" is not said
	Logger string          // which part of it says so; may be ""
	Data   json.RawMessage // what it says: a text, or any other JSON
}

// Text is the line as people read it.
func (l LogLine) Text() string {
	var text string
	if json.Unmarshal(l.Data, &text) != nil {
		text = string(l.Data)
	}
	if l.Level != "" {
		return l.Level + ": " + text
	}
	return text
}

// A Logger is an Output that takes the lines of a server's log as such.
type Logger interface {
	Log(l LogLine)
}

// Log hands a line of a server's log to an output: as such, or as text of Stderr.
func Log(out Output, l LogLine) {
	if to, ok := out.(Logger); ok {
		to.Log(l)
		return
	}
	_, _ = io.WriteString(out.Stderr(), l.Text()+"\n") // an output never fails the act
}
