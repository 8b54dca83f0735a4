package subagents

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/agent"
	"handrail/internal/quote"
	"handrail/journal"
	"handrail/spaces"
	"handrail/tools"
)

// What a model reads about each tool.
//
//go:embed describe/*.md
var descriptions embed.FS

type invokeInput struct {
	Agent string `json:"agent" doc:"The agent's id" maxlen:"64"`
	Task  string `json:"task" doc:"What it shall do, with all that it needs to know"`
}

type spawnInput struct {
	Task string `json:"task" doc:"What it shall do, with all that it needs to know"`
}

// define makes the tools.
func (s *Source) define() error {
	invoke, errInvoke := tools.Define[invokeInput, tools.Result](info(agent.InvokeAgent, "Give a task to an agent", "users", spaces.KeyInvoke), s.settleInvoke)
	spawn, errSpawn := tools.Define[spawnInput, tools.Result](info(agent.SpawnAgent, "Give a task to a fresh agent", "user-plus", spaces.KeySpawn), s.settleSpawn)
	s.list = []tools.Tool{invoke, spawn}
	return errors.Join(errInvoke, errSpawn)
}

func info(name, title, icon, key string) tools.Info {
	text, _ := descriptions.ReadFile("describe/" + name + ".md") // it is embedded
	return tools.Info{
		Name: name, Title: title, Icon: icon, Description: strings.TrimSpace(string(text)), Category: "agents", Source: "builtin", Facts: factsOf(name),
		SideEffect: true, Danger: tools.Safe, Key: key, Timeout: TimeLimit,
	}
}

// settleInvoke settles a task for an agent of the space.
func (s *Source) settleInvoke(_ context.Context, call tools.Call, in invokeInput) (tools.Act[tools.Result], error) {
	var none tools.Act[tools.Result]
	w, err := s.caller(call)
	if err != nil {
		return none, err
	}
	may := s.mayInvoke(w.Agent())
	at := slices.IndexFunc(may, func(a spaces.Agent) bool { return a.ID == in.Agent })
	if at < 0 {
		return none, tools.Errorf(tools.NotFound, "there is no agent %.64q to which you may give a task; there is %s", in.Agent, idsOf(may))
	}
	return s.settle(w, call, may[at], in.Task)
}

// settleSpawn settles a task for a fresh agent.
func (s *Source) settleSpawn(_ context.Context, call tools.Call, in spawnInput) (tools.Act[tools.Result], error) {
	w, err := s.caller(call)
	if err != nil {
		return tools.Act[tools.Result]{}, err
	}
	return s.settle(w, call, General(), in.Task)
}

// caller is the agent at work whose call it is.
func (s *Source) caller(call tools.Call) (*Work, error) {
	w := s.of(call.Run)
	if w == nil {
		return nil, tools.Errorf(tools.Unavailable, "an agent gives tasks to others only while it works in a chat or a run, and here none does")
	}
	if w.Depth >= MostDeep {
		return nil, tools.Errorf(tools.Unavailable, "you work for an agent that works for another one, and no more than %d may stand one below the other: do this part yourself", MostDeep)
	}
	return w, nil
}

// mayInvoke are the agents of the space to which one may give tasks.
func (s *Source) mayInvoke(who spaces.Agent) (list []spaces.Agent) {
	for _, a := range s.c.Agents() {
		if slices.Contains(who.CanInvokeAgents, "*") || slices.Contains(who.CanInvokeAgents, a.ID) {
			list = append(list, a)
		}
	}
	return list
}

// How much of the agents is told at once.
const (
	lineLength = 300     // bytes of one description
	listLength = 8 << 10 // bytes of the whole list
)

