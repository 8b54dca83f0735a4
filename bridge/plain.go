package bridge

import (
	"strings"

	"handrail/tools"
)

// Plain lays a question out as text for a place that is not ours: a form that
// another program shows (docs/spec/08-mcp.md). whole is false where it is
// longer than a dialog may be (docs/spec/11-guard.md): then nobody may say yes
// to it there.
func Plain(q tools.Question) (text string, whole bool) {
	s := newSheet(q, dialogColumns)
	if s.size() > dialogLines {
		return "", false
	}
	return s.heading + "\n" + strings.Join(s.about, "\n") + "\n\n" + strings.TrimSuffix(lines(s.all()), "\n"), true
}
