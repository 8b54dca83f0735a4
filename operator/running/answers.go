package running

import (
	"slices"

	"handrail/tools"
)

// How many results are kept for the apps of servers, and how many bytes of them.
const (
	mostAnswers     = 50
	mostAnswerBytes = 64 << 20
)

// An answer is a result that an app of a server can show.
type answer struct {
	call   string
	result tools.Result
	size   int
}

// KeepAnswer keeps a result as long as there is room, so that the app of its server can be given what the journal
// does not hold: structured content, and pieces as the server sent them. Parts are in the pieces, and are not kept twice.
func (rs *Runs) KeepAnswer(call string, r tools.Result) {
	r.Parts = nil
	a := answer{call: call, result: r, size: len(r.Content)}
	if r.Original != nil {
		a.size += len(r.Original.Structured) + len(r.Original.Aside)
		for _, piece := range r.Original.Pieces {
			a.size += len(piece)
		}
	}
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.answers = append(rs.answers, a)
	total := 0
	for i := len(rs.answers) - 1; i >= 0; i-- {
		if total += rs.answers[i].size; total > mostAnswerBytes || len(rs.answers)-i > mostAnswers {
			rs.answers = slices.Delete(rs.answers, 0, i+1)
			break
		}
	}
}

// Answer is a result that was kept.
func (rs *Runs) Answer(call string) (tools.Result, bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	i := slices.IndexFunc(rs.answers, func(a answer) bool { return a.call == call })
	if i < 0 {
		return tools.Result{}, false
	}
	return rs.answers[i].result, true
}