// Lines are the agents to which one may give tasks, as a system prompt lists them.
func (s *Source) Lines(who spaces.Agent) string {
	lines, size := []string{"You can give a task to each of these with " + agent.InvokeAgent + ", by its id."}, 0
	may := s.mayInvoke(who)
	for i, a := range may {
		about := strings.Join(strings.Fields(cmp.Or(a.Description, a.Name)), " ")
		if len(about) > lineLength {
			about = strings.ToValidUTF8(about[:lineLength], "") + "…"
		}
		line := "- " + a.ID + ": " + about
		if size += len(line) + 1; size > listLength {
			lines = append(lines, fmt.Sprintf("%d more are not listed here.", len(may)-i))
			break
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func idsOf(list []spaces.Agent) string {
	if len(list) == 0 {
		return "none in this space"
	}
	ids := make([]string, len(list))
	for i, a := range list {
		ids[i] = a.ID
	}
	return strings.Join(ids, ", ")
}

// settle settles a task: who gets it, and its whole text.
func (s *Source) settle(w *Work, call tools.Call, to spaces.Agent, text string) (tools.Act[tools.Result], error) {
	switch {
	case strings.TrimSpace(text) == "":
		return tools.Act[tools.Result]{}, tools.Errorf(tools.InvalidArgs, "the task has no text: write what the agent shall do")
	case len(text) > taskLimit:
		return tools.Act[tools.Result]{}, tools.Errorf(tools.TooLarge, "the task has %d bytes, and at most %d are given: put what is long into a file and name it", len(text), taskLimit)
	}
	return tools.Act[tools.Result]{
		Preview: tools.Preview{
			Detail: text, Reads: true, // each of its calls is judged by itself
			Effects: []tools.Effect{{Kind: tools.EffectCall, Target: to.ID}}, Digest: tools.Digest(call.Tool, to.ID, to.SHA256, text),
		}.Titled(tools.Say(tools.TitleTask, to.Name)),
		Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) { return w.give(ctx, call, to, text) },
	}, nil
}

// give lets the agent work, within what is left for all of the team.
func (w *Work) give(ctx context.Context, call tools.Call, to spaces.Agent, text string) (tools.Result, error) {
	if err := w.Team.enter(ctx, w.Depth); err != nil {
		return tools.Result{}, err
	}
	defer w.Team.leave()
	turns := w.Team.reserve(to.MaxIterations)
	if turns == 0 {
		return tools.Result{}, tools.Errorf(tools.Unavailable, "the agents that work for this prompt have all of the %d turns that there are for them together: do this part yourself, or say what is left to do", MostTurns)
	}
	within, cancel := context.WithTimeout(ctx, TimeLimit)
	defer cancel()
	done, err := w.Begin(within, Task{Call: call, Agent: to, Text: text, Turns: turns})
	w.Team.restore(turns - done.Outcome.Turns)
	if err != nil {
		return tools.Result{}, tools.Errorf(tools.Unavailable, "the agent %s cannot begin: %s", to.ID, plain(err))
	}
	if ctx.Err() != nil { // the caller's run, or its call, was cancelled
		return tools.Result{}, ctx.Err()
	}
	result := resultOf(to, done)
	if failure := failureOf(to, done); failure != nil {
		return result, failure // what it has said by then is kept
	}
	return result, nil
}

// plain is an error as one line.
func plain(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// resultOf is what the caller reads of a task: how it ended, what it used, and the last
// answer, which is quoted.
func resultOf(who spaces.Agent, d Done) tools.Result {
	var r tools.Result
	var lines []string
	if d.Outcome.State == journal.Done {
		lines = append(lines, fmt.Sprintf("The agent %s is done.", who.ID))
	}
	turns := "1 turn"
	if n := d.Outcome.Turns + d.Before; n != 1 {
		turns = fmt.Sprintf("%d turns", n)
	}
	lines = append(lines, fmt.Sprintf("It used %s%s, in the run %s.", turns, usedOf(d.Outcome), d.Run))
	answer, cut := tools.Fit(strings.TrimSpace(d.Outcome.Text), answerLimit)
	if answer == "" {
		lines = append(lines, "It has answered nothing.")
	} else {
		lines = append(lines, "Its last answer:", quote.Block("the agent "+who.ID, answer))
		if cut {
			lines = append(lines, "(It was longer and was cut.)")
		}
		r.Meta.Truncated = cut
	}
	r.Content = strings.Join(lines, "\n")
	return r
}
