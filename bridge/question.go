package bridge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/tools"
	"handrail/tools/spoken"
)

type questionInput struct {
	Title   string   `json:"title" doc:"One short line" maxlen:"200"`
	Message string   `json:"message" doc:"The question, as plain text; with the options at most 24 lines of 80 columns" maxlen:"8000"`
	Options []string `json:"options,omitempty" doc:"At most 10 answers to choose from, each one short line; Yes and No if it is missing" maxlen:"200"`
}

// mostOptions is how many answers a question offers.
const mostOptions = 10

// Answered is the result of ask_question. Cancelling is no error.
type Answered struct {
	Answer    string `json:"answer,omitempty"` // one of the options, as the agent wrote it
	Cancelled bool   `json:"cancelled,omitempty"`
	Reason    string `json:"reason,omitempty"`
}

func newQuestion(c SourceConfig) (tools.Tool, error) {
	about := info("ask_question", "Ask a question", "message-square",
		"Ask the person a question in a native dialog and wait for the answer: one of up to 10 options, or Yes or No. Returns {\"answer\": \"...\"}; cancelled is true if the person chose none. Text is shown literally: no markup. It is no approval: what needs one is asked about anyway.",
		c.Dialogs.Available())
	return tools.Define[questionInput, Answered](about, func(_ context.Context, call tools.Call, in questionInput) (tools.Act[Answered], error) {
		shown, err := optionLines(in.Options)
		if err != nil {
			return tools.Act[Answered]{}, err
		}
		t := c.Dialogs.tongue()
		blocks, err := speech(call.Caller, in.Title, in.Message, len(shown), t)
		if err != nil {
			return tools.Act[Answered]{}, err
		}
		title := asksTitle(call.Caller, in.Title, t)
		detail := in.Title + "\n\n" + in.Message
		for _, option := range in.Options {
			detail += "\n- " + option
		}
		return tools.Act[Answered]{
			Preview: tools.Preview{Detail: detail}.Titled(tools.Say(tools.TitleAskQuestion)),
			Run: func(ctx context.Context, _ tools.Output) (Answered, error) {
				if len(shown) == 0 {
					yes, no := t.Own(buttonYes), t.Own(buttonNo)
					pressed, err := c.Dialogs.ask(ctx, question{title: title, blocks: blocks, yes: yes, no: no, limit: tools.AnswerLimit})
					return answered(map[string]string{yes: buttonYes, no: buttonNo}[pressed], err)
				}
				line, err := c.Dialogs.pickOne(ctx, choice{title: title, blocks: blocks, lines: shown, yes: t.Own("Answer"), no: t.Own("Cancel"), limit: tools.AnswerLimit})
				if at := slices.Index(shown, line); at >= 0 {
					line = in.Options[at]
				}
				return answered(line, err)
			},
		}, nil
	})
}

// answered is what the end of a dialog means to the agent. "" is no answer.
func answered(answer string, err error) (Answered, error) {
	switch {
	case errors.Is(err, errLate):
		return Answered{Cancelled: true, Reason: "nobody answered within " + span(tools.AnswerLimit)}, nil
	case errors.Is(err, errClosed), err == nil && answer == "":
		return Answered{Cancelled: true, Reason: "the person gave no answer"}, nil
	case err != nil:
		return Answered{}, failure(err)
	}
	return Answered{Answer: answer}, nil
}

// optionLines are the options as a list shows them: Visible, in one line, all different.
func optionLines(options []string) ([]string, error) {
	if len(options) > mostOptions {
		return nil, tools.Errorf(tools.InvalidArgs, "options has %d answers, and a question offers %d at most: ask in two steps, or with ask_text", len(options), mostOptions)
	}
	var out []string
	for i, option := range options {
		if strings.TrimSpace(option) == "" {
			return nil, tools.Errorf(tools.InvalidArgs, "options[%d] is empty; an answer needs a text", i)
		}
		line := oneLine(prose(option), messageColumns)
		if slices.Contains(options[:i], option) {
			return nil, tools.Errorf(tools.InvalidArgs, "options[%d] is the same as one before it; each answer can be there once", i)
		}
		if slices.Contains(out, line) { // they differ where it was cut
			line = fmt.Sprintf("[%d] %s", i+1, oneLine(line, messageColumns-5))
		}
		out = append(out, line)
	}
	return out, nil
}

// speech lays out what an agent says in a dialog, with who says it in our own words.
// taken is how many lines of the dialog are used otherwise.
func speech(c tools.Caller, title, message string, taken int, t spoken.Tongue) ([]block, error) {
	text := paragraph(strings.TrimRight(prose(message), "\n "), messageColumns)
	if len(text)+taken > dialogLines {
		return nil, tools.Errorf(tools.TooLarge,
			"the message takes %d lines, and this dialog shows %d of %d columns: shorten it, or write it to a file and name that", len(text), dialogLines-taken, messageColumns)
	}
	return []block{
		{heading, oneLine(title, messageColumns)},
		{plain, strings.Join(text, "\n") + "\n"},
		{plain, signature(c, t)},
	}, nil
}
