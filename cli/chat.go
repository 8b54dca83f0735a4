package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/chats"
	"handrail/operator/trust"
	"handrail/tools"
)

// TourModel plays a space's tour: turns from a file, through the real door.
const TourModel = "scripted/agent/tour.jsonl"

// who says which agent and model, and with which tools.
type who struct {
	Agent  string   `help:"The agent's id. Default: the first agent of the space." placeholder:"ID"`
	Model  string   `help:"The model, as provider/name." placeholder:"PROVIDER/NAME"`
	Tools  []string `help:"Offer only these tools, separated by commas." placeholder:"A,B"`
	Resume string   `help:"Continue the conversation of this run with a new prompt." placeholder:"RUN"`
	rehearsing
	NoRehearse bool   `name:"no-rehearse" xor:"rehearse" help:"Work in earnest in a space whose mode is rehearse: every change asks."`
	Branch     string `help:"Begin a new chat with what was said up to the end of this run, or up to its answer TURN (0: before its prompt)." placeholder:"RUN[:TURN]"`
	Undo       bool   `help:"With --branch: also put the files back to that point, in all that its chat has changed since. What that would do is shown first."`
	Yes        bool   `help:"With --undo: do it without asking."`
}

// openChat opens the conversation that the flags mean. Where the space's mode is to rehearse, a new one is rehearsed.
func (w *who) openChat(s *session, o *operator.Operator, space *operator.Space) (*chats.Chat, error) {
	if operator.RehearsesFirst(space) && w.Resume == "" && w.Branch == "" && !w.NoRehearse {
		w.Rehearse = true
	}
	if err := w.check(""); err != nil {
		return nil, err
	}
	if w.Rehearse && (w.Branch != "" || w.Resume != "") {
		return nil, usagef("--rehearse begins a new chat: give it without --resume and --branch")
	}
	if w.Keep || len(w.KeepOnly) > 0 {
		if err := whose(); err != nil {
			return nil, err
		}
	}
	if w.Branch != "" {
		if w.Resume != "" {
			return nil, usagef("--branch begins a new chat and --resume continues one: give one of them")
		}
		chat, err := w.branch(s, chats.New(o))
		if err != nil {
			return nil, err
		}
		return chat, w.apply(chat)
	}
	if w.Undo {
		return nil, usagef("--undo puts files back to where a branch begins: give --branch RUN:TURN with it. To put files back and begin no chat: handrail runs undo")
	}
	if w.Resume != "" {
		run, err := o.History().FindRun(s.ctx, w.Resume)
		if err != nil {
			return nil, usage{err}
		}
		chat, err := chats.New(o).Find(s.ctx, run.Session)
		if err != nil {
			return nil, usage{err}
		}
		return chat, w.apply(chat)
	}
	all := chats.New(o)
	begin := all.Start
	if w.Rehearse {
		begin = func(dir, agent string) (*chats.Chat, error) { return all.Rehearse(s.ctx, dir, agent) }
	}
	chat, err := begin(space.Dir(), w.Agent)
	if err != nil {
		return nil, usage{err}
	}
	return chat, w.apply(chat)
}

// branch begins a chat with what another one has said.
func (w who) branch(s *session, all *chats.Chats) (*chats.Chat, error) {
	run, number, cut := strings.Cut(w.Branch, ":")
	turn := -1
	if cut {
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 {
			return nil, usagef("%q is not the number of an answer: write RUN:0 for the place before its prompt, RUN:1 for the one behind its first answer, and so on", number)
		}
		turn = n
	}
	point, err := all.PointOf(s.ctx, run, turn)
	if err != nil {
		return nil, usage{err}
	}
	if w.Undo {
		return branchBack(s, all, point, w.Yes)
	}
	chat, err := all.Branch(s.ctx, point)
	if err != nil {
		return nil, usage{err}
	}
	return chat, nil
}

func (w who) apply(chat *chats.Chat) error {
	if len(w.Tools) > 0 {
		chat.Narrow(w.Tools)
	}
	if w.Model == "" {
		return nil
	}
	if err := chat.SetModel(w.Model); err != nil {
		return usage{err}
	}
	return nil
}

// runCmd gives an agent one task.
type runCmd struct {
	Prompt []string `arg:"" optional:"" help:"The task; - reads it from standard input."`
	Tour   bool     `help:"Play the space's tour (agent/tour.jsonl) and print each event."`
	who
}

// Run runs it to its end.
func (c runCmd) Run(s *session) (err error) {
	prompt, err := c.prompt(s)
	if err != nil {
		return err
	}
	if c.Tour {
		c.Model = TourModel
	}
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	chat, err := c.openChat(s, o, space)
	if err != nil {
		return err
	}
	show := s.follow(o, c.Tour)
	show.once = true
	defer show.stop()
	operator.OutboxOf(o).Start()
	err = s.say(s.ctx, chat, prompt, show)
	for c.Tour && err == nil && prompt != "" {
		if prompt, err = nextOf(s, chat); err == nil && prompt != "" {
			fmt.Fprintf(s.Stderr, "\n> %s\n\n", cleanText(prompt))
			err = s.say(s.ctx, chat, prompt, show)
		}
	}
	if c.Rehearse {
		err = errors.Join(err, c.review(s, o, space, chat))
	}
	return errors.Join(err, awaitOutbox(s, operator.OutboxOf(o)))
}

