package bridge

import (
	"strings"

	"handrail/tools"
)

// Plain lays a question out as text for a place that is not ours: a form that
// another program shows (SPEC 8). whole is false where it is longer than a dialog
// may be (SPEC 11): then nobody may say yes to it there.
func Plain(q tools.Question) (text string, whole bool) {
	s := newSheet(q, dialogColumns)
	if s.size() > dialogLines {
		return "", false
	}
	return s.heading + "\n" + strings.Join(s.about, "\n") + "\n\n" + strings.TrimSuffix(lines(s.all()), "\n"), true
}
