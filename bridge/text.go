package bridge

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"handrail/internal/secrets"
	"handrail/tools"
)

type textInput struct {
	Title   string `json:"title" doc:"One short line; of a secret also its name, as in \"GitHub token\"" maxlen:"200"`
	Message string `json:"message" doc:"What to write, as plain text of at most 18 lines of 80 columns" maxlen:"8000"`
	Default string `json:"default,omitempty" doc:"What stands there to begin with" maxlen:"2000"`
	Secret  bool   `json:"secret,omitempty" doc:"Keep what is written as a secret of the person's. You get its name, and never see it" default:"false"`
}

// Written is the result of ask_text. Cancelling is no error.
type Written struct {
	Text      *string `json:"text,omitempty"`
	Secret    string  `json:"secret,omitempty"` // how definitions and settings name it; never the value
	Cancelled bool    `json:"cancelled,omitempty"`
	Reason    string  `json:"reason,omitempty"`
}

// entryLines is what a dialog with an entry uses beside the message.
const entryLines = 6

func newText(c SourceConfig) (tools.Tool, error) {
	about := info("ask_text", "Ask for a text", "pencil",
		"Ask the person to write one line in a native dialog, and wait for it. Returns {\"text\": \"...\"}; cancelled is true if they wrote nothing. Passwords, tokens and keys only with secret: true: then the line is kept in the person's keychain under a name made of the title, and you get {\"secret\": \"${secret:NAME}\"}, which the definitions of tools and servers may name. A secret that is kept already is never replaced.",
		c.Dialogs.Available())
	return tools.Define[textInput, Written](about, func(_ context.Context, call tools.Call, in textInput) (tools.Act[Written], error) {
		t := c.Dialogs.tongue()
		blocks, err := speech(call.Caller, in.Title, in.Message, entryLines, t)
		if err != nil {
			return tools.Act[Written]{}, err
		}
		e := entry{title: asksTitle(call.Caller, in.Title, t), blocks: trimmed(blocks), text: entryText(in.Default), yes: t.Own("OK"), no: t.Own("Cancel"), limit: tools.AnswerLimit}
		if in.Secret {
			return askSecret(c, call.Caller, in, e)
		}
		if call.Caller.Kind != tools.CallerPerson {
			e.blocks = append(e.blocks, ours(t.Own("%s will read what you write: no passwords, no keys.", caller(call.Caller, t))))
		}
		return tools.Act[Written]{
			Preview: tools.Preview{Detail: in.Title + "\n\n" + in.Message + "\n" + in.Default}.Titled(tools.Say(tools.TitleAskText)),
			Run: func(ctx context.Context, _ tools.Output) (Written, error) {
				text, ok, err := c.Dialogs.write(ctx, e)
				if got, ended, err := unwritten(ok, err); ended {
					return got, err
				}
				return Written{Text: &text}, nil
			},
		}, nil
	})
}

// askSecret settles a call whose text becomes a secret. The text goes from the dialog
// to where secrets are kept, and nowhere else: into no result and no error.
func askSecret(c SourceConfig, who tools.Caller, in textInput, e entry) (tools.Act[Written], error) {
	if in.Default != "" {
		return tools.Act[Written]{}, tools.Errorf(tools.InvalidArgs, "default cannot be given with secret: true; what you know already is no secret of the person's")
	}
	name := secrets.NameOf(in.Title)
	switch kept, err := c.Secrets.Kept(name); {
	case err != nil:
		return tools.Act[Written]{}, fmt.Errorf("see which secrets there are: %w", err)
	case kept:
		return tools.Act[Written]{}, taken(name)
	}
	t := c.Dialogs.tongue()
	e.hidden, e.yes = true, t.Own("Keep")
	about := t.Own("What you write is kept with your secrets, as “%s”, and used where one of your tools or servers names it.", name)
	if who.Kind != tools.CallerPerson {
		about += " " + t.Own("%s learns only that name.", caller(who, t))
	}
	e.blocks = append(e.blocks, ours(about))
	return tools.Act[Written]{
		Preview: tools.Preview{Detail: fmt.Sprintf("%s\n\n%s\n\nIt is kept as the secret %q.", in.Title, in.Message, name)}.Titled(tools.Say(tools.TitleAskSecret)),
		Run: func(ctx context.Context, _ tools.Output) (Written, error) {
			value, ok, err := c.Dialogs.write(ctx, e)
			if got, ended, err := unwritten(ok && value != "", err); ended {
				return got, err
			}
			err = c.Secrets.Add(name, value)
			switch {
			case errors.Is(err, secrets.ErrTaken):
				return Written{}, taken(name)
			case err != nil:
				return Written{}, fmt.Errorf("the secret was written, and is not kept: %w", err)
			}
			return Written{Secret: secrets.Reference(name)}, nil
		},
	}, nil
}

// ours is a sentence of ours below what an agent says.
func ours(text string) block {
	return block{plain, "\n" + strings.Join(paragraph(text, messageColumns), "\n")}
}

// unwritten is the result of a dialog in which nothing was written. ended is false if
// something was.
func unwritten(ok bool, err error) (_ Written, ended bool, _ error) {
	switch {
	case errors.Is(err, errLate):
		return Written{Cancelled: true, Reason: "nobody wrote anything within " + span(tools.AnswerLimit)}, true, nil
	case errors.Is(err, errClosed), err == nil && !ok:
		return Written{Cancelled: true, Reason: "the person wrote nothing"}, true, nil
	case err != nil:
		return Written{}, true, failure(err)
	}
	return Written{}, false, nil
}

// taken says that a secret stays as it is.
func taken(name string) error {
	return tools.Errorf(tools.PermissionDenied,
		"a secret %q is kept already, and is never replaced from here: name it as %s, or use another title, of whose letters and digits the name is made. Only the person can change it",
		name, secrets.Reference(name)).Advise(tools.Action{Kind: tools.SetSecret, Subject: name})
}

// entryText is what stands in an entry to begin with: one line, in which nothing is
// hidden.
func entryText(text string) string {
	return strings.ReplaceAll(prose(text), "\n", " ")
}
