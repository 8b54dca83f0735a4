package bridge

import (
	"context"
	"errors"
	"fmt"

	"handrail/internal/builtins"
	"handrail/tools"
)

// A SourceConfig says what the bridge tools work with.
type SourceConfig struct {
	Dialogs *Dialogs
	// Grant lets the call's session read a file or folder that the person
	// picked, and with change also change it; the path is absolute. Its error reaches the agent.
	Grant func(call tools.Call, path string, change bool) error
	// Within returns the real path of what lies within the roots of the call's
	// space. Its error reaches the agent.
	Within func(call tools.Call, name string) (string, error)
	// Secrets keeps what the person writes for ask_text as a secret.
	Secrets Secrets
	// OpenChat shows the chat of an agent's call, after a click on its notification; nil: nothing here can.
	OpenChat func(call tools.Call)
}

// Secrets are the person's, by name.
type Secrets interface {
	// Kept reports whether there is a secret of that name. It asks no keychain.
	Kept(name string) (bool, error)
	// Add keeps a secret under a name that none has; else the error is
	// secrets.ErrTaken. The error never holds the value.
	Add(name, value string) error
}

// A Source provides the bridge tools (docs/spec/09-bridge.md). They
// are listed without a desktop too, with the reason why they cannot work.
type Source struct {
	tools    []tools.Tool
	dialogs  *Dialogs
	openChat func(call tools.Call)
}

// NewSource makes the bridge tools. The error is for the programmer: a Config
// without one of its parts, or a tool that does not fit its own schema.
func NewSource(c SourceConfig) (*Source, error) {
	if c.Dialogs == nil || c.Grant == nil || c.Within == nil || c.Secrets == nil {
		return nil, errors.New("bridge tools need Dialogs, Grant, Within and Secrets")
	}
	s := Source{dialogs: c.Dialogs, openChat: c.OpenChat}
	for _, define := range []func(SourceConfig) (tools.Tool, error){newPicker, newNotification, newMessage, newQuestion, newText, newSaving, newExternal, newCopy, newPaste} {
		tool, err := define(c)
		if err != nil {
			return nil, err
		}
		s.tools = append(s.tools, tool)
	}
	return &s, nil
}

// Namespace implements tools.Source: the tools are known by their bare names.
func (s *Source) Namespace() string { return "" }

// Tools implements tools.Source.
func (s *Source) Tools(context.Context) ([]tools.Tool, error) { return s.tools, nil }

// Notifies is nil if notifications can be shown, else it says why not.
func (s *Source) Notifies() error { return s.dialogs.Notifies() }

// Notify shows a text as a notification, with who says it; a click on it opens the chat. It does not wait to be seen. Its
// error reaches the agent.
func (s *Source) Notify(ctx context.Context, call tools.Call, text string) error {
	t := s.dialogs.tongue()
	title := t.Own("Message from You")
	if call.Caller.Kind != tools.CallerPerson {
		title = t.Own("Message from %s", caller(call.Caller, t))
	}
	if err := s.dialogs.notify(ctx, oneLine(title, messageColumns), prose(text)+"\n"+signature(call.Caller, t), opening(s.openChat, call)); err != nil {
		return failure(err)
	}
	return nil
}

// opening is what a click on a notification of a call does; nil: nothing. Only agents have chats.
func opening(open func(call tools.Call), call tools.Call) func() {
	if open == nil || call.Caller.Kind != tools.CallerAgent || call.Session == "" {
		return nil
	}
	return func() { open(call) }
}

// info is what the bridge tools have in common. What only asks or shows changes nothing
// outside the conversation by itself: the person does.
func info(name, title, icon, description string, unavailable error) tools.Info {
	i := tools.Info{Name: name, Title: title, Icon: icon, Description: description, Category: "desktop", Source: "bridge", Facts: builtins.Facts{Local: true}}
	if unavailable != nil {
		i.Unavailable = unavailable.Error()
	}
	return i
}

// failure is what the agent is told when a dialog could not be shown.
func failure(err error) error {
	var missing *UnavailableError
	switch {
	case errors.As(err, &missing):
		return tools.Errorf(tools.Unavailable, "%s", missing.Text)
	case errors.Is(err, context.Canceled):
		return tools.Errorf(tools.Cancelled, "the dialog was withdrawn because the call was cancelled")
	case errors.Is(err, context.DeadlineExceeded):
		return tools.Errorf(tools.Timeout, "the dialog was withdrawn because the call took too long")
	}
	return fmt.Errorf("show on the desktop: %w", err)
}