// nextOf is what a tour wants to be told next; "" at its end.
func nextOf(s *session, chat *chats.Chat) (string, error) {
	prompts, over, err := chats.Suggested(s.ctx, chat)
	if over || len(prompts) == 0 {
		return "", err
	}
	return prompts[0], err
}

func (c runCmd) prompt(s *session) (string, error) {
	text := strings.Join(c.Prompt, " ")
	switch {
	case text == "-":
		raw, err := io.ReadAll(io.LimitReader(s.Stdin, 1<<20))
		if err != nil {
			return "", err
		}
		text = string(raw)
	case text == "" && c.Tour:
		text = "Show me around."
	}
	if strings.TrimSpace(text) == "" {
		return "", usagef("the task is missing, for example: handrail run \"list what changed today\"")
	}
	return text, nil
}

// say sends one prompt and waits for the end of its run.
func (s *session) say(ctx context.Context, chat *chats.Chat, text string, show *follower) error {
	run, err := chat.Send(text)
	if err != nil {
		return usage{err}
	}
	return await(ctx, s, chat, run.ID, show)
}

// await waits for the end of a run, and says how it ended if that is not well.
func await(ctx context.Context, s *session, chat *chats.Chat, run string, show *follower) error {
	show.followRun(run)
	ended, err := chat.Wait(ctx, run)
	show.wait()
	if err != nil {
		return err
	}
	switch ended.State {
	case "done":
		return nil
	case "failed":
		fmt.Fprintln(s.Stderr, "handrail:", indented(ended.Reason))
		return exit(ExitFailed)
	}
	if ended.State == journal.Unknown {
		fmt.Fprintf(s.Stderr, "handrail: the run was cut: %s; to go on with it: %s\n", clean(ended.Reason), resumeCommand(ended))
		return exit(ExitStopped)
	}
	fmt.Fprintf(s.Stderr, "handrail: the run ended early: %s\n", clean(show.advised(ended.ID, ended.Reason)))
	return exit(ExitStopped)
}

// chatCmd is a conversation in the terminal.
type chatCmd struct{ who }

