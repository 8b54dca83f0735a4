package guard

import (
	"encoding/json"
	"strconv"
	"strings"

	"handrail/tools"
)

// RuleElsewhere names in records what Elsewhere decides.
const RuleElsewhere = "from-elsewhere"

// An Outward is an act with what its conversation has read from elsewhere and has named.
type Outward struct {
	Call    tools.Call
	Entry   tools.Entry
	Preview tools.Preview
	Input   json.RawMessage // as it was checked
	From    []tools.Origin
	Words   Words
}

// Elsewhere is the guard's last step (docs/spec/16-in-and-out.md): an act that v lets through, or asks about, asks if it is
// a way out for text from elsewhere and the person has not said that this text may leave by it. The Way of its verdict
// is that way out, if there is one; From is what asks.
func (g *Guard) Elsewhere(v Verdict, o Outward) Verdict {
	if v.Outcome != Allow && v.Outcome != Ask || len(o.From) == 0 {
		return v
	}
	return weigh(g, v, o, g.ways(o.Call, o.Entry, o.Preview, o.Input, o.Words))
}

// weigh is Elsewhere, of an act with some ways out.
func weigh(g *Guard, v Verdict, o Outward, ways []Way) Verdict {
	var way Way // the first that asks, or else the first
	var open []tools.Origin
	var used []string
	var why []tools.Clause
	for _, one := range ways {
		asks, by := g.Unanswered(o.Call, o.Entry, o.Preview, one, o.From)
		if way.Name == "" || len(open) == 0 && len(asks) > 0 {
			way, open = one, asks
		}
		if len(asks) > 0 {
			why = append(why, one.Why)
		}
		used = append(used, by...)
	}
	if v.Way = way; len(open) == 0 {
		v.Also = used
		return v
	}
	way.Why = tools.Say(tools.BothOf).With(why...)
	reason := tools.Say(tools.WhyElsewhere).With(ListOf(open), way.Why)
	if v.Outcome == Ask {
		v.Reason = v.Reason.And(reason)
		v.Grave, v.Way, v.From = true, way, open
		return v
	}
	return Verdict{
		Outcome: Ask, Stage: FromElsewhere, By: tools.Decider{Kind: tools.ByBuiltin, Name: RuleElsewhere}, Reason: tools.Because(reason), Grave: true, Way: way, From: open,
	}
}

// Listed names at most four origins.
func Listed(from []tools.Origin) string { return ListOf(from).String() }

// ListOf is Listed, as a clause.
func ListOf(from []tools.Origin) tools.Clause {
	const most = 4
	list := tools.Say(tools.ListOf)
	for _, o := range from[:min(len(from), most)] {
		list = list.With(o.Clause())
	}
	if more := len(from) - most; more > 0 {
		list = list.With(tools.Say(tools.MoreOf, strconv.Itoa(more)))
	}
	return list
}

// LabelElsewhere is what the lasting answer to a question of Elsewhere is called.
func LabelElsewhere(from []tools.Origin, way Way) tools.Clause {
	if way.Name == AnyProgram {
		return tools.Say(tools.LetPrograms).With(ListOf(from))
	}
	return tools.Say(tools.LetSpace, way.Name).With(ListOf(from))
}

// RuleFor is the allow rule that says beforehand that a tool may be called after text of an origin; "" if none can, or if its
// name holds signs that a pattern or a shell would read.
func RuleFor(tool string, o tools.Origin) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/:@+", r)
	}
	text := tool + afterWord + o.Name
	if strings.ContainsFunc(tool+o.Name, func(r rune) bool { return !plain(r) }) {
		return ""
	}
	if r, err := ParseRule(Allow, text, ""); err != nil || r.After != o.Name {
		return ""
	}
	return text
}
