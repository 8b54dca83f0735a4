package bridge

import (
	"context"
	"errors"
	"fmt"

	"handrail/bridge/clipboard"
	"handrail/internal/builtins"
	"handrail/tools"
)

type copyInput struct {
	Text string `json:"text" doc:"What the person can paste then; plain text of at most 1 MB"`
}

type pasteInput struct{}

// Pasted is the result of read_clipboard.
type Pasted struct {
	Text   *string `json:"text,omitempty"`
	Cut    bool    `json:"cut,omitempty"`
	Reason string  `json:"reason,omitempty"` // why there is no text, or not all of it
}

func newCopy(c SourceConfig) (tools.Tool, error) {
	about := info("write_clipboard", "Copy to the clipboard", "copy",
		"Put a text into the person's clipboard, in place of what is there, so that they can paste it. At most 1 MB.", c.Dialogs.clipboard.Available())
	about.SideEffect, about.Idempotent, about.Danger = true, true, tools.Moderate
	about.Out = builtins.OutClipboard
	return tools.Define[copyInput, string](about, func(_ context.Context, _ tools.Call, in copyInput) (tools.Act[string], error) {
		switch {
		case in.Text == "":
			return tools.Act[string]{}, tools.Errorf(tools.InvalidArgs, "text is empty; there is nothing to copy")
		case len(in.Text) > clipboard.MostBytes:
			return tools.Act[string]{}, tools.Errorf(tools.TooLarge, "the text has %d bytes, and the clipboard takes %d: write it to a file and name that", len(in.Text), clipboard.MostBytes)
		}
		return tools.Act[string]{
			Preview: tools.Preview{Detail: in.Text}.Titled(tools.Say(tools.TitleCopy)),
			Run: func(ctx context.Context, _ tools.Output) (string, error) {
				if err := c.Dialogs.clipboard.Write(ctx, in.Text); err != nil {
					return "", clipboardFailure("write", err)
				}
				return "The text is in the clipboard.", nil
			},
		}, nil
	})
}

func newPaste(c SourceConfig) (tools.Tool, error) {
	about := info("read_clipboard", "Read the clipboard", "scroll-text",
		"Read the text in the person's clipboard: what they have copied last. They are asked each time. At most 1 MB; cut is true if there was more. Without a text, reason says what is there instead.", c.Dialogs.clipboard.Available())
	about.Confirm, about.Danger = true, tools.Moderate
	about.Brings = builtins.BringsClipboard
	return tools.Define[pasteInput, Pasted](about, func(_ context.Context, call tools.Call, _ pasteInput) (tools.Act[Pasted], error) {
		const detail = "Whatever text you have copied last, up to 1 MB, goes to whoever asks and to the model that it works with. It may be a password."
		return tools.Act[Pasted]{
			// Once, and of a digest of its own: a lasting yes would be about what is copied later.
			Preview: tools.Preview{Detail: detail, Once: true, Digest: tools.Digest("read_clipboard", call.ID)}.Titled(tools.Say(tools.TitlePaste)).Asking(tools.Say(tools.AskPaste)),
			Run: func(ctx context.Context, _ tools.Output) (Pasted, error) {
				found, err := c.Dialogs.clipboard.Read(ctx)
				if err != nil {
					return Pasted{}, clipboardFailure("read", err)
				}
				return pasted(found), nil
			},
		}, nil
	})
}

// pasted is what lies in the clipboard in words for an agent.
func pasted(c clipboard.Content) Pasted {
	switch c.Kind {
	case clipboard.Text:
		p := Pasted{Text: &c.Text, Cut: c.Cut}
		if c.Cut {
			p.Reason = fmt.Sprintf("there is more; these are the first %d bytes", len(c.Text))
		}
		return p
	case clipboard.Empty:
		return Pasted{Reason: "the clipboard is empty"}
	case clipboard.Picture:
		return Pasted{Reason: "a picture is in the clipboard, and no text; ask the person to save it, and to pick the file"}
	case clipboard.Private:
		return Pasted{Reason: "a password manager has marked what is in the clipboard as private, so it is not read"}
	}
	return Pasted{Reason: "no text is in the clipboard"}
}

// clipboardFailure is what the agent is told when the clipboard cannot be used.
func clipboardFailure(what string, err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return tools.Errorf(tools.Cancelled, "the call was cancelled before the clipboard could be used")
	case errors.Is(err, context.DeadlineExceeded):
		return tools.Errorf(tools.Timeout, "the call took too long, and the clipboard was not used")
	}
	return fmt.Errorf("%s the clipboard: %w", what, err)
}