// Run reads lines and sends them until the input ends. Interrupting a run ends
// that run; interrupting the prompt ends the conversation.
func (c chatCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	chat, err := c.openChat(s, o, space)
	if err != nil {
		return err
	}
	s.greet(space, chat)
	if err := offerCut(s, o, space); err != nil {
		return err
	}
	operator.OutboxOf(o).Start()
	show := s.follow(o, false)
	defer show.stop()
	if c.Rehearse {
		fmt.Fprintln(s.Stderr, "This chat is rehearsed: nothing that it does happens. /review, or its end, shows what it would change.")
		defer func() { err = errors.Join(err, c.review(s, o, space, chat)) }()
	}
	prompts := newPrompter(s.Stdin)
	for {
		fmt.Fprint(s.Stderr, "\n> ")
		line, ok := prompts.next(s.ctx)
		if !ok || line == "/quit" || line == "/exit" || c.Rehearse && line == "/review" {
			fmt.Fprintln(s.Stderr)
			return nil
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		ctx, stop := signal.NotifyContext(s.ctx, os.Interrupt)
		err := s.say(ctx, chat, line, show)
		stop()
		var code exit
		if err != nil && !errors.As(err, &code) {
			fmt.Fprintln(s.Stderr, "handrail:", indented(err.Error()))
		}
	}
}

// greet says where the person is and who answers.
func (out *printer) greet(space *operator.Space, chat *chats.Chat) {
	agent, model := chat.Who()
	fmt.Fprintf(out.env.Stderr, "%s in %s, answered by %s\n", clean(agent), clean(space.Dir()), clean(model))
	if space.Trust().State().Level() == trust.Untrusted {
		fmt.Fprintln(out.env.Stderr, "This space isn't trusted: its own tools don't run, and agents can only read. To review and trust it: handrail space trust")
	}
	fmt.Fprintln(out.env.Stderr, "/TOOL key=value calls a tool, /SKILL words starts a skill, /quit ends the chat.")
}

type runsResumeCmd struct {
	RunID    string   `arg:"" name:"run" help:"The id of a run that was cut, or its first characters."`
	Happened []string `help:"This call happened: it does not run again." placeholder:"CALL"`
	Again    []string `help:"Run this call again." placeholder:"CALL"`
	Stop     []string `help:"End the run at this call." placeholder:"CALL"`
	Model    string   `help:"Go on with this model, as provider/name. Default: the run's." placeholder:"PROVIDER/NAME"`
	Yes      bool     `help:"Go on although the agent has changed."`
}

// Run goes on with a run where it was cut. Of calls that began and of which nobody knows
// whether they were done the person decides: on a terminal they are asked.
func (c runsResumeCmd) Run(s *session) (err error) {
	if err := s.notInRoom(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	all := chats.New(o)
	cut, err := all.Cut(s.ctx, c.RunID)
	if gone := (*chats.ModelError)(nil); errors.As(err, &gone) {
		if c.Model == "" {
			return usagef("the run %s was answered by %s: %w. To go on with another model: %s --model PROVIDER/NAME", cut.Run.ID, gone.Model, gone.Why, resumeCommand(cut.Run))
		}
	} else if err != nil {
		return usage{err}
	}
	d := chats.Decisions{By: tools.Decider{Kind: tools.ByPerson, Name: "terminal"}, Model: c.Model}
	if d.Fates, err = c.fates(cut); err != nil {
		return err
	}
	if err := s.decide(cut, d.Fates); err != nil {
		return err
	}
	for _, l := range cut.Lost {
		if d.Fates[l.ID] == journal.Again && l.Differs != "" {
			fmt.Fprintf(s.Stderr, "The call %s would not be the act that was cut, so it asks before it runs again, and is declined where nobody answers: %s\n", l.ID, clean(l.Differs))
		}
	}
	if cut.Changed {
		fmt.Fprintf(s.Stderr, "The agent %s has changed since this run began, and goes on as it is now.\n", clean(cut.Agent))
		if d.Changed = c.Yes; !c.Yes {
			if err := s.yes("Go on with it?", "resumed"); err != nil {
				return err
			}
			d.Changed = true
		}
	}
	show := s.follow(o, false)
	defer show.stop()
	operator.OutboxOf(o).Start()
	chat, run, err := all.Resume(s.ctx, cut.Run.ID, d)
	if err != nil {
		return usage{err}
	}
	err = await(s.ctx, s, chat, run.ID, show)
	return errors.Join(err, awaitOutbox(s, operator.OutboxOf(o)))
}

// fates are what the flags say of the calls that were lost.
func (c runsResumeCmd) fates(cut chats.Cut) (map[string]journal.Fate, error) {
	out := map[string]journal.Fate{}
	for _, flag := range []struct {
		calls []string
		fate  journal.Fate
	}{{c.Happened, journal.Happened}, {c.Again, journal.Again}, {c.Stop, journal.Halt}} {
		for _, id := range flag.calls {
			at := slices.IndexFunc(cut.Lost, func(l chats.LostCall) bool { return l.ID == id })
			if at < 0 {
				return nil, usagef("there is nothing to decide about the call %s in the run %s: `%s` says what is undecided", id, cut.Run.ID, resumeCommand(cut.Run))
			}
			if out[id] != "" && out[id] != flag.fate {
				return nil, usagef("the call %s is given twice, as %s and as %s", id, out[id], flag.fate)
			}
			if flag.fate == journal.Again && !cut.Lost[at].Repeatable {
				return nil, usagef("the call %s cannot run again: its input is not kept, for it is large or holds a secret. It happened, or the run stops there", id)
			}
			out[id] = flag.fate
		}
	}
	return out, nil
}

// decide asks about each call that was lost and is not decided. Where nobody can be asked it
// says what is undecided, and refuses.
func (in *asker) decide(cut chats.Cut, fates map[string]journal.Fate) error {
	open := slices.DeleteFunc(slices.Clone(cut.Lost), func(l chats.LostCall) bool { return fates[l.ID] != "" })
	if len(open) == 0 {
		return nil
	}
	fmt.Fprintf(in.env.Stderr, "Handrail closed while %s ran, and nobody knows how far it came:\n", plural(len(open), "call"))
	for _, l := range open {
		lostCall(in.env.Stderr, l)
		if !in.atTerminal() {
			continue
		}
		question, answers := "It happened (h), run it again (a), or stop the run there (s)? ", map[string]journal.Fate{"h": journal.Happened, "a": journal.Again, "s": journal.Halt}
		if !l.Repeatable {
			question = "It happened (h), or stop the run there (s)? Its input is not kept, so it can't run again. "
			delete(answers, "a")
		}
		fate, ok := answers[strings.ToLower(in.ask(question))]
		if !ok {
			fmt.Fprintln(in.env.Stderr, "Nothing was resumed.")
			return exit(ExitRefused)
		}
		fates[l.ID] = fate
	}
	if in.atTerminal() {
		return nil
	}
	fmt.Fprintf(in.env.Stderr, "Nothing was resumed: there is no terminal to ask in. Say for each call: %s --happened CALL, --again CALL or --stop CALL\n", resumeCommand(cut.Run))
	return exit(ExitRefused)
}
