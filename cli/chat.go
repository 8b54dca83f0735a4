package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"handrail/operator"
	"handrail/operator/chats"
	"handrail/operator/trust"
)

// TourModel plays a space's tour: turns from a file, through the real door.
const TourModel = "scripted/agent/tour.jsonl"

// who says which agent and model, and with which tools.
type who struct {
	Agent  string   `help:"The agent's id. Default: the first agent of the space." placeholder:"ID"`
	Model  string   `help:"The model, as provider/name." placeholder:"PROVIDER/NAME"`
	Tools  []string `help:"Offer only these tools, separated by commas." placeholder:"A,B"`
	Resume string   `help:"Continue the conversation of this run." placeholder:"RUN"`
}

// openChat opens the conversation that the flags mean.
func (w who) openChat(s *session, o *operator.Operator, space *operator.Space) (*chats.Chat, error) {
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
	chat, err := chats.New(o).Start(space.Dir(), w.Agent)
	if err != nil {
		return nil, usage{err}
	}
	return chat, w.apply(chat)
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
	defer show.stop()
	operator.OutboxOf(o).Start()
	err = s.say(s.ctx, chat, prompt, show)
	return errors.Join(err, awaitOutbox(s, operator.OutboxOf(o)))
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
	show.followRun(run.ID)
	ended, err := chat.Wait(ctx, run.ID)
	show.wait()
	if err != nil {
		return err
	}
	switch ended.State {
	case "done":
		return nil
	case "failed":
		fmt.Fprintln(s.Stderr, "handrail:", clean(ended.Reason))
		return exit(ExitFailed)
	}
	fmt.Fprintf(s.Stderr, "handrail: the run was %s: %s\n", ended.State, clean(ended.Reason))
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
	operator.OutboxOf(o).Start()
	show := s.follow(o, false)
	defer show.stop()
	prompts := newPrompter(s.Stdin)
	for {
		fmt.Fprint(s.Stderr, "\n> ")
		line, ok := prompts.next(s.ctx)
		if !ok || line == "/quit" || line == "/exit" {
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
			fmt.Fprintln(s.Stderr, "handrail:", clean(err.Error()))
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
