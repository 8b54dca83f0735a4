package bridge

import (
	"context"
	"errors"

	"handrail/tools"
	"handrail/tools/spoken"
)

type messageInput struct {
	Title   string `json:"title" doc:"One short line" maxlen:"200"`
	Message string `json:"message" doc:"Plain text, at most 24 lines of 80 columns" maxlen:"8000"`
	Kind    string `json:"kind" doc:"How it looks" enum:"info,warning,error" default:"info"`
}

type notificationInput struct {
	Title   string `json:"title" doc:"One short line" maxlen:"200"`
	Message string `json:"message" doc:"Plain text, a line or two" maxlen:"1000"`
}

// Shown is the result of show_message and show_notification.
type Shown struct {
	Shown  bool   `json:"shown"`
	Seen   bool   `json:"seen,omitempty"` // the person closed it
	Reason string `json:"reason,omitempty"`
}

// messageColumns is how wide a message's prose runs.
const messageColumns = 80

func newMessage(c SourceConfig) (tools.Tool, error) {
	about := info("show_message", "Show a message", "message-square",
		"Show the person a message in a native dialog and wait until it is closed. Text is shown literally: no markup. For something that need not be confirmed, use show_notification.",
		c.Dialogs.Available())
	return tools.Define[messageInput, Shown](about, func(_ context.Context, call tools.Call, in messageInput) (tools.Act[Shown], error) {
		t := c.Dialogs.tongue()
		blocks, err := speech(call.Caller, in.Title, in.Message, 0, t)
		if err != nil {
			return tools.Act[Shown]{}, err
		}
		n := notice{
			title:  saysTitle(call.Caller, in.Title, t),
			kind:   in.Kind,
			blocks: blocks,
			limit:  tools.AnswerLimit,
		}
		return tools.Act[Shown]{
			Preview: tools.Preview{Detail: in.Title + "\n\n" + in.Message}.Titled(tools.Say(tools.TitleShowMessage)),
			Run: func(ctx context.Context, _ tools.Output) (Shown, error) {
				err := c.Dialogs.tell(ctx, n)
				if errors.Is(err, errLate) {
					return Shown{Shown: true, Reason: "nobody closed it within " + span(n.limit)}, nil
				}
				if err != nil {
					return Shown{}, failure(err)
				}
				return Shown{Shown: true, Seen: true}, nil
			},
		}, nil
	})
}

func newNotification(c SourceConfig) (tools.Tool, error) {
	about := info("show_notification", "Notify", "bell",
		"Show the person a short notification on the desktop. It does not wait, and does not say whether it was seen. Text is shown literally: no markup.",
		c.Dialogs.Notifies())
	return tools.Define[notificationInput, Shown](about, func(_ context.Context, call tools.Call, in notificationInput) (tools.Act[Shown], error) {
		title := oneLine(prose(in.Title), messageColumns)
		text := prose(in.Message) + "\n" + signature(call.Caller, c.Dialogs.tongue())
		return tools.Act[Shown]{
			Preview: tools.Preview{Detail: in.Title + "\n\n" + in.Message}.Titled(tools.Say(tools.TitleNotify)),
			Run: func(ctx context.Context, _ tools.Output) (Shown, error) {
				if err := c.Dialogs.notify(ctx, title, text, opening(c.OpenChat, call)); err != nil {
					return Shown{}, failure(err)
				}
				return Shown{Shown: true}, nil
			},
		}, nil
	})
}

// signature is the last line of what an agent shows, in our words.
func signature(c tools.Caller, t spoken.Tongue) string {
	if c.Kind == tools.CallerPerson {
		return t.Own("You asked for this, in Handrail.")
	}
	return t.Own("%s says this, through Handrail.", caller(c, t))
}
